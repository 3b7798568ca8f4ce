/** Closed-loop load in a process of its own: `PORT MS CONNECTIONS`; keep-alive, one request in flight on each connection. */
import net from 'node:net';
import { get } from './lib.mjs';

const [port, ms, connections] = process.argv.slice(2).map(Number);
const head = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** All answers of one server are equally long, so counting bytes is enough, and cheap enough to keep the server busy. */
async function lengthOfAnswer() {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  let bytes = 0;
  socket.on('data', (data) => (bytes += data.length)).write(head);
  await new Promise((resolve) => setTimeout(resolve, 60));
  socket.destroy();
  return bytes;
}

const { status } = await get(port);
const length = await lengthOfAnswer();
if (status !== 200 || length === 0) throw new Error(`no answer on port ${port}`);

let requests = 0;
let errors = 0;
const began = performance.now();
const sockets = Array.from({ length: connections }, () => {
  let bytes = 0;
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => (errors += 1));
  socket.on('data', (data) => {
    bytes += data.length;
    if (bytes < length) return;
    bytes -= length;
    requests += 1;
    socket.write(head);
  });
  socket.write(head);
  return socket;
});
setTimeout(() => {
  const took = performance.now() - began;
  for (const socket of sockets) socket.destroy();
  process.stdout.write(JSON.stringify({ requests, errors, ms: took }));
}, ms);
