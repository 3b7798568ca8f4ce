/** The texts of rows that files hold, column by column: what SQL inserts, and the lines of CSV files. */
import type { SourceTree } from '../../incident/nouns.ts';
import { allSources } from '../code/syntax.ts';
import { statementsIn } from '../code/sql.ts';

export interface Cell {
  readonly path: string;
  readonly text: string;
  /** Where its text stands in the file, quotes and all. */
  readonly start: number;
  readonly end: number;
  written(text: string): string;
}

/** The cells of one column; of `NULL` and what is reckoned there are none. */
export interface Column {
  readonly table: string;
  readonly name: string;
  readonly cells: readonly Cell[];
}

const rowsMax = 5_000;

export function columnsOf(tree: SourceTree): Column[] {
  const files = tree.files.filter((path) => /\.(?:sql|csv)$/i.test(path));
  const columns = files.flatMap((path) => {
    const text = (tree.read(path) ?? '').slice(0, 400_000);
    return /\.csv$/i.test(path) ? ofCsv(path, text) : ofSql({ path, text, start: 0 });
  });
  const inCode = allSources(tree)
    .flatMap(statementsIn)
    .filter(({ text }) => !text.includes('\\'))
    .flatMap(({ source, text, start }) => ofSql({ path: source.path, text, start }));
  const together = new Map<string, Column>();
  for (const each of [...columns, ...inCode]) {
    const key = `${each.table} ${each.name}`;
    together.set(key, { ...each, cells: [...(together.get(key)?.cells ?? []), ...each.cells] });
  }
  return [...together.values()];
}

interface Part {
  readonly path: string;
  readonly text: string;
  readonly start: number;
}

const insert = /\binsert\s+(?:or\s+\w+\s+|ignore\s+)?into\s+["`]?([\w$.]+)["`]?\s*\(([^()]*)\)\s*values\s*/gi;

function ofSql(part: Part): Column[] {
  return [...part.text.matchAll(insert)].flatMap(({ index, 0: head, 1: table = '', 2: list = '' }) => {
    const names = list.split(',').map((each) => each.replace(/["`\s]/g, ''));
    const rows = rowsOf(part, index + head.length).filter((row) => row.length === names.length);
    return names.map((name, at) => ({
      table: table.split('.').at(-1) ?? table,
      name,
      cells: rows.flatMap((row) => row[at] ?? []),
    }));
  });
}

/** The rows behind VALUES: of each value its text, null where it is none. */
function rowsOf({ path, text, start }: Part, from: number): (Cell | null)[][] {
  const tokens = /'(?:[^']|'')*'|--[^\n]*|[(),;]|[^'(),;\s-]+|-/g;
  tokens.lastIndex = from;
  const rows: (Cell | null)[][] = [];
  let [row, value]: [(Cell | null)[], (Cell | null)[]] = [[], []];
  let depth = 0;
  const end = (): void => {
    // `'{}'::jsonb` is its text, `'a' || 'b'` is none.
    row.push(value.length === 1 || value.slice(1).every((each) => each === null) ? (value[0] ?? null) : null);
    value = [];
  };
  for (let found = tokens.exec(text); found !== null && rows.length < rowsMax; found = tokens.exec(text)) {
    const [token] = found;
    if (token === '(' && depth++ === 0) [row, value] = [[], []];
    else if (token === ')' && --depth === 0) {
      end();
      rows.push(row);
    } else if (token === ',' && depth === 1) end();
    else if (depth === 0 && token !== ',' && !token.startsWith('--')) break;
    else if (depth === 1 && token.startsWith("'"))
      value.push({
        path,
        text: token.slice(1, -1).replaceAll("''", "'"),
        start: start + found.index,
        end: start + found.index + token.length,
        written: (each) => `'${each.replaceAll("'", "''")}'`,
      });
    else if (depth >= 1 && !token.startsWith('--')) value.push(null);
  }
  return rows;
}

function ofCsv(path: string, text: string): Column[] {
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const line = /^.*$/m.exec(text.slice(mark))?.[0] ?? '';
  const comma = line.split(';').length > line.split(',').length ? ';' : ',';
  const field = new RegExp(`("(?:[^"]|"")*"|[^"${comma}\\r\\n]*)(${comma}|\\r?\\n|$)`, 'y');
  field.lastIndex = mark;
  const rows: Cell[][] = [[]];
  while (field.lastIndex < text.length && rows.length < rowsMax) {
    const at = field.lastIndex;
    const found = field.exec(text);
    if (found === null) return [];
    const [, raw = '', behind = ''] = found;
    const own = raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw;
    rows.at(-1)?.push({ path, text: own, start: at, end: at + raw.length, written: quotedCsv(comma) });
    if (behind !== comma && field.lastIndex < text.length) rows.push([]);
  }
  const [names = [], ...records] = rows;
  const whole = records.filter((each) => each.length === names.length);
  return names.map((each, at) => ({
    table: path,
    name: each.text.trim(),
    cells: whole.flatMap((row) => row[at] ?? []),
  }));
}

function quotedCsv(comma: string): (text: string) => string {
  return (text) => (text.includes('"') || text.includes(comma) ? `"${text.replaceAll('"', '""')}"` : text);
}
