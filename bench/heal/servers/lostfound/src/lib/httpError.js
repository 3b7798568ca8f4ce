class HttpError extends Error {
  constructor(status, message, fields) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.fields = fields;
  }

  static notFound(what, id) {
    return new HttpError(404, `no ${what} ${id}`);
  }

  static invalid(fields) {
    return new HttpError(422, 'check your input', fields);
  }
}

module.exports = HttpError;
