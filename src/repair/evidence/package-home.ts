/** Which other package gives a name out. */
import type { SourceTree } from '../../incident/nouns.ts';
import { exportsOfSpecifier } from '../code/bindings.ts';
import type { Import } from '../code/bindings.ts';
import { isCustomary } from '../code/customary-names.ts';
import { declared, isBuiltin, packageName } from '../code/modules.ts';
import { typedNames } from '../code/typings.ts';
import type { RecipeContext } from '../recipe.ts';

/** The one other package of the project that gives the name out, where by its types the one that it is taken from does not; of Node's modules another one. */
export function homeOf({ tree }: RecipeContext, { imported, specifier }: Import): string | null {
  if (isBuiltin(specifier)) return builtinHome(tree, specifier, imported);
  const own = packageName(specifier);
  if (typedNames(tree, own ?? specifier).has(imported) || isCustomary(imported, specifier)) return null;
  const [only, more] = [...declared(tree).keys()].filter(
    (name) => name !== own && typedNames(tree, name).has(imported),
  );
  return more === undefined ? (only ?? null) : null;
}

/** Those of Node that servers use. */
const modules =
  'assert async_hooks buffer child_process cluster crypto dns events fs http http2 https net os path perf_hooks querystring readline stream string_decoder timers tls url util worker_threads zlib'.split(
    ' ',
  );

/** `Readable` of `node:events`: the one module of Node that gives it out. */
function builtinHome(tree: SourceTree, specifier: string, imported: string): string | null {
  const plain = specifier.replace(/^node:/, '');
  const givesOut = (module: string): boolean => exportsOfSpecifier(tree, '', module)?.names.has(imported) === true;
  const [only, more] = modules.filter(givesOut);
  return only === undefined || more !== undefined || only === plain ? null : specifier.replace(plain, only);
}
