'use strict';

const fs = require('node:fs/promises');
const path = require('node:path');
const createError = require('http-errors');
const mime = require('mime-types');
const { render, renderEach } = require('../lib/templates');

const assets = path.join(__dirname, '../assets');

module.exports = {
  needs: ['shows', 'pricing'],
  create({ shows, pricing }) {
    async function home(ctx) {
      const { t, language } = ctx.state;
      const all = shows.all();
      const cards = all.map((show) => ({
        show,
        from: t('show.from', { price: pricing.format(pricing.cheapest(show), language) }),
        notes: show.notes ?? t('show.none'),
      }));
      const head = await render('home', { language, title: t('site.title'), lead: t('site.lead', { count: all.length }) });
      ctx.headers['content-type'] = 'text/html; charset=utf-8';
      ctx.body = head + (await renderEach('show-card', cards));
    }

    async function asset(ctx) {
      const file = path.join(assets, path.basename(ctx.params.name));
      ctx.body = await fs.readFile(file).catch(() => {
        throw createError(404, 'no such asset');
      });
      ctx.headers['content-type'] = mime.contentType(path.extname(file)) || 'application/octet-stream';
    }

    async function health(ctx) {
      ctx.body = { ok: true, uptime: Math.floor(process.uptime()) };
    }

    return {
      routes: [
        ['GET /', home],
        ['GET /assets/:name', asset],
        ['GET /health', health],
      ],
    };
  },
};
