import { HttpError } from '../core/http-error.js';
import { load } from '../core/storage.js';
import { inOrder } from '../tickets/ordering.js';
import { tickets } from '../tickets/repository.js';

async function openOf(login) {
  const open = await tickets.find({ status: 'open', tag: null });
  return open.filter(({ assignee }) => assignee === login);
}

export function agentRoutes(router) {
  router.get('/agents', async () => {
    const agents = await load('agents');
    return Promise.all(
      agents.map(async ({ login, name, capacity }) => ({ login, name, free: capacity - (await openOf(login)).length })),
    );
  });

  router.get('/agents/:login/queue', async ({ params }) => {
    const agents = await load('agents');
    const agent = agents.find(({ login }) => login === params.login);
    if (agent === undefined) throw new HttpError(404, `no agent ${params.login}`);
    const queue = inOrder(await openOf(agent.login), 'priority');
    return { agent: agent.name.split(' ')[0], next: queue[0]?.id ?? null, waiting: queue.map(({ id }) => id) };
  });
}
