import { Router } from 'express';
import { schemas, validate } from './validate.js';

export default function roomsRoutes({ rooms }) {
  const router = Router();

  router.get('/', (request, response) => {
    const { minBeds } = request.query;
    response.json(rooms.list({ minBeds: minBeds === undefined ? undefined : Number(minBeds) }));
  });

  router.get('/:code', (request, response) => {
    response.json(rooms.get(request.params.code));
  });

  router.get('/:code/quote', validate(schemas.quote, 'query'), (request, response) => {
    response.json(rooms.quote(request.params.code, request.valid));
  });

  return router;
}
