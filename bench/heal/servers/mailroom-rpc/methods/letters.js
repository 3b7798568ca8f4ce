import { RpcError } from '../lib/rpc.js';
import { store } from '../lib/store.js';
import { fill, wrap } from '../lib/template.js';
import { countBy } from '../lib/collections.js';

export function list({ tag } = {}) {
  return store.letters.filter((letter) => tag === undefined || letter.tags.includes(tag)).map(({ id, subject }) => ({ id, subject }));
}

export function read({ id }) {
  const letter = store.letters.find((one) => one.id === id);
  if (!letter) throw new RpcError(404, `no letter ${id}`);
  const { name } = store.person(letter.to);
  return { ...letter, body: wrap(fill(letter.body, { name })) };
}

export async function send({ to, subject, body = '' }, ctx) {
  if (typeof to !== 'string' || !to.includes('@')) throw new RpcError(-32602, 'to is not an address');
  const job = ctx.queue.push({ to, subject, body });
  await ctx.queue.idle();
  return { job: job.id, state: job.state, attempts: job.attempts, sum: job.receipt?.sum };
}

export function tags() {
  return countBy(store.letters.flatMap((letter) => letter.tags), (tag) => tag);
}
