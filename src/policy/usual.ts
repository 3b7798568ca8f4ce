/** What the project itself says of a thing that may be absent, or of a body that is no JSON: the answer was written already (decisions 0020, 0033). */
import type { Part } from './parts.ts';
import { dotted, field, list, type Node } from './syntax.ts';
import { lastName, visit } from './walk.ts';

interface Read {
  readonly text: string;
  readonly program: Node;
}

const slice = (text: string, node: Node): string => text.slice(node.start, node.end);

/**
 * `product.tags ?? []`, where every other default of `product.tags` is that one, and there is one at least. A body that is taken
 * for an empty one must be looked at behind that, or nothing would be made of nothing.
 */
export function isUsualDefault({ old, oldText, now, around }: Part, text: string, texts: readonly Read[]): boolean {
  const [left, right] = [field(now, 'left'), field(now, 'right')];
  if (old === null || now.type !== 'LogicalExpression' || now['operator'] !== '??' || left === null || right === null)
    return false;
  const thing = thingOf(left, new Map());
  if (thing === null || slice(text, left) !== oldText || !plain.test(slice(text, right))) return false;
  if (thing === 'body' && !isLookedAt(around, text)) return false;
  const known = texts
    .flatMap((each) => defaultsIn(each))
    .filter(({ of }) => of.split('.').at(-1) === thing.split('.').at(-1));
  return known.some(({ of }) => of === thing) && known.every(({ given }) => given === slice(text, right));
}

/** `best.angler?.name ?? 'unknown'` where another place of the file, which is of the same things, says `one.angler?.name ?? 'unknown'`, and none of the project says anything else of that read. */
export function isSaidElsewhere({ old, oldText, now }: Part, text: string, texts: readonly Read[]): boolean {
  const [left, right] = [field(now, 'left'), field(now, 'right')];
  if (old === null || now.type !== 'LogicalExpression' || left?.type !== 'ChainExpression' || right === null)
    return false;
  const bare = (part: string): string => part.replaceAll('?.', '.').replace(/\s+/g, '');
  const names = dotted(old)?.split('.') ?? [];
  if (bare(slice(text, left)) !== bare(oldText) || names.length < 2 || right.type !== 'Literal') return false;
  const read = `.${names.slice(-2).join('.')}`;
  const saidIn = (each: Read): string[] => {
    const found: string[] = [];
    visit(each.program, (node) => {
      const [chain, given] = [field(node, 'left'), field(node, 'right')];
      const isIt = node.type === 'LogicalExpression' && node['operator'] !== '&&' && chain?.type === 'ChainExpression';
      if (isIt && given !== null && `.${bare(slice(each.text, chain))}`.endsWith(read))
        found.push(slice(each.text, given));
    });
    return found;
  };
  // The first text is the one that is changed.
  const isOfFile = texts.slice(0, 1).flatMap(saidIn).length > 0;
  return isOfFile && texts.flatMap(saidIn).every((given) => given === slice(text, right));
}

/** `labels: labels ?? []` where types say that the list may be left out in one thing and is there in another: an empty one makes the one of the other. */
export function isTypedDefault({ old, oldText, now }: Part, text: string, texts: readonly Read[]): boolean {
  const value = now.type === 'Property' ? field(now, 'value') : now;
  const [left, right] =
    value?.type === 'LogicalExpression' ? [field(value, 'left'), field(value, 'right')] : [null, null];
  if (old === null || value?.['operator'] !== '??' || left?.type !== 'Identifier' || right === null) return false;
  if (slice(text, right) !== '[]' || slice(text, left) !== oldText) return false;
  const optional = texts.flatMap(({ program }) => listsOf(program, oldText));
  return optional.includes(true) && optional.includes(false);
}

/**
 * `row.tags ?? []` where records that the code writes down, or JSON in its SQL, have a list of that name in one and nothing of
 * that name in two others of the same kind: a list that is left out has no entries.
 */
export function isListLeftOut({ old, oldText, now }: Part, text: string, texts: readonly Read[]): boolean {
  const [left, right] = [field(now, 'left'), field(now, 'right')];
  if (old === null || now['operator'] !== '??' || left?.type !== 'MemberExpression' || right === null) return false;
  const [name, object] = [dotted(field(left, 'property')), field(left, 'object')];
  if (name === null || object === null || slice(text, right) !== '[]' || slice(text, left) !== oldText) return false;
  const isOther = ({ of, given }: Default): boolean => of.split('.').at(-1) === name && given !== '[]';
  if (texts.some((each) => defaultsIn(each).some(isOther))) return false;
  const isRead = (key: string): boolean => key !== name && text.includes(`${slice(text, object)}.${key}`);
  return texts.some((each) =>
    [literalsIn(each.program), jsonIn(each.text)].some((records) =>
      records.some(
        (one) =>
          one.get(name) === true &&
          [...one.keys()].some(isRead) &&
          records.filter((other) => lacks(other, one, name)).length >= absentMin,
      ),
    ),
  );
}

/** One record that lacks it may as well have lost it. */
const absentMin = 2;

/** The keys of an object; true where the value is a list. */
type Keys = ReadonlyMap<string, boolean>;

/** A record of the same kind: without the list, nearly everything that it has the other one has, too. */
function lacks(record: Keys, like: Keys, name: string): boolean {
  const common = [...record.keys()].filter((key) => like.has(key)).length;
  return !record.has(name) && common > 0 && common >= Math.min(3, like.size - 1);
}

function literalsIn(program: Node): Keys[] {
  const found: Keys[] = [];
  visit(program, (node) => {
    if (node.type !== 'ObjectExpression') return;
    const keys = list(node, 'properties').map(
      (each) => [dotted(field(each, 'key')) ?? '', field(each, 'value')?.type === 'ArrayExpression'] as const,
    );
    found.push(new Map(keys));
  });
  return found;
}

/** `'{"tags":[]}'` in a text of SQL. */
function jsonIn(text: string): Keys[] {
  return [...text.matchAll(/'(\{"[^'\n]*\})'/g)].flatMap(([, object = '']) => {
    try {
      return [new Map(Object.entries(JSON.parse(object) as object).map(([key, value]) => [key, Array.isArray(value)]))];
    } catch {
      return []; // no JSON: it says nothing
    }
  });
}

/** For each `name: T[]` of a type: may it be left out? */
function listsOf(program: Node, name: string): boolean[] {
  const found: boolean[] = [];
  visit(program, (node) => {
    if (node.type !== 'TSPropertySignature' || dotted(field(node, 'key')) !== name) return;
    const annotation = field(node, 'typeAnnotation');
    const type = annotation === null ? null : field(annotation, 'typeAnnotation');
    if (type?.type === 'TSArrayType') found.push(node['optional'] === true);
  });
  return found;
}

/** `const { name } = request.body ?? {}; if (!name) …`. */
function isLookedAt(around: Node | null, text: string): boolean {
  const id = around?.type === 'VariableDeclarator' ? field(around, 'id') : null;
  if (around === null || id?.type !== 'ObjectPattern') return false;
  const names = list(id, 'properties').flatMap((each) => dotted(field(each, 'key')) ?? []);
  const behind = text.slice(around.end, around.end + 400);
  return names.some((name) => new RegExp(`if \\([^{;]*!(?:Array\\.isArray\\()?${name}\\b`).test(behind));
}

const plain = /^(?:\[\]|\{\}|null|''|""|'[^'\n]*'|"[^"\n]*"|\d+)$/;
const parts = /^(?:body|query|params|headers|cookies)$/;

/** `product.tags` of `row.product.tags`, and of a `tags` that was taken out of `product`; `body` of whatever request it is read. */
function thingOf(node: Node, taken: ReadonlyMap<string, string>): string | null {
  const chain = dotted(node);
  if (chain === null) return null;
  const names = chain.split('.');
  const own = names.at(-1) ?? '';
  if (names.length > 1) return parts.test(own) ? own : names.slice(-2).join('.');
  const from = taken.get(own);
  return from === undefined ? null : `${from}.${own}`;
}

interface Default {
  readonly of: string;
  readonly given: string;
}

function defaultsIn({ program, text }: Read): Default[] {
  const taken = new Map<string, string>();
  visit(program, (node) => {
    const [id, init] = node.type === 'VariableDeclarator' ? [field(node, 'id'), field(node, 'init')] : [null, null];
    const from = dotted(init)?.split('.').at(-1);
    if (id?.type !== 'ObjectPattern' || from === undefined) return;
    for (const each of list(id, 'properties')) {
      const [key, value] = [dotted(field(each, 'key')), dotted(field(each, 'value'))];
      if (key !== null && key === value) taken.set(key, from);
    }
  });
  const found: Default[] = [];
  visit(program, (node) => {
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    if (node.type !== 'LogicalExpression' || node['operator'] === '&&' || left === null || right === null) return;
    const of = thingOf(left, taken);
    if (of !== null) found.push({ of, given: slice(text, right) });
  });
  return found;
}

/**
 * `!boat || trip.boat === boat.trim()` in a filter, where the other filters of the function, one at least, let all through where nothing
 * is asked, and what they ask comes out of one query with it. Whoever must be asked for something is not asked for it so.
 */
export function isFilterLeftOut({ old, oldText, now }: Part, { text, program }: Read, texts: readonly Read[]): boolean {
  const right = field(now, 'right');
  if (old === null || now['operator'] !== '||' || right === null || slice(text, right) !== oldText) return false;
  const tests = filtersAround(program, now);
  const [mine, ...more] = tests.filter((test) => test === now).map((test) => markOf(test, text));
  const others = tests.filter((test) => test !== now).map((test) => markOf(test, text));
  if (mine == null || more.length > 0 || others.length === 0) return false;
  return others.every(
    (one) => one?.form === mine.form && texts.some((each) => areAskedTogether(each, [one.name, mine.name])),
  );
}

/** What a filter asks first, `!size` or `size === undefined`: of which name, and how. */
function markOf(test: Node, text: string): { readonly name: string; readonly form: string } | null {
  const left = test.type === 'LogicalExpression' && test['operator'] === '||' ? field(test, 'left') : null;
  const asked = left === null ? '' : slice(text, left);
  const name = /[\w$]+/.exec(asked)?.[0] ?? '';
  const form = asked.replace(name, '§');
  return /^(?:!§|§ ===? (?:undefined|null))$/.test(form) ? { name, form } : null;
}

/** The filters of the function around this one that ask for something that the function is given. */
function filtersAround(program: Node, now: Node): Node[] {
  const around: Node[] = [];
  visit(program, (node) => {
    if (/Function/.test(node.type) && node.start <= now.start && node.end >= now.end) around.push(node);
  });
  const [owner] = around.toSorted((a, b) => b.start - a.start).slice(1);
  if (owner === undefined) return [];
  const given = new Set(list(owner, 'params').flatMap(namesIn));
  const found: Node[] = [];
  visit(owner, (call) => {
    const isFilter = call.type === 'CallExpression' && lastName(field(call, 'callee')) === 'filter';
    const [fn] = isFilter ? list(call, 'arguments') : [];
    const body = fn === undefined ? null : field(fn, 'body');
    if (body !== null && namesIn(body).some((name) => given.has(name))) found.push(body);
  });
  return found;
}

function namesIn(root: Node): string[] {
  const found: string[] = [];
  visit(root, (node) => {
    if (node.type === 'Identifier') found.push(String(node['name']));
  });
  return found;
}

/** `const { month, boat } = c.req.query()`. */
function areAskedTogether({ text, program }: Read, names: readonly string[]): boolean {
  let isSo = false;
  visit(program, (node) => {
    const [id, init] = node.type === 'VariableDeclarator' ? [field(node, 'id'), field(node, 'init')] : [null, null];
    const keys = id?.type === 'ObjectPattern' ? list(id, 'properties').map((each) => dotted(field(each, 'key'))) : [];
    isSo ||= init !== null && /\bquery\b/.test(slice(text, init)) && names.every((name) => keys.includes(name));
  });
  return isSo;
}

/**
 * `try { return JSON.parse(text) } catch { throw new HttpError(400, …) }`, where all of the body was gathered into `text`, or the
 * framework reads it, and the project throws that very kind of refusal elsewhere: what does not parse is the client's.
 */
export function isRefusedInput({ old, oldText, now, around }: Part, text: string, texts: readonly Read[]): boolean {
  const isThrown = (refusal: string): boolean => {
    const thrown = /^throw (?:new )?[\w.]+\(400,/.exec(refusal)?.[0];
    return thrown !== undefined && texts.some((each) => each.text.includes(thrown));
  };
  const added = slice(text, now).startsWith(oldText) ? slice(text, now).slice(oldText.length) : '';
  const caught = /^\.catch\(\(\) => \{\s*(throw [^;]+;)\s*\}\)$/.exec(added)?.[1];
  if (old !== null && caught !== undefined) return /^\w+\.req\.json\(\)$/.test(oldText) && isThrown(caught);
  const [block, handler] = now.type === 'TryStatement' ? [field(now, 'block'), field(now, 'handler')] : [null, null];
  const [only, more] = block === null ? [] : list(block, 'body');
  const body = handler === null ? null : field(handler, 'body');
  const [refusal, beyond] = body === null ? [] : list(body, 'body');
  if (old === null || only === undefined || more !== undefined || slice(text, only) !== oldText) return false;
  if (refusal?.type !== 'ThrowStatement' || beyond !== undefined || field(now, 'finalizer') !== null) return false;
  const parsed = /^return (?:await )?JSON\.parse\((\w+)\);?$/.exec(oldText)?.[1];
  if (parsed === undefined || around === null || !gathers(slice(text, around), parsed)) return false;
  return isThrown(slice(text, refusal));
}

/** `for await (const chunk of req) text += chunk;`, `req.on('data', (chunk) => { text += chunk; })`. */
function gathers(around: string, name: string): boolean {
  const added = `\\b${name} \\+= \\w+(?:\\.toString\\([^)]*\\))?;`;
  return new RegExp(
    `for await \\(const \\w+ of \\w+\\) (?:\\{\\s*)?${added}|\\.on\\('data', \\(?\\w+\\)? => (?:\\{\\s*)?${added.slice(0, -1)}`,
  ).test(around);
}
