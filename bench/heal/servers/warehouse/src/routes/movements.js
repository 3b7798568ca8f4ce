import { linesBody } from '../schemas/order.js';

export default async function movementRoutes(app) {
  app.post('/rehearse', { preHandler: app.writer, schema: { body: linesBody } }, async (request) => ({
    lines: app.movements.rehearse(request.body.lines),
  }));
}
