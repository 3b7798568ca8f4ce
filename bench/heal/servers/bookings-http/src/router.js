'use strict';

const { notFound } = require('./errors');

function createRouter() {
  const routes = [];

  return {
    add(method, pattern, handler) {
      const names = [];
      const source = pattern.replace(/:(\w+)/g, (_, name) => {
        names.push(name);
        return '([^/]+)';
      });
      routes.push({ method, regex: new RegExp(`^${source}$`), names, handler });
    },
    async handle(request, response) {
      const url = new URL(request.url, 'http://localhost');
      for (const route of routes) {
        const match = route.regex.exec(url.pathname);
        if (!match || route.method !== request.method) continue;
        request.params = Object.fromEntries(route.names.map((name, i) => [name, decodeURIComponent(match[i + 1])]));
        request.query = Object.fromEntries(url.searchParams);
        return route.handler(request, response);
      }
      throw notFound(`No route for ${request.method} ${url.pathname}`);
    },
  };
}

module.exports = { createRouter };
