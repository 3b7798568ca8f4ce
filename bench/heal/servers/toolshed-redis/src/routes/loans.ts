import type { FastifyInstance } from 'fastify';
import { Day } from '../core/clock';
import { translate } from '../core/i18n';
import { unwrap } from '../core/result';
import { daysLate, stateOf, type Loan } from '../model/loan';
import { formatCents } from '../services/fees';

interface NewLoan {
  tool: string;
  from?: string;
}

const day = { type: 'string', format: 'date' };

function view(loan: Loan) {
  const { id, tool, due, returned } = loan;
  return { id, tool, due, returned, state: stateOf(loan), deposit: formatCents(loan.depositCents, 'en') };
}

export default async function loanRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', async (request, reply) => {
    if (!request.headers['x-borrower']) return reply.code(401).send({ error: 'Who borrows?' });
    request.borrower = String(request.headers['x-borrower']);
  });

  app.get('/', async (request) => (await app.store.openOf(request.borrower)).map(view));

  app.post<{ Body: NewLoan }>(
    '/',
    { schema: { body: { type: 'object', required: ['tool'], properties: { tool: { type: 'string' }, from: day } } } },
    async (request, reply) => {
      const { tool, from } = request.body;
      const loan = unwrap(await app.lending.lend(tool, request.borrower, from));
      return reply.code(201).header('location', `${app.prefix}/${loan.id}`).send(view(loan));
    },
  );

  app.post<{ Params: { id: string }; Body: { on: string } }>(
    '/:id/return',
    { schema: { body: { type: 'object', required: ['on'], properties: { on: day } } } },
    async (request) => {
      const { loan, feeCents } = unwrap(await app.lending.giveBack(request.params.id, request.body.on));
      const lines = feeCents === 0 ? [] : [`${translate(request.language, 'receipt.fee')}: ${formatCents(feeCents, request.language)}`];
      return { ...view(loan), late: daysLate(loan, request.body.on), lines };
    },
  );

  app.get<{ Querystring: { on?: string } }>('/overdue', async (request, reply) => {
    const on = request.query.on ?? app.clock.today();
    if (!Day.isDay(on)) return reply.code(400).send({ error: `${on} is not a day` });
    const loans = await app.lending.overdue(on);
    return loans.map((loan) => ({ id: loan.id, borrower: loan.borrower, days: daysLate(loan, on) }));
  });
}
