import fp from 'fastify-plugin';
import { HttpError, forbidden } from '../lib/errors.js';

async function auth(app) {
  const byToken = app.db.prepare('SELECT id, name, role, home_id FROM staff WHERE token = ? AND left_on IS NULL');

  app.decorateRequest('staff', null);

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config?.open) return;
    const [kind, token] = (request.headers.authorization ?? '').split(' ');
    const row = kind === 'Bearer' && token ? byToken.get(token) : undefined;
    if (row === undefined) throw new HttpError(401, 'token wanted');
    request.staff = { id: row.id, name: row.name, role: row.role, home: row.home_id };
  });

  app.decorate('managersOnly', async (request) => {
    if (request.staff.role !== 'manager') throw forbidden('managers only');
  });
}

export default fp(auth, { name: 'auth', dependencies: ['database'] });
