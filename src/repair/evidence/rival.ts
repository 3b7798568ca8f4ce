/** Whether another field may be meant as well as the one that nobody reads. */
import { shareWord } from '../code/names.ts';
import { beginAlike, isEndOf, partsOf, saysTheSame } from '../code/words.ts';
import type { RecipeContext } from '../recipe.ts';
import { dataFields, kindOfLiteral } from './data-fields.ts';
import type { FieldKind } from './data-fields.ts';
import { memberNames } from './member-names.ts';
import type { Suspect } from './suspects.ts';

/** Last words of what holds a text, and of what holds a number, by custom. */
const texts =
  /^(?:host|hostname|url|uri|name|path|email|mail|address|title|label|connection|user|username|password|token|secret|colou?r|country|city|file|folder|dir|sender|text|message|description|note)$/;
const numbers =
  /^(?:size|count|max|min|limit|port|ttl|ms|seconds|minutes|hours|days|timeout|retries|amount|total|price|age|year|quantity|qty|width|height|length|percent|rate|cents)$/;

/** `item.state` for `item.what`, where `item.title` is a text as well: that it is read elsewhere does not say that it is not meant here. */
export function rivalDoubt(
  context: RecipeContext,
  suspect: Suspect,
  names: readonly string[],
  left: string,
): string | null {
  const { name: missing } = suspect;
  if (shareWord(missing, left) || beginAlike(missing, left) || isEndOf(missing, left) || saysTheSame(missing, left))
    return null;
  const { given } = memberNames(context.tree);
  const kindsOf = (name: string): ReadonlySet<FieldKind> => {
    const made = (given.get(name) ?? []).flatMap(({ value }) => (value === null ? [] : [kindOfLiteral(value)]));
    return new Set([...(dataFields(context).get(name)?.kinds ?? []), ...made.filter((kind) => kind !== 'any')]);
  };
  const kinds = kindsOf(left);
  const isOdd = (kind: FieldKind, words: RegExp): boolean =>
    kinds.size === 1 && kinds.has(kind) && words.test(partsOf(missing).at(-1) ?? '');
  if (isOdd('number', texts) || isOdd('text', numbers))
    return `\`${missing}\` says something else than \`${left}\` holds, and nothing but that nobody reads it speaks for it`;
  const rival = names.find((name) => name !== left && [...kindsOf(name)].some((kind) => kinds.has(kind)));
  return rival === undefined ? null : `\`${suspect.name}\` may be \`${rival}\` as well as \`${left}\``;
}
