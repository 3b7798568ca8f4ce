import fp from 'fastify-plugin';
import { Problem } from '../stock/problem.js';

async function auth(app) {
  app.decorate('writer', async (request) => {
    if (request.headers['x-api-key'] !== app.config.apiKey) throw new Problem(401, 'api key needed');
  });
}

export default fp(auth, { name: 'auth' });
