/** What only another package of the project gives out. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { isCustomary } from '../../code/customary-names.ts';
import { importText, isEsm } from '../../code/insert.ts';
import { declared, isBuiltin, isOwn, packageName } from '../../code/modules.ts';
import { typedNames } from '../../code/typings.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { eolOf, quoted } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import type { Wrong } from './wrong-imports.ts';

/** `import { Injectable, Reflector } from '@nestjs/common'`, where only `@nestjs/core`, which the project has too, gives out `Reflector`. */
export function otherPackage(context: RecipeContext, { source, from, member }: Wrong): Idea[] {
  const { tree } = context;
  const { imported, local, node, specifier } = from;
  const isNamed = imported !== '*' && imported !== 'default' && member === null && local !== null;
  const isTaken = node.type === 'ImportSpecifier' || (node.type === 'Property' && isBuiltin(specifier));
  if (!isNamed || !isTaken || isOwn(tree, source.path, specifier)) return [];
  const only = homeOf(context, from);
  if (only === null) return [];
  const { statement, literal } = from;
  const siblings = importsOf(source).filter((each) => each.statement === statement);
  const text = quoted(only, source.text);
  const splices = siblings.every((each) => homeOf(context, each) === only)
    ? [{ start: literal.start, end: literal.end, text }]
    : takenFrom(context, { source, from }, only);
  const title = `\`${imported}\` is given out by \`${only}\``;
  return [ideaIn('import-export', source, { title, rank: 0, splices })];
}

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

/** The one name comes from another module; what else the statement takes stays. */
export function takenFrom(
  { tree }: RecipeContext,
  { source, from }: Pick<Wrong, 'source' | 'from'>,
  specifier: string,
): Splice[] {
  const { local, imported, node, statement } = from;
  const line = importText(source, isEsm(tree, source), { local: local ?? imported, imported, specifier });
  const siblings = importsOf(source).filter((each) => each.statement === statement);
  const at = source.text.slice(node.end).match(/^\s*,\s*/);
  const before = source.text.slice(0, node.start).match(/,\s*$/);
  const cut =
    at !== null
      ? { start: node.start, end: node.end + at[0].length, text: '' }
      : { start: node.start - (before?.[0].length ?? 0), end: node.end, text: '' };
  return siblings.length === 1
    ? [{ start: statement.start, end: statement.end, text: line }]
    : [cut, { start: statement.end, end: statement.end, text: `${eolOf(source.text)}${line}` }];
}
