import { invoiceOf } from '../services/billing.js';
import { findStay } from '../services/stays.js';
import { JobQueue } from './queue.js';

export const queue = new JobQueue();
export const outbox = [];

queue.define('confirmation', async ({ stayId }) => {
  const stay = await findStay(stayId);
  outbox.push({ to: stay.owner.email, subject: `${stay.dog.name} arrives ${stay.arrivesOn}` });
  return { mailed: stay.owner.email };
});

queue.define('invoice', async ({ stayId }) => {
  const [stay, invoice] = await Promise.all([findStay(stayId), invoiceOf(stayId)]);
  outbox.push({ to: stay.owner.email, subject: `Invoice ${invoice.number}: ${invoice.total}` });
  return { mailed: stay.owner.email, number: invoice.number };
});
