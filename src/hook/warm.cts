/**
 * A standby has time while it boots and none when it is called: what an http server runs at its first listen and its first answer is
 * loaded and run once, on a server and a connection that exist for nobody. Before the hook watches anything, so that it counts nowhere.
 */

import http from 'node:http';
import { Duplex } from 'node:stream';

const question = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
/** The first compiles, the others leave little of it to be done. */
const times = 5;

export function warmUp(): void {
  require('node:cluster'); // Node loads it at a first listen
  for (let n = 0; n < times; n += 1) answerOnce();
}

function answerOnce(): void {
  const server = http.createServer((request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(request.url);
  });
  const connection = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  server.emit('connection', connection);
  connection.emit('data', Buffer.from(question)); // at once: the loop does not turn before the app listens
  connection.destroy();
}
