import http from 'node:http';
import { createRouter } from './utils/router.js';
import { sendJson } from './utils/respond.js';
import { registerRoutes } from './routes.js';
import { startCleanup } from './services/sessions.js';

const router = createRouter();
registerRoutes(router);

const server = http.createServer(async (req, res) => {
  try {
    const url = new URL(req.url, `http://${req.headers.host ?? 'localhost'}`);
    const match = router.match(req.method, url.pathname);
    if (!match) return sendJson(res, 404, { error: 'Not found' });
    await match.handler({ req, res, params: match.params, query: url.searchParams });
  } catch (error) {
    const status = error.statusCode ?? 500;
    if (status === 500) console.error(error);
    sendJson(res, status, { error: error.message });
  }
});

const port = Number(process.env.PORT ?? 4000);
server.listen(port, () => {
  console.log(`recipes on http://localhost:${port}`);
  startCleanup();
});
