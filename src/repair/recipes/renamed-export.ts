/** A name that its module no longer gives out, and one that nobody takes from there: the same thing under its new name. */
import type { Idea } from '../../incident/nouns.ts';
import { declarationOf, importsOf } from '../code/bindings.ts';
import { isTest } from '../evidence/member-names.ts';
import { nearNames, shareWord } from '../code/names.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { evidenceFor } from '../evidence/rename-evidence.ts';
import { all, allSources, keyName, openSource } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import { splice } from '../code/text.ts';
import { isVariant, partsOf, singular } from '../code/words.ts';
import { bindingText } from './import-export.ts';
import { everywhere, fileBehind, referencesTo, sameImports, wrongImports } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

export const renamedExport: Recipe = {
  name: 'renamed-export',
  classes: ['import_export', 'type', 'reference', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'An export was renamed, and its importers were not: they take it under its new name.',
  ideas: (context) => wrongImports(context).flatMap((wrong) => renamings(context, wrong)),
};

const sureFrom = 2;

function renamings(context: RecipeContext, wrong: Wrong): Idea[] {
  const { source, from, exported, member } = wrong;
  const target = fileBehind(context, source, from);
  const isName = from.imported !== '*' && from.imported !== 'default' && from.local !== null && member === null;
  if (target === null || !isName || !exported.complete || exported.names.has(from.imported)) return [];
  if (nearNames(from.imported, exported.names.keys()).length > 0) return [];
  const taken = takenNames(context, target);
  const left = [...exported.names].filter(([name]) => name !== 'default' && !taken.has(name));
  const scored = left
    .map(([name, node]) => ({ name, score: scoreOf(context, wrong, { name, node, target }) }))
    .filter((each): each is { name: string; score: number } => each.score !== null)
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  if (best === undefined || best.score === next?.score) return [];
  // All that the file gives out, called by no other words than what is wanted and the file itself.
  const known = new Set([...partsOf(target), ...partsOf(from.imported)].map(singular));
  const isAll = exported.names.size === 1 && partsOf(best.name).every((part) => known.has(singular(part)));
  const isOnly = left.length === 1 && isVariant(from.imported, best.name);
  const isSure = best.score >= sureFrom || isOnly || (isAll && shareWord(from.imported, best.name));
  const edits = everywhere(context, wrong, best.name, (one) => {
    const { start, end } = one.from.node;
    return splice(one.source.text, { start, end, text: bindingText(one, best.name, one.from.local ?? best.name) });
  });
  return [
    idea('renamed-export', {
      title: `${target} gives \`${from.imported}\` out as \`${best.name}\``,
      rank: isSure ? 0 : 1,
      ask: isSure ? null : `nothing but that nobody takes it speaks for \`${best.name}\``,
      edits,
    }),
  ];
}

function scoreOf(
  context: RecipeContext,
  wrong: Wrong,
  given: { readonly name: string; readonly node: Node | null; readonly target: string },
): number | null {
  const { name, node, target } = given;
  const calls = sameImports(context, wrong).flatMap((one) =>
    referencesTo(one.source, one.from).flatMap(({ parent }) => {
      const isCall = parent?.type === 'CallExpression' || parent?.type === 'NewExpression';
      return isCall && parent.callee.type === 'Identifier' && parent.callee.name === one.from.local
        ? [parent.arguments]
        : [];
    }),
  );
  const place = new Set(partsOf(target).map(singular));
  return evidenceFor({ wanted: wrong.from.imported, name, value: valueBehind(context, target, node), calls, place });
}

/** What stands behind `{ name }` of an export list. */
function valueBehind(context: RecipeContext, target: string, node: Node | null): Node | null {
  const source = openSource(context.tree, target);
  const id =
    node?.type === 'Property' && node.shorthand ? node.value : node?.type === 'ExportSpecifier' ? node.local : null;
  const name = id === null ? null : keyName(id as Node);
  return source === null || name === null ? node : declarationOf(source, name);
}

/** What the files of the project take from a module; the members that are read from it as a whole too. */
function takenNames(context: RecipeContext, target: string): Set<string> {
  const found = new Set<string>();
  for (const source of allSources(context.tree).filter(({ path }) => !isTest(path))) {
    for (const from of importsOf(source)) {
      if (fileBehind(context, source, from) !== target) continue;
      found.add(from.imported);
      if (from.imported !== '*') continue;
      for (const each of all(source.program, 'MemberExpression'))
        if (each.object.type === 'Identifier' && each.object.name === from.local)
          found.add(keyName(each.property) ?? '');
    }
  }
  return found;
}
