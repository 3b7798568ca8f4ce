import { Router } from 'express';
import type { LoanService } from '../services/loan-service.ts';
import type { MemberService } from '../services/member-service.ts';

export function memberRoutes(members: MemberService, loans: LoanService) {
  const router = Router();

  router.get('/', (_req, res) => {
    res.json(members.list());
  });

  router.get('/:id', (req, res) => {
    res.json(members.profile(Number(req.params.id)));
  });

  router.get('/:id/loans', (req, res) => {
    const member = members.require(Number(req.params.id));
    const open = loans.openOf(member.id);
    const last = loans.lastOf(member.id);
    res.json({ member: member.name, open: open.length, last: last?.id ?? null });
  });

  router.get('/:id/card', (req, res) => {
    const card = members.card(Number(req.params.id));
    res.type('text/plain').send(card);
  });

  return router;
}
