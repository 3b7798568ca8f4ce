import { config } from '../config.js';
import { many, one } from '../db/index.js';
import { extrasOf, findStay } from './stays.js';

const money = (cents) => (cents / 100).toFixed(2);

export async function invoiceOf(stayId) {
  const stay = await findStay(stayId);
  const run = one('SELECT nightly_cents FROM runs WHERE code = ?', stay.run);
  const extras = await extrasOf(stayId);
  const lines = [{ label: `${stay.nights} nights`, cents: stay.nights * run.nightly_cents }, ...extras];
  const net = lines.reduce((sum, line) => sum + line.cents, 0);
  const tax = Math.round(net * config.tax.rate);
  return {
    number: `K-${String(stay.id).padStart(4, '0')}`,
    to: stay.owner.name.toUpperCase(),
    lines: lines.map(({ label, cents }) => ({ label, amount: money(cents) })),
    [config.tax.label.toLowerCase()]: money(tax),
    total: money(net + tax),
  };
}

export async function revenue() {
  const stays = many('SELECT id, run_code FROM stays ORDER BY id');
  const invoices = await Promise.all(stays.map(({ id }) => invoiceOf(id)));
  const byRun = new Map();
  for (const [index, stay] of stays.entries()) {
    const before = byRun.get(stay.run_code) ?? { stays: 0, total: 0 };
    byRun.set(stay.run_code, { stays: before.stays + 1, total: before.total + Number(invoices[index].total) });
  }
  return Object.fromEntries([...byRun].map(([code, { stays, total }]) => [code, { stays, total: total.toFixed(2) }]));
}
