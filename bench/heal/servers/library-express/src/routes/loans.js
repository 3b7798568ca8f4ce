import { Router } from 'express';
import { ApiError } from '../middleware/errors.js';
import { isDay } from '../lib/dates.js';

export function loanRoutes(loans, books) {
  const router = Router();

  router.get('/members/:memberId/loans', (req, res) => {
    const member = loans.findMember(req.params.memberId);
    if (!member) throw new ApiError(404, 'no such member');
    const open = loans.openOf(member.id);
    res.json({ member: member.name, loans: open.map((loan) => ({ title: loan.title, due: loan.due_on })) });
  });

  router.get('/members/:memberId', (req, res) => {
    const member = loans.findMember(req.params.memberId);
    if (!member) throw new ApiError(404, 'no such member');
    const domain = member.email ? member.email.split('@')[1] : null;
    res.json({ id: member.id, name: member.name, domain });
  });

  router.post('/loans', async (req, res) => {
    const { bookId, memberId, on } = req.body ?? {};
    if (!isDay(on ?? '')) throw new ApiError(400, 'on must be a day');
    if (!books.find(bookId)) throw new ApiError(404, 'no such book');
    if (!loans.findMember(memberId)) throw new ApiError(404, 'no such member');
    if (books.available(bookId) < 1) throw new ApiError(409, 'all copies are lent');
    const loan = loans.lend(bookId, memberId, on);
    res.status(201).location(`/loans/${loan.id}`).json(loan);
  });

  return router;
}
