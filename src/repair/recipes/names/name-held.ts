/** A name that is nowhere and that its surroundings tell: `describe(row)` where all the rest of the file says `vehicles.describe(…)`, a parameter by another name than its callers have for it, a stray word. */
import type { Idea } from '../../../incident/nouns.ts';
import { isTest } from '../../../kit/code.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { globalWord } from '../../code/builtin-words.ts';
import { handedTo } from '../../code/callees.ts';
import { nearNames } from '../../code/names.ts';
import { isUnused, namesInScope, unresolved } from '../../code/scope.ts';
import type { Binding } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, keyName, keysIn, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, lineStart, semicolonOf } from '../../code/text.ts';
import { manyHave } from '../../code/words.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** One idea, where one object alone is called so in this file, and can be seen from each place that lacks it. */
export function heldIdeas(source: Source, name: string): Idea[] {
  const calls = all(source.program, 'CallExpression').filter(({ callee }) => isMember(callee, name));
  const holders = new Set(calls.map(({ callee }) => chainOf((callee as Of<'MemberExpression'>).object)));
  const [holder, more] = holders;
  const root = holder?.split('.')[0];
  if (holder == null || root === undefined || more !== undefined) return [];
  const splices = unresolved(source, name).map((id) => {
    const isSeen = root === 'this' ? false : namesInScope(source, id.start).has(root);
    const text = isSeen ? inPlace(id, `${holder}.${name}`, calls) : null;
    return text === null ? null : { start: id.start, end: id.end, text };
  });
  const whole = splices.filter((each) => each !== null);
  const title = `\`${name}\` is \`${holder}.${name}\`, as everywhere else in ${source.path}`;
  return whole.length < splices.length || whole.length === 0
    ? []
    : [ideaIn('identifier', source, { title, rank: 0, splices: whole })];
}

/** `person.role` in a function that takes `ctx`, where all that the project reads or takes out by that name is `ctx.state.person`: the line that took it out is lost. */
function chainIdeas(context: RecipeContext, { source, node }: Place, name: string): Idea[] {
  const [chain, more] = new Set(allSources(context.tree).flatMap((each) => chainsOf(each, name)));
  const [root = '', first = '', ...rest] = chain?.split('.') ?? [];
  if (chain == null || more !== undefined || root === 'this') return [];
  const isCalled = node.parent?.type === 'CallExpression' && node.parent.callee === node;
  const reads = unresolved(source, name);
  const kinds = reads.map(({ start }) => namesInScope(source, start).get(root)?.kind);
  const seen = sitesOf(context).find((site) => site.source.path === source.path)?.facts?.locals[root];
  // `body.total`, and this `body` has none; what is set on a request is no member of all of its kind.
  const isWithout = seen?.type === 'object' && seen.keys.length > 0 && !seen.keys.includes(first);
  const isLoose = rest.length === 0 && seen === undefined;
  if (isCalled || isWithout || isLoose || !kinds.every((kind) => kind === 'param' || kind === 'import')) return [];
  const fn = functionsAround(node).find((each) => reads.every((id) => upwards(id).includes(each)));
  const head = fn?.body?.type === 'BlockStatement' ? fn.body.body[0] : undefined;
  const object = chain.slice(0, -name.length - 1);
  const { text } = source;
  const taking = `const { ${name} } = ${object}${semicolonOf(text)}${eolOf(text)}`;
  const splices =
    head === undefined
      ? reads.map(({ start, end, parent }) => {
          const isShort = parent?.type === 'Property' && parent.shorthand;
          return { start, end, text: `${isShort ? `${name}: ` : ''}${chain}` };
        })
      : [{ start: head.start, end: head.start, text: taking + indentAt(text, head.start) }];
  return [ideaIn('identifier', source, { title: `\`${name}\` is \`${chain}\`, as elsewhere`, rank: 0, splices })];
}

/** `ctx.state.person` wherever it is read, and whatever else a variable of that name is made of; null for what is no such chain. */
function chainsOf({ path, program }: Source, name: string): (string | null)[] {
  if (isTest(path)) return [];
  const read = all(program, 'MemberExpression').flatMap((each) => {
    const isSet = each.parent?.type === 'AssignmentExpression' && each.parent.left.start === each.start;
    return isMember(each, name) && !isSet ? [chainOf(each)] : [];
  });
  const made = all(program, 'VariableDeclarator').flatMap(({ id, init }) => {
    if (id.type === 'Identifier') return id.name === name ? [init && chainOf(init)] : [];
    const taken = id.type === 'ObjectPattern' ? id.properties : [];
    const keys = taken.flatMap((each) =>
      each.type === 'Property' && keyName(each.value as Node) === name ? [keyName(each.key)] : [],
    );
    return keys.map((key) => (init && chainOf(init) !== null ? `${chainOf(init)}.${key}` : null));
  });
  return [...read, ...made];
}

interface Place {
  readonly source: Source;
  readonly node: Node;
}

/** `quote(volume)` that reads `litres`, where all who call it hand `input.litres` over in that place, and nothing reads `volume`; `quote({ volume })`, where they hand `{ litres }` over. */
function handedIdeas(context: RecipeContext, { source, node }: Place, name: string): Idea[] {
  const scope = namesInScope(source, node.start);
  return functionsAround(node).flatMap((fn) => {
    const taken = fn.params.flatMap((param, at) => takenBy(param as Node).map((each) => ({ ...each, at })));
    const idle = taken.filter(({ id }) => {
      const binding = scope.get(id.name);
      return binding?.id === id && isUnused(source, binding);
    });
    const calls = idle.length === 0 ? [] : handedTo(context, fn);
    return idle.flatMap(({ id, key, at }) => {
      const isSaid = calls.every(({ given }) => {
        const value = given[at];
        if (key === null) return lastNameOf(value ?? id) === name;
        return value?.type === 'ObjectExpression' && keysIn(value).includes(name);
      });
      if (calls.length === 0 || !isSaid) return [];
      const title = `\`${id.name}\` is \`${name}\`, as those who call it have it`;
      const splices = [{ start: id.start, end: id.start + id.name.length, text: name }];
      return [ideaIn('identifier', source, { title, rank: 0, splices })];
    });
  });
}

/** The names that a parameter makes, with the key of each where it takes them apart as they are called. */
function takenBy(param: Node): { readonly id: Of<'Identifier'>; readonly key: string | null }[] {
  if (param.type === 'Identifier') return [{ id: param, key: null }];
  const pattern = param.type === 'AssignmentPattern' ? param.left : param;
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((each) => {
    const value = each.type === 'Property' && each.shorthand ? each.value : null;
    const id = value?.type === 'AssignmentPattern' ? value.left : value;
    return id?.type === 'Identifier' ? [{ id, key: id.name }] : [];
  });
}

/** `sheets` where the same function answers `{ sheets: sheetCount }`: what was `{ sheets }` tells the new name of what was renamed. */
function keyedIdeas(_: RecipeContext, { source, node }: Place, name: string): Idea[] {
  const fn = functionsAround(node)[0];
  if (fn === undefined) return [];
  const pairs = all(fn, 'Property').filter(
    ({ key, value, computed, parent }) =>
      !computed && parent?.type === 'ObjectExpression' && keyName(key) === name && value.start !== key.start,
  );
  const values = new Set(pairs.map(({ value }) => (value.type === 'Identifier' ? value.name : null)));
  const [meant, more] = values;
  if (meant == null || more !== undefined) return [];
  const reads = unresolved(source, name);
  const own = namesInScope(source, node.start).get(meant);
  // Of this function alone: a parameter or what is above may be called so for a reason of its own.
  const isOwn = own?.node.type === 'VariableDeclarator' && functionsAround(own.id)[0] === fn;
  const isSeen = reads.every(({ start }) => own !== undefined && namesInScope(source, start).get(meant) === own);
  if (!isOwn || !isSeen || !reads.every(({ start }) => start > own.node.end)) return [];
  const title = `\`${name}\` is \`${meant}\`, as it is answered beside it`;
  const splices = reads.map((each) => ({ start: each.start, end: each.end, text: inPlaceOf(each, name, meant) }));
  return [ideaIn('identifier', source, { title, rank: 0, splices })];
}

/** `{ sheets }` stays a key. */
function inPlaceOf({ parent }: Node, name: string, meant: string): string {
  return parent?.type === 'Property' && parent.shorthand ? `${name}: ${meant}` : meant;
}

/** `q` on a line of its own, which nothing else is called like: it does nothing but fail. */
function strayIdeas({ tree }: RecipeContext, { source, node }: Place, name: string): Idea[] {
  const { parent } = node;
  if (
    parent?.type !== 'ExpressionStatement' ||
    nearNames(name, [...words, ...namesInScope(source, node.start).keys()]).length > 0
  )
    return [];
  const said = allSources(tree).flatMap(
    ({ text }) => text.match(new RegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`, 'g')) ?? [],
  );
  const [start, newline] = [lineStart(source.text, parent.start), source.text.indexOf('\n', parent.end)];
  const end = newline < 0 ? source.text.length : newline + 1;
  const isAlone = source.text.slice(start, end).trim() === source.text.slice(parent.start, parent.end);
  if (said.length > 1 || !isAlone) return [];
  const title = `\`${name}\` stands alone on a line and is nothing`;
  return [ideaIn('identifier', source, { title, rank: 0, splices: [{ start, end, text: '' }] })];
}

const words = 'break continue return debugger await next'.split(' ');

function isMember(callee: Node, name: string): boolean {
  return callee.type === 'MemberExpression' && !callee.computed && keyName(callee.property) === name;
}

/** What is handed on keeps its object, and takes what all others give it. */
function inPlace({ parent, start }: Node, member: string, calls: readonly Of<'CallExpression'>[]): string | null {
  if (parent?.type !== 'CallExpression') return null;
  if (parent.callee.start === start) return member;
  const isOne = calls.every((call) => call.arguments.length === 1);
  return isOne ? `(each) => ${member}(each)` : null;
}

/** `this.table = tableName` in a function that takes a `table` and does nothing with it. */
function targetIdeas(_: RecipeContext, { source, node }: Place, name: string): Idea[] {
  const { parent } = node;
  const isSet = parent?.type === 'AssignmentExpression' && parent.operator === '=' && parent.right.start === node.start;
  const isKey = parent?.type === 'Property' && !parent.shorthand && parent.value === node;
  const target =
    isSet && parent.left.type === 'MemberExpression' && !parent.left.computed ? parent.left.property : null;
  const meant = keyName(target ?? (isKey && !parent.computed ? (parent.key as Node) : node));
  const own = meant === null ? undefined : namesInScope(source, node.start).get(meant);
  const fn = functionsAround(node)[0];
  if (meant === null || own === undefined || functionsAround(own.id)[0] !== fn || !isUnused(source, own)) return [];
  // `{ beds }` may be the wrong one: what is handed over has its names.
  if (own.id.parent?.type === 'Property') return [];
  return renamedHere(source, name, { ...own, title: `\`${name}\` is the \`${meant}\` that is kept` });
}

/** `lines.map((each) => order.price)`, where the debugger saw that what is gone over, and nothing else there, has a `price`. */
function elementIdeas(context: RecipeContext, { source, node }: Place, name: string): Idea[] {
  const fn = functionsAround(node)[0];
  const element = fn === undefined ? null : elementOf(fn);
  const reads = unresolved(source, name).filter((each) => fn !== undefined && upwards(each).includes(fn));
  const members = reads.map((each) => memberOf(each));
  const seen = sitesOf(context).find((site) => site.source.path === source.path && site.depth === 0)?.facts?.locals;
  const having = Object.entries(seen ?? {}).filter(([, { keys }]) =>
    members.every((member) => member !== null && keys.includes(member)),
  );
  if (fn === undefined || element === null || having.length !== 1 || having[0]?.[0] !== element.name) return [];
  // A line that is lost from a longer function may have made it of the element.
  const isPlain = fn.body?.type !== 'BlockStatement' || members.some((member) => !manyHave.test(member ?? ''));
  const own = namesInScope(source, node.start).get(element.name);
  const title = `\`${name}\` is the \`${element.name}\` that is gone over`;
  return own === undefined || own.id !== element || !isPlain ? [] : renamedHere(source, name, { ...own, title });
}

/** The parameter that each element is handed over for: `map((line) => …)`, `reduce((sum, line) => …)`. */
function elementOf(fn: FunctionNode): Of<'Identifier'> | null {
  const { parent } = fn;
  const isGiven = parent?.type === 'CallExpression' && parent.arguments[0] === fn;
  const method = isGiven && parent.callee.type === 'MemberExpression' ? (keyName(parent.callee.property) ?? '') : '';
  const at = /^reduce(?:Right)?$/.test(method) ? 1 : 0;
  const isOver = at === 1 || /^(?:map|flatMap|filter|forEach|some|every|find(?:Last)?(?:Index)?)$/.test(method);
  const param = isOver ? fn.params[at] : undefined;
  return param?.type === 'Identifier' ? param : null;
}

function memberOf({ parent, start }: Node): string | null {
  const isRead = parent?.type === 'MemberExpression' && parent.object.start === start && !parent.computed;
  return isRead ? keyName(parent.property) : null;
}

/** Each place that lacks the name and sees the other one. */
function renamedHere(source: Source, name: string, { id, name: meant, title }: Binding & { title: string }): Idea[] {
  const splices = unresolved(source, name)
    .filter((each) => namesInScope(source, each.start).get(meant)?.id === id)
    .map((each) => ({ start: each.start, end: each.end, text: inPlaceOf(each, name, meant) }));
  return [ideaIn('identifier', source, { title, rank: 0, splices })];
}

/** `parseInteger(text)`, which nothing of the project is called. */
function wordIdeas(_: RecipeContext, { source, node }: Place, name: string): Idea[] {
  const word = globalWord(name);
  const reads = unresolved(source, name);
  const isCall = ({ parent, start }: Node): boolean =>
    parent?.type === 'CallExpression' &&
    parent.callee.start === start &&
    parent.arguments.slice(1).every(({ type }) => type === 'Literal');
  if (word === undefined || namesInScope(source, node.start).has(word) || !reads.every(isCall)) return [];
  const splices = reads.map(({ start, end }) => ({ start, end, text: word }));
  return [ideaIn('identifier', source, { title: `\`${name}\` is \`${word}\` here`, rank: 0, splices })];
}

/** What is meant where it fits at all. */
export const heldSure = [handedIdeas, strayIdeas, keyedIdeas, targetIdeas] as const;

/** What is meant where nothing else is. */
export const heldElse = [elementIdeas, wordIdeas, chainIdeas] as const;
