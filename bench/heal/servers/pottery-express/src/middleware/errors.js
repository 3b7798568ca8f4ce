import { ZodError } from 'zod';
import { HttpError } from '#lib/errors';

export function notFound(req, res) {
  res.status(404).json({ error: `No route ${req.path}` });
}

export function errorHandler(error, req, res, next) {
  if (error instanceof ZodError) return res.status(400).json({ error: error.issues[0].message });
  if (error instanceof HttpError) return res.status(error.status).json({ error: error.message });
  console.error(error);
  res.status(500).json({ error: 'Internal error' });
}
