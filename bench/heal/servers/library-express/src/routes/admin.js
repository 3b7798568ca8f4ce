import { Router } from 'express';
import { ApiError } from '../middleware/errors.js';

export function adminRoutes(books, loans) {
  const router = Router();

  router.get('/overdue', (req, res) => {
    const today = req.query.today ?? new Date().toISOString().slice(0, 10);
    const overdue = loans.overdue(today);
    const total = overdue.reduce((sum, { daysLate }) => sum + daysLate, 0);
    res.json({ count: overdue.length, totalDays: total, overdue });
  });

  router.post('/books', (req, res) => {
    const { title, authorId, year } = req.body ?? {};
    if (typeof title !== 'string' || title.trim() === '') throw new ApiError(400, 'title is missing');
    res.status(201).json(books.add({ title: title.trim(), authorId, year }));
  });

  return router;
}
