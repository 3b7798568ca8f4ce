/** A file that is gone and lives on under another name: by the text that it had, else because nothing else speaks of the other one. */
import path from 'node:path';
import { isCodeFile } from '../../kit/code.ts';
import { readJson, resolveSpecifier } from '../code/modules.ts';
import { memberNames } from './member-names.ts';
import { importsOf } from '../code/bindings.ts';
import type { SourceTree } from '../../incident/nouns.ts';
import { isPlural } from '../code/names.ts';
import type { RecipeContext } from '../recipe.ts';
import { all, allSources, stringValue } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import { beginAlike } from '../code/words.ts';

const posix = path.posix;

export interface Successor {
  readonly file: string;
  /** True where it has the text of the missing one; else only its place speaks for it. */
  readonly isSame: boolean;
  /** It is JSON of several keys, all of which one source reads. */
  readonly isRead: boolean;
}

/** The text that a file had when last released or committed. */
export async function keptText({ lastGood, git }: RecipeContext, file: string): Promise<string | null> {
  return lastGood?.read(file) ?? (await git?.show(file)) ?? (await git?.lost(file)) ?? null;
}

/** `order.hbs` is gone, and `orders.hbs` is asked for by its own name elsewhere: why a person is asked whether it is the same. */
export function otherNumber(tree: SourceTree, missing: string, near: string): string | null {
  const [one, other] = [missing, near].map((file) => posix.parse(file).name);
  if (one === undefined || other === undefined || !isPlural(one, other)) return null;
  // The `/orders` of a route and the `./orders` of an import are no files of that kind.
  const isSpoken = allSources(tree).some(({ program }) =>
    all(program, 'Literal').some((each) => {
      const said = stringValue(each) ?? '';
      const isKind = posix.extname(said) === posix.extname(near) || !/^[./]/.test(said);
      return isKind && posix.parse(said).name === other;
    }),
  );
  return isSpoken ? `\`${one}\` and \`${other}\` may be two different things` : null;
}

/** What a missing file is called now; null where nothing is known to have taken its place. */
export async function successorOf(context: RecipeContext, missing: string): Promise<Successor | null> {
  const before = await keptText(context, missing);
  const file = before === null ? orphanBeside(context, missing) : movedTo(context, missing, before);
  return file === null ? null : { file, isSame: before !== null, isRead: isRead(context, file) };
}

/** Put back, a file that the last change moved would be there twice, each to be kept by hand, and without what was changed in it: why a person is asked. */
export async function movedDoubt(context: RecipeContext, missing: string): Promise<string | null> {
  const before = await keptText(context, missing);
  if (before === null || context.lastGood?.read(missing) !== before) return null;
  const file = movedLately(context, missing, before);
  return file === null ? null : `the last change moved ${missing} to ${file}`;
}

/** The one file that the last change brought with the text of the missing one, or nearly, or with its name in another case; null where there is none. */
export function movedLately(context: RecipeContext, missing: string, before: string): string | null {
  const { tree, lastGood } = context;
  const recased = tree.files.find((file) => file !== missing && file.toLowerCase() === missing.toLowerCase());
  const file = recased ?? movedTo(context, missing, before);
  return file !== null && lastGood !== null && lastGood.read(file) === null ? file : null;
}

function isRead({ tree }: RecipeContext, file: string): boolean {
  const { read } = memberNames(tree);
  const keys = file.endsWith('.json') ? Object.keys(readJson(tree, file) ?? {}) : [];
  const isSettings = /(?:^|\/)(?:config|conf|settings)\//.test(file);
  const settings = /\.ya?ml$/.test(file) ? topKeys(tree, file) : isSettings ? keys : [];
  // What is read of settings is read all over the project; some of it templates read.
  if (settings.length > 2) return settings.filter((key) => read.has(key)).length >= settings.length * mostlyRead;
  const readers = keys.map((key) => new Set(read.get(key)?.map(({ source }) => source)));
  const isAll = [...(readers[0] ?? [])].some((source) => readers.every((each) => each.has(source)));
  return keys.length > 1 && isAll;
}

const mostlyRead = 0.6;

function topKeys(tree: SourceTree, file: string): string[] {
  return [...(tree.read(file) ?? '').matchAll(/^([A-Za-z_][\w-]*):/gm)].map(([, key = '']) => key);
}

/** The one file that has the text which the missing one had, or nearly; null where there is none, or several. */
function movedTo(context: RecipeContext, missing: string, before: string): string | null {
  const { tree } = context;
  if (before.trim() === '') return null;
  const ending = posix.extname(missing);
  const named = namesIn(context, ending);
  const folder = posix.dirname(missing) === '.' ? '' : posix.dirname(missing);
  // What lies beside it may be data, and no part of a release.
  const beside = tree.list(folder).flatMap((name) => (name.endsWith('/') ? [] : [posix.join(folder, name)]));
  const alike = [...new Set([...tree.files, ...beside])].filter((file) => {
    if (posix.extname(file) !== ending || file === missing) return false;
    const share = likeness(before, tree.read(file) ?? '');
    return share === 1 || (share >= 0.8 && !named(file));
  });
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** Lines that both have, as a share of the longer one. */
function likeness(one: string, other: string): number {
  const [a, b] = [one, other].map((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  const rest = new Map<string, number>();
  for (const line of b ?? []) rest.set(line, (rest.get(line) ?? 0) + 1);
  const same = (a ?? []).filter((line) => {
    const left = rest.get(line) ?? 0;
    rest.set(line, left - 1);
    return left > 0;
  });
  return same.length / Math.max(a?.length ?? 0, b?.length ?? 0, 1);
}

/** `default.json` alone is no sample of anything. */
const sample =
  /(?:^|[.-])(?:example|sample|dist|template|test|spec|bak|backup|old|orig)(?=[.-]|$)|[.-]default(?=[.-]|$)/i;

/** The one file of the same ending in the folder of the missing one that no source names; null where there is none, or several. */
function orphanBeside(context: RecipeContext, missing: string): string | null {
  const folder = posix.dirname(missing);
  const ending = posix.extname(missing);
  if (folder === '.' || ending === '') return null;
  const named = namesIn(context, ending);
  const names = context.tree
    .list(folder)
    .filter((name) => posix.extname(name) === ending && !sample.test(name) && name !== posix.basename(missing));
  const orphans = names.filter((name) => !named(posix.join(folder, name)));
  const isBuilt = !isCodeFile(missing) && allSources(context.tree).some((source) => buildsNames(source.text, ending));
  const [only, more] = orphans;
  const isMeant =
    only !== undefined &&
    more === undefined &&
    (!isBuilt ||
      // Where all others are imported, names are put together of another folder's files.
      (names.every((name) => name === only || named(posix.join(folder, name), true)) &&
        (beginAlike(posix.parse(only).name, posix.parse(missing).name) || isRead(context, posix.join(folder, only)))));
  return isMeant ? posix.join(folder, only) : null;
}

/** Whether a source may mean a file with that ending: it imports this very one, or has its base name in a string. */
function namesIn({ tree }: RecipeContext, ending: string): (file: string, isImport?: boolean) => boolean {
  const names = new Set<string>();
  const paths = new Set<string>();
  for (const source of allSources(tree)) {
    const imported = new Set<Node>();
    for (const from of importsOf(source)) {
      const to = resolveSpecifier(tree, source.path, from.specifier);
      if (to?.to !== 'file') continue;
      imported.add(from.literal);
      paths.add(to.path);
    }
    for (const literal of all(source.program, 'Literal')) {
      const value = imported.has(literal) ? null : stringValue(literal);
      if (value !== null) names.add(posix.basename(value, ending) + ending);
    }
  }
  return (file, isImport = false) => paths.has(file) || (!isImport && names.has(posix.basename(file)));
}

/** True where names of files with that ending are put together, listed or served by a folder: then a file need not be named to be used. */
function buildsNames(text: string, ending: string): boolean {
  return (
    text.includes(`}${ending}`) ||
    new RegExp(`['"\`]\\${ending}['"\`]`).test(text) ||
    /\breaddir(?:Sync)?\b|\bglob(?:Sync)?\(|\bstatic\(|-static['"]/.test(text)
  );
}

/** A folder of modules that others import one by one: nobody lists it. */
export function isImported(tree: SourceTree, folder: string): boolean {
  return allSources(tree).some((source) =>
    importsOf(source).some((from) => {
      const to = resolveSpecifier(tree, source.path, from.specifier);
      return to?.to === 'file' && posix.dirname(to.path) === folder && posix.dirname(source.path) !== folder;
    }),
  );
}
