/** Sends a captured request, or a message, once more, over a unix socket or a loopback port, and says how it was answered. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import type { Answer, CapturedRequest } from '../incident/nouns.ts';
import { handshakeOf, isMessage, isRaw, say, urlOf } from './message.ts';

export type Target = { readonly socketPath: string } | { readonly port: number };

/** A server of the trial; `tls` is null until it is known. */
export interface Listening {
  /** What it takes for its port itself. */
  readonly port: number;
  readonly target: Target;
  tls: boolean | null;
}

/** Where a request was for, the surest first: the port it came to, that of its Host, that of the environment. */
export function portsMeant(request: CapturedRequest, env: Readonly<Record<string, string>>): number[] {
  const host = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'host')?.[1] ?? '';
  return [request.port, Number(/:(\d+)$/.exec(host)?.[1]), Number(env['PORT'])].filter(isPort);
}

function isPort(port: number | undefined): port is number {
  return port !== undefined && port > 0; // NaN is not
}

export interface SendOptions {
  readonly target: Target;
  /** What the server takes for its port, for the Host of a request that has none. */
  readonly port: number;
  readonly tls: boolean;
  readonly timeoutMs: number;
}

const bodyBytesMax = 64 * 1024;
/** Belong to one connection or are computed anew; `expect` would make the client wait for a go-ahead. */
const hopByHop =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|expect|http2-settings)$/i;

/** Never rejects: every way to fail is an Answer. `exit` is for the caller to tell, who sees the process. */
export function send(request: CapturedRequest, options: SendOptions): Promise<Answer> {
  return isRaw(request) ? sendRaw(request, options) : sendHttp(request, options);
}

/** The same over TLS, which is what the server speaks if it answers that; else the plain answer. */
export async function tryTls(
  request: CapturedRequest,
  { to, plain, timeoutMs }: { readonly to: Listening; readonly plain: Answer; readonly timeoutMs: number },
): Promise<Answer> {
  const answer = await send(request, { ...to, tls: true, timeoutMs });
  if (answer.status === null) return plain;
  to.tls = true;
  return answer;
}

/** A protocol of the server's own has no status: 200 stands for a connection that was not cut. */
async function sendRaw(request: CapturedRequest, { target, tls: isTls }: SendOptions): Promise<Answer> {
  const started = performance.now();
  const to = 'socketPath' in target ? { path: target.socketPath } : { host: '127.0.0.1', port: target.port };
  const socket = isTls ? tls.connect({ ...to, rejectUnauthorized: false }) : net.connect(to);
  const error = await say(socket, request);
  socket.destroy();
  return { status: error === null ? 200 : null, error, ms: Math.round((performance.now() - started) * 10) / 10 };
}

function sendHttp(request: CapturedRequest, options: SendOptions): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve) => {
    let answered: Pick<Answer, 'status' | 'body' | 'headers'> = { status: null };
    const done = (error: Answer['error']): void => {
      clearTimeout(timer);
      resolve({ ...answered, error, ms: Math.round((performance.now() - started) * 10) / 10 });
      outgoing.destroy();
    };
    const outgoing = start(request, options); // throws for what Node cannot send
    const timer = setTimeout(done, options.timeoutMs, 'timeout');
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      done(/ECONNREFUSED|ENOENT/.test(error.code ?? '') ? 'refused' : 'reset'),
    );
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const note = (): void => {
        const body = Buffer.concat(chunks).toString('utf8');
        answered = { status: incoming.statusCode ?? null, body, headers: flat(incoming.headers) };
      };
      note();
      // A stream of events has answered when it begins.
      if (/^text\/event-stream/i.test(incoming.headers['content-type'] ?? '')) return done(null);
      incoming.on('data', (chunk: Buffer) => {
        if (bytes < bodyBytesMax) chunks.push(chunk.subarray(0, bodyBytesMax - bytes));
        bytes += chunk.length;
      });
      incoming.on('error', () => done('reset'));
      incoming.on('end', () => {
        note();
        done(null);
      });
    });
    outgoing.on('upgrade', async (incoming, socket, head) => {
      socket.unshift(head); // what came together with the handshake
      const error = isMessage(request) ? await say(socket, request) : null;
      // A connection that is cut answered nothing, whatever its handshake was.
      if (error === null) answered = { status: incoming.statusCode ?? null };
      socket.destroy();
      done(error);
    });
    outgoing.end(isMessage(request) ? undefined : bodyOf(request));
  });
}

function start(request: CapturedRequest, options: SendOptions): http.ClientRequest {
  const to = options.target;
  const url = isMessage(request) ? urlOf(request.url) : request.url;
  const settings = {
    ...('socketPath' in to ? { socketPath: to.socketPath } : { host: '127.0.0.1', port: to.port }),
    method: !isMessage(request) && /^[A-Za-z-]+$/.test(request.method) ? request.method.toUpperCase() : 'GET',
    // Captured bytes stand as latin1; anything that could not have come over the wire is written as one would type it.
    path: (url.startsWith('/') || url === '*' ? url : `/${url}`).replace(/[^\u0021-\u00ff]/g, encodeURIComponent),
    headers: headersOf(request, options.port),
    setHost: false,
    agent: false,
  } as const;
  return options.tls
    ? https.request({ ...settings, rejectUnauthorized: false, servername: '' })
    : http.request(settings);
}

function headersOf(request: CapturedRequest, port: number): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (hopByHop.test(name) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) continue;
    headers[name] = /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
      ? value
      : Buffer.from(value.replace(/[\r\n\0]/g, ' ')).toString('latin1');
  }
  const has = (wanted: string): boolean => Object.keys(headers).some((name) => name.toLowerCase() === wanted);
  if (!has('host')) headers['host'] = `localhost:${port}`;
  headers['x-kintsugi-replay'] = '1';
  if (isMessage(request)) return handshakeOf(headers);
  const length = bodyOf(request).length;
  if (length > 0 || !/^(GET|HEAD|DELETE|OPTIONS)$/i.test(request.method)) headers['content-length'] = String(length);
  return headers;
}

function bodyOf(request: CapturedRequest): Buffer {
  return Buffer.from(request.body ?? '', request.bodyEncoding);
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
