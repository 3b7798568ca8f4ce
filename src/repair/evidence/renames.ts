/** A member takes another name everywhere it must: where it is given, or wherever it is read. */
import type { Edit, SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import type { RecipeContext } from '../recipe.ts';
import { dataFields } from './data-fields.ts';
import { lastNameOf } from './fields.ts';
import { areOfOneClass, areOfOneModule, isGivenByModule, madeBy } from './instances.ts';
import { isFromOutside, isOneKind } from './kin.ts';
import { memberNames } from './member-names.ts';
import type { Given, Read } from './member-names.ts';
import { oddGivers } from './odd-givers.ts';
import { takenFrom } from '../code/calls.ts';
import { knownMembers } from '../code/members.ts';
import { namesInScope } from '../code/scope.ts';
import { loweredToo, styledToo } from './respelt-too.ts';
import { isSameUnsetKey } from './request-keys.ts';
import { valueOf } from './site.ts';
import type { Suspect } from './suspects.ts';
import { isToldRather } from './typed-keys.ts';
import { isPlural, slip } from '../code/names.ts';
import { partsOf } from '../code/words.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  keyName,
  stringValue,
  textOf,
  upwards,
} from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { splice } from '../code/text.ts';
import type { Splice } from '../code/text.ts';

/** The edits that make `suspect` and its like read `to`; or that give `to` the name which all of them read, where nobody reads it. */
export function renameEdits(context: RecipeContext, suspect: Suspect, to: string): Edit[] {
  const giver = soleGiver(context, suspect, to);
  if (giver !== null) return editsOf([{ source: giver.source, splice: keySplice(giver.key, suspect.name, giver) }]);
  const reads = likeReads(context, suspect, to);
  const every = memberNames(context.tree).read.get(suspect.name) ?? [];
  const told = every.every((each) => reads.some(({ key }) => key === each.key)) ? typesOf(context, suspect, to) : [];
  const odd = isCallee(suspect.node) ? [] : oddGivers(context, { name: suspect.name, to }, reads);
  return editsOf([
    ...reads.map(({ source, key, node }) => ({ source, splice: readSplice(source, { key, node }, to) })),
    ...reads.flatMap(({ source, node }) => uncalled(context, node, to).map((splice) => ({ source, splice }))),
    ...[...loweredToo(context, suspect, to), ...styledToo(context, suspect, to)].map(
      ({ source, key, node, meant }) => ({
        source,
        splice: readSplice(source, { key, node }, meant),
      }),
    ),
    ...told.map(({ source, key }) => ({ source, splice: keySplice(key, to, null) })),
    ...odd.map((each) => ({ source: each.source, splice: keySplice(each.key, to, each) })),
  ]);
}

/** `table.count()`, where the one class that has it says `get size()`: what is read is not called. */
function uncalled({ tree }: RecipeContext, node: Node, to: string): Splice[] {
  const { parent } = node;
  const given = memberNames(tree).given.get(to) ?? [];
  const isRead = ({ key }: Given): boolean => key.parent?.type === 'MethodDefinition' && key.parent.kind === 'get';
  if (parent?.type !== 'CallExpression' || !isCallee(node) || parent.arguments.length > 0) return [];
  return given.length > 0 && given.every(isRead) ? [{ start: node.end, end: parent.end, text: '' }] : [];
}

/** Where the member is read of something else as well, which may be the same thing or not: it would give nothing there, and no failure would tell. */
export function renameDoubt(context: RecipeContext, suspect: Suspect, to: string): string | null {
  const { name } = suspect;
  if (unseenReaders.test(name) && soleGiver(context, suspect, to) === null)
    return `\`${name}\` is asked for by the language itself, too`;
  if (isCallee(suspect.node)) return null; // a call of nothing fails, and tells
  const keys = valueOf(suspect.site, suspect.object)?.keys ?? [];
  const others = likeReads(context, suspect, to).flatMap(({ node }) => filledWith(node) ?? []);
  const other = others.find((key) => key !== to && key !== name && keys.includes(key));
  if (other !== undefined) return `\`${other}\` is made of \`${name}\`, and there is a \`${other}\` itself`;
  const { given } = memberNames(context.tree);
  const isWritten = given.get(name)?.some(({ isSet }) => isSet) === true;
  if (isWritten && !given.has(to) && dataFields(context).has(to))
    return `\`${name}\` is written by the code, and nobody writes a \`${to}\`: what is written would be lost`;
  const isElsewhere = given.has(name) || dataFields(context).has(name);
  // Nobody reads the other name of what is called so, and others read this one of it.
  const own = chainOf(suspect.object);
  const isRead = (memberNames(context.tree).read.get(to) ?? []).some(({ object }) => chainOf(object) === own);
  const chain = isElsewhere && !isRead ? own : null;
  if ((isElsewhere && chain === null) || soleGiver(context, suspect, to) !== null) return null;
  const same = new Set(likeReads(context, suspect, to).map(({ key }) => key));
  const left = (memberNames(context.tree).read.get(name) ?? []).find(
    ({ key, node, object, source }) =>
      !same.has(key) &&
      !isCallee(node) &&
      !isFromOutside(context.tree, source, object) &&
      (chain === null || (source !== suspect.site.source && chainOf(object) === chain)),
  );
  return left === undefined
    ? null
    : `\`${textOf(left.source, left.node)}\` is read in ${left.source.path} as well, and ${isElsewhere ? `nobody reads a \`${own}.${to}\`` : `nothing has a \`${name}\``}`;
}

/** The key that a value is read for: `year` of `{ year: row.since?.slice(0, 4) ?? null }`; of `{ id: req.usr.id }` it is what is read on by its own name. */
function filledWith(node: Node): string | null {
  const isRead = (each: Node): boolean =>
    each.start === node.start && /^(?:Member|Call|Chain|Logical)Expression$/.test(each.type);
  const above = upwards(node);
  const around = above.find((each) => !isRead(each));
  const isReadOn = above.some((each) => isRead(each) && each.type === 'MemberExpression' && isKeyOf(around, each));
  if (isReadOn) return null;
  const isValue = around?.type === 'Property' && around.parent?.type === 'ObjectExpression';
  return isValue && around.value.start === node.start ? keyName(around.key) : null;
}

function isKeyOf(around: Node | undefined, { property }: Of<'MemberExpression'>): boolean {
  return around?.type === 'Property' && keyName(around.key) === keyName(property);
}

/** The edits that give the one member `to`, which nobody reads, the name under which others have it: its giver is the odd one. */
export function giverEdits(context: RecipeContext, suspect: Suspect, to: string): Edit[] {
  return memberNames(context.tree).given.has(suspect.name) ? soleKeyEdits(context, suspect, to) : [];
}

/** The edits that give the one member `to`, which nobody reads, the name that is read. */
export function soleKeyEdits(context: RecipeContext, { name }: Suspect, to: string): Edit[] {
  const { given, read, spoken } = memberNames(context.tree);
  const [only, more] = given.get(to) ?? [];
  if (only === undefined || more !== undefined || read.has(to) || spoken.has(to)) return [];
  return editsOf([{ source: only.source, splice: keySplice(only.key, name, only) }]);
}

/** Where the member that nobody reads gets its name, if that is what should change: what it is has the wanted name, or several read that one. */
function soleGiver(context: RecipeContext, suspect: Suspect, to: string): Given | null {
  const { given, read, spoken } = memberNames(context.tree);
  const every = given.get(to) ?? [];
  // Types tell of the one that is read: of several the one that has what is read on.
  const told = isToldRather(context.tree, suspect.name, to) ? every.filter((each) => hasPart(context, each)) : [];
  const [only, more] = told.length === 1 ? told : every;
  if (only === undefined || more !== undefined || read.has(to) || spoken.has(to)) return null;
  if (unseenReaders.test(suspect.name)) return only;
  if (isToldRather(context.tree, to, suspect.name)) return null;
  // Nobody reads it by the name that it is given, and whoever else reads it by the other one is right, too.
  if (isNamed(only.value, suspect.name)) return only;
  if (hasPart(context, only)) return isReadersSlip(context.tree, suspect.name, to) ? null : only;
  const own = { source: suspect.site.source, object: suspect.object };
  const files = new Set(
    read.get(suspect.name)?.flatMap((each) => (areOfOneModule(context, own, each) ? each.source : [])),
  );
  // Several files read it off the one module that gives it.
  if (files.size > 1 && isGivenByModule(context, own, only)) return only;
  const wanted = read.get(suspect.name)?.length ?? 0;
  const isField = /^(?:MemberExpression|PropertyDefinition|TSParameterProperty)$/.test(only.key.parent?.type ?? '');
  const isPart = isField || only.isSet || (only.value !== null && isFunction(only.value));
  return isPart && wanted > 1 && isGone(context, suspect) && !isUsedAround(only) ? only : null;
}

/** What the language asks objects for by itself: `JSON.stringify` answers with whatever `toJSON` gives, and without one with all fields. */
const unseenReaders = /^(?:toJSON|toString|valueOf)$/;

/** `constructor(readonly mails: Mailer) { mails.open(); }`: the parameter is more than a member. */
function isUsedAround({ key, name }: Given): boolean {
  const [fn] = key.parent?.type === 'TSParameterProperty' ? functionsAround(key) : [];
  return fn !== undefined && all(fn, 'Identifier').some((each) => each.name === name && each !== key);
}

/** `settings.prot`, where `port: process.env.PORT` is given: only the one is a word of the project. */
function isReadersSlip(tree: SourceTree, written: string, given: string): boolean {
  const others = (name: string): boolean =>
    [...(namesByPart(tree).get(name.toLowerCase()) ?? [])].some((other) => other !== name);
  return !isPlural(written, given) && slip(written, given) !== null && others(given) && !others(written);
}

const namesByPart = memoize((tree: SourceTree): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { name } of allSources(tree).flatMap((source) => all(source.program, 'Identifier'))) {
    for (const part of partsOf(name)) found.set(part, (found.get(part) ?? new Set()).add(name));
  }
  return found;
});

/** What is read of the missing member is there in what was given: `pickings.ofDay`, where `pickingsRepo: createPickings(db)` has `ofDay`. */
export function hasPart(context: RecipeContext, { source, value }: Given): boolean {
  const { nullish, property } = context.diagnosis.named;
  if (value === null || nullish === undefined || property === undefined) return false;
  const made = madeBy(context.tree, value)?.names;
  return made?.has(property) ?? knownMembers(context, source, value)?.names.includes(property) === true;
}

/** `locals.customers.findByEmail`, where of all that `locals` has only `store: new Store()` has a `findByEmail`. */
export function holderOf(context: RecipeContext, { site, object, name, node }: Suspect): string | null {
  const keys = isReadOn(node) ? (valueOf(site, object)?.keys ?? []) : [];
  const { given } = memberNames(context.tree);
  const [only, more] = keys.filter((key) => key !== name && given.get(key)?.some((each) => hasPart(context, each)));
  return more === undefined && !keys.includes(name) ? (only ?? null) : null;
}

/** No object ever gets a member of that name; of one that is called, none that could be called, and of one that is read on, nothing but methods. */
export function isGone(context: RecipeContext, suspect: Suspect): boolean {
  // `{ counts: notices.counts }` hands on what it was given, as `{ beds }` does of `const beds = room.beds.length`.
  const isRead = (value: Node | null): boolean =>
    value !== null && all(value, 'MemberExpression').some((each) => lastNameOf(each) === suspect.name);
  const given = (memberNames(context.tree).given.get(suspect.name) ?? []).filter(
    ({ source, value }) => !isRead(value) && !isRead(madeOf(source, value)),
  );
  const isPart = isReadOn(suspect.node);
  return given.every(({ value }) =>
    isCallee(suspect.node) ? value !== null && plain.has(value.type) : isPart && value !== null && isFunction(value),
  );
}

/** What the variable was made of that a value names; null for all else. */
function madeOf(source: Source, value: Node | null): Node | null {
  const id = value?.type === 'Identifier' ? namesInScope(source, value.start).get(value.name)?.id : undefined;
  return id?.parent?.type === 'VariableDeclarator' ? id.parent.init : null;
}

/** `ctx.bookings.ofGuest(guest)`: a method `bookings()` of something else is no such member. */
function isReadOn(node: Node): boolean {
  return node.parent?.type === 'MemberExpression' && node.parent.object === node;
}

const plain = new Set([
  'Literal',
  'TemplateLiteral',
  'ObjectExpression',
  'ArrayExpression',
  'BinaryExpression',
  'CallExpression',
]);

/** True where a value is called so by itself: `defaults.grading`, `tags`, `given.tags ?? []`; `await read('tags')`. */
export function isNamed(value: Node | null, name: string): boolean {
  if (value?.type === 'AwaitExpression') return isNamed(value.argument, name);
  if (value?.type === 'CallExpression' && value.arguments.length === 1 && stringValue(value.arguments[0]) === name)
    return true;
  if (value?.type === 'LogicalExpression') return isNamed(value.left, name) || isNamed(value.right, name);
  return value !== null && lastNameOf(value) === name;
}

/** The reads that mean the same member: the same chain in this file; through the whole project where no object ever gets that name. */
function likeReads(context: RecipeContext, suspect: Suspect, to: string): Pick<Read, 'source' | 'key' | 'node'>[] {
  const { source } = suspect.site;
  const { given, read } = memberNames(context.tree);
  const reads = read.get(suspect.name) ?? [];
  const isCall = isCallee(suspect.node);
  const isEverywhere = isGone(context, suspect) && ((given.get(to)?.length ?? 0) < 2 || isCall);
  const receiver = lastNameOf(suspect.object);
  const homes = (given.get(to) ?? []).map(({ key }) => key.parent?.parent);
  const [home] =
    homes.length === 1 && !given.get(suspect.name)?.some(({ key }) => key.parent?.parent === homes[0]) ? homes : [];
  const same = reads.filter((each) => {
    if (each.key === suspect.key) return true;
    if (each.source === source && isOneKind(source, suspect.object, each.object)) return isCall === isCallee(each.node);
    if (each.source === source && isSameChain(source, suspect, each.node)) return true;
    if (isHandedTheSame(context.tree, suspect, each)) return true;
    if (isSameUnsetKey(context, [{ source, node: suspect.node }, each])) return true;
    // `settings.get(…)` of every file that takes in the one module.
    if (areOfOneModule(context, { source, object: suspect.object }, each)) return true;
    // A row of a data file has it.
    if (each.source !== source && dataFields(context).has(suspect.name)) return false;
    if (isEverywhere && isTwin(suspect, each)) return true;
    // What gives it reads it by its old name, too: `this.people()`.
    if (home != null && each.object.type === 'ThisExpression' && upwards(each.key).includes(home)) return true;
    if (each.source === source && isGone(context, suspect) && isSaidAgain(source, suspect.node, each.node)) return true;
    if (!isEverywhere || isCall !== isCallee(each.node)) return false;
    // `jobs.where(…)`, `parts.where(…)` of two stores: the one class has it by another name now.
    if (isCall && areOfOneClass(context, { source, node: suspect.object }, { source: each.source, node: each.object }))
      return true;
    // `{ years: ini.viability.years }`: what `config.viability.years` reads is what is handed on so.
    const isSame = !given.has(suspect.name) || chainOf(each.object) === chainOf(suspect.object);
    return receiver !== null && lastNameOf(each.object) === receiver && isSame;
  });
  return same.length > 0 ? same : [{ source, key: suspect.key, node: suspect.node }];
}

/** `({ levels }) => …`, which is handed the very `app.config.alerts` by all who call it. */
function isHandedTheSame(
  tree: SourceTree,
  { object }: Suspect,
  { source, node }: Pick<Read, 'source' | 'node'>,
): boolean {
  const chain = chainOf(object);
  const value = node.type === 'Property' && node.value.type === 'AssignmentPattern' ? node.value.left : node;
  const id = value.type === 'Property' ? value.value : value;
  if (node.type !== 'Property' || chain === null || !chain.includes('.') || id.type !== 'Identifier') return false;
  const handed = takenFrom(tree, source, id);
  return handed.length > 0 && handed.every((each) => chainOf(each.node) === chain);
}

/** Where types tell of the member that no object gets, and `Pick<Stay, 'arrival'>` of theirs: what is read nowhere any more. */
function typesOf(context: RecipeContext, suspect: Suspect, to: string): Pick<Read, 'source' | 'key'>[] {
  if (!isGone(context, suspect)) return [];
  return allSources(context.tree).flatMap((source) => {
    const members = all(source.program, 'TSPropertySignature').filter(
      (each) =>
        !each.computed &&
        keyName(each.key) === suspect.name &&
        !all(each.parent ?? each, 'TSPropertySignature').some((other) => keyName(other.key) === to),
    );
    const literals = all(source.program, 'TSLiteralType').filter(
      ({ literal }) => stringValue(literal) === suspect.name,
    );
    return [...members.map(({ key }) => key as Node), ...literals.map(({ literal }) => literal as Node)].map((key) => ({
      source,
      key,
    }));
  });
}

/** `trips.get(one.tripId)` in one function as in another. */
function isSaidAgain(source: Source, { parent }: Node, { parent: other }: Node): boolean {
  const isCall = parent?.type === 'CallExpression' && other?.type === 'CallExpression';
  return isCall && textOf(source, parent) === textOf(source, other);
}

/** `(a, b) => a.name - b.name`: another parameter of the same function, one of two alike. */
function isTwin(suspect: Suspect, read: Read): boolean {
  if (read.source !== suspect.site.source) return false;
  const [one, other] = [suspect.object, read.object].map((object) =>
    object.type === 'Identifier' ? namesInScope(read.source, object.start).get(object.name) : undefined,
  );
  const fn = one === undefined ? undefined : upwards(one.id).find(isFunction);
  return (
    one?.kind === 'param' &&
    other?.kind === 'param' &&
    fn?.params.length === 2 &&
    upwards(other.id).find(isFunction) === fn
  );
}

function isCallee(node: Node): boolean {
  return node.parent?.type === 'CallExpression' && node.parent.callee === node;
}

function isSameChain(source: Source, suspect: Suspect, node: Node): boolean {
  const chain = chainOf(suspect.node);
  if (suspect.node.type !== 'MemberExpression' || chain === null || chainOf(node) !== chain) return false;
  const root = chain.split('.')[0] ?? '';
  const meant = (at: Node): unknown =>
    root === 'this' ? functionsAround(at)[0]?.parent : namesInScope(source, at.start).get(root)?.id;
  return meant(node) === meant(suspect.node);
}

function readSplice(source: Source, read: { key: Node; node: Node }, to: string): Splice {
  const { key, node } = read;
  const { start, end } = key;
  const name = source.text.slice(start, end);
  if (node.type === 'Property' && isCalledSo(node.value, to)) return { start: node.start, end: node.end, text: to };
  if (node.type === 'Property') return { start, end, text: node.shorthand ? `${to}: ${name}` : to };
  return keySplice(key, to, null);
}

/** `{ zooService: zoo }` is `{ zoo }` then. */
function isCalledSo(value: Node, to: string): boolean {
  return value.type === 'Identifier' && value.name === to;
}

/** `{ all: all, find: find }` writes its keys out. */
function isSpeltOut({ parent }: Node): boolean {
  return (
    parent?.type === 'ObjectExpression' &&
    parent.properties.some(
      (each) =>
        each.type === 'Property' &&
        !each.shorthand &&
        !each.computed &&
        isCalledSo(each.value, keyName(each.key) ?? ''),
    )
  );
}

/** The key under another name; a shorthand keeps its value. */
export function keySplice(key: Node, to: string, giver: Given | null): Splice {
  const { start } = key;
  // Of a parameter its type is a part.
  const end = key.type === 'Identifier' ? start + key.name.length : key.end;
  const quote = giver?.source.text[start] ?? "'";
  if (key.type === 'Literal') return { start, end, text: quote + to + quote };
  const { parent } = key;
  if (giver !== null && parent?.type === 'Property' && isCalledSo(parent.value as Node, to) && !isSpeltOut(parent))
    return { start: parent.start, end: parent.end, text: to };
  const isShort = parent?.type === 'Property' && parent.shorthand;
  return { start, end, text: isShort && giver !== null ? `${to}: ${giver.name}` : to };
}

function editsOf(changes: readonly { readonly source: Source; readonly splice: Splice }[]): Edit[] {
  return [...new Set(changes.map(({ source }) => source))].map((source) => {
    const splices = changes.filter((each) => each.source === source).map((each) => each.splice);
    return { path: source.path, before: source.text, after: splice(source.text, ...splices) };
  });
}
