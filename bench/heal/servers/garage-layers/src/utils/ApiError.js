'use strict';

class ApiError extends Error {
  constructor(status, message, details) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.details = details;
  }

  static notFound(what) {
    return new ApiError(404, `${what} not found`);
  }

  static badRequest(message, details) {
    return new ApiError(400, message, details);
  }

  static conflict(message) {
    return new ApiError(409, message);
  }
}

module.exports = ApiError;
