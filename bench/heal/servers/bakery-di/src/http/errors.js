'use strict';

class HttpError extends Error {
  constructor(status, key, values = {}) {
    super(key);
    this.status = status;
    this.key = key;
    this.values = values;
  }

  static notFound(what, id) {
    return new HttpError(404, 'errors.notFound', { what, id });
  }
}

module.exports = { HttpError };
