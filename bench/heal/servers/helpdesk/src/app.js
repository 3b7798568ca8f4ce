import { compose } from './core/compose.js';
import { Router } from './core/router.js';
import { agentRoutes } from './agents/routes.js';
import { cors } from './middleware/cors.js';
import { errors } from './middleware/errors.js';
import { jsonBody } from './middleware/json-body.js';
import { reportRoutes } from './reports/routes.js';
import { ticketRoutes } from './tickets/routes.js';

export function createHandler() {
  const router = new Router();
  router.get('/health', () => ({ up: true }));
  ticketRoutes(router);
  agentRoutes(router);
  reportRoutes(router);

  const run = compose([errors, cors, jsonBody, router.middleware()]);

  return async (req, res) => {
    const url = new URL(req.url, 'http://localhost');
    const context = { req, res, url, query: url.searchParams, status: 200, body: undefined };
    await run(context);
    if (res.writableEnded) return;
    const text = JSON.stringify(context.body ?? null);
    res.writeHead(context.status, { 'content-type': 'application/json' });
    res.end(text);
  };
}
