/** The one place where the hook's code runs: what throws in here switches its part off and never reaches the app. */

export type Part =
  | 'fds'
  | 'capture'
  | 'errors'
  | 'process'
  | 'listen'
  | 'observe'
  | 'beat'
  | 'vitals'
  | 'trial'
  | 'stdio'
  | 'shed';

const off = new Map<Part, string>();

/** What the machine refuses for the moment, and may have again at the next one. */
const refused = new Set<unknown>(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

/** Runs `work`; undefined where the part is off or has just failed. */
export function guard<T>(part: Part, work: () => T): T | undefined {
  if (off.has(part)) return undefined;
  try {
    return work();
  } catch (error) {
    // The app must not notice: the part goes quiet and hello.selfTest says why.
    if (!refused.has(read(error, 'code'))) switchOff(part, error instanceof Error ? error.message : 'threw');
    return undefined;
  }
}

export function switchOff(part: Part, why: string): void {
  off.set(part, why.slice(0, 200));
}

export function isOn(part: Part): boolean {
  return !off.has(part);
}

/** `ok`, or why the part is off. */
export function stateOf(part: Part): string {
  return off.get(part) ?? 'ok';
}

/** Reads a property of a foreign value; undefined where its getter throws. */
export function read(value: unknown, key: PropertyKey): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined;
  try {
    return Reflect.get(value, key);
  } catch {
    // A hostile getter is the app's own affair and no reason to switch a part off.
    return undefined;
  }
}

type Callable = (this: never, ...args: never[]) => unknown;

/** Replaces a method, keeping name, length and property attributes, so that code which looks finds nothing changed. */
export function patch<F extends Callable>(owner: object, name: string, make: (original: F) => F): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function') throw new Error(`${name} is not a function here`);
  const replacement = make(original as unknown as F);
  for (const key of ['name', 'length'] as const) {
    Object.defineProperty(replacement, key, { value: original[key], configurable: true });
  }
  // Own keys such as util.promisify.custom (fs.exists …) belong to the method.
  for (const key of Object.getOwnPropertySymbols(original)) {
    Object.defineProperty(replacement, key, Object.getOwnPropertyDescriptor(original, key) as PropertyDescriptor);
  }
  const there = Object.getOwnPropertyDescriptor(owner, name);
  const attributes = there ?? { writable: true, configurable: true, enumerable: false };
  Object.defineProperty(owner, name, {
    value: replacement,
    writable: true,
    configurable: true,
    enumerable: attributes.enumerable ?? false,
  });
}
