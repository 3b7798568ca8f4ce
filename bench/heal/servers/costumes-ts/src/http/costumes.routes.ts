import { Router } from 'express';
import type { CostumeService } from '../services/costume-service.ts';
import { BadRequest } from './errors.ts';

export function costumeRoutes(costumes: CostumeService) {
  const router = Router();

  router.get('/', (req, res) => {
    const { tag, size, sort } = req.query as Record<string, string | undefined>;
    res.json(costumes.list({ tag, size, sort }));
  });

  router.get('/tags', (_req, res) => {
    res.json(costumes.tags());
  });

  router.get('/by-code/:code', (req, res) => {
    res.json(costumes.byCode(req.params.code));
  });

  router.get('/:id', (req, res) => {
    res.json(costumes.details(Number(req.params.id)));
  });

  router.get('/:id/care', (req, res) => {
    res.json(costumes.care(Number(req.params.id)));
  });

  router.post('/', (req, res) => {
    const { code, title, size, tags, fee } = req.body ?? {};
    if (typeof code !== 'string' || typeof title !== 'string') throw new BadRequest('code and title are needed');
    res.status(201).json(costumes.add({ code, title, size, tags, fee }));
  });

  return router;
}
