/** Files that only hand on what others give out, and lack a name of them that is taken from there. */
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import { specifierFor } from '../../code/insert.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import type { RecipeContext } from '../../recipe.ts';
import { allSources, keyName, openSource } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { eolOf, quoted, semicolonOf, splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { edit, make } from './import-form.ts';
import { takenOf } from './lost-exports.ts';
import { fileBehind, missedName, referencesTo } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

/** A file that only hands on what others give out lacks a line for the one file beside it that has this name, or has it as a type alone. */
export function handedOnIdeas(context: RecipeContext, wrong: Wrong): Idea[] {
  const path = fileBehind(context, wrong.source, wrong.from);
  const target = path === null ? null : openSource(context.tree, path);
  const imported = missedName(wrong);
  if (target === null || imported === null || imported === 'default') return [];
  const last = target.program.body.at(-1);
  if (last === undefined || !isBarrel(target) || wrong.exported.names.has(imported)) return [];
  const whole = asNamespace(context, target, imported);
  if (whole !== null) return [whole];
  const handed = new Set(importsOf(target).flatMap((each) => fileBehind(context, target, each) ?? []));
  const owners = allSources(context.tree).filter(
    (each) => each !== target && !isBarrel(each) && exportsOf(context.tree, each).names.has(imported),
  );
  const [owner, more] = owners;
  if (owner === undefined || more !== undefined || owner === wrong.source) return [];
  // It is handed on under another name, which the one who reads it here has not followed.
  const isRenamed = importsOf(target).some(
    (each) => each.imported === imported && fileBehind(context, target, each) === owner.path,
  );
  if (wrong.member !== null && isRenamed) return [];
  const isBelow = owner.path.startsWith(target.path.replace(/[^/]*$/, ''));
  if (!isBelow && !handed.has(owner.path)) return [];
  const typed = asType(target, imported);
  const others = lackingNames(context, target, { owner, but: imported });
  const names = typed?.isValue === true ? others : [imported, ...others];
  const from = quoted(specifierFor(context.tree, target, owner.path), target.text);
  const list = `${eolOf(target.text)}export { ${names.join(', ')} } from ${from}${semicolonOf(target.text)}`;
  const line = { start: last.end, end: last.end, text: names.length === 0 ? '' : list };
  const after = splice(target.text, ...(typed === null ? [] : [typed.change]), line);
  return [make(`${target.path} does not hand on \`${imported}\` of ${owner.path}`, 0, [edit(target, after)])];
}

/** `export * from './dates'`, and `dates.today()` is read of it everywhere: handed on as a whole, by that name. */
function asNamespace(context: RecipeContext, target: Source, imported: string): Idea | null {
  const lines = target.program.body.filter(
    (each) => each.type === 'ExportAllDeclaration' && each.exported === null && stemOf(each.source.value) === imported,
  );
  const [line, more] = lines;
  if (line?.type !== 'ExportAllDeclaration' || more !== undefined) return null;
  const path = resolveSpecifier(context.tree, target.path, line.source.value);
  const owner = path?.to === 'file' ? openSource(context.tree, path.path) : null;
  const given = owner === null ? null : exportsOf(context.tree, owner).names;
  const taken = allSources(context.tree).flatMap((source) =>
    importsOf(source)
      .filter((each) => fileBehind(context, source, each) === target.path)
      .map((each) => ({ source, each })),
  );
  const reads = taken
    .filter(({ each }) => each.imported === imported)
    .flatMap(({ source, each }) => referencesTo(source, each))
    .map(({ parent }) => (parent?.type === 'MemberExpression' ? keyName(parent.property) : null));
  const isOwn = reads.length > 0 && reads.every((name) => name !== null && given?.has(name) === true);
  // What is taken by its own name could no longer be.
  const isLost = taken.some(({ each }) => given?.has(each.imported) === true);
  if (!isOwn || isLost) return null;
  const star = target.text.indexOf('*', line.start) + 1;
  const after = splice(target.text, { start: star, end: star, text: ` as ${imported}` });
  return make(`${target.path} hands on \`${imported}\` as a whole`, 0, [edit(target, after)]);
}

function stemOf(specifier: string): string {
  return specifier.replace(/^.*\//, '').replace(/\.[cm]?[jt]sx?$/, '');
}

/** What else others take of a file that hands on, and that it lacks of this owner: a line that was forgotten is asked for name by name. */
function lackingNames(
  context: RecipeContext,
  target: Source,
  { owner, but }: { readonly owner: Source; readonly but: string },
): string[] {
  const [given, owned] = [exportsOf(context.tree, target), exportsOf(context.tree, owner)];
  const lacking = [...takenOf(context, target)].filter(
    (name) => name !== but && name !== 'default' && !given.names.has(name) && !given.types.has(name),
  );
  const values = lacking.filter((name) => owned.names.has(name));
  const types = lacking.filter((name) => !owned.names.has(name) && owned.types.has(name));
  return [...values, ...types.map((name) => `type ${name}`)];
}

/** Where the file hands a name on as a type alone: `type` goes, or the name, where others stand beside it that are types. */
function asType(target: Source, name: string): { readonly change: Splice; readonly isValue: boolean } | null {
  for (const statement of target.program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { specifiers, exportKind, start } = statement;
    const at = specifiers.findIndex((each) => keyName(each.exported) === name);
    const own = specifiers[at];
    if (own?.exportKind === 'type')
      return { change: { start: own.start, end: own.local.start, text: '' }, isValue: true };
    if (own === undefined || exportKind !== 'type') continue;
    const [before, next] = [specifiers[at - 1], specifiers[at + 1]];
    if (next !== undefined) return { change: { start: own.start, end: next.start, text: '' }, isValue: false };
    if (before !== undefined) return { change: { start: before.end, end: own.end, text: '' }, isValue: false };
    const word = target.text.indexOf('type', start);
    return { change: { start: word, end: word + 'type '.length, text: '' }, isValue: true };
  }
  return null;
}

function isBarrel({ program }: Source): boolean {
  return program.body.every(
    (each) => each.type === 'ExportAllDeclaration' || (each.type === 'ExportNamedDeclaration' && each.source !== null),
  );
}

/** `export { reports } from './reports.js'`, which gives out its default and nothing else, or whose default all others beside it hand on by a name. */
export function defaultHandedOn({ source, from, exported }: Wrong): Idea[] {
  const { node, imported } = from;
  if (from.style !== 'from' || node.type !== 'ExportSpecifier' || !exported.names.has('default')) return [];
  if (imported === 'default' || exported.names.has(imported) || !exported.complete) return [];
  // The default is handed on under another name already: it is not this one, too.
  const isTaken = importsOf(source).some((each) => each.specifier === from.specifier && each.imported === 'default');
  if (isTaken) return [];
  const others = importsOf(source).filter((each) => each.style === 'from' && each.specifier !== from.specifier);
  const isCustom = others.length > 0 && others.every((each) => each.imported === 'default');
  if (!isCustom && [...exported.names.keys()].some((name) => name !== 'default' && name !== '__esModule')) return [];
  const text = `default as ${keyName(node.exported) ?? imported}`;
  const after = splice(source.text, { start: node.start, end: node.end, text });
  return [make(`\`${imported}\` is the default of \`${from.specifier}\``, 0, [edit(source, after)])];
}
