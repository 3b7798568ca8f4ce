/** What is wrong with the names that tsconfig.json gives to folders, which no repair writes: the line, and what it should say. */
import { posix } from 'node:path';
import type { Action } from '../../../incident/nouns.ts';
import { aimsOf, aliasesOf } from '../../code/aliases.ts';
import { importsOf } from '../../code/bindings.ts';
import { declared, isRelative, packageName, resolveFile } from '../../code/modules.ts';
import { allSources } from '../../code/syntax.ts';
import { lineOf } from '../../code/text.ts';
import type { RecipeContext } from '../../recipe.ts';

/** An alias whose folder is not there, and one that nobody imports by where another name leads to what it has. */
export async function deadAlias(context: RecipeContext): Promise<Action | null> {
  const { diagnosis, tree } = context;
  const { module } = diagnosis.named;
  const isOwn = module === undefined || isRelative(module) || declared(tree).has(packageName(module) ?? '');
  if (diagnosis.class !== 'missing_module' || isOwn) return null;
  const text = tree.read('tsconfig.json') ?? '';
  const base = /"baseUrl"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '.';
  const pattern = /"([^"*\s]+)\/\*"\s*:\s*\[\s*"([\w./-]+)\/\*"\s*\]/g;
  for (const { 1: name = '', 2: target = '', index } of text.matchAll(pattern)) {
    const folder = posix.join(base, target);
    const said = module.startsWith(`${name}/`)
      ? await deadFolder(context, name, folder)
      : idleName(context, { name, folder, module });
    if (said !== null) return { why: `tsconfig.json:${lineOf(text, index)}: ${said}`, command: null };
  }
  return lostAlias(context, text, base);
}

/** `@repos`, which no name of `paths` fits, where `"@services": ["src/services/index.ts"]` shows the way to `src/repos/index.ts`. */
function lostAlias({ tree, diagnosis }: RecipeContext, text: string, base: string): Action | null {
  const module = diagnosis.named.module ?? '';
  const importer = allSources(tree).find((source) => importsOf(source).some(({ specifier }) => specifier === module));
  if (importer === undefined || aimsOf(aliasesOf(tree, importer.path), module).named.length > 0) return null;
  const entries = [...text.matchAll(/"([^"\s]+)"\s*:\s*\[\s*"([\w./*-]+)"\s*\]/g)];
  const lacking = entries.flatMap(({ 1: name = '', 2: target = '', index }) => {
    const word = /[\w-]+/.exec(name)?.[0] ?? '';
    const [sign = '', rest = ''] = name.split(word);
    // The same sign before it, and the same behind it: a word alone, or one with a path.
    const isOpen = rest === '/*';
    const own = (isOpen ? /^([\w-]+)\/./ : /^([\w-]+)$/).exec(module.slice(sign.length))?.[1];
    const parts = target.split('/');
    if (word === '' || own === undefined || !module.startsWith(sign) || !parts.includes(word)) return [];
    const aim = parts.map((part) => (part === word ? own : part)).join('/');
    const path = posix.join(base, isOpen ? aim.replace('*', module.slice(sign.length + own.length + 1)) : aim);
    return resolveFile(tree, path) === null ? [] : [{ entry: `"${sign}${own}${rest}": ["${aim}"]`, like: name, index }];
  });
  const [first] = lacking;
  if (first === undefined || lacking.some(({ entry }) => entry !== first.entry)) return null;
  const { entry, like, index } = first;
  const why = `tsconfig.json:${lineOf(text, index)}: "paths" say nothing of "${module}": beside "${like}", add ${entry}`;
  return { why, command: null };
}

/** `"@domain/*": ["src/domains/*"]`, where all that is imported so lies in `src/domain`, and no `src/domains` ever was. */
async function deadFolder(context: RecipeContext, name: string, folder: string): Promise<string | null> {
  const { tree, lastGood, git } = context;
  if (tree.exists(folder) || lastGood?.exists(folder) === true || ((await git?.below(folder)) ?? []).length > 0)
    return null;
  const rests = restsBehind(context, name);
  const folders = new Set(tree.files.map((file) => posix.dirname(file)));
  const [only, more] = [...folders].filter((each) => holdsAll(context, each, rests));
  if (only === undefined || more !== undefined) return null;
  return `"${name}/*" leads to ${folder}, which is not there; what is imported by it is in ${only}: correct the path`;
}

/** `"~/*"`, by which nobody imports, where all of `@/…` is in its folder. */
function idleName(
  context: RecipeContext,
  { name, folder, module }: { readonly name: string; readonly folder: string; readonly module: string },
): string | null {
  const [head = ''] = module.split('/');
  const rests = restsBehind(context, head);
  const isIdle = restsBehind(context, name).length === 0 && rests.length > 1;
  return isIdle && holdsAll(context, folder, rests)
    ? `nobody imports by "${name}/*", and all that is imported by "${head}/…" is there: correct the name`
    : null;
}

/** `billing` of `@domain/billing`, wherever that is imported. */
function restsBehind({ tree }: RecipeContext, head: string): string[] {
  const specifiers = allSources(tree).flatMap((source) => importsOf(source).map(({ specifier }) => specifier));
  return [...new Set(specifiers)].flatMap((each) => (each.startsWith(`${head}/`) ? [each.slice(head.length + 1)] : []));
}

function holdsAll({ tree }: RecipeContext, folder: string, rests: readonly string[]): boolean {
  const isThere = (path: string): boolean =>
    resolveFile(tree, path) !== null || resolveFile(tree, path.replace(/(?<=\.[cm]?)js$/, 'ts')) !== null;
  return rests.length > 0 && rests.every((rest) => isThere(posix.join(folder, rest)));
}
