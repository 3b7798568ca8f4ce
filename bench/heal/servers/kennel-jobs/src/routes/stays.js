import { Router } from 'express';
import { queue } from '../jobs/index.js';
import { invoiceOf } from '../services/billing.js';
import { book, extrasOf, findStay, freeRuns, listStays, occupancy } from '../services/stays.js';

export const stays = Router();

stays.get('/', async (req, res) => {
  res.json(await listStays());
});

stays.get('/free', async (req, res) => {
  const { from, to, size } = req.query;
  res.json(await freeRuns(from, to, size));
});

stays.get('/occupancy', async (req, res) => {
  const days = await occupancy(req.query.from, req.query.to);
  res.json(Object.entries(days).map(([day, runs]) => ({ day, runs: runs.join(' '), full: runs.length >= 3 })));
});

stays.get('/:id', async (req, res) => {
  const [stay, extras] = await Promise.all([findStay(req.params.id), extrasOf(req.params.id)]);
  res.json({ ...stay, extras: extras.map((extra) => extra.label) });
});

stays.get('/:id/invoice', async (req, res) => {
  const invoice = await invoiceOf(req.params.id);
  res.json(invoice);
});

stays.post('/', async (req, res) => {
  const stay = await book(req.body ?? {});
  queue.add('confirmation', { stayId: stay.id });
  res.status(201).json({ id: stay.id, run: stay.run, nights: stay.nights });
});
