export class ApiError extends Error {
  constructor(status, message, details) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.details = details;
  }

  static notFound(what, id) {
    return new ApiError(404, `${what} ${id} not found`);
  }

  static invalid(details) {
    return new ApiError(422, 'invalid input', details);
  }

  toJSON() {
    return { error: this.message, ...(this.details ? { details: this.details } : {}) };
  }
}
