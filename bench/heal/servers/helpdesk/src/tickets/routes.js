import { writeFile } from 'node:fs/promises';
import { note } from '../core/audit.js';
import { HttpError } from '../core/http-error.js';
import { agentOnly } from '../middleware/agent-only.js';
import { inOrder, isOrder, isPriority } from './ordering.js';
import { tickets } from './repository.js';
import { detail, references, summary, thread } from './view.js';

const uploads = new URL('../../uploads/', import.meta.url);

export function ticketRoutes(router) {
  router.get('/tickets', async ({ query }) => {
    const order = query.get('sort') ?? 'id';
    if (!isOrder(order)) throw new HttpError(400, `cannot sort by ${order}`);
    const found = await tickets.find({ status: query.get('status'), tag: query.get('tag') });
    return { count: found.length, tickets: inOrder(found, order).map(summary) };
  });

  router.get('/tickets/:id', async ({ params }) => detail(await tickets.get(params.id)));

  router.get('/tickets/:id/thread', async ({ params }) => thread(await tickets.get(params.id)));

  router.post('/tickets/preview', async (context) => {
    const { subject, text, priority = 'normal' } = context.input ?? {};
    if (typeof subject !== 'string' || subject.trim() === '') throw new HttpError(400, 'subject is needed');
    if (typeof text !== 'string') throw new HttpError(400, 'text is needed');
    if (!isPriority(priority)) throw new HttpError(400, `unknown priority ${priority}`);
    return { id: await tickets.nextId(), subject: subject.trim(), priority, references: references(text) };
  });

  router.put('/tickets/:id/attachments/:name', agentOnly, async (context) => {
    const { id, name } = context.params;
    const ticket = await tickets.get(id);
    if (!/^[\w-]+\.\w+$/.test(name)) throw new HttpError(400, 'bad file name');
    await writeFile(new URL(`${ticket.id}-${name}`, uploads), JSON.stringify(context.input));
    await note(context.agent, `attached ${name} to ${ticket.id}`);
    context.status = 201;
    return { ticket: ticket.id, name, by: context.agent };
  });
}
