import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { env } from './env.js';
import { ticketRoutes } from './routes/tickets.js';
import { agentByKey, listAgents } from './services/agents.js';
import type { Agent } from './types.js';

const app = new Hono<{ Variables: { agent: Agent } }>();

app.get('/health', (c) => c.text('ok'));

app.use('*', async (c, next) => {
  const key = c.req.header('x-api-key');
  if (!key) throw new HTTPException(401, { message: 'x-api-key is required' });
  const agent = agentByKey(key);
  if (!agent) throw new HTTPException(403, { message: 'Unknown key' });
  c.set('agent', agent);
  await next();
});

app.route('/tickets', ticketRoutes);

app.get('/me', (c) => {
  const { handle, name, team } = c.get('agent');
  return c.json({ handle, name, lead: team ? team.lead : null });
});

app.get('/agents', (c) => {
  const teams: Record<string, string[]> = {};
  for (const agent of listAgents()) {
    const id = agent.team?.id ?? 'none';
    teams[id] = [...(teams[id] ?? []), agent.handle];
  }
  return c.json({ total: listAgents().length, teams });
});

app.notFound((c) => c.json({ error: 'Not found' }, 404));
app.onError((error, c) => {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
  console.error(error);
  return c.json({ error: 'Internal error' }, 500);
});

serve({ fetch: app.fetch, port: env.port }, ({ port }) => console.log(`support desk on ${port}`));
