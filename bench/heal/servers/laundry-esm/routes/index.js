import { settings } from '../lib/settings.js';
import * as ledger from '../lib/ledger.js';
import { Board } from '../lib/board.js';

export default async function routes(app) {
  const board = new Board();
  board.on('started', ledger.record);

  app.get('/machines', async () => [...board.machines()]);

  app.get('/tariff/:kind', async (request, reply) => {
    const entry = settings.tariff[request.params.kind];
    if (!entry) return reply.code(404).send({ error: 'No such tariff' });
    return { kind: request.params.kind, price: (entry.cents / 100).toFixed(2), tokens: entry.tokens };
  });

  app.get('/hours', async () => `${settings.opening.from}-${settings.opening.to}`);

  app.post('/runs', async (request, reply) => {
    const { no, guest } = request.body;
    const run = board.start(no, guest);
    if (!run) return reply.code(409).send({ error: 'Machine is not free' });
    reply.code(201);
    return run;
  });

  app.get('/guests/:guest', async ({ params }) => ({ guest: params.guest, cents: ledger.sumOf(params.guest) }));
}
