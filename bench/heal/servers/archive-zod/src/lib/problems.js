export class Problem extends Error {
  constructor(statusCode, title, extra = {}) {
    super(title);
    this.name = 'Problem';
    this.statusCode = statusCode;
    this.extra = extra;
  }

  static notFound(what, id) {
    return new Problem(404, `${what} ${id} is not in the archive`);
  }

  static conflict(title, extra) {
    return new Problem(409, title, extra);
  }
}
