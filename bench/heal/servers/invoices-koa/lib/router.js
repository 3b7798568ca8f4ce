'use strict';

class Router {
  constructor() {
    this.routes = [];
  }

  get(path, handler) {
    this.add('GET', path, handler);
  }

  post(path, handler) {
    this.add('POST', path, handler);
  }

  add(method, path, handler) {
    const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    this.routes.push({ method, pattern, handler });
  }

  middleware() {
    return async (ctx, next) => {
      for (const { method, pattern, handler } of this.routes) {
        const match = method === ctx.method && ctx.path.match(pattern);
        if (!match) continue;
        ctx.params = { ...match.groups };
        return handler(ctx, next);
      }
      return next();
    };
  }
}

module.exports = Router;
