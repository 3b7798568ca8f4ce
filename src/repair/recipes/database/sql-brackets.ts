/** A bracket of a statement that is not closed, never opened, or closed twice. */
import type { Idea } from '../../../incident/nouns.ts';
import { queryIdea } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';

export function bracketIdeas(query: Query, near: string | null): Idea[] {
  const text = query.text.replaceAll(/'[^'\n]*'/g, (each) => ' '.repeat(each.length));
  const opened: number[] = [];
  for (const [index, char] of [...text].entries()) {
    if (char === '(') opened.push(index);
    if (char === ')' && opened.pop() === undefined) return closedTwice(query, text, index);
  }
  const [open, more] = opened;
  return open === undefined || more !== undefined ? [] : unclosed(query, text, open, near);
}

const put = (query: Query, made: { title: string; rank: number; ask?: string | null }, at: Place): Idea =>
  queryIdea('sql-grammar', query, { ...made, splices: [at] });

interface Place {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `a = ? OR b = ?) AND c = ?`: without its brackets the condition is another one. */
function closedTwice(query: Query, text: string, at: number): Idea[] {
  const list = /\bin\s+(?=(?:\?|\$\d+|:\w+|\d+|\s)(?:\s*,\s*(?:\?|\$\d+|:\w+|\d+))*\s*$)/i.exec(text.slice(0, at));
  if (list !== null) {
    const start = list.index + list[0].length;
    return [put(query, { title: 'a bracket is not opened', rank: 0 }, { start, end: start, text: '(' })];
  }
  const from = /[\s\S]*\b(?:where|having|on)\b\s*/i.exec(text.slice(0, at))?.[0].length;
  const flat = from === undefined ? '' : outermost(text.slice(from, at));
  const isMixed = /\bor\b/i.test(flat) && (/\band\b/i.test(flat) || /^\)\s*(?:and|or)\b/i.test(text.slice(at)));
  if (from !== undefined && isMixed) {
    const ask = 'only you know where the bracket of this condition opens';
    return [put(query, { title: 'a bracket is not opened', rank: 0, ask }, { start: from, end: from, text: '(' })];
  }
  return [put(query, { title: 'a bracket too many', rank: 0 }, { start: at, end: at + 1, text: '' })];
}

/** With all that stands in brackets left out. */
function outermost(condition: string): string {
  const next = condition.replaceAll(/\([^()]*\)/g, ' ');
  return next === condition ? condition : outermost(next);
}

/** Where the database stumbled, else at the end; of a condition of AND and OR nobody but a person can say where. */
function unclosed(query: Query, text: string, open: number, near: string | null): Idea[] {
  const stumbled = near === null ? -1 : text.indexOf(near, open);
  const at = stumbled < 0 ? text.trimEnd().length : text.slice(0, stumbled).trimEnd().length;
  const inside = text.slice(open + 1, at);
  const isCondition = /\b(?:where|having|on|and|or|not)\s*$/i.test(text.slice(0, open));
  const isMixed = isCondition && /\bor\b/i.test(inside) && /\band\b/i.test(inside);
  const ask = isMixed ? 'only you know where the bracket of this condition closes' : null;
  const closed = put(query, { title: 'a bracket is not closed', rank: 1, ask }, { start: at, end: at, text: ')' });
  const twice = /\(\s*\(/.exec(text);
  const once = twice === null ? [] : [{ start: twice.index, end: twice.index + 1, text: '' }];
  return [closed, ...once.map((each) => put(query, { title: 'a bracket is opened twice', rank: 1 }, each))];
}
