import { monthOf } from '../lib/time.js';
import { redis } from './redis.js';

const keyOf = (id) => `ev:session:${id}`;
const plugOf = (station, connector) => `${station}/${connector}`;

function shaped(raw) {
  return {
    id: raw.id,
    card: raw.card,
    station: raw.station,
    connector: raw.connector,
    started: new Date(raw.started).toISOString(),
    ended: raw.ended ? new Date(raw.ended).toISOString() : null,
    wh: Number(raw.wh ?? 0),
  };
}

export async function sessionOf(id) {
  const raw = await redis.hgetall(keyOf(id));
  if (Object.keys(raw).length === 0) return null;
  return shaped(raw);
}

export async function sessionsOf(card) {
  const ids = await redis.lrange(`ev:card:${card}`, 0, -1);
  const sessions = await Promise.all(ids.map((id) => sessionOf(id)));
  return sessions.sort((a, b) => a.started.localeCompare(b.started));
}

/** Session by plug, of all that are in use. */
export async function openPlugs() {
  const open = await redis.hgetall('ev:open');
  return new Map(Object.entries(open));
}

export async function endedIn(month) {
  const ids = await redis.lrange('ev:ended', 0, -1);
  const sessions = [];
  for (const id of ids) {
    const session = await sessionOf(id);
    if (session !== null && monthOf(session.started) === month) sessions.push(session);
  }
  return sessions;
}

export async function open({ card, station, connector, at }) {
  const id = `S${await redis.incr('ev:sequence')}`;
  await redis.hset(keyOf(id), { id, card, station, connector, started: at.toISOString(), wh: 0 });
  await redis.rpush(`ev:card:${card}`, id);
  await redis.hset('ev:open', plugOf(station, connector), id);
  return sessionOf(id);
}

export async function close(session, { at, wh }) {
  await redis.hset(keyOf(session.id), { ended: at.toISOString(), wh });
  await redis.hdel('ev:open', plugOf(session.station, session.connector));
  await redis.rpush('ev:ended', session.id);
  await redis.zincrby('ev:energy', wh, session.station);
  return sessionOf(session.id);
}

export async function energyByStation() {
  const words = await redis.zrevrange('ev:energy', 0, -1, 'WITHSCORES');
  const rows = [];
  for (let at = 0; at < words.length; at += 2) rows.push({ station: words[at], wh: Number(words[at + 1]) });
  return rows;
}

export async function saveStatement(card, month, statement) {
  await redis.set(`ev:statement:${card}:${month}`, JSON.stringify(statement));
}

export async function savedStatement(card, month) {
  const text = await redis.get(`ev:statement:${card}:${month}`);
  return text === null ? null : JSON.parse(text);
}
