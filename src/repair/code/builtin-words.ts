/** What those who come from other languages and libraries call the members of the builtins: only words that do exactly the same. */

type Words = Readonly<Record<string, string>>;

/** `stringify: 'encode dump'` → `encode: 'stringify'`, `dump: 'stringify'`. */
function turned(words: Words): Words {
  const pairs = Object.entries(words).flatMap(([own, others]) => others.split(' ').map((other) => [other, own]));
  return Object.fromEntries(pairs) as Words;
}

/** Of what may hold several values by one name. */
const ofMany = { get: 'value fetch find read', append: 'add push', delete: 'remove', has: 'contains includes exists' };

/** By the class of the value. */
const ofValues: Readonly<Record<string, Words>> = {
  Map: turned({
    ...{ set: 'add push put insert append', delete: 'remove', size: 'length' },
    ...{ has: 'contains includes containsKey hasKey', get: 'fetch find' },
  }),
  Set: turned({ add: 'push set put insert append', delete: 'remove', size: 'length', has: 'contains includes get' }),
  URLSearchParams: turned({ ...ofMany, get: `${ofMany.get} param` }),
  Headers: turned({ ...ofMany, get: `${ofMany.get} header` }),
  String: turned({
    ...{ includes: 'contains has', startsWith: 'beginsWith hasPrefix', endsWith: 'hasSuffix' },
    ...{ toUpperCase: 'toUpper upper upcase upperCase', toLowerCase: 'toLower lower downcase lowerCase' },
    ...{ trim: 'strip', trimStart: 'lstrip ltrim', trimEnd: 'rstrip rtrim' },
    ...{ padStart: 'padLeft leftPad lpad rjust', padEnd: 'padRight rightPad rpad ljust' },
    ...{ charAt: 'characterAt', lastIndexOf: 'rfind', concat: 'concatenate' },
  }),
  Array: turned({
    ...{ includes: 'contains has', push: 'add append', unshift: 'prepend', join: 'implode' },
    ...{ forEach: 'each', map: 'collect', filter: 'select where', find: 'findFirst detect', findIndex: 'indexWhere' },
    ...{ some: 'any exists', every: 'all', reduce: 'inject fold aggregate', flatMap: 'selectMany collectMany' },
    ...{ toSorted: 'sorted', toReversed: 'reversed' },
  }),
  Date: turned({ getDate: 'getDayOfMonth', getTime: 'getTimestamp getEpoch', toISOString: 'toISO toIso isoformat' }),
  Promise: turned({ finally: 'always' }),
};

/** By the name of the global. */
const ofGlobals: Readonly<Record<string, Words>> = {
  JSON: turned({ stringify: 'encode dumps dump serialize', parse: 'decode loads load deserialize' }),
  Object: turned({ fromEntries: 'fromMap fromPairs', entries: 'pairs toPairs', assign: 'extend merge' }),
  Math: turned({ ceil: 'ceiling', pow: 'power', sqrt: 'squareRoot', abs: 'absolute', max: 'maximum', min: 'minimum' }),
  Array: turned({ isArray: 'isList' }),
  Number: turned({ isInteger: 'isInt' }),
  Promise: turned({ all: 'whenAll waitAll' }),
  Date: turned({ now: 'current getNow' }),
  console: turned({ log: 'print println', warn: 'warning' }),
};

/** By themselves. */
const functions = turned({
  ...{ parseInt: 'parseInteger intval', parseFloat: 'parseDecimal parseDouble floatval' },
  ...{ encodeURIComponent: 'urlencode urlEncode', decodeURIComponent: 'urldecode urlDecode' },
});

/** `parseInt` for `parseInteger`. */
export const globalWord = (written: string): string | undefined =>
  Object.hasOwn(functions, written) ? functions[written] : undefined;

/** `set` for the `add` of a Map; undefined where the language has no other word for it. */
export const wordOfValue = (kind: string, written: string): string | undefined => wordIn(ofValues, kind, written);

/** `fromEntries` for `Object.fromMap`. */
export const wordOfGlobal = (name: string, written: string): string | undefined => wordIn(ofGlobals, name, written);

/** Of a value that nobody saw: `padStart` for `padLeft`, which texts alone have, where those names may be its own. */
export function wordOfAny(written: string, names: readonly string[]): string | undefined {
  const found = ['String', 'Array', 'Map', 'Set', 'Date'].flatMap((kind) => wordOfValue(kind, written) ?? []);
  const [only, more] = new Set(found);
  return more === undefined && only !== undefined && names.includes(only) ? only : undefined;
}

function wordIn(tables: Readonly<Record<string, Words>>, kind: string, written: string): string | undefined {
  const words = Object.hasOwn(tables, kind) ? tables[kind] : undefined;
  return words !== undefined && Object.hasOwn(words, written) ? words[written] : undefined;
}
