import type { Context, Middleware } from 'koa';
import { HttpError } from './errors.js';

interface Route {
  method: string;
  parts: string[];
  steps: Middleware[];
}

export class Router {
  private readonly routes: Route[] = [];

  on(method: string, path: string, ...steps: Middleware[]) {
    this.routes.push({ method, parts: path.split('/'), steps });
    return this;
  }

  private match(route: Route, method: string, path: string) {
    const parts = path.split('/');
    if (route.method !== method || parts.length !== route.parts.length) return null;
    const params: Record<string, string> = {};
    for (let i = 0; i < parts.length; i++) {
      const want = route.parts[i];
      if (want.startsWith(':')) params[want.slice(1)] = decodeURIComponent(parts[i]);
      else if (want !== parts[i]) return null;
    }
    return params;
  }

  handle() {
    return async (ctx: Context) => {
      for (const route of this.routes) {
        const params = this.match(route, ctx.method, ctx.path);
        if (!params) continue;
        ctx.state.params = params;
        return run(route.steps, ctx, 0);
      }
      throw new HttpError(404, `No ${ctx.method} ${ctx.path}`);
    };
  }
}

async function run(steps: Middleware[], ctx: Context, index: number): Promise<void> {
  if (index < steps.length) await steps[index](ctx as any, () => run(steps, ctx, index + 1));
}
