import { HttpError, readJson } from '#core/http';
import { validate } from '#core/validate';
import { bus } from '#core/bus';
import * as hives from '#db/hives';
import { latest } from '#db/inspections';

export function findHive(id) {
  const hive = hives.find(Number(id));
  if (!hive) throw new HttpError(404, `No hive ${id}`);
  return hive;
}

export default function register(router, { api, keeperKey }) {
  router.get('/hives', ({ query }) => {
    const page = Number(query.get('page') ?? 1);
    const rows = hives.list({ site: query.get('site'), limit: api.pageSize, offset: (page - 1) * api.pageSize });
    return { page, total: hives.count(), hives: rows };
  });

  router.get('/hives/:id', ({ params }) => {
    const hive = findHive(params.id);
    const last = latest(hive.id);
    return { ...hive, lastInspection: last?.date ?? null };
  });

  router.post('/hives', async ({ req }) => {
    if (req.headers['x-keeper-key'] !== keeperKey) throw new HttpError(401, 'Keepers only');
    const hive = hives.insert(validate('hive', await readJson(req)));
    bus.emit('hive:added', hive);
    return { status: 201, body: hive };
  });
}
