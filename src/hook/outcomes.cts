/** In a trial only: what came of asking others, in the order in which it came: the status of each answer, the code of each refusal. */

import channels from 'node:diagnostics_channel';
import { errorMonitor } from 'node:events';
import type net from 'node:net';

import { guard, read } from './guard.cts';
import type { Message } from './words.cts';

type Send = (message: Message) => void;

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Answers to `http.request`, and to `fetch` and the rest of undici. */
export function watchAnswers(send: Send): void {
  const tell = (url: string, status: unknown): void => {
    const { hostname, port, protocol } = new URL(url);
    send({ t: 'outcome', target: `${hostname}:${port || defaultPorts[protocol]}`, status, code: null });
  };
  channels.subscribe('http.client.response.finish', (message) =>
    guard('observe', () => {
      const request = read(message, 'request');
      const host = (request as { getHeader(name: string): unknown }).getHeader('host');
      tell(`${String(read(request, 'protocol'))}//${String(host)}`, read(read(message, 'response'), 'statusCode'));
    }),
  );
  channels.subscribe('undici:request:headers', (message) =>
    guard('observe', () =>
      tell(String(read(read(message, 'request'), 'origin')), read(read(message, 'response'), 'statusCode')),
    ),
  );
}

/** A connection that does not come about. The app hears of it as it always does. */
export function watchRefusal(socket: net.Socket, target: string, send: Send): void {
  socket.once(errorMonitor as never, (error: NodeJS.ErrnoException) => {
    if (socket.bytesRead === 0) send({ t: 'outcome', target, status: null, code: String(error.code) });
  });
}
