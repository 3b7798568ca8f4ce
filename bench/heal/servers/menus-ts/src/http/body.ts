import type { Context } from 'koa';
import { badRequest } from '../shared/index.js';

export async function readJson(ctx: Context): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw badRequest('The body is no JSON');
  }
}
