/** What only another package of the project gives out. */
import type { Idea } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import type { Import } from '../code/bindings.ts';
import { importText, isEsm } from '../code/insert.ts';
import { declared, isOwn, packageName } from '../code/modules.ts';
import { typedNames } from '../code/typings.ts';
import { ideaIn } from '../recipe.ts';
import type { RecipeContext } from '../recipe.ts';
import { keyName } from '../code/syntax.ts';
import { eolOf, quoted } from '../code/text.ts';
import type { Splice } from '../code/text.ts';
import type { Wrong } from './wrong-imports.ts';

/** `import { Injectable, Reflector } from '@nestjs/common'`, where only `@nestjs/core`, which the project has too, gives out `Reflector`. */
export function otherPackage(context: RecipeContext, { source, from, member }: Wrong): Idea[] {
  const { tree } = context;
  const { imported, local, node, specifier } = from;
  const isNamed = imported !== '*' && imported !== 'default' && member === null && local !== null;
  if (!isNamed || node.type !== 'ImportSpecifier' || isOwn(tree, source.path, specifier)) return [];
  const only = homeOf(context, from);
  if (only === null) return [];
  const { statement, literal } = from;
  const siblings = importsOf(source).filter((each) => each.statement === statement);
  const text = quoted(only, source.text);
  const splices = siblings.every((each) => homeOf(context, each) === only)
    ? [{ start: literal.start, end: literal.end, text }]
    : takenFrom(context, { source, from }, only);
  const title = `\`${keyName(node.imported) ?? imported}\` is given out by \`${only}\``;
  return [ideaIn('import-export', source, { title, rank: 0, splices })];
}

/** The one other package of the project that gives the name out, where by its types the one that it is taken from does not. */
export function homeOf({ tree }: RecipeContext, { imported, specifier }: Import): string | null {
  const own = packageName(specifier);
  if (typedNames(tree, own ?? specifier).has(imported)) return null;
  const [only, more] = [...declared(tree).keys()].filter(
    (name) => name !== own && typedNames(tree, name).has(imported),
  );
  return more === undefined ? (only ?? null) : null;
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
