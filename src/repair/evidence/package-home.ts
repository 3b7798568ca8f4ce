/** Which other package gives a name out. */
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { exportsOfSpecifier, importsOf } from '../code/bindings.ts';
import type { Import } from '../code/bindings.ts';
import { isCustomary } from '../code/customary-names.ts';
import { declared, isBuiltin, isRecord, packageFolder, packageName, readJson } from '../code/modules.ts';
import { allSources } from '../code/syntax.ts';
import { typedNames } from '../code/typings.ts';
import type { RecipeContext } from '../recipe.ts';

/**
 * The one other package of the project, or part of one that the project takes things from, that gives the name out, where the one that it is
 * taken from does not by its types; of Node's modules another one.
 */
export function homeOf({ tree }: RecipeContext, { imported, specifier }: Import): string | null {
  if (isBuiltin(specifier)) return builtinHome(tree, specifier, imported);
  const isPart = typedNames(tree, specifier).size > 0;
  const own = isPart ? specifier : (packageName(specifier) ?? specifier);
  if (typedNames(tree, own).has(imported) || isCustomary(imported, specifier)) return null;
  const [only, more] = [...declared(tree).keys(), ...partsTaken(tree)].filter(
    (name) => name !== own && givesOut(tree, name, imported),
  );
  if (only === undefined) return partOf(tree, own, imported);
  return more === undefined ? only : null;
}

/** `hono/http-exception` of `hono`: the one part that `exports` of a package name and that gives the name out. */
function partOf(tree: SourceTree, specifier: string, name: string): string | null {
  const folder = packageName(specifier) === specifier ? packageFolder(tree, '', specifier) : null;
  const given = folder === null ? undefined : readJson(tree, `${folder}/package.json`)?.['exports'];
  const keys = isRecord(given) ? Object.keys(given).filter((key) => /^\.\/[^*.]+$/.test(key)) : [];
  const [only, more] = keys
    .slice(0, partsMax)
    .map((key) => specifier + key.slice(1))
    .filter((part) => exportsOfSpecifier(tree, '', part)?.names.has(name) === true);
  return more === undefined ? (only ?? null) : null;
}

const partsMax = 150;

function givesOut(tree: SourceTree, specifier: string, name: string): boolean {
  const isWhole = packageName(specifier) === specifier;
  const names = isWhole ? undefined : exportsOfSpecifier(tree, '', specifier)?.names;
  return typedNames(tree, specifier).has(name) || names?.has(name) === true;
}

/** `drizzle-orm/sqlite-core`, of which some file of the project takes something. */
const partsTaken = memoize((tree: SourceTree): readonly string[] => {
  const packages = declared(tree);
  const every = allSources(tree).flatMap((source) => importsOf(source).map(({ specifier }) => specifier));
  return [...new Set(every)].filter((each) => {
    const name = packageName(each);
    return name !== null && name !== each && packages.has(name);
  });
});

/** Those of Node that servers use. */
const modules =
  'assert async_hooks buffer child_process cluster crypto dns events fs http http2 https net os path perf_hooks querystring readline stream string_decoder timers tls url util worker_threads zlib'.split(
    ' ',
  );

/** `Readable` of `node:events`: the one module of Node that gives it out. */
function builtinHome(tree: SourceTree, specifier: string, imported: string): string | null {
  const plain = specifier.replace(/^node:/, '');
  const [only, more] = modules.filter((each) => exportsOfSpecifier(tree, '', each)?.names.has(imported) === true);
  return only === undefined || more !== undefined || only === plain ? null : specifier.replace(plain, only);
}
