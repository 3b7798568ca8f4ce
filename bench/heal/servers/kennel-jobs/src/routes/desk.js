import { Router } from 'express';
import { outbox, queue } from '../jobs/index.js';
import { revenue } from '../services/billing.js';
import { findStay } from '../services/stays.js';

export const desk = Router();

desk.get('/revenue', async (req, res) => {
  res.json({ by: req.context.desk.name, runs: await revenue() });
});

desk.post('/stays/:id/invoice', async (req, res) => {
  const stay = await findStay(req.params.id);
  const job = queue.add('invoice', { stayId: stay.id });
  await queue.idle();
  res.status(202).json({ number: job.result.number, failed: queue.failed.length });
});

desk.get('/outbox', async (req, res) => {
  await queue.idle();
  const last = outbox[outbox.length - 1];
  res.json({ count: outbox.length, last: last ? last.subject : null, jobs: queue.done.map(({ kind }) => kind) });
});
