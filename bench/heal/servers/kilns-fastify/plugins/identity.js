import fp from 'fastify-plugin';

async function identity(app) {
  app.decorateRequest('potter', null);

  app.addHook('onRequest', async (request) => {
    const header = request.headers.authorization;
    if (!header) return;
    const token = header.replace(/^Bearer\s+/i, '');
    request.potter = app.repositories.potters.findByToken(token) ?? null;
  });

  app.decorate('requirePotter', async (request) => {
    if (request.potter === null) throw app.problem(401, 'Sign in first');
  });

  app.decorate('requireSteward', async (request) => {
    if (request.potter === null) throw app.problem(401, 'Sign in first');
    if (request.potter.role !== 'steward') throw app.problem(403, 'Stewards only');
  });
}

export default fp(identity, { name: 'identity', dependencies: ['database', 'errors'] });
