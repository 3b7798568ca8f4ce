/** One record of a JSON file, or of a list in the code, is unlike its siblings: text where they have a list or a number, a reference that is spelt otherwise. */
import type { Node as JsonNode } from 'jsonc-parser';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { memoize } from '../../../kit/memoize.ts';
import { didYouMean, shareWord, slip } from '../../code/names.ts';
import { beginAlike } from '../../code/words.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { all, allSources } from '../../code/syntax.ts';
import type { Of } from '../../code/syntax.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { splice } from '../../code/text.ts';
import { lastNameOf, readsBehind } from '../../evidence/fields.ts';
import { dataPaths, parsed, recordOf, tablesOf } from '../../evidence/record-tables.ts';
import type { Table } from '../../evidence/record-tables.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { unboundIn } from '../../evidence/unbound.ts';

export const oddRecord: Recipe = {
  name: 'odd-record',
  classes: ['type', 'unknown', 'range', 'database'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'One record of a JSON file is unlike the others: text where they have a list or a number, a date that is written otherwise, an entry that is null, a reference that differs from the id only in case or blanks; one of a list in the code that has a misspelt key.',
  ideas(context) {
    const { message, named } = context.diagnosis;
    const tables = tablesOf(context);
    // Of YAML mostly the keys are compared: how it writes a value is its own matter.
    const slips = slippedKeys(context, [...tables, ...tablesOf(context, /\.ya?ml$/)]);
    if (slips.length > 0) return slips;
    const apart = slippedFiles(context.tree, message);
    if (apart.length > 0) return apart;
    const written = slippedLiterals(context);
    if (written.length > 0) return written;
    const misfit = /The value of '#(?:\/\w+)*\/(\w+)' does not match schema/.exec(message)?.[1];
    if (misfit !== undefined) return kinds(tables, new Set([misfit]));
    if (/Invalid (?:time value|date)/i.test(message)) return dates(tables, () => true);
    // `not a day: 19.03.2026`, as an own check says it.
    const said = dates(tables, (value) => message.includes(value));
    if (said.length > 0) return said;
    if (named.nullish !== undefined || /Cannot destructure/.test(message))
      return [...references(tables), ...numbered(tables), ...emptyEntries(context)];
    if (!/is not a function|is not iterable/.test(message)) return [];
    return kinds([...tables, ...tablesOf(context, /\.ya?ml$/)], fieldsRead(context));
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
      return [...reads.map(({ field }) => field), lastNameOf(object) ?? '', lastNameOf(node) ?? ''];
    }),
  );
}

function valuesOf({ records }: Table, key: string): JsonNode[] {
  return records.flatMap((each) => each.get(key) ?? []);
}

/** Each key, and how many records have it. */
const countsOf = memoize(({ records }: Table): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const record of records) for (const key of record.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
});

function keysOf(table: Table): string[] {
  return [...countsOf(table).keys()];
}

/** `"stpos"` or `"stopList"` in one record where most others have `"stops"`, which the code reads. */
function slippedKeys(context: RecipeContext, tables: readonly Table[]): Idea[] {
  const { read } = memberNames(context.tree);
  const isUnbound = unboundIn(context.diagnosis.message);
  const fields = context.diagnosis.named.nullish === undefined ? new Set() : fieldsRead(context);
  return tables.flatMap((table) => {
    const others = table.records.length - 1;
    const common = [...countsOf(table)].flatMap(([key, count]) => (read.has(key) && count * 2 > others ? [key] : []));
    return table.records.flatMap((record) => {
      const usual = common.filter((key) => !record.has(key));
      const failing = usual.filter((each) => fields.has(each) || isUnbound(each));
      // What fails for want of its usual key alone may well have one that is read of other things.
      const own = [...record.keys()].filter((key) => countsOf(table).get(key) === 1);
      const extra = usual.length === 1 && failing.length === 1 ? own : own.filter((key) => !read.has(key));
      const slips = own
        .filter((key) => !read.has(key))
        .flatMap((written) =>
          usual.flatMap((meant) => (read.has(meant) && (slip(written, meant) ?? 9) <= 1.4 ? [{ written, meant }] : [])),
        );
      const pairs = slips.length > 0 ? slips : renamed(table, record, { extra, usual, failing, read });
      const [{ written, meant } = { written: '', meant: '' }, more] = pairs;
      const key = record.get(written)?.parent?.children?.[0];
      if (more !== undefined || key === undefined) return [];
      // Another word for a number may be another unit: 1.2 percent are 120 basis points.
      const isUnit = record.get(written)?.type === 'number' && (slip(written, meant) ?? 9) > 1.4;
      const ask = isUnit ? `whether \`${written}\` counts what \`${meant}\` counts is not told` : null;
      return [
        put(table, key, {
          ask,
          text: /\.ya?ml$/.test(table.path) ? meant : JSON.stringify(meant),
          title: `\`${written}\` in ${table.path} is \`${meant}\` in other records`,
        }),
      ];
    });
  });
}

/** `"question"` in one of the files of a folder, where all others have `"questions"`, which the code reads or the failure speaks of. */
function slippedFiles(tree: SourceTree, message: string): Idea[] {
  const { read } = memberNames(tree);
  const said = new Set(message.match(/[\w$]{3,}/g));
  const files = dataPaths(tree).flatMap((path) => {
    const file = parsed(tree, path);
    return file?.root.type === 'object' ? [{ path, text: file.text, record: recordOf(file.root) }] : [];
  });
  // A method of that name is none of the data.
  const isTaken = (key: string): boolean =>
    read.get(key)?.some(({ node }) => node.parent?.type !== 'CallExpression' || node.parent.callee !== node) === true;
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  const found = files.flatMap((file) => {
    const others = files.filter((each) => each !== file && folderOf(each.path) === folderOf(file.path));
    const extra = [...file.record.keys()].filter(
      (key) => !isTaken(key) && others.every(({ record }) => !record.has(key)),
    );
    const usual = [...(others[0]?.record.keys() ?? [])].filter(
      (key) =>
        !file.record.has(key) && (read.has(key) || said.has(key)) && others.every(({ record }) => record.has(key)),
    );
    // Nothing else may be missing: files of a folder need not be of one kind.
    const isKin = [...file.record.keys()].every(
      (key) => extra.includes(key) || others.every(({ record }) => record.has(key)),
    );
    const [[written], [meant]] = [extra, usual];
    const isOne = isKin && extra.length === 1 && usual.length === 1 && file.record.size > 1;
    const key = written === undefined ? undefined : file.record.get(written)?.parent?.children?.[0];
    if (!isOne || written === undefined || meant === undefined || key === undefined) return [];
    return (slip(written, meant) ?? 9) <= 1.4 ? [{ file, key, written, meant }] : [];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { file, key, written, meant } = only;
  const title = `\`${written}\` in ${file.path} is \`${meant}\` in the files beside it`;
  return [put({ ...file, records: [], keys: new Set() }, key, { text: JSON.stringify(meant), title })];
}

/**
 * `{ upto: Infinity, price: 9 }` in a list of the code whose other records have an `upTo`, which is read; `{ token: LOTS, useValue }`, whose
 * value the message speaks of, among those that have a `provide`.
 */
function slippedLiterals({ diagnosis, signal, tree }: RecipeContext): Idea[] {
  const { read } = memberNames(tree);
  const said = `${diagnosis.message}\n${signal.error?.message ?? signal.stderr.slice(-16_384)}`;
  const words = new Set(said.match(/[\w$]{4,}/g));
  const isTold = ({ value }: Of<'Property'>): boolean => value.type === 'Identifier' && words.has(value.name);
  const found = allSources(tree).flatMap((source) =>
    all(source.program, 'ArrayExpression').flatMap(({ elements }) => {
      const records = elements.flatMap((each) => (each?.type === 'ObjectExpression' ? [keysIn(each)] : []));
      if (records.length < 2 || records.length < elements.length) return [];
      return records.flatMap((record) => {
        const others = records.filter((each) => each !== record);
        const extra = [...record].filter(([key]) => !read.has(key) && others.every((each) => !each.has(key)));
        const usual = [...(others[0]?.keys() ?? [])].filter(
          (key) => !record.has(key) && others.every((each) => each.has(key)),
        );
        const [first, another] = extra;
        const [meant, more] = usual;
        if (
          first !== undefined &&
          meant !== undefined &&
          another === undefined &&
          more === undefined &&
          isTold(first[1])
        )
          return others.length > 1 ? [{ source, written: first[0], node: first[1], meant }] : [];
        return extra.flatMap(([written, node]) =>
          usual.flatMap((meant) =>
            read.has(meant) && (slip(written, meant) ?? 9) <= 1.4 ? [{ source, written, node, meant }] : [],
          ),
        );
      });
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, written, node, meant } = only;
  const title = `\`${written}\` is \`${meant}\` in the other records of its list`;
  const text = node.shorthand ? `${meant}: ${written}` : meant;
  return [
    ideaIn('odd-record', source, { title, rank: 0, splices: [{ start: node.key.start, end: node.key.end, text }] }),
  ];
}

/** Of a literal whose keys are all plain; else of none. */
function keysIn({ properties }: Of<'ObjectExpression'>): Map<string, Of<'Property'>> {
  const plain = properties.flatMap((each) =>
    each.type === 'Property' && !each.computed && each.key.type === 'Identifier'
      ? [[each.key.name, each] as const]
      : [],
  );
  return new Map(plain.length === properties.length ? plain : []);
}

/** The one key of its own stands for the one that it lacks: they have a word in common, or the other is what failed and every record has it there; and values of one kind. */
function renamed(
  table: Table,
  record: ReadonlyMap<string, JsonNode>,
  {
    extra,
    usual,
    failing,
    read,
  }: Readonly<Record<'extra' | 'usual' | 'failing', readonly string[]>> & {
    readonly read: ReadonlyMap<string, unknown>;
  },
): { written: string; meant: string }[] {
  const [written, more] = extra;
  const [meant, another] = usual;
  if (written === undefined || meant === undefined || more !== undefined || another !== undefined) return [];
  const isKind = valuesOf(table, meant).every(({ type }) => type === record.get(written)?.type);
  const at = [...record.keys()].indexOf(written);
  const isInPlace = table.records.every((each) => each === record || [...each.keys()][at] === meant);
  const isAlike = shareWord(written, meant) || beginAlike(written, meant);
  const isMissed = failing.includes(meant) && isInPlace && (table.records.length > 2 || isAlike);
  return isKind && (isMissed || (isAlike && !read.has(written))) ? [{ written, meant }] : [];
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

const idsOf = memoize((table: Table): ReadonlySet<string> => {
  const values = ['id', 'slug', 'key', 'code', 'sku']
    .map((key) => valuesOf(table, key))
    .find((each) => each.length === table.records.length);
  return new Set((values ?? []).filter((each) => each.type === 'string').map((each) => String(each.value)));
});

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
        if (kind === 'number') return asNumber(table, { key, odd, title });
        if (kind !== 'array') return [];
        const parts = text
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '');
        return [put(table, odd, { text: JSON.stringify(parts), title })];
      }),
  );
}

/** `"12"`, `"12,5"`, and `"12 kg"` of a `weightKg`; of another unit only its owner knows how many it is. */
function asNumber(table: Table, { key, odd, title }: { key: string; odd: JsonNode; title: string }): Idea[] {
  const [, sum = '', unit = ''] = /^\s*(-?\d+(?:[.,]\d+)?)\s*([a-z%€$]{0,8})\s*$/i.exec(String(odd.value)) ?? [];
  const isThousands = /,\d{3}$/.test(sum);
  if (sum === '' || isThousands) return [];
  const isSaid = unit === '' || key.toLowerCase().endsWith(unit.toLowerCase());
  const ask = isSaid ? null : `only you know how many it is without \`${unit}\``;
  return [put(table, odd, { text: String(Number(sum.replace(',', '.'))), title, ask })];
}

/** `"3"` where everything else by that key refers to ids that are numbers: alone, or in lists of them. */
function numbered(tables: readonly Table[]): Idea[] {
  const ids = new Set(
    tables.flatMap((table) => valuesOf(table, 'id').flatMap((each) => (each.type === 'number' ? [each.value] : []))),
  );
  return tables.flatMap((table) =>
    keysOf(table).flatMap((key) => {
      const values = valuesOf(table, key).flatMap((each) => (each.type === 'array' ? (each.children ?? []) : [each]));
      const [odd, more] = values.filter((each) => each.type === 'string');
      const rest = values.filter((each) => each !== odd && each.type !== 'null');
      const isRef = rest.length > 1 && rest.every((each) => each.type === 'number' && ids.has(each.value));
      const text = String(odd?.value);
      if (odd === undefined || more !== undefined || !isRef || key === 'id') return [];
      if (!/^\d+$/.test(text) || !ids.has(Number(text))) return [];
      return [put(table, odd, { text, title: `\`${key}\` in ${table.path} refers to numbers everywhere else` })];
    }),
  );
}

/** `null` among records. */
function emptyEntries({ diagnosis, tree }: RecipeContext): Idea[] {
  if (diagnosis.named.nullish !== 'null') return [];
  return dataPaths(tree).flatMap((path) => {
    const file = parsed(tree, path);
    return file === null || !path.endsWith('.json')
      ? []
      : holesIn(file.root).map((hole) => withoutEntry({ path, text: file.text }, hole));
  });
}

function holesIn(node: JsonNode): JsonNode[] {
  const items = node.children ?? [];
  const holes = node.type === 'array' ? items.filter((each) => each.type === 'null') : [];
  const isList = items.length > 2 && items.every((each) => each.type === 'object' || holes.includes(each));
  return holes.length === 1 && isList ? holes : items.flatMap(holesIn);
}

function withoutEntry({ path, text }: { path: string; text: string }, hole: JsonNode): Idea {
  const items = hole.parent?.children ?? [];
  const at = items.indexOf(hole);
  const [before, behind] = [items[at - 1], items[at + 1]];
  const start = before === undefined ? hole.offset : before.offset + before.length;
  const end = before === undefined && behind !== undefined ? behind.offset : hole.offset + hole.length;
  const title = `an entry in ${path} is null, and all others are records`;
  return idea('odd-record', {
    ...{ title, rank: 1, ask: 'only you know whether the places of the others count' },
    edits: [{ path, before: text, after: splice(text, { start, end, text: '' }) }],
  });
}

/** `2026-3-5`, `2026/03/05` or `5.3.2026` where all others have `2026-01-08`. */
function dates(tables: readonly Table[], isMeant: (value: string) => boolean): Idea[] {
  const isPlain = (each: JsonNode): boolean => /^\d{4}-\d\d-\d\d$/.test(String(each.value));
  return tables.flatMap((table) =>
    keysOf(table).flatMap((key) => {
      const values = valuesOf(table, key);
      const [odd, more] = values.filter((each) => !isPlain(each));
      const date = odd === undefined ? null : plainDate(String(odd.value));
      if (odd === undefined || more !== undefined || values.length < 3 || date === null) return [];
      if (!isMeant(String(odd.value))) return [];
      const title = `\`${String(odd.value)}\` in ${table.path} is a date, written as all others`;
      return [put(table, odd, { text: JSON.stringify(date), title })];
    }),
  );
}

function plainDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  const [, otherDay, otherMonth, otherYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const parts = slashed(text) ?? [year ?? otherYear, month ?? otherMonth, day ?? otherDay];
  const date = parts.map((each) => each?.padStart(2, '0')).join('-');
  const isReal =
    !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
  return isReal ? date : null;
}

/** `19/03/2026`, `03/19/2026`: there are twelve months, so one of the two is the day; `03/04/2026` may be either. */
function slashed(text: string): string[] | null {
  const [, one = '', other = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (Number(one) > 12 === Number(other) > 12) return null;
  return Number(one) > 12 ? [year, other, one] : [year, one, other];
}

function put({ path, text }: Table, at: JsonNode, made: { text: string; title: string; ask?: string | null }): Idea {
  const after = splice(text, { start: at.offset, end: at.offset + at.length, text: made.text });
  const { title, ask = null } = made;
  return idea('odd-record', { title, rank: 0, ask, edits: [{ path, before: text, after }] });
}
