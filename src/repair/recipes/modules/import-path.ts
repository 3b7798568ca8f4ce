/** A relative import that leads nowhere: case, ending, index, depth, or a slip in one part of the path. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { isCodeFile, isTest } from '../../../kit/code.ts';
import { exportsOf, exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Exports, Import } from '../../code/bindings.ts';
import { builtinSpecifier, isEsm } from '../../code/insert.ts';
import { aliasFolders, aliasOf, nearAims } from '../../code/aliases.ts';
import {
  aimOf,
  declared,
  isBuiltin,
  isRelative,
  packageName,
  relativeSpecifier,
  belowRoot,
  resolveFile,
} from '../../code/modules.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { importersOf } from '../../evidence/site.ts';
import { keptText, successorOf } from '../../evidence/moved.ts';
import { movedAlong } from '../../evidence/moved-along.ts';
import { leftBehind } from '../../evidence/path-values.ts';
import { isShortForm, shareWord } from '../../code/names.ts';
import { insideProject } from '../../code/paths.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { haveOneStem } from '../../code/words.ts';
import { allSources, keyName, openSource } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { bareEnding, behindHash, cost, hashOf, isLongerData, kindEnding } from '../../evidence/near-paths.ts';
import { builtPathIdeas } from './built-path.ts';
import { endingIdeas } from './explicit-ending.ts';
import { isData, membersOf } from './data-module.ts';
import { restoreIdeas } from './put-back.ts';
import { besideIdeas, movedWith, runFiles } from './run-files.ts';
import { soleOwner } from './sole-owner.ts';
import { subpathIdeas } from './subpath-names.ts';

const posix = path.posix;

export const importPath: Recipe = {
  name: 'import-path',
  classes: ['missing_module', 'missing_file', 'import_export', 'module_format', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A relative import that leads nowhere: corrects case, ending, folder or name; restores a file that was lost.',
  async ideas(context) {
    const ended = endingIdeas(context);
    if (ended.length > 0) return ended;
    const named = insideProject(context, context.diagnosis.named.module);
    const wrong = wrongImports(context, named);
    const fixed = wrong.flatMap((each) => pathIdeas(context, each));
    const moved = fixed.length > 0 ? [] : (await Promise.all(wrong.map((each) => movedIdeas(context, each)))).flat();
    const owned =
      fixed.length + moved.length > 0
        ? []
        : wrong.flatMap((each) => [
            ...builtinIdeas(context, each),
            ...ownerIdeas(context, each),
            ...shortIdeas(context, each),
          ]);
    const beside = named === null || wrong.length > 0 ? [] : besideIdeas('import-path', context, named);
    const known = [...fixed, ...moved, ...owned, ...beside];
    // What leads there by a name of package.json's `imports` is no path that could be mended.
    const gone = [...wrong.map(({ wanted }) => wanted), ...(named === null || wrong.length > 0 ? [] : [named])];
    const lost = await Promise.all(gone.map((each) => restoreIdeas(context, each, known.length > 0)));
    return [...known, ...lost.flat(), ...subpathIdeas(context), ...builtPathIdeas(context)];
  },
};

interface Wrong {
  readonly source: Source;
  readonly from: Import;
  /** Project path that the specifier leads to. */
  readonly wanted: string;
}

/** Relative imports of the importer that lead nowhere, the one that the message names first. */
function wrongImports(context: RecipeContext, missing: string | null): Wrong[] {
  const { named } = context.diagnosis;
  const found = ranInVain(context, missing);
  for (const source of importersOf(context)) {
    for (const from of importsOf(source)) {
      const wanted = wantedPath(context, source, from.specifier);
      if (wanted !== null && !leads(context, source, wanted)) found.push({ source, from, wanted });
    }
  }
  const exact = found.filter(
    (each) => each.from.specifier === named.module || named.module?.endsWith(`/${each.wanted}`),
  );
  return (exact.length > 0 ? exact : found).slice(0, 2);
}

/** Nobody imports them, so that no importer is named. */
function ranInVain({ tree }: RecipeContext, missing: string | null): Wrong[] {
  if (missing === null || tree.exists(missing)) return [];
  return allSources(tree).flatMap((source) =>
    runFiles(source).flatMap((from): Wrong[] => {
      const wanted = posix.join(posix.dirname(source.path), from.specifier);
      return wanted === missing ? [{ source, from, wanted }] : [];
    }),
  );
}

/** Also by an alias of tsconfig.json, one that is misspelt, with backslashes, and `lib/users` or `/lib/users` without the dot or the alias, where no such package is declared. */
function wantedPath(context: RecipeContext, source: Source, specifier: string): string | null {
  const { tree } = context;
  const plain = specifier.replaceAll('\\', '/');
  if (isRelative(plain)) return posix.join(posix.dirname(source.path), plain);
  if (plain.startsWith('/')) return resolveFile(tree, plain.slice(1)) === null ? null : plain.slice(1);
  const aim = aimOf(tree, source.path, specifier);
  if (aim !== null) return aim;
  if (isBuiltin(specifier) || specifier.startsWith('#')) return behindHash(context, specifier);
  const unnamed = /^[@~]\/(.+)$/.exec(specifier)?.[1];
  if (unnamed !== undefined && /\.[cm]?tsx?$/.test(source.path)) return belowRoot(tree, source.path, unnamed);
  const name = packageName(specifier);
  if (name !== null && declared(tree, source.path).has(name)) return null;
  const folders = [posix.dirname(source.path), '.', ...aliasFolders(tree, source.path)];
  const beside = specifier.includes('/') ? folders.map((folder) => posix.join(folder, specifier)) : [];
  const [only] = [...beside, ...nearAims(tree, source.path, specifier)].filter(
    (path) => resolveFile(tree, path) !== null,
  );
  return only ?? null;
}

function leads(context: RecipeContext, source: Source, wanted: string): boolean {
  const { tree } = context;
  if (!isRelative(specifierOf(source, wanted))) return false;
  const typed = /tsx?$/.test(source.path) && !isExact(context, wanted);
  if (!isEsm(tree, source) || typed) return resolveFile(tree, wanted) !== null && isAimed(context, source, wanted);
  return tree.files.includes(wanted) && isAimed(context, source, wanted);
}

/** Node itself looks for the very file, be it TypeScript: what a loader would have found is said not to be there. */
function isExact({ tree, diagnosis: { named } }: RecipeContext, wanted: string): boolean {
  return named.module?.endsWith(`/${wanted}`) === true && resolveFile(tree, wanted) !== null;
}

function specifierOf(source: Source, wanted: string): string {
  return relativeSpecifier(source.path, wanted);
}

/** What leads there is a path with its dot, or an alias: by itself a bare name is a package's. */
function isAimed(context: RecipeContext, source: Source, wanted: string): boolean {
  return importsOf(source).some(
    ({ specifier }) =>
      (isRelative(specifier) || aimOf(context.tree, source.path, specifier) !== null) &&
      wantedPath(context, source, specifier) === wanted,
  );
}

function pathIdeas(context: RecipeContext, wrong: Wrong): Idea[] {
  const { source, wanted, from } = wrong;
  const json = wanted.endsWith('.json');
  const near = context.tree.files
    .filter(
      (file) => (json ? file.endsWith('.json') : isCodeFile(file) || file.endsWith('.json')) && file !== source.path,
    )
    .map((file) => ({ file, cost: cost(wanted, file, from.local) }))
    .filter((each): each is { file: string; cost: number } => each.cost !== null && givesOut(context, wrong, each.file))
    .sort((a, b) => a.cost - b.cost || a.file.length - b.file.length);
  const best = near[0]?.cost ?? 0;
  const tied = near.filter((each) => each.cost === best).length;
  return near.slice(0, 4).map((each, index) => {
    const rank = each.cost === best ? (tied === 1 ? 0 : 1) : each.cost - best < 1 ? 2 : 3;
    return leadingTo(context, wrong, { file: each.file, rank: Math.max(rank, Math.min(index, 1)), ask: null });
  });
}

/** The other imports that lead nowhere, and to a file with the like ending: they were renamed together. */
function renamedAlike(context: RecipeContext, wrong: Wrong, file: string): (Wrong & { file: string })[] {
  const { tree } = context;
  const ending = kindEnding(wrong.wanted, file);
  if (ending === null) return [];
  return allSources(tree).flatMap((source) =>
    importsOf(source).flatMap((from) => {
      const wanted = isTest(source.path) ? null : wantedPath(context, source, from.specifier);
      if (wanted === null || wanted === wrong.wanted || leads(context, source, wanted)) return [];
      const [only, more] = tree.files.filter((each) => isCodeFile(each) && kindEnding(wanted, each) === ending);
      return only !== undefined && more === undefined ? [{ source, from, wanted, file: only }] : [];
    }),
  );
}

/** `./lib/logger`, where `lib` has a `log.js`; `./de.json`, where `de` is a folder: the one file that is called so in short, in full, or by its folder. */
function shortIdeas(context: RecipeContext, wrong: Wrong): Idea[] {
  const stemOf = (file: string): string => posix.basename(bareEnding(file));
  const isKind = (file: string): boolean =>
    wrong.wanted.endsWith('.json') ? file.endsWith('.json') : isCodeFile(file);
  const isIt = (file: string): boolean =>
    posix.dirname(file) === bareEnding(wrong.wanted) ||
    (posix.dirname(file) === posix.dirname(wrong.wanted) && isShortForm(stemOf(wrong.wanted), stemOf(file))) ||
    kindEnding(wrong.wanted, file) !== null ||
    isLongerData(context.tree, wrong.wanted, file);
  const [only, more] = context.tree.files.filter(
    (file) => file !== wrong.source.path && isKind(file) && isIt(file) && givesOut(context, wrong, file),
  );
  return only === undefined || more !== undefined
    ? []
    : [leadingTo(context, wrong, { file: only, rank: 0, ask: null })];
}

/** Nothing has that name, and one file alone gives out all that is taken from it. */
function ownerIdeas(context: RecipeContext, wrong: Wrong): Idea[] {
  const file = soleOwner(context.tree, wrong.source, wrong.from.statement);
  return file === null ? [] : [leadingTo(context, wrong, { file, rank: 0, ask: null })];
}

/** `./lib/events`, where nothing is, and Node has a module of that name that gives out all that is taken from it. */
function builtinIdeas(context: RecipeContext, { source, from }: Wrong): Idea[] {
  const base = posix.basename(bareEnding(from.specifier));
  const taken = importsOf(source).filter((each) => each.statement === from.statement);
  const given = isBuiltin(base) ? exportsOfSpecifier(context.tree, source.path, base)?.names : undefined;
  if (given === undefined || !taken.every(({ imported }) => imported !== '*' && given.has(imported))) return [];
  const module = builtinSpecifier(context.tree, base);
  const { start, end } = from.literal;
  const splices = [{ start, end, text: quoted(module, source.text) }];
  return [ideaIn('import-path', source, { title: `\`${from.specifier}\` is Node's \`${module}\``, rank: 0, splices })];
}

function leadingTo(
  context: RecipeContext,
  wrong: Wrong,
  to: { readonly file: string; readonly rank: number; readonly ask: string | null },
): Idea {
  const changes = [
    ...alike(context, wrong).map((each) => ({ ...each, file: to.file })),
    ...ownImports(context, wrong.wanted, to.file),
    ...renamedAlike(context, wrong, to.file),
    ...movedWith(context.tree, wrong.wanted, to.file).map(({ aim, ...each }) => ({ ...each, wanted: aim })),
  ].map(({ source, from, wanted, file }) => {
    const { start, end } = from.literal;
    const quote = source.text[start] ?? "'";
    return {
      source,
      splices: [{ start, end, text: quote + written(context, { source, from, wanted }, file) + quote }],
    };
  });
  const moved = isMoved(wrong.wanted, to.file) ? openSource(context.tree, to.file) : null;
  const splices = moved === null ? [] : leftBehind(context, moved, wrong.wanted);
  const left = moved === null || splices.length === 0 ? [] : [{ source: moved, splices }];
  const title = `\`${wrong.from.specifier}\` is \`${written(context, wrong, to.file)}\``;
  const one = ideaOf('import-path', { title, rank: to.rank, ask: to.ask }, [...changes, ...left]);
  return movedAlong(context, { missing: wrong.wanted, target: to.file }, one);
}

/** The imports of all files that lead to the same place, where nothing is; tests are their author's. */
function alike(context: RecipeContext, wrong: Wrong): Wrong[] {
  const sources = allSources(context.tree).filter(({ path }) => !isTest(path));
  const others = sources.flatMap((source) =>
    importsOf(source).flatMap((from): Wrong[] => {
      const wanted = wantedPath(context, source, from.specifier);
      const isSame = wanted !== null && bareEnding(wanted) === bareEnding(wrong.wanted);
      return isSame && source !== wrong.source && !leads(context, source, wanted) ? [{ source, from, wanted }] : [];
    }),
  );
  return [wrong, ...others];
}

function isMoved(was: string, file: string): boolean {
  return posix.basename(bareEnding(was)) === posix.basename(bareEnding(file));
}

/** What a file that was moved imports from where it stood. */
function ownImports(context: RecipeContext, was: string, file: string): (Wrong & { file: string })[] {
  const source = openSource(context.tree, file);
  return source === null || !isMoved(was, file)
    ? []
    : importsOf(source).flatMap((from) => {
        const wanted = wantedPath(context, source, from.specifier);
        const old = isRelative(from.specifier) ? posix.join(posix.dirname(was), from.specifier) : null;
        const target =
          old === null
            ? null
            : resolveFile(
                context.tree,
                old.replace(/(?<=\.[cm]?)js$/, (js) => (context.tree.exists(old) ? js : 'ts')),
              );
        return wanted === null || target === null || leads(context, source, wanted)
          ? []
          : [{ source, from, wanted, file: target }];
      });
}

/** Its text lives on under another name, or the folder holds one other module that nobody imports. */
async function movedIdeas(context: RecipeContext, wrong: Wrong): Promise<Idea[]> {
  const { wanted, source } = wrong;
  const ending = posix.extname(wanted) === '' ? posix.extname(source.path) : '';
  const missing = await keptName(context, source, wanted + ending);
  const successor = await successorOf(context, missing);
  if (successor === null) return otherFolder(context, wrong);
  const { file, isSame, isRead } = successor;
  if (wrong.from.style !== 'run' && givesNothing(context, file)) return [];
  const [was, is] = [wanted, file].map((each) => posix.basename(bareEnding(each))) as [string, string];
  const isAkin = shareWord(was, is) || haveOneStem(was, is);
  const owner = soleOwner(context.tree, source, wrong.from.statement);
  const isRenamed = isAkin && owner === null && givesRenamed(context, wrong, file);
  if (!givesOut(context, wrong, file) && !isRenamed) return [];
  // `const pricing = require('./prices')`: it is called here as its file is.
  const isCalledSo = wrong.from.local?.toLowerCase() === is.toLowerCase();
  const isSure = isSame || isAkin || isCalledSo || (isRead && file.endsWith('.json')) || owner === file;
  const ask = isSure ? null : `nothing but its place speaks for ${file}`;
  return [leadingTo(context, wrong, { file, rank: isSame ? 0 : 1, ask })];
}

/** TypeScript names what it will be built to, save where the file is JavaScript itself. */
async function keptName(context: RecipeContext, source: Source, wanted: string): Promise<string> {
  const typed = wanted.replace(/(?<=\.[cm]?)js$/, 'ts');
  return !/tsx?$/.test(source.path) || (await keptText(context, wanted)) !== null ? wanted : typed;
}

/** `config/index.js`, which is `settings/index.js` now: the one folder beside it that no import leads to, and that gives out what is taken of it. */
function otherFolder(context: RecipeContext, wrong: Wrong): Idea[] {
  const { tree } = context;
  const { wanted, source } = wrong;
  if (posix.extname(wanted) !== '' || isEsm(tree, source)) return [];
  const aims = allSources(tree).flatMap((each) =>
    importsOf(each).map(({ specifier }) => wantedPath(context, each, specifier) ?? ''),
  );
  const reached = new Set(aims.flatMap((aim) => resolveFile(tree, aim) ?? []));
  const idle = tree.files.filter(
    (file) =>
      /^index\.[cm]?[jt]s$/.test(posix.basename(file)) &&
      posix.dirname(posix.dirname(file)) === posix.dirname(wanted) &&
      !reached.has(file),
  );
  const [file, more] = idle.filter((each) => givesOut(context, wrong, each) && hasSome(context, wrong, each));
  return file === undefined || more !== undefined ? [] : [leadingTo(context, wrong, { file, rank: 1, ask: null })];
}

/** Something that is taken of it stands in what the file gives out, or the one thing that it gives out is called as here. */
function hasSome(context: RecipeContext, { source, from }: Wrong, file: string): boolean {
  const target = openSource(context.tree, file);
  const given = target === null ? null : exportsOf(context.tree, target);
  const whole = given?.whole ?? null;
  const called = whole !== null && 'id' in whole && whole.id !== null ? keyName(whole.id as Node) : null;
  const isCalledSo = [called, whole && lastNameOf(whole)].some((name) => name != null && name === from.local);
  const read = membersOf(source, from.local);
  return isCalledSo || [...(given?.names.keys() ?? [])].some((name) => name === from.imported || read.includes(name));
}

/** The specifier in the manner of the one that was written: with an ending where it had one or ESM needs it. */
function written(context: RecipeContext, wrong: Wrong, file: string): string {
  const { source, from } = wrong;
  const { tree } = context;
  const named = isRelative(from.specifier) ? null : aliasOf(tree, source.path, file);
  const full = hashOf(tree, source.path, from.specifier, file) ?? named ?? relativeSpecifier(source.path, file);
  const typed = /tsx?$/.test(source.path) && !isExact(context, wrong.wanted);
  if (isEsm(context.tree, source) && !typed) return full;
  const hadEnding = /\.(?:[cm]?[jt]sx?|json)$/.exec(from.specifier)?.[0];
  if (file.endsWith('.json')) return full;
  if (hadEnding === undefined)
    return bareEnding(full) === '.' ? './index' : bareEnding(full).replace(/^(\.\.?)$/, '$1/');
  return typed && /js$/.test(hadEnding) ? full.replace(/\.([cm]?)tsx?$/, '.$1js') : full;
}

/** A file that lacks a name which is taken from it is another file. */
function givesOut(context: RecipeContext, wrong: Wrong, file: string): boolean {
  const target = openSource(context.tree, file);
  const names = importsOf(wrong.source).filter(
    (each) => each.statement === wrong.from.statement && each.specifier === wrong.from.specifier,
  );
  if (target === null)
    return (
      file.endsWith('.json') &&
      (wrong.wanted.endsWith('.json') || names.every((each) => isData(context.tree, wrong.source, { ...each, file })))
    );
  const exported = exportsOf(context.tree, target);
  if (!exported.complete) return true;
  return names.every((each) => {
    if (each.imported === '*' || each.imported === 'default')
      return exported.whole !== null || hasUsed(wrong.source, each, exported);
    return exported.names.has(each.imported) || exported.types.has(each.imported);
  });
}

/** What is taken from it and what it gives out have each other's words: the name was changed with the file's, and is the next failure. */
function givesRenamed(context: RecipeContext, wrong: Wrong, file: string): boolean {
  const target = openSource(context.tree, file);
  const given = target === null ? [] : [...exportsOf(context.tree, target).names.keys()];
  const taken = importsOf(wrong.source).filter(({ statement }) => statement === wrong.from.statement);
  return taken.every(({ imported }) => given.some((name) => name === imported || shareWord(name, imported)));
}

/** Such as an entry, which nobody imports either. */
function givesNothing(context: RecipeContext, file: string): boolean {
  const target = openSource(context.tree, file);
  const exported = target === null ? null : exportsOf(context.tree, target);
  return exported !== null && exported.names.size === 0 && exported.whole === null;
}

/** Every `local.member` that the importer reads is given out. */
function hasUsed(source: Source, from: Import, exported: Exports): boolean {
  if (from.local === null || from.imported !== '*') return true;
  return membersOf(source, from.local).every((each) => exported.names.has(each) || exported.names.size === 0);
}
