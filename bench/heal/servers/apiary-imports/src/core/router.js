import { HttpError, send } from './http.js';

const toPattern = (path) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

class Router {
  #routes = [];

  constructor({ prefix = '' } = {}) {
    this.prefix = prefix;
  }

  add(method, path, handler) {
    this.#routes.push({ method, pattern: toPattern(this.prefix + path), handler });
    return this;
  }

  get(path, handler) {
    return this.add('GET', path, handler);
  }

  post(path, handler) {
    return this.add('POST', path, handler);
  }

  delete(path, handler) {
    return this.add('DELETE', path, handler);
  }

  async handle(req, res) {
    const url = new URL(req.url, 'http://localhost');
    for (const route of this.#routes) {
      const match = route.pattern.exec(url.pathname);
      if (!match || route.method !== req.method) continue;
      const params = { ...match.groups };
      const result = await route.handler({ req, res, params, query: url.searchParams });
      if (!res.writableEnded) send(res, result?.status ?? 200, result?.body ?? result);
      return;
    }
    throw new HttpError(404, `Nothing at ${url.pathname}`);
  }
}

export const createRouter = (options) => new Router(options);
