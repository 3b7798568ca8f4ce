/** A member that is not there, and one that nobody reads: the same thing, renamed on one side only. */
import type { Idea } from '../../incident/nouns.ts';
import { memberNames } from '../member-names.ts';
import { knownMembers } from '../members.ts';
import { nearNames } from '../names.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { evidenceFor, functionOf } from '../rename-evidence.ts';
import { renameEdits } from '../renames.ts';
import { isNullish, valueOf } from '../site.ts';
import { suspectsOf } from '../suspects.ts';
import type { Suspect } from '../suspects.ts';
import { all, chainOf, stringValue, upwards } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import { partsOf, singular } from '../words.ts';

export const halfRenamed: Recipe = {
  name: 'half-renamed',
  classes: ['type', 'range', 'unknown', 'config', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A member was renamed where it is given or where it is read, not both: both sides take one name.',
  ideas(context) {
    return suspectsOf(context)
      .slice(0, suspectsMax)
      .flatMap((suspect) => renamings(context, suspect));
  },
};

const suspectsMax = 4;
const sureFrom = 2;

function renamings(context: RecipeContext, suspect: Suspect): Idea[] {
  const names = namesOf(context, suspect);
  if (names.length === 0 || names.includes(suspect.name) || nearNames(suspect.name, names).length > 0) return [];
  const found = names
    .map((name) => ({ name, score: scoreOf(context, suspect, name) }))
    .filter((each): each is { name: string; score: number } => each.score !== null)
    .sort((a, b) => b.score - a.score);
  const best = found[0]?.score ?? 0;
  const fits = found.filter(({ score }) => score === best);
  const isSure = best >= sureFrom;
  // Of data that nobody reads there is much; of functions there is not.
  if (fits.length > 2 || (!isSure && !wantsCall(suspect))) return [];
  return fits.map(({ name }) =>
    idea('half-renamed', {
      title: `\`${suspect.name}\` is called \`${name}\` elsewhere`,
      rank: isSure && fits.length === 1 ? 0 : 1,
      ask: isSure ? null : `nothing but that nobody uses it speaks for \`${name}\``,
      edits: renameEdits(context, suspect, name),
    }),
  );
}

/** The names that the object has, by the debugger, else by its text. */
function namesOf(context: RecipeContext, { site, object }: Suspect): readonly string[] {
  const seen = valueOf(site, object);
  if (isNullish(seen) || seen?.thenable === true) return [];
  return [...new Set([...(seen?.keys ?? []), ...(knownMembers(context, site.source, object)?.names ?? [])])];
}

function scoreOf(context: RecipeContext, suspect: Suspect, name: string): number | null {
  const { given, read, spoken } = memberNames(context.tree);
  const [only, more] = given.get(name) ?? [];
  if (only === undefined || more !== undefined || read.has(name) || spoken.has(name)) return null;
  const call = suspect.node.parent;
  const isCall = call?.type === 'CallExpression' && call.callee === suspect.node;
  if (wantsCall(suspect) !== (functionOf(only.value) !== null)) return null;
  const place = placeWords([only.source.path, chainOf(suspect.object) ?? ''], suspect.node);
  const calls = isCall ? [call.arguments] : [];
  return evidenceFor({ wanted: suspect.name, name, value: only.value, calls, place });
}

/** It is called, or handed over to be called. */
function wantsCall({ node }: Suspect): boolean {
  return node.parent?.type === 'CallExpression';
}

/** The words of these names and of the texts that stand in the same call, such as a route. */
function placeWords(names: readonly string[], node: Node): Set<string> {
  const call = upwards(node).find((each) => each.type === 'CallExpression' && each.callee !== node);
  const texts = call === undefined ? [] : all(call, 'Literal').map((each) => stringValue(each) ?? '');
  return new Set(
    [...names, ...texts]
      .flatMap(partsOf)
      .filter((part) => part.length > 2)
      .map(singular),
  );
}
