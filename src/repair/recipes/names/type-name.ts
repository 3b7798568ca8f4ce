/** A type that a compiler does not know: one file gives it out, or it is a slip of one that is known. Nothing that runs is changed. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { addLine, specifierFor } from '../../code/insert.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import { slip } from '../../code/names.ts';
import { all, allSources, openSource } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted, semicolonOf } from '../../code/text.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

export function typeNameIdeas(context: RecipeContext, recipe: string, name: string): Idea[] {
  const { diagnosis, tree } = context;
  const source = diagnosis.file === null ? null : openSource(tree, diagnosis.file);
  const uses = source === null ? [] : usesOf(source, name);
  if (source === null || uses.length === 0 || !/^TS(?:2304|2552|2503): /.test(diagnosis.message)) return [];
  const homes = allSources(tree).filter((each) => each !== source && declares(each, name));
  const taken = homes.filter((each) => takenFrom(context, source, each.path) !== null);
  const [home, more] = taken.length > 0 ? taken : homes;
  if (home !== undefined && more !== undefined) return [];
  if (home !== undefined) return [brought(context, recipe, { source, home, name })];
  const [, meant = ''] = /Did you mean '([\w$]+)'\?/.exec(diagnosis.message) ?? [];
  const cost = slip(name, meant);
  if (cost === null) return [];
  const splices = uses.map(({ start, end }) => ({ start, end, text: meant }));
  const ask = cost > sureMax ? 'The two words are not that near.' : null;
  return [ideaIn(recipe, source, { title: `the type \`${name}\` should be \`${meant}\``, rank: 0, ask, splices })];
}

/** As far apart as one slip of the pen. */
const sureMax = 1.4;

function usesOf({ program }: Source, name: string): Node[] {
  const named = [
    ...all(program, 'TSTypeReference').map(({ typeName }) => typeName as Node),
    ...all(program, 'TSClassImplements').map(({ expression }) => expression as Node),
    ...all(program, 'TSInterfaceHeritage').map(({ expression }) => expression as Node),
  ];
  return named.filter((each) => each.type === 'Identifier' && each.name === name);
}

/** It gives out a type, a class or an enumeration of that name that it makes itself. */
function declares(source: Source, name: string): boolean {
  return all(source.program, 'ExportNamedDeclaration').some(({ declaration }) => {
    const isOfTypes = /^(?:TS(?:Interface|TypeAlias|Enum)|Class)Declaration$/.test(declaration?.type ?? '');
    return (
      isOfTypes &&
      declaration !== null &&
      'id' in declaration &&
      declaration.id?.type === 'Identifier' &&
      declaration.id.name === name
    );
  });
}

/** The last name that the file takes from there by its name. */
function takenFrom({ tree }: RecipeContext, source: Source, path: string): { node: Node; isType: boolean } | null {
  const last = importsOf(source).findLast(({ node, specifier }) => {
    const to = node.type === 'ImportSpecifier' ? resolveSpecifier(tree, source.path, specifier) : null;
    return to?.to === 'file' && to.path === path;
  });
  if (last === undefined) return null;
  const { node, statement } = last;
  return { node, isType: statement.type === 'ImportDeclaration' && statement.importKind === 'type' };
}

function brought(
  context: RecipeContext,
  recipe: string,
  { source, home, name }: { readonly source: Source; readonly home: Source; readonly name: string },
): Idea {
  const title = `the type \`${name}\` is not imported: take it from ${home.path}`;
  const beside = takenFrom(context, source, home.path);
  if (beside !== null) {
    const { end } = beside.node;
    const text = `, ${beside.isType ? '' : 'type '}${name}`;
    return ideaIn(recipe, source, { title, rank: 0, splices: [{ start: end, end, text }] });
  }
  const from = quoted(specifierFor(context.tree, source, home.path), source.text);
  const edit = addLine(source, `import type { ${name} } from ${from}${semicolonOf(source.text)}`);
  return idea(recipe, { title, rank: 0, edits: [edit] });
}
