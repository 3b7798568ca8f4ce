'use strict';

const store = require('../lib/store');
const dates = require('../lib/dates');
const { formatMoney } = require('../lib/money');
const { badRequest, notFound, conflict } = require('../lib/errors');
const { render } = require('../lib/templates');
const customers = require('./customers');
const pricing = require('./pricing');

const steps = ['quoted', 'approved', 'printing', 'finishing', 'shipped'];

async function get(id) {
  const job = await store.find('jobs', Number(id));
  if (!job) throw notFound(`job ${id}`);
  return job;
}

async function view(job) {
  const { name } = await customers.get(job.customer);
  const { sheets, net } = await pricing.price(job);
  return { id: job.id, title: job.title, customer: name, status: job.status, due: job.due, sheets, net: formatMoney(net) };
}

async function list({ status, customer }) {
  if (status !== undefined && !steps.includes(status)) throw badRequest(`unknown status ${status}`);
  const jobs = await store.where('jobs', { status, customer });
  return Promise.all(jobs.map(view));
}

async function create(input, member) {
  const customer = await customers.get(input.customer);
  const { total } = await pricing.price(input);
  const open = await customers.balance(customer.id);
  if (open + total > customer.creditLimit) {
    throw conflict(`${customer.name} would owe more than ${formatMoney(customer.creditLimit)}`);
  }
  const jobs = await store.all('jobs');
  const { title, paper, quantity, pages = 1, duplex = false, finishes = [] } = input;
  const job = {
    id: Math.max(...jobs.map(({ id }) => id)) + 1,
    ...{ customer: customer.id, title, paper, quantity, pages, duplex, finishes },
    status: 'quoted',
    due: dates.addDays(dates.today(), customer.leadDays),
    takenBy: member.id,
    tracking: null,
  };
  return store.insert('jobs', job);
}

async function advance(id, status) {
  const job = await get(id);
  const next = steps[steps.indexOf(job.status) + 1];
  if (status !== next) throw conflict(`a job that is ${job.status} cannot become ${status}`);
  return store.update('jobs', job.id, { status });
}

async function ticket(id) {
  const job = await get(id);
  const paper = await store.find('papers', job.paper);
  const { sheets } = await pricing.price(job);
  const taker = await store.find('staff', job.takenBy);
  const finishes = job.finishes.map((name, index) => ({ step: index + 1, name }));
  return render('ticket', { job, paper, sheets, taker, finishes, due: dates.longDay(job.due) });
}

async function workload() {
  const jobs = await store.all('jobs');
  const rows = [];
  for (const status of steps) {
    const mine = jobs.filter((job) => job.status === status);
    let sheets = 0;
    for (const job of mine) {
      const priced = await pricing.price(job);
      sheets += priced.sheets;
    }
    rows.push({ status, jobs: mine.length, sheets });
  }
  return rows;
}

module.exports = { get, view, list, create, advance, ticket, workload };
