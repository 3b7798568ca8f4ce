/** One record of a JSON file is unlike its siblings: text where they have a list or a number, a reference that is spelt otherwise. */
import { parseTree } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { Idea } from '../../incident/nouns.ts';
import { didYouMean, slip } from '../code/names.ts';
import { memberNames } from '../evidence/member-names.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { splice } from '../code/text.ts';
import { lastNameOf } from '../evidence/fields.ts';
import { readsBehind } from '../evidence/fields.ts';
import { sitesOf } from '../evidence/site.ts';
import { culprits } from '../evidence/suspects.ts';

export const oddRecord: Recipe = {
  name: 'odd-record',
  classes: ['type', 'unknown', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'One record of a JSON file is unlike the others: text where they have a list or a number, a reference that differs from the id only in case or blanks.',
  ideas(context) {
    const { message, named } = context.diagnosis;
    const tables = tablesOf(context);
    const slips = slippedKeys(context, tables);
    if (slips.length > 0) return slips;
    const misfit = /The value of '#(?:\/\w+)*\/(\w+)' does not match schema/.exec(message)?.[1];
    if (misfit !== undefined) return kinds(tables, new Set([misfit]));
    if (named.nullish !== undefined || /Cannot destructure/.test(message)) return references(tables);
    return /is not a function|is not iterable/.test(message) ? kinds(tables, fieldsRead(context)) : [];
  },
};

/** The fields that the failing value was read from. */
function fieldsRead(context: RecipeContext): Set<string> {
  const [site] = sitesOf(context);
  const nodes = site === undefined ? [] : culprits(context, site);
  return new Set(
    nodes.flatMap((node) => {
      const object = node.type === 'MemberExpression' ? node.object : node;
      const reads = site === undefined ? [] : readsBehind(context, site.source, object);
      return [...reads.map(({ field }) => field), lastNameOf(object) ?? ''];
    }),
  );
}

/** A list of records in a JSON file of the release. */
interface Table {
  readonly path: string;
  readonly text: string;
  readonly records: readonly ReadonlyMap<string, JsonNode>[];
  /** The names of the records, where they stand in an object. */
  readonly keys: ReadonlySet<string>;
}

function tablesOf({ tree }: RecipeContext): Table[] {
  const paths = tree.files.filter((path) => path.endsWith('.json') && !/(?:^|\/)(?:package|tsconfig)[^/]*$/.test(path));
  return paths.slice(0, 50).flatMap((path) => {
    const text = tree.read(path);
    const root = text === null || text.length > 300_000 ? undefined : parseTree(text);
    return text === null || root === undefined ? [] : listsIn(root).map((list) => ({ path, text, ...list }));
  });
}

function listsIn(node: JsonNode): Pick<Table, 'records' | 'keys'>[] {
  const inner = (node.children ?? []).flatMap(listsIn);
  // A list of records, or records by their keys.
  const items = (node.children ?? []).flatMap((each) => (node.type === 'array' ? [each] : (each.children?.[1] ?? [])));
  const isTable = items.length > 1 && items.every((each) => each.type === 'object');
  const names = node.type === 'array' ? [] : (node.children ?? []).map((each) => String(each.children?.[0]?.value));
  return isTable ? [{ records: items.map(recordOf), keys: new Set(names) }, ...inner] : inner;
}

function recordOf(node: JsonNode): Map<string, JsonNode> {
  const pairs = (node.children ?? []).flatMap(({ children = [] }): [string, JsonNode][] => {
    const [key, value] = children;
    return key === undefined || value === undefined ? [] : [[String(key.value), value]];
  });
  return new Map(pairs);
}

function valuesOf({ records }: Table, key: string): JsonNode[] {
  return records.flatMap((each) => each.get(key) ?? []);
}

function keysOf({ records }: Table): string[] {
  return [...new Set(records.flatMap((each) => [...each.keys()]))];
}

/** `"stpos"` in one record where most others have `"stops"`, which the code reads. */
function slippedKeys(context: RecipeContext, tables: readonly Table[]): Idea[] {
  const { read } = memberNames(context.tree);
  return tables.flatMap((table) =>
    table.records.flatMap((record) => {
      const others = table.records.filter((each) => each !== record);
      const usual = keysOf(table).filter(
        (key) => !record.has(key) && read.has(key) && others.filter((each) => each.has(key)).length * 2 > others.length,
      );
      const extra = [...record.keys()].filter((key) => !read.has(key) && others.every((each) => !each.has(key)));
      const pairs = extra.flatMap((written) =>
        usual.flatMap((meant) => ((slip(written, meant) ?? 9) <= 1.4 ? [{ written, meant }] : [])),
      );
      const [{ written, meant } = { written: '', meant: '' }, more] = pairs;
      const key = record.get(written)?.parent?.children?.[0];
      if (more !== undefined || key === undefined) return [];
      return [
        put(table, key, {
          text: JSON.stringify(meant),
          title: `\`${written}\` in ${table.path} is \`${meant}\` in other records`,
        }),
      ];
    }),
  );
}

/** `"elm"` is an id and `"Elm"` refers to it, as everything else by that key refers to ids. */
function references(tables: readonly Table[]): Idea[] {
  return tables.flatMap((table) =>
    keysOf(table)
      .filter((key) => !/^id$|name|title|text/i.test(key))
      .flatMap((key) => {
        const values = valuesOf(table, key).filter((each) => each.type === 'string');
        return tables.flatMap((other) => [idsOf(other), other.keys].flatMap((ids) => dangling(table, values, ids)));
      }),
  );
}

function idsOf(table: Table): Set<string> {
  const values = ['id', 'slug', 'key', 'code', 'sku']
    .map((key) => valuesOf(table, key))
    .find((each) => each.length === table.records.length);
  return new Set((values ?? []).filter((each) => each.type === 'string').map((each) => String(each.value)));
}

function dangling(table: Table, values: readonly JsonNode[], ids: ReadonlySet<string>): Idea[] {
  const odd = values.filter((each) => !ids.has(String(each.value)));
  const [only, more] = odd;
  if (only === undefined || more !== undefined || values.length < 2 || ids.size === 0) return [];
  const plain = (text: string): string => text.trim().toLowerCase();
  const said = String(only.value);
  const meant = [...ids].find((id) => plain(id) === plain(said)) ?? didYouMean(said, ids);
  if (meant === null || (slip(said, meant) ?? 0) > 1.4) return [];
  return [
    put(table, only, {
      text: JSON.stringify(meant),
      title: `\`${String(only.value)}\` in ${table.path} refers to \`${meant}\``,
    }),
  ];
}

/** `"tags": "a"` among lists, `"cents": "12"` among numbers. */
function kinds(tables: readonly Table[], fields: ReadonlySet<string>): Idea[] {
  return tables.flatMap((table) =>
    keysOf(table)
      .filter((key) => fields.has(key))
      .flatMap((key) => {
        const values = valuesOf(table, key);
        const [odd, more] = values.filter((each) => each.type === 'string');
        const kind = values.find((each) => each.type !== 'string')?.type;
        const isOne = more === undefined && values.every((each) => each === odd || each.type === kind);
        if (odd === undefined || !isOne) return [];
        const text = String(odd.value);
        const title = `\`${key}\` in ${table.path} is a ${kind ?? ''} in every other record`;
        if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text)))
          return [put(table, odd, { text: String(Number(text)), title })];
        if (kind !== 'array') return [];
        const parts = text
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '');
        return [put(table, odd, { text: JSON.stringify(parts), title })];
      }),
  );
}

function put({ path, text }: Table, at: JsonNode, made: { text: string; title: string }): Idea {
  const after = splice(text, { start: at.offset, end: at.offset + at.length, text: made.text });
  return idea('odd-record', { title: made.title, rank: 0, edits: [{ path, before: text, after }] });
}
