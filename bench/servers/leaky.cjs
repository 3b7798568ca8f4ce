// Keeps 50 MB a second from the first request of /leak on. `/` names the process.
const http = require('node:http');

const answer = String(process.pid);
const kept = [];
let timer = null;
http
  .createServer((request, response) => {
    if (request.url === '/leak') timer ??= setInterval(() => kept.push(Buffer.alloc(5 * 1024 * 1024, 1)), 100);
    response.end(answer);
  })
  .listen(Number(process.env.PORT), '127.0.0.1');
