import { Router } from 'express';
import { ApiError } from '../middleware/errors.js';

export function bookRoutes(books) {
  const router = Router();

  router.get('/', (req, res) => {
    const page = Math.max(1, Number.parseInt(req.query.page ?? '1', 10) || 1);
    const found = books.search(req.query.q ?? '', page);
    res.json({ page, books: found.map(({ id, title, author }) => ({ id, title, author })) });
  });

  router.get('/decades', (req, res) => {
    res.json(books.byDecade());
  });

  router.get('/:id', (req, res) => {
    const book = books.find(req.params.id);
    if (book === null) throw new ApiError(404, 'no such book');
    res.json({ ...book, tags: book.tags.map((tag) => tag.toLowerCase()), available: books.available(book.id) });
  });

  return router;
}
