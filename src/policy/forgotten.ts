/** A guard that the project writes at every such place but this one was forgotten: adding it removes the cause (POL-8, decision 0020). */
import { isNothingToEnd, isOfNoParts, isParsedNothing, isRefusedAnyway } from './answered.ts';
import { partsOf, type Part } from './parts.ts';
import { isBlankLine, isHeaderLeftOut, isPassedOn } from './passed-on.ts';
import { dotted, field, list, parse, type Node } from './syntax.ts';
import {
  isFilterLeftOut,
  isListLeftOut,
  isRefusedInput,
  isSaidElsewhere,
  isTypedDefault,
  isUsualDefault,
} from './usual.ts';
import { lastName, visit } from './walk.ts';
import { escapeRegExp } from '../kit/text.ts';

/** A text of the release. */
export interface Text {
  readonly path: string;
  readonly text: string;
}

interface Read {
  readonly text: string;
  readonly program: Node;
}

/** Is every part that the change adds one that the texts of the project, as they were, ask for at that very place? */
export function isForgotten(before: Text, after: string, others: () => readonly Text[]): boolean {
  const [old, next] = [read(before), read({ path: before.path, text: after })];
  if (old === null || next === null) return false;
  const parts = partsOf(old, next);
  if (parts === null || parts.length === 0) return false;
  const rest = parts.filter(
    (part) =>
      !isOwnFallback(part, next.text) &&
      !isRefusedAnyway(part, next) &&
      !isOfNoParts(part, next) &&
      !isNothingToEnd(part, next.text) &&
      !isPassedOn(part, next) &&
      !isBlankLine(part, next) &&
      !isFirstWrite(part, old.text, next.text) &&
      !isUnbegun(part, old.text, next.text),
  );
  if (rest.length === 0) return true;
  const texts = [old, ...others().flatMap((each) => read(each) ?? [])];
  const given = { known: texts.flatMap(lookUpsIn), now: lookUpsIn(next), ...next };
  return rest.every(
    (part) =>
      isRefusal(part, given) ||
      isAskedByCallers(part, given) ||
      isUsualDefault(part, next.text, texts) ||
      isSaidElsewhere(part, next.text, texts) ||
      isTypedDefault(part, next.text, texts) ||
      isListLeftOut(part, next.text, texts) ||
      isFilterLeftOut(part, next, texts) ||
      isParsedNothing(part, next.text, texts) ||
      isRefusedInput(part, next.text, texts) ||
      isHeaderLeftOut(part, next, texts),
  );
}

function read({ path, text }: Text): Read | null {
  const program = parse(path, text);
  return program === null ? null : { text, program };
}

const word = /[\p{L}\p{N}_$]+|"[^"]*"|'[^']*'|`[^`]*`|[^\s\p{L}\p{N}_$]/gu;
const isName = (token: string): boolean => /^[\p{L}_$]/u.test(token);

function slice(text: string, node: Node): string {
  return text.slice(node.start, node.end);
}

function tokens(text: string): string[] {
  return text.match(word) ?? [];
}

/** What was looked up under a name and, where one stands right behind it, the guard of that name which turns away. */
interface LookUp {
  readonly name: string;
  /** The last name of what is called; `[]` where a table is asked by a key. */
  readonly method: string;
  /** The call, without `await`. */
  readonly call: readonly string[];
  readonly node: Node | null;
  readonly guard: readonly string[] | null;
  /** By a part of the path: what a client may well ask for in vain. */
  readonly byPath: boolean;
  /** `boats.find`, where that is given one thing. */
  readonly store: string | null;
  /** The names that the call is given. */
  readonly keys: readonly string[];
  /** By one name in a table: `rows[id]`, `rows.get(id)`, `rows.find((row) => row.id === id)`. */
  readonly byKey: boolean;
}

function lookUpsIn({ program, text }: Read): LookUp[] {
  const found: LookUp[] = [];
  visit(program, (node) => {
    for (const name of ['body', 'consequent']) {
      const statements = list(node, name);
      for (const [at, statement] of statements.entries()) {
        const made = declaredLookUp(statement, text, statements[at + 1] ?? null);
        if (made !== null) found.push(made);
      }
    }
    const given = node.type === 'CallExpression' ? callbackLookUp(node, text) : null;
    if (given !== null) found.push(given);
  });
  return found;
}

/** `const name = callee(…)`, `const name = rows[key]`. */
function declaredLookUp(statement: Node, text: string, next: Node | null): LookUp | null {
  const [only, more] = statement.type === 'VariableDeclaration' ? list(statement, 'declarations') : [];
  const [id, value] = only === undefined ? [null, null] : [field(only, 'id'), field(only, 'init')];
  const init = value?.type === 'TSNonNullExpression' ? field(value, 'expression') : value;
  const call = init?.type === 'AwaitExpression' ? field(init, 'argument') : init;
  const isKeyed = call?.type === 'MemberExpression' && call['computed'] === true;
  if (id?.type !== 'Identifier' || call === null || more !== undefined) return null;
  if (call.type !== 'CallExpression' && !isKeyed) return null;
  return lookUp({ name: String(id['name']), call, text, next });
}

/** `find(key, (error, name) => { if (error) return …; … })`. */
function callbackLookUp(call: Node, text: string): LookUp | null {
  const fn = list(call, 'arguments').at(-1);
  const [error, id, more] = fn === undefined ? [] : list(fn, 'params');
  const body = fn === undefined ? null : field(fn, 'body');
  if (id?.type !== 'Identifier' || more !== undefined || body?.type !== 'BlockStatement') return null;
  const [head, behind] = list(body, 'body');
  const test = head?.type === 'IfStatement' ? field(head, 'test') : null;
  const isChecked = test !== null && error?.type === 'Identifier' && slice(text, test) === error['name'];
  return lookUp({ name: String(id['name']), call, text, next: (isChecked ? behind : head) ?? null });
}

function lookUp(made: { name: string; call: Node; text: string; next: Node | null }): LookUp | null {
  const { name, call, text, next } = made;
  const isCall = call.type === 'CallExpression';
  const [key, asked] = [field(call, 'property'), fieldKey(call)];
  const sent = isCall ? list(call, 'arguments').filter(({ type }) => !isFunction(type)) : key === null ? [] : [key];
  const given = asked === null ? sent : [asked];
  if (given.every((one) => one.type === 'Literal') && list(call, 'arguments').length === given.length) return null;
  const isGuarded = next !== null && isGuardOf(next, name, text);
  const method = isCall ? ((dotted(field(call, 'callee')) ?? '').split('.').at(-1) ?? '') : '[]';
  return {
    ...{ name, method, node: isGuarded ? next : null },
    call: tokens(
      slice(text, isCall && isFunction(list(call, 'arguments').at(-1)?.type) ? (field(call, 'callee') ?? call) : call),
    ),
    guard: isGuarded ? guardTokens(withoutKey(slice(text, next), given, text), name) : null,
    byPath: given.some((one) => /\bparams?\b/.test(slice(text, one))),
    store:
      isCall && given.length === 1 && (dotted(field(call, 'callee')) ?? '').includes('.')
        ? dotted(field(call, 'callee'))
        : null,
    keys: given
      .flatMap((one) => (one.type === 'ArrayExpression' ? list(one, 'elements') : [one]))
      .flatMap((one) => rootOf(one) ?? []),
    byKey: given.length === 1 && given[0]?.type === 'Identifier' && (!isCall || method === 'get' || asked !== null),
  };
}

/** The `id` of `rows.find((row) => row.id === id)`, and of `… === id.toUpperCase()`. */
function fieldKey(call: Node): Node | null {
  const [fn] = list(call, 'arguments');
  const test = fn?.type === 'ArrowFunctionExpression' ? field(fn, 'body') : null;
  const sides = test === null ? [] : [field(test, 'left'), field(test, 'right')];
  const isFind = /(?:^|\.)find$/.test(dotted(field(call, 'callee')) ?? '');
  if (!isFind || test?.['operator'] !== '===' || !sides.some((side) => side?.type === 'MemberExpression')) return null;
  const keys = sides.map((side) => (side?.type === 'CallExpression' ? writtenOtherwise(side) : side));
  return keys.find((side) => side?.type === 'Identifier') ?? null;
}

/** `id` of `id.toUpperCase()`. */
function writtenOtherwise(call: Node): Node | null {
  const [callee, isBare] = [field(call, 'callee'), list(call, 'arguments').length === 0];
  const method = callee === null ? null : dotted(field(callee, 'property'));
  return isBare && /^(?:trim|to(?:Lower|Upper)Case|toString)$/.test(method ?? '')
    ? field(callee as Node, 'object')
    : null;
}

const isFunction = (type: string | undefined): boolean => /Function/.test(type ?? '');

/** `if (!name) return …`, `if (name === null) throw …`. */
function isGuardOf(node: Node, name: string, text: string): boolean {
  const [test, then] = [field(node, 'test'), field(node, 'consequent')];
  if (node.type !== 'IfStatement' || test === null || then === null || field(node, 'alternate') !== null) return false;
  const asked = slice(text, test).replace(/\s+/g, '');
  const isAsked = [`!${name}`, ...['null', 'undefined'].flatMap((one) => [`${name}==${one}`, `${name}===${one}`])];
  const last = then.type === 'BlockStatement' ? list(then, 'body').at(-1) : then;
  return isAsked.includes(asked) && last !== undefined && leaves(last);
}

/** `return`, `throw`, and what throws by another name: `ctx.throw(404)`. */
function leaves(statement: Node): boolean {
  const call = statement.type === 'ExpressionStatement' ? field(statement, 'expression') : null;
  const isThrown = call?.type === 'CallExpression' && /\.throw$/.test(dotted(field(call, 'callee')) ?? '');
  return isThrown || /^(?:Return|Throw)Statement$/.test(statement.type);
}

/** `id`; `input` of `input.plate`, which is what somebody asks for. */
function rootOf(node: Node): string | null {
  const [root = '', part] = dotted(node)?.split('.') ?? [];
  const isSent = /^(?:input|body|data|payload|args|dto|fields|req|request)$/.test(root);
  return root !== '' && (part === undefined || isSent) ? root : null;
}

/** The guard says by which key nothing was found: one key is as good as another. */
function withoutKey(guard: string, given: readonly Node[], text: string): string {
  const [key, more] = given;
  if (key === undefined || more !== undefined || dotted(key) === null) return guard;
  return guard.replace(new RegExp(`(?<![\\w$.])${escapeRegExp(slice(text, key))}(?![\\w$])`, 'g'), '¤');
}

/** What a guard does, whatever the thing is called and whatever is said of it. */
function guardTokens(text: string, name: string): string[] {
  return tokens(text).map((token) => (token === name ? '§' : /^["'`]/.test(token) && !isCode(token) ? '…' : token));
}

/** `'NOT_FOUND'` is no wording. */
const isCode = (token: string): boolean => /^.[A-Z][A-Z_]+.$/.test(token);

/** What a refusal of something that is not there says. */
const refuses = /404|not_?found|unknown|no_?such|\bmissing\b|\bno \$?\{?\w/i;

interface Given {
  readonly known: readonly LookUp[];
  /** Those of the changed text. */
  readonly now: readonly LookUp[];
  readonly text: string;
  readonly program: Node;
}

/**
 * A refusal behind a look-up. The same look-up is refused in the same way elsewhere, or every other look-up by a part of the
 * path is, or every one that is refused at all, and there are two of them at least (three, where it is by what the function is given);
 * or every other one by the key of a table in this file is.
 */
function isRefusal({ old, now }: Part, { known, now: own, text, program }: Given): boolean {
  const mine = own.find(({ node }) => node === now);
  if (old !== null || mine === undefined || !refuses.test(slice(text, now))) return false;
  const isAlike = (one: LookUp): boolean => one.guard !== null && one.guard.join(' ') === mine.guard?.join(' ');
  const isSame = (one: LookUp): boolean => one.method === mine.method && isSameCall(one.call, mine.call);
  // `boats.find(key)`, however the key is written.
  const isOfStore = (one: LookUp): boolean => mine.store !== null && one.store === mine.store;
  if (mine.method !== '[]' && known.some((one) => isAlike(one) && (isSame(one) || isOfStore(one)))) return true;
  if (mine.keys.some((key) => isItem(program, now, key))) return false;
  const others = known.filter((one) => one.byPath && one.call.join(' ') !== mine.call.join(' '));
  if (mine.byPath && others.length >= 2 && others.every(isAlike)) return true;
  const refused = known.filter(({ guard }) => guard !== null && refuses.test(guard.join(' ')));
  const isAsked =
    (finds.test(mine.method) || mine.method === '[]') && mine.keys.some((key) => isGiven(program, now, key));
  if (refused.length >= (mine.byPath ? 2 : isAsked ? 3 : Infinity) && refused.every(isAlike)) return true;
  const tables = own.filter((one) => one !== mine && one.byKey);
  return mine.byKey && tables.length > 0 && tables.every(isAlike);
}

/** What looks something up. */
const finds = /^(?:find|get|load|fetch|read|look|by|one|first)/;

/** `key` of `keys.map((key) => …)`: one of many that somebody keeps, or sent; whoever asks for the whole asked for no such thing. */
function isItem(program: Node, node: Node, name: string): boolean {
  let isOne = false;
  visit(program, (call) => {
    const [fn] = call.type === 'CallExpression' ? list(call, 'arguments') : [];
    const isAround = fn !== undefined && isFunction(fn.type) && fn.start <= node.start && fn.end >= node.end;
    const isEach = isAround && /^(?:map|flatMap|forEach|filter)$/.test(lastName(field(call, 'callee')));
    isOne ||= isEach && list(fn, 'params').some((param) => param['name'] === name);
  });
  return isOne;
}

/** The name is a parameter of a function around the node. */
function isGiven(program: Node, node: Node, name: string): boolean {
  let isParameter = false;
  visit(program, (each) => {
    if (!isFunction(each.type) || each.start > node.start || each.end < node.end) return;
    for (const param of list(each, 'params')) visit(param, (one) => (isParameter ||= one['name'] === name));
  });
  return isParameter;
}

/** The same but for at most two names, each in place of one other; a query is read word by word. */
function isSameCall(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [wordsIn(one), wordsIn(other)];
  const paired = new Map<string, string>();
  const fits = a.every((token, at) => {
    const twin = b[at] ?? '';
    if (token === twin) return true;
    if (!isName(token) || !isName(twin) || (paired.get(token) ?? twin) !== twin) return false;
    paired.set(token, twin);
    return true;
  });
  return a.length === b.length && fits && paired.size <= 2;
}

const wordsIn = (call: readonly string[]): string[] =>
  call.flatMap((token) => (/^["'`].* /.test(token) ? tokens(token.slice(1, -1)) : token));

/** `if (!row) return null` behind a look-up, where a caller looks whether there is anything and refuses. */
function isAskedByCallers({ old, now, owner }: Part, { known, now: own, text }: Given): boolean {
  if (old !== null || !own.some(({ node }) => node === now)) return false;
  const said = slice(text, now).replace(/\s+/g, ' ').replaceAll(' }', '}');
  const isNothing = /return(?: null| undefined| (?:cb|callback|done|next|fn)\(null(?:, null)?\))?;?}?$/.test(said);
  return (
    isNothing && known.some((one) => one.method === owner && one.guard !== null && refuses.test(one.guard.join(' ')))
  );
}

/** Without what only says whether there is something: `?.`, and the `!` of TypeScript. */
const unmarked = (text: string): string =>
  text
    .replaceAll('?.[', '[')
    .replaceAll('?.', '.')
    .replace(/(?<=[\w$)\]])!(?=[.[])/g, '')
    .replace(/\s+/g, '');

/** `a?.b ?? d` where `a.b ?? d` stood: what is to be answered where there is nothing was written already. */
function isOwnFallback({ now, old, around, oldText }: Part, text: string): boolean {
  if (old === null || now.type !== 'ChainExpression' || unmarked(slice(text, now)) !== unmarked(oldText)) return false;
  // `passes.get(number?.trim()) ?? null`: by nothing nothing is found.
  const isKey = around?.type === 'CallExpression' && lastName(field(around, 'callee')) === 'get';
  if (isKey && list(around, 'arguments').length === 1) return /^\s*\)\s*(?:\?\?|\|\|)/.test(text.slice(now.end));
  return around?.type === 'LogicalExpression' && around['operator'] !== '&&' && field(around, 'left') === now;
}

/** `list[key] ??= []` before the first thing is put into it, where nothing else ever makes it: no reader is given anything. */
function isFirstWrite({ old, oldText, now, next }: Part, before: string, text: string): boolean {
  const [place, base] = containerOf(now, text) ?? [null, null];
  if (place === null || base === null || (old === null && next === null)) return false;
  const made = before.replace(/\s+/g, '');
  const isMade =
    made.includes(`${base}.set(`) ||
    new RegExp(`${escapeRegExp(base)}\\[[^\\]]*\\](?:\\?\\?|\\|\\|)?=(?!=)`).test(made);
  const behind = old === null && next !== null ? slice(text, next) : oldText + text.slice(now.end).replace(/^\)/, '');
  const put = behind.replace(/\s+/g, '');
  const writes = /^(?:\.(?:push|unshift|add|set)\(|(?:\.\w+|\[[^\]]*\])*(?:\+\+|--|[-+*/]?=(?!=)))/;
  if (old !== null && oldText.replace(/\s+/g, '') !== place) return false;
  return !isMade && put.startsWith(place) && writes.test(put.slice(place.length));
}

/** `lists[key] ?? []` where whatever is put under a key is a list: one that nobody has begun is empty. */
function isUnbegun({ old, now, oldText }: Part, before: string, text: string): boolean {
  const [left, right] = [field(now, 'left'), field(now, 'right')];
  if (old === null || now.type !== 'LogicalExpression' || left === null || right === null) return false;
  const place = slice(text, left).replace(/\s+/g, '');
  if (slice(text, right) !== '[]' || place !== oldText.replace(/\s+/g, '')) return false;
  if (/^\)\s*\.(?:push|unshift|splice|fill)\(/.test(text.slice(now.end))) return false; // it would be lost
  const base = /^(.+?)(?:\[[^\]]+\]|\.get\([^)]+\))$/.exec(place)?.[1];
  if (base === undefined) return false;
  const puts = [
    ...before.matchAll(new RegExp(`${escapeRegExp(base)}\\s*\\[[^\\]]*\\]\\s*(?:\\?\\?|\\|\\|)?=(?!=)\\s*(.)`, 'g')),
    ...before.matchAll(new RegExp(`${escapeRegExp(base)}\\s*\\.set\\([^,()]+,\\s*(.)`, 'g')),
  ];
  return puts.length > 0 && puts.every((put) => put[1] === '[');
}

/** What is made where it is not there, as text without blanks: `[a[k], a]` of `a[k] ??= []`, `[a.get(k), a]` of `if (!a.has(k)) a.set(k, [])`. */
function containerOf(node: Node, text: string): [place: string, base: string] | null {
  const made = slice(text, node).replace(/\s+/g, '');
  const plain = /^(.+?)(\[[^\]]+\])\?\?=(?:\[\]|\{.*\}|new(?:Map|Set)(?:\(\))?);?$/.exec(made);
  if (/^(?:ExpressionStatement|AssignmentExpression)$/.test(node.type) && plain !== null)
    return [`${plain[1]}${plain[2]}`, plain[1] ?? ''];
  const keyed = /^if\(!(.+?)\.has\((.+?)\)\)\1\.set\(\2,(?:\[\]|\{.*\}|new(?:Map|Set)(?:\(\))?)\);?$/.exec(made);
  return node.type === 'IfStatement' && keyed !== null ? [`${keyed[1]}.get(${keyed[2]})`, keyed[1] ?? ''] : null;
}
