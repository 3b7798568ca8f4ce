import fp from 'fastify-plugin';

async function alertsPlugin(app) {
  const alerts = new Map();
  const listeners = [];

  app.decorate('alerts', {
    on(listener) {
      listeners.push(listener);
    },
    of(lineId) {
      return alerts.get(lineId) ?? [];
    },
    raise(lineId, text, level = 'info') {
      const alert = { text, level, number: this.of(lineId).length + 1 };
      alerts.set(lineId, [...this.of(lineId), alert]);
      for (const listener of listeners) listener(lineId, alert);
      return alert;
    },
  });

  const tally = { info: 0, warning: 0 };
  app.alerts.on((lineId, alert) => {
    tally[alert.level.toLowerCase()] += 1;
  });
  app.decorate('tally', tally);
}

export default fp(alertsPlugin, { name: 'alerts', dependencies: ['store'] });
