import { createHmac, timingSafeEqual } from 'node:crypto';
import { store } from './store.js';

const kinds = {
  bounced: ({ address }) => store.mark(address, 'bounced'),
  joined: ({ address, name }) => store.add({ address, name }),
  ping: () => 'pong',
};

/** Takes in what a provider tells, where its signature holds. */
export async function receive(ctx) {
  const { secret, header } = ctx.settings.hook;
  const wanted = createHmac('sha256', secret).update(ctx.request.raw).digest();
  const given = Buffer.from(ctx.get(header), 'hex');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) ctx.throw(401, 'bad signature');
  const events = [ctx.request.json].flat();
  const results = [];
  for (const { type, ...event } of events) {
    const handle = kinds[type];
    if (!handle) continue;
    results.push({ type, result: handle(event) ?? null });
  }
  ctx.body = { taken: results.length, results };
}
