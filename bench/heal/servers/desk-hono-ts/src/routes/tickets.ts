import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { env } from '../env.js';
import { tickets } from '../seed.js';
import { findAgent, teamOf } from '../services/agents.js';
import type { Agent, Ticket } from '../types.js';

const newTicket = z.object({
  title: z.string().min(3),
  priority: z.enum(['low', 'normal', 'high']).default('normal'),
  reporter: z.string(),
  labels: z.array(z.string()).optional(),
});

export const ticketRoutes = new Hono<{ Variables: { agent: Agent } }>();

function ticketOf(id: string): Ticket {
  const ticket = tickets.get(Number(id));
  if (!ticket) throw new HTTPException(404, { message: `Ticket ${id} not found` });
  return ticket;
}

function present(ticket: Ticket) {
  return {
    ...ticket,
    comments: ticket.comments.length,
    team: ticket.assignee ? teamOf(ticket.assignee) : null,
    dueAt: tickets.dueAt(ticket),
    last: tickets.lastComment(ticket),
  };
}

ticketRoutes.get('/', (c) => {
  const { status, label, page } = c.req.query();
  const found = tickets.list({ status, label });
  const current = Math.max(1, Number(page ?? 1));
  const from = (current - 1) * env.pageSize;
  return c.json({
    total: found.length,
    pages: Math.ceil(found.length / env.pageSize),
    items: found.slice(from, from + env.pageSize).map((ticket) => present(ticket)),
  });
});

ticketRoutes.get('/stats', (c) => {
  return c.json({ ...tickets.counts(), meanHoursToClose: tickets.meanHoursToClose() });
});

ticketRoutes.get('/:id', (c) => c.json(present(ticketOf(c.req.param('id')))));

ticketRoutes.get('/:id/comments', (c) => {
  const { comments } = ticketOf(c.req.param('id'));
  return c.json(comments.map(({ author, text, at }) => ({ author, text, day: at.slice(0, 10) })));
});

ticketRoutes.post('/', async (c) => {
  const body = await c.req.json().catch(() => null);
  const parsed = newTicket.safeParse(body);
  if (!parsed.success) return c.json({ error: 'Invalid ticket', issues: parsed.error.issues.length }, 400);
  const ticket = tickets.create(parsed.data);
  return c.json(present(ticket), 201);
});

ticketRoutes.post('/:id/assign', async (c) => {
  const ticket = ticketOf(c.req.param('id'));
  const { handle } = await c.req.json();
  const agent = findAgent(handle);
  if (!agent) throw new HTTPException(422, { message: `No agent ${handle}` });
  return c.json(present(tickets.assign(ticket, agent.handle)));
});

ticketRoutes.post('/:id/comments', async (c) => {
  const ticket = ticketOf(c.req.param('id'));
  const { text } = await c.req.json();
  if (!text?.trim()) throw new HTTPException(400, { message: 'text is required' });
  return c.json(tickets.comment(ticket, c.get('agent').handle, text.trim()), 201);
});
