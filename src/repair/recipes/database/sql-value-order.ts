/** Values of an SQL statement that stand in one another's places, by the columns that they are called like. */
import type { Idea } from '../../../incident/nouns.ts';
import { queriesNear } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';
import { textOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { columnsFilled, placesOf, valuesOf } from './sql-bound.ts';

/** `SET name = ?, price = ? WHERE id = ?` with `id, name, price`: each value goes to the column that it is called like. */
export function reordered(context: RecipeContext): Idea[] {
  return queriesNear(context, ({ text }) => columnsFilled(text) !== null).flatMap((query) => {
    const columns = columnsFilled(query.text) ?? [];
    const given = valuesOf(query)?.given ?? [];
    const places = given.length === columns.length ? placed(query, given, columns) : null;
    const moved = places?.flatMap((to, at) => (to === at ? [] : [{ value: given[at], place: given[to] }])) ?? [];
    if (moved.length === 0) return [];
    const splices = moved.flatMap(({ value, place }) =>
      value === undefined || place === undefined
        ? []
        : [{ start: place.start, end: place.end, text: textOf(query.source, value) }],
    );
    const names = moved.map(({ value }) => (value === undefined ? '' : `\`${textOf(query.source, value)}\``));
    const title = `${names.join(' and ')} change places`;
    return [ideaIn('sql-values', query.source, { title, rank: 0, splices })];
  });
}

/** The place of each value; null where more than one way would fit. What speaks of no column stays, or takes the one place that is left. */
function placed(query: Query, given: readonly Node[], columns: readonly string[]): number[] | null {
  const spoken = given.map((node) => placesOf(query, node, columns));
  const own = spoken.map((to, at) => (to.includes(at) ? at : to.length === 1 ? (to[0] ?? null) : null));
  const taken = own.filter((to) => to !== null);
  if (new Set(taken).size !== taken.length) return null;
  const stays = own.map((to, at) => (to === null && spoken[at]?.length === 0 && !taken.includes(at) ? at : to));
  const free = columns.flatMap((_, at) => (stays.includes(at) ? [] : [at]));
  const open = stays.filter((to) => to === null).length;
  return open > 1 ? null : stays.map((to) => to ?? free[0] ?? 0);
}
