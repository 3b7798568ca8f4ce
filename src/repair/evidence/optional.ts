/** What the project itself says of values that may be absent: its records, schema and types, and what it answers in their place. */
import { statementsIn, schemaOf } from '../code/sql.ts';
import { all, allSources, keyName, textOf } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { dataFields } from './data-fields.ts';
import { fillsOf } from './fields.ts';

const textMax = 300_000;

/** Some records of a JSON file, of an SQL text or of the code have the list and others have not; or a type says `name?:`. */
export function isOptionalList(context: RecipeContext, name: string): boolean {
  const sources = allSources(context.tree);
  const isTyped = sources.some((source) =>
    all(source.program, 'TSPropertySignature').some(
      (each) => each.optional && !each.computed && keyName(each.key) === name,
    ),
  );
  return (
    isTyped ||
    [...jsonFiles(context), ...sources.map(jsonInSql)].some((data) => lacksSome(data, name)) ||
    sources.some((source) => literalsLack(source, name))
  );
}

function jsonFiles({ tree }: RecipeContext): unknown[] {
  const paths = tree.files.filter((path) => path.endsWith('.json') && !/(?:^|\/)(?:package|tsconfig)/.test(path));
  return paths.slice(0, 50).flatMap((path) => parsed(tree.read(path) ?? ''));
}

/** The objects that statements write as text: `VALUES (1, '{"tags":[]}')`. */
function jsonInSql(source: Source): unknown[] {
  return statementsIn(source).flatMap(({ text }) =>
    [...text.matchAll(/'(\{[^']*\})'/g)].flatMap(([, object = '']) => parsed(object)),
  );
}

function parsed(text: string): unknown[] {
  if (text.length > textMax) return [];
  try {
    return [JSON.parse(text) as unknown];
  } catch {
    return []; // broken data says nothing
  }
}

function lacksSome(data: unknown, name: string): boolean {
  if (typeof data !== 'object' || data === null) return false;
  const inner = Object.values(data);
  const records = Array.isArray(data) ? inner.filter((each) => typeof each === 'object' && each !== null) : [];
  const having = records.filter((each) => Array.isArray((each as Record<string, unknown>)[name]));
  return (having.length > 0 && having.length < records.length) || inner.some((each) => lacksSome(each, name));
}

/** Two literals of one file that are records of one kind, three fields in common, and only one of them has the list. */
function literalsLack(source: Source, name: string): boolean {
  const records = all(source.program, 'ObjectExpression').map(({ properties }) => {
    const own = properties.flatMap((each) => (each.type === 'Property' && !each.computed ? [each] : []));
    const list = own.find(({ key }) => keyName(key) === name)?.value;
    return { keys: own.length < properties.length ? [] : own.map(({ key }) => keyName(key)), list };
  });
  return records.some(
    ({ keys, list }) =>
      list?.type === 'ArrayExpression' &&
      records.some((other) => other.list === undefined && other.keys.filter((key) => keys.includes(key)).length >= 3),
  );
}

/** A column of the schema (one that was null may be), a field that a record has as null, a type with `| null`. */
export function isNullable(context: RecipeContext, name: string): boolean {
  const isColumn = [...schemaOf(context).values()].some(({ columns }) => columns.includes(name));
  const isTyped = allSources(context.tree).some((source) =>
    all(source.program, 'TSPropertySignature').some(
      (each) =>
        keyName(each.key) === name && each.typeAnnotation && /\bnull\b/.test(textOf(source, each.typeAnnotation)),
    ),
  );
  return (
    isColumn ||
    isTyped ||
    dataFields(context).get(name)?.kinds.has('null') === true ||
    fillsOf(context, name).some(({ node }) => fallsTo(node, 'null'))
  );
}

/** Where the project writes something for what is not there, it is null at least as often as an empty text. */
export function nullsStand({ tree }: RecipeContext): boolean {
  const values = allSources(tree).flatMap((source) =>
    all(source.program, 'Property').flatMap(({ value }) =>
      value.type === 'ConditionalExpression'
        ? [textOf(source, value.alternate)]
        : value.type === 'LogicalExpression' && value.operator !== '&&'
          ? [textOf(source, value.right)]
          : fallsTo(value, 'null')
            ? ['null']
            : [],
    ),
  );
  const empty = values.filter((text) => text === "''" || text === '""').length;
  const nulls = values.filter((text) => text === 'null').length;
  return nulls > 0 && nulls >= empty;
}

function fallsTo(node: Node, raw: string): boolean {
  return node.type === 'Literal' && 'raw' in node && node.raw === raw;
}
