import { Invalid } from './errors.ts';

export interface Field<T> {
  parse(value: unknown): { ok: true; value: T } | { ok: false; why: string };
  optional(): Field<T | null>;
}

function field<T>(test: (value: unknown) => value is T, why: string): Field<T> {
  const parse: Field<T>['parse'] = (value) => (test(value) ? { ok: true, value } : { ok: false, why });
  return {
    parse,
    optional: () => ({
      ...field<T>(test, why),
      parse: (value: unknown) => (value === undefined || value === null ? { ok: true, value: null } : parse(value)),
    }) as Field<T | null>,
  };
}

export const s = {
  integer: (min = 0) => field((value): value is number => Number.isInteger(value) && (value as number) >= min, `must be a whole number from ${min}`),
  text: (max = 200) => field((value): value is string => typeof value === 'string' && value.length <= max, `must be a text of at most ${max} characters`),
  day: () => field((value): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value), 'must be a day'),
};

export type Shape = Record<string, Field<unknown>>;
export type Parsed<S extends Shape> = { [K in keyof S]: S[K] extends Field<infer T> ? T : never };

export function parseWith<S extends Shape>(shape: S, input: unknown): Parsed<S> {
  const given = (input ?? {}) as Record<string, unknown>;
  const problems: Record<string, string> = {};
  const entries = Object.entries(shape).map(([key, one]) => {
    const result = one.parse(given[key]);
    if (!result.ok) problems[key] = result.why;
    return [key, result.ok ? result.value : null] as const;
  });
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return Object.fromEntries(entries) as Parsed<S>;
}
