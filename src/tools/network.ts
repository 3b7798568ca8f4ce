/** Tools that open a connection to what the subject itself listens on or connects to: check_port, check_network, inspect_certificate, check_websocket. */
import { createHash, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import tls from 'node:tls';
import { systemClock } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import type { ToolContext } from './context.ts';
import { link, names, proc } from './proc.ts';
import { alive, ownPorts } from './subject.ts';
import { knownTargets, open, targetOf, type Target } from './targets.ts';
import { declare, integer, optional, word } from './tool.ts';

export const checkPort = declare({
  name: 'check_port',
  description: 'Whether something listens on a port of this machine, and whether it is the server.',
  input: { port: optional(integer('default: the ports of the server', [1, 65_535])) },
  touches: ['network'],
  run: async ({ port }, context) => {
    const ports = port === undefined ? ownPorts(context) : [port];
    const said = await Promise.all(ports.map(async (one) => `port ${one}: ${await listens(one, context)}`));
    return said.join('\n') || 'the server listens on no port now';
  },
});

export const checkNetwork = declare({
  name: 'check_network',
  description: 'Names, addresses and reachability of the services that the server connects to.',
  input: { target: optional(word('host or host:port; default: all of them')) },
  touches: ['network'],
  run: async ({ target }, context) => {
    const known = knownTargets(context);
    const wanted = target === undefined ? [...known.keys()].slice(0, 10) : [target];
    const said = await Promise.all(wanted.map((one) => reach(one, context)));
    return said.join('\n') || 'the server is not known to connect to anything';
  },
});

export const inspectCertificate = declare({
  name: 'inspect_certificate',
  description:
    'The TLS certificate of a service that the server connects to, or of the server itself: names, dates, chain, and why it is refused.',
  input: { target: word('host or host:port') },
  touches: ['network'],
  run: async ({ target: given }, context) => {
    const target = targetOf(given, context);
    return typeof target === 'string' ? target : certificate(target, context);
  },
});

export const checkWebsocket = declare({
  name: 'check_websocket',
  description: 'Ask the running server for a WebSocket on a path, and say how it answers the handshake.',
  input: {
    path: optional(word('path, default /')),
    port: optional(integer('one of the ports of the server; default the first', [1, 65_535])),
  },
  touches: ['network'],
  run: async ({ path = '/', port }, context) => {
    const ports = ownPorts(context);
    const chosen = port ?? ports[0];
    if (chosen === undefined || !ports.includes(chosen))
      return `the server listens on: ${ports.join(', ') || 'nothing'}`;
    if (!/^\/[\x21-\x7e]*$/.test(path)) return 'the path must begin with a slash and hold no space';
    return handshake({ host: '127.0.0.1', port: chosen }, path, context.signal);
  },
});

async function listens(port: number, context: ToolContext): Promise<string> {
  const refusal = await refused({ host: '127.0.0.1', port }, context.signal);
  if (refusal !== null) return `nothing answers (${refusal})`;
  const pid = alive(context);
  const holders = holdersOf(port);
  if (ownPorts(context).includes(port)) return `the server listens (process ${pid ?? 'unknown'})`;
  return `another program listens${holders.length > 0 ? ` (process ${holders.join(', ')})` : ''}; it is not the server`;
}

async function reach(given: string, context: ToolContext): Promise<string> {
  const target = targetOf(given, context);
  if (typeof target === 'string') return target;
  const shown = `${target.host}:${target.port}`;
  const addresses = isIP(target.host) > 0 ? [target.host] : await addressesOf(target.host);
  if (typeof addresses === 'string') return `${shown}: the name does not resolve (${addresses})`;
  const startedMs = performance.now();
  const refusal = await refused(target, context.signal);
  const how =
    refusal === null ? `reachable, ${Math.round(performance.now() - startedMs)} ms` : `not reachable (${refusal})`;
  return `${shown}: ${addresses.join(', ')}: ${how}`;
}

async function addressesOf(host: string): Promise<string[] | string> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    if (isErrno(error)) return error.code ?? 'unknown'; // a name that does not resolve is an answer
    throw error;
  }
}

/** Null where it can be connected to. */
async function refused(target: Target, signal: AbortSignal): Promise<string | null> {
  try {
    (await open(target, signal)).destroy();
    return null;
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error;
    return isErrno(error) ? (error.code ?? '') : error.message; // that is the finding
  }
}

async function certificate(target: Target, { signal }: ToolContext): Promise<string> {
  const plain = await open(target, signal);
  const secure = tls.connect({
    socket: plain,
    servername: isIP(target.host) > 0 ? '' : target.host,
    rejectUnauthorized: false,
  });
  try {
    await once(secure, 'secureConnect', { signal });
    const {
      subject,
      issuer,
      subjectaltname,
      valid_from: from,
      valid_to: to,
      fingerprint256,
    } = secure.getPeerCertificate();
    const days = Math.floor((Date.parse(to) - systemClock.now()) / 86_400_000);
    const mismatch = tls.checkServerIdentity(target.host, secure.getPeerCertificate())?.message;
    return [
      `${target.host}:${target.port} speaks ${secure.getProtocol() ?? 'TLS'}`,
      `subject ${subject?.CN ?? 'none'}, issuer ${issuer?.CN ?? 'none'}, names ${subjectaltname ?? 'none'}`,
      `valid from ${from} to ${to} (${days} days left)`,
      `trusted: ${secure.authorized ? 'yes' : `no, ${String(secure.authorizationError)}`}; ${mismatch ?? 'the name fits'}`,
      `sha256 ${fingerprint256}`,
    ].join('\n');
  } finally {
    secure.destroy();
    plain.destroy();
  }
}

const websocketId = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const headCharsMax = 8_192;

async function handshake(target: Target, path: string, signal: AbortSignal): Promise<string> {
  const socket = await open(target, signal);
  const key = randomBytes(16).toString('base64');
  try {
    socket
      .setEncoding('latin1')
      .write(
        `GET ${path} HTTP/1.1\r\nHost: ${target.host}:${target.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
    let head = '';
    for await (const chunk of socket as AsyncIterable<string>) {
      head += chunk;
      if (head.includes('\r\n\r\n') || head.length > headCharsMax) break;
    }
    const status = /^HTTP\/1\.1 (\d{3}[^\r]*)/.exec(head)?.[1];
    if (status === undefined)
      return head === '' ? 'it closed the connection without an answer' : 'it does not speak HTTP';
    if (!status.startsWith('101')) return `no WebSocket on ${path}: it answered ${status}`;
    const accept = /^sec-websocket-accept:\s*(\S+)/im.exec(head)?.[1];
    const right =
      accept ===
      createHash('sha1')
        .update(key + websocketId)
        .digest('base64');
    return right ? `a WebSocket opened on ${path}` : `it answered ${status} with a wrong Sec-WebSocket-Accept`;
  } finally {
    socket.destroy();
  }
}

/** Processes of ours that listen on a TCP port; [] where the system does not tell. */
function holdersOf(port: number): number[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const rows = ['tcp', 'tcp6'].flatMap((file) => proc('net', file).split('\n'));
  const sockets = rows.flatMap((row) => {
    const [, local, , state, , , , , , inode] = row.trim().split(/\s+/);
    return local?.endsWith(`:${hex}`) === true && state === '0A' && inode !== undefined ? [`socket:[${inode}]`] : [];
  });
  const holds = (pid: string): boolean =>
    names(`/proc/${pid}/fd`).some((fd) => sockets.includes(link(`/proc/${pid}/fd/${fd}`)));
  return names('/proc')
    .filter((name) => /^\d+$/.test(name) && holds(name))
    .map(Number);
}
