/** A Redis of one process: RESP over strings, hashes, lists and sorted sets in memory. */
import { once } from 'node:events';
import net from 'node:net';

export async function startRedis() {
  const values = new Map();
  const server = net.createServer((socket) => {
    let bytes = '';
    socket.on('error', () => socket.destroy());
    socket.setEncoding('latin1').on('data', (chunk) => {
      const { commands, rest } = parse(bytes + chunk);
      bytes = rest;
      for (const words of commands) socket.write(reply(values, words), 'latin1');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const reset = (commands) => {
    values.clear();
    for (const words of commands)
      reply(
        values,
        words.map((word) => Buffer.from(String(word)).toString('latin1')),
      );
  };
  return { port: server.address().port, reset };
}

function parse(text) {
  const commands = [];
  for (let at = 0; ;) {
    const from = at;
    const line = () => {
      const end = text.indexOf('\r\n', at);
      if (end === -1) return null;
      const found = text.slice(at, end);
      at = end + 2;
      return found;
    };
    const head = line();
    if (head === null) return { commands, rest: text.slice(from) };
    const words = [];
    for (let left = Number(head.slice(1)); left > 0; left--) {
      const size = line();
      if (size === null || text.length < at + Number(size.slice(1)) + 2) return { commands, rest: text.slice(from) };
      words.push(text.slice(at, at + Number(size.slice(1))));
      at += Number(size.slice(1)) + 2;
    }
    commands.push(words);
  }
}

const status = (text) => `+${text}\r\n`;
const whole = (number) => `:${number}\r\n`;
const bulk = (text) => (text === undefined || text === null ? '$-1\r\n' : `$${text.length}\r\n${text}\r\n`);
const list = (items) => `*${items.length}\r\n${items.map(bulk).join('')}`;
const kinds = { hash: Map, list: Array, zset: Set };
const wrongType = 'WRONGTYPE Operation against a key holding the wrong kind of value';

/** The value of a key in the shape a command needs; made where it is not there. */
function shaped(values, key, kind) {
  const Kind = kinds[kind];
  if (!values.has(key)) values.set(key, new Kind());
  const value = values.get(key);
  if (!(value instanceof Kind)) throw new Error(wrongType);
  return value;
}

function reply(values, [name, ...words]) {
  try {
    const command = commandsByName[name.toLowerCase()];
    if (command === undefined) return `-ERR unknown command '${name}'\r\n`;
    const [min, carryOut] = command;
    if (words.length < min) return `-ERR wrong number of arguments for '${name.toLowerCase()}' command\r\n`;
    return carryOut(values, ...words);
  } catch (error) {
    return `-${error.message}\r\n`; // what Redis says to its client
  }
}

function text(values, key) {
  const value = values.get(key);
  if (value !== undefined && typeof value !== 'string') throw new Error(wrongType);
  return value;
}

function add(values, key, by) {
  const sum = Number(text(values, key) ?? '0') + Number(by);
  if (!Number.isInteger(sum)) throw new Error('ERR value is not an integer or out of range');
  values.set(key, String(sum));
  return whole(sum);
}

function slice(items, start, stop) {
  const at = (word) => (Number(word) < 0 ? items.length + Number(word) : Number(word));
  return items.slice(at(start), at(stop) + 1);
}

const pairs = (words) => words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]]] : []));
const scored = (set) => [...set].sort((a, b) => a.score - b.score || (a.member < b.member ? -1 : 1));
const members = (items, scores) => items.flatMap(({ member, score }) => (scores ? [member, String(score)] : [member]));

/** Name → least number of words, and what it does. */
const commandsByName = {
  ping: [0, () => status('PONG')],
  info: [0, () => bulk('redis_version:7.2.0\r\nloading:0\r\n')],
  select: [1, () => status('OK')],
  client: [0, () => status('OK')],
  quit: [0, () => status('OK')],
  auth: [1, () => status('OK')],
  command: [0, () => list([])],
  get: [1, (values, key) => bulk(text(values, key))],
  set: [2, (values, key, value) => (values.set(key, value), status('OK'))],
  setex: [3, (values, key, seconds, value) => (values.set(key, value), status('OK'))],
  mget: [1, (values, ...keys) => list(keys.map((key) => text(values, key)))],
  incr: [1, (values, key) => add(values, key, 1)],
  incrby: [2, add],
  decr: [1, (values, key) => add(values, key, -1)],
  del: [1, (values, ...keys) => whole(keys.filter((key) => values.delete(key)).length)],
  exists: [1, (values, ...keys) => whole(keys.filter((key) => values.has(key)).length)],
  expire: [2, (values, key) => whole(values.has(key) ? 1 : 0)],
  ttl: [1, (values, key) => whole(values.has(key) ? -1 : -2)],
  keys: [1, (values, glob) => list([...values.keys()].filter((key) => globbed(glob).test(key)))],
  hset: [3, (values, key, ...words) => setHash(values, key, words)],
  hget: [2, (values, key, field) => bulk(values.has(key) ? shaped(values, key, 'hash').get(field) : null)],
  hgetall: [1, (values, key) => list(values.has(key) ? [...shaped(values, key, 'hash')].flat() : [])],
  hmget: [2, (values, key, ...fields) => list(fields.map((one) => values.get(key)?.get(one)))],
  hdel: [2, (values, key, ...fields) => whole(fields.filter((one) => values.get(key)?.delete(one)).length)],
  hincrby: [3, (values, key, field, by) => addHash(values, key, field, by)],
  rpush: [2, (values, key, ...words) => whole(shaped(values, key, 'list').push(...words))],
  lpush: [2, (values, key, ...words) => whole(shaped(values, key, 'list').unshift(...words.toReversed()))],
  lrange: [3, (values, key, from, to) => list(values.has(key) ? slice(shaped(values, key, 'list'), from, to) : [])],
  llen: [1, (values, key) => whole(values.has(key) ? shaped(values, key, 'list').length : 0)],
  zadd: [3, (values, key, ...words) => setScores(values, key, words)],
  zrange: [3, (values, key, from, to, flag) => range(values, key, [from, to], flag, (items) => items)],
  zrevrange: [3, (values, key, from, to, flag) => range(values, key, [from, to], flag, (items) => items.toReversed())],
  zincrby: [3, (values, key, by, member) => addScore(values, key, by, member)],
  zscore: [2, (values, key, member) => bulk(scoreOf(values, key, member))],
};

function globbed(glob) {
  return new RegExp(
    `^${glob
      .replace(/[.+^$(){}|\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  );
}

function setHash(values, key, words) {
  if (words.length % 2 === 1) throw new Error("ERR wrong number of arguments for 'hset' command");
  const hash = shaped(values, key, 'hash');
  const before = hash.size;
  for (const [field, value] of pairs(words)) hash.set(field, value);
  return whole(hash.size - before);
}

function addHash(values, key, field, by) {
  const hash = shaped(values, key, 'hash');
  const sum = Number(hash.get(field) ?? '0') + Number(by);
  if (!Number.isInteger(sum)) throw new Error('ERR hash value is not an integer');
  hash.set(field, String(sum));
  return whole(sum);
}

function entryOf(set, member) {
  return [...set].find((entry) => entry.member === member);
}

function setScores(values, key, words) {
  const set = shaped(values, key, 'zset');
  const before = set.size;
  for (const [score, member] of pairs(words)) {
    if (Number.isNaN(Number(score))) throw new Error('ERR value is not a valid float');
    set.delete(entryOf(set, member));
    set.add({ member, score: Number(score) });
  }
  return whole(set.size - before);
}

function addScore(values, key, by, member) {
  const score = Number(scoreOf(values, key, member) ?? '0') + Number(by);
  setScores(values, key, [String(score), member]);
  return bulk(String(score));
}

function scoreOf(values, key, member) {
  const entry = values.has(key) ? entryOf(shaped(values, key, 'zset'), member) : undefined;
  return entry === undefined ? null : String(entry.score);
}

function range(values, key, [from, to], flag, turn) {
  const items = values.has(key) ? turn(scored(shaped(values, key, 'zset'))) : [];
  return list(members(slice(items, from, to), flag?.toUpperCase() === 'WITHSCORES'));
}
