import http from 'node:http';
import { enqueue, finished, isKind } from './lib/jobs.mjs';
import { householdPage, summaryPage } from './lib/pages.mjs';
import { call } from './lib/rpc.mjs';
import settings from './lib/settings.mjs';

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function html(response, text) {
  response.writeHead(200, { 'content-type': 'text/html' }).end(text);
}

async function answer(request, response) {
  const [area, ...rest] = request.url.split('/').slice(1);
  if (request.method === 'POST' && area === 'rpc') {
    const { status, body } = await call(await bodyOf(request));
    return json(response, status, body);
  }
  if (request.method === 'POST' && area === 'jobs') {
    const { kind, ...params } = await bodyOf(request);
    if (!isKind(kind)) return json(response, 400, { error: 'no such kind of job' });
    return json(response, 202, { id: enqueue(kind, params).id });
  }
  if (area === 'jobs') {
    const job = await finished(rest[0]);
    return job ? json(response, 200, job) : json(response, 404, { error: 'no such job' });
  }
  if (area === 'pages' && rest[0] === 'summary') return html(response, await summaryPage());
  if (area === 'pages' && rest[0] === 'household') return html(response, await householdPage(rest[1]));
  return json(response, 404, { error: 'not found' });
}

const server = http.createServer((request, response) => {
  answer(request, response).catch((error) => {
    if (error.code === 'unknown') return json(response, 404, { error: error.message });
    console.error(error);
    json(response, 500, { error: 'internal error' });
  });
});

server.listen(settings.listen.port);
