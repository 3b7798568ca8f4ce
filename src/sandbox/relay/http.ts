/** HTTP, to read: GET and HEAD without a body, each written anew; no tunnels, no upgrades, no TLS. */
import http from 'node:http';
import type net from 'node:net';
import { mayConnect, mayPass, relayLimits, type Watch } from './meter.ts';

const hopByHop = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|expect)$/i;

export async function httpRelay(
  at: string,
  address: { readonly host: string; readonly port: number },
  watch: Watch,
): Promise<() => void> {
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((incoming, answer) => {
    const wrong = refusedRequest(incoming);
    if (wrong !== null) {
      watch.refuse(wrong);
      return void answer.writeHead(405, { connection: 'close' }).end('refused by kintsugi: a trial may only read\n');
    }
    pass(incoming, answer, { ...address, agent, watch });
  });
  const drop = (what: string) => (_: unknown, socket: net.Socket) => {
    watch.refuse(what);
    socket.destroy();
  };
  server.on('connection', (socket: net.Socket) => {
    if (!mayConnect(watch)) socket.destroy();
  });
  server.on('connect', drop('it asked for a tunnel (CONNECT)'));
  server.on('upgrade', drop('it asked for an upgrade'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code !== 'ECONNRESET') watch.refuse('it sent what is no plain HTTP (TLS cannot be looked into)');
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, resolve));
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  };
}

function refusedRequest({ method = '', url = '', headers }: http.IncomingMessage): string | null {
  const where = (url.split(/[?#]/)[0] ?? '').slice(0, 80);
  if (method !== 'GET' && method !== 'HEAD') return `it sent ${method} ${where}, which was refused`;
  if (!url.startsWith('/')) return 'it asked for a proxy';
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  return hasBody ? `it sent ${method} ${where} with a body, which was refused` : null;
}

interface Passing {
  readonly host: string;
  readonly port: number;
  readonly agent: http.Agent;
  readonly watch: Watch;
}

function pass(
  incoming: http.IncomingMessage,
  answer: http.ServerResponse,
  { host, port, agent, watch }: Passing,
): void {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => !hopByHop.test(name)),
  ) as http.OutgoingHttpHeaders;
  const outgoing = http.request(
    {
      host,
      port,
      agent,
      method: incoming.method,
      path: incoming.url,
      headers,
      timeout: relayLimits.connectMs,
      setHost: false,
    },
    (reply) => {
      answer.writeHead(
        reply.statusCode ?? 502,
        Object.fromEntries(
          Object.entries(reply.headersDistinct).filter(
            ([name]) => !/^(connection|keep-alive|transfer-encoding)$/i.test(name),
          ),
        ),
      );
      reply.on('data', (chunk: Buffer) => {
        if (!mayPass(watch, chunk.length)) answer.destroy();
      });
      reply.once('error', () => answer.destroy()); // cut short here as there
      reply.pipe(answer);
    },
  );
  outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in time')));
  outgoing.once('error', () => answer.destroy()); // the trial sees a broken connection, as the server would
  answer.once('close', () => outgoing.destroy());
  outgoing.end();
}
