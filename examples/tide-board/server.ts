import http from 'node:http';
import { summary, tideAt } from './tides.ts';

const server = http.createServer((request, response) => {
  const [, , pier] = (request.url ?? '/').split('/');
  const body = pier === undefined ? summary() : tideAt(pier);
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? { error: 'no such pier' }));
});

server.listen(process.env.PORT || 3000);
