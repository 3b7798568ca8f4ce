/** Words of SQL that a statement lacks: FROM, INTO, SET, JOIN, ON, VALUES, END, AND. */
import type { Idea } from '../../../incident/nouns.ts';
import { queryIdea, schemaOf, statementsIn } from '../../code/sql.ts';
import type { Change, Query } from '../../code/sql.ts';
import { allSources } from '../../code/syntax.ts';
import type { RecipeContext } from '../../recipe.ts';
import { reserved } from './sql-keywords.ts';

/** Where a word belongs before what the database stumbled over: the only one that can stand there. */
const lost: readonly (readonly [word: string, place: RegExp])[] = [
  ['FROM', /^\s*select\s+(?:distinct\s+)?(?:\w+\.)?\*\s+(?=(\w+))(?![\s\S]*\bfrom\b)/gi],
  ['FROM', /^\s*delete\s+(?=(\w+))(?!\w+\s+(?:from|where\s+current)\b)/gi],
  ['INTO', /^\s*insert\s+(?:or\s+\w+\s+)?(?=(\w+)\s*\()/gi],
  ['JOIN', /\b(?:inner|left|right|full|cross|outer)\s+(?=(\w+))/gi],
  ['SET', /^\s*update\s+\w+\s+(?=(\w+)\s*=)/gi],
  ['ON', /\bjoin\s+\w+\s+(?:(?:as\s+)?(?!on\b|using\b)\w+\s+)?(?=(\w+)\.\w+\s*=\s*\w+\.\w+)/gi],
  ['WHERE', /\bfrom\s+\w+\s+(?:(?:as\s+)?\w+\s+)?(?=((?:\w+\.)?\w+)\s*(?:[<>=!]|like\b|is\b|in\b))/gi],
  ['AND', /\bbetween\s+(?:\?|\$\d+|[:@]\w+|'[^']*'|[\d.]+)\s+(?=(\?|\$\d+|[:@]\w+|'[^']*'|[\d.]+))/gi],
];

export function wordsLost(context: RecipeContext, { text }: Query, near: string | null): Change[] {
  const tables = schemaOf(context);
  const isTable = (name: string): boolean => tables.size === 0 || tables.has(name);
  const found = lost.flatMap(([word, place]) =>
    [...text.matchAll(place)].flatMap(({ index, 0: before, 1: next = '' }): Change[] => {
      if (word === 'WHERE' && /\bwhere\b/i.test(text)) return [];
      if (reserved.has(next.toLowerCase()) || (/^(?:FROM|INTO|JOIN)$/.test(word) && !isTable(next))) return [];
      return [missing(text, word, index + before.length)];
    }),
  );
  return [
    ...found,
    ...valuesLost(text),
    ...endLost(text, near),
    ...keyApart(context, text, near),
    ...atNear(context, text, near),
  ];
}

function missing(text: string, word: string, at: number): Change {
  const isLow = /\b(?:select|insert|update|delete|from)\b/.test(text);
  return [
    `${word} is missing in the SQL statement`,
    0,
    { start: at, end: at, text: `${isLow ? word.toLowerCase() : word} ` },
  ];
}

/** `UPDATE t SET a = ? id = ?`, where `id` is the key of the table: no row is given another one. */
function keyApart(context: RecipeContext, text: string, near: string | null): Change[] {
  const table = /^\s*update\s+["`]?(\w+)/i.exec(text)?.[1] ?? '';
  const last = /[\w)'?]\s+(?=(\w+)\s*=\s*(?:\?|\$\d+|[:@]\w+)\s*;?\s*$)/.exec(text);
  const keys = schemaOf(context).get(table)?.keys ?? [];
  if (last === null || last[1] !== near || /\bwhere\b/i.test(text)) return [];
  const isKey = keys.some((key) => key.length === 1 && key[0] === near);
  return isKey ? [missing(text, 'WHERE', last.index + last[0].length)] : [];
}

const aggregate = /\b(?:count|sum|avg|min|max)\s*\(/i;

/** `SELECT id, name AS n items WHERE`, `FROM moves m items i ON`, `? BY name`, `id, name FROM`: the word that belongs before what the database stumbled over. */
function atNear(context: RecipeContext, text: string, near: string | null): Change[] {
  if (near === null || !/^\w+$/.test(near)) return [];
  const places = [...text.matchAll(new RegExp(`(?<![\\w.'])${near}(?![\\w'])`, 'gi'))];
  const tables = schemaOf(context);
  const isSelect = /^\s*select\b/i.test(text);
  return places.flatMap(({ index }): Change[] => {
    const [before, behind] = [text.slice(0, index), text.slice(index)];
    if (isSelect && tables.has(near) && !/\bfrom\b/i.test(text) && /[\w)*]\s+$/.test(before))
      return [missing(text, 'FROM', index)];
    const isJoined = /\b(?:from|join)\s+\w+(?:\s+(?:as\s+)?(?!on\b|join\b)\w+)?\s+$/i.test(before);
    if (isJoined && tables.has(near) && /^\w+(?:\s+(?:as\s+)?\w+)?\s+(?:on|using)\b/i.test(behind))
      return [missing(text, 'JOIN', index)];
    const isBy = /^by$/i.test(near) && !/\b(?:order|group)\s+$/i.test(before);
    if (isBy && !/\border\s+by\b/i.test(text) && !aggregate.test(text)) return [missing(text, 'ORDER', index)];
    if (isBy && /\border\s+by\b/i.test(behind) && aggregate.test(before) && !/\bgroup\s+by\b/i.test(text))
      return [missing(text, 'GROUP', index)];
    const isFirst = before.trim() === '' && !reserved.has(near.toLowerCase());
    return isFirst && /^[\w.]+\s*(?:,|\bas\b|\bfrom\b)[^;]*\bfrom\b/i.test(behind)
      ? [missing(text, 'SELECT', index)]
      : [];
  });
}

/** `INSERT INTO t (a, b) (?, ?)`. */
function valuesLost(text: string): Change[] {
  const bare =
    /\binsert\s+(?:or\s+\w+\s+)?into\s+["`]?[\w$.]+["`]?\s*\([^()]*\)\s*(?=\((?!\s*(?:select|with)\b))/i.exec(text);
  return bare === null ? [] : [missing(text, 'VALUES', bare.index + bare[0].length)];
}

/** `CASE WHEN … THEN … ELSE 0 AS x`: it ends before what the database stumbled over. */
function endLost(text: string, near: string | null): Change[] {
  const [cases, ends] = [/\bcase\b/gi, /\bend\b/gi].map((each) => text.match(each)?.length ?? 0);
  if (near === null || cases !== 1 || ends !== 0) return [];
  const from = text.search(/\bcase\b/i);
  const at = text.slice(from).search(new RegExp(`(?<![\\w.])${near.replace(/\W/g, '\\$&')}(?!\\w)`, 'i'));
  return at < 0 || !/^(?:as|from|,|\))$/i.test(near) ? [] : [missing(text, 'END', from + at)];
}

const value = String.raw`(?:\?|\$\d+|[:@]\w+|'[^']*'|\d[\d.]*|null\b|(?:\w+\.)?\w+)`;
const apart = new RegExp(
  String.raw`(?:(?:<=|>=|<>|!=|=|<|>|\blike\b|\bis\s+not\b|\bis\b)\s*${value})(?=\s+(?:(\w+)\.)?(\w+)\s*(?:<=|>=|<>|!=|=|<|>|\b(?:like|is|in|between|not)\b))`,
  'gi',
);

/** Two conditions side by side: AND where the statement or another one joins such by nothing else; else a person says. */
export function conditionsApart(context: RecipeContext, query: Query, near: string | null): Idea[] {
  const { text } = query;
  const from = text.search(/\b(?:where|having|on)\b/i);
  if (near === null || from < 0) return [];
  return [...text.matchAll(apart)].flatMap(({ index, 0: before, 1: table, 2: column = '' }) => {
    const first = /([\w]+)\s*$/.exec(text.slice(0, index))?.[1] ?? '';
    if (index < from || near !== (table ?? column) || reserved.has(column.toLowerCase())) return [];
    const at = index + before.length;
    const clause = [...text.slice(0, index).matchAll(/\b(?:on|where|having)\b/gi)].at(-1)?.[0].toLowerCase();
    if (clause === 'on' && !/\bwhere\b/i.test(text)) return [whereBehindJoin(query, at)];
    const inBrackets = text.slice(0, index).split('(').length > text.slice(0, index).split(')').length;
    const isEqual = /^=/.test(before) && /^\s+[\w.]+\s*=/.test(text.slice(at));
    // Nothing is two things at once.
    if (isEqual && first === column) return [eitherIdea(query, at, inBrackets)];
    const isSure = isAllAnd(text.slice(from)) || isJoinedByAnd(context, first, column);
    const word = /\b(?:select|update|delete|from)\b/.test(text) ? 'and' : 'AND';
    return [
      queryIdea('sql-grammar', query, {
        title: 'AND is missing between two conditions',
        rank: 0,
        ask: isSure ? null : 'only you know whether both conditions must hold or one of them',
        splices: [{ start: at, end: at, text: ` ${word}` }],
      }),
    ];
  });
}

/** Of a LEFT JOIN a condition behind ON is another one than in WHERE: two that stand there side by side are one of each. */
function whereBehindJoin(query: Query, at: number): Idea {
  const word = /\b(?:select|from)\b/.test(query.text) ? ' where' : ' WHERE';
  const splices = [{ start: at, end: at, text: word }];
  return queryIdea('sql-grammar', query, { title: 'WHERE is missing behind a JOIN', rank: 0, splices });
}

function eitherIdea(query: Query, at: number, inBrackets: boolean): Idea {
  const word = /\b(?:select|from)\b/.test(query.text) ? ' or' : ' OR';
  const ask = inBrackets ? null : 'only you know what else must hold where one of them does';
  const splices = [{ start: at, end: at, text: word }];
  return queryIdea('sql-grammar', query, { title: 'OR is missing between two values', rank: 0, ask, splices });
}

function isAllAnd(conditions: string): boolean {
  return /\band\b/i.test(conditions.replaceAll(/\bbetween\b[\s\S]*?\band\b/gi, '')) && !/\bor\b/i.test(conditions);
}

/** Another statement asks for both at once, with no OR in it. */
function isJoinedByAnd({ tree }: RecipeContext, first: string, second: string): boolean {
  return allSources(tree)
    .flatMap(statementsIn)
    .some(({ text }) => {
      const conditions = /\bwhere\b[\s\S]*/i.exec(text)?.[0] ?? '';
      const both = [first, second].every((each) =>
        new RegExp(`(?<!\\w)${each}\\s*(?:[<>=!]|like\\b|is\\b)`, 'i').test(conditions),
      );
      return both && isAllAnd(conditions);
    });
}
