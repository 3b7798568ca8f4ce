import { departure, formatMoney, Invalid, linesFor, parseWith, s, type Stay } from '#domain';
import { berths, boats, stays } from '#storage/stays';
import { enqueue, pending } from '../jobs/queue.ts';
import { Router } from './router.ts';

const newStay = {
  berthId: s.integer(1),
  boatId: s.integer(1),
  arrivedOn: s.day(),
  nights: s.integer(1),
  note: s.text(80).optional(),
};

function view(stay: Stay) {
  const berth = berths.require(stay.berthId);
  const boat = boats.require(stay.boatId);
  return { id: stay.id, berth: berth.code, boat: boat.name, from: stay.arrivedOn, until: departure(stay), state: stay.state, note: stay.note?.trim() ?? '' };
}

function invoice(stay: Stay) {
  const boat = boats.require(stay.boatId);
  const lines = linesFor(stay, boat, berths.require(stay.berthId));
  const total = lines.reduce((sum, line) => sum + line.cents, 0);
  return { to: boat.owner, registration: boat.registration?.replace(/\s+/g, '') ?? null, lines: lines.map(({ label, cents }) => ({ label, amount: formatMoney(cents) })), total: formatMoney(total) };
}

export const staysRouter = new Router({ prefix: '/stays' });

staysRouter
  .get('', ({ ctx }) => (ctx.query.all ? stays.all() : stays.open()).map(view))
  .get('/:id', ({ params }) => view(stays.require(Number(params.id))))
  .get('/:id/invoice', ({ params }) => invoice(stays.require(Number(params.id))))
  .post('', ({ ctx, body }) => {
    const input = parseWith(newStay, body);
    const berth = berths.require(input.berthId);
    const boat = boats.require(input.boatId);
    if (boat.lengthM > berth.lengthM) throw Invalid.field('berthId', `${boat.name} is too long for ${berth.code}`);
    ctx.status = 201;
    return view(stays.create(input));
  })
  .post('/:id/close', async ({ params }) => {
    const stay = stays.close(stays.require(Number(params.id)).id);
    const job = enqueue('invoice', { stayId: stay.id });
    return { ...view(stay), job: job.id, waiting: pending().length };
  });
