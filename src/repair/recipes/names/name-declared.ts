/** A name that nothing declares, and a declaration that nothing reads: the two were meant to be one. */
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { handlerAround } from '../../code/frameworks.ts';
import { importedMembers, prototypeMembers } from '../../code/members.ts';
import { isPlural, isShortForm, shareWord, slip } from '../../code/names.ts';
import { isUnused, namesInScope, unresolved } from '../../code/scope.ts';
import type { Binding } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { isSameThing, isVariant, saysOwner } from '../../code/words.ts';
import { closedSetOf } from '../../evidence/closed-sets.ts';
import { dataFields } from '../../evidence/data-fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import type { Splice } from '../../code/text.ts';
import { fileBehind, referencesTo } from '../modules/wrong-imports.ts';
import { isMadeSo } from './made-so.ts';
import { isUsedAsIs } from './other-kind.ts';

interface At {
  readonly context: RecipeContext;
  readonly name: string;
  readonly source: Source;
  readonly node: Of<'Identifier'>;
}

export interface Declared {
  readonly ideas: readonly Idea[];
  /** Names of declarations that these ideas speak of: no reference is to take them by itself. */
  readonly settled: ReadonlySet<string>;
  /** A variable or parameter of the like name that nobody reads stands there: whatever an import would bring is not it. */
  readonly isCertain: boolean;
}

export function declaredIdeas(at: At, requested: ReadonlySet<string>): Declared {
  // The function around it, which bears a name for its own sake, is not what is read in it.
  const seen = [...namesInScope(at.source, outsideLoop(at.node).start).values()].filter(
    ({ node }) => !isFunction(node) || !upwards(at.node).includes(node),
  );
  const unused = seen.filter((each) => !isExported(each) && isUnused(at.source, each));
  const keys = unused.flatMap((each) => keyIdeas(at, each, requested));
  const settled = new Set(keys.flatMap(({ local, isNear }) => (isNear ? [local] : [])));
  const others = unused.filter(
    (each) =>
      !keys.some(({ local }) => local === each.name) &&
      slip(at.name, each.name) === null &&
      (isUsedAsIs(at, each) || isGivenOut(at, each)),
  );
  const meant = others.filter((each) => isOne(at, each));
  const lone = others.filter((each) => isLoneParameter(at, each));
  const only = [meant, lone, sole(at, others), taken(at, others)].find((each) => each.length > 0) ?? [];
  const isCertain = meant.length === 1 && meant.every((each) => isReadHere(at, each));
  const used = seen.filter(
    (each) =>
      !isCertain &&
      !unused.includes(each) &&
      (isSameThing(at.name, each.name) || isSetOf(at, each) || isMadeSo(at.source, at.node, each)),
  );
  const names = [
    ...only.map((each) => namings(at, each, meant.length === 1 ? 0 : 1)),
    ...used.map((each) => namings(at, each, 1)),
  ].map((ideas, of) => doubted(at, [...only, ...used][of], ideas));
  return { ideas: [...keys.map(({ idea }) => idea), ...(names.length === 1 ? names.flat() : [])], settled, isCertain };
}

/** `module.exports = { formatMoney }` of a file that others take `formatCents` of: what they take is what is given out; where they take `formatMoney`, a function `format` that nobody uses. */
function isGivenOut({ context, source, name }: At, { name: meant }: Binding): boolean {
  const isOut = ({ parent }: Node): boolean =>
    parent?.type === 'Property' &&
    parent.parent?.parent?.type === 'AssignmentExpression' &&
    chainOf(parent.parent.parent.left) === 'module.exports';
  const taken = allSources(context.tree).flatMap((other) =>
    importsOf(other).flatMap((each) =>
      [name, meant].includes(each.imported) && fileBehind(context, other, each) === source.path ? [each.imported] : [],
    ),
  );
  const wanted = shareWord(name, meant) && !isPlural(name, meant) ? [name, meant] : [meant];
  const [only, more] = new Set(taken);
  return unresolved(source, name).every(isOut) && more === undefined && wanted.includes(only ?? '');
}

/** `({ choice }) => option`, and objects of the project have the one as well as the other: which one is handed over here nobody can tell. */
function doubted(at: At, binding: Binding | undefined, ideas: readonly Idea[]): readonly Idea[] {
  const pattern = binding?.id.parent?.type === 'Property' ? binding.id.parent.parent : null;
  const isParameter =
    pattern?.type === 'ObjectPattern' && pattern.parent !== undefined && isFunction(pattern.parent as Node);
  if (binding === undefined || !isParameter) return ideas;
  const isEither = [at.name, binding.name].every((each) => isGiven(at, pattern, each, new Set()) === true);
  const ask = `\`${at.name}\` may be handed over, and \`${binding.name}\` as well`;
  return isEither ? ideas.map((each) => ({ ...each, ask: each.ask ?? ask })) : ideas;
}

/** `for (const handler of handlers)`: what the loop goes over knows nothing of the one that it makes. */
function outsideLoop(node: Node): Node {
  const isHead = (each: Node): boolean =>
    (each.type === 'ForOfStatement' || each.type === 'ForInStatement') &&
    each.right.start <= node.start &&
    node.end <= each.right.end;
  return upwards(node).find(isHead)?.parent ?? node;
}

/** `Status.Open`, where `JobStatus` is an enum that has `Open`. */
function isSetOf(at: At, { name: other }: Binding): boolean {
  return isVariant(at.name, other) && isSetWith(at, other);
}

function isSetWith(at: At, other: string): boolean {
  const member = memberRead(at);
  const { context, source, node } = at;
  const set = member === null ? null : closedSetOf(context.tree, source, { name: other, start: node.start });
  return set !== null && set.members.includes(member ?? '');
}

/** What is read of the name that failed: `draw` of `point.draw`. */
function memberRead({ node }: At): string | null {
  const { parent } = node;
  const isRead = parent?.type === 'MemberExpression' && parent.object === node && !parent.computed;
  return isRead ? keyName(parent.property) : null;
}

/** `point.draw`, where the debugger saw `points: { win, draw }`; `Results.Draw`, where `Result` is a closed set that has it. */
export function hasMember(at: At, other: string): boolean {
  const member = memberRead(at);
  const seen = sitesOf(at.context).find(({ source }) => source.path === at.source.path)?.facts?.locals[other];
  return member !== null && (seen?.keys.includes(member) === true || isSetWith(at, other));
}

/** The file reads the very member of it that is read of the wrong name. */
export function isUsedSo(at: At, meant: string): boolean {
  const member = memberRead(at);
  return (
    member !== null &&
    all(at.source.program, 'MemberExpression').some(
      ({ object, property }) => object.type === 'Identifier' && object.name === meant && keyName(property) === member,
    )
  );
}

export function isExported({ kind, node }: Binding): boolean {
  return kind !== 'param' && [node, node.parent, node.parent?.parent].some((each) => /^Export/.test(each?.type ?? ''));
}

/** The same name in other words; of a parameter the short form, where the others of this file have that. */
function isOne({ source, name }: At, declared: Binding): boolean {
  const isCustom = all(source.program, 'Identifier').some((each) => each.name === name && isParameter(each));
  const isShort = declared.kind === 'param' && isCustom && isShortForm(name, declared.name);
  return isShort || isSameThing(name, declared.name) || isVariant(name, declared.name);
}

function isParameter(node: Node): boolean {
  return upwards(node)
    .slice(1, 2)
    .some((each) => isFunction(each) && each.params.some((param) => param === node));
}

/** A variable; a parameter, where all that read the name stand in its function. */
function isReadHere({ source, name }: At, { kind, id }: Binding): boolean {
  if (kind !== 'param') return /^(?:const|let|var)$/.test(kind);
  const fn = upwards(id).find(isFunction);
  return unresolved(source, name).every((each) => fn !== undefined && upwards(each).includes(fn));
}

/** `(item) => ({ sku: product.sku })`: all that the function around is given, and nobody reads it; `userId` is of a `user`, and not that one. */
function isLoneParameter(at: At, declared: Binding): boolean {
  const [fn] = functionsAround(at.node);
  const isLone = fn?.params.length === 1 && fn.params[0] === declared.id;
  return declared.kind === 'param' && isLone && !shareWord(at.name, declared.name) && isReadHere(at, declared);
}

/** The only variable or function that nothing reads; parameters often stand there for those behind them, and what is taken from a module for what was once needed. */
function sole(at: At, unused: readonly Binding[]): readonly Binding[] {
  const local = unused.filter(
    (each) => (/^(?:const|let|var|function)$/.test(each.kind) || isShort(each.id)) && !isTaken(at, each),
  );
  return local.length === 1 ? local : [];
}

function isTaken({ source }: At, { id, kind }: Binding): boolean {
  return kind === 'import' || importsOf(source).some(({ node }) => upwards(id).includes(node));
}

/** `priceOf(stay)`, where `costOf`, a function with one parameter, is all that the file takes in for nothing. */
function taken(at: At, unused: readonly Binding[]): readonly Binding[] {
  const { context, source, name } = at;
  const [only, more] = unused.filter((each) => isTaken(at, each));
  const from = only && importsOf(source).find(({ node }) => upwards(only.id).includes(node));
  const given = from && exportsOfSpecifier(context.tree, source.path, from.specifier)?.names.get(from.imported);
  const value = given?.type === 'VariableDeclarator' ? given.init : given;
  if (only === undefined || more !== undefined || value == null) return [];
  if (!isFunction(value)) return from !== undefined && hasAllRead(at, from) ? [only] : [];
  const isFit = ({ parent, start }: Node): boolean =>
    parent?.type === 'CallExpression' &&
    parent.callee.start === start &&
    parent.arguments.length === value.params.length &&
    value.params.length > 0;
  return unresolved(source, name).every(isFit) ? [only] : [];
}

/** `repo.page(…)` and `repo.byId(…)`, where `singers`, taken in for nothing, has all that is read of `repo`, and that is more than one thing. */
function hasAllRead({ context, source, name }: At, from: Import): boolean {
  const known = importedMembers(context, source, { ...from, rest: [] });
  const reads = unresolved(source, name).map(({ parent, start }) =>
    parent?.type === 'MemberExpression' && parent.object.start === start && !parent.computed
      ? keyName(parent.property)
      : null,
  );
  return new Set(reads).size > 1 && reads.every((each) => each !== null && known?.names.includes(each) === true);
}

/** `req.body` in a handler of Koa, of Hono: a part of the context has it; Koa's context itself has what the router found in the path. */
export function ofContext({ context, source, node, name }: At): Idea[] {
  const handler = /^(?:req|request)$/.test(name) ? handlerAround(context.tree, source, node) : null;
  const own = handler?.request ?? null;
  const part = handler?.framework === 'koa' ? 'request' : handler?.framework === 'hono' ? 'req' : null;
  if (handler === null || part === null || own === null) return [];
  const reads = unresolved(source, name).filter((each) => upwards(each).includes(handler.fn));
  if (reads.some(isShort)) return [];
  const isOfPath = ({ parent }: Node): boolean =>
    part === 'request' && parent?.type === 'MemberExpression' && keyName(parent.property) === 'params';
  const splices = reads.map((each) => ({
    start: each.start,
    end: each.end,
    text: isOfPath(each) ? own : `${own}.${part}`,
  }));
  return [ideaIn('identifier', source, { title: `\`${name}\` is a part of \`${own}\` here`, rank: 0, splices })];
}

/** `person: name`, where the debugger saw a `person` that has a `name`: it is that one. */
export function ofNamesake(at: At): Idea[] {
  const { parent } = at.node;
  const local =
    parent?.type === 'Property' && parent.value === at.node && !parent.shorthand ? keyName(parent.key) : null;
  return local === null ? [] : partOf(at, local);
}

/** `orderId`, where the debugger saw an `order` that has an `id`, and nothing else of that kind. */
export function ofOwner(at: At): Idea[] {
  const seen = sitesOf(at.context).find((site) => site.source.path === at.source.path)?.facts?.locals ?? {};
  const { parent } = at.node;
  // `countStatus()` is no `c.status()`: one letter says nothing of what is done.
  const isCalled = parent?.type === 'CallExpression' && parent.callee === at.node;
  const owners = Object.entries(seen).filter(([local]) => !isCalled || local.length > 1);
  const [only, more] = owners.flatMap(([local, { keys }]) =>
    keys.filter((key) => key.length < at.name.length && saysOwner(local, at.name, key)).map((key) => ({ local, key })),
  );
  return only === undefined || more !== undefined ? [] : partOf(at, only.local, only.key);
}

/** `from.name` for `name`, where the debugger saw that `from` has one. */
function partOf({ context, source, node, name }: At, local: string, key = name): Idea[] {
  const seen = sitesOf(context).find((site) => site.source.path === source.path)?.facts?.locals[local];
  if (seen?.type !== 'object' || !seen.keys.includes(key) || !namesInScope(source, node.start).has(local)) return [];
  // `entries` of a list is something that is called.
  const isCalled = node.parent?.type === 'CallExpression' && node.parent.callee === node;
  if (!isCalled && prototypeMembers(seen.className ?? '').includes(key)) return [];
  const text = `${isShort(node) ? `${name}: ` : ''}${local}.${key}`;
  const splices = [{ start: node.start, end: node.end, text }];
  return [ideaIn('identifier', source, { title: `\`${name}\` is that of \`${local}\``, rank: 0, splices })];
}

/** `{ where: { orderId } }` of a parameter `id`, where no object of the project has an `orderId` and some have an `id`: as likely the key is meant as well. */
function namings(at: At, binding: Binding, rank: number): Idea[] {
  const { source, name } = at;
  const reads = unresolved(source, name);
  const own = oneName(at, binding, rank);
  if (!reads.every(isShort) || isKnownKey(at, name) || !isKnownKey(at, binding.name)) return [own];
  const splices = reads.map(({ start, end }) => ({ start, end, text: binding.name }));
  const title = `\`${name}\` is \`${binding.name}\`, the key as well`;
  return [ideaIn('identifier', source, { title, rank, splices }), own];
}

/** Read or given anywhere in the project but where it fails. */
function isKnownKey({ context, source, name: wrong }: At, name: string): boolean {
  const { given, read, spoken } = memberNames(context.tree);
  const own = name === wrong ? new Set(unresolved(source, name).map(({ start }) => start)) : new Set<number>();
  const isElsewhere = (given.get(name) ?? []).some(
    (each) => each.source.path !== source.path || !own.has(each.key.start),
  );
  return isElsewhere || read.has(name) || spoken.has(name) || dataFields(context).has(name);
}

/** The declaration takes the name that is read, where all that read it see it; else they take its name. */
function oneName(at: At, binding: Binding, rank: number): Idea {
  const { source, name } = at;
  const [part] = partOf(at, binding.name);
  if (part !== undefined) return part;
  const reads = unresolved(source, name);
  const seeing = reads.filter((id) => namesInScope(source, id.start).get(binding.name)?.id === binding.id);
  const others = otherTakers(at, binding);
  const isOurs = others === null && !isShort(binding.id);
  const isDeclaration = isOurs && seeing.length === reads.length && isUnused(source, binding);
  const { start } = binding.id;
  const declared = binding.name;
  const splices = isDeclaration
    ? [{ start, end: start + declared.length, text: name }]
    : seeing.map((id) => ({ start: id.start, end: id.end, text: isShort(id) ? `${name}: ${declared}` : declared }));
  const title = isDeclaration ? `\`${declared}\` is read as \`${name}\`` : `\`${name}\` is declared as \`${declared}\``;
  return ideaOf('identifier', { title, rank }, [{ source, splices }, ...(others ?? [])]);
}

/** Of a name that its module gives out, and the one that is read here no more: who else takes the one that is read. Null where the import may be what is wrong. */
function otherTakers({ context, source, name }: At, binding: Binding): Change[] | null {
  const from = importsOf(source).find((each) => each.local === binding.name && upwards(binding.id).includes(each.node));
  const exported = from === undefined ? null : exportsOfSpecifier(context.tree, source.path, from.specifier);
  if (from === undefined || exported?.names.has(from.imported) !== true || exported.names.has(name)) return null;
  const target = fileBehind(context, source, from);
  return allSources(context.tree).flatMap((other) =>
    importsOf(other)
      .filter((each) => each.imported === name && target !== null && fileBehind(context, other, each) === target)
      .map((each) => {
        const isPlain = each.node.type === 'ImportSpecifier' && each.local === name;
        const at = { start: each.node.start, end: each.node.end, text: isPlain ? from.imported : '' };
        const uses = referencesTo(other, each).map(({ start, end }) => ({ start, end, text: from.imported }));
        return { source: other, splices: isPlain ? [at, ...uses] : [] };
      }),
  );
}

interface Change {
  readonly source: Source;
  readonly splices: readonly Splice[];
}

function isShort({ parent }: Node): boolean {
  return parent?.type === 'Property' && parent.shorthand;
}

interface KeyIdea {
  readonly local: string;
  /** One is a slip for the other. */
  readonly isNear: boolean;
  readonly idea: Idea;
}

/** `const { titel } = req.body` and `title` further down: which of both names the object has decides. */
function keyIdeas(at: At, binding: Binding, requested: ReadonlySet<string>): KeyIdea[] {
  const { source, name } = at;
  const property = binding.id.parent?.type === 'AssignmentPattern' ? binding.id.parent.parent : binding.id.parent;
  if (property?.type !== 'Property' || !property.shorthand || property.parent?.type !== 'ObjectPattern') return [];
  const isNear = slip(name, binding.name) !== null || isSameThing(name, binding.name);
  const [hasName, hasLocal] = [name, binding.name].map((each) => isGiven(at, property.parent as Node, each, requested));
  if (hasLocal === true || (hasName !== true && !isNear)) return [];
  const { start } = binding.id;
  const body = at.context.signal.request?.body ?? '';
  // The very request has it, and nobody here reads the other one.
  const isSent = body.includes(`"${name}"`) && !body.includes(`"${binding.name}"`) && isUnused(source, binding);
  // `const { id, slots } = this` of a class that has a `slot`: nothing else was meant, and nobody reads the other one.
  const declarator = property.parent.parent;
  const isOfThis = declarator?.type === 'VariableDeclarator' && declarator.init?.type === 'ThisExpression';
  const isOwn = isOfThis && hasName === true && isUnused(source, binding);
  const idea = ideaIn('identifier', source, {
    title: `\`${name}\` is given, not \`${binding.name}\``,
    rank: isSent || isOwn ? -1 : 0,
    splices: [{ start, end: start + binding.name.length, text: name }],
  });
  return [{ local: binding.name, isNear, idea }];
}

/** Does what is taken apart have such a member: the request, a module, or by its name anything of the project's? */
function isGiven({ context, source }: At, pattern: Node, name: string, requested: ReadonlySet<string>): boolean {
  const from = pattern.parent?.type === 'VariableDeclarator' ? pattern.parent.init : null;
  const part = from === null ? undefined : /\.(body|query|params)\b/.exec(textOf(source, from))?.[1];
  if (part !== undefined && [...requested].some((key) => key.startsWith(`${part}.`)))
    return requested.has(`${part}.${name}`);
  const specifier =
    from === null ? undefined : importsOf(source).find(({ literal }) => upwards(literal).includes(from))?.specifier;
  const exported = specifier === undefined ? null : exportsOfSpecifier(context.tree, source.path, specifier);
  if (exported !== null) return exported.names.has(name);
  if (context.signal.request?.body?.includes(`"${name}"`) === true) return true;
  const { given, spoken } = memberNames(context.tree);
  return (
    spoken.has(name) ||
    dataFields(context).has(name) ||
    (given.get(name) ?? []).some(
      ({ key }) => keyName(key) === name && !upwards(key).includes(pattern) && !isKeptBy(key, pattern),
    )
  );
}

/** `this.beds = …` in the function that takes it: what it keeps is not what it is handed. */
function isKeptBy({ parent }: Node, pattern: Node): boolean {
  const fn = upwards(pattern).find(isFunction);
  const isOwn = parent?.type === 'MemberExpression' && parent.object.type === 'ThisExpression';
  return isOwn && fn !== undefined && fn.params.includes(pattern as never) && upwards(parent).includes(fn);
}
