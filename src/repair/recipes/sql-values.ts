/** What an SQL statement is given: too few or too many values, and a column that may not stay empty. */
import type { Idea } from '../../incident/nouns.ts';
import { lastNameOf } from '../evidence/fields.ts';
import { ideaIn } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { boundIdentifiers, namesInScope } from '../code/scope.ts';
import { bracketed, insertOf, queriesNear, schemaOf } from '../code/sql.ts';
import type { Insert, Query } from '../code/sql.ts';
import { all, functionsAround, isFunction, isReference, keyName, textOf, upwards } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import type { Splice } from '../code/text.ts';
import { singular } from '../code/words.ts';
import { counted, renumbered } from './sql-numbers.ts';

export const sqlValues: Recipe = {
  name: 'sql-values',
  classes: ['database', 'unknown', 'range', 'type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'An SQL statement that is given too few or too many values: its columns, placeholders and values are matched by name.',
  ideas(context) {
    const { message } = context.diagnosis;
    const empty =
      /NOT NULL constraint failed: (?:\w+\.)?(\w+)/.exec(message) ??
      /null value in column "(\w+)"/.exec(message) ??
      /Field '(\w+)' doesn't have a default value/.exec(message);
    if (empty !== null) return [...misnamed(context), ...inserted(context, empty[1] ?? ''), ...swapped(context)];
    if (/\d+ values for \d+ columns|more (?:target columns|expressions) than|Column count doesn't match/.test(message))
      return matched(context);
    if (/invalid input syntax for type/.test(message)) return swapped(context);
    if (/could not determine data type of parameter|bind message supplies|there is no parameter/.test(message)) {
      const recounted = [...renumbered(context, (query) => valuesOf(query)?.given ?? []), ...counted(context)];
      if (recounted.length > 0) return recounted;
    }
    if (
      /bind message supplies \d+ parameters|Too (?:few|many) parameter values|column index out of range|datatype mismatch/i.test(
        message,
      )
    )
      return [...matched(context), ...conditions(context)];
    return [];
  },
};

/** A statement, and what fills its placeholders in order. */
interface Bound {
  readonly query: Query;
  readonly insert: Insert;
  readonly given: readonly Node[];
  /** Where a value behind the last one goes. */
  readonly end: number;
}

/** Values of the nearest call: an array behind the text, what stands behind it, or the arguments of the `.run(…)` that follows. */
export function valuesOf(query: Query): Pick<Bound, 'given' | 'end'> | null {
  const call = upwards(query.node).find((each) => each.type === 'CallExpression');
  if (call?.type !== 'CallExpression') return null;
  const list = call.arguments.find((each) => each.type === 'ArrayExpression' && each.start > query.node.end);
  if (list?.type === 'ArrayExpression') return { given: list.elements as Node[], end: list.end - 1 };
  const plain = call.arguments.filter((each) => each.start > query.node.end) as Node[];
  if (plain.length > 0 && !plain.some((each) => isFunction(each))) return { given: plain, end: call.end - 1 };
  const run = call.parent?.type === 'MemberExpression' ? call.parent.parent : runOf(query.source, call);
  if (run?.type !== 'CallExpression' || !/^(?:run|get|all|execute|query)$/.test(chainEnd(run))) return null;
  const [only] = run.arguments;
  if (only?.type === 'ArrayExpression') return { given: only.elements as Node[], end: only.end - 1 };
  return { given: run.arguments as Node[], end: run.end - 1 };
}

/** `statements.insert.run(…)`: the one call by which a statement that has a name is carried out. */
function runOf({ program }: Source, prepared: Of<'CallExpression'>): Node | null {
  const { parent } = prepared;
  const name =
    parent?.type === 'VariableDeclarator'
      ? keyName(parent.id)
      : parent?.type === 'Property'
        ? keyName(parent.key)
        : null;
  const [only, more] = all(program, 'CallExpression').filter(
    ({ callee }) => name !== null && callee.type === 'MemberExpression' && lastNameOf(callee.object) === name,
  );
  return more === undefined ? (only ?? null) : null;
}

function chainEnd(call: Of<'CallExpression'>): string {
  const { callee } = call;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
}

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

function markAt(insert: Insert, at: number): string {
  return insert.values[0]?.startsWith('$') === true ? `$${at + 1}` : '?';
}

const bare = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** True where an expression reads like the value of a column: `authorId`, `book.id`, `today ?? null`. */
function speaksOf({ source }: Query, node: Node, column: string): boolean {
  const wanted = bare(column);
  const parts = [node, ...all(node, 'Identifier'), ...all(node, 'MemberExpression')].map((each) =>
    bare(textOf(source, each)),
  );
  return (
    wanted !== '' && parts.some((part) => part === wanted || (part.length > wanted.length && part.endsWith(wanted)))
  );
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
function valueLeftOut(context: RecipeContext, { query, insert, given, end }: Bound): Idea[] {
  if (given.length !== insert.columns.length - 1) return [];
  const at = insert.columns.findIndex((column, index) => {
    const node = given[index];
    return node === undefined || !speaksOf(query, node, column);
  });
  const column = insert.columns[at] ?? '';
  const linked = linkedValue(context, { query, insert }, column);
  const found = linked === null ? valuesFor(query, column, given) : [{ text: linked, rank: 0 }];
  return found.map(({ text, rank }) => {
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
function linkedValue(context: RecipeContext, { query, insert }: Pick<Bound, 'query' | 'insert'>, column: string) {
  const links = schemaOf(context).get(insert.table)?.links ?? [];
  const link = links.find((each) => each.column === column);
  const owner = link === undefined ? '' : singular(link.table);
  const fn = functionsAround(query.node);
  const isGiven = fn.flatMap(({ params }) => params.flatMap((param) => boundIdentifiers(param)));
  return isGiven.some(({ name }) => name === owner) ? `${owner}.${link?.key}` : null;
}

/** Two values that stand in each other's place: one is called like the column of the other, and neither like its own. */
function swapped(context: RecipeContext): Idea[] {
  return boundInserts(context, () => true).flatMap(({ query, insert: { columns }, given }) => {
    if (given.length !== columns.length) return [];
    const speaks = (at: number, column: number): boolean => speaksOf(query, given[at] as Node, columns[column] ?? '');
    const pairs = given.flatMap((_, at) =>
      given.flatMap((__, to) =>
        to !== at &&
        speaks(at, to) &&
        !speaks(at, at) &&
        !speaks(to, to) &&
        columns.every((___, other) => other === at || !speaks(to, other))
          ? [[at, to] as const]
          : [],
      ),
    );
    const [pair, more] = [...new Map(pairs.map((each) => [[...each].sort().join(' '), each])).values()];
    const [one, other] = (pair ?? []).map((at) => given[at]);
    if (one === undefined || other === undefined || more !== undefined) return [];
    const splices = [
      { start: one.start, end: one.end, text: textOf(query.source, other) },
      { start: other.start, end: other.end, text: textOf(query.source, one) },
    ];
    const title = `\`${textOf(query.source, one)}\` and \`${textOf(query.source, other)}\` change places`;
    return [ideaIn('sql-values', query.source, { title, rank: 0, splices })];
  });
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
    return valuesFor(query, column, given).map(({ text, rank }) => {
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
function valuesFor({ node, source }: Query, column: string, given: readonly Node[]): { text: string; rank: number }[] {
  const scope = namesInScope(source, node.start);
  const named = [...scope.keys()].find((each) => bare(each) === bare(column));
  if (named !== undefined) return [{ text: named, rank: 0 }];
  const owner = /^(.+)_?id$/i.exec(column)?.[1];
  const held = owner === undefined ? undefined : [...scope.keys()].find((each) => bare(each) === bare(owner));
  if (held !== undefined) return [{ text: `${held}.id`, rank: 0 }];
  const fn = functionsAround(node)[0];
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
  const count = (text: string): number => new Set(text.match(/\$\d+/g)).size || (text.match(/\?/g) ?? []).length;
  return queriesNear(context, ({ text }) => count(text) > 0 && insertOf(text) === null).flatMap((query) => {
    const values = valuesOf(query);
    if (values === null || values.given.length !== count(query.text) - 1) return [];
    const columns = [
      ...query.text.matchAll(
        /([\w.]+)\s*(?:(?:=|<>|!=|[<>]=?|\blike\b|\bilike\b)\s*|(?<=\blimit|\boffset)\s+)(?:\?|\$(\d+))/gi,
      ),
    ].sort((a, b) => Number(a[2] ?? 0) - Number(b[2] ?? 0));
    if (columns.length !== count(query.text)) return [];
    const names = columns.map(([, column = '']) => column.split('.').at(-1) ?? '');
    const at = names.findIndex((name, index) => {
      const node = values.given[index];
      return node === undefined || !speaksOf(query, node, name);
    });
    return valuesFor(query, names[at] ?? '', values.given).map(({ text, rank }) => {
      const before = values.given[at];
      const start = before?.start ?? values.end;
      const written = before === undefined ? (values.given.length === 0 ? text : `, ${text}`) : `${text}, `;
      const splices = [{ start, end: start, text: written }];
      return ideaIn('sql-values', query.source, { title: `\`${text}\` for \`${names[at]}\``, rank, splices });
    });
  });
}
