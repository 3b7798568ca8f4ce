/** In a trial only: who is asked, and what came of it, in the order in which it came: the status of each answer, the code of each refusal. */

import channels from 'node:diagnostics_channel';
import { errorMonitor } from 'node:events';
import type net from 'node:net';

import { guard, read } from './guard.cts';
import type { Message } from './words.cts';

type Send = (message: Message) => void;

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** What is asked by `http.request`, and by `fetch` and the rest of undici, and its answers. */
export function watchAnswers(send: Send): void {
  const tell = (url: string, status: unknown): void => {
    const { hostname, port, protocol } = new URL(url);
    send({ t: 'outcome', target: `${hostname}:${port || defaultPorts[protocol]}`, status, code: null });
  };
  const told = (name: string, urlOf: (request: unknown) => string): void =>
    channels.subscribe(name, (message) =>
      guard('observe', () =>
        tell(urlOf(read(message, 'request')), read(read(message, 'response'), 'statusCode') ?? null),
      ),
    );
  const urlOf = (request: unknown): string => {
    const host = (request as { getHeader(name: string): unknown }).getHeader('host');
    return `${String(read(request, 'protocol'))}//${String(host)}`;
  };
  const originOf = (request: unknown): string => String(read(request, 'origin'));
  told('http.client.request.start', urlOf);
  told('http.client.response.finish', urlOf);
  told('undici:request:create', originOf);
  told('undici:request:headers', originOf);
}

/** A connection that does not come about. The app hears of it as it always does. */
export function watchRefusal(socket: net.Socket, target: string, send: Send): void {
  socket.once(errorMonitor as never, (error: NodeJS.ErrnoException) => {
    if (socket.bytesRead === 0) send({ t: 'outcome', target, status: null, code: String(error.code) });
  });
}
