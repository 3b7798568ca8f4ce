/** A package or builtin that cannot be found: a slip in its name, an install that is broken, or one that nobody declared. */
import type { Idea, Operation } from '../../../incident/nouns.ts';
import { builtinModules, createRequire } from 'node:module';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import { declared, isBuiltin, isOwn, isRelative, packageFolder, packageName, workspaces } from '../../code/modules.ts';
import { haveSameWords, rankedNames, shareWord } from '../../code/names.ts';
import { ownPath } from '../../code/paths.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { allSources } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { typedNames } from '../../code/typings.ts';
import { likeDeeds } from './package-deed.ts';

export const missingModule: Recipe = {
  name: 'missing-module',
  classes: ['missing_module', 'import_export', 'module_format'],
  kind: 'operational',
  needs: 'probed',
  risk: 'safe',
  summary:
    'A package that cannot be found: corrects its name, restores the declared install, asks before installing what nobody declared.',
  ideas(context) {
    const specifier = context.diagnosis.named.module;
    if (specifier === undefined) return [];
    if (fromNodeModules(context))
      return [reinstall(context, 'a package is incomplete: install again what is declared')];
    if (
      isRelative(specifier) ||
      specifier.startsWith('/') ||
      specifier.startsWith('file:') ||
      specifier.startsWith('#')
    )
      return [];
    return packageIdeas(context, specifier);
  },
};

/** True where the one who asked is itself an installed package: then the install is broken, whatever is missing. */
function fromNodeModules(context: RecipeContext): boolean {
  const { importer } = context.diagnosis.named;
  return importer !== undefined && /(?:^|\/)node_modules\//.test(importer.replaceAll('\\', '/'));
}

function packageIdeas(context: RecipeContext, specifier: string): Idea[] {
  const { tree } = context;
  const users = allSources(tree).filter((source) => importsOf(source).some((each) => isOf(each.specifier, specifier)));
  const importer = ownPath(context, context.diagnosis.named.importer) ?? context.diagnosis.file;
  const source = users.find((each) => each.path === importer) ?? users[0];
  if (source === undefined || isOwn(tree, source.path, specifier)) return [];
  const name = packageName(specifier);
  const known = declared(tree, source.path);
  // A package that is there is not installed again for a path below it that it does not have.
  const isThere = name !== null && name !== specifier && packageFolder(tree, source.path, name) !== null;
  if (name !== null && !isThere && (known.has(name) || inLock(context, name))) {
    const isOther = packageFolder(tree, source.path, name) !== null;
    return [
      reinstall(
        context,
        `\`${name}\` is declared${isOther ? ', and may be installed in another version' : ' but not installed'}`,
      ),
    ];
  }
  const slips = slipIdeas(context, specifier, [...known.keys(), ...workspaces(tree).keys()]);
  if (slips.length > 0 && slips[0]?.rank === 0) return slips;
  return [...slips, ...(name === null || isThere || isBuiltin(specifier) ? [] : [undeclared(context, name)])];
}

/** What Node calls by the name of its package alone may be a path below it. */
function isOf(specifier: string, named: string): boolean {
  return specifier === named || specifier.startsWith(`${named}/`);
}

function inLock(context: RecipeContext, name: string): boolean {
  const lock = manifestLock(context);
  return lock !== null && lock.includes(`"node_modules/${name}"`);
}

function manifestLock(context: RecipeContext): string | null {
  return context.tree.read('package-lock.json');
}

/** The specifier is a slip for a declared package, a builtin or a file of the project beside it. */
function slipIdeas(context: RecipeContext, specifier: string, packages: readonly string[]): Idea[] {
  const builtins = builtinModules.filter((name) => !name.startsWith('_'));
  const prefix = specifier.startsWith('node:') ? 'node:' : '';
  const bare = specifier.slice(prefix.length);
  const names = prefix === '' ? [...packages, ...builtins] : builtins;
  const scoped = prefix === '' ? packages.filter((each) => haveSameWords(bare, each)) : [];
  const ranked = rankedNames(bare, names).filter(
    (each) => each.rank < 2 && Math.min(bare.length, each.name.length) > 1,
  );
  const same = scoped.length === 1 ? scoped : packages.filter((each) => plain(each) === plain(bare));
  const near = same.length === 1 ? same.map((name) => ({ name, rank: 0 })) : ranked;
  const known =
    near.length > 0 ? near : [...builtinsBeside(context, specifier, bare), ...idle(context, bare, packages)];
  return known.map(({ name, rank }) =>
    idea('missing-module', {
      title: `\`${specifier}\` should be \`${prefix}${name}\``,
      kind: 'cause',
      rank,
      edits: allSources(context.tree).flatMap((source) => respelt(source, specifier, prefix + name)),
    }),
  );
}

/** `currency` of `currency.js`, `cron` of `node-cron`. */
function plain(packageName: string): string {
  return packageName.toLowerCase().replace(/^node-|[.-]?js$/g, '');
}

/** `node:fs/sync`: of Node's modules that begin so the only one that has all that is taken by name. */
function builtinsBeside({ tree }: RecipeContext, specifier: string, bare: string): { name: string; rank: number }[] {
  const [root = '', below] = bare.split('/');
  const taken = allSources(tree)
    .flatMap(importsOf)
    .filter((each) => each.specifier === specifier)
    .map(({ imported }) => imported);
  if (below === undefined || taken.length === 0 || taken.some((name) => name === '*' || name === 'default')) return [];
  const fits = builtinModules.filter((name) => {
    if (name !== root && !name.startsWith(`${root}/`)) return false;
    const given = nodeModule(name) as object;
    return taken.every((each) => each in given);
  });
  const [only, more] = fits;
  return only === undefined || more !== undefined ? [] : [{ name: only, rank: 0 }];
}

/** `parse` of `js-yaml`, where `yaml` is declared, gives that out, or a like deed, and nobody imports it; or where others import it from there. */
function idle(
  { tree }: RecipeContext,
  specifier: string,
  packages: readonly string[],
): { name: string; rank: number }[] {
  const sources = allSources(tree);
  const imports = sources.flatMap(importsOf);
  const takers = sources.filter((source) => importsOf(source).some((each) => each.specifier === specifier));
  const taken = imports.filter((each) => each.specifier === specifier).map(({ imported }) => imported);
  const used = new Set(imports.map((each) => packageName(each.specifier)));
  // The whole of another package is another thing.
  const isTaken = (name: string, imported: string): boolean =>
    !/^(?:\*|default)$/.test(imported) &&
    imports.some((each) => each.specifier === name && [imported, ...likeDeeds(imported)].includes(each.imported));
  const isGiven = (name: string, imported: string): boolean =>
    [imported, ...likeDeeds(imported)].some(
      (each) =>
        typedNames(tree, name).has(each) ||
        takers.some(({ path }) => exportsOfSpecifier(tree, path, name)?.names.has(each) === true),
    );
  const [only, more] = packages.filter(
    (name) =>
      shareWord(specifier, name) && taken.every((each) => (used.has(name) ? isTaken(name, each) : isGiven(name, each))),
  );
  return taken.length === 0 || only === undefined || more !== undefined ? [] : [{ name: only, rank: 0 }];
}

const nodeModule = createRequire(import.meta.url);

function respelt(source: Source, from: string, to: string): { path: string; before: string; after: string }[] {
  const literals = importsOf(source)
    .filter((each) => isOf(each.specifier, from))
    .map((each) => each.literal);
  const unique = [...new Set(literals)];
  if (unique.length === 0) return [];
  const splices = unique.map(({ start }) => ({ start: start + 1, end: start + 1 + from.length, text: to }));
  const after = splice(source.text, ...splices);
  return [{ path: source.path, before: source.text, after }];
}

/** Installs exactly what is declared; scripts of packages do not run. */
function reinstall(context: RecipeContext, title: string): Idea {
  return idea('missing-module', { title, kind: 'operational', rank: 0, operations: [installOperation(context)] });
}

export function installOperation(context: RecipeContext): Operation {
  const { manager, tree } = context;
  const name = packageName(context.diagnosis.named.module ?? '');
  const argv: Record<typeof manager, () => string[]> = {
    npm: () => {
      const lock = manifestLock(context) ?? tree.read('npm-shrinkwrap.json');
      const complete =
        lock !== null && (name === null || lock.includes(`"node_modules/${name}"`) || !declared(tree).has(name));
      return ['npm', complete ? 'ci' : 'install', '--ignore-scripts', '--no-audit', '--no-fund'];
    },
    pnpm: () => [
      'pnpm',
      'install',
      ...(tree.exists('pnpm-lock.yaml') ? ['--frozen-lockfile'] : []),
      '--ignore-scripts',
    ],
    yarn: () => {
      if (tree.exists('.yarnrc.yml')) return ['yarn', 'install', '--immutable', '--mode=skip-build'];
      return ['yarn', 'install', ...(tree.exists('yarn.lock') ? ['--frozen-lockfile'] : []), '--ignore-scripts'];
    },
    bun: () => [
      'bun',
      'install',
      ...(tree.exists('bun.lockb') || tree.exists('bun.lock') ? ['--frozen-lockfile'] : []),
      '--ignore-scripts',
    ],
  };
  return { op: 'install', manager, argv: argv[manager]() };
}

/** Nobody declared it: the name may be a trap, so a person decides. What the last change took out of a package.json was no trap, and is known by its version. */
function undeclared(context: RecipeContext, name: string): Idea {
  const { manager } = context;
  const verb = manager === 'npm' ? 'install' : 'add';
  const lost = lostFrom(context, name);
  const wanted = lost === null ? name : `${name}@${lost.range}`;
  const where = lost === null || lost.folder === '' || manager !== 'npm' ? [] : [`--workspace=${lost.folder}`];
  const line = [manager, verb, wanted, ...where];
  return idea('missing-module', {
    title:
      lost === null
        ? `install \`${name}\`, which package.json does not declare`
        : `install \`${wanted}\`, which the last change took out of ${lost.file}`,
    kind: 'operational',
    rank: 0,
    operations: [{ op: 'install', manager, argv: [...line, '--ignore-scripts'] }],
    ask:
      lost === null
        ? `\`${name}\` is not declared in package.json: check that this is the package you mean, then \`${line.join(' ')}\``
        : `the last change took \`${name}\` out of ${lost.file}, and it is still imported: \`${line.join(' ')}\``,
  });
}

/** The package.json that declared it before the last change, in which version. */
function lostFrom(
  { tree, lastGood }: RecipeContext,
  name: string,
): { file: string; folder: string; range: string } | null {
  if (lastGood === null) return null;
  for (const folder of ['', ...workspaces(tree).values()]) {
    const file = folder === '' ? 'package.json' : `${folder}/package.json`;
    const range = declared(lastGood, file).get(name);
    // Only what a registry gives: no address, no folder, no alias.
    if (range !== undefined && /^[\^~]?\d+(?:\.\d+){0,2}$/.test(range)) return { file, folder, range };
  }
  return null;
}
