'use strict';

const config = require('../config');
const customers = require('../db/customers');
const invoices = require('../db/invoices');
const tickets = require('../db/tickets');
const { transaction } = require('../db/pool');
const { HttpError } = require('../http/errors');
const { amountFor, euros, tonnes } = require('../lib/format');
const { isDay, monthRange, plusDays, today } = require('../lib/period');
const einvoice = require('./einvoice');
const { netOf } = require('./weighing');

function vatOn(net, customer) {
  const { percent, exemptPrefix } = config.vat;
  if (customer.vat_no?.startsWith(exemptPrefix)) return 0;
  return Math.round((net * percent) / 100);
}

async function find(number) {
  const invoice = await invoices.findByNumber(number);
  if (invoice === null) throw new HttpError(404, `No invoice ${number}`);
  return invoice;
}

async function create({ customer: customerId, month, issuedOn = today() }) {
  const { from, until } = monthRange(month);
  if (!isDay(issuedOn)) throw new HttpError(400, 'issuedOn must look like 2026-04-01');
  const customer = await customers.findById(customerId);
  if (customer === null) throw new HttpError(404, `No customer ${customerId}`);
  const number = await transaction(async (client) => {
    const open = await tickets.unbilled(client, customerId, from, until);
    if (open.length === 0) throw new HttpError(409, `Nothing to invoice to ${customer.name} in ${month}`);
    const net = open.reduce((sum, ticket) => sum + amountFor(netOf(ticket), ticket.price), 0);
    const { prefix, paymentDays } = config.invoices;
    const dueOn = plusDays(issuedOn, paymentDays);
    const invoice = { prefix, customerId, month, net, vat: vatOn(net, customer), issuedOn, dueOn };
    return invoices.add(
      client,
      invoice,
      open.map(({ id }) => id),
    );
  });
  return get(number);
}

async function get(number) {
  const invoice = await find(number);
  const lines = await tickets.ofInvoice(invoice.id);
  return {
    number: invoice.number,
    customer: invoice.customer,
    month: invoice.month,
    issuedOn: invoice.issued_on,
    dueOn: invoice.due_on,
    lines: lines.map((ticket) => ({ ticket: ticket.number, material: ticket.material, tonnes: tonnes(netOf(ticket)) })),
    net: euros(invoice.net),
    vat: euros(invoice.vat),
    total: euros(invoice.net + invoice.vat),
    sent: invoice.sent_ref !== null,
  };
}

async function send(number) {
  const invoice = await find(number);
  if (invoice.sent_ref !== null) throw new HttpError(409, `${number} was sent as ${invoice.sent_ref}`);
  const reference = await einvoice.submit({
    number,
    receiver: invoice.vat_no,
    total: invoice.net + invoice.vat,
    dueOn: invoice.due_on,
  });
  await invoices.markSent(invoice.id, reference);
  return { number, reference };
}

module.exports = { create, get, send };
