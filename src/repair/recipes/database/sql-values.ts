/** What an SQL statement is given: too few or too many values, and a column that may not stay empty. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { boundIdentifiers, namesInScope } from '../../code/scope.ts';
import { bracketed, insertOf, queriesNear, schemaOf } from '../../code/sql.ts';
import type { Insert, Query } from '../../code/sql.ts';
import { all, functionsAround, isReference, keyName, textOf } from '../../code/syntax.ts';
import type { Of } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { singular } from '../../code/words.ts';
import { bare, columnsFilled, gapsIn, speaksOf, valuesOf } from './sql-bound.ts';
import type { Bound, Values } from './sql-bound.ts';
import { counted, renumbered } from './sql-numbers.ts';
import { optionalParts } from './sql-optional.ts';
import { reordered } from './sql-value-order.ts';

export const sqlValues: Recipe = {
  name: 'sql-values',
  classes: ['database', 'unknown', 'range', 'type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'An SQL statement that is given too few or too many values: its columns, placeholders and values are matched by name; a value whose placeholder stands under a condition is given under it.',
  ideas(context) {
    const { message } = context.diagnosis;
    const empty =
      /NOT NULL constraint failed: (?:\w+\.)?(\w+)/.exec(message) ??
      /null value in column "(\w+)"/.exec(message) ??
      /Field '(\w+)' doesn't have a default value/.exec(message);
    if (empty !== null)
      return [...misnamed(context), ...inserted(context, empty[1] ?? ''), ...unfilled(context), ...reordered(context)];
    if (/\d+ values for \d+ columns|more (?:target columns|expressions) than|Column count doesn't match/.test(message))
      return matched(context);
    if (/invalid input syntax for type|foreign key|check constraint|cannot store|out of range for type/i.test(message))
      return reordered(context);
    if (
      /bind message supplies|Too many parameter values|column index out of range|Incorrect arguments to mysqld_stmt/i.test(
        message,
      )
    ) {
      const optional = optionalParts(context);
      if (optional.length > 0) return optional;
    }
    if (/could not determine data type of parameter|bind message supplies|there is no parameter/.test(message)) {
      const recounted = [...renumbered(context, (query) => valuesOf(query)?.given ?? []), ...counted(context)];
      if (recounted.length > 0) return recounted;
    }
    if (
      /bind message supplies \d+ parameters|Too (?:few|many) parameter values|column index out of range|datatype mismatch/i.test(
        message,
      )
    )
      return [...matched(context), ...conditions(context), ...reordered(context)];
    return [];
  },
};

function boundInserts(context: RecipeContext, fits: (insert: Insert) => boolean): Bound[] {
  return queriesNear(context, ({ text }) => {
    const insert = insertOf(text);
    return insert !== null && fits(insert);
  }).flatMap((query) => {
    const insert = insertOf(query.text);
    const values = valuesOf(query);
    return insert === null || values === null ? [] : [{ query, insert, ...values }];
  });
}

/** The columns, the placeholders and the values of an INSERT: the two that agree are right. */
function matched(context: RecipeContext): Idea[] {
  return boundInserts(context, () => true).flatMap((bound) => {
    const { query, insert, given } = bound;
    const [columns, marks, values] = [insert.columns.length, insert.values.length, given.length];
    if (!insert.values.every((each) => /^(?:\?|\$\d+)$/.test(each))) return [];
    if (columns === values && marks !== columns) {
      const text = Array.from({ length: columns }, (_, at) => markAt(insert, at)).join(', ');
      const splices = [{ start: query.start + insert.valuesStart, end: query.start + insert.valuesEnd, text }];
      return [ideaIn('sql-values', query.source, { title: 'a placeholder for each column', rank: 0, splices })];
    }
    if (values > columns) return columnLeftOut(context, bound);
    return values < columns ? valueLeftOut(context, bound) : [];
  });
}

/** Some drivers leave a column empty whose value is not given, and say so of the last one. */
function unfilled(context: RecipeContext): Idea[] {
  return boundInserts(context, () => true).flatMap((bound) => {
    const { insert, given } = bound;
    const isPlain = insert.values.length === insert.columns.length && insert.values.every((each) => each === '?');
    const isByOrder = given.every(({ type }) => type !== 'ObjectExpression');
    return isPlain && isByOrder ? valueLeftOut(context, bound) : [];
  });
}

function markAt(insert: Insert, at: number): string {
  return insert.values[0]?.startsWith('$') === true ? `$${at + 1}` : '?';
}

/** One value more than columns: the column of the table by which that value is called. */
function columnLeftOut(context: RecipeContext, { query, insert, given }: Bound): Idea[] {
  const at = given.findIndex((node, index) => !speaksOf(query, node, insert.columns[index] ?? ''));
  const node = given[at];
  const free = (schemaOf(context).get(insert.table)?.columns ?? []).filter((each) => !insert.columns.includes(each));
  const column = node === undefined ? undefined : free.find((each) => speaksOf(query, node, each));
  if (column === undefined || given.length !== insert.columns.length + 1) return [];
  const columns = insert.columns.toSpliced(at, 0, column).join(', ');
  const marks = given.map((_, index) => markAt(insert, index)).join(', ');
  return [rewritten(query, insert, { columns, marks, title: `the statement fills \`${column}\``, rank: 0 })];
}

/** One value less than columns: a value in scope by the name of the column that has none. */
function valueLeftOut(context: RecipeContext, bound: Bound): Idea[] {
  const { query, insert, given, end } = bound;
  if (given.length !== insert.columns.length - 1) return [];
  const places = gapsIn(query, given, insert.columns).flatMap((at) => {
    const column = insert.columns[at] ?? '';
    const linked = linkedValue(context, bound, column);
    const found = linked === null ? valuesFor(query, bound, column) : [{ text: linked, rank: 0 }];
    return found.map((each) => ({ ...each, at, column }));
  });
  // Between values that speak of no column more than one place may be meant.
  if (new Set(places.map(({ at }) => at)).size > 1) return [];
  return places.map(({ at, column, text, rank }) => {
    const before = given[at];
    const start = before?.start ?? end;
    const value = before === undefined ? (given.length === 0 ? text : `, ${text}`) : `${text}, `;
    const marks = insert.columns.map((_, index) => markAt(insert, index)).join(', ');
    return ideaIn('sql-values', query.source, {
      title: `\`${text}\` for \`${column}\``,
      rank,
      splices: [
        { start, end: start, text: value },
        { start: query.start + insert.valuesStart, end: query.start + insert.valuesEnd, text: marks },
      ],
    });
  });
}

/** `taken_by REFERENCES users (id)`: the id of the `user` that is at hand. */
function linkedValue(context: RecipeContext, { insert, call }: Bound, column: string): string | null {
  const links = schemaOf(context).get(insert.table)?.links ?? [];
  const link = links.find((each) => each.column === column);
  const owner = link === undefined ? '' : singular(link.table);
  const params = functionsAround(call).flatMap((fn) => fn.params.flatMap((param) => boundIdentifiers(param)));
  return params.some(({ name }) => name === owner) ? `${owner}.${link?.key}` : null;
}

/** `VALUES (@seen_at)` with `{ seenAt }`: the placeholder takes the name of the one key that is left. */
function misnamed(context: RecipeContext): Idea[] {
  return boundInserts(context, () => true).flatMap(({ query, insert, given: [values] }) => {
    if (values?.type !== 'ObjectExpression') return [];
    const keys = values.properties.flatMap((each) => (each.type === 'Property' ? [keyName(each.key) ?? ''] : []));
    const marks = insert.values.flatMap((each) => /^[@:$]([A-Za-z_]\w*)$/.exec(each)?.[1] ?? []);
    const [wrong, more] = marks.filter((mark) => !keys.includes(mark));
    const left = keys.filter((key) => !marks.includes(key));
    const meant = left.find((key) => bare(key) === bare(wrong ?? '')) ?? (left.length === 1 ? left[0] : undefined);
    if (wrong === undefined || more !== undefined || meant === undefined) return [];
    const at = query.text.search(new RegExp(`[@:$]${wrong}\\b`)) + 1;
    const splices = [{ start: query.start + at, end: query.start + at + wrong.length, text: meant }];
    return [ideaIn('sql-values', query.source, { title: `\`${meant}\` is given, not \`${wrong}\``, rank: 0, splices })];
  });
}

/** The column that may not stay empty joins the statement, with a value in scope that is called like it. */
function inserted(context: RecipeContext, column: string): Idea[] {
  const bounds = boundInserts(context, (insert) => {
    const known = schemaOf(context).get(insert.table)?.columns;
    return !insert.columns.includes(column) && (known === undefined || known.includes(column));
  });
  return bounds.slice(0, 1).flatMap((bound): Idea[] => {
    const { query, insert, given, end } = bound;
    const [values, more] = given;
    if (values?.type === 'ObjectExpression' && more === undefined) return byKey(bound, values, column);
    const isByOrder = insert.values.every((each) => /^(?:\?|\$\d+)$/.test(each));
    if (isByOrder && given.length > insert.values.length) return columnLeftOut(context, bound);
    if (given.length !== insert.values.filter((each) => /^(?:\?|\$\d+)$/.test(each)).length) return [];
    return valuesFor(query, bound, column).map(({ text, rank }) => {
      const mark = insert.values.some((each) => each.startsWith('$')) ? `$${given.length + 1}` : '?';
      const splices: Splice[] = [
        { start: query.start + insert.columnsEnd, end: query.start + insert.columnsEnd, text: `, ${column}` },
        { start: query.start + insert.valuesEnd, end: query.start + insert.valuesEnd, text: `, ${mark}` },
        {
          start: given.at(-1)?.end ?? end,
          end: given.at(-1)?.end ?? end,
          text: given.length === 0 ? text : `, ${text}`,
        },
      ];
      return ideaIn('sql-values', query.source, { title: `\`${column}\` is filled with \`${text}\``, rank, splices });
    });
  });
}

/** `VALUES (@course)` with `{ course, bookedAt }`: what is given for the column already has a placeholder now, too. */
function byKey({ query, insert }: Bound, values: Of<'ObjectExpression'>, column: string): Idea[] {
  const keys = values.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
  const key = keys.find((each) => bare(each) === bare(column));
  const sign = insert.values.map((each) => /^([@:$])[A-Za-z_]/.exec(each)?.[1]).find((each) => each !== undefined);
  if (key === undefined || sign === undefined || insert.values.some((each) => each.slice(1) === key)) return [];
  const at = (offset: number, text: string): Splice => ({
    ...{ start: query.start + offset, end: query.start + offset },
    text,
  });
  const splices = [at(insert.columnsEnd, `, ${column}`), at(insert.valuesEnd, `, ${sign}${key}`)];
  return [ideaIn('sql-values', query.source, { title: `\`${column}\` is filled with \`${key}\``, rank: 0, splices })];
}

function rewritten(
  query: Query,
  insert: Insert,
  made: { columns: string; marks: string; title: string; rank: number },
): Idea {
  const open =
    insert.columnsEnd - bracketed(query.text.slice(query.text.lastIndexOf('(', insert.columnsEnd - 1))).length;
  return ideaIn('sql-values', query.source, {
    title: made.title,
    rank: made.rank,
    splices: [
      { start: query.start + open, end: query.start + insert.columnsEnd, text: made.columns },
      { start: query.start + insert.valuesStart, end: query.start + insert.valuesEnd, text: made.marks },
    ],
  });
}

const timeColumn = /(?:^|_)(?:on|at|date|day|time|since)$/i;
const timeParam = /^(?:now|today|on|at|when|date|day|time|timestamp)$|(?:At|On|Date|Day|Time)$/;

/** What a column may be filled with: a name in scope, a member of one; a day or a time by the one parameter that is one and is left out. */
function valuesFor({ source }: Query, { given, call }: Values, column: string): { text: string; rank: number }[] {
  const scope = namesInScope(source, call.start);
  const named = [...scope.keys()].find((each) => bare(each) === bare(column));
  if (named !== undefined) return [{ text: named, rank: 0 }];
  const owner = /^(.+)_?id$/i.exec(column)?.[1];
  const held = owner === undefined ? undefined : [...scope.keys()].find((each) => bare(each) === bare(owner));
  if (held !== undefined) return [{ text: `${held}.id`, rank: 0 }];
  const fn = functionsAround(call)[0];
  if (fn === undefined) return [];
  const read = all(fn, 'MemberExpression').find(
    (each) => !each.computed && bare(textOf(source, each.property)) === bare(column),
  );
  if (read !== undefined) return [{ text: textOf(source, read), rank: 0 }];
  const params = fn.params.flatMap((param) => boundIdentifiers(param));
  const isGiven = (name: string): boolean =>
    given.some((each) => all(each, 'Identifier').some((id) => id.name === name && isReference(id)));
  const left = params.filter((each) => !isGiven(each.name));
  const [only, more] = left.filter((each) => timeParam.test(each.name));
  return only !== undefined && more === undefined && timeColumn.test(column) ? [{ text: only.name, rank: 1 }] : [];
}

/** `WHERE a = $1 AND b = $2` with one value: the other is called like its column. */
function conditions(context: RecipeContext): Idea[] {
  return queriesNear(context, ({ text }) => columnsFilled(text) !== null && insertOf(text) === null).flatMap(
    (query) => {
      const names = columnsFilled(query.text) ?? [];
      const values = valuesOf(query);
      if (values === null || values.given.length !== names.length - 1) return [];
      const at = names.findIndex((name, index) => {
        const node = values.given[index];
        return node === undefined || !speaksOf(query, node, name);
      });
      return valuesFor(query, values, names[at] ?? '').map(({ text, rank }) => {
        const before = values.given[at];
        const start = before?.start ?? values.end;
        const written = before === undefined ? (values.given.length === 0 ? text : `, ${text}`) : `${text}, `;
        const splices = [{ start, end: start, text: written }];
        return ideaIn('sql-values', query.source, { title: `\`${text}\` for \`${names[at]}\``, rank, splices });
      });
    },
  );
}
