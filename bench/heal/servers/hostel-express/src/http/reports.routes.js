import { Router } from 'express';
import { schemas, validate } from './validate.js';

export default function reportsRoutes({ reports }) {
  const router = Router();
  router.get('/occupancy', validate(schemas.month, 'query'), (request, response) => {
    response.json(reports.occupancy(request.valid.month));
  });
  router.get('/log', (request, response) => {
    response.json({ events: reports.log() });
  });
  return router;
}
