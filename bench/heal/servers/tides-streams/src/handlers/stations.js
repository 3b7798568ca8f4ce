'use strict';

function stationHandlers({ store, alerts, forecast }) {
  const shown = (station) => {
    const latest = store.latest(station.code);
    return {
      code: station.code,
      name: station.name,
      harbour: station.harbour ? station.harbour.toUpperCase() : 'OPEN COAST',
      keeper: station.keeper ? station.keeper.name : null,
      latest: latest ? { at: latest.at.toISOString(), level: latest.level.toFixed(2) } : null,
    };
  };

  return {
    async list() {
      return { body: store.list().map(shown) };
    },

    async show({ params }) {
      return { body: shown(store.station(params.code)) };
    },

    async contact({ params }) {
      const { keeper, name } = store.station(params.code);
      if (!keeper) return { status: 404, body: { error: `${name} has no keeper` } };
      return { body: { name: keeper.name, email: keeper.email ?? 'unknown' } };
    },

    async forecast({ params }) {
      const station = store.station(params.code);
      const tides = await forecast.of(station);
      const next = tides.find(({ level }) => alerts.gradeOf(station, level) !== null);
      return {
        body: {
          station: station.code,
          tides: tides.map(({ at, level }) => ({ at: at.toISOString(), level })),
          nextHigh: next ? next.at.toISOString() : null,
        },
      };
    },
  };
}

module.exports = { stationHandlers };
