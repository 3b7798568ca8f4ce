import createError from 'http-errors';
import { config } from '../config.js';
import { hoursSince, now } from '../util/time.js';

const states = ['open', 'closed', 'wind'];

export class LiftService {
  #store;

  constructor(store) {
    this.#store = store;
  }

  find(id) {
    const lift = this.#store.lifts.get(id);
    if (!lift) throw createError(404, `no lift ${id}`);
    return lift;
  }

  list({ state, type } = {}) {
    return this.#store.lifts
      .all()
      .filter((lift) => (!state || lift.state === state) && (!type || lift.type === type))
      .map((lift) => this.summary(lift));
  }

  summary(lift) {
    return { id: lift.id, name: lift.name, type: lift.type, state: lift.state, perHour: lift.perHour };
  }

  details(id) {
    const lift = this.find(id);
    return {
      ...this.summary(lift),
      reason: lift.reason ?? null,
      limitKmh: this.limitOf(lift),
      wind: this.lastWind(id)?.kmh ?? null,
      pistes: lift.pistes.map((piste) => this.#store.pistes.get(piste).name),
    };
  }

  limitOf(lift) {
    return lift.limitKmh ?? config.wind.defaultLimitKmh;
  }

  windOf(id) {
    return this.#store.wind.filter((reading) => reading.lift === id);
  }

  lastWind(id) {
    return this.windOf(id).at(-1);
  }

  windSummary(id) {
    this.find(id);
    const readings = this.windOf(id).map(({ kmh }) => kmh);
    if (readings.length === 0) return { lift: id, readings: 0, latest: null, max: null, mean: null };
    const sum = readings.reduce((total, kmh) => total + kmh, 0);
    return { lift: id, readings: readings.length, latest: readings.at(-1), max: Math.max(...readings), mean: Math.round(sum / readings.length) };
  }

  recordWind({ lift, kmh }) {
    this.find(lift);
    if (typeof kmh !== 'number' || kmh < 0) throw createError(422, 'kmh must be a number');
    const reading = { lift, at: now().toISOString(), kmh };
    this.#store.wind.push(reading);
    return reading;
  }

  setState(id, state, reason) {
    const lift = this.find(id);
    if (!states.includes(state)) throw createError(422, `state must be one of ${states.join(', ')}`);
    if (state === 'open' && (this.lastWind(id)?.kmh ?? 0) > this.limitOf(lift)) throw createError(409, `too much wind at ${lift.name}`);
    lift.state = state;
    lift.reason = state === 'open' ? undefined : reason;
    return this.details(id);
  }

  pistes({ difficulty } = {}) {
    const open = new Set(this.list({ state: 'open' }).flatMap(({ id }) => this.find(id).pistes));
    return this.#store.pistes
      .all()
      .filter((piste) => !difficulty || piste.difficulty === difficulty)
      .map((piste) => ({
        id: piste.id,
        name: piste.name,
        km: piste.km,
        open: open.has(piste.id),
        groomedHoursAgo: piste.groomed ? hoursSince(piste.groomed) : null,
      }));
  }
}
