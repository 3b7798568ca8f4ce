/** SQL as the sources hold it: the statements near a failure, and the schema that the project's own files define. */
import type { Idea } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { ideaIn } from '../recipe.ts';
import type { RecipeContext } from '../recipe.ts';
import { sitesOf } from '../evidence/site.ts';
import type { Site } from '../evidence/site.ts';
import { importsOf } from './bindings.ts';
import { reached, valuesOf } from './callees.ts';
import type { Made } from './callees.ts';
import { resolveSpecifier } from './modules.ts';
import { namesInScope } from './scope.ts';
import { all, allSources, functionsAround, isFunction, keyName, openSource, stringValue, upwards } from './syntax.ts';
import type { FunctionNode, Node, Source } from './syntax.ts';
import type { Splice } from './text.ts';
import { escapeRegExp } from '../../kit/text.ts';

/** What a change of a statement is called, how likely it is, and where it is made. */
export type Change = readonly [title: string, rank: number, ...splices: Splice[]];

/** One string or template of SQL. What a template computes is blanked out in `text`, so that offsets stay true. */
export interface Query {
  readonly source: Source;
  /** Offset of the first character of `text`. */
  readonly start: number;
  readonly text: string;
  readonly node: Node;
}

const verb = /\b(?:select|insert|update|delete|from|where|into|set|order by|values|with|create)\b/i;

/** Every text in a file that reads like SQL, and what is put into one under a name: `const columns = 'id, name'`. */
export function statementsIn(source: Source): Query[] {
  const literals = all(source.program, 'Literal').filter((each) => stringValue(each) !== null);
  const queries = [...literals, ...all(source.program, 'TemplateLiteral')].map((node): Query => {
    let text = source.text.slice(node.start + 1, node.end - 1);
    for (const part of node.type === 'TemplateLiteral' ? node.expressions : []) {
      const [from, to] = [part.start - node.start - 3, part.end - node.start];
      text = `${text.slice(0, from)}${' '.repeat(to - from)}${text.slice(to)}`;
    }
    return { source, start: node.start + 1, text, node };
  });
  const isPut = namesPutIn(queries);
  return queries.filter((each) => verb.test(each.text) || isPut(each));
}

function namesPutIn(queries: readonly Query[]): (query: Query) => boolean {
  const names = new Set<string>();
  for (const { node, text } of queries)
    for (const part of node.type === 'TemplateLiteral' && verb.test(text) ? node.expressions : [])
      if (part.type === 'Identifier') names.add(part.name);
  return ({ node: { parent }, text }) =>
    parent?.type === 'VariableDeclarator' && /[\w\s]+(?:,|\bas\b)/i.test(text) && names.has(keyName(parent.id) ?? '');
}

/** The text of a statement with that of the constants it is put together from. */
export function wholeOf({ source, node }: Pick<Query, 'source' | 'node'>, depth = 3): string {
  if (node.type === 'TemplateLiteral')
    return node.quasis
      .map(({ value }, at) => {
        const put = node.expressions[at];
        return `${value.cooked ?? ''}${put === undefined ? '' : wholeOf({ source, node: put as Node }, depth - 1)}`;
      })
      .join('');
  if (node.type !== 'Identifier' || depth === 0) return stringValue(node) ?? '';
  const made = namesInScope(source, node.start).get(node.name)?.node;
  const init = made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' ? made.init : null;
  return init === null ? '' : wholeOf({ source, node: init }, depth - 1);
}

/** Statements that fit, of the failing functions and those they end in before those of their files, and these before all others. */
export function queriesNear(context: RecipeContext, fits: (query: Query) => boolean): Query[] {
  const sites = sitesOf(context);
  const groups = [
    // Of functions in one another the innermost that has one.
    ...sites.flatMap((site) => {
      const { source, nodes } = site;
      const [inner, ...outer] = nodes[0] === undefined ? [] : functionsAround(nodes[0]);
      const own = inner === undefined ? [] : [{ source, fn: inner }];
      const around = outer.map((fn) => statementsIn(source).filter(({ node }) => upwards(node).includes(fn)));
      return [...[...own, ...endedIn(context, site)].map((made) => statementsOf(context, made)), ...around];
    }),
    ...sites.map((site) => statementsIn(site.source)),
    allSources(context.tree).flatMap(statementsIn),
  ];
  for (const group of groups) {
    const found = group.filter((each) => !/\bcreate\s+table\b/i.test(each.text) && fits(each));
    if (found.length > 0) return found;
  }
  return [];
}

/** The statements of a function, and those that are kept under a name it says: in its file, or in one that this imports. */
export function statementsOf({ tree }: RecipeContext, { source, fn }: Made): Query[] {
  const said = new Set(all(fn, 'Identifier').map(({ name }) => name));
  for (const { name } of all(fn, 'PrivateIdentifier')) said.add(name);
  const isKept = (query: Query): boolean => said.has(keptAs(query, fn) ?? '');
  const own = statementsIn(source).filter((query) => upwards(query.node).includes(fn) || isKept(query));
  const imported = importsOf(source).flatMap(({ local, specifier }) => {
    const to = local !== null && said.has(local) ? resolveSpecifier(tree, source.path, specifier) : null;
    const other = to?.to === 'file' ? openSource(tree, to.path) : null;
    return other === null ? [] : statementsIn(other).filter(isKept);
  });
  return [...own, ...imported];
}

/** The name under which a statement is kept where a function can see it: `const find = db.prepare('…')`, `{ find: '…' }`, `this.find = …`. */
function keptAs({ node }: Query, fn: FunctionNode): string | null {
  let key: string | null = null;
  for (const each of upwards(node)) {
    if (isFunction(each)) return null;
    const inSight = functionsAround(each).every((outer) => upwards(fn).includes(outer));
    if (each.type === 'AssignmentExpression' && each.left.type === 'MemberExpression')
      return inSight || each.left.object.type === 'ThisExpression' ? (key ?? keyName(each.left.property)) : null;
    if (each.type === 'VariableDeclarator') return inSight ? (key ?? keyName(each.id)) : null;
    if (each.type === 'PropertyDefinition') return key ?? keyName(each.key);
    if (each.type === 'Property') key ??= keyName(each.key);
  }
  return key;
}

/** What a failing call went through and left no frame of: functions that are not asynchronous and end in a call of another one. */
function endedIn(context: RecipeContext, { source, nodes }: Site): Made[] {
  const call = nodes.find((each) => each.type === 'CallExpression');
  const reach = (from: Source, node: Node, deep: number): Made[] =>
    node.type !== 'CallExpression'
      ? []
      : reached(context, from, node.callee).flatMap((made) => {
          const further = made.fn.async || deep === 0 ? [] : valuesOf(made.fn);
          return [made, ...further.flatMap((value) => reach(made.source, value, deep - 1))];
        });
  return call === undefined ? [] : reach(source, call, 2);
}

/** An idea that changes a statement; offsets are those of its text. */
export function queryIdea(
  recipe: string,
  query: Query,
  made: { title: string; rank: number; ask?: string | null; splices: readonly Splice[] },
): Idea {
  const splices = made.splices.map(({ start, end, text }) => ({
    start: query.start + start,
    end: query.start + end,
    text,
  }));
  return ideaIn(recipe, query.source, { ...made, splices });
}

export function word(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`, 'i');
}

/** Where a statement has the name, not a text or a comment in it. */
export function placesOf(text: string, name: string): RegExpExecArray[] {
  const tokens = text.matchAll(new RegExp(`'(?:[^']|'')*'|--[^\\n]*|${word(name).source}`, 'gi'));
  return [...tokens].filter(([token]) => token.toLowerCase() === name.toLowerCase());
}

export interface Table {
  /** False where the project only alters it: its name there may be wrong. */
  readonly isMade: boolean;
  readonly columns: readonly string[];
  /** Columns of the primary key and of each unique constraint. */
  readonly keys: readonly (readonly string[])[];
  /** Tables that rows of this one refer to. */
  readonly parents: readonly string[];
  /** The columns by which they do. */
  readonly links: readonly Link[];
  /** Columns of numbers that are no keys. */
  readonly numbers: readonly string[];
  /** Those of them that may be NULL. */
  readonly open: readonly string[];
  /** Names that migrations took away, and what stands in their place. */
  readonly renamed: ReadonlyMap<string, string>;
}

export interface Link {
  readonly column: string;
  readonly table: string;
  /** The column of the other table. */
  readonly key: string;
  /** No row is without it. */
  readonly isNeeded: boolean;
}

interface Draft {
  isMade: boolean;
  columns: string[];
  keys: string[][];
  parents: string[];
  links: Link[];
  numbers: string[];
  open: string[];
  renamed: Map<string, string>;
}

const name = '["\'`[]?([\\w$.]+)["\'`\\]]?';
const statement = new RegExp(
  [
    `(create)\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?${name}\\s*\\(`,
    `alter\\s+table\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?${name}\\s+(?:(add)\\s+(?:column\\s+)?(?:if\\s+not\\s+exists\\s+)?${name}|(rename)\\s+(?:column\\s+)?${name}\\s+to\\s+${name}|(drop)\\s+(?:column\\s+)?(?:if\\s+exists\\s+)?${name})`,
    `create\\s+(unique)\\s+index\\s+[^;(]*?\\bon\\s+${name}\\s*\\(([^)]*)\\)`,
    `createTable\\(\\s*['"\`](\\w+)['"\`]`,
  ].join('|'),
  'gi',
);

/** Tables as CREATE and ALTER statements of the project leave them, migrations in the order of their names. */
export const schemaOf = memoize((context: RecipeContext): ReadonlyMap<string, Table> => {
  const texts = allSources(context.tree).map((source) => source.text);
  for (const path of context.tree.files.filter((file) => /\.(?:sql|prisma)$/i.test(file)).slice(0, 100))
    texts.push((context.tree.read(path) ?? '').replace(/^--\s*(?:\+?migrate )?down\b[\s\S]*$/im, ''));
  const schema = new Map<string, Draft>();
  for (const text of texts.map((each) => each.slice(0, 400_000)))
    for (const match of text.matchAll(statement)) take(schema, text, match);
  return schema;
});

function take(schema: Map<string, Draft>, text: string, match: RegExpExecArray): void {
  const [whole, create, table, altered, add, added, rename, from, to, drop, dropped, unique, on, keys, built] = match;
  const called = (table ?? altered ?? on ?? built ?? '').split('.').at(-1) ?? '';
  const draft = schema.get(called) ?? {
    ...{ isMade: false, columns: [], keys: [], parents: [], links: [], numbers: [], open: [] },
    renamed: new Map<string, string>(),
  };
  const behind = text.slice(match.index + whole.length);
  draft.isMade ||= create !== undefined || built !== undefined;
  if (create !== undefined) define(draft, behind);
  if (built !== undefined)
    for (const each of bracketed(`(${behind}`).matchAll(/(?<=[\s;{(>])\w+\.\w+\(\s*['"`](\w+)['"`]/g))
      draft.columns.push(each[1] ?? '');
  if (add !== undefined && !constraint.test(added ?? '')) draft.columns.push(added ?? '');
  if (rename !== undefined) draft.renamed.set(from ?? '', to ?? '');
  const gone = rename === undefined ? (drop === undefined ? undefined : dropped) : from;
  if (gone !== undefined) draft.columns = draft.columns.filter((each) => each !== gone);
  if (rename !== undefined) draft.columns.push(to ?? '');
  if (unique !== undefined) draft.keys.push(namesIn(keys ?? ''));
  schema.set(called, draft);
}

const constraint = /^(?:primary|foreign|unique|check|constraint|key|index|exclude)$/i;

/** The parts between the brackets of CREATE TABLE: columns by their first word, and keys. */
function define(draft: Draft, body: string): void {
  for (const part of partsOf(bracketed(`(${body}`))) {
    const text = part.replace(/^\s*(?:--[^\n]*\n\s*)*/, '');
    const first = /^["'`[]?(\w+)/.exec(text)?.[1] ?? '';
    if (first !== '' && !constraint.test(first)) draft.columns.push(first);
    if (
      /^["'`[]?\w+["'`\]]?\s+(?:integer|int|bigint|real|numeric|decimal|float|double)\b(?![\s\S]*\b(?:primary\s+key|references)\b)/i.test(
        text,
      )
    ) {
      draft.numbers.push(first);
      if (!/\bnot\s+null\b|\bdefault\b/i.test(text)) draft.open.push(first);
    }
    const key = /\b(?:primary\s+key|unique)\b[^(,]*(?:\(([^)]*)\))?/i.exec(text);
    const parent = new RegExp(`\\breferences\\s+${name}`, 'i').exec(text)?.[1];
    if (parent !== undefined) draft.parents.push(parent.split('.').at(-1) ?? parent);
    const link = new RegExp(`\\breferences\\s+${name}\\s*\\(\\s*["\`]?(\\w+)`, 'i').exec(text);
    if (link !== null && first !== '' && !constraint.test(first))
      draft.links.push({
        ...{ column: first, table: link[1]?.split('.').at(-1) ?? '', key: link[2] ?? '' },
        isNeeded: /\bnot\s+null\b/i.test(text),
      });
    if (key !== null) draft.keys.push(constraint.test(first) ? namesIn(key[1] ?? '') : [first]);
  }
}

/** What stands between the first bracket and the one that closes it. */
export function bracketed(text: string): string {
  const from = text.indexOf('(');
  let depth = 0;
  for (let at = from; at >= 0 && at < Math.min(text.length, from + 20_000); at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(from + 1, at);
  }
  return '';
}

/** The parts between commas that stand in no bracket and no quotes. */
export function partsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const token of text.match(/'[^']*'|--[^\n]*|[\s\S]/g) ?? []) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts;
}

/** The names by which a SELECT gives its columns out; null where one of them has none, or is `*`. */
export function resultNames(text: string): string[] | null {
  const list = /^\s*select\s+(?:distinct\s+)?([\s\S]*?)\bfrom\b/i.exec(text)?.[1];
  const names = list === undefined ? [null] : partsOf(list).map(resultName);
  return names.includes(null) ? null : names.flatMap((each) => each ?? []);
}

function resultName(part: string): string | null {
  const given = /\bas\s+["`]?(\w+)["`]?\s*$/i.exec(part) ?? /^\s*(?:\w+\.)?["`]?(\w+)["`]?\s*$/.exec(part);
  return given?.[1] ?? null;
}

function namesIn(list: string): string[] {
  return list.match(/\w+/g) ?? [];
}

export interface Named {
  readonly table: string;
  /** The name by which columns are reached: the alias where there is one. */
  readonly alias: string;
}

const noAlias =
  'as|on|where|set|values|join|inner|left|right|full|cross|natural|using|order|group|having|limit|offset|union|returning|select|default';
const tableNamed = new RegExp(
  String.raw`\b(?:from|join|update|into)\s+["\x60]?([\w$.]+)["\x60]?(?:\s+(?:as\s+)?(?!(?:${noAlias})\b)([\w$]+))?`,
  'gi',
);

/** The tables that a statement names, the first one first. */
export function tablesIn(text: string): Named[] {
  return [...text.matchAll(tableNamed)].map(([, table = '', alias]) => {
    const own = table.split('.').at(-1) ?? table;
    return { table: own, alias: alias ?? own };
  });
}

export interface Insert {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly string[];
  /** Offsets in the statement behind the last column and behind the last value. */
  readonly columnsEnd: number;
  readonly valuesStart: number;
  readonly valuesEnd: number;
}

/** `INSERT INTO t (a, b) VALUES (?, ?)`; null where it is not that plain. */
export function insertOf(text: string): Insert | null {
  const head = /\binsert\s+(?:or\s+\w+\s+)?into\s+["`]?([\w$.]+)["`]?\s*\(/i.exec(text);
  if (head === null) return null;
  const open = head.index + head[0].length - 1;
  const columns = bracketed(text.slice(open));
  const columnsEnd = open + 1 + columns.length;
  const values = /^\)\s*values\s*\(/i.exec(text.slice(columnsEnd));
  if (values === null) return null;
  const valuesStart = columnsEnd + values[0].length;
  const list = bracketed(text.slice(valuesStart - 1));
  return {
    table: head[1]?.split('.').at(-1) ?? '',
    columns: partsOf(columns).map((each) => each.replace(/["`\s]/g, '')),
    values: partsOf(list).map((each) => each.trim()),
    ...{ columnsEnd, valuesStart, valuesEnd: valuesStart + list.length },
  };
}
