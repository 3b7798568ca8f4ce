/** The imports that a failure speaks of. */
import type { Edit } from '../../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Exports, Import } from '../../code/bindings.ts';
import { handedOver } from '../../code/calls.ts';
import { isOwn, moduleKindOf, resolveSpecifier } from '../../code/modules.ts';
import { ownPath } from '../../code/paths.ts';
import type { RecipeContext } from '../../recipe.ts';
import { namesInScope, unresolved } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import { all, allSources, chainOf, isFunction, isReference, keyName, openSource, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { culprits, wantsFunction } from '../../evidence/suspects.ts';
import { offsetAt, splice } from '../../code/text.ts';
import { typedNames } from '../../code/typings.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { homeOf } from '../../evidence/package-home.ts';

export interface Wrong {
  readonly source: Source;
  readonly from: Import;
  readonly exported: Exports;
  /** The member that was asked of a whole module: `db.find` in `db.find is not a function`. */
  readonly member: string | null;
}

/** The name that the module lacks: what is taken of it, or `sectors` in `routes.sectors` where it is taken in whole; null where that is no name. */
export function missedName({ from, member }: Wrong): string | null {
  if (member === null) return from.imported === '*' ? null : from.imported;
  return from.imported === '*' ? member : null;
}

/** Of a package that cannot be read: it has the other form. */
function likely(from: Import): Exports {
  const name = from.imported === 'default' ? (from.local ?? 'default') : 'default';
  return { format: 'esm', names: new Map([[name, null]]), types: new Set(), complete: false, whole: null };
}

/** Of a package that cannot be read, which gives out something. */
const unread: Exports = { format: 'cjs', names: new Map(), types: new Set(), complete: false, whole: null };

/** The imports that the failure speaks of: by the linker's message, else by the value that was no function. */
export function wrongImports(context: RecipeContext): Wrong[] {
  const { named, message, file } = context.diagnosis;
  const found: Wrong[] = [];
  const add = (source: Source, from: Import, member: string | null): void => {
    const exported = exportsOfSpecifier(context.tree, source.path, from.specifier);
    if (exported !== null) found.push({ source, from, exported, member });
    else if (named.exportName !== undefined) found.push({ source, from, exported: likely(from), member });
    else if (!isOwn(context.tree, source.path, from.specifier)) found.push({ source, from, exported: unread, member });
  };
  if (named.exportName !== undefined) {
    const importer = ownPath(context, named.importer) ?? file;
    const sources = importer === null ? [] : [openSource(context.tree, importer)].filter((each) => each !== null);
    for (const source of sources.length > 0 ? sources : allSources(context.tree)) {
      for (const from of importsOf(source)) {
        const same = named.module === undefined || from.specifier === named.module || sources.length > 0;
        if (same && from.imported === named.exportName && from.style !== 'require') add(source, from, null);
      }
    }
    const told = found.filter(
      ({ source, from }) => isAtPlace(context, source, from) || from.specifier === named.module,
    );
    return (told.length > 0 ? told : found)
      .filter((each) => !each.exported.names.has(named.exportName ?? '') || each.exported.format === 'cjs')
      .slice(0, 2);
  }
  const site = sitesOf(context)[0];
  const compiled = /^(?:ReferenceError: )?(\w+)_\d+ is not defined/.exec(message)?.[1];
  if (compiled !== undefined && site !== undefined) {
    const imports = importsOf(site.source).filter(
      ({ specifier, style }) => style === 'import' && compiledName(specifier) === compiled,
    );
    for (const from of imports) add(site.source, from, null);
    return found;
  }
  const isOfValue =
    /is not a (?:function|constructor)|^Class extends value|Cannot read prop|Cannot destructure|not iterable/.test(
      message,
    ) || wantsFunction.test(message);
  if (!isOfValue || site === undefined) return missingNames(context);
  for (const node of culprits(context, site)) {
    const given = node.type === 'Identifier' ? handedOver(context.tree, site.source, node) : [];
    for (const place of [{ source: site.source, node }, ...given]) {
      const imports = importsOf(place.source);
      if (place.node.type === 'CallExpression') {
        const direct = imports.find((each) => each.literal.parent === place.node);
        if (direct !== undefined) add(place.source, direct, null);
      }
      const [root, member, more] = chainOf(place.node)?.split('.') ?? [];
      const from = root === undefined ? undefined : imports.find((each) => each.local === root);
      const isIt =
        from !== undefined && namesInScope(place.source, place.node.start).get(from.local ?? '')?.kind !== 'param';
      if (isIt && more === undefined) {
        add(place.source, from, member ?? null);
        found.push(...wrongWithin(context, { source: place.source, from, member: member ?? null }));
      }
    }
  }
  return found.length > 0 ? found.slice(0, 2) : missingNames(context);
}

/** `const { validate } = require('./validate')` of an index that hands `validate` on, where that file gives out the function itself. */
function wrongWithin(context: RecipeContext, { source, from, member }: Omit<Wrong, 'exported'>): Wrong[] {
  const names = exportsOfSpecifier(context.tree, source.path, from.specifier)?.names;
  const inner = from.imported === '*' ? null : memberBehind(context, names?.get(from.imported) ?? null, member);
  if (inner !== null) return [inner];
  const given = names?.get(member ?? from.imported);
  const owner = given == null ? undefined : upwards(given).at(-1);
  const index = allSources(context.tree).find(({ program }) => program === owner);
  const value = given?.type === 'Property' ? given.value : given;
  const own = index && importsOf(index).find(({ local }) => value?.type === 'Identifier' && local === value.name);
  const exported = own === undefined ? null : exportsOfSpecifier(context.tree, index?.path ?? '', own.specifier);
  if (index === undefined || own === undefined || exported === null) return [];
  const one = { source: index, from: own, exported, member: null };
  const isRead = exported.complete || (exported.whole !== null && isFunction(exported.whole));
  const isLacking = own.imported !== '*' && isRead && !exported.names.has(own.imported);
  const isObject = own.imported === '*' && exported.whole === null && exported.names.has(own.local ?? '');
  return isLacking || isObject ? [one] : [];
}

/** `{ members: require('./members') }` of an index, where `members.count` is used and that file gives out no `count`. */
function memberBehind(context: RecipeContext, given: Node | null, member: string | null): Wrong | null {
  const value = given?.type === 'Property' ? given.value : given;
  const owner = value === null ? undefined : upwards(value).at(-1);
  const index = allSources(context.tree).find(({ program }) => program === owner);
  const own =
    index && importsOf(index).find(({ literal }) => value?.type === 'CallExpression' && literal.parent === value);
  const exported = own === undefined ? null : exportsOfSpecifier(context.tree, index?.path ?? '', own.specifier);
  const isLacking = exported?.complete === true && member !== null && !exported.names.has(member);
  return index === undefined || own === undefined || exported === null || !isLacking
    ? null
    : { source: index, from: own, exported, member };
}

/** The name of a compiler for a module that it takes as a whole: `staff_guard` of `../staff.guard`. */
function compiledName(specifier: string): string {
  return (specifier.split('/').at(-1) ?? '').replace(/\.[cm]?[jt]s$/, '').replaceAll(/\W/g, '_');
}

/** A compiler points at the very import. */
function isAtPlace({ diagnosis }: RecipeContext, { path, text }: Source, { statement }: Import): boolean {
  const { file, line, column, message } = diagnosis;
  const at = /^TS\d/.test(message) && file === path && line !== null ? offsetAt(text, line, column ?? 1) : null;
  return at !== null && statement.start <= at && at < statement.end;
}

/**
 * Names that are taken from files of the project which have no such name, or from one that gives out nothing but the thing itself;
 * an ES module that is required and used as its default: wrong, whatever the failure says.
 */
function missingNames(context: RecipeContext): Wrong[] {
  const { tree } = context;
  const wrong = allSources(tree).flatMap((source) =>
    importsOf(source).flatMap((from): Wrong[] => {
      const target = fileBehind(context, source, from);
      const exported = target === null ? null : exportsOfSpecifier(tree, source.path, from.specifier);
      if (target === null || exported === null || from.local === null) return [];
      const wrong = { source, from, exported, member: null };
      if (from.imported === '*')
        return isUsedAsDefault(wrong) || isNamedWithin(wrong) || isOfDefaultOnly(context, wrong) ? [wrong] : [];
      if (from.imported === 'default' || exported.names.has(from.imported) || exported.types.has(from.imported))
        return [];
      if (isThing(exported.whole, from.imported)) return [wrong];
      if (!exported.complete) return [];
      const isThere = new RegExp(`(?<![\\w$])${from.imported.replace(/\$/g, '\\$&')}(?![\\w$])`).test(
        tree.read(target) ?? '',
      );
      return isThere && givenAs(exported, from.imported) === null ? [] : [wrong];
    }),
  );
  const every = wrong.length > 0 ? wrong : misplacedNames(context);
  return every
    .filter((one, at) => every.findIndex(({ from }) => from.imported === one.from.imported) === at)
    .slice(0, 2);
}

/** `module.exports = { emitter: emitting }`: the name under which what is called so is given out; null where it is not. */
export function givenAs({ names }: Exports, name: string): string | null {
  const [only, more] = [...names].filter(
    ([key, node]) => key !== name && node?.type === 'Property' && keyName(node.value as Node) === name,
  );
  return more === undefined ? (only?.[0] ?? null) : null;
}

/** Names of a package that by its types only another one of the project has: CommonJS has nothing there, and a boot fails far from it; an ES module would not have been linked. */
function misplacedNames(context: RecipeContext): Wrong[] {
  if (!context.signal.beforeReady) return [];
  return allSources(context.tree).flatMap((source) =>
    (moduleKindOf(context.tree, source.path) === 'module' ? [] : importsOf(source))
      .filter(({ node, specifier }) => node.type === 'ImportSpecifier' && !isOwn(context.tree, source.path, specifier))
      .filter((from) => typedNames(context.tree, from.specifier).size > 0 && homeOf(context, from) !== null)
      .map((from) => ({ source, from, exported: unread, member: null })),
  );
}

/** `module.exports = class Store {}`, `= Store`: what is given out is called so itself. */
export function isThing(whole: Node | null, name: string): boolean {
  if (whole === null) return false;
  if (whole.type === 'Identifier') return whole.name === name;
  return (whole.type === 'ClassExpression' || whole.type === 'FunctionExpression') && whole.id?.name === name;
}

/** `const read = require('./read.mjs')` of a default export, which is called, or handed over, as it is. */
function isUsedAsDefault({ source, from, exported }: Wrong): boolean {
  if (from.style !== 'require' || exported.format !== 'esm' || !exported.names.has('default')) return false;
  const uses = referencesTo(source, from);
  return (
    uses.length > 0 &&
    uses.every(({ parent, start }) =>
      parent?.type === 'CallExpression' || parent?.type === 'NewExpression'
        ? true
        : parent?.type === 'ClassDeclaration' && parent.superClass?.start === start,
    )
  );
}

/** `import * as config from './config.js'`, which gives out a default and nothing else, and `.default` is read of nothing in the project. */
function isOfDefaultOnly({ tree }: RecipeContext, { source, from, exported }: Wrong): boolean {
  const isLone = exported.complete && exported.names.size === 1 && exported.names.has('default');
  if (from.style !== 'import' || exported.format !== 'esm' || !isLone) return false;
  const { read, spoken } = memberNames(tree);
  const uses = referencesTo(source, from);
  const isKnown = !read.has('default') && !spoken.has('default') && uses.length > 0;
  return (
    isKnown && uses.every(({ parent, start }) => !isLackedBy(exported.names.get('default') ?? null, parent, start))
  );
}

/** `loans.fine` of `export default { lend }`. */
function isLackedBy(main: Node | null, parent: Node | null | undefined, start: number): boolean {
  const object = main?.type === 'ExportDefaultDeclaration' ? main.declaration : null;
  if (object?.type !== 'ObjectExpression' || parent?.type !== 'MemberExpression' || parent.object.start !== start)
    return false;
  const keys = object.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null));
  return !keys.includes(null) && !parent.computed && !keys.includes(keyName(parent.property));
}

/** `const Rehearsal = require('./rehearsal')`, which gives out `{ Rehearsal }`, and of which nothing is used that it gives out. */
function isNamedWithin({ source, from, exported }: Wrong): boolean {
  const isLiteral = from.style === 'require' && exported.complete && exported.whole === null;
  const { statement } = from;
  const isPlain = statement.type === 'VariableDeclaration' && statement.declarations[0]?.id.type === 'Identifier';
  if (!isLiteral || !isPlain || from.local === null || !exported.names.has(from.local)) return false;
  const uses = referencesTo(source, from);
  const isWithin = ({ parent, start }: Of<'Identifier'>): boolean =>
    parent?.type === 'MemberExpression' && parent.object.start === start
      ? !exported.names.has(keyName(parent.property) ?? '')
      : parent?.type === 'NewExpression' || parent?.type === 'CallExpression' || parent?.type === 'ClassDeclaration';
  return uses.length > 0 && uses.every(isWithin);
}

/** The same name taken from the same file of the project, by this file and by all others. */
export function sameImports(context: RecipeContext, wrong: Wrong): Wrong[] {
  const { source, from } = wrong;
  const target = fileBehind(context, source, from);
  if (target === null) return [wrong];
  const others = allSources(context.tree).filter((each) => each !== source);
  return [
    wrong,
    ...others.flatMap((other) =>
      takenFrom(context, other, target, from.imported).map((one) => ({ ...wrong, source: other, from: one })),
    ),
  ];
}

/** The edits that mend an import and all like it, and what the file that declares `to` still calls by the old name. */
export function everywhere(context: RecipeContext, wrong: Wrong, to: string, mended: (one: Wrong) => string): Edit[] {
  const home = declaredIn(context, wrong.exported.names.get(to) ?? null);
  const every = [...sameImports(context, wrong), ...byOtherWays(context, wrong, { to, home })];
  const edits = every
    .filter((one, index) => every.findIndex((other) => other.source === one.source) === index)
    .map((one) => ({ path: one.source.path, before: one.source.text, after: mended(one) }));
  const left = home === null || home === wrong.source ? [] : unresolved(home, wrong.from.imported);
  if (home === null || left.length === 0 || edits.some(({ path }) => path === home.path)) return edits;
  const uses = left.map(({ start, end, parent, name }) => {
    const isShort = parent?.type === 'Property' && parent.shorthand;
    return { start, end, text: isShort ? `${name}: ${to}` : to };
  });
  return [...edits, { path: home.path, before: home.text, after: splice(home.text, ...uses) }];
}

/** The file that declares what a module gives out, behind all that hand it on. */
export function declaredIn(context: RecipeContext, given: Node | null, steps = 4): Source | null {
  const program = given === null ? undefined : upwards(given).at(-1);
  const source = allSources(context.tree).find((each) => each.program === program) ?? null;
  const from =
    source === null ? undefined : importsOf(source).find(({ node, style }) => node === given && style === 'from');
  if (source === null || from === undefined || steps === 0) return source;
  const next = exportsOfSpecifier(context.tree, source.path, from.specifier)?.names.get(from.imported) ?? null;
  return declaredIn(context, next, steps - 1);
}

/** The old name taken from other files that hand on the same thing. */
function byOtherWays(
  context: RecipeContext,
  { source, from }: Wrong,
  { to, home }: { readonly to: string; readonly home: Source | null },
): Wrong[] {
  if (home === null || from.imported === '*' || from.imported === 'default') return [];
  return allSources(context.tree).flatMap((other) =>
    importsOf(other).flatMap((each): Wrong[] => {
      if (other === source || each.imported !== from.imported || fileBehind(context, other, each) === null) return [];
      const exported = exportsOfSpecifier(context.tree, other.path, each.specifier);
      if (exported === null || exported.names.has(from.imported)) return [];
      const isIt = declaredIn(context, exported.names.get(to) ?? null) === home;
      return isIt ? [{ source: other, from: each, exported, member: null }] : [];
    }),
  );
}

/** The path of the file of the project that an import names; null where it names none. */
export function fileBehind({ tree }: RecipeContext, source: Source, from: Import): string | null {
  const target = isOwn(tree, source.path, from.specifier) ? resolveSpecifier(tree, source.path, from.specifier) : null;
  return target?.to === 'file' ? target.path : null;
}

function takenFrom(context: RecipeContext, source: Source, target: string, imported: string): Import[] {
  return importsOf(source).filter((each) => each.imported === imported && fileBehind(context, source, each) === target);
}

/** `new ValidationPipes()`, `taps()`, `instanceof ZodErrors`: a package has no second thing of that name that somebody could still write. */
export function isCalledOfPackage({ tree }: RecipeContext, { source, from }: Wrong): boolean {
  const isCall = referencesTo(source, from).some(({ parent }) =>
    /^(?:New|Call|Binary)Expression$|^Class/.test(parent?.type ?? ''),
  );
  return isCall && !isOwn(tree, source.path, from.specifier);
}

/** Where the name that an import takes is read. */
export function referencesTo(source: Source, from: Import): Of<'Identifier'>[] {
  return all(source.program, 'Identifier').filter((id) => {
    if (!isReference(id) || id.name !== from.local || (id.start >= from.node.start && id.end <= from.node.end))
      return false;
    const binding = namesInScope(source, id.start).get(id.name);
    return binding !== undefined && binding.id.start >= from.node.start && binding.id.end <= from.node.end;
  });
}
