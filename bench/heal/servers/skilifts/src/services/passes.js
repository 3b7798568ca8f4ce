import createError from 'http-errors';
import { config } from '../config.js';
import { price } from '../util/money.js';
import { addDays, now, today } from '../util/time.js';

export class PassService {
  #store;
  #lifts;

  constructor(store, lifts) {
    this.#store = store;
    this.#lifts = lifts;
  }

  find(id) {
    const pass = this.#store.passes.get(id);
    if (!pass) throw createError(404, `no pass ${id}`);
    return pass;
  }

  kind(name) {
    const kind = config.tickets.kinds[name];
    if (!kind) throw createError(422, `kind must be one of ${Object.keys(config.tickets.kinds).join(', ')}`);
    return kind;
  }

  discountFor(age) {
    const fits = ({ from = 0, upTo = Infinity }) => age >= from && age <= upTo;
    return config.tickets.discounts.find(fits) ?? null;
  }

  quote(kindName, age) {
    const kind = this.kind(kindName);
    const discount = this.discountFor(age);
    const amount = Math.round(kind.price * (100 - (discount?.percent ?? 0))) / 100;
    return { kind: kindName, discount: discount?.name ?? null, amount, price: price(amount) };
  }

  present(pass) {
    return {
      id: pass.id,
      holder: pass.holder,
      kind: pass.kind,
      from: pass.from,
      to: pass.to,
      valid: this.refusal(pass) === null,
      blocked: pass.blocked?.reason ?? null,
      rides: pass.rides.length,
      lastRide: pass.rides.at(-1)?.lift ?? null,
    };
  }

  /** Why a pass opens no gate today, or null. */
  refusal(pass) {
    if (pass.blocked) return `blocked: ${pass.blocked.reason}`;
    if (today() < pass.from) return `valid from ${pass.from} on`;
    if (today() > pass.to) return `valid until ${pass.to}`;
    return null;
  }

  sell({ holder, birthYear, kind: kindName, from = today() }) {
    if (!holder) throw createError(422, 'holder is missing');
    if (!Number.isInteger(birthYear)) throw createError(422, 'birthYear must be a year');
    const { days } = this.kind(kindName);
    const { season } = config.resort;
    if (from > season.to) throw createError(409, 'the season is over by then');
    const to = days === null ? season.to : addDays(from, days - 1);
    const pass = this.#store.passes.insert({
      id: `A-${1001 + this.#store.passes.size}`,
      holder,
      birthYear,
      kind: kindName,
      from,
      to,
      blocked: null,
      rides: [],
    });
    const { price } = this.quote(kindName, now().getUTCFullYear() - birthYear);
    return { ...this.present(pass), price };
  }

  scan(id, liftId) {
    const pass = this.find(id);
    const lift = this.#lifts.find(liftId);
    const refusal = this.refusal(pass) ?? (lift.state === 'open' ? null : `${lift.name} is closed`);
    if (refusal) return { open: false, refusal };
    pass.rides.push({ lift: lift.id, at: now().toISOString() });
    return { open: true, rides: pass.rides.length };
  }

  block(id, reason = 'returned') {
    const pass = this.find(id);
    if (pass.blocked) throw createError(409, `pass ${id} is blocked already`);
    pass.blocked = { reason, on: today() };
    return this.present(pass);
  }

  ridesByLift() {
    const counts = {};
    for (const pass of this.#store.passes.all()) {
      for (const { lift } of pass.rides) counts[lift] = (counts[lift] ?? 0) + 1;
    }
    return Object.entries(counts)
      .map(([lift, rides]) => ({ lift: this.#lifts.find(lift).name, rides }))
      .sort((a, b) => b.rides - a.rides || a.lift.localeCompare(b.lift));
  }

  expired() {
    return this.#store.passes.all().filter((pass) => pass.to < today());
  }
}
