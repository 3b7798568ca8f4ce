'use strict';

const readBody = require('../lib/web/body');

module.exports = {
  name: 'tools',

  register(router, { store, settings }) {
    const present = (tool) => {
      const loan = store.loans.current(tool.id);
      return {
        id: tool.id,
        name: tool.name,
        category: settings.categories[tool.category],
        tags: tool.tags ?? [],
        deposit: tool.deposit,
        due: loan ? store.loans.dueOf(loan) : null,
      };
    };

    router.get('/tools', (ctx) => {
      const { category, tag } = ctx.query;
      const found = store.tools.where((tool) => (!category || tool.category === category.toUpperCase()) && (!tag || tool.tags?.includes(tag)));
      ctx.json({ count: found.length, items: found.map(present) });
    });

    router.get('/tools/:id', (ctx) => {
      const tool = store.tools.find(ctx.params.id);
      if (!tool) ctx.fail(404, 'No such tool');
      ctx.json(present(tool));
    });

    router.post('/tools/:id/loans', readBody, (ctx) => {
      const tool = store.tools.find(ctx.params.id) ?? ctx.fail(404, 'No such tool');
      const member = store.members.find(ctx.state.body.member) ?? ctx.fail(422, 'No such member');
      if (store.loans.current(tool.id)) ctx.fail(409, `${tool.name} is out`);
      if (store.loans.openOf(member.id).length >= settings.loans.limit) ctx.fail(409, 'Too many loans');
      const loan = store.loans.insert({ tool: tool.id, member: member.id, from: settings.today, returned: null });
      ctx.json({ ...loan, due: store.loans.dueOf(loan) }, 201);
    });
  },
};
