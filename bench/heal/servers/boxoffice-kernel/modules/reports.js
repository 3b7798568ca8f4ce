'use strict';

const path = require('node:path');
const { once } = require('node:events');
const { Readable } = require('node:stream');
const { Worker } = require('node:worker_threads');
const { staff } = require('../lib/steps/staff');

const script = path.join(__dirname, '..', 'workers', 'tally.js');

async function inWorker(rows) {
  const worker = new Worker(script, { workerData: rows });
  const [result] = await once(worker, 'message');
  return result;
}

function* csv(rows) {
  yield 'code,show,seat,name,paid\n';
  for (const row of rows) yield `${[row.code, row.title, row.seat, row.name, (row.paid_cents / 100).toFixed(2)].join(',')}\n`;
}

module.exports = {
  needs: ['db', 'config'],
  create({ db, config }) {
    const everything = () =>
      db.prepare('SELECT b.code, b.seat, b.name, b.paid_cents, b.booked_on, s.title FROM bookings b JOIN shows s ON s.id = b.show_id ORDER BY b.id').all();

    async function takings(ctx) {
      const rows = db
        .prepare('SELECT s.slug, COUNT(b.id) AS seats, COALESCE(SUM(b.paid_cents), 0) AS cents FROM shows s LEFT JOIN bookings b ON b.show_id = s.id GROUP BY s.id ORDER BY s.starts_at')
        .all();
      ctx.body = { total: rows.reduce((sum, row) => sum + row.cents, 0), shows: rows };
    }

    async function days(ctx) {
      ctx.body = await inWorker(everything());
    }

    async function table(ctx) {
      ctx.headers['content-type'] = 'text/csv';
      ctx.body = Readable.from(csv(everything()));
    }

    const guard = staff(config.staff);
    return {
      routes: [
        ['GET /reports/takings', guard, takings],
        ['GET /reports/days', guard, days],
        ['GET /reports/bookings.csv', guard, table],
      ],
    };
  },
};
