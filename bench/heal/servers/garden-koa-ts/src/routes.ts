import type { Context } from 'koa';
import { HttpError } from './http/errors.js';
import { auth, validate } from './http/middleware.js';
import { Router } from './http/router.js';
import { asLines, latest } from './services/journal.js';
import { giveBack, lend, openLoans, remind } from './services/loans.js';
import { bestCrop, harvest, listPlots, plotOf, sow, summary } from './services/plots.js';
import { frostWarning } from './services/weather.js';
import { settings } from './settings.js';
import { gardeners } from './stores/index.js';

const weekMs = 7 * 86_400_000;

export const router = new Router();

router.on('GET', '/health', async (ctx: Context) => {
  ctx.body = { ok: true };
});

router.on('GET', '/plots', async (ctx: Context) => {
  const plots = await listPlots(ctx.query.free === 'yes');
  ctx.body = { count: plots.length, plots };
});

router.on('GET', '/plots/:id', async (ctx: Context) => {
  const plot = await plotOf(ctx.state.params.id);
  ctx.body = await summary(plot);
});

router.on('GET', '/plots/:id/plan', async (ctx: Context) => {
  const plot = await plotOf(ctx.state.params.id);
  ctx.body = plot.plantings.map(({ crop, sownOn }) => {
    const weeks = settings.crops.get(crop)?.weeks ?? 12;
    const ready = new Date(Date.parse(sownOn) + weeks * weekMs);
    return { crop, readyOn: ready.toISOString().slice(0, 10) };
  });
});

router.on('POST', '/plots/:id/plantings', auth, validate({ crop: 'text', sownOn: 'day' }), async (ctx: Context) => {
  const { gardener, params, body } = ctx.state;
  ctx.status = 201;
  ctx.body = await sow(params.id, gardener, body);
});

router.on('POST', '/plots/:id/harvests', auth, validate({ crop: 'text', kilos: 'number' }), async (ctx: Context) => {
  const { crop, kilos } = ctx.state.body;
  ctx.status = 201;
  ctx.body = await harvest(ctx.state.params.id, crop, kilos);
});

router.on('GET', '/best', async (ctx: Context) => {
  ctx.body = await bestCrop();
});

router.on('GET', '/gardeners', async (ctx: Context) => {
  const all = await gardeners.all();
  ctx.body = all.map(({ id, name, contact }) => ({ id, name, phone: contact?.phone?.replace(' ', '-') ?? null }));
});

router.on('GET', '/me', auth, async (ctx: Context) => {
  const { name, role, contact } = ctx.state.gardener;
  const [first] = name.split(' ');
  ctx.body = { first, role, email: contact ? contact.email : null };
});

router.on('GET', '/loans', async (ctx: Context) => {
  ctx.body = await openLoans();
});

router.on('POST', '/loans', auth, validate({ tool: 'text' }), async (ctx: Context) => {
  const { tool, days = settings.limits.loanDays } = ctx.state.body;
  if (days > settings.limits.loanDays) throw new HttpError(422, 'Too long');
  ctx.status = 201;
  ctx.body = await lend(ctx.state.gardener, tool, days);
});

router.on('PUT', '/loans/:id/returned', auth, async (ctx: Context) => {
  ctx.body = await giveBack(ctx.state.params.id, ctx.state.gardener);
});

router.on('POST', '/reminders', auth, async (ctx: Context) => {
  if (ctx.state.gardener.role !== 'steward') throw new HttpError(403, 'Stewards only');
  ctx.body = { sent: await remind() };
});

router.on('GET', '/journal', async (ctx: Context) => {
  ctx.body = latest(settings.limits.journal).map(({ number, what, detail }) => `${number} ${what} ${detail}`);
});

router.on('GET', '/journal.ndjson', async (ctx: Context) => {
  ctx.type = 'application/x-ndjson';
  ctx.body = asLines();
});

router.on('GET', '/weather', async (ctx: Context) => {
  ctx.body = await frostWarning();
});
