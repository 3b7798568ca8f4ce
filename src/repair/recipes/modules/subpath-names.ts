/** Names of package.json's `imports` and `exports`: a near one, one by another sign, one that gives out what is taken. */
import path from 'node:path';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import {
  aimOf,
  declared,
  isBuiltin,
  isRelative,
  isSubpath,
  packageName,
  resolveFile,
  resolveSpecifier,
  subpathsOf,
} from '../../code/modules.ts';
import { specifierFor } from '../../code/insert.ts';
import { allSources, openSource } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { bareEnding, cost } from '../../evidence/near-paths.ts';
import { ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;

/** `#service` where package.json's `imports` have `#services`: the near one, or the only one that nobody imports, in every file that says so. */
export function subpathIdeas(context: RecipeContext): Idea[] {
  const { tree } = context;
  const wrong = allSources(tree).flatMap((source) =>
    importsOf(source).flatMap(({ specifier }) =>
      isSubpath(tree, source.path, specifier) && resolveSpecifier(tree, source.path, specifier) === null
        ? [{ specifier, importer: source.path }]
        : [],
    ),
  );
  const from = wrong.find(({ specifier }) => isTold(context, specifier)) ?? wrong[0];
  if (from === undefined) return otherSigns(context, subpathsOf(tree, 'package.json'));
  const targets = subpathsOf(tree, from.importer);
  const isHash = from.specifier.startsWith('#');
  const names = [...targets.keys()].filter((name) => name.startsWith('#') === isHash);
  const used = new Set(allSources(tree).flatMap((source) => importsOf(source).map(({ specifier }) => specifier)));
  const idle = names.filter((name) => !name.includes('*') && !used.has(name));
  const alike = names
    .map((name) => ({ name, cost: cost(from.specifier, name) }))
    .filter((each): each is { name: string; cost: number } => each.cost !== null)
    .sort((a, b) => a.cost - b.cost);
  // What `exports` name is for others to import.
  const paths = alike.length === 0 && !isHash ? byPath(context, from.specifier) : [];
  if (paths.length > 0) return paths;
  // The one name that nobody imports is what the one that is not there was called.
  const other = isHash && idle.length === 1 ? idle : giving(tree, from.specifier, targets);
  const near = alike.length > 0 ? alike : other.map((name) => ({ name, cost: 0 }));
  return near.slice(0, 3).map(({ name, cost: far }) => {
    const rank = far > (near[0]?.cost ?? 0) ? 2 : near[1]?.cost === far ? 1 : 0;
    const changes = allSources(tree).flatMap((source) =>
      importsOf(source).flatMap(({ specifier, literal: { start, end } }) => {
        const to = specifier === from.specifier ? name : likewise(specifier, from.specifier, name);
        if (to !== name && !names.includes(to)) return [];
        return [{ source, splices: [{ start, end, text: quoted(to, source.text) }] }];
      }),
    );
    return ideaOf('import-path', { title: `\`${from.specifier}\` is \`${name}\``, rank }, changes);
  });
}

/** Node names what `imports` lack as it is written, what `exports` lack by its path below the package. */
function isTold({ diagnosis: { message } }: RecipeContext, specifier: string): boolean {
  const below = specifier.slice(packageName(specifier)?.length ?? 0);
  return message.includes(`"${specifier}"`) || (below !== '' && message.includes(`'.${below}'`));
}

/** `@core/assets`, `~core/assets` or `core/assets` where package.json has `#core/assets`, or tsconfig.json has `@/core/*`, or the like, and no such package is declared. */
function otherSigns({ tree, diagnosis }: RecipeContext, targets: ReadonlyMap<string, string>): Idea[] {
  const changes = allSources(tree).flatMap((source) =>
    importsOf(source).flatMap(({ specifier, literal: { start, end } }) => {
      const bare = specifier.replace(/^[@~$]?\/?/, '');
      const name = packageName(specifier);
      if (isRelative(specifier) || isBuiltin(specifier) || declared(tree, source.path).has(name ?? '')) return [];
      const isAlias = (each: string): boolean => {
        const aim = aimOf(tree, source.path, each);
        return aim !== null && resolveFile(tree, aim) !== null;
      };
      if (isAlias(specifier)) return [];
      const meant =
        [`#${bare}`, bare].find((each) => targets.has(each)) ??
        ['@/', '@', '~/', '~', '$', '#'].map((sign) => sign + bare).find(isAlias);
      if (meant === undefined || meant === specifier) return [];
      return [{ source, name: name ?? specifier, meant, splices: [{ start, end, text: quoted(meant, source.text) }] }];
    }),
  );
  const [first] = changes;
  if (first === undefined || !diagnosis.message.includes(first.name)) return [];
  const title = `\`${first.meant}\` is what the project calls it`;
  return [ideaOf('import-path', { title, rank: -1 }, changes)];
}

/** `shop/store`, which `exports` do not have: the one file that is called so and gives out all that is taken, by its own path. */
function byPath({ tree }: RecipeContext, specifier: string): Idea[] {
  const taking = allSources(tree).flatMap((source) =>
    importsOf(source).flatMap((each) => (each.specifier === specifier ? [{ source, ...each }] : [])),
  );
  const names = taking.flatMap(({ imported }) => (imported === '*' || imported === 'default' ? [] : [imported]));
  const [file, more] = allSources(tree).filter((source) => {
    const isCalledSo = posix.basename(bareEnding(source.path)) === posix.basename(specifier);
    const given = isCalledSo ? exportsOf(tree, source).names : null;
    return given !== null && names.every((name) => given.has(name));
  });
  if (file === undefined || more !== undefined) return [];
  const changes = taking.map(({ source, literal: { start, end } }) => ({
    source,
    splices: [{ start, end, text: quoted(specifierFor(tree, source, file.path), source.text) }],
  }));
  return [ideaOf('import-path', { title: `\`${specifier}\` is ${file.path}`, rank: 0 }, changes)];
}

/** The one subpath whose file gives out all that is taken from the one that is not there: of those that nobody imports, else of all. */
function giving(tree: SourceTree, specifier: string, targets: ReadonlyMap<string, string>): string[] {
  const every = allSources(tree).flatMap((source) => importsOf(source));
  const taken = every.filter((each) => each.specifier === specifier).map(({ imported }) => imported);
  if (taken.some((name) => name === '*' || name === 'default')) return [];
  const fits = [...targets].flatMap(([name, file]) => {
    const source = openSource(tree, file);
    const given = source === null ? null : exportsOf(tree, source).names;
    return given !== null && taken.every((each) => given.has(each)) ? [name] : [];
  });
  const idle = fits.filter((name) => every.every((each) => each.specifier !== name));
  return idle.length === 1 ? idle : fits.length === 1 ? fits : [];
}

/** `#util/money` as `#util/dates` became `#utils/dates`; '' where it does not begin as that did. */
function likewise(specifier: string, from: string, to: string): string {
  const [old, now] = [posix.dirname(from), posix.dirname(to)];
  return old !== now && posix.dirname(specifier) === old ? `${now}/${posix.basename(specifier)}` : '';
}
