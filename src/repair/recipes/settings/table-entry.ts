/** A table that is asked by a field of records (`hours[ticket.priority]`), or by texts of the code, with one key that none of these is, and without the one that is left: they are the same entry. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, functionsAround, keyName, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { areOpposites } from '../../code/words.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { originsOf } from '../../evidence/origins.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'table-entry';

export const tableEntry: Recipe = {
  name,
  classes: ['type', 'range', 'assertion', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A table asked by a field of records, or by texts of the code, where all keys but one are among those, and all of those but one are keys: the odd key takes the one left.',
  ideas(context) {
    return readsOf(context).flatMap(({ table, field, written }) => {
      const values = field === null ? [] : valuesOf(context, field);
      return tablesOf(context, table).flatMap((each) => [
        // A single record that says it may be the one that is wrong.
        ...entryIdeas(context, each, { values, timesMin: 2 }),
        ...entryIdeas(context, each, { values: written, timesMin: 1 }),
      ]);
    });
  },
};

interface TableRead {
  readonly table: string;
  /** The field of records that it is asked by. */
  readonly field: string | null;
  /** Texts of the code that it is asked by: `states[left < 1 ? 'empty' : 'fine']`. */
  readonly written: readonly string[];
}

interface Entry {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Table {
  readonly source: Pick<Source, 'path' | 'text'>;
  readonly entries: readonly Entry[];
}

/** `slaHours` and `priority` of `env.slaHours[ticket.priority]`, in the functions that failed. */
function readsOf(context: RecipeContext): TableRead[] {
  const sites = sitesOf(context).slice(0, 2);
  const here = sites.flatMap(({ source, nodes: [node] }) =>
    (node === undefined ? [] : all(functionsAround(node).at(-1) ?? source.program, 'MemberExpression')).map((read) => ({
      source,
      read,
    })),
  );
  // `tariffFor(point)` of another file, which gave nothing.
  const given = sites
    .slice(0, 1)
    .flatMap((site) =>
      culprits(context, site).flatMap((node) =>
        originsOf(context, site.source, node).flatMap((each) =>
          each.node.type === 'MemberExpression' ? [{ source: each.source, read: each.node }] : [],
        ),
      ),
    );
  const found = [...here, ...given].flatMap(({ source, read: { computed, object, property } }) => {
    const table = lastNameOf(object);
    if (table === null || !computed || property.type === 'Literal') return [];
    const written = originsOf(context, source, property).flatMap(({ node }) => stringValue(node) ?? []);
    return [{ table, field: lastNameOf(property), written }];
  });
  return [...new Map(found.map((each) => [`${each.table} ${each.field}`, each])).values()];
}

const bothMin = 2;

function entryIdeas(
  context: RecipeContext,
  { source, entries }: Table,
  { values, timesMin }: { readonly values: readonly string[]; readonly timesMin: number },
): Idea[] {
  const keys = entries.map(({ text }) => text);
  const [odd, more] = entries.filter(({ text }) => !values.includes(text));
  const [left, other] = new Set(values.filter((each) => !keys.includes(each)));
  const isPair = odd !== undefined && more === undefined && left !== undefined && other === undefined;
  const isSaid = values.filter((each) => each === left).length >= timesMin;
  if (!isPair || !isSaid || keys.length < 2 || isSpoken(context, odd.text) || areOpposites(odd.text, left)) return [];
  const isFew = keys.length - 1 < bothMin;
  const ask = isFew ? `\`${odd.text}\` may be another entry than \`${left}\`` : null;
  const title = `\`${odd.text}\` is nothing that the table is asked by: \`${left}\` is the one it lacks`;
  return [ideaIn(name, source, { title, rank: 0, ask, splices: [{ start: odd.start, end: odd.end, text: left }] })];
}

/** Somebody asks for the entry by its own name. */
function isSpoken({ tree }: RecipeContext, key: string): boolean {
  const { read, spoken } = memberNames(tree);
  return read.has(key) || spoken.has(key);
}

/** What records of data files and objects of the code have in a field, and what a list beside `enum` or `oneOf` allows in it. */
function valuesOf(context: RecipeContext, field: string): string[] {
  const data = dataFiles(context).flatMap(({ keys }) =>
    keys.flatMap(({ name: key, value }) => (key === field && value?.type === 'string' ? [String(value.value)] : [])),
  );
  const made = allSources(context.tree).flatMap(({ program }) =>
    all(program, 'Property').flatMap(({ key, value, computed }) =>
      computed || keyName(key) !== field ? [] : textsOf(value as Node),
    ),
  );
  return [...data, ...made];
}

function textsOf(value: Node): string[] {
  const text = stringValue(value);
  if (text !== null) return [text];
  return all(value, 'CallExpression')
    .filter(({ callee }) => /^(?:enum|oneOf|valid|picklist)$/.test(lastNameOf(callee) ?? ''))
    .flatMap((call) => call.arguments.flatMap((each) => [each as Node, ...all(each as Node, 'Literal')]))
    .flatMap((each) => stringValue(each) ?? []);
}

/** Objects of that name in data files and in the code. */
function tablesOf(context: RecipeContext, table: string): Table[] {
  const data = dataFiles(context)
    .filter(({ path }) => context.tree.files.includes(path))
    .map((file) => ({ source: file, entries: file.keys.filter(({ around }) => around.at(-1) === table).map(entryOf) }));
  const made = allSources(context.tree).flatMap((source) =>
    all(source.program, 'ObjectExpression').flatMap(({ properties, parent }) => {
      const holder =
        parent?.type === 'VariableDeclarator' ? parent.id : parent?.type === 'Property' ? parent.key : null;
      if (holder === null || keyName(holder as Node) !== table) return [];
      const entries = properties.flatMap((each) => {
        const text = each.type === 'Property' && !each.computed && !each.shorthand ? keyName(each.key) : null;
        const quote = each.type === 'Property' && each.key.type === 'Literal' ? 1 : 0;
        return text === null || each.type !== 'Property'
          ? []
          : [{ text, start: each.key.start + quote, end: each.key.end - quote }];
      });
      return entries.length === properties.length ? [{ source, entries }] : [];
    }),
  );
  return [...data, ...made];
}

const entryOf = ({ name: text, start, end }: { name: string; start: number; end: number }): Entry => ({
  text,
  start,
  end,
});
