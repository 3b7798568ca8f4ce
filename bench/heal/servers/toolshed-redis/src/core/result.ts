export type Result<T, E extends Failure = Failure> = { ok: true; value: T } | { ok: false; error: E };

export interface Failure {
  kind: 'missing' | 'refused' | 'invalid';
  key: string;
  params: Record<string, string | number>;
}

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function fail(kind: Failure['kind'], key: string, params: Failure['params'] = {}): Result<never> {
  return { ok: false, error: { kind, key, params } };
}

export function assertNever(value: never): never {
  throw new Error(`Unexpected ${JSON.stringify(value)}`);
}

export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.key);
    this.name = 'Refusal';
  }
}

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Refusal(result.error);
  return result.value;
}
