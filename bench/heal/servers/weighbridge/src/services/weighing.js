'use strict';

const fs = require('node:fs/promises');
const path = require('node:path');
const config = require('../config');
const customers = require('../db/customers');
const tickets = require('../db/tickets');
const { HttpError } = require('../http/errors');
const { alignRow, amountFor, euros, tonnes } = require('../lib/format');
const { isDay, today } = require('../lib/period');

let classes = null;

async function vehicleClass(code) {
  if (classes === null) {
    const text = await fs.readFile(path.join(config.root, 'data', 'vehicle-classes.json'), 'utf8');
    classes = new Map(JSON.parse(text).map((one) => [one.code, one]));
  }
  return classes.get(code) ?? null;
}

function netOf({ tare, gross }) {
  return gross === null ? null : gross - tare;
}

function present(ticket) {
  const net = netOf(ticket);
  return {
    number: ticket.number,
    plate: ticket.plate,
    customer: ticket.customer,
    material: ticket.material,
    day: ticket.weighed_on,
    tare: ticket.tare,
    gross: ticket.gross,
    net,
    tonnes: net === null ? null : tonnes(net),
    invoiced: ticket.invoice_id !== null,
  };
}

async function find(number) {
  const ticket = await tickets.findByNumber(number);
  if (ticket === null) throw new HttpError(404, `No weighing ${number}`);
  return ticket;
}

async function list({ customer, day, open }) {
  if (day !== undefined && !isDay(day)) throw new HttpError(400, 'day must look like 2026-03-03');
  if (customer !== undefined && !/^\d+$/.test(customer)) throw new HttpError(400, 'customer must be a number');
  const rows = await tickets.list({ customer, day, open: open === 'yes' });
  return rows.map(present);
}

async function get(number) {
  const ticket = await find(number);
  const price = await customers.priceFor(ticket.customer_id, ticket.material_code);
  const net = netOf(ticket);
  return { ...present(ticket), operator: ticket.operator, amount: net === null ? null : euros(amountFor(net, price)) };
}

async function weighIn(user, { plate, vehicleClass: code, customer, material, tare, day = today() }) {
  if (typeof plate !== 'string' || plate.trim() === '') throw new HttpError(400, 'plate is missing');
  if (!Number.isInteger(tare) || tare <= 0) throw new HttpError(400, 'tare must be in whole kilos');
  if (!isDay(day)) throw new HttpError(400, 'day must look like 2026-03-03');
  if ((await vehicleClass(code)) === null) throw new HttpError(400, `Unknown vehicle class ${code}`);
  const buyer = await customers.findById(customer);
  if (buyer === null) throw new HttpError(404, `No customer ${customer}`);
  if (buyer.blocked) throw new HttpError(422, `${buyer.name} is blocked`);
  if ((await customers.priceFor(customer, material)) === null) throw new HttpError(404, `No material ${material}`);
  const number = await tickets.add({
    ...{ plate: plate.trim().toUpperCase(), vehicleClass: code, customer, material, tare, day },
    operator: user.id,
  });
  return get(number);
}

async function weighOut(number, gross) {
  if (!Number.isInteger(gross)) throw new HttpError(400, 'gross must be in whole kilos');
  const ticket = await find(number);
  if (ticket.gross !== null) throw new HttpError(409, `${number} is weighed already`);
  if (gross <= ticket.tare) throw new HttpError(422, 'The load weighs nothing');
  const { name, maxMass } = await vehicleClass(ticket.vehicle_class);
  if (gross > maxMass) throw new HttpError(422, `${name}: ${gross - maxMass} kg too heavy`);
  await tickets.setGross(number, gross);
  return get(number);
}

async function slip(number) {
  const ticket = await find(number);
  const template = await fs.readFile(path.join(config.root, 'templates', 'slip.txt'), 'utf8');
  const net = netOf(ticket);
  const rows = [
    ['Date', ticket.weighed_on],
    ['Plate', ticket.plate],
    ['Customer', ticket.customer],
    ['Material', ticket.material],
    ['Tare', `${ticket.tare} kg`],
    ['Gross', ticket.gross === null ? 'to be weighed' : `${ticket.gross} kg`],
    ['Net', net === null ? '-' : `${tonnes(net).toFixed(2)} t`],
  ];
  const values = {
    ...config.company,
    company: config.company.name,
    number,
    lines: rows.map(([label, value]) => alignRow(label, value, config.slipWidth)).join('\n'),
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

module.exports = { list, get, weighIn, weighOut, slip, netOf };
