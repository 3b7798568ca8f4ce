import type { Context, Next } from 'koa';
import { gardeners } from '../stores/index.js';
import { HttpError } from './errors.js';

export async function body(ctx: Context, next: Next) {
  if (ctx.method === 'POST' || ctx.method === 'PUT') {
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    try {
      ctx.state.body = text ? JSON.parse(text) : {};
    } catch {
      throw new HttpError(400, 'Body is not JSON');
    }
  }
  await next();
}

export async function auth(ctx: Context, next: Next) {
  const key = ctx.get('x-garden-key');
  if (!key) throw new HttpError(401, 'Key is missing');
  const gardener = await gardeners.find((one) => one.key === key);
  if (!gardener) throw new HttpError(403, 'Key is not known');
  ctx.state.gardener = gardener;
  await next();
}

type Rule = 'text' | 'number' | 'day';
const tests: Record<Rule, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value.trim() !== '',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  day: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

export function validate(rules: Record<string, Rule>) {
  return async (ctx: Context, next: Next) => {
    const details = Object.entries(rules)
      .filter(([name, rule]) => !tests[rule](ctx.state.body[name]))
      .map(([name, rule]) => `${name} must be a ${rule}`);
    if (details.length > 0) throw new HttpError(422, 'Body is not valid', details);
    await next();
  };
}
