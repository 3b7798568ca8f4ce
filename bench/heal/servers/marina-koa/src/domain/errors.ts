export class DomainError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
  }
}

export class NotFound extends DomainError {
  constructor(what: string, id: number | string) {
    super(404, 'not_found', `${what} ${id} does not exist`);
  }
}

export class Occupied extends DomainError {
  constructor(code: string) {
    super(409, 'occupied', `berth ${code} is occupied`);
  }
}

export class Invalid extends DomainError {
  readonly fields: Record<string, string>;

  constructor(fields: Record<string, string>) {
    super(422, 'invalid', 'some fields are not valid');
    this.fields = fields;
  }

  static field(name: string, why: string): Invalid {
    return new Invalid({ [name]: why });
  }
}
