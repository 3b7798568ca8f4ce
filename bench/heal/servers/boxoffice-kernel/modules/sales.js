'use strict';

const createError = require('http-errors');
const ms = require('ms');
const { staff } = require('../lib/steps/staff');

class Bookings {
  #db;
  #insert;

  constructor(db) {
    this.#db = db;
    this.#insert = db.prepare(
      'INSERT INTO bookings (code, show_id, seat, name, email, paid_cents, booked_on) VALUES (@code, @showId, @seat, @name, @email, @paid, @on)',
    );
  }

  byCode(code) {
    return this.#db
      .prepare(
        `SELECT b.code, b.seat, b.name, b.email, b.paid_cents, b.booked_on, s.title, s.slug
         FROM bookings b JOIN shows s ON s.id = b.show_id WHERE b.code = ?`,
      )
      .get(code);
  }

  countFor(showId, name) {
    return this.#db.prepare('SELECT COUNT(*) AS count FROM bookings WHERE show_id = ? AND name = ?').get(showId, name).count;
  }

  add(booking) {
    this.#insert.run(booking);
    return this.byCode(booking.code);
  }

  remove(code) {
    return this.#db.prepare('DELETE FROM bookings WHERE code = ?').run(code).changes;
  }
}

function view(booking) {
  const [, domain = null] = booking.email?.split('@') ?? [];
  return { code: booking.code, show: booking.slug, title: booking.title, seat: booking.seat, name: booking.name, domain, paid: booking.paid_cents };
}

module.exports = {
  needs: ['db', 'config', 'shows', 'seating', 'pricing'],
  create({ db, config, shows, seating, pricing }) {
    const bookings = new Bookings(db);
    const hold = ms(config.booking.hold);

    function validate(input) {
      const name = input.name?.trim();
      if (!name) throw createError(400, 'name is missing');
      if (!/^[A-Z]\d+$/.test(input.seat ?? '')) throw createError(400, 'seat is like A1');
      return { name, seat: input.seat, email: input.email ?? null, concession: input.concession, on: input.on ?? '2026-03-10' };
    }

    async function book(ctx) {
      const show = shows.mustHave(ctx.params.slug);
      const { concession, ...wanted } = validate(ctx.state.input);
      if (!seating.exists(show, wanted.seat)) throw createError(422, ctx.state.t('errors.unknownSeat', wanted));
      if (seating.taken(show).has(wanted.seat)) throw createError(409, ctx.state.t('errors.taken', wanted));
      if (bookings.countFor(show.id, wanted.name) >= config.booking.perName) throw createError(403, 'too many seats for one name');
      const code = `${show.slug.slice(0, 2).toUpperCase()}-${wanted.seat}`;
      const paid = pricing.ticket(show, wanted.seat, concession);
      ctx.status = 201;
      ctx.body = { ...view(bookings.add({ code, showId: show.id, paid, ...wanted })), holdSeconds: hold / 1000 };
    }

    async function read(ctx) {
      const booking = bookings.byCode(ctx.params.code);
      if (!booking) throw createError(404, 'no such booking');
      ctx.body = view(booking);
    }

    async function cancel(ctx) {
      if (bookings.remove(ctx.params.code) === 0) throw createError(404, 'no such booking');
      ctx.status = 204;
    }

    return {
      provides: { bookings },
      routes: [
        ['POST /shows/:slug/bookings', book],
        ['GET /bookings/:code', read],
        ['DELETE /bookings/:code', staff(config.staff), cancel],
      ],
    };
  },
};
