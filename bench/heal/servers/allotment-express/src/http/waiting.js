import { Router } from 'express';
import { numberParam } from './middleware.js';

export function waitingRoutes({ waiting }) {
  const router = Router();

  router.get('/', async (req, res) => {
    res.json(await waiting.list());
  });

  router.post('/', async (req, res) => {
    const applicant = await waiting.join(req.body ?? {});
    res.status(201).json(applicant);
  });

  router.get('/:id/matches', numberParam('id'), async (req, res) => {
    res.json({ matches: await waiting.matches(req.ids.id) });
  });

  return router;
}
