import { Router } from 'express';
import { schemas, validate } from './validate.js';

export default function staysRoutes({ stays, confirmation }) {
  const router = Router();

  router.param('id', (request, response, next, id) => {
    request.stayId = Number(id);
    next();
  });

  router.post('/', validate(schemas.stay), (request, response) => {
    const stay = stays.book(request.valid);
    response.status(201).location(`/stays/${stay.id}`).json(stay);
  });

  router.get('/:id', (request, response) => {
    response.json(stays.get(request.stayId));
  });

  router.get('/:id/confirmation', async (request, response) => {
    const text = await confirmation(request.stayId, request.query.lang);
    response.type('text').send(text);
  });

  router.post('/:id/cancel', (request, response) => {
    response.json(stays.cancel(request.stayId));
  });

  return router;
}
