'use strict';

class Seating {
  constructor(db, shows) {
    this.db = db;
    this.shows = shows;
  }

  *seatsOf(show) {
    const hall = this.shows.hall(show.hall_code);
    for (const row of hall.row_letters) {
      for (let number = 1; number <= hall.seats_per_row; number += 1) yield `${row}${number}`;
    }
  }

  taken(show) {
    const rows = this.db.prepare('SELECT seat FROM bookings WHERE show_id = ?').all(show.id);
    return new Set(rows.map((row) => row.seat));
  }

  exists(show, seat) {
    return [...this.seatsOf(show)].includes(seat);
  }

  plan(show) {
    const taken = this.taken(show);
    const rows = {};
    for (const seat of this.seatsOf(show)) {
      const row = (rows[seat[0]] ??= []);
      row.push({ seat, free: !taken.has(seat) });
    }
    return rows;
  }
}

module.exports = {
  needs: ['db', 'shows', 'pricing'],
  create({ db, shows, pricing }) {
    const seating = new Seating(db, shows);

    async function plan(ctx) {
      const show = shows.mustHave(ctx.params.slug);
      const rows = Object.entries(seating.plan(show)).map(([row, seats]) => ({
        row,
        rank: pricing.rankOf(row),
        price: pricing.ticket(show, row),
        free: seats.filter(({ free }) => free).map(({ seat }) => seat),
      }));
      ctx.body = { show: show.slug, left: rows.reduce((sum, { free }) => sum + free.length, 0), rows };
    }

    return { provides: { seating }, routes: [['GET /shows/:slug/seats', plan]] };
  },
};
