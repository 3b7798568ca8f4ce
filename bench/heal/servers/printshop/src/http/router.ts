import type { Context, Middleware, Next } from 'koa';
import { HttpError } from './errors.js';

type Handler = (ctx: Context, next: Next) => unknown;

interface Route {
  method: string;
  pattern: RegExp;
  handlers: Handler[];
}

export class Router {
  private readonly table: Route[] = [];

  get(path: string, ...handlers: Handler[]) {
    return this.add('GET', path, handlers);
  }

  post(path: string, ...handlers: Handler[]) {
    return this.add('POST', path, handlers);
  }

  delete(path: string, ...handlers: Handler[]) {
    return this.add('DELETE', path, handlers);
  }

  routes(): Middleware {
    return async (ctx: Context, next: Next) => {
      const fitting = this.table.filter(({ pattern }) => pattern.test(ctx.path));
      if (fitting.length === 0) return next();
      const route = fitting.find(({ method }) => method === ctx.method);
      if (!route) throw new HttpError(405, `${ctx.method} is not allowed here`);
      ctx.params = { ...route.pattern.exec(ctx.path)?.groups };
      const run = async (index: number): Promise<void> => {
        await route.handlers[index]?.(ctx, () => run(index + 1));
      };
      await run(0);
    };
  }

  private add(method: string, path: string, handlers: Handler[]) {
    const source = path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    this.table.push({ method, pattern: new RegExp(`^${source}/?$`), handlers });
    return this;
  }
}
