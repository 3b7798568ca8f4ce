/** What a CHECK of a table does not allow: a word that is misspelt where it is written, or where the table is laid out. */
import type { Idea } from '../../../incident/nouns.ts';
import { givenFor } from '../../code/callees.ts';
import { didYouMean } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { insertOf, partsOf, queriesNear, statementsIn, tablesIn } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';
import { allSources, keyName, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { valuesOf } from './sql-bound.ts';
import { escapeRegExp } from '../../../kit/text.ts';

const name = 'sql-check';

export const sqlCheck: Recipe = {
  name,
  classes: ['database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A value that the CHECK of a table does not allow: the one it allows that is written nearly so, or, for a person to say, the only one that no other statement writes.',
  ideas(context) {
    if (!/CHECK constraint failed|violates check constraint/i.test(context.diagnosis.message)) return [];
    const checks = checksOf(context);
    const isRefused = (query: Query): boolean => refusedBy(context, query, checks).length > 0;
    return queriesNear(context, isRefused)
      .slice(0, 1)
      .flatMap((query) => refusedBy(context, query, checks))
      .flatMap((each) => ideasFor(context, each));
  },
};

/** `status TEXT CHECK (status IN ('new', 'done'))` of a table. */
interface Check {
  readonly table: string;
  readonly column: string;
  readonly allowed: readonly string[];
}

interface File {
  readonly path: string;
  readonly text: string;
}

function filesOf({ tree }: RecipeContext): File[] {
  const layouts = tree.files.filter((path) => path.endsWith('.sql'));
  return [...allSources(tree), ...layouts.map((path) => ({ path, text: tree.read(path) ?? '' }))];
}

function checksOf(context: RecipeContext): Check[] {
  const list = /\bcheck\s*\(\s*["`]?(\w+)["`]?\s+in\s*\(([^()]*)\)\s*\)/gi;
  return filesOf(context).flatMap(({ text }) =>
    [...text.matchAll(list)].map(({ index, 1: column = '', 2: words = '' }) => {
      const above = [...text.slice(0, index).matchAll(/\btable\s+(?:if\s+not\s+exists\s+)?["`]?(\w+)/gi)];
      const allowed = [...words.matchAll(/'([^']*)'/g)].map(([, word = '']) => word);
      return { table: above.at(-1)?.[1] ?? '', column, allowed };
    }),
  );
}

/** A text that a statement puts into a column. */
interface Written {
  readonly file: File;
  readonly column: string;
  readonly text: string;
  /** Offset of its first character in the file. */
  readonly start: number;
}

interface Refused extends Written {
  readonly check: Check;
  readonly query: Query;
}

function refusedBy(context: RecipeContext, query: Query, checks: readonly Check[]): Refused[] {
  const table = tablesIn(query.text)[0]?.table;
  const own = checks.filter((check) => check.table === table);
  return writtenBy(context, query).flatMap((each) => {
    const check = own.find(({ column, allowed }) => column === each.column && !allowed.includes(each.text));
    return check === undefined ? [] : [{ ...each, check, query }];
  });
}

/** What `INSERT … VALUES` and `UPDATE … SET` put into columns: in the statement itself, and bound to it. */
function writtenBy(context: RecipeContext, query: Query): Written[] {
  const { text, source } = query;
  const insert = insertOf(text);
  const set = /\bset\b([\s\S]*?)(?=\bwhere\b|\breturning\b|$)/i.exec(text);
  const from = insert?.valuesStart ?? (set === null ? text.length : set.index + 'set'.length);
  const parts = partsOf(insert === null ? (set?.[1] ?? '') : text.slice(from, insert.valuesEnd));
  let at = from;
  return parts.flatMap((part, index) => {
    const start = query.start + at;
    at += part.length + 1;
    const [, assigned = '', value = part] =
      insert === null ? (/^\s*["`]?(\w+)["`]?\s*=\s*([\s\S]*)$/.exec(part) ?? []) : [];
    const column = insert === null ? assigned : (insert.columns[index] ?? '');
    const word = /^\s*'([^']*)'\s*$/.exec(value)?.[1];
    if (word !== undefined) return [{ file: source, column, text: word, start: start + part.indexOf(`'${word}'`) + 1 }];
    const marks = (text.slice(0, start - query.start).match(/\?/g) ?? []).length;
    return boundTo(query, value.trim(), marks)
      .flatMap((node) => textsOf(context, source, node))
      .map((each) => ({ ...each, column }));
  });
}

/** The expressions that fill a placeholder. */
function boundTo(query: Query, mark: string, before: number): Node[] {
  const given = valuesOf(query)?.given ?? [];
  const key = /^[@:$]([A-Za-z_]\w*)$/.exec(mark)?.[1];
  if (key !== undefined && given[0]?.type === 'ObjectExpression')
    return given[0].properties.flatMap((each) =>
      each.type === 'Property' && keyName(each.key) === key ? [each.value as Node] : [],
    );
  const counted = /^\$(\d+)$/.exec(mark)?.[1];
  const at = mark === '?' ? before : counted === undefined ? given.length : Number(counted) - 1;
  return given.slice(at, at + 1);
}

/** The texts that an expression may be: written there, as a default, or by who calls the function. */
function textsOf(context: RecipeContext, source: Source, node: Node, deep = 2): Omit<Written, 'column'>[] {
  const text = stringValue(node);
  if (text !== null && node.type === 'Literal') return [{ file: source, text, start: node.start + 1 }];
  const inner = (...nodes: Node[]): Omit<Written, 'column'>[] =>
    nodes.flatMap((each) => textsOf(context, source, each, deep));
  if (node.type === 'ConditionalExpression') return inner(node.consequent, node.alternate);
  if (node.type === 'LogicalExpression') return inner(node.left, node.right);
  if (node.type === 'MemberExpression' && node.object.type === 'Identifier') {
    const init = namesInScope(source, node.start).get(node.object.name)?.node;
    const object = init?.type === 'VariableDeclarator' ? init.init : null;
    const key = node.computed ? null : keyName(node.property);
    return (object?.type === 'ObjectExpression' ? object.properties : []).flatMap((each) =>
      each.type === 'Property' && (key === null || keyName(each.key) === key) ? inner(each.value as Node) : [],
    );
  }
  if (node.type !== 'Identifier' || deep === 0) return [];
  const made = namesInScope(source, node.start).get(node.name);
  if (made?.kind === 'const' && made.node.type === 'VariableDeclarator' && made.node.id === made.id)
    return made.node.init === null ? [] : inner(made.node.init);
  const standard = made?.id.parent?.type === 'AssignmentPattern' ? inner(made.id.parent.right) : [];
  const handed = made?.kind === 'param' ? givenFor(context, made.id) : [];
  return [...standard, ...handed.flatMap((each) => textsOf(context, each.source, each.node, deep - 1))];
}

function ideasFor(context: RecipeContext, refused: Refused): Idea[] {
  const { file, text, start, check } = refused;
  const put = (word: string, ask: string | null): Idea[] => [
    ideaIn(name, file, {
      title: `\`${text}\` should be \`${word}\``,
      rank: 0,
      ask,
      splices: [{ start, end: start + text.length, text: word }],
    }),
  ];
  const meant = didYouMean(text, check.allowed);
  if (meant !== null) return isLaidOutWrong(context, text, meant) ? laidOut(context, text, meant) : put(meant, null);
  const left = lastLeft(context, refused);
  return left === null
    ? []
    : put(left, `\`${text}\` is none of ${check.allowed.join(', ')}: only you know which it is`);
}

/** How often a text is written in quotes. */
function timesOf(context: RecipeContext, word: string): number {
  const quoted = new RegExp(`(['"\`])${escapeRegExp(word)}\\1`, 'g');
  return filesOf(context).reduce((sum, { text }) => sum + (text.match(quoted) ?? []).length, 0);
}

/** All say `pending`, and only the layout `pendng`. */
function isLaidOutWrong(context: RecipeContext, text: string, meant: string): boolean {
  return timesOf(context, meant) === 1 && timesOf(context, text) > 1;
}

function laidOut(context: RecipeContext, text: string, meant: string): Idea[] {
  const file = filesOf(context).find((each) => each.text.includes(`'${meant}'`));
  const start = file?.text.indexOf(`'${meant}'`) ?? -1;
  if (file === undefined) return [];
  const splices = [{ start: start + 1, end: start + 1 + meant.length, text }];
  return [ideaIn(name, file, { title: `\`${meant}\` in ${file.path} should be \`${text}\``, rank: 0, splices })];
}

/** The one word that is allowed and that no other statement writes, where all others are written. */
function lastLeft(context: RecipeContext, { check, query }: Refused): string | null {
  const others = allSources(context.tree)
    .flatMap(statementsIn)
    .filter(({ node, text }) => node !== query.node && tablesIn(text)[0]?.table === check.table)
    .flatMap((each) => writtenBy(context, each))
    .flatMap(({ column, text }) => (column === check.column ? [text] : []));
  const [only, more] = check.allowed.filter((word) => !others.includes(word));
  return only === undefined || more !== undefined || check.allowed.length < 2 ? null : only;
}
