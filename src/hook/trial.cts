/** The hook's side of a trial: a control socket in place of the keeper, a pipe into each port, and the debugger's findings on request. */

import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

import { guard } from './guard.cts';
import { openFacts } from './facts.cts';
import type { ArmState, Facts } from './facts.cts';
import { watchFiles } from './files.cts';
import { markOwn } from './listen.cts';
import type { Ask, Listening } from './listen.cts';
import { markOwnSocket } from './observe.cts';
import type { Message, RuntimeFacts, TrialSetting } from './words.cts';
import { parse } from './wire.cts';

export interface Trial {
  send(message: Message): void;
  /** Opens a way in to this port and returns its unix path. */
  pipeTo(listening: Listening): string;
  /** Other arguments for `listen` where the trial has no network of its own; null where it has. */
  readonly rewrite: ((ask: Ask) => Ask) | null;
  redirect(host: string, port: number): Record<string, unknown> | null;
  /** Remembers that the app's wish for one port was given another. */
  moved(asked: number, real: number): void;
  factsOf(error: unknown): RuntimeFacts | null;
  /** The error that was reported last: `facts` is asked about that one. */
  blame(error: unknown): void;
  /** The process has ended: what it asked for in vain before anybody was there to hear it is written down. */
  left(): void;
}

const sentMax = 200;
const loopback = new Set(['localhost', '127.0.0.1', '::1', '']);

export function openTrial(setting: TrialSetting, root: string): Trial {
  const sent: string[] = [];
  const testers = new Set<net.Socket>();
  const movedPorts = new Map<number, number>();
  let facts: Facts | null = null;
  let blamed: unknown;
  let pipes = 0;

  const arm = (state: ArmState): void => {
    if (state === 'none' && facts === null) return;
    facts ??= openFacts(root);
    if (state !== 'none') blamed = undefined;
    facts.arm(state);
  };

  function answer(message: Message): Message | null {
    if (message.t === 'arm') {
      guard('trial', () => arm(message['state'] as ArmState));
      return { t: 'armed' };
    }
    if (message.t === 'facts') return { t: 'facts', facts: facts?.of(blamed) ?? null };
    return null;
  }

  const control = serve(setting.sock, (tester) => {
    testers.add(tester);
    tester.once('close', () => testers.delete(tester));
    // What was said before anybody listened is said again.
    for (const line of sent) tester.write(line);
    lines(tester, (message) => {
      const back = answer(message);
      if (back !== null) tester.write(`${JSON.stringify(back)}\n`);
    });
    tester.unref();
  });
  control.unref();
  if (setting.arm !== 'none') guard('trial', () => arm(setting.arm));

  const send = (message: Message): void => {
    const line = `${JSON.stringify(message)}\n`;
    if (sent.push(line) > sentMax) sent.shift();
    for (const tester of testers) tester.write(line);
  };
  const handed = (error: Error, from: Error): void => facts?.handed(error, from);
  guard('trial', () => watchFiles({ root, handed, lost: (error) => send({ t: 'lost', error }) }));

  return {
    send,
    pipeTo: ({ port, address }) =>
      pipe(
        `${setting.sock}.${port === null ? `u${pipes++}` : `p${port}`}`,
        port === null ? { path: address } : { port, host: dialable(address) },
      ),
    rewrite: setting.rewritePorts ? (ask) => elsewhere(ask, `${setting.sock}.s${pipes++}`) : null,
    redirect(host, port) {
      const relay = relayFor(setting.relays, host, port);
      if (relay !== null) return { path: relay, host: undefined, port: undefined };
      const real = loopback.has(host) ? movedPorts.get(port) : undefined;
      return real === undefined ? null : { port: real, host: '127.0.0.1' };
    },
    moved: (asked, real) => void movedPorts.set(asked, real),
    factsOf: (error) => facts?.of(error) ?? null,
    blame(error) {
      blamed = error;
    },
    left() {
      const lost = testers.size > 0 ? [] : sent.filter((line) => line.startsWith('{"t":"lost"'));
      if (lost.length > 0)
        fs.appendFileSync(path.join(path.dirname(setting.sock), 'lost'), lost.join(''), { mode: 0o600 });
    },
  };
}

/** An own unix server: not seen as the app's, and no reason for the process to stay. */
function serve(path: string, onConnection: (socket: net.Socket) => void): net.Server {
  fs.rmSync(path, { force: true });
  const server = markOwn(net.createServer(onConnection)) as net.Server;
  // Without a listener a failure here would end the app.
  server.on('error', () => undefined);
  return server.listen(path);
}

function pipe(path: string, target: net.NetConnectOpts): string {
  serve(path, (outer) => {
    const inner = markOwnSocket(new net.Socket({ allowHalfOpen: true })).connect(target);
    outer.allowHalfOpen = true;
    outer.pipe(inner).pipe(outer);
    // A reset on one side is a reset on the other: the tester must see what a client would.
    outer.once('error', () => inner.destroy());
    inner.once('error', () => outer.destroy());
    outer.once('close', () => inner.destroy());
    inner.once('close', () => outer.destroySoon());
  }).unref();
  return path;
}

function dialable(address: string): string {
  if (address === '::' || address === '0.0.0.0') return '127.0.0.1';
  return address;
}

function elsewhere(ask: Ask, path: string): Ask {
  if (ask.path !== null) return { ...ask, path };
  return { ...ask, port: 0, host: ask.host === '::1' ? '::1' : '127.0.0.1' };
}

/** One target has several names when it is this machine. */
function relayFor(relays: Readonly<Record<string, string>>, host: string, port: number): string | null {
  const names = loopback.has(host) ? [...loopback] : [host];
  const found = names.map((name) => relays[`${name}:${port}`]).find((relay) => relay !== undefined);
  return found ?? null;
}

function lines(socket: net.Socket, onMessage: (message: Message) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const message = parse(part);
      if (message !== null) guard('trial', () => onMessage(message));
    }
  });
}
