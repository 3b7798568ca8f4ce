export class DomainError extends Error {
  readonly status: number;
  readonly details: string[];

  constructor(status: number, message: string, details: string[] = []) {
    super(message);
    this.name = 'DomainError';
    this.status = status;
    this.details = details;
  }
}

export const unknown = (what: string, id: string | number) => new DomainError(404, `unknown ${what} ${id}`);

export const conflict = (message: string) => new DomainError(409, message);
