/** Names for bytes and values. */

/** Loaded at its first use: `status` has to start nearly as fast as Node itself, and hashes nothing. */
const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');

/** sha256 in hex. */
export function sha256(data: string | Buffer): string {
  return crypto().createHash('sha256').update(data).digest('hex');
}

/** JSON with sorted keys, so that equal values have equal text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

/** sha256 of the canonical JSON of a value. */
export function hashOf(value: unknown): string {
  return sha256(canonical(value));
}

/** 128 random bits in hex. */
export function randomId(): string {
  return crypto().randomBytes(16).toString('hex');
}
