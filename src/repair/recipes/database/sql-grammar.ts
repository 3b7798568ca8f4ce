/** SQL that the database cannot read: commas, brackets, keywords, placeholders, reserved words and clauses out of order. */
import type { Idea } from '../../../incident/nouns.ts';
import { declared } from '../../code/modules.ts';
import { nearNames } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import { isReadIn } from '../../evidence/key-reads.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { insertOf, queriesNear, queryIdea, schemaOf, statementsIn, tablesIn, wholeOf, word } from '../../code/sql.ts';
import type { Change, Query } from '../../code/sql.ts';
import { all, allSources, stringValue } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { singular } from '../../code/words.ts';
import { valuesOf } from './sql-bound.ts';
import { bracketIdeas } from './sql-brackets.ts';
import { commasLost } from './sql-commas.ts';
import { closedLate, groupConditions, grouped, having } from './sql-groups.ts';
import { layoutWords, reserved, sqlWords } from './sql-keywords.ts';
import { conditionsApart, wordsLost } from './sql-lost-words.ts';
import { operatorsLost } from './sql-operators.ts';
import { commasBefore, doubled, quotes, swaps } from './sql-slips.ts';

export const sqlGrammar: Recipe = {
  name: 'sql-grammar',
  classes: ['database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'An SQL statement that cannot be read: a comma, bracket, blank, quote or keyword amiss or missing, the placeholders of another database, a reserved word without quotes, a column of two tables or of no group.',
  ideas(context) {
    const { message } = context.diagnosis;
    const ambiguous =
      /ambiguous column name: (?:\w+\.)?(\w+)/.exec(message) ??
      /column (?:reference )?["'](\w+)["'] (?:in .*? )?is ambiguous/i.exec(message);
    if (ambiguous !== null) return qualified(context, ambiguous[1] ?? '');
    const ungrouped = /column "([\w.]+)" must appear in the GROUP BY clause/.exec(message);
    if (ungrouped !== null) return grouped(context, ungrouped[1] ?? '');
    if (/ON CONFLICT (?:specification|clause does not match)/.test(message)) return conflictTarget(context);
    if (/misuse of aggregate|aggregate functions are not allowed in WHERE|Invalid use of group function/i.test(message))
      return having(context);
    const overfull = /wrong number of arguments to function (\w+)/i.exec(message)?.[1];
    if (overfull !== undefined) return closedLate(context, overfull);
    if (
      !/syntax error|incomplete input|error in your SQL syntax|unrecognized token|unterminated quoted string/i.test(
        message,
      )
    )
      return [];
    const near = /(?:near|at or near|to use near) ["'`]([^"'`\s]{1,64})/i.exec(message)?.[1] ?? null;
    const fits = ({ text }: Query): boolean => near === null || text.includes(near);
    const queries = queriesNear(context, fits);
    const read = queries.length > 0 ? queries : allSources(context.tree).flatMap(statementsIn).filter(fits); // those that lay out tables
    return read.slice(0, 4).flatMap((each) => repairs(context, each, near));
  },
};

function repairs(context: RecipeContext, query: Query, near: string | null): Idea[] {
  const slips = [...doubled(query, near), ...commasBefore(context, query), ...swaps(query), ...quotes(query)];
  const sure = slips.map(([title, rank, ...splices]) => queryIdea('sql-grammar', query, { title, rank, splices }));
  if (sure.length > 0) return sure;
  const changes: Change[] = [
    ...reservedTable(context, query, near),
    ...placeholders(context, query),
    ...signs(query),
    ...keywords(context, query, near),
    ...reservedNames(context, query, near),
    ...groupConditions(query),
    ...clauses(query),
    ...wordsLost(context, query, near),
  ];
  const ideas = changes.map(([title, rank, ...splices]) => queryIdea('sql-grammar', query, { title, rank, splices }));
  return [
    ...ideas,
    ...strayCommas(context, query, near),
    ...commasLost(context, query, near),
    ...bracketIdeas(query, near),
    ...operatorsLost(context, query),
    ...conditionsApart(context, query, near),
    ...seams(query),
  ];
}

/** `?` where the driver counts `$1`, and the other way round. */
function placeholders(context: RecipeContext, { text }: Query): Change[] {
  const drivers = [...declared(context.tree).keys()];
  const bare = text.replace(/'[^']*'/g, (each) => ' '.repeat(each.length));
  const marks = [...bare.matchAll(/\?/g)];
  const counted = [...bare.matchAll(/\$(\d+)/g)];
  if (drivers.some((each) => /^(?:pg|pg-promise|postgres|@neondatabase\/.*|@vercel\/postgres)$/.test(each))) {
    const taken = new Set(counted.map((each) => Number(each[1])));
    const free = Array.from({ length: marks.length + taken.size }, (_, at) => at + 1).filter((n) => !taken.has(n));
    if (marks.length === 0) return [];
    const splices = marks.map(({ index }, at) => ({ start: index, end: index + 1, text: `$${free[at]}` }));
    return [['placeholders are counted: $1', 0, ...splices]];
  }
  const inOrder = counted.every((each, at) => Number(each[1]) === at + 1);
  if (counted.length === 0 || !inOrder || !drivers.some((each) => /^(?:mysql2?|mariadb)$/.test(each))) return [];
  return [
    [
      'placeholders are question marks',
      0,
      ...counted.map(({ index, 0: mark }) => ({ start: index, end: index + mark.length, text: '?' })),
    ],
  ];
}

/** A sign that a statement cannot do without: what stands around its place tells which. */
const missing: readonly (readonly [sign: string, place: RegExp])[] = [
  [' =', /(?:\bset\s+[\w.]+|,\s*\w+)(?=\s+(?:\?|\$\d+|\w+\.\w+))(?!\s+as\b)/gi],
  [' BY', /(?<!(?:select|[,.(])\s*)\b(?:order|group)(?=\s+(?!(?:by|from|where|limit|values)\b)[\w.]+)/gi],
  // Before a clause that would be part of the text, else at the end.
  ["'", /^[^']*(?:'[^']*'[^']*)*'[^']*?(?=\s+(?:where|and|or|group|order|limit|returning)\b|\s*;?\s*$)/gi],
  [',', /[?\d'](?=\s+(?:\?|\$\d+)(?:\s*[,)]))/g],
  ['(', /\binsert\s+into\s+\w+\s+(?=\w+(?:\s*,\s*\w+)*\s*\)\s*values)/gi],
  ['(', /\bvalues\s+(?=(?:\?|\$\d+)\s*[,)])/gi],
  ['(', /\b(?:count|sum|avg|min|max|lower|upper|coalesce|length)(?=\s*(?:\*|[\w.]+)\s*\))/gi],
  [' ?', /(?:[=<>]|\blike|\blimit|\boffset)(?=\s*(?:$|;|\)|\b(?:and|or|group|order|limit|offset|returning)\b))/gi],
  ['?', /\bvalues\s*\((?:\s*\?\s*,)*\s*(?=,(?:\s*\?\s*,)*\s*\?\s*\))/gi],
];

function signs(query: Query): Change[] {
  const { text } = query;
  // Where all that is given has its placeholder, what is missing is no placeholder.
  const given = valuesOf(query)?.given.length;
  const isFull = given !== undefined && given <= (text.match(/\?/g) ?? []).length;
  const signs = missing.filter(([sign]) => sign.trim() !== '?' || !isFull);
  return signs.flatMap(([sign, place]) =>
    [...text.matchAll(place)].map(({ index, 0: before }): Change => {
      const at = index + before.length;
      return [`\`${sign.trim()}\` is missing in the SQL statement`, 0, { start: at, end: at, text: sign }];
    }),
  );
}

/** A comma before FROM, WHERE, a closing bracket or the end; two in a row. Where the code reads a column that the list lacks, that may have stood there. */
function strayCommas(context: RecipeContext, query: Query, near: string | null): Idea[] {
  const { text } = query;
  const stray =
    /,(?=\s*(?:(?:from|where|group\s+by|order\s+by|limit|values|returning|set|on)\b|\)|,|;|$))|(?<=\b(?:select|set|by|returning)\s*|\(\s*),/gi;
  const found = [...text.matchAll(stray)].filter(({ index }) => {
    const next = /^[\s,]*([^\s,]*)/.exec(text.slice(index + 1))?.[1] ?? '';
    return near === null || near === ',' || near === '$' || next.toLowerCase().startsWith(near.toLowerCase());
  });
  return found.map(({ index }) => {
    const lost = inResults(text, index) ? lackingRead(context, query) : undefined;
    const ask =
      lost === undefined ? null : `only you know whether \`${lost}\`, which is read there, is missing in the list`;
    const splices = [{ start: index, end: index + 1, text: '' }];
    return queryIdea('sql-grammar', query, { title: 'a comma too many', rank: 0, ask, splices });
  });
}

const inResults = (text: string, at: number): boolean => /\bselect\b(?:(?!\bfrom\b)[\s\S])*$/i.test(text.slice(0, at));

/** A column of the statement's tables that the file reads off something and the list of results does not name. */
function lackingRead(context: RecipeContext, { text, source }: Query): string | undefined {
  const list = /^\s*select\b((?:(?!\bfrom\b)[\s\S])*)/i.exec(text)?.[1] ?? '';
  const schema = schemaOf(context);
  const columns = tablesIn(text).flatMap(({ table }) => schema.get(table)?.columns ?? []);
  return list.includes('*')
    ? undefined
    : columns.find((each) => !word(each).test(list) && isReadIn(source.program, each));
}

const words = [...sqlWords, ...layoutWords];

/** A misspelt keyword: what the database stumbled over, or the word or two before it. */
function keywords(context: RecipeContext, { text }: Query, near: string | null): Change[] {
  const names = new Set([...schemaOf(context)].flatMap(([table, { columns }]) => [table, ...columns]));
  const aliases = new Set(tablesIn(text).map((each) => each.alias));
  const isWhole = text.split("'").length % 2 === 1;
  const bare = isWhole ? text.replace(/'[^']*'/g, (each) => ' '.repeat(each.length)) : text; // no value is a keyword
  const tokens = [...bare.matchAll(/[A-Za-z_]+/g)];
  const stumbled = tokens.flatMap(({ 0: token }, at) => (token.toLowerCase() === near?.toLowerCase() ? [at] : []));
  const suspicious = tokens.filter(
    (_, at) => near === null || !/^\w/.test(near) || stumbled.some((each) => at <= each && at >= each - 2),
  );
  return suspicious.flatMap(({ index, 0: token }): Change[] => {
    if (reserved.has(token.toLowerCase()) || names.has(token) || (aliases.has(token) && token.length < 3)) return [];
    const meant = keywordsFor(token.toLowerCase());
    return meant.map((each): Change => {
      const written = token === token.toUpperCase() ? each.toUpperCase() : each;
      const splice = { start: index, end: index + token.length, text: written };
      return [`\`${token}\` should be \`${written}\``, Math.min(meant.length - 1, 1), splice];
    });
  });
}

/** The nearest ones: `wher` may be `where` and `when`. */
function keywordsFor(token: string): string[] {
  const swapped = words.find(
    (each) => each !== token && each.length > 2 && [...each].sort().join('') === [...token].sort().join(''),
  );
  if (swapped !== undefined || token.length < 3) return swapped === undefined ? [] : [swapped];
  const near = nearNames(
    token,
    words.filter((each) => each.length > 2),
  );
  return near.filter(({ cost }) => cost === near[0]?.cost).map(({ name }) => name);
}

const names =
  /^(?:user|group|order|table|index|key|values|default|check|references|to|from|limit|offset|desc|asc|end|case|when|then|transaction|column|grant|all|any|primary|select|where|set|by|in|is|on|using|with)$/i;

/** `JOIN order o` where the table is called `orders`: the keyword is its slip. */
function reservedTable(context: RecipeContext, { text }: Query, near: string | null): Change[] {
  if (near === null || !names.test(near)) return [];
  const [table, more] = nearNames(near.toLowerCase(), schemaOf(context).keys()).filter(({ cost }) => cost <= 1.4);
  if (table === undefined || more !== undefined || schemaOf(context).has(near.toLowerCase())) return [];
  const place = new RegExp(`(?<=\\b(?:from|join|into|update)\\s+)${near}\\b(?!\\s+by\\b)`, 'gi');
  const splices = [...text.matchAll(place)].map(({ index, 0: { length } }) => ({
    ...{ start: index, end: index + length },
    text: table.name,
  }));
  return splices.length === 0 ? [] : [[`\`${near}\` should be \`${table.name}\``, 0, ...splices]];
}

/** A column called `order`: between quotes it is no keyword. */
function reservedNames(context: RecipeContext, { text, source, start }: Query, near: string | null): Change[] {
  const all = new Set([...schemaOf(context)].flatMap(([table, { columns }]) => [table, ...columns]));
  if (near === null || !names.test(near) || !all.has(near.toLowerCase())) return [];
  const isMysql = [...declared(context.tree).keys()].some((each) => /^(?:mysql2?|mariadb)$/.test(each));
  const delimiter = source.text[start - 1];
  const quote = isMysql ? (delimiter === '`' ? '\\`' : '`') : delimiter === '"' ? '\\"' : '"';
  const places = [...text.matchAll(new RegExp(`(?<![\\w$"\`])${near}(?![\\w$"\`]|\\s+by\\b|\\s*\\()`, 'gi'))];
  if (places.length === 0) return [];
  const splices = places.map(({ index, 0: name }) => ({
    start: index,
    end: index + name.length,
    text: `${quote}${name}${quote}`,
  }));
  return [[`\`${near}\` is a word of SQL: quoted`, 1, ...splices]];
}

const order = ['from', 'where', 'group by', 'having', 'order by', 'limit', 'offset'];

/** `LIMIT … ORDER BY …`: the clauses of a plain SELECT in the order that SQL wants. */
function clauses({ text, node }: Query): Change[] {
  const isContinued = node.type === 'TemplateLiteral' && node.quasis[0]?.value.raw === ''; // `${select} ORDER BY …`
  if (!(/^\s*select\b/i.test(text) || isContinued) || /[()]|\bunion\b/i.test(text.replace(/\([^()]*\)/g, '')))
    return [];
  const starts = [...text.matchAll(/\b(?:from|where|group\s+by|having|order\s+by|limit|offset)\b/gi)].filter(
    ({ index }) => text.slice(0, index).split('(').length === text.slice(0, index).split(')').length,
  );
  const parts = starts.map(({ index, 0: word }, at) => ({
    rank: order.indexOf(word.toLowerCase().replace(/\s+/, ' ')),
    text: text.slice(index, starts[at + 1]?.index ?? text.length).trim(),
  }));
  const sorted = [...parts].sort((a, b) => a.rank - b.rank);
  const first = starts[0]?.index;
  if (first === undefined || sorted.every((part, at) => part === parts[at])) return [];
  // Placeholders by position would change places with their clauses.
  const [was, is] = [parts, sorted].map((list) => list.filter(({ text: part }) => part.includes('?')));
  if (was?.some((part, at) => part !== is?.[at])) return [];
  const end = text.trimEnd().length;
  return [['the clauses in order', 0, { start: first, end, text: sorted.map((part) => part.text).join(' ') }]];
}

/** `'… FROM loans' + 'WHERE …'`, `${select}ORDER BY …`: the blank between two texts. */
function seams(query: Query): Idea[] {
  const { node, source } = query;
  const title = 'a blank between two parts of the statement';
  const put = (at: number): Idea =>
    ideaIn('sql-grammar', source, { title, rank: 0, splices: [{ start: at, end: at, text: ' ' }] });
  const behind = node.type === 'TemplateLiteral' ? node.quasis.slice(1) : [];
  const glued = behind.filter(({ value }) =>
    sqlWords.includes(/^([a-z]+)\s/i.exec(value.raw)?.[1]?.toLowerCase() ?? ''),
  );
  const joins = all(query.source.program, 'BinaryExpression').filter(({ operator, right }) => {
    return operator === '+' && right.start <= query.node.start && query.node.end <= right.end;
  });
  const joined = joins.flatMap(({ left, right }) => {
    const before = left.type === 'BinaryExpression' ? left.right : left;
    const [one, other] = [stringValue(before as Node), stringValue(right as Node)];
    if (one === null || other === null || !/[\w)]$/.test(one) || !/^\w/.test(other)) return [];
    return [put(right.start + 1)];
  });
  return [...joined, ...glued.map(({ start }) => put(source.text.indexOf('}', start - 1) + 1))];
}

/** A column that two tables have: of the table by which the statement names it elsewhere, else of its first one. */
function qualified(context: RecipeContext, column: string): Idea[] {
  const bare = new RegExp(`(?<![\\w$.])${column}(?![\\w$(])`, 'gi');
  const query = queriesNear(context, (each) => each.text.search(bare) >= 0 && /\bjoin\b/i.test(wholeOf(each)))[0];
  if (query === undefined) return [];
  const schema = schemaOf(context);
  const whole = wholeOf(query);
  const owners = tablesIn(whole).filter((each) => schema.get(each.table)?.columns.includes(column) !== false);
  const places = [...query.text.matchAll(bare)].filter(
    ({ index }) => !/\bas\s+$/i.test(query.text.slice(0, index)) && !/\(\s*[^)]*$/.test(query.text.slice(0, index)),
  );
  const clauses = /\b(?:group|order)\s+by\b[\s\S]*$/i.exec(query.text)?.[0] ?? '';
  const list = /^\s*select\b([\s\S]*?)\bfrom\b/i.exec(whole)?.[1] ?? '';
  const isHere = query.text.includes(list);
  const given = owners.filter(({ alias }) =>
    new RegExp(`(?<![\\w$.])${alias}\\.${column}(?=\\s*(?:,|$))`, 'i').test(list),
  );
  const named = owners.filter(({ alias }) => new RegExp(`(?<![\\w$])${alias}\\.${column}\\b`, 'i').test(clauses));
  const only = owners.filter(
    ({ alias }) =>
      owners.every((each) => each.alias === alias || !list.includes(`${each.alias}.`)) && list.includes(`${alias}.`),
  );
  const isResult = isHere && places.every(({ index }) => index < list.length + query.text.indexOf(list));
  const other = givenAs(query.text, places, owners);
  const sure =
    other.length === 1
      ? other
      : named.length === 1
        ? named
        : only.length === 1
          ? only
          : !isResult && given.length === 1
            ? given // the one by which the result is called so
            : isResult
              ? owners.slice(0, 1)
              : [];
  const isGuess = isResult && ![other, named, only].some(({ length }) => length === 1) && !isBeside(list, column, sure);
  return owners.map((owner) =>
    queryIdea('sql-grammar', query, {
      title: `\`${column}\` of \`${owner.table}\``,
      rank: sure.length === 0 || sure.includes(owner) ? 0 : 2,
      ask: isGuess ? `only you know of which table \`${column}\` is meant` : null,
      splices: places.map(({ index }) => ({ start: index, end: index, text: `${owner.alias}.` })),
    }),
  );
}

/** `d.id, name, d.born`: what stands beside it is all of one table. */
function isBeside(list: string, column: string, [owner]: readonly { readonly alias: string }[]): boolean {
  const items = list.split(',').map((each) => each.trim());
  const at = items.findIndex((each) => new RegExp(`^${column}(?!\\w)`, 'i').test(each));
  const beside = [items[at - 1], items[at + 1]].flatMap((each) => /^(\w+)\./.exec(each ?? '')?.[1] ?? []);
  return at >= 0 && beside.length > 0 && beside.every((each) => each.toLowerCase() === owner?.alias.toLowerCase());
}

/** `name AS dog_name`: of the table that is called so, or else of the one whose own `name` the result does not have yet. */
function givenAs<Owner extends { readonly table: string; readonly alias: string }>(
  query: string,
  places: readonly RegExpExecArray[],
  owners: readonly Owner[],
): Owner[] {
  const names = places.map((place) => /^\s+as\s+["`]?(\w+)/i.exec(query.slice(place.index + place[0].length))?.[1]);
  const [name] = names;
  if (name === undefined || names.length !== 1) return [];
  const words = name.toLowerCase().split('_');
  const called = owners.filter(({ table, alias }) =>
    [table, singular(table), alias].some((word) => words.includes(word.toLowerCase())),
  );
  const [column = ''] = places.map(([text]) => text);
  const left = owners.filter(({ alias }) => !new RegExp(`(?<![\\w$])${alias}\\.${column}\\b`, 'i').test(query));
  return called.length === 1 ? called : left;
}

/** The key of the table whose columns the statement gives. */
function conflictTarget(context: RecipeContext): Idea[] {
  const target = /\bon\s+conflict\s*\(([^)]*)\)/i;
  return queriesNear(context, ({ text }) => target.test(text))
    .slice(0, 1)
    .flatMap((query) => {
      const match = target.exec(query.text);
      const insert = insertOf(query.text);
      if (match === null || insert === null) return [];
      const given: readonly string[] = match[1]?.match(/\w+/g) ?? [];
      const keys = (schemaOf(context).get(insert.table)?.keys ?? []).filter((key) =>
        key.every((column) => insert.columns.includes(column)),
      );
      const near = keys.filter((key) => key.some((column) => given.includes(column)));
      const start = match.index + match[0].indexOf('(') + 1;
      return (near.length > 0 ? near : keys).map((key, _, { length }) =>
        queryIdea('sql-grammar', query, {
          title: `the key of ${insert.table} is (${key.join(', ')})`,
          rank: length === 1 ? 0 : 1,
          splices: [{ start, end: start + (match[1]?.length ?? 0), text: key.join(', ') }],
        }),
      );
    });
}
