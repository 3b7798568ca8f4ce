/** Names that live outside the source: environment variables and the columns and tables of a database. */
import type { Idea } from '../../incident/nouns.ts';
import { isPlural, rankedNames, slip } from '../names.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { sitesOf } from '../site.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../syntax.ts';
import type { Node, Source } from '../syntax.ts';
import { splice } from '../text.ts';

export const envKey: Recipe = {
  name: 'env-key',
  classes: ['env_missing', 'type', 'range', 'config', 'assertion', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A misspelt `process.env` name: takes the near one that is set. A variable that nobody set is for a person.',
  ideas(context) {
    const known = new Set(context.envKeys);
    const named = context.diagnosis.named.envKey;
    const frames = new Set(sitesOf(context).map((site) => site.source));
    const found: Idea[] = [];
    for (const source of allSources(context.tree)) {
      for (const use of envUses(source)) {
        const wanted =
          named === undefined ? frames.has(source) || context.diagnosis.class !== 'type' : use.name === named;
        if (!wanted || known.has(use.name)) continue;
        for (const near of rankedNames(use.name, known, 2)) {
          if (near.rank > 1) continue;
          const after = splice(source.text, { start: use.key.start, end: use.key.end, text: use.text(near.name) });
          const late = named === undefined && !frames.has(source) ? 1 : 0;
          found.push(
            idea('env-key', {
              title: `\`${use.name}\` should be \`${near.name}\``,
              rank: near.rank + late,
              ask:
                isPlural(use.name, near.name) || (slip(use.name, near.name) ?? 9) >= 2
                  ? `\`${use.name}\` is not set; only you know whether \`${near.name}\` is meant`
                  : null,
              edits: [{ path: source.path, before: source.text, after }],
            }),
          );
        }
      }
    }
    return found;
  },
  action({ diagnosis, envKeys }) {
    const key = diagnosis.named.envKey;
    if (diagnosis.class !== 'env_missing' || key === undefined || envKeys.includes(key)) return null;
    return { why: `the environment variable ${key} is not set; only you know its value`, command: `export ${key}=…` };
  },
};

interface EnvUse {
  readonly name: string;
  readonly key: Node;
  readonly text: (name: string) => string;
}

function envUses(source: Source): EnvUse[] {
  const found: EnvUse[] = [];
  for (const node of all(source.program, 'MemberExpression')) {
    if (chainOf(node.object) !== 'process.env') continue;
    const name = node.computed ? stringValue(node.property) : keyName(node.property);
    const quote = source.text[node.property.start] ?? "'";
    if (name !== null)
      found.push({ name, key: node.property, text: (to) => (node.computed ? quote + to + quote : to) });
  }
  for (const node of all(source.program, 'VariableDeclarator')) {
    if (node.init === null || chainOf(node.init) !== 'process.env' || node.id.type !== 'ObjectPattern') continue;
    for (const each of node.id.properties) {
      const name = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
      if (each.type === 'Property' && name !== null)
        found.push({ name, key: each.key, text: (to) => (each.shorthand ? `${to}: ${name}` : to) });
    }
  }
  return found;
}

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
      return queriesWith(context, column).flatMap((query) => {
        const tables = [...schema.keys()].filter((name) => word(name).test(query.text));
        const columns = (tables.length > 0 ? tables : [...schema.keys()]).flatMap((name) => schema.get(name) ?? []);
        return columns.includes(column) && tables.length > 0 ? [] : replaced(query, column, columns);
      });
    }
    if (table === undefined || code === 'ENOENT') return [];
    return queriesWith(context, table).flatMap((query) => replaced(query, table, [...schema.keys()]));
  },
};

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
  return rankedNames(from, new Set(names), 3).map((near) => {
    const text = query.text.replace(new RegExp(word(from).source, 'gi'), () => near.name);
    const after = splice(source.text, { start: query.start, end: query.start + query.text.length, text });
    return idea('sql-name', {
      title: `\`${from}\` should be \`${near.name}\``,
      rank: near.rank,
      edits: [{ path: source.path, before: source.text, after }],
    });
  });
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
