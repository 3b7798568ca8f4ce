import { readJson } from '#core/http';
import { validate } from '#core/validate';
import { bus } from '#core/bus';
import * as inspections from '#db/inspections';
import { findHive } from './hives.js';

const alerts = [];

function watchMites({ maxMites, keepLast }) {
  bus.on('inspection:added', ({ hive, inspection }) => {
    if (inspection.mites <= maxMites) return;
    alerts.unshift({ hive: hive.name, mites: inspection.mites, date: inspection.date });
    alerts.splice(keepLast);
  });
}

export default function register(router, config) {
  watchMites(config.alerts);

  router.get('/hives/:hiveId/inspections', ({ params }) => {
    const hive = findHive(params.hiveId);
    return inspections.ofHive(hive.id);
  });

  router.post('/hives/:hiveId/inspections', async ({ req, params }) => {
    const hive = findHive(params.hiveId);
    const inspection = inspections.insert(hive.id, validate('inspection', await readJson(req)));
    bus.emit('inspection:added', { hive, inspection });
    return { status: 201, body: inspection };
  });

  router.get('/alerts', () => ({ alerts }));
}
