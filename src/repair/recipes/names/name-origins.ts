/** Where a name that is not defined could be imported from: the last good release, other files, packages, Node itself. */
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOf, exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { addImport, builtinSpecifier, isEsm, specifierFor } from '../../code/insert.ts';
import type { Wanted } from '../../code/insert.ts';
import { builtinDefaults, builtinNamed, builtinRenamed, packageNames } from '../../code/customary-names.ts';
import { packageName, declared, isOwn, resolveSpecifier } from '../../code/modules.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { unresolved } from '../../code/scope.ts';
import { madeBy } from '../../evidence/instances.ts';
import { givenNames } from '../../code/package-words.ts';
import { partsOf } from '../../code/words.ts';
import { all, allSources, chainOf, isReference, keyName, openSource } from '../../code/syntax.ts';
import { declaredIn, fileBehind } from '../modules/wrong-imports.ts';
import { reckons } from './other-kind.ts';
import type { Node, Source } from '../../code/syntax.ts';

interface At {
  readonly context: RecipeContext;
  readonly name: string;
  readonly source: Source;
}

/** One idea for each place that the name could be imported from, surest first. */
export function importIdeas(at: At): Idea[] {
  const every = [...restored(at), ...copied(at), ...exported(at), ...installed(at), ...builtin(at)];
  const beside = besideOf(at);
  const found = beside.length > 0 ? beside : every.filter((each) => !isGone(at, each) && !lacksUsed(at, each));
  const fitting = (found.length > 0 ? found : fileOfName(at)).filter((each) => hasUsed(at, each));
  if (fitting.length === 1 && isTakenWrongly(at, fitting[0]!)) return [];
  const wanted = ofKnownFile(at, oneOfEach(at, fitting.length > 0 ? fitting : found));
  const surest = wanted.filter((each) => each.sure === wanted[0]?.sure);
  const places = new Set(surest.map((each) => `${each.specifier} ${each.imported}`));
  const own = new Set(
    wanted.filter((each) => isOwn(at.context.tree, at.source.path, each.specifier)).map((each) => each.specifier),
  );
  const ask =
    own.size > 1 && restored(at).length === 0 ? `\`${at.name}\` is given out by ${[...own].join(' and ')}` : null;
  return wanted.map((each, index) =>
    idea('identifier', {
      title: `\`${at.name}\` is not imported: take it from \`${each.specifier}\``,
      rank: index === 0 && places.size === 1 ? 0 : 1,
      ask,
      edits: [addImport(at.context.tree, at.source, { ...each, also: alsoFrom(at, each) })],
    }),
  );
}

/** `pipe` of `lib/fp.js`, from where this file takes others and other files take this: a package that has one, too, and that this file does without, is not meant. */
function ofKnownFile(at: At, origins: readonly Origin[]): readonly Origin[] {
  const { context, source } = at;
  const taken = new Set(importsOf(source).map(({ specifier }) => specifier));
  const isOurs = ({ specifier }: Origin): boolean => isOwn(context.tree, source.path, specifier);
  const known = origins.filter((each) => isOurs(each) && each.sure && taken.has(each.specifier));
  const rest = origins.filter((each) => known.every((one) => one.specifier !== each.specifier));
  const isIdle = rest.every((each) => !isOurs(each) && !taken.has(each.specifier));
  return known.length === 1 && isIdle ? known : origins;
}

/** A file of the project gives it out no more, whoever else takes it from there. */
function isGone({ context, source }: At, { specifier, imported }: Origin): boolean {
  const given = isOwn(context.tree, source.path, specifier)
    ? exportsOfSpecifier(context.tree, source.path, specifier)
    : null;
  const isName = imported !== '*' && imported !== 'default';
  return isName && given?.complete === true && given.format === 'esm' && !given.names.has(imported);
}

/** `users.id`, where the `users` of that file is made of a class without an `id`: something else was meant. */
function lacksUsed({ context, source, name }: At, { imported, specifier }: Origin): boolean {
  const node = exportsOfSpecifier(context.tree, source.path, specifier)?.names.get(imported) ?? null;
  const value = node?.type === 'VariableDeclarator' ? node.init : null;
  const made = value === null ? null : madeBy(context.tree, value);
  return made?.complete === true && !readsOnly(source, name, [...made.names.keys()]);
}

/** Where nothing else is read of it. */
function readsOnly(source: Source, name: string, names: readonly string[]): boolean {
  return unresolved(source, name).every(({ parent, start }) => {
    const isRead = parent?.type === 'MemberExpression' && parent.object.start === start && !parent.computed;
    return !isRead || names.includes(keyName(parent.property) ?? '');
  });
}

/** The file takes another name from there, which is not given out and never used: that one is to be mended, by import-export. */
function isTakenWrongly({ context, source }: At, { specifier, imported }: Origin): boolean {
  const given = exportsOfSpecifier(context.tree, source.path, specifier);
  return importsOf(source).some(
    (from) =>
      from.specifier === specifier &&
      from.imported === from.local &&
      from.imported !== imported &&
      given?.complete === true &&
      !given.names.has(from.imported) &&
      !isSpokenOf(source, from),
  );
}

/** Read, or named as a type, which no file gives out as a value. */
function isSpokenOf(source: Source, { local, statement }: Import): boolean {
  return all(source.program, 'Identifier').some(
    (id) => id.name === local && (id.start < statement.start || id.end > statement.end),
  );
}

/** Of a thing that one file gives out and others hand on: from where this file takes things already, else where others take it. */
function oneOfEach(at: At, origins: readonly Origin[]): Origin[] {
  const { context, source } = at;
  const homes = origins.map(({ specifier, imported }) => {
    const given = isOwn(context.tree, source.path, specifier)
      ? exportsOfSpecifier(context.tree, source.path, specifier)
      : null;
    return declaredIn(context, given?.names.get(imported) ?? null);
  });
  const [home] = homes;
  if (home === undefined || home === null || homes.some((each) => each !== home)) return [...origins];
  const own = importsOf(source).map(({ specifier }) => specifier);
  const chosen =
    origins.find(({ specifier }) => own.includes(specifier)) ??
    origins.find(({ sure }) => sure) ??
    (isFolderOf(source.path, home.path) ? origins.find((each) => !isHandedOn(at, each)) : undefined) ??
    origins.find((each) => isHandedOn(at, each));
  return chosen === undefined ? [...origins] : [chosen];
}

function isFolderOf(one: string, other: string): boolean {
  return one.replace(/[^/]*$/, '') === other.replace(/[^/]*$/, '');
}

function isHandedOn({ context, source }: At, { specifier, imported }: Origin): boolean {
  const target = resolveSpecifier(context.tree, source.path, specifier);
  const home = declaredIn(
    context,
    exportsOfSpecifier(context.tree, source.path, specifier)?.names.get(imported) ?? null,
  );
  return target?.to === 'file' && home?.path !== target.path;
}

/** The file beside this one that is called so, where this one takes its neighbours by their names. */
function besideOf(at: At): Origin[] {
  const isNeighbour = (specifier: string): boolean => /^\.\/[\w-]+(?:\.\w+)?$/.test(specifier);
  const nameOf = (specifier: string): string => camel(specifier.replace(/^\.\/|\.\w+$/g, ''));
  const isCustom = importsOf(at.source).some(
    ({ specifier, local }) => isNeighbour(specifier) && local === nameOf(specifier),
  );
  return isCustom && restored(at).length === 0
    ? fileOfName(at).filter(({ specifier }) => isNeighbour(specifier) && hasWhole(at, specifier))
    : [];
}

function hasWhole({ context, source }: At, specifier: string): boolean {
  const given = exportsOfSpecifier(context.tree, source.path, specifier);
  return given?.whole !== null || given.names.has('default');
}

/** `boat-trips.js` for `boatTrips`. */
function fileOfName({ context: { tree }, source, name }: At): Origin[] {
  const files = allSources(tree).filter(
    ({ path }) =>
      path !== source.path && camel(path.replace(/\/index\.[cm]?[jt]s$/, '').replace(/^.*\/|\.[^/]*$/g, '')) === name,
  );
  return files.flatMap((file) => {
    const { names, whole, format } = exportsOf(tree, file);
    if (names.size === 0 && whole === null) return [];
    const imported = whole !== null || names.has('default') ? 'default' : '*';
    const specifier = specifierFor(tree, source, file.path);
    return [
      { local: name, imported: format === 'cjs' && !isEsm(tree, source) ? '*' : imported, specifier, sure: true },
    ];
  });
}

/** Every member that is read of the name is among those that the module gives out, where they are known. */
function hasUsed({ context, source, name }: At, { imported, specifier }: Wanted): boolean {
  const given =
    imported === '*' || imported === 'default' ? exportsOfSpecifier(context.tree, source.path, specifier) : null;
  if (given === null || given.whole !== null || !given.complete || (given.format === 'esm' && imported === 'default'))
    return true;
  return readsOnly(source, name, [...given.names.keys()]) && !unresolved(source, name).some(isReckonedWith);
}

/** `rates(country)`, `2 * rates`: a module of several parts is neither called nor a number. */
function isReckonedWith({ parent, start }: Node): boolean {
  if (parent?.type === 'CallExpression' || parent?.type === 'NewExpression')
    return parent.callee.start === start || reckons.test(chainOf(parent.callee) ?? '');
  return /^(?:Binary|Unary|Update)Expression$|^TemplateLiteral$/.test(parent?.type ?? '');
}

/** The other names of this file that nothing declares and that the same module gives out: the import was lost for all of them. */
function alsoFrom({ context, source, name }: At, origin: Wanted): string[] {
  if (origin.imported === '*' || origin.imported === 'default') return [];
  const given = exportsOfSpecifier(context.tree, source.path, origin.specifier);
  if (given === null) return [];
  const names = new Set(
    all(source.program, 'Identifier')
      .filter(isReference)
      .map((id) => id.name),
  );
  return [...names].filter((each) => each !== name && given.names.has(each) && unresolved(source, each).length > 0);
}

interface Origin extends Wanted {
  readonly sure: boolean;
}

/** The import that the last good release had in this very file. */
function restored(at: At): Origin[] {
  const good = at.context.lastGood === null ? null : openSource(at.context.lastGood, at.source.path);
  const before = good === null ? undefined : importsOf(good).find((each) => each.local === at.name);
  return before === undefined
    ? []
    : [{ local: at.name, imported: before.imported, specifier: before.specifier, sure: true }];
}

/** How other files of the project import that name. */
function copied(at: At): Origin[] {
  const { tree } = at.context;
  const found = new Map<string, Origin>();
  for (const other of allSources(tree)) {
    if (other.path === at.source.path) continue;
    const used = importsOf(other).find((each) => each.local === at.name && each.style !== 'dynamic');
    if (used === undefined) continue;
    const target = isOwn(tree, other.path, used.specifier) ? resolveSpecifier(tree, other.path, used.specifier) : null;
    if (target?.to === 'file' && target.path === at.source.path) continue;
    const specifier = target?.to === 'file' ? specifierFor(tree, at.source, target.path) : used.specifier;
    const imported =
      used.style === 'require' && used.imported === '*' && isEsm(tree, at.source) ? 'default' : used.imported;
    found.set(`${specifier} ${imported}`, { local: at.name, imported, specifier, sure: true });
  }
  return [...found.values()];
}

/** Files of the project that give out exactly that name. */
function exported(at: At): Origin[] {
  const { tree } = at.context;
  const found: Origin[] = [];
  for (const other of allSources(tree)) {
    if (other.path === at.source.path || /(?:^|[./])(?:test|spec)s?[./]/.test(other.path)) continue;
    // What a file hands on is found where it comes from, and what takes in this very file is none it takes in.
    if (importsOf(other).some((each) => each.local === at.name || takesIn(at, other, each))) continue;
    const given = exportsOf(tree, other);
    const specifier = specifierFor(tree, at.source, other.path);
    const whole =
      given.whole?.type === 'Identifier'
        ? given.whole.name
        : given.whole !== null && 'id' in given.whole && given.whole.id?.type === 'Identifier'
          ? given.whole.id.name
          : null;
    const value = given.names.get('default');
    const byDefault = value?.type === 'ExportDefaultDeclaration' ? defaultName(value.declaration) : null;
    if (given.names.has(at.name)) found.push({ local: at.name, imported: at.name, specifier, sure: false });
    else if (whole === at.name) found.push({ local: at.name, imported: 'default', specifier, sure: false });
    else if (byDefault === at.name) found.push({ local: at.name, imported: 'default', specifier, sure: false });
  }
  return found;
}

function takesIn({ context, source }: At, other: Source, from: Import): boolean {
  return from.style !== 'dynamic' && fileBehind(context, other, from) === source.path;
}

function defaultName(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  return 'id' in node && node.id?.type === 'Identifier' ? node.id.name : null;
}

function camel(name: string): string {
  return name.replace(/^@[^/]+\//, '').replace(/[-.]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Packages that package.json declares and that people call by that name. */
function installed(at: At): Origin[] {
  const names = [...declared(at.context.tree, at.source.path).keys()];
  const found = names
    .filter((name) => camel(name) === at.name && !name.startsWith('@types/'))
    .map((specifier) => ({ local: at.name, imported: 'default', specifier, sure: true }));
  const known = names.map((name) => packageNames[`${at.name} ${name}`]).filter((each) => each !== undefined);
  const said = new Set([...found, ...known].map(({ specifier }) => specifier));
  const giving = names.filter(
    (name) => !said.has(name) && givenNames(at.context.tree, at.source.path, name).has(at.name),
  );
  const taken = giving.filter((name) => isTaken(at, name));
  // The only import of a package was lost with the name.
  const typed = taken.length > 0 || giving.length > 1 ? taken : giving.filter((name) => !isImported(at, name));
  const others = known.filter((each) => !found.some((other) => other.specifier === each.specifier));
  const sure = [
    ...typed.map((specifier) => ({ local: at.name, imported: at.name, specifier, sure: true })),
    ...found,
    ...others.map((each) => ({ ...each, sure: true })),
  ];
  return sure.length > 0 ? sure : unread(at, names);
}

/** `requireDir` of `require-directory`, `session` of `express-session`: the only package of such words, and nobody takes it in. */
function unread({ context, name }: At, packages: readonly string[]): Origin[] {
  const own = partsOf(name);
  const isSaid = (specifier: string): boolean => {
    const words = partsOf(camel(specifier));
    // `AutoLoad` of `@fastify/autoload`, `bodyParser` of `koa-bodyparser`.
    const [said, joined] = [words.join(''), own.join('')];
    const turned = words.length === 2 && words.toReversed().join('') === joined; // `pathjoin` of `join-path`
    if (said === joined || turned || (joined.length > 5 && said.endsWith(joined))) return true;
    return words.some((_, first) =>
      own.every((word, at) => {
        const said = words[first + at] ?? '';
        return said === word || (at > 0 && at === own.length - 1 && word.length > 2 && said.startsWith(word));
      }),
    );
  };
  const taken = new Set(allSources(context.tree).flatMap((source) => importsOf(source).map((each) => each.specifier)));
  const [only, more] = packages.filter((each) => !taken.has(each) && !each.startsWith('@types/') && isSaid(each));
  if (only === undefined || more !== undefined) return [];
  return [{ local: name, imported: 'default', specifier: only, sure: true }];
}

function isImported({ context }: At, name: string): boolean {
  return allSources(context.tree).some((source) =>
    importsOf(source).some((each) => packageName(each.specifier) === name),
  );
}

/** The project takes other things from the package by name. */
function isTaken({ context }: At, name: string): boolean {
  return allSources(context.tree).some((source) =>
    importsOf(source).some(
      ({ specifier, imported }) => specifier === name && /^[A-Za-z]/.test(imported) && imported !== 'default',
    ),
  );
}

function builtin(at: At): Origin[] {
  const { name } = at;
  const { tree } = at.context;
  const make = (module: string, imported: string): Origin[] => [
    { local: name, imported, specifier: builtinSpecifier(tree, module), sure: false },
  ];
  if (builtinDefaults.has(name)) return isModule(at) ? make(name, isEsm(tree, at.source) ? 'default' : '*') : [];
  const renamed = Object.hasOwn(builtinRenamed, name) ? builtinRenamed[name] : undefined;
  if (renamed !== undefined) return make(renamed, isEsm(tree, at.source) ? 'default' : '*');
  const owner = Object.hasOwn(builtinNamed, name) ? builtinNamed[name] : undefined;
  if (owner !== undefined) return make(owner, name);
  return isPause(at) ? make('timers/promises', 'setTimeout').map((origin) => ({ ...origin, sure: true })) : [];
}

/** `url.parse(text)`, `assert(value)`; not `fetch(url)`, whose address has no value here. */
function isModule({ name, source }: At): boolean {
  const module = process.getBuiltinModule(name);
  return unresolved(source, name).some(({ parent, start }) => {
    if (parent?.type === 'MemberExpression' && parent.object.start === start)
      return parent.computed || Reflect.has(module ?? {}, keyName(parent.property) ?? '');
    const isCalled = parent?.type === 'CallExpression' || parent?.type === 'NewExpression';
    return isCalled && parent.callee.start === start && typeof module === 'function';
  });
}

/** `await sleep(50)`, `await delay(settings.pauseMs)`, which Node has under another name. */
function isPause({ name, source }: At): boolean {
  const isTime = (given: string): boolean =>
    /^[\d_.]+$|ms$|delay|interval|timeout|pause|backoff|\d \*|\* \d/i.test(given);
  return (
    /^(?:sleep|delay|wait|pause)(?:For|Ms)?$/.test(name) &&
    unresolved(source, name).every(({ parent, start }) => {
      if (parent?.type !== 'CallExpression' || parent.callee.start !== start) return false;
      const [given, more] = parent.arguments;
      const isOne = given !== undefined && more === undefined && isTime(source.text.slice(given.start, given.end));
      return isOne && parent.parent?.type === 'AwaitExpression';
    })
  );
}
