/** MySQL and MariaDB, to read: the session is made read-only between the login and the first query. Logins pass untouched. */
import { refusedSql } from './sql.ts';
import { cutter, noCommand, statementMs, type Ends, type Guard, type Talk } from './talk.ts';

const command = {
  quit: 1,
  initDb: 2,
  query: 3,
  ping: 14,
  prepare: 22,
  execute: 23,
  longData: 24,
  close: 25,
  reset: 26,
  fetch: 28,
};
const passing = new Set<number>(Object.values(command));
/** What neither side gets: many statements in one, TLS, compression, local files, query attributes. */
const capability = {
  compress: 1 << 5,
  localFiles: 1 << 7,
  ssl: 1 << 11,
  multi: 1 << 16,
  attributes: 1 << 27,
  zstd: 1 << 26,
};
const without = ~Object.values(capability).reduce((all, one) => all | one, 0);
/** Character sets in which half a letter can look like a quote or a backslash: Big5, GBK, Shift-JIS, cp932, GB18030. */
const ambiguous = new Set([1, 84, 28, 87, 13, 88, 95, 96, 248, 249, 250]);
const packetBytesMax = 0xff_ff_ff;
/** The last two are MySQL's and MariaDB's word for the same: one of them fails. */
const opening = [
  'SET SESSION TRANSACTION READ ONLY',
  `SET SESSION max_execution_time=${statementMs}`,
  `SET SESSION max_statement_time=${statementMs / 1000}`,
];
const [isOk, isError] = [0x00, 0xff];
const refusal = { readOnlyTransaction: 1792, tookTooLong: 3024, tookTooLongMariaDb: 1969 };

export const mysql: Guard = (ends): Talk => {
  let state: 'greeting' | 'hello' | 'login' | 'open' = 'greeting';
  let at = -1;
  let welcome = Buffer.alloc(0);
  const early: Buffer[] = [];

  const hello = (packet: Buffer): void => {
    state = 'login';
    const flags = packet.readUInt32LE(4);
    if ((flags & capability.ssl) !== 0) return stop(ends, 'its client wants TLS, which a relay cannot look into');
    if (ambiguous.has(packet.readUInt8(12))) return stop(ends, 'its encoding cannot be read');
    const changed = Buffer.from(packet);
    changed.writeUInt32LE((flags & without) >>> 0, 4);
    ends.toService(changed);
  };

  const fromTrial = (packet: Buffer): void => {
    if (state === 'hello') return hello(packet);
    if (state === 'login' && at < 0) return ends.toService(packet);
    if (state !== 'open') return void early.push(packet);
    const why = refusedPacket(packet);
    if (why !== null) ends.refuse(why);
    ends.toService(why === null ? packet : query(noCommand));
  };

  const fromService = (packet: Buffer): void => {
    if (state === 'greeting') {
      state = 'hello';
      return ends.toTrial(plainGreeting(packet));
    }
    if (state === 'open' || packet[4] === undefined) {
      if (packet[4] === isError) noteError(packet, ends);
      return ends.toTrial(packet);
    }
    if (at < 0 && packet[4] !== isOk) return ends.toTrial(packet);
    if (at < 0) welcome = Buffer.from(packet);
    if (at === 0 && packet[4] !== isOk) return stop(ends, 'its sessions there cannot be made read-only');
    at += 1;
    const next = opening[at];
    if (next !== undefined) return ends.toService(query(next));
    state = 'open';
    ends.toTrial(welcome);
    for (const held of early.splice(0)) fromTrial(held);
  };

  const lengthOf = (bytes: Buffer): number => (bytes.length < 4 ? 0 : 4 + bytes.readUIntLE(0, 3));
  return { fromTrial: cutter(lengthOf, fromTrial, ends), fromService: cutter(lengthOf, fromService, ends) };
};

function stop(ends: Ends, why: string): void {
  ends.refuse(why);
  ends.end();
}

function query(sql: string): Buffer {
  const head = Buffer.from([0, 0, 0, 0, command.query]);
  head.writeUIntLE(sql.length + 1, 0, 3);
  return Buffer.concat([head, Buffer.from(sql)]);
}

/** The server's first packet with fewer capabilities: protocol 10, version, thread, 8 bytes, 0, flags low, …, flags high. */
function plainGreeting(packet: Buffer): Buffer {
  const low = packet.indexOf(0, 5) + 1 + 4 + 8 + 1;
  if (packet[4] !== 10 || packet.length < low + 7) return packet;
  const changed = Buffer.from(packet);
  changed.writeUInt16LE(packet.readUInt16LE(low) & without & 0xffff, low);
  changed.writeUInt16LE(packet.readUInt16LE(low + 5) & (without >>> 16) & 0xffff, low + 5);
  return changed;
}

function refusedPacket(packet: Buffer): string | null {
  const kind = packet[4] ?? 0;
  if (packet[3] !== 0 || packet.length >= packetBytesMax) return 'it sent a packet that a relay cannot look into';
  if (!passing.has(kind)) return `it sent command ${kind}, which was refused`;
  return kind === command.query || kind === command.prepare ? refusedSql(packet.toString('latin1', 5), 'mysql') : null;
}

function noteError(packet: Buffer, ends: Ends): void {
  const number = packet.length < 7 ? 0 : packet.readUInt16LE(5);
  const said = packet.toString('utf8', packet[7] === 0x23 ? 13 : 7).slice(0, 200);
  if (number === refusal.readOnlyTransaction) ends.refuse(`the database said "${said}"`);
  if (number === refusal.tookTooLong || number === refusal.tookTooLongMariaDb)
    ends.refuse(`a query took longer than ${statementMs / 1000} s`);
}
