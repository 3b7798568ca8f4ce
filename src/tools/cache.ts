/** inspect_cache: what a Redis of the project holds, read by a few fixed commands over its own protocol. */
import type { Socket } from 'node:net';
import tls from 'node:tls';
import type { ToolContext } from './context.ts';
import { open } from './targets.ts';
import { declare, optional, word } from './tool.ts';

const keysShown = 30;
const scansMax = 20;

export const inspectCache = declare({
  name: 'inspect_cache',
  description:
    'The Redis that the server uses: version, memory, number of keys, and keys with type, time to live and size. No values.',
  input: { match: optional(word('only keys like this, such as `session:*`')) },
  touches: ['network'],
  more: 'give match',
  isHere: (context) => cacheUrl(context) !== null,
  run: async ({ match = '*' }, context) => {
    const url = cacheUrl(context);
    if (url === null) return 'no variable of the environment names a Redis';
    const talk = await dial(url, context.signal);
    try {
      return await look(talk, url, match);
    } finally {
      talk.end();
    }
  },
});

function cacheUrl({ env }: ToolContext): URL | null {
  const found = Object.values(env).find(
    (value) => value !== undefined && /^rediss?:\/\//i.test(value) && URL.canParse(value),
  );
  return found === undefined ? null : new URL(found);
}

interface Talk {
  /** One command, one reply; an error reply is thrown. */
  ask(...words: readonly string[]): Promise<Reply>;
  end(): void;
}

type Reply = string | number | null | readonly Reply[];

async function look(talk: Talk, url: URL, match: string): Promise<string> {
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  if (password !== '') await talk.ask('AUTH', ...(user === '' ? [] : [user]), password);
  const database = url.pathname.slice(1);
  if (/^\d+$/.test(database)) await talk.ask('SELECT', database);
  const info = await orNone(talk.ask('INFO'));
  const fact = (name: string): string => new RegExp(`^${name}:([^\\r\\n]*)`, 'm').exec(String(info))?.[1] ?? 'unknown';
  const head = `redis ${fact('redis_version')} at ${url.hostname}:${url.port || 6379}, ${String(await talk.ask('DBSIZE'))} keys, memory ${fact('used_memory_human')} of ${fact('maxmemory_human')} (${fact('maxmemory_policy')}), role ${fact('role')}`;
  const keys = await keysLike(talk, match);
  const lines: string[] = [];
  for (const key of keys.slice(0, keysShown)) {
    const ttl = Number(await talk.ask('TTL', key));
    lines.push(`${key}: ${String(await talk.ask('TYPE', key))}, ${ttl < 0 ? 'no expiry' : `expires in ${ttl} s`}`);
  }
  return [head, ...lines, keys.length > keysShown ? `… and more keys` : ''].join('\n').trim();
}

async function keysLike(talk: Talk, match: string): Promise<string[]> {
  const keys: string[] = [];
  let cursor = '0';
  for (let scans = 0; scans < scansMax && keys.length <= keysShown; scans += 1) {
    const reply = await talk.ask('SCAN', cursor, 'MATCH', match, 'COUNT', '200');
    const [next, found] = Array.isArray(reply) ? (reply as readonly Reply[]) : ['0', []];
    if (Array.isArray(found)) keys.push(...found.map(String));
    cursor = String(next);
    if (cursor === '0') break;
  }
  return keys.toSorted();
}

async function orNone(asked: Promise<Reply>): Promise<Reply> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('ERR')) return ''; // a server without that command
    throw error;
  }
}

async function dial(url: URL, signal: AbortSignal): Promise<Talk> {
  const plain = await open({ host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || 6379) }, signal);
  const socket: Socket = url.protocol === 'rediss:' ? tls.connect({ socket: plain, servername: url.hostname }) : plain;
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held = Buffer.alloc(0);
  const next = async (): Promise<Reply> => {
    for (;;) {
      const found = parse(held, 0);
      if (found !== null) {
        held = held.subarray(found.end);
        if (found.reply instanceof Error) throw found.reply;
        return found.reply;
      }
      const { value, done } = await chunks.next();
      if (done === true) throw new Error('the cache closed the connection');
      held = Buffer.concat([held, value]);
    }
  };
  return {
    ask: (...words) => {
      const parts = words.map((one) => `$${Buffer.byteLength(one)}\r\n${one}\r\n`);
      socket.write(`*${words.length}\r\n${parts.join('')}`);
      return next();
    },
    end: () => {
      socket.destroy();
      plain.destroy();
    },
  };
}

/** The reply that begins at `at` and where it ends; null where it is not all there yet. */
function parse(bytes: Buffer, at: number): { reply: Reply | Error; end: number } | null {
  const eol = bytes.indexOf('\r\n', at);
  if (eol < 0) return null;
  const kind = String.fromCharCode(bytes[at] ?? 0);
  const line = bytes.toString('utf8', at + 1, eol);
  if (kind === '+') return { reply: line, end: eol + 2 };
  if (kind === '-') return { reply: new Error(line), end: eol + 2 };
  if (kind === ':') return { reply: Number(line), end: eol + 2 };
  const size = Number(line);
  if (kind === '$') {
    if (size < 0) return { reply: null, end: eol + 2 };
    const end = eol + 2 + size + 2;
    return bytes.length < end ? null : { reply: bytes.toString('utf8', eol + 2, end - 2), end };
  }
  if (kind !== '*') return { reply: new Error('it does not speak the protocol of Redis'), end: bytes.length };
  const items: Reply[] = [];
  let end = eol + 2;
  for (let left = size; left > 0; left -= 1) {
    const item = parse(bytes, end);
    if (item === null) return null;
    items.push(item.reply instanceof Error ? item.reply.message : item.reply);
    end = item.end;
  }
  return { reply: items, end };
}
