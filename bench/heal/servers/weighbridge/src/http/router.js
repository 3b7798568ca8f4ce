'use strict';

const { HttpError } = require('./errors');

class Router {
  constructor() {
    this.routes = [];
  }

  add(method, path, before, handler) {
    const names = [];
    const source = path.replace(/:(\w+)/g, (_, name) => {
      names.push(name);
      return '([^/]+)';
    });
    this.routes.push({ method, pattern: new RegExp(`^${source}$`), names, before, handler });
    return this;
  }

  match(method, pathname) {
    const fitting = this.routes.filter(({ pattern }) => pattern.test(pathname));
    if (fitting.length === 0) throw new HttpError(404, 'No such page');
    const route = fitting.find((one) => one.method === method);
    if (!route) throw new HttpError(405, 'Method not allowed');
    const [, ...values] = route.pattern.exec(pathname);
    const params = Object.fromEntries(route.names.map((name, index) => [name, decodeURIComponent(values[index])]));
    return { route, params };
  }
}

module.exports = { Router };
