/** A statement that reads columns of a table which it does not join, and a transaction that is begun and never committed. */
import type { Idea } from '../../../incident/nouns.ts';
import { queriesNear, queryIdea, schemaOf, statementsIn, tablesIn } from '../../code/sql.ts';
import type { Link, Query } from '../../code/sql.ts';
import { all, allSources, functionsAround, statementOf, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, indentUnit, semicolonOf } from '../../code/text.ts';
import { guarded, removed } from './release-places.ts';
import { ideaIn } from '../../recipe.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const sqlJoin: Recipe = {
  name: 'sql-join',
  classes: ['database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A statement that reads columns of a table it does not join: the join that another statement has, or by the foreign key. A transaction that is rolled back on failure and never committed, or committed and never rolled back: it is.',
  ideas(context) {
    const { message } = context.diagnosis;
    if (/cannot start a transaction within a transaction|already a transaction in progress/i.test(message))
      return allSources(context.tree).flatMap((source) => [
        ...uncommitted(source),
        ...notRolledBack(source),
        ...unguarded(source),
      ]);
    const alias =
      /no such column: (\w+)\.\w+/.exec(message)?.[1] ??
      /missing FROM-clause entry for table "(\w+)"/.exec(message)?.[1] ??
      /column (\w+)\.\w+ does not exist/.exec(message)?.[1];
    return alias === undefined ? [] : joined(context, alias);
  },
};

function joined(context: RecipeContext, alias: string): Idea[] {
  const reads = new RegExp(`(?<![\\w$.])${alias}\\.(\\w+)`, 'gi');
  const [query] = queriesNear(context, ({ text }) => text.search(reads) >= 0 && /^\s*select\b/i.test(text));
  if (query === undefined || tablesIn(query.text).some((each) => each.alias === alias)) return [];
  const columns = [...query.text.matchAll(reads)].map(([, column = '']) => column);
  const made = [...new Set([...joinsElsewhere(context, query, alias), ...joinsByKey(context, query, alias)])].filter(
    ({ table }) => columns.every((column) => schemaOf(context).get(table)?.columns.includes(column) === true),
  );
  const [only] = made;
  if (tablesIn(query.text).some((each) => each.table === only?.table && !isRead(query.text, each.alias))) return [];
  const from =
    /\bfrom\s+["`]?[\w$.]+["`]?(?:\s+(?:as\s+)?(?!(?:join|left|right|inner|where|order|group|limit)\b)\w+)?/i.exec(
      query.text,
    );
  if (only === undefined || from === null || made.some(({ table }) => table !== only.table)) return [];
  const at = from.index + from[0].length;
  const line = /\n[ \t]*(?=(?:left |inner )?join\b|where\b|order\b|from\b)/i.exec(query.text)?.[0] ?? ' ';
  const title = `\`${only.table}\` is joined, of which the statement reads`;
  return [
    queryIdea('sql-join', query, { title, rank: 0, splices: [{ start: at, end: at, text: `${line}${only.text}` }] }),
  ];
}

/** Anything but the condition by which a table is joined reads of it. */
function isRead(text: string, alias: string): boolean {
  const rest = text.replace(/\bon\s+\w+\.\w+\s*=\s*\w+\.\w+/gi, '');
  return new RegExp(`(?<![\\w$.])${alias}\\.\\w`, 'i').test(rest);
}

interface Join {
  readonly table: string;
  readonly text: string;
}

/** `JOIN plots p ON p.id = l.plot_id` of another statement, where what it is joined to is called so here, too. */
function joinsElsewhere(context: RecipeContext, query: Query, alias: string): Join[] {
  const own = new Set(tablesIn(query.text).map((each) => each.alias));
  const join = new RegExp(
    `\\b(?:left |inner )?join\\s+(\\w+)\\s+(?:as\\s+)?${alias}\\s+on\\s+\\w+\\.\\w+\\s*=\\s*\\w+\\.\\w+`,
    'i',
  );
  return allSources(context.tree)
    .flatMap(statementsIn)
    .filter(({ node }) => node !== query.node)
    .flatMap(({ text }) => {
      const found = join.exec(text);
      const sides = [...(found?.[0].matchAll(/(\w+)\.\w+/g) ?? [])].map(([, side = '']) => side);
      const isFitting = sides.every((side) => side === alias || own.has(side));
      return found === null || !isFitting ? [] : [{ table: found[1] ?? '', text: found[0].replace(/\s+/g, ' ') }];
    });
}

/** By the one foreign key that leads from a table of the statement to one that is called so elsewhere, or begins so. */
function joinsByKey(context: RecipeContext, query: Query, alias: string): Join[] {
  const schema = schemaOf(context);
  const named = new Set(
    allSources(context.tree)
      .flatMap(statementsIn)
      .flatMap(({ text }) => tablesIn(text))
      .flatMap((each) => (each.alias === alias ? [each.table] : [])),
  );
  const own = tablesIn(query.text);
  const isMeant = ({ table }: Link): boolean => (named.size > 0 ? named.has(table) : table.startsWith(alias));
  const links = own.flatMap(({ table, alias: here }) =>
    (schema.get(table)?.links ?? []).filter(isMeant).map((link) => ({ ...link, here })),
  );
  const [only, more] = links;
  if (only === undefined || more !== undefined || !only.isNeeded) return [];
  const { table, key, column, here } = only;
  // It is joined by that key already.
  const isJoined = own.some(
    (each) => each.table === table && compared(query.text, `${each.alias}.${key}`, `${here}.${column}`),
  );
  if (isJoined) return [];
  const word = query.text.includes('select') ? 'join' : 'JOIN';
  return [
    { table, text: `${word} ${table} ${alias} ${word === 'join' ? 'on' : 'ON'} ${alias}.${key} = ${here}.${column}` },
  ];
}

function compared(text: string, one: string, other: string): boolean {
  const [a, b] = [escapeRegExp(one), escapeRegExp(other)];
  return new RegExp(`(?<![\\w.])(?:${a}\\s*=\\s*${b}|${b}\\s*=\\s*${a})(?!\\w)`, 'i').test(text);
}

/** `exec('BEGIN')` and `exec('ROLLBACK')` in a function without `COMMIT`: before what its `try` gives back. */
function uncommitted(source: Source): Idea[] {
  return callsOf(source, /^begin\b/i).flatMap((begin) => {
    const fn = functionsAround(begin)[0] ?? source.program;
    const isOf = (call: Node): boolean => fn.start <= call.start && call.end <= fn.end;
    const ends = callsOf(source, /^(?:commit|end)\b/i).some(isOf);
    const rollback = callsOf(source, /^rollback\b/i).find(isOf);
    const caught =
      rollback === undefined
        ? undefined
        : all(fn, 'TryStatement').find(
            ({ handler }) => handler !== null && handler.start <= rollback.start && rollback.end <= handler.end,
          );
    const line = statementOf(begin);
    const last = caught?.block.body.at(-1);
    if (ends || caught === undefined || line === null || last === undefined) return [];
    const text = insteadOfBegin(source, line, 'COMMIT');
    const [eol, indent] = [eolOf(source.text), indentAt(source.text, last.start)];
    const isReturn = last.type === 'ReturnStatement';
    // What is given back is made before: it is part of the transaction.
    const isPlain = isReturn && last.argument?.type === 'Identifier';
    if (isReturn && !isPlain) return [];
    const splice = isReturn
      ? { start: last.start, end: last.start, text: `${text}${eol}${indent}` }
      : { start: last.end, end: last.end, text: `${eol}${indent}${text}` };
    return [ideaIn('sql-join', source, { title: 'the transaction is committed', rank: 0, splices: [splice] })];
  });
}

/** `exec('BEGIN')` and, in a `try`, `exec('COMMIT')`, whose `catch` does nothing but throw on: what was begun is taken back before. */
function notRolledBack(source: Source): Idea[] {
  return callsOf(source, /^begin\b/i).flatMap((begin) => {
    const [fn, line] = [functionsAround(begin)[0] ?? source.program, statementOf(begin)];
    const isOf = (node: Node, call: Node): boolean => node.start <= call.start && call.end <= node.end;
    const tries = all(fn, 'TryStatement').filter(({ block }) =>
      callsOf(source, /^(?:commit|end)\b/i).some((call) => isOf(block, call)),
    );
    const [thrown, more] = tries[0]?.handler?.body.body ?? [];
    const isTaken = callsOf(source, /^rollback\b/i).some((call) => isOf(fn, call));
    if (isTaken || line === null || tries.length !== 1 || more !== undefined || thrown?.type !== 'ThrowStatement')
      return [];
    const text = `${insteadOfBegin(source, line, 'ROLLBACK')}${eolOf(source.text)}${indentAt(source.text, thrown.start)}`;
    const splices = [{ start: thrown.start, end: thrown.start, text }];
    return [ideaIn('sql-join', source, { title: 'the transaction is rolled back where it fails', rank: 0, splices })];
  });
}

/** `exec('BEGIN')`, work that may fail, and `exec('ROLLBACK')` or `exec('COMMIT')`, all in one block: however the work ends, so does the transaction. */
function unguarded(source: Source): Idea[] {
  return callsOf(source, /^begin\b/i).flatMap((begin) => {
    const line = statementOf(begin);
    const block = line?.parent;
    if (line === null || block?.type !== 'BlockStatement') return [];
    const rest = block.body.slice((block.body as Node[]).indexOf(line) + 1) as Node[];
    const ends = rest.filter((each) =>
      callsOf(source, /^(?:commit|end|rollback)\b/i).some((call) => statementOf(call) === each),
    );
    const [end, more] = ends;
    const fn = functionsAround(begin)[0] ?? source.program;
    const same = callsOf(source, /^(?:commit|end|rollback)\b/i).filter(
      (call) => (functionsAround(call)[0] ?? source.program) === fn,
    );
    if (end === undefined || more !== undefined || same.length !== 1 || rest.indexOf(end) === 0) return [];
    const isTaken = /rollback/i.test(textOf(source, end));
    const title = 'the transaction ends however its work does';
    const back = insteadOfBegin(source, line, 'ROLLBACK');
    if (isTaken)
      return [
        ideaIn('sql-join', source, { title, rank: 0, splices: guarded(source, back, rest, [removed(source, end)]) }),
      ];
    // What fails behind the end has nothing to take back.
    if (rest.slice(rest.indexOf(end) + 1).some((each) => isWork(each))) return [];
    const eol = eolOf(source.text);
    const step = indentAt(source.text, line.start) + indentUnit(source.text);
    const behind = `${back}${eol}${step}throw error${semicolonOf(source.text)}`;
    return [
      ideaIn('sql-join', source, { title, rank: 0, splices: guarded(source, behind, rest, [], 'catch (error)') }),
    ];
  });
}

function isWork(node: Node): boolean {
  return all(node, 'CallExpression').length + all(node, 'AwaitExpression').length > 0;
}

/** The statement that begins a transaction, with the word that ends it, in the same letters. */
function insteadOfBegin(source: Source, line: Node, word: string): string {
  return textOf(source, line).replace(/(['"`])begin\b[^'"`]*\1/i, (begin) =>
    begin.includes('b') ? `'${word.toLowerCase()}'` : `'${word}'`,
  );
}

/** Calls that are given such a text alone. */
function callsOf(source: Source, word: RegExp): Of<'CallExpression'>[] {
  return all(source.program, 'CallExpression').filter(
    ({ arguments: [only, more] }) => more === undefined && word.test(stringValue(only as Node | undefined) ?? ''),
  );
}
