const { URL } = require('node:url');
const { HttpError } = require('./errors');
const { readBody, sendJson } = require('./io');

class Router {
  constructor() {
    this.routes = [];
    this.hooks = [];
  }

  use(hook) {
    this.hooks.push(hook);
    return this;
  }

  add(method, pattern, handler) {
    const names = [];
    const source = pattern.replace(/:(\w+)/g, (_, name) => {
      names.push(name);
      return '([^/]+)';
    });
    this.routes.push({ method, regex: new RegExp(`^${source}$`), names, handler });
    return this;
  }

  match(method, pathname) {
    for (const route of this.routes) {
      const found = route.method === method ? route.regex.exec(pathname) : null;
      if (found) {
        const params = Object.fromEntries(route.names.map((name, i) => [name, decodeURIComponent(found[i + 1])]));
        return { handler: route.handler, params };
      }
    }
    return null;
  }

  async handle(req, res) {
    try {
      const url = new URL(req.url, 'http://bakery.local');
      const ctx = { req, res, query: url.searchParams, params: {}, body: null, state: {} };
      for (const hook of this.hooks) await hook(ctx);
      const matched = this.match(req.method, url.pathname);
      if (!matched) throw new HttpError(404, `no route ${req.method} ${url.pathname}`);
      ctx.params = matched.params;
      if (req.method === 'POST') ctx.body = await readBody(req);
      const result = await matched.handler(ctx);
      const { status = 200, payload = result } = result?.payload === undefined ? {} : result;
      sendJson(res, status, payload);
    } catch (error) {
      const status = error.status ?? 500;
      if (status === 500) console.error(`${req.method} ${req.url} failed:`, error);
      sendJson(res, status, { error: status === 500 ? 'oven on fire' : error.message });
    }
  }
}

module.exports = Router;
