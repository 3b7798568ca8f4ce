'use strict';

const methods = ['GET', 'POST', 'DELETE'];

class Router {
  constructor() {
    this.routes = [];
    for (const method of methods) this[method.toLowerCase()] = (pattern, ...handlers) => this.add(method, pattern, handlers);
  }

  add(method, pattern, handlers) {
    const names = [];
    const source = pattern.replace(/:(\w+)/g, (_, name) => {
      names.push(name);
      return '([^/]+)';
    });
    this.routes.push({ method, regex: new RegExp(`^${source}$`), names, handlers });
    return this;
  }

  match(method, pathname) {
    for (const route of this.routes) {
      const found = route.method === method && route.regex.exec(pathname);
      if (found) return { handlers: route.handlers, params: Object.fromEntries(route.names.map((name, i) => [name, decodeURIComponent(found[i + 1])])) };
    }
    return null;
  }
}

module.exports = { Router, methods };
