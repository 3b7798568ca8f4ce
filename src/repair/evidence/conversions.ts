/** Where a value of a neighbouring kind is to be converted: where it is made, or where it is used (REP-8: never a guess). */
import type { ValueFacts } from '../../incident/nouns.ts';
import { elementOrigin, fillsOf, readersOf, readsBehind, withoutTypes } from './fields.ts';
import type { Fill, Place } from './fields.ts';
import { prototypeMembers } from '../code/members.ts';
import type { RecipeContext } from '../recipe.ts';
import { valueOf } from './site.ts';
import type { Site } from './site.ts';
import {
  all,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  keyName,
  statementOf,
  textOf,
  upwards,
} from '../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../code/syntax.ts';
import { namesInScope } from '../code/scope.ts';
import type { Splice } from '../code/text.ts';

export interface Conversion {
  readonly what: string;
  readonly rank: number;
  readonly prefix: string;
  readonly suffix: string;
  /** The builtin class that is wanted. */
  readonly to: string;
  /** True where all readers of the field want the same kind; a Map may well be meant elsewhere. */
  readonly everywhere: boolean;
}

export interface Failing {
  readonly site: Site;
  readonly callee: Of<'MemberExpression'>;
  readonly conversion: Conversion;
}

interface Placed {
  readonly source: Source;
  readonly nodes: readonly Node[];
  readonly ask: string | null;
}

/** The one place that suits all who read the value; where none does, the use itself, and a person is asked. */
export function placed(context: RecipeContext, failing: Failing): Placed[] {
  const { site, callee, conversion } = failing;
  const here = { source: site.source, nodes: sameUses(failing), ask: null };
  if (!conversion.everywhere)
    return [collectionMade(context, failing) ?? { ...here, ask: listElsewhere(failing, here.nodes) }];
  const element = elementOrigin(site.source, callee.object);
  if (element !== null) {
    const isRead = element.type === 'MemberExpression' || withoutTypes(element).type === 'MemberExpression';
    return isRead ? [{ ...here, nodes: [element] }] : [];
  }
  const reads = readsBehind(context, site.source, callee.object);
  const fields = [...new Set(reads.map((read) => read.field))];
  const [field] = fields;
  const parsed = conversion.prefix === 'JSON.parse(' || conversion.suffix.startsWith('.split(');
  if (field === undefined)
    return [
      parsed && isUsedOtherwise(failing)
        ? { ...here, ask: `\`${textOf(site.source, callee.object)}\` is used as text, too` }
        : here,
    ];
  const given = fillsOf(context, field).filter((each) => isPlain(each.node) && !isCopy(each, field));
  const raw = given.filter((each) => !isConverted(each, conversion));
  // Records of one kind have other fields in common.
  const fills = given.every((each) => raw.includes(each) || raw.every((other) => isLike(each, other))) ? raw : given;
  const [fill] = fills;
  const own = new Set(reads.map((read) => read.node));
  const others = readersOf(context, field).filter(
    (each) => !own.has(each.node) && !here.nodes.includes(each.node) && !fills.some((one) => inside(each, one)),
  );
  const uses = others.map((each) => useOf(each.node, conversion));
  const count = (use: 'converts' | 'wants'): number => uses.filter((each) => each === use).length;
  if (fields.length === 1 && count('converts') > count('wants')) return [here];
  if (fields.length === 1 && fill !== undefined && fills.length === 1 && (parsed || count('wants') > 0)) {
    const value = valueBehind(fill);
    return [{ source: fill.source, nodes: [parsed ? textIn(fill.source, value) : value], ask: null }];
  }
  if (others.length === 0 && fields.length === 1) return [here];
  return [
    { ...here, ask: `\`${field}\` is read elsewhere, too: only you know where it should become ${conversion.what}` },
  ];
}

/** `row.tags` of `row.tags ? row.tags : []`, also behind the name that holds it: the list is none to be read from text. */
function textIn(source: Source, node: Node): Node {
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  const given = made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' ? made.init : node;
  const ways: Node[] = given?.type === 'ConditionalExpression' ? [given.consequent, given.alternate] : [];
  const texts = ways.filter(({ type }) => type !== 'ArrayExpression' && type !== 'ObjectExpression');
  const [only] = texts;
  return only !== undefined && texts.length === 1 ? only : node;
}

/** The name that would be converted here and now is read elsewhere in its scope. */
function isUsedOtherwise({ site, callee: { object } }: Failing): boolean {
  if (object.type !== 'Identifier') return false;
  const bound = (id: Node): unknown => namesInScope(site.source, id.start).get(object.name)?.id;
  return all(site.source.program, 'Identifier').some(
    (id) =>
      id.name === object.name && id !== object && isReference(id) && id !== bound(id) && bound(id) === bound(object),
  );
}

/** A Set or Map that nobody uses as one: it becomes a list where it is made, or where it gets its name, so that every reader has the list. */
function collectionMade(context: RecipeContext, { site, callee, conversion }: Failing): Placed | null {
  if (!conversion.prefix.startsWith('[...')) return null;
  const isOwn = (name: string): boolean => isOfCollection(name) && !prototypeMembers('Array').includes(name);
  const isOwnUse = ({ parent }: Node): boolean =>
    parent?.type === 'MemberExpression' && !parent.computed && isOwn(keyName(parent.property) ?? '');
  const named = nameGiven(site, callee.object, isOwnUse);
  if (named !== null) return { source: site.source, nodes: [named], ask: null };
  const [read, more] = readsBehind(context, site.source, callee.object);
  if (read === undefined || more !== undefined) return null;
  const fills = fillsOf(context, read.field).map((fill) => ({ ...fill, node: initOf(fill) }));
  const made = fills.filter(
    ({ node }) => node.type === 'NewExpression' && /^(?:Set|Map)$/.test(chainOf(node.callee) ?? ''),
  );
  const [only, other] = made;
  if (only === undefined || other !== undefined || readersOf(context, read.field).some(({ node }) => isOwnUse(node)))
    return null;
  return { source: only.source, nodes: [only.node], ask: null };
}

/** Why a person should look: what is no list here is taken for one in other statements, too. */
function listElsewhere({ site, callee: { object }, conversion }: Failing, here: readonly Node[]): string | null {
  if (object.type !== 'Identifier' || !conversion.prefix.startsWith('[...')) return null;
  const bound = (id: Of<'Identifier'>): unknown => namesInScope(site.source, id.start).get(id.name)?.id;
  const isOther = all(site.source.program, 'Identifier').some((id) => {
    const { parent } = id;
    const method = parent?.type === 'MemberExpression' && parent.object === id ? keyName(parent.property) : null;
    const isOfList = method !== null && prototypeMembers('Array').includes(method) && !isOfCollection(method);
    return isOfList && id.name === object.name && !here.includes(id) && bound(id) === bound(object);
  });
  return isOther ? `\`${object.name}\` is taken for a list elsewhere, too` : null;
}

const isOfCollection = (name: string): boolean =>
  prototypeMembers('Set').includes(name) || prototypeMembers('Map').includes(name);

/** `const all = store.things` behind `shown = wanted ? all.filter(…) : all`: the value that the first name was given. */
function nameGiven(site: Site, node: Node, isOwnUse: (use: Node) => boolean, depth = 4): Node | null {
  if (node.type !== 'Identifier' || depth === 0) return null;
  const binding = namesInScope(site.source, node.start).get(node.name);
  const made = binding?.node;
  if (binding === undefined || made?.type !== 'VariableDeclarator' || made.id.type !== 'Identifier') return null;
  if (made.init === null) return null;
  const uses = all(site.source.program, 'Identifier').filter(
    (each) =>
      each.name === node.name &&
      each !== binding.id &&
      namesInScope(site.source, each.start).get(each.name)?.id === binding.id,
  );
  if (uses.some(isOwnUse) || uses.some(isSetAnew)) return null;
  const kind = valueOf(site, node)?.className;
  const parts = made.init.type === 'ConditionalExpression' ? [made.init.consequent, made.init.alternate] : [made.init];
  const from = parts.find((part) => part.type === 'Identifier' && valueOf(site, part)?.className === kind);
  if (from !== undefined) return nameGiven(site, from, isOwnUse, depth - 1) ?? null;
  return parts.length === 1 && made.init.type === 'MemberExpression' ? made.init : null;
}

/** It is given something else; `shown = shown.filter(…)` only narrows what it began with. */
function isSetAnew(use: Node): boolean {
  const { parent } = use;
  if (parent?.type !== 'AssignmentExpression' || parent.left !== use) return false;
  const { right } = parent;
  const from =
    right.type === 'CallExpression' && right.callee.type === 'MemberExpression' ? right.callee.object : right;
  return parent.operator !== '=' || use.type !== 'Identifier' || from.type !== 'Identifier' || from.name !== use.name;
}

function initOf({ source, node }: Fill): Node {
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  return made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' && made.init !== null ? made.init : node;
}

/** All calls of the same method in the statement whose receiver the debugger saw to be of the same kind. */
function sameUses({ site, callee }: Failing): Node[] {
  const statement = statementOf(callee);
  const method = keyName(callee.property);
  const kind = valueOf(site, callee.object)?.type;
  if (statement === null || kind === undefined) return [callee.object];
  return all(statement, 'MemberExpression')
    .filter((each) => !each.computed && keyName(each.property) === method && each.parent?.type === 'CallExpression')
    .filter((each) => each === callee || valueOf(site, each.object)?.type === kind)
    .filter((each) => functionsAround(each)[0] === functionsAround(callee)[0])
    .map((each) => each.object);
}

/** `const time = new Date(text)` behind `{ at: time }`. */
function isConverted({ source, node }: Fill, { to }: Conversion): boolean {
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  const init = made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' ? made.init : null;
  return init !== null && converts(init, to) !== null;
}

function isLike(one: Fill, other: Fill): boolean {
  const [left, right] = [one, other].map(({ property }) => {
    const literal = property?.parent;
    if (literal?.type !== 'ObjectExpression') return [];
    return literal.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
  });
  const common = (left ?? []).filter((each) => right?.includes(each));
  return common.length > 1 && common.length * 2 >= Math.max(left?.length ?? 0, right?.length ?? 0);
}

/** `{ at: highest.at }`, `rows.map(({ at }) => ({ at }))`: the field of another record, which is filled elsewhere. */
function isCopy({ source, node }: Fill, field: string): boolean {
  if (node.type === 'MemberExpression') return !node.computed && keyName(node.property) === field;
  const binding = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  const fn = binding?.kind === 'param' ? upwards(binding.id).find(isFunction) : undefined;
  return (
    fn?.parent?.type === 'CallExpression' && upwards(binding?.id as Node).some(({ type }) => type === 'ObjectPattern')
  );
}

/** What is converted: `text` of `new Date(text)` and `Number(text)`; null for what converts nothing. */
function converts(node: Node, to: string): Node | null {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  const isMeant = converters[to]?.test(chainOf(node.callee) ?? '') === true && chainOf(node.callee) !== 'Date.parse';
  return isMeant ? ((node.arguments[0] as Node | undefined) ?? null) : null;
}

/** `{ level }` beside `const height = Number(level)`: what the field was converted to already, where the record is made. */
export function convertedBeside(
  context: RecipeContext,
  { site, callee, conversion }: Failing,
): { readonly fill: Fill; readonly name: string }[] {
  const fields = new Set(readsBehind(context, site.source, callee.object).map((read) => read.field));
  const [field, more] = fields;
  if (field === undefined || more !== undefined) return [];
  return fillsOf(context, field).flatMap((fill) => {
    const { source, node } = fill;
    const bound = (id: Of<'Identifier'>): unknown => namesInScope(source, id.start).get(id.name)?.id;
    const fn = functionsAround(node)[0];
    if (node.type !== 'Identifier' || fn === undefined) return [];
    const made = all(fn, 'VariableDeclarator').filter(({ id, init, parent }) => {
      const from = init === null ? null : converts(init, conversion.to);
      const isConst = parent?.type === 'VariableDeclaration' && parent.kind === 'const';
      const isSame = from?.type === 'Identifier' && from.name === node.name && bound(from) === bound(node);
      return isConst && isSame && id.type === 'Identifier' && namesInScope(source, node.start).get(id.name)?.id === id;
    });
    return made.flatMap(({ id }) => (id.type === 'Identifier' ? [{ fill, name: id.name }] : []));
  });
}

/** What stands in the value that fills the field is read before it is that value. */
function inside(place: Place, fill: Fill): boolean {
  const value = valueBehind(fill);
  return place.source === fill.source && value.start <= place.node.start && place.node.end <= value.end;
}

/** The expression to convert: of a name the value that it was given once. */
function valueBehind({ source, node }: Fill): Node {
  if (node.type !== 'Identifier') return node;
  const binding = namesInScope(source, node.start).get(node.name);
  const declarator = binding?.node;
  const isOne =
    binding?.kind === 'const' && declarator?.type === 'VariableDeclarator' && declarator.id.type === 'Identifier';
  return isOne && declarator.init !== null && isPlain(declarator.init) ? declarator.init : node;
}

/** A name, a member, or one of them with a default: nothing was computed yet. */
function isPlain(node: Node): boolean {
  const plain = withoutTypes(node);
  if (plain.type === 'LogicalExpression') return plain.operator !== '&&' && isPlain(plain.left);
  return plain.type === 'Identifier' ? plain.name !== 'undefined' : plain.type === 'MemberExpression';
}

const converters: Readonly<Record<string, RegExp>> = {
  Number: /^(?:Number|parseInt|parseFloat|Number\.parse\w+|BigInt)$/,
  String: /^String$/,
  Date: /^(?:Date|Date\.parse)$/,
  Array: /^JSON\.parse$/,
};

/** What a reader takes the value for: it converts it itself, it wants it converted, or that does not show. */
function useOf(node: Node, { to, suffix }: Conversion): 'converts' | 'wants' | null {
  const { parent } = node;
  if (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') {
    const callee = parent.callee === node ? '' : (chainOf(parent.callee) ?? '');
    return converters[to]?.test(callee) === true ? 'converts' : null;
  }
  if (parent?.type === 'MemberExpression' && parent.object === node && !parent.computed) {
    const name = keyName(parent.property) ?? '';
    if (suffix === `.${name}()`) return 'converts';
    return prototypeMembers(to).includes(name) ? 'wants' : null;
  }
  const counts = to === 'Number' || to === 'Date';
  if (parent?.type === 'BinaryExpression' && counts && /^(?:[-+*/%]|[<>]=?)$/.test(parent.operator)) return 'wants';
  return null;
}

/** The changes that convert an expression; a default behind `??` or `||` stays one, and a shorthand property gets its key. */
export function conversionAt(source: Source, node: Node, { prefix, suffix }: Conversion): Splice[] {
  const plain = withoutTypes(node);
  const text = textOf(source, plain);
  const replace = (by: string): Splice[] => [{ start: node.start, end: node.end, text: by }];
  if (plain.type === 'LogicalExpression') {
    const [left, right] = [textOf(source, plain.left), textOf(source, plain.right)];
    return replace(`${left} ? ${prefix}${left}${suffix} : ${right}`);
  }
  const property = node.parent;
  const short = property?.type === 'Property' && property.shorthand && property.parent?.type === 'ObjectExpression';
  if (short) return replace(`${text}: ${prefix}${text}${suffix}`);
  return plain === node ? wrap(node, prefix, suffix) : replace(`${prefix}${text}${suffix}`);
}

export function wrap(node: Node, before: string, after: string): Splice[] {
  return [
    { start: node.start, end: node.start, text: before },
    { start: node.end, end: node.end, text: after },
  ];
}

/** What a method of lists is given to call for each, also by its name. */
function callbackOf({ parent }: Node, source?: Source): FunctionNode | null {
  const given = parent?.type === 'CallExpression' ? (parent.arguments[0] as Node | undefined) : undefined;
  const made =
    given?.type === 'Identifier' && source !== undefined
      ? namesInScope(source, given.start).get(given.name)?.node
      : undefined;
  const callback = made?.type === 'VariableDeclarator' && made.init !== null ? made.init : (made ?? given);
  return callback !== undefined && isFunction(callback) ? callback : null;
}

/** `.sort(([, a], [, b]) => …)`, `.sort((a, b) => a[1] - b[1])`: what is worked on has keys and values. */
export function takesPairs(callee: Node, source?: Source): boolean {
  const callback = callbackOf(callee, source);
  if (callback === null) return false;
  const names = callback.params.flatMap((each) => (each.type === 'Identifier' ? [each.name] : []));
  const isHalf = ({ object, property, computed }: Of<'MemberExpression'>): boolean =>
    computed && property.type === 'Literal' && property.value === 1 && names.includes(chainOf(object) ?? '');
  return callback.params.some(({ type }) => type === 'ArrayPattern') || all(callback, 'MemberExpression').some(isHalf);
}

/** `.find((stay) => stay.berth === id)`: a pair has no such member. */
export function takesItems(callee: Node, source?: Source): boolean {
  const callback = callbackOf(callee, source);
  const [first] = callback?.params ?? [];
  if (callback === null || first?.type === 'ObjectPattern') return first !== undefined;
  const known = [...prototypeMembers('Array'), 'length'];
  return all(callback, 'MemberExpression').some(
    ({ object, property, computed }) =>
      first?.type === 'Identifier' &&
      object.type === 'Identifier' &&
      object.name === first.name &&
      !computed &&
      !known.includes(keyName(property) ?? 'length'),
  );
}

/** Of `"54,9"` and of `""` no number is made. */
export function isNumeric(preview: string): boolean {
  const text = /^"([^]*)"$/.exec(preview)?.[1];
  return text === undefined || (text.trim() !== '' && !Number.isNaN(Number(text)));
}

/** What stands between the words of a text, the same everywhere; null for other texts. */
export function commaOf(preview: string): ',' | ', ' | null {
  if (/^"[\w.-]+(?:,[\w.-]+)+"$/.test(preview)) return ',';
  return /^"[\w.-]+(?:, [\w.-]+)+"$/.test(preview) ? ', ' : null;
}

/** Not `rows.map((row) => [row.id, row])` of what turned out to be no list: the pairs are made there already. */
export function mayHaveEntries(node: Node, seen: ValueFacts | null): boolean {
  const method =
    node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? keyName(node.callee.property) : null;
  if (method !== null && prototypeMembers('Array').includes(method)) return false;
  return seen === null || (seen.type === 'object' && !seen.thenable && (seen.className ?? 'Object') === 'Object');
}
