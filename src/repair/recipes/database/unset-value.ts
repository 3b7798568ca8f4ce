/** A value that turned out to be nothing, a column that must be set among them: the member behind it that its object does not have takes the name that it has. */
import type { Idea } from '../../../incident/nouns.ts';
import { isPlural, rankedNames, shareWord } from '../../code/names.ts';
import { insertOf, queriesNear, word } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';
import { keyName } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { areOpposites, areSynonyms, haveOneStem, isOtherUnit, partsOf, singular } from '../../code/words.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import type { Place } from '../../evidence/fields.ts';
import { nothingBehind } from '../../evidence/nothing-behind.ts';
import type { Lacking } from '../../evidence/nothing-behind.ts';
import { renameDoubt, renameEdits } from '../../evidence/renames.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits, suspectsOf } from '../../evidence/suspects.ts';
import { unboundIn, unsetColumn } from '../../evidence/unbound.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { columnsFilled, valuesOf } from './sql-bound.ts';

const name = 'unset-value';

export const unsetValue: Recipe = {
  name,
  classes: ['database', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A value that is nothing, or that a column which must be set was given: the member behind it that its object lacks takes the name that this has.',
  ideas(context) {
    const column = unsetColumn(context.diagnosis.message);
    const values = column === undefined ? nothingAt(context) : valuesFor(context, column);
    const lacking = values.flatMap((value) => nothingBehind(context, value));
    const once = [...new Map(lacking.map((each) => [each.suspect.key, each])).values()];
    if (column !== undefined) return once.flatMap((each) => renaming(context, each, true));
    // What the failing place itself reads is the matter of other recipes, which weigh more.
    const near = new Set(suspectsOf(context).map(({ key }) => key));
    return once.filter(({ suspect }) => !near.has(suspect.key)).flatMap((each) => renaming(context, each, false));
  },
};

/** What holds nothing at the failing place. */
function nothingAt(context: RecipeContext): Place[] {
  const [site] = sitesOf(context);
  const { named, message } = context.diagnosis;
  const isNothing = named.nullish === 'undefined' || /Received undefined/.test(message);
  return site === undefined || !isNothing ? [] : culprits(context, site).map((node) => ({ source: site.source, node }));
}

/** What the failing statement gives the column. */
function valuesFor(context: RecipeContext, column: string): Place[] {
  const [query] = queriesNear(context, ({ text }) => /\b(?:insert|update)\b/i.test(text) && word(column).test(text));
  const values = query === undefined ? null : valuesOf(query);
  if (query === undefined || values === null) return [];
  const at = columnsFilled(query.text)?.indexOf(column) ?? -1;
  const given = at >= 0 ? values.given[at] : namedIn(context, query, values.given);
  return given === undefined || given === null ? [] : [{ source: query.source, node: given }];
}

/** `{ total: order.totl }` for `@total`. */
function namedIn(context: RecipeContext, { text }: Query, given: readonly Node[]): Node | null {
  const isUnset = unboundIn(context.diagnosis.message);
  const insert = insertOf(text);
  const at = insert?.columns.findIndex(isUnset) ?? -1;
  const mark = /^[@:$](\w+)$/.exec(insert?.values[at] ?? '')?.[1];
  const [object] = given;
  if (mark === undefined || object?.type !== 'ObjectExpression') return null;
  const found = object.properties.find((each) => each.type === 'Property' && keyName(each.key) === mark);
  return found?.type === 'Property' ? found.value : null;
}

function renaming(context: RecipeContext, { suspect, names }: Lacking, isLoose: boolean): Idea[] {
  const { name: wanted } = suspect;
  // `perKm` is said of what costs so many `perKmCents`.
  const isOther = (each: string): boolean => !each.startsWith(wanted) && isOtherUnit(wanted, each);
  const fits = names.filter((each) => !areOpposites(wanted, each) && !isOther(each));
  const [first, second] = rankedNames(wanted, fits);
  if (first !== undefined && first.rank === second?.rank) return [];
  const near = first?.name;
  const owner = (lastNameOf(suspect.object) ?? '').toLowerCase();
  const [same, ...more] = fits.filter((each) => isSaidSo(wanted, each, owner));
  const [like, ...others] = fits.filter((each) => shareWord(wanted, each));
  const isSure = near === undefined && more.length === 0;
  const to = near ?? (isSure ? same : undefined) ?? (others.length === 0 && isLoose ? like : undefined);
  if (to === undefined) return [];
  const isKnown = (to === near && !isPlural(wanted, to)) || to === same;
  const doubt = isKnown ? null : `of what there is only \`${to}\` is called like \`${wanted}\``;
  return [
    idea(name, {
      title: `\`${wanted}\` should be \`${to}\``,
      rank: Number(doubt !== null),
      ask: doubt ?? renameDoubt(context, suspect, to),
      edits: renameEdits(context, suspect, to),
    }),
  ];
}

const digits = 'zero one two three four five six seven eight nine'.split(' ');

/** `last4` and `lastFour`, `percentOff` and `percentageOff`, `vatRate` and `vat`: word for word, but for what it is counted in at the end, or whose it is at the beginning. */
function isSaidSo(wanted: string, there: string, owner: string): boolean {
  const plain = (text: string): string =>
    partsOf(text)
      .map((part) => (digits.includes(part) ? digits.indexOf(part) : part))
      .join('');
  const [left, right] = [partsOf(wanted), partsOf(there)];
  if (plain(wanted) === plain(there)) return true;
  const alike = (one: string, other: string | undefined): boolean =>
    other !== undefined && (one === other || areSynonyms(one, other) || haveOneStem(one, other));
  if (left.length === right.length) return left.every((part, at) => alike(part, right[at]));
  const isEnd =
    left.length < right.length &&
    left.every((part, at) => part === right[at]) &&
    right.slice(left.length).every((part) => measures.has(part));
  const isKind =
    left.length > right.length &&
    right.every((part, at) => part === left[at]) &&
    left.slice(right.length).every((part) => holders.has(part));
  if (isKind) return true;
  const rest = left.slice(0, left.length - right.length);
  const isOwn = rest.every((part) => empty.has(part) || singular(part) === singular(owner));
  return isEnd || (rest.length > 0 && isOwn && right.every((part, at) => part === left[rest.length + at]));
}

/** What a number is counted in. */
const measures = new Set('rate cents amount percent ratio factor seconds minutes hours days ms km kg'.split(' '));
/** What a name that ends in it holds besides what it says. */
const holders = new Set('dir directory folder path file list options settings config'.split(' '));
/** One of many says nothing of what it is. */
const empty = new Set(['unit', 'item', 'current', 'actual']);
