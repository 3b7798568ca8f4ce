/** What fills the placeholders of an SQL statement, and of which columns the values speak. */
import { lastNameOf } from '../../evidence/fields.ts';
import { namesInScope } from '../../code/scope.ts';
import { insertOf } from '../../code/sql.ts';
import type { Insert, Query } from '../../code/sql.ts';
import { all, isFunction, isReference, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';

/** A statement, and what fills its placeholders in order. */
export interface Bound {
  readonly query: Query;
  readonly insert: Insert;
  readonly given: readonly Node[];
  /** Where a value behind the last one goes. */
  readonly end: number;
  /** The call that they are given to. */
  readonly call: Node;
}

export type Values = Pick<Bound, 'given' | 'end' | 'call'>;

/** Values of the nearest call: an array behind the text, what stands behind it, or the arguments of the `.run(…)` that follows. */
export function valuesOf(query: Query): Values | null {
  const values = givenTo(query);
  // What is spread into a list has a number of its own.
  return values?.given.some(({ type }) => type === 'SpreadElement') === true ? null : values;
}

function givenTo({ source, node }: Query): Values | null {
  const call = upwards(node).find((each) => each.type === 'CallExpression');
  if (call?.type === 'CallExpression') return givenIn(source, call, node);
  // `const add = 'INSERT …'`, which one call alone is given.
  const { parent } = node;
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return null;
  const { name } = parent.id;
  const [use, more] = all(source.program, 'Identifier').filter(
    (id) => id.name === name && isReference(id) && namesInScope(source, id.start).get(name)?.node === parent,
  );
  const by = use?.parent?.type === 'CallExpression' && more === undefined ? use.parent : null;
  return by === null || use === undefined ? null : givenIn(source, by, use);
}

function givenIn(source: Source, call: Of<'CallExpression'>, text: Node): Values | null {
  const list = call.arguments.find((each) => each.type === 'ArrayExpression' && each.start > text.end);
  if (list?.type === 'ArrayExpression') return { given: list.elements as Node[], end: list.end - 1, call };
  const plain = call.arguments.filter((each) => each.start > text.end) as Node[];
  if (plain.length > 0 && !plain.some((each) => isFunction(each))) return { given: plain, end: call.end - 1, call };
  const run = call.parent?.type === 'MemberExpression' ? call.parent.parent : runOf(source, call);
  if (run?.type !== 'CallExpression' || !/^(?:run|get|all|execute|query)$/.test(chainEnd(run))) return null;
  const [only] = run.arguments;
  if (only?.type === 'ArrayExpression') return { given: only.elements as Node[], end: only.end - 1, call: run };
  return { given: run.arguments as Node[], end: run.end - 1, call: run };
}

/** `statements.insert.run(…)`: the one call by which a statement that has a name is carried out. */
function runOf(source: Source, prepared: Of<'CallExpression'>): Node | null {
  const { parent } = prepared;
  const isField = parent?.type === 'Property' || parent?.type === 'PropertyDefinition';
  const id =
    parent?.type === 'VariableDeclarator'
      ? parent.id
      : isField
        ? parent.key
        : parent?.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression'
          ? parent.left.property
          : null;
  const name = id === null ? null : keyName(id);
  // A variable is known by its declaration, a field by its name alone.
  const isIt = (object: Node): boolean =>
    parent?.type === 'VariableDeclarator' && object.type === 'Identifier'
      ? namesInScope(source, object.start).get(object.name)?.node === parent
      : lastNameOf(object) === name;
  const [only, more] = all(source.program, 'CallExpression').filter(
    ({ callee }) => name !== null && callee.type === 'MemberExpression' && isIt(callee.object),
  );
  return more === undefined ? (only ?? null) : null;
}

function chainEnd(call: Of<'CallExpression'>): string {
  const { callee } = call;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
}

/** The columns that values fill, in the order of the values: of INSERT, `SET a = ?` and `WHERE a = ?`; null where a placeholder has none. */
export function columnsFilled(text: string): string[] | null {
  const count = new Set(text.match(/\$\d+/g)).size || (text.match(/\?/g) ?? []).length;
  const insert = insertOf(text);
  const found = insert === null ? compared(text) : insert.values.map((value, at) => [value, insert.columns[at] ?? '']);
  const filled: string[] = [];
  for (const [mark = '', column = ''] of found) {
    const number = /^\$(\d+)$/.exec(mark)?.[1];
    if (mark === '?') filled.push(column);
    else if (number !== undefined) filled[Number(number) - 1] ??= column;
  }
  const isWhole = filled.length === count && Object.keys(filled).length === count;
  return count > 0 && isWhole && filled.every((each) => each !== '') ? filled : null;
}

/** Pairs of a placeholder and the column that it is set or compared to, as they stand. */
function compared(text: string): string[][] {
  const pair =
    /([\w.]+)\s*(?:(?:=|<>|!=|[<>]=?|\blike\b|\bilike\b)\s*|(?<=\blimit|\boffset)\s+)(?:coalesce\s*\(\s*)?(\?|\$\d+)/gi;
  return [...text.matchAll(pair)].map(([, column = '', mark = '']) => [mark, column.split('.').at(-1) ?? '']);
}

export const bare = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** True where an expression reads like the value of a column: `authorId`, `book.id`, `today ?? null`. */
export function speaksOf({ source }: Pick<Query, 'source'>, node: Node, column: string): boolean {
  const wanted = bare(column);
  const parts = [node, ...all(node, 'Identifier'), ...all(node, 'MemberExpression')].map((each) =>
    bare(textOf(source, each)),
  );
  return (
    wanted !== '' && parts.some((part) => part === wanted || (part.length > wanted.length && part.endsWith(wanted)))
  );
}

/** Where the columns of a value stand in a list: of `memberId` that of `member_id`, and not the one of `id`. */
export function placesOf(query: Query, node: Node, columns: readonly string[]): number[] {
  const spoken = columns.flatMap((column, at) => (speaksOf(query, node, column) ? [at] : []));
  const longest = Math.max(...spoken.map((at) => bare(columns[at] ?? '').length));
  return spoken.filter((at) => bare(columns[at] ?? '').length === longest);
}

/** Where one value is left out: every other one then stands at a column that it speaks of, or speaks of none. */
export function gapsIn(query: Query, given: readonly Node[], columns: readonly string[]): number[] {
  const places = given.map((node) => placesOf(query, node, columns));
  return columns.flatMap((_, gap) =>
    places.every((own, at) => own.length === 0 || own.includes(at < gap ? at : at + 1)) ? [gap] : [],
  );
}
