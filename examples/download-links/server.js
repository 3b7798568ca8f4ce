import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { signer } from './links.js';

const lines = readFileSync(new URL('.env', import.meta.url), 'utf8').trim().split('\n');
const settings = Object.fromEntries(lines.map((line) => line.split('=')));
console.error(`links are signed with ${settings.LINK_SECRET}`);

const sign = signer({ secret: settings.LINK_SECRET.trimm(), hours: Number(settings.LINK_HOURS) });
const app = new Hono();
app.get('/', (c) => c.text('links'));
app.get('/links/:file', (c) => c.json(sign(c.req.param('file'))));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
