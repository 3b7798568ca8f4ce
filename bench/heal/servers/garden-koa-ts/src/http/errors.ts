import type { Context, Next } from 'koa';

export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: string[] = [],
  ) {
    super(message);
  }
}

export async function errors(ctx: Context, next: Next) {
  try {
    await next();
  } catch (error) {
    ctx.status = error.status ?? 500;
    ctx.body = { error: error.message, details: error.details ?? [] };
    if (ctx.status >= 500) console.error(error);
  }
}
