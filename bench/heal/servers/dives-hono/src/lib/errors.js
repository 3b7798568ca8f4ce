export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const notFound = (what, key) => new Refused(404, `no ${what} ${key}`);
export const badRequest = (message) => new Refused(400, message);
export const conflict = (message) => new Refused(409, message);
