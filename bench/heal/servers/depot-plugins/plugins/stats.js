'use strict';

const { daysBetween } = require('../lib/calendar');

const counts = { loans: 0 };

module.exports = {
  name: 'stats',
  register(router, { store, settings }) {
    store.loans.on('insert', () => {
      counts.loans += 1;
    });

    router.get('/stats', (ctx) => {
      const { loans, tools, members } = store;
      const lengths = loans.where((loan) => loan.returned).map((loan) => daysBetween(loan.from, loan.returned));
      const byCategory = {};
      for (const loan of loans.rows) {
        const { category } = tools.find(loan.tool);
        byCategory[settings.categories[category]] = (byCategory[settings.categories[category]] || 0) + 1;
      }
      ctx.json({
        tools: tools.size,
        members: members.size,
        newLoans: counts.loans,
        averageDays: lengths.reduce((sum, days) => sum + days, 0) / lengths.length,
        byCategory,
        latest: loans.rows[loans.size - 1].from,
      });
    });
  },
};
