// Each request of /work takes 25 ms of the processor: forty a second are all that it can do. `/` names the process.
const http = require('node:http');

const answer = String(process.pid);
http
  .createServer((request, response) => {
    if (request.url === '/work') for (const until = performance.now() + 25; performance.now() < until;);
    response.end(answer);
  })
  .listen(Number(process.env.PORT), '127.0.0.1');
