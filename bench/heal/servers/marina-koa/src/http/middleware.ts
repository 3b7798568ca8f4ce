import type { Context, Next } from 'koa';
import { DomainError, Invalid } from '#domain';

export async function problems(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
    if (ctx.status === 404 && ctx.body === undefined) {
      ctx.status = 404;
      ctx.body = { error: 'no_route' };
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.status = error.status;
    ctx.body = { error: error.code, message: error.message, ...(error instanceof Invalid ? { fields: error.fields } : {}) };
  }
}

export const jsonBody =
  ({ limitBytes = 10_000 } = {}) =>
  async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString('utf8');
      if (text.length > limitBytes) throw new DomainError(413, 'too_large', 'the body is too large');
      try {
        ctx.state.body = text ? JSON.parse(text) : undefined;
      } catch {
        throw new DomainError(400, 'bad_json', 'the body is not JSON');
      }
    }
    await next();
  };
