/** Slips of the hand in a statement: a name twice, two neighbours that changed places, a comma on the wrong side, a quote too few or too many. */
import { schemaOf } from '../../code/sql.ts';
import type { Change, Query } from '../../code/sql.ts';
import type { RecipeContext } from '../../recipe.ts';
import { reserved, sqlWords } from './sql-keywords.ts';

/** `WHERE WHERE`, `id id`, where the database stumbled over the second one or what stands behind it: nobody says the same twice. */
export function doubled({ text }: Query, near: string | null): Change[] {
  const said = /(?<![\w.'$])([A-Za-z_][\w.]*|'[^']*')\s+(?=\1(?![\w.'(])(?:\s*([\w.]+|[^\w\s]))?)/g;
  return [...text.matchAll(said)].flatMap(({ index, 0: first, 1: word = '', 2: next }): Change[] => {
    const parts = [word, word.split('.')[0], '.', next, next?.split('.')[0]].map((each) => each?.toLowerCase());
    const isKeyword = sqlWords.includes(word.toLowerCase());
    if (!isKeyword && near !== null && !parts.includes(near.toLowerCase())) return [];
    return [[`\`${word}\` stands twice`, 0, { start: index, end: index + first.length, text: '' }]];
  });
}

const value = String.raw`\?|\$\d+|[:@]\w+|'[^']*'|\d+`;
const sign = '<=|>=|<>|!=|=|<|>';

/** Neighbours that changed places, and how they stand in every statement. */
const swapped: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/\b(by)\s+(order|group)\b/gi, (one, other) => `${other} ${one}`],
  [/\b(from)\s+(delete)\b|\b(into)\s+(insert)\b/gi, (one, other, two, last) => `${other ?? last} ${one ?? two}`],
  [
    new RegExp(`(?<=\\b(?:where|and|or|on|set)\\s+)([\\w.]+)\\s+(${value})\\s*(${sign})(?!\\s*[\\w'?$(])`, 'gi'),
    (left, right, by) => `${left} ${by} ${right}`,
  ],
  [
    new RegExp(
      `(?<=\\b(?:where|and|or|on|set)\\s+)([\\w.]+)\\s+(${value})\\s*(${sign})(?=\\s+(?:and|or|order|group|limit)\\b)`,
      'gi',
    ),
    (left, right, by) => `${left} ${by} ${right}`,
  ],
  [
    new RegExp(`(?<=\\b(?:where|and|or|on|set)\\s+)(${sign})\\s*([\\w.]+)\\s+(${value})`, 'gi'),
    (by, left, right) => `${left} ${by} ${right}`,
  ],
  [/\b(from|join|into)\s+(where|on|values|set)\s+(\w+)\b/gi, (one, other, table) => `${one} ${table} ${other}`],
];

export function swaps({ text }: Query): Change[] {
  return swapped.flatMap(([place, inOrder]) =>
    [...text.matchAll(place)].flatMap((match): Change[] => {
      const [whole, ...parts] = match;
      const name = parts.at(-1) ?? '';
      if (/\b(?:from|join|into)\s+(?:where|on|values|set)\b/i.test(whole) && reserved.has(name.toLowerCase()))
        return [];
      const splice = { start: match.index, end: match.index + whole.length, text: inOrder(...(parts as string[])) };
      return [['two words changed places', 0, splice]];
    }),
  );
}

/** `SELECT ,id name`, `a, ,b c`: the comma stands before what it belongs behind. */
export function commasBefore(context: RecipeContext, { text }: Query): Change[] {
  const columns = new Set([...schemaOf(context).values()].flatMap((each) => each.columns));
  const place = /(?<=(?:\b(?:select|set|by|distinct)|,|\()\s*),\s*((?:\w+\.)?(\w+))\s+(?=(?:\w+\.)?(\w+))/gi;
  return [...text.matchAll(place)].flatMap(
    ({ index, 0: whole, 1: item = '', 2: first = '', 3: second = '' }): Change[] =>
      columns.has(first) && (columns.has(second) || /^(?:count|sum|avg|min|max|coalesce)$/i.test(second))
        ? [
            [
              'a comma stands before what it belongs behind',
              0,
              { start: index, end: index + whole.length, text: `${item}, ` },
            ],
          ]
        : [],
  );
}

/** `IN (sale', 'return')`, `'sale''`: the one quote that makes all texts of the statement plain ones. */
export function quotes({ text }: Query): Change[] {
  if (text.split("'").length % 2 === 1) return [];
  const found = new Map<string, Change>();
  const put = (start: number, end: number, written: string, title: string): void => {
    const after = text.slice(0, start) + written + text.slice(end);
    const texts = [...after.matchAll(/'([^']*)'/g)];
    const isPlain = texts.every(([, each = '']) => /^[\w .:%@#/+-]*$/.test(each) && !/^\s|\s$/.test(each));
    const isApart = texts.every(
      ({ index, 0: { length } }) => !/[\w']/.test(`${after[index - 1] ?? ''}${after[index + length] ?? ''}`),
    );
    if (isPlain && isApart) found.set(after, [title, 0, { start, end, text: written }]);
  };
  for (const { index } of text.matchAll(/'(?=')/g)) put(index, index + 1, '', 'a quote too many');
  for (const { index, 0: word } of text.matchAll(/(?<![\w.'])\w[\w-]*(?=')/g)) {
    if (!reserved.has(word.toLowerCase())) put(index, index, "'", 'a quote is missing before a text');
  }
  for (const { index, 0: word } of text.matchAll(
    /(?<=')[\w%][\w -]*?(?=\s*(?:[,)]|$|\b(?:and|or|then|else|end|order|group|limit)\b))/gi,
  ))
    put(index + word.length, index + word.length, "'", 'a quote is missing behind a text');
  return found.size === 1 ? [...found.values()] : [];
}
