/** `export { total }` of a name that the file does not declare: the declaration was renamed, or the list slipped. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { rankedNames } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { bindingsOf, isUnused } from '../../code/scope.ts';
import type { Binding } from '../../code/scope.ts';
import { all, allSources, keyName } from '../../code/syntax.ts';
import type { Of, Source } from '../../code/syntax.ts';
import { isSameThing, isVariant } from '../../code/words.ts';
import { fileBehind } from './wrong-imports.ts';

export const exportList: Recipe = {
  name: 'export-list',
  classes: ['import_export', 'syntax', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'An export list names what its file does not declare: the declaration, or the list, takes the other name.',
  ideas(context) {
    const name = /Export '([\w$]+)' is not defined in module/.exec(context.diagnosis.message)?.[1];
    if (name === undefined) return [];
    return allSources(context.tree).flatMap((source) => ideasOf(context, source, name));
  },
};

function ideasOf(context: RecipeContext, source: Source, name: string): Idea[] {
  const own = new Map(bindingsOf(source.program).map((each) => [each.name, each]));
  const specifier = all(source.program, 'ExportSpecifier').find(
    (each) =>
      keyName(each.local) === name && each.parent?.type === 'ExportNamedDeclaration' && each.parent.source === null,
  );
  if (specifier === undefined || own.has(name)) return [];
  const idle = [...own.values()].filter((each) => each.kind !== 'import' && isUnused(source, each));
  const renamed = idle.filter((each) => isVariant(name, each.name) || isSameThing(name, each.name));
  const near = rankedNames(name, own.keys()).map((each) => ({ binding: own.get(each.name), rank: each.rank }));
  if (near.length === 0 && renamed.length === 1) return [declaredAgain(source, name, renamed[0]!, 0)];
  return near.flatMap(({ binding, rank }) => {
    if (binding === undefined) return [];
    if (idle.includes(binding)) return [declaredAgain(source, name, binding, rank)];
    return [listed(context, source, { specifier, name, to: binding.name, rank })];
  });
}

/** Nobody reads it under the name that it has. */
function declaredAgain(source: Source, name: string, { id, name: declared }: Binding, rank: number): Idea {
  const splices = [{ start: id.start, end: id.start + declared.length, text: name }];
  return ideaIn('export-list', source, { title: `\`${declared}\` is given out as \`${name}\``, rank, splices });
}

function listed(
  context: RecipeContext,
  source: Source,
  how: { readonly specifier: Of<'ExportSpecifier'>; readonly name: string; readonly to: string; readonly rank: number },
): Idea {
  const { specifier, name, to, rank } = how;
  const out = keyName(specifier.exported) ?? name;
  const isTaken = allSources(context.tree).some((other) =>
    importsOf(other).some((each) => each.imported === out && fileBehind(context, other, each) === source.path),
  );
  const text = out === name && !isTaken ? to : `${to} as ${out}`;
  const splices = [{ start: specifier.start, end: specifier.end, text }];
  return ideaIn('export-list', source, { title: `\`${name}\` should be \`${to}\``, rank, splices });
}
