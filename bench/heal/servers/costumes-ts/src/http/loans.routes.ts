import { Router } from 'express';
import type { LoanService } from '../services/loan-service.ts';
import { BadRequest } from './errors.ts';

export function loanRoutes(loans: LoanService) {
  const router = Router();

  router.get('/', (_req, res) => {
    res.json(loans.list());
  });

  router.get('/overdue', (_req, res) => {
    res.json(loans.overdue());
  });

  router.get('/:id', (req, res) => {
    res.json(loans.details(Number(req.params.id)));
  });

  router.get('/:id/bill', (req, res) => {
    res.json(loans.bill(Number(req.params.id)));
  });

  router.post('/', (req, res) => {
    const { costumeId, memberId, days } = req.body ?? {};
    if (!Number.isInteger(costumeId) || !Number.isInteger(memberId)) throw new BadRequest('costumeId and memberId are needed');
    res.status(201).json(loans.open({ costumeId, memberId, days: days ?? 7 }));
  });

  router.post('/:id/notes', (req, res) => {
    const text = req.body?.text?.trim();
    if (!text) throw new BadRequest('text is needed');
    res.status(201).json(loans.addNote(Number(req.params.id), text));
  });

  router.post('/:id/return', (req, res) => {
    res.json(loans.giveBack(Number(req.params.id)));
  });

  return router;
}
