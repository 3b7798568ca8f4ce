/** What only another package of the project gives out. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { importText, isEsm } from '../../code/insert.ts';
import { isBuiltin, isOwn } from '../../code/modules.ts';
import { homeOf } from '../../evidence/package-home.ts';
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
