import { HTTPException } from 'hono/http-exception';
import { config } from '../config.js';
import { minutesBetween } from '../lib/time.js';
import * as store from '../store/sessions.js';
import { stationOf } from '../store/stations.js';
import { priceOf } from './pricing.js';

function fail(status, message) {
  throw new HTTPException(status, { message });
}

export async function plugAt(stationId, connectorId) {
  const station = await stationOf(stationId);
  const connector = station?.connectors.find(({ id }) => id === connectorId);
  if (connector === undefined) fail(404, `There is no connector ${stationId}/${connectorId}`);
  return { station, connector };
}

export async function start(holder, { stationId, connectorId, at }) {
  const { station, connector } = await plugAt(stationId, connectorId);
  if (station.state !== 'in service') fail(409, `${station.name} is ${station.state}`);
  const plugs = await store.openPlugs();
  if (plugs.has(`${station.id}/${connector.id}`)) fail(409, `${station.id}/${connector.id} is in use`);
  const mine = await store.sessionsOf(holder.card);
  if (mine.filter(({ ended }) => ended === null).length >= config.sessions.perCard) {
    fail(409, `${config.sessions.perCard} sessions are open already`);
  }
  return store.open({ card: holder.card, station: station.id, connector: connector.id, at });
}

/** A session, for its driver and for operators. */
export async function seen(holder, id) {
  const session = await store.sessionOf(id);
  if (session === null) fail(404, `There is no session ${id}`);
  if (session.card !== holder.card && holder.role !== 'operator') fail(403, `${id} is not yours`);
  return session;
}

export async function stop(holder, id, { at, wh }) {
  const session = await seen(holder, id);
  if (session.ended !== null) fail(409, `${id} has ended`);
  const minutes = minutesBetween(session.started, at);
  if (minutes < 1) fail(422, 'A session takes a minute at least');
  if (minutes > config.sessions.maxHours * 60) fail(422, `A session takes ${config.sessions.maxHours} hours at most`);
  return store.close(session, { at, wh });
}

export async function priced(session) {
  const { station, connector } = await plugAt(session.station, session.connector);
  return { session, station, connector, price: priceOf(session, connector.kind) };
}
