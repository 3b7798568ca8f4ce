export type Outcome = { ok: true; value: Record<string, unknown> } | { ok: false; problems: string[] };
export type Check = (value: unknown, at: string) => string[];

const describe = (value: unknown) => (value === undefined ? 'nothing' : Array.isArray(value) ? 'a list' : `${typeof value} ${JSON.stringify(value)}`);

export const text = ({ pattern }: { pattern?: RegExp } = {}): Check => (value, at) => {
  if (typeof value !== 'string') return [`${at} must be a string, got ${describe(value)}`];
  return pattern && !pattern.test(value) ? [`${at} does not look like ${pattern.source}`] : [];
};

export const number = ({ min = -Infinity, max = Infinity } = {}): Check => (value, at) => {
  if (typeof value !== 'number' || Number.isNaN(value)) return [`${at} must be a number, got ${describe(value)}`];
  return value < min || value > max ? [`${at} must be between ${min} and ${max}`] : [];
};

export const oneOf = (...options: string[]): Check => (value, at) =>
  options.includes(value as string) ? [] : [`${at} must be one of ${options.join(', ')}, got ${describe(value)}`];

export const list = (item: Check): Check => (value, at) =>
  Array.isArray(value) ? value.flatMap((one, index) => item(one, `${at}[${index}]`)) : [`${at} must be a list, got ${describe(value)}`];

export const optional = (check: Check): Check => (value, at) => (value === undefined ? [] : check(value, at));

export const object = (shape: Record<string, Check>): Check => (value, at) => {
  if (typeof value !== 'object' || value === null) return [`${at} must be an object, got ${describe(value)}`];
  const record = value as Record<string, unknown>;
  const unknown = Object.keys(record).filter((key) => !(key in shape)).map((key) => `${at}.${key} is not known`);
  return [...unknown, ...Object.entries(shape).flatMap(([key, check]) => check(record[key], `${at}.${key}`))];
};

export function parse(check: Check, value: unknown, at = 'body'): Outcome {
  const problems = check(value, at);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: value as Record<string, unknown> };
}
