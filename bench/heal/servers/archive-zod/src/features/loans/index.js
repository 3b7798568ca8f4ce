import { LoanDesk } from './desk.js';

export const prefix = '/loans';

const body = {
  type: 'object',
  required: ['shelfmark', 'day'],
  properties: { shelfmark: { type: 'string' }, day: { type: 'string', format: 'date' } },
};

export default async function loans(app, { config }) {
  const desk = new LoanDesk(app.store, config.loans);

  app.addHook('onRequest', app.identify);

  app.get('/', async ({ reader }) => desk.of(reader));

  app.post('/', { schema: { body } }, async (request, reply) => {
    const loan = desk.lend(request.body.shelfmark, request.reader, request.body.day);
    return reply.code(201).header('location', `/loans/${loan.id}`).send(loan);
  });

  app.post('/:id/return', { schema: { body: { type: 'object', properties: { day: { type: 'string' } } } } }, async (request) => {
    return desk.takeBack(Number(request.params.id), request.body.day);
  });
}
