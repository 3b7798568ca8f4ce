/** Whether what is called is handed less than the function of a module takes: by another name it would work with nothing in a place. */
import { declarationOf, importsOf } from '../code/bindings.ts';
import { resolveSpecifier } from '../code/modules.ts';
import { slip } from '../code/names.ts';
import { openSource } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { functionOf } from './rename-evidence.ts';
import type { Suspect } from './suspects.ts';

/** `rows.findById(id)` of a module whose `find` takes a tenant and an id. */
export function shortDoubt({ tree }: RecipeContext, { site, object, node, name }: Suspect, to: string): string | null {
  const call = node.parent;
  if (call?.type !== 'CallExpression' || call.callee !== node || object.type !== 'Identifier') return null;
  // A mere slip of the pen says nothing of what it takes.
  if (slip(name, to) !== null) return null;
  if (call.arguments.some(({ type }) => type === 'SpreadElement')) return null;
  const from = importsOf(site.source).find(({ local }) => local === object.name);
  const target = from === undefined ? null : resolveSpecifier(tree, site.source.path, from.specifier);
  const home = target?.to === 'file' ? openSource(tree, target.path) : null;
  const fn = home === null ? null : functionOf(declarationOf(home, to));
  const least = fn?.params.findLastIndex(({ type }) => type !== 'AssignmentPattern' && type !== 'RestElement') ?? -1;
  return least + 1 > call.arguments.length ? `\`${to}\` takes more than it is handed there` : null;
}
