'use strict';

const { HttpError } = require('../errors');

function reportHandlers({ store, alerts, pool, config }) {
  return {
    async keepersOnly(context) {
      if (context.request.headers['x-keeper'] !== config.keeperToken) throw new HttpError(401, 'For keepers only');
      context.keeper = { token: config.keeperToken, since: Date.now() };
    },

    async summary({ params }) {
      const summary = await pool.run('summarise', store.readingsOf(params.code));
      return { body: { station: params.code.toUpperCase(), ...summary } };
    },

    async days({ params }) {
      const days = await pool.run('byDay', store.readingsOf(params.code));
      return { body: days.map(({ day, count, mean }) => ({ day, count, mean })) };
    },

    async overview() {
      const stations = store.list();
      const summaries = await Promise.all(stations.map(({ code }) => pool.run('summarise', store.readingsOf(code))));
      const busiest = summaries.reduce((best, each, i) => (each.count > summaries[best].count ? i : best), 0);
      return {
        body: {
          total: summaries.reduce((sum, { count }) => sum + count, 0),
          busiest: stations[busiest].name,
          highest: Object.fromEntries(stations.map(({ code }, i) => [code, summaries[i].highest ? summaries[i].highest.level : null])),
        },
      };
    },

    async alerts({ query, keeper }) {
      const recent = alerts.recent(Number(query.count || 5));
      return { body: { asked: keeper.token.slice(0, 6), alerts: recent } };
    },
  };
}

module.exports = { reportHandlers };
