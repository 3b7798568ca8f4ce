import { RpcError } from '../lib/rpc.js';

export function get({ id }, { queue }) {
  const job = queue.get(id);
  if (job === undefined) throw new RpcError(404, `no job ${id}`);
  const { state, attempts, reason = null } = job;
  return { id, state, attempts, reason };
}

export function stats(_params, ctx) {
  return ctx.queue.stats();
}
