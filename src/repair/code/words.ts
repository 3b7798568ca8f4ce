/** The words of names, and which of them programmers use for one another: `findUser`, `getUserById`; `customerId`, `clientId`. */

/** What functions do; a word may stand in several groups. */
const verbs = [
  'get find fetch load read lookup retrieve query select search resolve obtain',
  'all many list every index browse',
  'create add insert new make build store save persist register append post push enqueue',
  'update edit modify change patch put save set',
  'delete remove destroy del drop erase unset',
  'is has have can check exists contains includes know knows',
  // What refuses: the one that only answers would let everybody through.
  'check validate verify ensure assert',
  'format to as map convert transform serialize stringify encode escape render print present',
  'parse decode unescape deserialize',
  'calculate compute calc evaluate',
  'send json reply respond emit write',
  'show display view get',
  'run execute exec start launch perform',
  'any some',
  'end close stop finish quit',
  'first get find',
  'map collect',
  'reduce fold inject',
  'count tally',
  'trim strip',
  'filter select where',
  'on handle',
  'add plus',
  'subtract minus',
].map((group) => group.split(' '));

/** What things are called. */
const nouns = [
  'surname lastname familyname',
  'firstname givenname forename',
  'mail email',
  'phone telephone tel',
  'zip zipcode postcode postalcode',
  'url uri link href',
  'image img picture photo',
  'customer client',
  'tag label keyword',
  'item line entry row',
  'setting option config preference',
  'param parameter',
  'arg argument',
  'identifier id uuid',
  'integer int',
  'maximum max',
  'minimum min',
  'folder directory dir',
  'file path filename',
  'database db',
  'getheader get',
  'count size length',
  'sum total',
  'type kind',
  'body payload',
  'data value',
  'error exception issue',
  // The short and the long form of one word.
  ...['quantity qty', 'address addr', 'description desc', 'message msg', 'number num no', 'reference ref'],
  ...['category cat', 'information info', 'application app', 'response resp res', 'request req', 'document doc'],
  ...['language lang', 'organization organisation org', 'department dept', 'average avg', 'previous prev'],
  ...['current curr cur', 'index idx', 'position pos', 'destination dest', 'source src', 'temporary temp tmp'],
  ...[
    'latest newest mostrecent',
    'oldest earliest',
    'updated modified',
    'deleted removed',
    'created added',
    'reservation booking',
    'at on',
  ],
].map((group) => group.split(' '));

const fillers = new Set(['the', 'a', 'an', 'one', 'single']);
/** `byDay`, `perDay`, `ordersForUser`: what joins a word to the next one. */
const joints = new Set(['by', 'per', 'of', 'for']);
const bulk = new Set(verbs[1]);

/** `classes`, `boxes`, `statuses` and `aliases` lose `es`; `leases`, `sizes`, `caches` and all others lose `s`. */
export function singular(name: string): string {
  if (/people$/i.test(name)) return name.replace(/eople$/i, 'erson');
  if (/children$/i.test(name)) return name.slice(0, -3);
  if (/ies$/i.test(name)) return `${name.slice(0, -3)}y`;
  return name.length > 2 ? name.replace(/(?<=ss|x|zz|sh|(?<!ca)ch|ias|(?<![ao])us)es$|(?<!s)s$/i, '') : name;
}

/** The same few thousand names are compared with one another again and again. */
const partsKnown = new Map<string, readonly string[]>();
const partsKnownMax = 10_000;

/** The parts of a name in lower case, as it is written: `getUserById` → get, user, by, id. */
export function partsOf(name: string): readonly string[] {
  const known = partsKnown.get(name);
  if (known !== undefined) return known;
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  if (partsKnown.size >= partsKnownMax) partsKnown.clear();
  if (name.length <= 100) partsKnown.set(name, parts);
  return parts;
}

/** `fixed` for `toFixed`, `fullYear` for `getFullYear`, `setHeader` for `header`, `getContentType` for `contentType`, `findStop` for `stop`: but for the verb, or a word that says nothing. */
export function isBut(written: string, meant: string): boolean {
  const isWith = (verbs: RegExp, long: readonly string[], short: readonly string[]): boolean =>
    verbs.test(long[0] ?? '') && long.slice(1).join(' ') === short.join(' ');
  const [one, other] = [partsOf(written), partsOf(meant)];
  const reading = /^(?:get|set|find|fetch|load|list|filter|select|query|search)$/;
  return (
    isWith(reading, one, other) ||
    isWith(reading, other, one) ||
    (other[0] === 'to' && isWith(/^to$/, other, one)) ||
    // `onNotFound` for `notFound`, `error` for `onError`; `onClose` waits for what `close` does.
    (isFailure(other) && isWith(/^on$/, one, other)) ||
    (isFailure(one) && isWith(/^on$/, other, one)) ||
    isBarely(one, other)
  );
}

const isFailure = (parts: readonly string[]): boolean =>
  /^(?:not found|error|exception|failure)$/.test(parts.join(' '));

/** `readTextFileSync` for `readFileSync`, `defaultValue` for `default`: a word more that says nothing; of `getLength` it says what is got. */
function isBarely(long: readonly string[], short: readonly string[]): boolean {
  const [gone, more] = long.filter((part) => !short.includes(part));
  const isRest = long.filter((part) => part !== gone).join(' ') === short.join(' ');
  const isDeed = short.length === 1 && isVerb(short[0] ?? '');
  const empty = isDeed ? /^value$/ : /^(?:text|value|data|length|fn|func|function|obj|object)$/;
  return more === undefined && isRest && empty.test(gone ?? '');
}

function together(groups: readonly (readonly string[])[], one: string, other: string): boolean {
  return groups.some((group) => group.includes(one) && group.includes(other));
}

export const isVerb = (word: string): boolean => verbs.some((group) => group.includes(word));

/** True where two words may stand for one another; a plural never stands for a singular. */
export function areSynonyms(one: string, other: string): boolean {
  if (one === other || together(verbs, one, other)) return true;
  const [left, right] = [singular(one), singular(other)];
  return (left === one) === (right === other) && together(nouns, left, right);
}

/** The words of a name that carry meaning: `getUserById` → get, user; `findAll` → all; `sendJson` → send; `lastName` → lastname. */
export function wordsOf(name: string): string[] {
  const whole = name.replace(/[_$-]/g, '').toLowerCase();
  if (nouns.some((group) => group.includes(singular(whole)))) return [whole];
  const parts = partsOf(name.replace(/(?<=[a-z])ById$/, '')).filter((part) => part !== '');
  const kept = parts.filter((part, at) => !fillers.has(part) && !(joints.has(part) && at < parts.length - 1));
  const words = (kept.length > 0 ? kept : parts).filter(
    (word, index, every) => !every.slice(0, index).some((other) => together(verbs, other, word)),
  );
  const isBulk = words.some((word) => bulk.has(word));
  const plain = words.filter((word) => !(isBulk && together(verbs, word, 'get') && !bulk.has(word)));
  return plain.length > 0 ? plain : words;
}

/** True where each word of one name stands for one of the other: the same thing in other words. */
export function saysTheSame(written: string, meant: string): boolean {
  const [left, rest] = [wordsOf(written), wordsOf(meant)];
  if (left.length !== rest.length) return false;
  return left.every((word) => {
    const at = rest.findIndex((other) => areSynonyms(word, other));
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** What one may have been called before: near enough where all else speaks for it, too far for a slip. */
const kindred = [
  'publish dispatch emit trigger fire raise notify send post',
  'subscribe listen on observe',
  'start init open setup boot',
  'handle process run execute perform',
  'reset clear empty flush purge',
  'format display render show print',
  'summary report overview digest',
  'resume restore continue reopen',
].map((group) => group.split(' '));

/** `dispatch` and `publish`: single words for much the same deed. */
export const areKindred = (one: string, other: string): boolean => together(kindred, one, other);

/** Pairs of which the one is never a new name of the other, however well it fits. */
const opposites = [
  'latest oldest earliest, newest oldest earliest, first last, next previous, next prev, min max, minimum maximum',
  'open close, opens closes, opened closed, start end stop finish, starts ends, begin end, add remove delete',
  'create delete, enable disable, enabled disabled, active inactive, show hide, lock unlock, before after',
  'up down, left right, top bottom, asc desc, ascending descending, sent received, send receive, buy sell',
  'credit debit, deposit withdraw withdrawal, income expense, read write, push pop, arrival departure, arrives departs',
  'import export, encrypt decrypt, encode decode, gross net, success failure, allow deny, accept reject',
  'approve reject, subscribe unsubscribe, increase decrease, increment decrement, from to, source target',
  'in out, on off, high low, inbound outbound, login logout, connect disconnect, valid invalid, parse stringify',
].flatMap((line) => line.split(', ').map((group) => group.split(' ')));

/** `openedAt`, `closedAt`; `latest`, `oldest`: names that differ in a word and its opposite. */
export function areOpposites(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  return left.some(
    (word) =>
      !right.includes(word) &&
      right.some((each) => !left.includes(each) && opposites.some((group) => isPair(group, word, each))),
  );
}

/** The first of a group and any of the rest. */
function isPair([head, ...rest]: readonly string[], one: string, other: string): boolean {
  return (head === one && rest.includes(other)) || (head === other && rest.includes(one));
}

/** What a method does, without the words that stand beside it already: `findByPlate` of `plate` → find, `formatMoney` of `money` → format, `bySku` → get. */
export function deedOf(method: string, beside: readonly string[]): string {
  const known = new Set(beside.flatMap(partsOf).map(singular));
  const parts = partsOf(method);
  const isBeside = (at: number): boolean => known.has(singular(parts[at] ?? ''));
  const isJoint = (part: string, at: number): boolean => /^(?:by|for|of|with|from|in)$/.test(part) && isBeside(at + 1);
  const left = parts.filter((part, at) => !isBeside(at) && !isJoint(part, at));
  return left.length === 0 ? 'get' : left.join('_');
}

/** What things are counted in; each group by one unit. */
const units = [
  ...['ms millis milliseconds msec', 'sec secs second seconds', 'mins minute minutes', 'hr hrs hour hours'],
  ...['day days', 'week weeks', 'month months', 'year years', 'byte bytes', 'kb kib', 'mb mib', 'gb gib'],
  ...['cent cents', 'eur euro euros', 'usd dollar dollars', 'gbp pounds', 'mm', 'cm', 'km', 'meters metres', 'miles'],
  ...['kg', 'grams', 'celsius', 'fahrenheit', 'percent pct', 'px'],
].map((group) => group.split(' '));

const unitOf = (name: string): readonly string[] | undefined =>
  units.find((group) => group.includes(partsOf(name).at(-1) ?? ''));

/** `ttlSeconds`, `ttlMs`: the same thing or another one, and another number in any case. */
export function isOtherUnit(one: string, other: string): boolean {
  const [left, right] = [unitOf(one), unitOf(other)];
  return left !== undefined && right !== undefined && left !== right;
}

/** `addDays(2)`, which is no `add(2)`: the unit went with the word. */
export function isUnitLost(written: string, meant: string): boolean {
  return unitOf(written) !== undefined && partsOf(written).slice(0, -1).join() === partsOf(meant).join();
}

/** Words that say nothing of what a thing is. */
const empty = new Set('the a an my our this that current value obj object instance found one'.split(' '));

/** True where names differ in nothing but such words: `currentRoom`, `roomValue` and `room` are one thing, `roomId` is another. */
export function isSameThing(one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) =>
    partsOf(name).filter((part) => part !== '' && !empty.has(part) && !/^\d+$/.test(part)),
  );
  return left !== undefined && left.length > 0 && left.join(' ') === right?.join(' ');
}

/** Words that make another thing of what they stand behind: `user`, `userId`; `item`, `itemCount`. */
const kinds = new Set(
  'id ids key keys name names count index number total type kind date at list map set size length url path'.split(' '),
);

/** `orderId` of an `order` that has an `id`, `name` of a `site` that has a `siteName`: what the thing is called is said again, or left out. */
export function saysOwner(owner: string, one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const own = partsOf(aliases[owner] ?? owner).map(singular);
  const [first = '', ...rest] = many.slice(0, many.length - few.length).map(singular);
  const isOwn = own.includes(first) || (owner.length === 1 && first.startsWith(owner));
  const isEnd = few.every((part, at) => part === many[many.length - few.length + at]);
  return few.length > 0 && few.length < many.length && isEnd && isOwn && rest.every((part) => own.includes(part));
}

const aliases: Readonly<Record<string, string>> = { req: 'request', res: 'response', ctx: 'context', conf: 'config' };

/** Where nobody reads the one and nothing declares the other: one name with words more or less. */
export function isVariant(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const more = many.filter((part) => !few.includes(part));
  return few.every((part) => many.includes(part)) && more.every((part) => !kinds.has(part));
}

/** `serializing`, `serializable`: two thirds of the shorter one, and five letters, begin both. */
export function haveOneStem(one: string, other: string): boolean {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()];
  const shorter = Math.min(left.length, right.length);
  const same = [...left].findIndex((sign, at) => sign !== right[at]);
  return (same < 0 ? shorter : same) >= Math.max(5, (shorter * 2) / 3);
}

/** `page` and `paging`, `retest` and `retest_years`, `taxon` and `taxa`; not `price` and `priority`. */
export function beginAlike(one: string, other: string): boolean {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()];
  const same = [...left].findIndex((sign, at) => sign !== right[at]);
  return (same < 0 ? left.length : same) >= Math.max(3, Math.min(left.length, right.length) - 1);
}

/** `points` of `waypoints`, `price` of `unitPrice`. */
export function isEndOf(one: string, other: string): boolean {
  const [few, many] = [one.toLowerCase(), other.toLowerCase()].sort((a, b) => a.length - b.length);
  return few !== undefined && few.length >= 5 && many?.endsWith(few) === true;
}

/** `canceled` and `cancel`, `closing` and `close`: what was done, or is being done, and the deed. */
export function isFormOf(form: string, word: string): boolean {
  const [, stem] = /^(.{3,})(?:ed|ing)$/i.exec(form) ?? [];
  return stem !== undefined && (stem === word || `${stem}e` === word || stem === word + (word.at(-1) ?? ''));
}

/** Of whose record a word like these is said makes another thing of it: `id` is no `customerId`. */
export const manyHave =
  /^(?:ids?|names?|types?|kinds?|dates?|at|on|status|states?|totals?|amounts?|values?|data|codes?|counts?|urls?|titles?)$/i;
