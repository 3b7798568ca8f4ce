'use strict';

const createError = require('http-errors');

class Shows {
  #db;

  constructor(db) {
    this.#db = db;
  }

  all({ genre, limit = -1, offset = 0 } = {}) {
    const where = genre ? 'WHERE genre = @genre' : '';
    const statement = this.#db.prepare(`SELECT * FROM shows ${where} ORDER BY starts_at LIMIT @limit OFFSET @offset`);
    return statement.all(genre ? { genre, limit, offset } : { limit, offset });
  }

  bySlug(slug) {
    return this.#db.prepare('SELECT * FROM shows WHERE slug = ?').get(slug);
  }

  mustHave(slug) {
    const show = this.bySlug(slug);
    if (!show) throw createError(404, `no show ${slug}`);
    return show;
  }

  genres() {
    return this.#db.prepare('SELECT genre, COUNT(*) AS shows FROM shows GROUP BY genre ORDER BY genre').all();
  }

  hall(code) {
    return this.#db.prepare('SELECT code, name, row_letters, seats_per_row FROM halls WHERE code = ?').get(code);
  }
}

const view = (show) => ({
  slug: show.slug,
  title: show.title,
  genre: show.genre,
  startsAt: show.starts_at,
  price: show.price_cents / 100,
  notes: show.notes,
});

module.exports = {
  needs: ['db', 'config', 'pricing'],
  create({ db, config, pricing }) {
    const shows = new Shows(db);
    const { size } = config.paging;

    async function list(ctx) {
      const page = Number(ctx.url.searchParams.get('page') ?? 1);
      if (!Number.isInteger(page) || page < 1) throw createError(400, 'page is a number from 1');
      const found = shows.all({ genre: ctx.url.searchParams.get('genre'), limit: size, offset: (page - 1) * size });
      ctx.body = { page, shows: found.map(view) };
    }

    async function one(ctx) {
      const show = shows.mustHave(ctx.params.slug);
      const hall = shows.hall(show.hall_code);
      const notes = show.notes?.toUpperCase() ?? null;
      ctx.body = { ...view(show), notes, hall: hall.name, fee: pricing.feeOn(show.starts_at), cheapest: pricing.cheapest(show) };
    }

    async function genres(ctx) {
      ctx.body = Object.fromEntries(shows.genres().map(({ genre, shows: count }) => [genre, count]));
    }

    return {
      provides: { shows },
      routes: [
        ['GET /shows', list],
        ['GET /shows/:slug', one],
        ['GET /genres', genres],
      ],
    };
  },
};
