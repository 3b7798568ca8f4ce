import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Env } from './env.ts';

export class Refusal extends Error {
  readonly status: ContentfulStatusCode;

  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}

export const badRequest = (message: string) => new Refusal(400, message);
export const missing = (what: string) => new Refusal(404, `${what} not found`);

export const onError: ErrorHandler<Env> = (error, c: Context<Env>) => {
  if (error instanceof Refusal) return c.json({ error: error.message }, error.status);
  console.error(error);
  return c.json({ error: 'internal error', requestId: c.get('requestId') }, 500);
};

export const onNotFound: NotFoundHandler<Env> = (c) => c.json({ error: `no route ${c.req.path}` }, 404);
