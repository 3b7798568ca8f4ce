'use strict';

const store = require('../lib/store');
const dates = require('../lib/dates');
const { formatMoney, sum } = require('../lib/money');
const { notFound } = require('../lib/errors');
const { render } = require('../lib/templates');

async function get(id) {
  const customer = await store.find('customers', id);
  if (!customer) throw notFound(`customer ${id}`);
  return customer;
}

async function list() {
  const rows = await store.all('customers');
  return rows.map((customer) => ({
    id: customer.id,
    name: customer.name,
    contact: customer.contact ? customer.contact.email.toLowerCase() : null,
  }));
}

/** Pence that a customer owes. */
async function balance(id) {
  const open = await store.where('invoices', { customer: id, paid: false });
  return sum(open, (invoice) => invoice.total);
}

async function details(id) {
  const customer = await get(id);
  const owed = await balance(id);
  return {
    id,
    name: customer.name,
    contact: customer.contact ? customer.contact.email.toLowerCase() : null,
    creditLimit: formatMoney(customer.creditLimit),
    owed: formatMoney(owed),
    left: formatMoney(customer.creditLimit - owed),
  };
}

async function statement(id, on) {
  const customer = await get(id);
  const open = await store.where('invoices', { customer: id, paid: false });
  const rows = open.map((invoice) => ({
    number: invoice.number,
    due: dates.longDay(invoice.due),
    amount: formatMoney(invoice.total),
    late: on > invoice.due ? `${dates.daysBetween(invoice.due, on)} days late` : 'not due',
  }));
  return render('statement', { customer, rows, on: dates.longDay(on), owed: formatMoney(await balance(id)) });
}

module.exports = { get, list, balance, details, statement };
