/** `csv-parse/snyc`: what is taken from below an installed package, where the package has nothing of that name. */
import path from 'node:path';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import {
  aimOf,
  declared,
  endings,
  isBuiltin,
  isRecord,
  packageFolder,
  packageName,
  readJson,
} from '../../code/modules.ts';
import { haveSameWords, rankedNames, shareWord } from '../../code/names.ts';
import { all, allSources, keyName } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { partsOf } from '../../code/words.ts';
import { typedNames } from '../../code/typings.ts';
import { ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const posix = path.posix;

export const packageSubpath: Recipe = {
  name: 'package-subpath',
  classes: ['missing_module', 'import_export', 'module_format'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A path below an installed package that it does not have: the near one that it gives out, or the package itself, which gives out what is taken, or has it by its name.',
  ideas(context) {
    const taken = allSources(context.tree).flatMap((source) =>
      importsOf(source).map(({ specifier }) => ({ source, specifier })),
    );
    const wrong = taken.find(({ source, specifier }) => isMeant(context, source, specifier));
    if (wrong === undefined) return [];
    const { source, specifier } = wrong;
    const name = packageName(specifier) ?? '';
    const known = subpathsOf(context.tree, source.path, name);
    const whole = unended(context, known, specifier);
    if (whole.length > 0) return whole.map((each) => respelt(context, specifier, { name: each, rank: 0 }));
    if (known.has(specifier)) return [];
    const named = rankedNames(specifier, known);
    const short = shortened(specifier, known);
    const likely = short.length > 0 ? short : [...likewise(context, source, specifier, known), ...named];
    const once = likely.filter(({ name: path }, at) => likely.findIndex((each) => each.name === path) === at);
    const near = once.map((each) => respelt(context, specifier, each));
    if (near.length > 0) return [...near, ...rootBehind(context, source, specifier)];
    const others = wholes(context.tree, source, specifier);
    if (others.length > 0) return others.map((each) => respelt(context, specifier, { name: each, rank: 0 }));
    return namedOfRoot(context, source, specifier);
  },
};

/** `dayjs/plugin/utc` of a package without `exports`, taken in by an ES module: there the file is named whole. */
function unended({ diagnosis }: RecipeContext, known: ReadonlySet<string>, specifier: string): string[] {
  const isNamedWhole =
    endings.some((ending) => specifier.endsWith(ending)) || !/ imported from /.test(diagnosis.message);
  const files = [...endings, ...endings.map((ending) => `/index${ending}`)].map((ending) => specifier + ending);
  return isNamedWhole ? [] : files.filter((each) => known.has(each)).slice(0, 1);
}

/** The package itself, or the declared one that is called so in a scope: `@hono/node-server` for `hono/node-server`. */
function wholes(tree: SourceTree, source: Source, specifier: string): string[] {
  const scoped = [...declared(tree, source.path).keys()].filter(
    (name) => haveSameWords(name, specifier) && packageFolder(tree, source.path, name) !== null,
  );
  if (scoped.length > 0) return scoped.length === 1 ? scoped : [];
  return isOfRoot(tree, source, specifier) ? [packageName(specifier) ?? ''] : [];
}

/** Where the near one does not do, the package itself may, which gives out all that is taken; not for one that waits for promises. */
function rootBehind(context: RecipeContext, source: Source, specifier: string): Idea[] {
  const isWaiting = allSources(context.tree)
    .filter((each) => importsOf(each).some((from) => from.specifier === specifier))
    .some(({ program, text }) => all(program, 'AwaitExpression').length > 0 || /\.then\(/.test(text));
  const isOfPromises = /promise|async/i.test(specifier.slice((packageName(specifier) ?? '').length));
  if ((isOfPromises && isWaiting) || !isOfRoot(context.tree, source, specifier)) return [];
  return [respelt(context, specifier, { name: packageName(specifier) ?? '', rank: 1 })];
}

/** `csv-parse/lib/sync` for `csv-parse/sync`: the one that is it but for folders on the way. */
function shortened(specifier: string, known: ReadonlySet<string>): { name: string; rank: number }[] {
  const parts = specifier.replace(/\.[cm]?js$/, '').split('/');
  const fits = [...known].filter((each) => {
    const own = each.split('/');
    const way = parts.filter((part, at) => at === parts.length - 1 || own.slice(0, -1).includes(part));
    return own.length < parts.length && way.join('/') === each;
  });
  return fits.length === 1 ? fits.map((name) => ({ name, rank: 0 })) : [];
}

/** `hono/exception` for `hono/http-exception`: the one that has a word of it, and gives out all that is taken by name. */
function likewise(
  { tree }: RecipeContext,
  source: Source,
  specifier: string,
  known: ReadonlySet<string>,
): { name: string; rank: number }[] {
  const below = (each: string): string => each.slice((packageName(each) ?? '').length);
  const taken = importsOf(source).flatMap((each) => (each.specifier === specifier ? [each.imported] : []));
  if (taken.length === 0 || taken.some((name) => name === '*' || name === 'default')) return [];
  const name = packageName(specifier) ?? '';
  const folder = packageFolder(tree, source.path, name) ?? '';
  const given = readJson(tree, posix.join(folder, 'package.json'))?.['exports'];
  const fits = [...known].filter((each) => {
    const target = isRecord(given) ? (JSON.stringify(given[`.${below(each)}`]) ?? '') : '';
    const files = [...target.matchAll(/"(\.\/[^"]+)"/g)].map(
      ([, file = '']) => tree.read(posix.join(folder, file)) ?? '',
    );
    if (!shareWord(below(each), below(specifier))) return false;
    const names = exportsOfSpecifier(tree, source.path, each)?.names;
    return (
      taken.every((one) => names?.has(one) === true) ||
      files.some((text) => taken.every((one) => text.split(/[^\w$]+/).includes(one)))
    );
  });
  return fits.length === 1 ? fits.map((each) => ({ name: each, rank: 0 })) : [];
}

/** Of an installed package, from below it, and told of in what failed. */
function isMeant({ tree, diagnosis }: RecipeContext, { path: file }: Source, specifier: string): boolean {
  const name = isBuiltin(specifier) ? null : packageName(specifier);
  if (name === null || name === specifier || aimOf(tree, file, specifier) !== null) return false;
  const below = specifier.slice(name.length);
  return diagnosis.message.includes(specifier) || diagnosis.message.includes(`'.${below}'`);
}

/** Every specifier that leads below the package: what its `exports` name, else each of its files, with and without its ending. */
function subpathsOf(tree: SourceTree, importer: string, name: string): ReadonlySet<string> {
  const folder = packageFolder(tree, importer, name);
  const manifest = folder === null ? null : readJson(tree, posix.join(folder, 'package.json'));
  if (folder === null || manifest === null) return new Set();
  const { exports: given } = manifest;
  if (!isRecord(given)) return new Set(filesBelow(tree, folder).flatMap((file) => spellings(`${name}/${file}`)));
  // `./config.js` beside `./config` is the same.
  const isTwice = (key: string): boolean => /\.[cm]?js$/.test(key) && key.replace(/\.[cm]?js$/, '') in given;
  const keys = Object.keys(given).filter((key) => /^\.\/[^*]+$/.test(key) && !isTwice(key));
  return new Set(keys.map((key) => name + key.slice(1)));
}

const filesMax = 3_000;

function filesBelow(tree: SourceTree, folder: string): string[] {
  const found: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined && found.length < filesMax; at = open.pop())
    for (const name of tree.list(posix.join(folder, at).replace(/\/$/, ''))) {
      if (name.endsWith('/') && name !== 'node_modules/') open.push(at + name);
      else if (endings.some((ending) => name.endsWith(ending)) && !name.endsWith('.d.ts')) found.push(at + name);
    }
  return found;
}

function spellings(file: string): string[] {
  return [file, file.replace(/\.[cm]?js(?:on)?$/, ''), file.replace(/\/index\.c?js$/, '')];
}

/** The package itself gives out all names that are taken from below it: by its types, or as other files of the project take them. */
function isOfRoot(tree: SourceTree, importer: Source, specifier: string): boolean {
  const name = packageName(specifier) ?? '';
  const known = new Set([
    ...typedNames(tree, name),
    ...(exportsOfSpecifier(tree, importer.path, name)?.names.keys() ?? []),
    ...allSources(tree).flatMap((source) => takenFrom(source, name)),
  ]);
  const taken = importsOf(importer).filter((each) => each.specifier === specifier);
  const isThere = packageFolder(tree, importer.path, name) !== null;
  const used = taken.flatMap(({ imported, local }) =>
    /^(?:\*|default)$/.test(imported) ? membersOf(importer, local) : [imported],
  );
  if (used.length > 0 || !isThere) return isThere && used.every((each) => known.has(each));
  // What is called or handed on as a whole is so of the package, too.
  const given = exportsOfSpecifier(tree, importer.path, name);
  const isWhole = given !== null && (given.whole !== null || given.names.has('default'));
  const others = allSources(tree).flatMap((source) => importsOf(source).filter((each) => each.specifier === name));
  return taken.every(({ imported }) => isWhole || others.some((each) => each.imported === imported));
}

/** `uuid/v4`, where the package gives out a `v4` by name: by the last part of the path, else by what the file calls it. */
function namedOfRoot({ tree }: RecipeContext, importer: Source, specifier: string): Idea[] {
  const root = packageName(specifier) ?? '';
  const known = [...typedNames(tree, root), ...(exportsOfSpecifier(tree, importer.path, root)?.names.keys() ?? [])];
  const last = (specifier.split('/').at(-1) ?? '').replace(/\.[cm]?js$/, '');
  const takers = allSources(tree).flatMap((source) =>
    importsOf(source).flatMap((from) => (from.specifier === specifier ? [{ source, from }] : [])),
  );
  const called = new Set(takers.map(({ from }) => from.local));
  const named = known.filter((each) => partsOf(each).join() === partsOf(last).join());
  const [only, more] = new Set(named.length > 0 ? named : known.filter((each) => called.has(each)));
  if (only === undefined || more !== undefined || only === 'default') return [];
  const changes = takers.map(({ source, from }) => ({ source, splices: takenByName(source, from, { only, root }) }));
  if (changes.some(({ splices }) => splices.length === 0)) return [];
  return [ideaOf('package-subpath', { title: `\`${specifier}\` is \`${only}\` of \`${root}\``, rank: 0 }, changes)];
}

/** The one thing that an import takes is taken by a name; none where it takes more. */
function takenByName(source: Source, from: Import, { only, root }: { only: string; root: string }): Splice[] {
  const { literal, statement, style, imported, local } = from;
  const path = { start: literal.start, end: literal.end, text: quoted(root, source.text) };
  const call = literal.parent;
  if (style === 'require' && imported === '*' && call?.type === 'CallExpression')
    return [path, { start: call.end, end: call.end, text: `.${only}` }];
  if (statement.type !== 'ImportDeclaration' || statement.specifiers.length !== 1 || imported !== 'default') return [];
  const { start, end } = from.node;
  return [{ start, end, text: local === only ? `{ ${only} }` : `{ ${only} as ${local} }` }, path];
}

/** `Router` and `json` of `const { Router } = require('express')`, `express.json()`. */
function takenFrom(source: Source, name: string): string[] {
  const taken = importsOf(source).filter((each) => each.specifier === name);
  const wholes = taken.filter(({ imported }) => /^(?:\*|default)$/.test(imported));
  const members = wholes.flatMap(({ local }) => membersOf(source, local));
  return [...members, ...taken.map(({ imported }) => imported)].filter((each) => each !== '*' && each !== 'default');
}

/** What is read of a whole module by its name in a file. */
function membersOf(source: Source, local: string | null): string[] {
  return all(source.program, 'MemberExpression').flatMap(({ object, property }) =>
    object.type === 'Identifier' && object.name === local ? (keyName(property) ?? []) : [],
  );
}

/** `@hono/node-server`, which gives out a `serve-static`, too, where `hono/serve-static-node` has a word that is no slip of the pen; `@hono/node-server/static` has none. */
function giversBeside({ tree, diagnosis }: RecipeContext, specifier: string, meant: string): string[] {
  const words = partsOf(meant);
  if (partsOf(specifier).length === words.length || partsOf(specifier).every((word) => words.includes(word))) return [];
  const [own, importer] = [packageName(meant) ?? '', diagnosis.file ?? 'package.json'];
  return [...declared(tree, importer).keys()].filter(
    (name) => name !== own && subpathsOf(tree, importer, name).has(name + meant.slice(own.length)),
  );
}

/** In every file that says so. */
function respelt(context: RecipeContext, specifier: string, near: { name: string; rank: number }): Idea {
  const { tree } = context;
  const [other] = near.name === packageName(near.name) ? [] : giversBeside(context, specifier, near.name);
  const ask = other === undefined ? null : `${other} gives out the same`;
  const changes = allSources(tree).flatMap((source) => {
    const literals = new Set(importsOf(source).flatMap((each) => (each.specifier === specifier ? [each.literal] : [])));
    const text = quoted(near.name, source.text);
    const splices = [...literals].map(({ start, end }) => ({ start, end, text }));
    return splices.length === 0 ? [] : [{ source, splices }];
  });
  return ideaOf(
    'package-subpath',
    { title: `\`${specifier}\` should be \`${near.name}\``, rank: near.rank, ask },
    changes,
  );
}
