import fp from 'fastify-plugin';
import { Problem } from '../lib/problems.js';

export default fp(
  async (app) => {
    app.decorateRequest('reader', null);
    app.decorate('identify', async (request) => {
      const card = request.headers['x-reader-card'];
      request.reader = app.store.readers.get(card) ?? null;
      if (request.reader === null) throw new Problem(401, 'Show your card');
    });
  },
  { name: 'reader', dependencies: ['store'] },
);
