class NotFoundError extends Error {
  constructor(what) {
    super(`No such ${what}`);
    this.statusCode = 404;
  }
}

class ValidationError extends Error {
  constructor(message) {
    super(message);
    this.statusCode = 422;
  }
}

module.exports = { NotFoundError, ValidationError };
