/** A folder too many in a path that is put together: `join(root, 'src', 'public', 'terms.txt')`, where `public/terms.txt` is. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { all, chainOf, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;

/** Only where the folder that it leads to is not there, so that nobody else reads of it, and the file is in one place alone. */
export function extraPart(recipe: string, context: RecipeContext, missing: string): Idea[] {
  const { tree } = context;
  if (tree.exists(posix.dirname(missing))) return [];
  const found = tree.files.filter((file) => posix.basename(file) === posix.basename(missing));
  const [target, other] = found;
  if (target === undefined || other !== undefined) return [];
  const sources = new Set(sitesOf(context).map(({ source }) => source));
  const places = [...sources].flatMap((source) => partsToDrop(source, missing, target));
  const [only, more] = places;
  if (only === undefined || more !== undefined) return [];
  const title = `\`${missing}\` is \`${target}\``;
  return [ideaIn(recipe, only.source, { title, rank: 0, splices: [only.splice] })];
}

interface Place {
  readonly source: Source;
  readonly splice: { readonly start: number; readonly end: number; readonly text: string };
}

function partsToDrop(source: Source, missing: string, target: string): Place[] {
  const parts = missing.split('/');
  return all(source.program, 'CallExpression').flatMap((call) => {
    if (!/(?:^|\.)(?:join|resolve)$/.test(chainOf(call.callee) ?? '')) return [];
    const given = call.arguments as Node[];
    return given.flatMap((node, at): Place[] => {
      const [value, before] = [stringValue(node), given[at - 1]];
      if (value === null || before === undefined) return [];
      const isIt = parts.some(
        (part, index) =>
          part === value && parts.toSpliced(index, 1).join('/') === target && isBeside(given, at, parts.slice(index)),
      );
      return isIt ? [{ source, splice: { start: before.end, end: node.end, text: '' } }] : [];
    });
  });
}

/** What is said behind it is what stands behind it in the path. */
function isBeside(given: readonly Node[], at: number, parts: readonly string[]): boolean {
  const behind = given.slice(at).map(stringValue);
  return behind.every((value, index) => value === null || value === parts[index]);
}
