export class DomainError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

export const notFound = (what: string, id: string | number) => new DomainError(404, `${what} ${id} does not exist`);
export const conflict = (message: string) => new DomainError(409, message);
