'use strict';

class Router {
  constructor() {
    this.routes = [];
  }

  on(method, pattern, ...handlers) {
    const names = [];
    const source = pattern.replace(/:(\w+)/g, (_, name) => {
      names.push(name);
      return '([^/]+)';
    });
    this.routes.push({ method, names, regex: new RegExp(`^${source}$`), handlers });
    return this;
  }

  find(method, pathname) {
    for (const route of this.routes) {
      if (route.method !== method) continue;
      const match = route.regex.exec(pathname);
      if (!match) continue;
      const params = {};
      route.names.forEach((name, i) => {
        params[name] = decodeURIComponent(match[i + 1]);
      });
      return { params, handlers: route.handlers };
    }
    return null;
  }
}

module.exports = { Router };
