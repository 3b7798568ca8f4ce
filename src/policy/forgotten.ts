/** A guard that the project writes at every such place but this one was forgotten: adding it removes the cause (POL-8, decision 0020). */
import { partsOf, type Part } from './parts.ts';
import { dotted, field, list, parse, type Node } from './syntax.ts';
import { visit } from './walk.ts';

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
      !isFirstWrite(part, old.text, next.text) &&
      !isUnbegun(part, old.text, next.text),
  );
  if (rest.length === 0) return true;
  const texts = [old, ...others().flatMap((each) => read(each) ?? [])];
  const known = texts.flatMap(lookUpsIn);
  return rest.every(
    (part) => isRefusal(part, { known, text: next.text }) || isAskedByCallers(part, { known, text: next.text }),
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

/** `const name = callee(…)` and, where one stands right behind it, the guard of `name` that turns away. */
interface LookUp {
  readonly name: string;
  readonly method: string;
  /** The call, without `await`. */
  readonly call: readonly string[];
  readonly guard: readonly string[] | null;
  /** By a part of the path: what a client may well ask for in vain. */
  readonly byPath: boolean;
}

function lookUpsIn({ program, text }: Read): LookUp[] {
  const found: LookUp[] = [];
  visit(program, (node) => {
    for (const name of ['body', 'consequent']) {
      const statements = list(node, name);
      for (const [at, statement] of statements.entries()) {
        const made = lookUpOf(statement, text, statements[at + 1] ?? null);
        if (made !== null) found.push(made);
      }
    }
  });
  return found;
}

function lookUpOf(statement: Node | null, text: string, next: Node | null): LookUp | null {
  const [only, more] = statement?.type === 'VariableDeclaration' ? list(statement, 'declarations') : [];
  const [id, init] = only === undefined ? [null, null] : [field(only, 'id'), field(only, 'init')];
  const call = init?.type === 'AwaitExpression' ? field(init, 'argument') : init;
  if (id?.type !== 'Identifier' || call?.type !== 'CallExpression' || more !== undefined) return null;
  const given = list(call, 'arguments');
  if (given.every((one) => one.type === 'Literal')) return null;
  const name = String(id['name']);
  const guard = next !== null && isGuardOf(next, name, text) ? guardTokens(slice(text, next), name) : null;
  const method = (dotted(field(call, 'callee')) ?? '').split('.').at(-1) ?? '';
  const byPath = given.some((one) => /\bparams?\b/.test(slice(text, one)));
  return { name, method, call: tokens(slice(text, call)), guard, byPath };
}

/** `if (!name) return …`, `if (name === null) throw …`. */
function isGuardOf(node: Node, name: string, text: string): boolean {
  const [test, then] = [field(node, 'test'), field(node, 'consequent')];
  if (node.type !== 'IfStatement' || test === null || then === null || field(node, 'alternate') !== null) return false;
  const asked = slice(text, test).replace(/\s+/g, '');
  const isAsked = [`!${name}`, ...['null', 'undefined'].flatMap((one) => [`${name}==${one}`, `${name}===${one}`])];
  const last = then.type === 'BlockStatement' ? list(then, 'body').at(-1) : then;
  return isAsked.includes(asked) && /^(?:Return|Throw)Statement$/.test(last?.type ?? '');
}

/** What a guard does, whatever the thing is called and whatever is said of it. */
function guardTokens(text: string, name: string): string[] {
  return tokens(text).map((token) => (token === name ? '§' : /^["'`]/.test(token) && !isCode(token) ? '…' : token));
}

/** `'NOT_FOUND'` is no wording. */
const isCode = (token: string): boolean => /^.[A-Z][A-Z_]+.$/.test(token);

const refuses = /404|not_?found/i;

interface Given {
  readonly known: readonly LookUp[];
  readonly text: string;
}

/**
 * A refusal behind a look-up. The same look-up is refused in the same way elsewhere, or every other look-up by a part of the
 * path is, and there are two of them at least.
 */
function isRefusal({ old, now, previous }: Part, { known, text }: Given): boolean {
  const mine = lookUpOf(previous, text, now);
  if (old !== null || mine === null || mine.guard === null || !refuses.test(slice(text, now))) return false;
  const same = known.filter((one) => one.guard !== null && one.guard.join(' ') === mine.guard?.join(' '));
  if (same.some((one) => one.method === mine.method && isSameCall(one.call, mine.call))) return true;
  const others = known.filter((one) => one.byPath && one.call.join(' ') !== mine.call.join(' '));
  return mine.byPath && others.length >= 2 && others.every((one) => same.includes(one));
}

/** The same but for at most two names, each in place of one other. */
function isSameCall(a: readonly string[], b: readonly string[]): boolean {
  const other = new Map<string, string>();
  const fits = a.every((token, at) => {
    const twin = b[at] ?? '';
    if (token === twin) return true;
    if (!isName(token) || !isName(twin) || (other.get(token) ?? twin) !== twin) return false;
    other.set(token, twin);
    return true;
  });
  return a.length === b.length && fits && other.size <= 2;
}

/** `if (!row) return null` behind a look-up, where a caller looks whether there is anything and refuses. */
function isAskedByCallers({ old, now, previous, owner }: Part, { known, text }: Given): boolean {
  const mine = lookUpOf(previous, text, now);
  if (old !== null || mine === null || mine.guard === null) return false;
  const isNothing = /return(?: null| undefined)?;?}?$/.test(
    slice(text, now).replace(/\s+/g, ' ').replaceAll(' }', '}'),
  );
  return (
    isNothing && known.some((one) => one.method === owner && one.guard !== null && refuses.test(one.guard.join(' ')))
  );
}

const unmarked = (text: string): string => text.replaceAll('?.[', '[').replaceAll('?.', '.').replace(/\s+/g, '');

/** `a?.b ?? d` where `a.b ?? d` stood: what is to be answered where there is nothing was written already. */
function isOwnFallback({ now, old, around, oldText }: Part, text: string): boolean {
  if (old === null || now.type !== 'ChainExpression' || unmarked(slice(text, now)) !== unmarked(oldText)) return false;
  return around?.type === 'LogicalExpression' && around['operator'] !== '&&' && field(around, 'left') === now;
}

/** `list[key] ??= []` before the first thing is put into it, where nothing else ever makes it: no reader is given anything. */
function isFirstWrite({ old, oldText, now, next }: Part, before: string, text: string): boolean {
  const [place, base] = containerOf(now, text) ?? [null, null];
  if (place === null || base === null || (old === null && next === null)) return false;
  const made = before.replace(/\s+/g, '');
  const isMade =
    made.includes(`${base}.set(`) || new RegExp(`${escaped(base)}\\[[^\\]]*\\](?:\\?\\?|\\|\\|)?=(?!=)`).test(made);
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
    ...before.matchAll(new RegExp(`${escaped(base)}\\s*\\[[^\\]]*\\]\\s*(?:\\?\\?|\\|\\|)?=(?!=)\\s*(.)`, 'g')),
    ...before.matchAll(new RegExp(`${escaped(base)}\\s*\\.set\\([^,()]+,\\s*(.)`, 'g')),
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

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\#]/g, '\\$&');
}
