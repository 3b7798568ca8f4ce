/** What only another file of the project gives out, by that name or as the whole of it. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import type { Exports, Import } from '../../code/bindings.ts';
import { isEsm, specifierFor } from '../../code/insert.ts';
import { isOwn } from '../../code/modules.ts';
import { allSources, keyName } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted, splice } from '../../code/text.ts';
import { partsOf } from '../../code/words.ts';
import type { RecipeContext } from '../../recipe.ts';
import { edit, make } from './import-form.ts';
import { takenFrom } from './other-package.ts';
import { fileBehind, isThing } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

/** The one file that gives it out: what else the statement takes stays, unless all of it moved there. */
export function otherFile(context: RecipeContext, wrong: Wrong): Idea[] {
  const { source, from } = wrong;
  const isWhole = from.imported === '*' || from.imported === 'default' || wrong.member !== null;
  if (isWhole || !isOwn(context.tree, source.path, from.specifier)) return [];
  const owner = ownerOf(context, wrong);
  if (owner === null) return [];
  const specifier = specifierFor(context.tree, source, owner.source.path);
  const title = `\`${from.imported}\` is in ${owner.source.path}`;
  const siblings = importsOf(source).filter((each) => each.statement === from.statement);
  const [given, owned] = [wrong.exported, exportsOf(context.tree, owner.source)];
  const moves = ({ imported }: Import): boolean =>
    (owned.names.has(imported) || owned.types.has(imported)) &&
    !given.names.has(imported) &&
    !given.types.has(imported);
  if (owner.imported === from.imported && siblings.every(moves)) {
    const { start, end } = from.literal;
    return [make(title, 0, [edit(source, splice(source.text, { start, end, text: quoted(specifier, source.text) }))])];
  }
  if (from.node.type !== 'ImportSpecifier' && !isOneOfRequired(from)) return [];
  const local = from.local ?? from.imported;
  const splices = takenFrom(context, { source, from: { ...from, local, imported: owner.imported } }, specifier);
  return [make(title, 0, [edit(source, splice(source.text, ...splices))])];
}

interface Owner {
  readonly source: Source;
  /** `default` where it is all that the file gives out. */
  readonly imported: string;
}

/** Who gives it out by its name goes before who gives out nothing but the thing itself. */
function ownerOf(context: RecipeContext, { source, from }: Wrong): Owner | null {
  const { tree } = context;
  const target = fileBehind(context, source, from);
  const others = allSources(tree).filter((each) => each !== source && each.path !== target);
  const named = others.filter((each) => exportsOf(tree, each).names.has(from.imported));
  const mains = others.filter((each) => isMainOf(exportsOf(tree, each), each, from.imported));
  const fit = mains.filter((each) => isEsm(tree, source) || exportsOf(tree, each).format === 'cjs');
  const [only, more] = named.length > 0 ? named : fit;
  if (only === undefined || more !== undefined) return null;
  return { source: only, imported: named.length > 0 ? from.imported : 'default' };
}

/** `module.exports = notFound`, `export default function notFound`; of no name in `not-found.js`. */
function isMainOf({ whole, names }: Exports, { path: file }: Source, name: string): boolean {
  const main = names.get('default');
  const declared = main?.type === 'ExportDefaultDeclaration' ? (main.declaration as Node) : null;
  const given = whole ?? declared;
  if (given === null) return false;
  const isDeclared = given.type === 'FunctionDeclaration' || given.type === 'ClassDeclaration';
  const own = isDeclared && given.id !== null ? keyName(given.id) : null;
  const isUnnamed = given.type === 'ArrowFunctionExpression' || given.type === 'FunctionExpression';
  return (
    own === name ||
    isThing(given, name) ||
    (isUnnamed && partsOf(path.posix.parse(file).name).join() === partsOf(name).join())
  );
}

/** `const { one, other } = require('./file')` and nothing else. */
function isOneOfRequired({ node, statement }: Import): boolean {
  return node.type === 'Property' && statement.type === 'VariableDeclaration' && statement.declarations.length === 1;
}
