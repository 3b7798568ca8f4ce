import { HttpError } from './errors.js';

export class Router {
  #routes = [];

  add(method, pattern, handle) {
    const keys = [];
    const source = pattern.replace(/:(\w+)/g, (_, key) => {
      keys.push(key);
      return '([^/]+)';
    });
    this.#routes.push({ method, regexp: new RegExp(`^${source}$`), keys, handle });
    return this;
  }

  find(method, pathname) {
    const fitting = this.#routes.filter((route) => route.regexp.test(pathname));
    if (fitting.length === 0) throw new HttpError(404, `nothing at ${pathname}`);
    const route = fitting.find((one) => one.method === method);
    if (!route) throw new HttpError(405, `${method} is not allowed`, { allow: fitting.map((one) => one.method).join(', ') });
    const [, ...values] = route.regexp.exec(pathname);
    return { handle: route.handle, params: Object.fromEntries(route.keys.map((key, i) => [key, decodeURIComponent(values[i])])) };
  }
}
