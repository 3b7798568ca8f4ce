'use strict';

const config = require('../config');
const store = require('../lib/store');
const dates = require('../lib/dates');
const { formatMoney, sum } = require('../lib/money');
const { notFound, conflict } = require('../lib/errors');
const { render } = require('../lib/templates');
const customers = require('./customers');
const jobs = require('./jobs');
const pricing = require('./pricing');

async function get(number) {
  const invoice = await store.find('invoices', number, 'number');
  if (!invoice) throw notFound(`invoice ${number}`);
  return invoice;
}

async function create(jobId, day) {
  const job = await jobs.get(jobId);
  if (job.status !== 'shipped') throw conflict(`job ${job.id} is ${job.status}, not shipped`);
  const before = await store.find('invoices', job.id, 'job');
  if (before) throw conflict(`job ${job.id} is on invoice ${before.number}`);
  const { net, vat, total } = await pricing.price(job);
  const rows = await store.all('invoices');
  return store.insert('invoices', {
    number: config.invoice.prefix + String(rows.length + 1).padStart(4, '0'),
    job: job.id,
    customer: job.customer,
    issued: day,
    due: dates.addDays(day, config.invoice.dueDays),
    ...{ net, vat, total },
    paid: false,
  });
}

async function print(number) {
  const invoice = await get(number);
  const customer = await customers.get(invoice.customer);
  const job = await jobs.get(invoice.job);
  return render('invoice', {
    ...{ invoice, customer, job },
    issued: dates.longDay(invoice.issued),
    due: dates.longDay(invoice.due),
    net: formatMoney(invoice.net),
    vat: formatMoney(invoice.vat),
    total: formatMoney(invoice.total),
    vatPercent: config.invoice.vatPercent,
  });
}

/** Net by customer of what was invoiced in a span of days, the largest first. */
async function turnover(from, to) {
  const rows = await store.all('invoices');
  const within = rows.filter(({ issued }) => issued >= from && issued <= to);
  const byCustomer = new Map();
  for (const { customer, net } of within) {
    byCustomer.set(customer, (byCustomer.get(customer) || 0) + net);
  }
  const sorted = [...byCustomer].sort((a, b) => b[1] - a[1]);
  const lines = await Promise.all(
    sorted.map(async ([id, net]) => ({ customer: (await customers.get(id)).name, net: formatMoney(net) })),
  );
  return { from, to, invoices: within.length, net: formatMoney(sum(within, ({ net }) => net)), customers: lines };
}

async function overdue(on) {
  const open = await store.where('invoices', { paid: false });
  const late = open.filter(({ due }) => due < on);
  const oldest = late.reduce((days, { due }) => Math.max(days, dates.daysBetween(due, on)), 0);
  return {
    on,
    count: late.length,
    amount: formatMoney(sum(late, ({ total }) => total)),
    oldestDays: oldest,
    invoices: late.map(({ number, customer }) => ({ number, customer })),
  };
}

module.exports = { get, create, print, turnover, overdue };
