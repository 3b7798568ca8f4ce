class HttpError extends Error {
  constructor(status, message, details) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.details = details;
  }

  static notFound(what) {
    return new HttpError(404, `${what} is not known`);
  }

  static invalid(message, details) {
    return new HttpError(422, message, details);
  }
}

module.exports = { HttpError };
