// The smallest server there is; its answer names the process.
const http = require('node:http');

const answer = String(process.pid);
http.createServer((_request, response) => response.end(answer)).listen(Number(process.env.PORT), '127.0.0.1');
