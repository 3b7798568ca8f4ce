import type { Context, Next } from 'koa';

type Handler = (ctx: Context, params: Record<string, string>) => unknown;

interface Route {
  method: string;
  parts: string[];
  handler: Handler;
}

export class Router {
  private readonly routes: Route[] = [];

  get(pattern: string, handler: Handler): this {
    return this.add('GET', pattern, handler);
  }

  post(pattern: string, handler: Handler): this {
    return this.add('POST', pattern, handler);
  }

  middleware() {
    return async (ctx: Context, next: Next) => {
      for (const { method, parts, handler } of this.routes) {
        const params = method === ctx.method ? match(parts, ctx.path) : null;
        if (params) return void (ctx.body = await handler(ctx, params));
      }
      await next();
    };
  }

  private add(method: string, pattern: string, handler: Handler): this {
    this.routes.push({ method, parts: pattern.split('/'), handler });
    return this;
  }
}

function match(parts: string[], path: string): Record<string, string> | null {
  const given = path.split('/');
  if (given.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[index]);
    else if (part !== given[index]) return null;
  }
  return params;
}
