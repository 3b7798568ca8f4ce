import { HttpError } from './http-error.js';

export class Router {
  #routes = [];

  add(method, pattern, ...handlers) {
    const names = [];
    const source = pattern.replace(/:(\w+)/g, (_, name) => {
      names.push(name);
      return '([^/]+)';
    });
    this.#routes.push({ method, names, regex: new RegExp(`^${source}$`), handlers });
  }

  get(pattern, ...handlers) {
    this.add('GET', pattern, ...handlers);
  }

  post(pattern, ...handlers) {
    this.add('POST', pattern, ...handlers);
  }

  put(pattern, ...handlers) {
    this.add('PUT', pattern, ...handlers);
  }

  match(method, pathname) {
    for (const route of this.#routes) {
      const found = route.method === method && route.regex.exec(pathname);
      if (!found) continue;
      const params = Object.fromEntries(route.names.map((name, n) => [name, decodeURIComponent(found[n + 1])]));
      return { handlers: route.handlers, params };
    }
    return null;
  }

  middleware() {
    return async (context) => {
      const match = this.match(context.req.method, context.url.pathname);
      if (match === null) throw new HttpError(404, `nothing at ${context.url.pathname}`);
      context.params = match.params;
      for (const handler of match.handlers) context.body = await handler(context);
    };
  }
}
