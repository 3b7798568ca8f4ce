import http from 'node:http';
import createError, { isHttpError } from 'http-errors';
import { readJson } from './body.js';
import { staticFile } from './static.js';

const withBody = new Set(['POST', 'PUT', 'PATCH']);

function send(response, status, body, type = 'application/json; charset=utf-8') {
  const text = type.startsWith('application/json') ? JSON.stringify(body) : body;
  response.writeHead(status, { 'content-type': type });
  response.end(text);
}

async function answer(router, request, response) {
  const url = new URL(request.url, 'http://localhost');
  const file = request.method === 'GET' ? await staticFile(url.pathname) : null;
  if (file) return send(response, 200, file.content, file.type);
  const found = router.match(request.method, url.pathname);
  if (!found) throw createError(404, `nothing at ${url.pathname}`);
  const context = {
    params: found.params,
    query: Object.fromEntries(url.searchParams),
    body: withBody.has(request.method) ? await readJson(request) : null,
  };
  const { status = 200, type, body } = await found.handler(context);
  send(response, status, body, type);
}

export function createServer(router) {
  return http.createServer(async (request, response) => {
    try {
      await answer(router, request, response);
    } catch (error) {
      if (isHttpError(error) && error.expose) return send(response, error.status, { error: error.message });
      console.error(`${request.method} ${request.url}`, error);
      send(response, 500, { error: 'internal error' });
    }
  });
}
