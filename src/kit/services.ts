/** Services behind a server: how they are named, which language they speak, and the line that lets a trial read there (SPEC TRY-8). */

export const protocols = ['postgres', 'mysql', 'redis', 'http'] as const;
export type Protocol = (typeof protocols)[number];

/** `host:port`, an IPv6 address in brackets. */
export const addressShape = /^(?:\[[0-9a-f:.]+\]|[^\s:/[\]]+):\d{1,5}$/i;
/** What `to` of a row of `trial.services` may be. */
export const leadShape = new RegExp(`${addressShape.source}|^readonly:(?:${protocols.join('|')})$`, 'i');

const schemes: Readonly<Record<string, { readonly protocol: Protocol; readonly port: number }>> = {
  'postgres:': { protocol: 'postgres', port: 5432 },
  'postgresql:': { protocol: 'postgres', port: 5432 },
  'mysql:': { protocol: 'mysql', port: 3306 },
  'mariadb:': { protocol: 'mysql', port: 3306 },
  'redis:': { protocol: 'redis', port: 6379 },
  'http:': { protocol: 'http', port: 80 },
};
const usual: Readonly<Record<number, Protocol>> = { 5432: 'postgres', 3306: 'mysql', 6379: 'redis', 80: 'http' };

export function readonlyProtocol(to: string): Protocol | null {
  return protocols.find((one) => to.toLowerCase() === `readonly:${one}`) ?? null;
}

/** `db.internal:5432` → host and port; brackets of an IPv6 address are taken away. */
export function splitAddress(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(address.slice(at + 1)) };
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(host);
}

/** This machine has several names. */
export function sameAddress(one: string, other: string): boolean {
  const [a, b] = [splitAddress(one), splitAddress(other)];
  return a.port === b.port && (a.host === b.host || (isLoopback(a.host) && isLoopback(b.host)));
}

/** Where a URL of an environment leads and what is spoken there; null for what is no URL of a known service. */
export function serviceOf(value: string): { target: string; protocol: Protocol } | null {
  if (!/^[a-z]+:\/\//i.test(value) || !URL.canParse(value)) return null;
  const url = new URL(value);
  const scheme = schemes[url.protocol];
  if (scheme === undefined || url.hostname === '') return null;
  return { target: `${url.hostname}:${url.port === '' ? scheme.port : url.port}`, protocol: scheme.protocol };
}

/** By the URL that leads there, else by the usual port; null where neither says. */
export function protocolAt(target: string, values: Iterable<string>): Protocol | null {
  for (const value of values) {
    const service = serviceOf(value);
    if (service !== null && sameAddress(service.target, target)) return service.protocol;
  }
  return usual[splitAddress(target).port] ?? null;
}

/** The row of `trial.services` that lets a trial read there; null where only a test instance will do. */
export function readonlyRow(target: string, protocol: Protocol | null): string | null {
  return protocol === null ? null : `{"target": "${target}", "to": "readonly:${protocol}"}`;
}

/** Names of entries that lead to one of the targets or hold what it wants to know: URLs, and the user and password beside a host. */
export function credentialNames(targets: readonly string[], values: ReadonlyMap<string, string>): Set<string> {
  const names = new Set<string>();
  for (const [name, value] of values) {
    const service = serviceOf(value);
    if (service !== null && targets.some((target) => sameAddress(target, service.target))) names.add(name);
    const prefix = /^(.*[A-Za-z].*?)_?HOST(?:NAME)?$/i.exec(name)?.[1];
    if (prefix === undefined || !targets.some((target) => splitAddress(target).host === value)) continue;
    for (const other of values.keys()) if (isLoginOf(prefix, other)) names.add(other);
  }
  return names;
}

function isLoginOf(prefix: string, name: string): boolean {
  return name.startsWith(prefix) && /^_?(user(name)?|pass(word|wd)?|pwd|auth)$/i.test(name.slice(prefix.length));
}
