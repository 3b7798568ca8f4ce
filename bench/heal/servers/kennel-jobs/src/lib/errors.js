export class AppError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const notFound = (what, id) => new AppError(404, `${what} ${id} not found`);
export const invalid = (message) => new AppError(422, message);
export const conflict = (message) => new AppError(409, message);
