/** SQL in the sources: columns and tables that the database does not have, and a comma that was left out. */
import type { Idea } from '../../incident/nouns.ts';
import { rankedNames } from '../names.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { sitesOf } from '../site.ts';
import { all, allSources, functionsAround, stringValue } from '../syntax.ts';
import type { Source } from '../syntax.ts';
import { lineOf, splice } from '../text.ts';

export const sqlName: Recipe = {
  name: 'sql-name',
  classes: ['database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A column or table that the database does not have: takes the near one of the CREATE TABLE statements in the project.',
  ideas(context) {
    const { column, table, code } = context.diagnosis.named;
    const schema = schemaOf(context);
    if (column !== undefined) {
      const alias = new RegExp(`([\\w$]+)\\.${column}\\b`).exec(context.diagnosis.message)?.[1];
      return queriesWith(context, column).flatMap((query) => {
        const meant = alias === undefined ? null : tableOf(query.text, alias);
        const tables = [...schema.keys()].filter((name) =>
          meant === null ? word(name).test(query.text) : name === meant,
        );
        const columns = (tables.length > 0 ? tables : [...schema.keys()]).flatMap((name) => schema.get(name) ?? []);
        return columns.includes(column) && tables.length > 0 ? [] : replaced(query, column, columns);
      });
    }
    if (table === undefined || code === 'ENOENT') return [];
    return queriesWith(context, table).flatMap((query) => replaced(query, table, [...schema.keys()]));
  },
};

/** The table that an alias stands for; null where the statement names none by it. */
function tableOf(statement: string, alias: string): string | null {
  const named = new RegExp(`\\b(?:from|join|update|into)\\s+([\\w$]+)\\s+(?:as\\s+)?${alias}\\b`, 'i').exec(
    statement,
  )?.[1];
  return named ?? (new RegExp(`\\b(?:from|join|update|into)\\s+${alias}\\b`, 'i').test(statement) ? alias : null);
}

/** `near "."`: two columns stand side by side without a comma. */
export const sqlComma: Recipe = {
  name: 'sql-comma',
  classes: ['database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A comma that is missing between two columns of an SQL statement.',
  ideas(context) {
    const near = /(?:near|at or near|to use near) ["'`]([\w$.]{1,64})/i.exec(context.diagnosis.message)?.[1];
    const site = sitesOf(context)[0];
    if (near === undefined || site === undefined || !/syntax/i.test(context.diagnosis.message)) return [];
    const columns = new Set([...schemaOf(context).values()].flat());
    const fn = site.nodes.map((node) => functionsAround(node)[0]).find((each) => each !== undefined);
    const found = statements(site.source)
      .filter((query) => fn === undefined || (fn.start <= query.start && query.start < fn.end))
      .flatMap((query) => gaps(query, near, columns));
    return found.map((start) =>
      idea('sql-comma', {
        title: `a comma is missing in the SQL statement on line ${lineOf(site.source.text, start)}`,
        rank: found.length === 1 ? 0 : 1,
        edits: [
          {
            path: site.source.path,
            before: site.source.text,
            after: splice(site.source.text, { start, end: start, text: ',' }),
          },
        ],
      }),
    );
  },
};

const reserved =
  /^(?:select|distinct|all|from|where|and|or|not|in|is|null|like|ilike|between|by|on|as|join|inner|left|right|outer|cross|full|using|order|group|having|limit|offset|union|except|intersect|case|when|then|else|end|exists|set|into|values|asc|desc|insert|update|delete|create|table|with|returning|over|partition|interval|collate|cast)$/i;

/** Offsets behind a column that another column follows, where the database stumbled over the second. */
function gaps({ start, text }: Query, near: string, columns: ReadonlySet<string>): number[] {
  if (!/\b(?:select|insert\s+into)\b/i.test(text)) return [];
  const found: number[] = [];
  for (const match of text.matchAll(/(?<![\w.$])((?:\w+\.)?(\w+))(?=\s+((?:(\w+)\.)?(\w+)))/g)) {
    const [, first = '', column = '', second = '', table, last = ''] = match;
    if ([first, second, last].some((name) => reserved.test(name)) || !/^[a-z_]/i.test(first)) continue;
    const stumbled = near === '.' ? table !== undefined : near === second || near === table || near.startsWith(second);
    const isColumn = first.includes('.') || columns.has(column);
    if (stumbled && isColumn && (table !== undefined || columns.has(last)))
      found.push(start + match.index + first.length);
  }
  return found;
}

interface Query {
  readonly source: Source;
  readonly start: number;
  readonly text: string;
}

function word(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replace(/[^\w$]/g, '\\$&')}(?![\\w$])`, 'i');
}

/** Every text in the sources that begins like SQL. */
function statements(source: Source): Query[] {
  const literals = all(source.program, 'Literal').filter((each) => stringValue(each) !== null);
  const parts = all(source.program, 'TemplateElement');
  return [...literals, ...parts].map((each) => ({
    source,
    start: each.start,
    text: source.text.slice(each.start, each.end),
  }));
}

/** SQL that speaks of the wrong name, in the failing files first; not the statements that define tables. */
function queriesWith(context: RecipeContext, name: string): Query[] {
  if (!/^[\w$.]+$/.test(name)) return [];
  const near = sitesOf(context).map((site) => site.source);
  const sources = [...new Set([...near, ...allSources(context.tree)])];
  for (const source of sources) {
    const found = statements(source).filter(
      (each) =>
        /\b(?:select|insert|update|delete|from|where|into|set|order by)\b/i.test(each.text) &&
        word(name).test(each.text) &&
        !/create\s+table/i.test(each.text),
    );
    if (found.length > 0) return found.slice(0, 3);
  }
  return [];
}

function replaced(query: Query, from: string, names: readonly string[]): Idea[] {
  const { source } = query;
  const near = rankedNames(from, new Set(names), 3);
  return (near.length > 0 ? near : otherTime(from, names)).map((found) => {
    const text = query.text.replace(new RegExp(word(from).source, 'gi'), () => found.name);
    const after = splice(source.text, { start: query.start, end: query.start + query.text.length, text });
    return idea('sql-name', {
      title: `\`${from}\` should be \`${found.name}\``,
      rank: found.rank,
      edits: [{ path: source.path, before: source.text, after }],
    });
  });
}

const timeWord = /^(?:at|on|date|time|day|until|ts)$/;

/** `due_at` where the table has `due_on` and nothing else that is due. */
function otherTime(from: string, names: readonly string[]): { name: string; rank: number }[] {
  const [stem, last] = [from.slice(0, from.lastIndexOf('_') + 1), from.slice(from.lastIndexOf('_') + 1)];
  if (stem === '' || !timeWord.test(last)) return [];
  const [only, more] = names.filter((name) => name.startsWith(stem) && timeWord.test(name.slice(stem.length)));
  return only === undefined || more !== undefined ? [] : [{ name: only, rank: 0 }];
}

/** Tables and their columns, as the project's own CREATE TABLE statements give them. */
function schemaOf(context: RecipeContext): Map<string, string[]> {
  const texts = allSources(context.tree).map((source) => source.text);
  for (const path of context.tree.files.filter((file) => /\.(?:sql|prisma)$/i.test(file)).slice(0, 100))
    texts.push(context.tree.read(path) ?? '');
  const schema = new Map<string, string[]>();
  for (const text of texts) {
    for (const match of text
      .slice(0, 400_000)
      .matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?["'`[]?([\w$.]+)["'`\]]?\s*\(/gi)) {
      const table = match[1]?.split('.').at(-1) ?? '';
      const columns = columnsOf(text.slice((match.index ?? 0) + match[0].length));
      schema.set(table, [...(schema.get(table) ?? []), ...columns]);
    }
    for (const match of text
      .slice(0, 400_000)
      .matchAll(/alter\s+table\s+["'`[]?([\w$]+)["'`\]]?\s+add\s+(?:column\s+)?["'`[]?(\w+)/gi)) {
      schema.set(match[1] ?? '', [...(schema.get(match[1] ?? '') ?? []), match[2] ?? '']);
    }
  }
  return schema;
}

/** The first words of the parts between commas, up to the closing bracket. */
function columnsOf(body: string): string[] {
  const parts: string[] = [];
  let [depth, part] = [1, ''];
  for (const char of body.slice(0, 20_000)) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (depth === 0) break;
    if (char === ',' && depth === 1) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  parts.push(part);
  return parts
    .map((each) => /^\s*(?:--[^\n]*\n\s*)*["'`[]?(\w+)/.exec(each)?.[1] ?? '')
    .filter((name) => name !== '' && !/^(?:primary|foreign|unique|check|constraint|key|index)$/i.test(name));
}
