/** PostgreSQL, to read: the session is made read-only before the first query, and nothing may undo that. Logins pass untouched. */
import { refusedSql } from './sql.ts';
import { cutter, noCommand, statementMs, type Ends, type Guard, type Talk } from './talk.ts';

const [sslRequest, gssRequest, cancelRequest] = [80877103, 80877104, 80877102];
const startupBytesMax = 10_000;
/** Said to the server when the connection is made, so that RESET and DISCARD come back to it; a pooler that cannot refuses. */
const forced: readonly (readonly [string, string])[] = [
  ['default_transaction_read_only', 'on'],
  ['statement_timeout', String(statementMs)],
];
const dropped = new Set(['default_transaction_read_only', 'transaction_read_only', 'statement_timeout']);
const asciiSafe = /^'?(utf-?8|unicode|latin-?\d+|sql_ascii|iso_?8859.*)?'?$/i;

/** `login`: until the server is ready; `asked`: whether it took the setting; `open`: the trial may ask. */
type State = 'startup' | 'login' | 'asked' | 'open';

export const postgres: Guard = (ends): Talk => {
  let state: State = 'startup';
  let wantedTls = false;
  let isReadOnly = false;
  let ready = Buffer.alloc(0);
  const early: Buffer[] = [];

  const start = (message: Buffer): void => {
    const code = message.readInt32BE(4);
    if (code === sslRequest || code === gssRequest) {
      wantedTls = true;
      return ends.toTrial(Buffer.from('N'));
    }
    if (code === cancelRequest) return ends.end();
    const startup = readOnlyStartup(message);
    if (typeof startup === 'string') return stop(ends, startup);
    state = 'login';
    ends.toService(startup);
  };

  const fromTrial = (message: Buffer): void => {
    if (state === 'startup') return start(message);
    if (state !== 'open' && message[0] !== code('p')) return void early.push(message);
    const sql = sqlIn(message);
    if (sql === undefined) return stop(ends, 'it used a call that a relay cannot look into');
    const why = sql === null ? null : refusedSql(sql, 'postgres');
    if (why !== null) ends.refuse(why);
    ends.toService(why === null ? message : unknownStatement(message));
  };

  const whileAsked = (message: Buffer): void => {
    if (message[0] === code('D')) isReadOnly = message.toString('latin1', 11) === 'on';
    if (message[0] !== code('Z')) return;
    if (!isReadOnly) return stop(ends, 'its sessions there cannot be made read-only (is a pooler between?)');
    state = 'open';
    ends.toTrial(ready);
    for (const held of early.splice(0)) fromTrial(held);
  };

  const fromService = (message: Buffer): void => {
    if (state === 'asked') return whileAsked(message);
    if (state === 'login' && message[0] === code('Z')) {
      ready = Buffer.from(message);
      state = 'asked';
      return ends.toService(framed('Q', 'SHOW default_transaction_read_only\0'));
    }
    if (message[0] === code('E')) noteError(message, ends);
    ends.toTrial(message);
  };

  return {
    fromTrial: cutter((bytes) => lengthIn(bytes, state === 'startup'), fromTrial, ends),
    fromService: cutter((bytes) => lengthIn(bytes, false), fromService, ends),
    ended: () => {
      if (wantedTls && state === 'startup') ends.refuse('its client wants TLS, which a relay cannot look into');
    },
  };
};

function stop(ends: Ends, why: string): void {
  ends.refuse(why);
  ends.end();
}

function code(letter: string): number {
  return letter.charCodeAt(0);
}

function lengthIn(bytes: Buffer, startup: boolean): number {
  const head = startup ? 0 : 1;
  if (bytes.length < head + 4) return 0;
  const length = bytes.readInt32BE(head);
  return length < (startup ? 8 : 4) || (startup && length > startupBytesMax) ? -1 : head + length;
}

function framed(type: string, body: string): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeInt32BE(Buffer.byteLength(body, 'latin1') + 4, type.length);
  return Buffer.concat([head, Buffer.from(body, 'latin1')]);
}

/** The startup message with the session's settings forced, or why it cannot be. */
function readOnlyStartup(message: Buffer): Buffer | string {
  const version = message.readInt32BE(4);
  if (version >> 16 !== 3) return 'it speaks another version of the protocol';
  const words = message.toString('latin1', 8).split('\0');
  const kept: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < words.length && words[at] !== ''; at += 2) {
    const [name = '', value = ''] = words.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (lower === 'replication') return 'it asked for replication';
    if (lower === 'client_encoding' && !asciiSafe.test(value))
      return `its encoding ${value.slice(0, 20)} cannot be read`;
    if (lower === 'options' && /\\|read[-_]only|statement[-_]timeout|client[-_]encoding|conforming/i.test(value))
      return 'its startup options could undo that';
    if (!dropped.has(lower)) kept.push([name, value]);
  }
  const body = [...kept, ...forced].map(([name, value]) => `${name}\0${value}\0`).join('');
  const bytes = framed('', `\0\0\0\0${body}\0`);
  bytes.writeInt32BE(version, 4);
  return bytes;
}

/** The SQL in a message of the trial; null where it has none; undefined for a message that is not let through. */
function sqlIn(message: Buffer): string | null | undefined {
  const type = String.fromCharCode(message[0] ?? 0);
  if (type === 'Q') return message.toString('latin1', 5, message.length - 1);
  if (type === 'P') return message.toString('latin1', message.indexOf(0, 5) + 1).split('\0')[0] ?? '';
  return 'pBDECHSX'.includes(type) ? null : undefined;
}

function unknownStatement(message: Buffer): Buffer {
  if (message[0] === code('Q')) return framed('Q', `${noCommand}\0`);
  const name = message.toString('latin1', 5, message.indexOf(0, 5));
  return framed('P', `${name}\0${noCommand}\0\0\0`);
}

function noteError(message: Buffer, ends: Ends): void {
  const fields = new Map(
    message
      .toString('utf8', 5)
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  );
  const said = (fields.get('M') ?? '').slice(0, 200);
  if (fields.get('C') === '25006') ends.refuse(`the database said "${said}"`);
  if (fields.get('C') === '57014' && /statement timeout/.test(said))
    ends.refuse(`a query took longer than ${statementMs / 1000} s`);
  if (/unsupported startup parameter/i.test(said))
    ends.refuse('a pooler is between that cannot make its sessions read-only');
}
