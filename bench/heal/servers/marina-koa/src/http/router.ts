import type { Context, Next } from 'koa';

export interface RouteContext {
  ctx: Context;
  params: Record<string, string>;
  body: unknown;
}

export type Handler = (route: RouteContext) => unknown | Promise<unknown>;

interface Route {
  method: string;
  pattern: RegExp;
  names: string[];
  handler: Handler;
}

export class Router {
  private readonly routes: Route[] = [];
  private readonly prefix: string;

  constructor(options: { prefix?: string } = {}) {
    this.prefix = options.prefix ?? '';
  }

  get(path: string, handler: Handler): this {
    return this.add('GET', path, handler);
  }

  post(path: string, handler: Handler): this {
    return this.add('POST', path, handler);
  }

  middleware() {
    return async (ctx: Context, next: Next): Promise<void> => {
      for (const route of this.routes) {
        const match = route.method === ctx.method ? route.pattern.exec(ctx.path) : null;
        if (!match) continue;
        const params = Object.fromEntries(route.names.map((name, index) => [name, match[index + 1]]));
        const result = await route.handler({ ctx, params, body: ctx.state.body });
        if (result !== undefined) ctx.body = result;
        return;
      }
      await next();
    };
  }

  private add(method: string, path: string, handler: Handler): this {
    const names: string[] = [];
    const source = (this.prefix + path).replace(/:(\w+)/g, (_all, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
    this.routes.push({ method, pattern: new RegExp(`^${source}$`), names, handler });
    return this;
  }
}
