/** Which IP addresses are global unicast (IANA special-purpose registries of IPv4 and IPv6). */

const blocksV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // a cloud's host agent on a public-looking address
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Inside 2000::/3 these are not plain unicast: protocol assignments (Teredo, ORCHID …), documentation, 6to4. */
const blocksV6: readonly (readonly [readonly number[], number])[] = [
  [[0x2001, 0x0000], 23],
  [[0x2001, 0x0db8], 32],
  [[0x2002, 0x0000], 16],
  [[0x3fff, 0x0000], 20],
  [[0x2620, 0x004f, 0x8000], 48],
];

/** True only for a strictly written address that is global unicast; anything else is not public. */
export function isPublicAddress(address: string): boolean {
  const v4 = parseV4(address);
  if (v4 !== null) return !blocksV4.some(([block, bits]) => sharesV4(v4, parseV4(block) ?? 0, bits));
  const v6 = parseV6(address);
  if (v6 === null || ((v6[0] ?? 0) & 0xe000) !== 0x2000) return false;
  return !blocksV6.some(([block, bits]) => sharesV6(v6, block, bits));
}

/** Four decimal parts without leading zeros; null for every other way of writing it. */
function parseV4(text: string): number | null {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return null;
  const parts = text.split('.').map(Number);
  if (parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function sharesV4(a: number, b: number, bits: number): boolean {
  const size = 2 ** (32 - bits);
  return Math.floor(a / size) === Math.floor(b / size);
}

/** Eight groups; null where it is not an IPv6 address, has a zone, or ends in dotted form that is not IPv4. */
function parseV6(text: string): number[] | null {
  const halves = text.toLowerCase().split('::');
  if (halves.length > 2) return null;
  const [head, tail] = [groups(halves[0] ?? ''), groups(halves[1] ?? '')];
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1) return missing === 0 ? head : null;
  return missing < 1 ? null : [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

function groups(text: string): number[] | null {
  if (text === '') return [];
  const found: number[] = [];
  for (const part of text.split(':')) {
    const v4 = part.includes('.') ? parseV4(part) : null;
    if (v4 !== null) found.push(Math.floor(v4 / 65536), v4 % 65536);
    else if (/^[0-9a-f]{1,4}$/.test(part)) found.push(Number.parseInt(part, 16));
    else return null;
  }
  return found;
}

function sharesV6(address: readonly number[], block: readonly number[], bits: number): boolean {
  for (let index = 0; index * 16 < bits; index += 1) {
    const width = Math.min(16, bits - index * 16);
    const shift = 16 - width;
    if ((address[index] ?? 0) >> shift !== (block[index] ?? 0) >> shift) return false;
  }
  return true;
}
