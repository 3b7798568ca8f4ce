// The smallest server there is; its answer names the process, which dies of an error at SIGUSR2.
const http = require('node:http');

const answer = String(process.pid);
http.createServer((_request, response) => response.end(answer)).listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGUSR2', () => {
  throw new Error('planted');
});
