import createError from 'http-errors';

export class Router {
  #routes = [];

  add(method, pattern, handler) {
    const names = [];
    const source = pattern.replace(/:(\w+)/g, (_, name) => {
      names.push(name);
      return '([^/]+)';
    });
    this.#routes.push({ method, regex: new RegExp(`^${source}$`), names, handler });
    return this;
  }

  get(pattern, handler) {
    return this.add('GET', pattern, handler);
  }

  post(pattern, handler) {
    return this.add('POST', pattern, handler);
  }

  delete(pattern, handler) {
    return this.add('DELETE', pattern, handler);
  }

  /** The handler of a request and its parameters, or undefined. */
  match(method, pathname) {
    const fitting = this.#routes.filter(({ regex }) => regex.test(pathname));
    if (fitting.length === 0) return undefined;
    const route = fitting.find((one) => one.method === method);
    if (!route) throw createError(405, `${method} is not possible here`);
    const [, ...values] = route.regex.exec(pathname);
    const params = Object.fromEntries(route.names.map((name, index) => [name, decodeURIComponent(values[index])]));
    return { handler: route.handler, params };
  }
}
