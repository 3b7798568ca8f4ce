/** A row of a seed or of a CSV file whose text is no JSON, where that of the other rows is. */
import type { Idea } from '../../../incident/nouns.ts';
import { bracketed, partsOf, statementsIn, word } from '../../code/sql.ts';
import { allSources, chainOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { columnsOf } from '../../evidence/cells.ts';
import type { Cell, Column } from '../../evidence/cells.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { sitesOf } from '../../evidence/site.ts';
import { isJson, keyPaths, repairJson } from '../../mending/json-repair.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'json-cell';

export const jsonCell: Recipe = {
  name,
  classes: ['type', 'syntax', 'config', 'database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'One row of a seed in SQL or of a CSV file whose text is no JSON, where that of all others is: what its signs were meant to be, and where it is empty what the column holds by default.',
  ideas(context) {
    const { message, named } = context.diagnosis;
    if (!/\bJSON\b/i.test(message) && named.code !== '22P02') return [];
    const read = parsedNames(context);
    const fits = columnsOf(context.tree).filter((each) => read.length === 0 || read.includes(plain(each.name)));
    const found = fits.flatMap((column) => oddIn(context, column));
    return found.length === 1 ? found : [];
  },
};

const plain = (text: string): string => text.toLowerCase().replaceAll('_', '');

/** What the failing calls of `JSON.parse` are given, by name. */
function parsedNames(context: RecipeContext): string[] {
  return sitesOf(context).flatMap(({ nodes }) =>
    nodes.flatMap((node) => {
      const isParse = node.type === 'CallExpression' && chainOf(node.callee) === 'JSON.parse';
      const own = isParse ? lastNameOf(node.arguments[0] as Node) : null;
      return own === null || /^(?:text|value|json|raw|data|string|str|body|input|s|v)$/i.test(own) ? [] : [plain(own)];
    }),
  );
}

function kindOf(text: string): 'list' | 'object' | null {
  const kind = /^\s*([[{])/.exec(text)?.[1];
  return kind === undefined || !isJson(text) ? null : kind === '[' ? 'list' : 'object';
}

/** The one cell that is no JSON; where there are several, it is the code that does without. */
function oddIn(context: RecipeContext, column: Column): Idea[] {
  const kinds = column.cells.map(({ text }) => kindOf(text));
  const odd = column.cells.filter((_, at) => kinds[at] === null);
  const known = new Set(kinds.filter((each) => each !== null));
  const [cell, more] = odd;
  const [kind] = known;
  if (cell === undefined || more !== undefined || kind === undefined || known.size !== 1) return [];
  const standard = standardOf(context, column);
  if (kinds.length < (standard === null ? 3 : 2)) return [];
  const title = (text: string): string => `${cell.path}: \`${column.name}\` of one row is no JSON: \`${text}\``;
  if (cell.text.trim() !== '') {
    const meant = repairJson(cell.text);
    const isWhole = meant !== null && kindOf(meant) === kind && keyPaths(meant) !== null;
    return isWhole ? [put(context, cell, { title: title(meant), text: meant, ask: null, rank: 0 })] : [];
  }
  const empty = kind === 'list' ? '[]' : '{}';
  const isUsual = column.cells.some(({ text }) => text.replaceAll(/\s/g, '') === empty);
  const text = standard !== null && kindOf(standard) === kind ? standard : empty;
  const isSaid = text === standard || isUsual; // what another text of the project says comes before a guard in the code
  const ask = isSaid || kind === 'list' ? null : `only you know what \`${column.name}\` of that row is to hold`;
  return [put(context, cell, { title: title(text), text, ask, rank: isSaid ? -1 : 0 })];
}

interface Made {
  readonly title: string;
  readonly text: string;
  readonly ask: string | null;
  readonly rank: number;
}

function put({ tree }: RecipeContext, cell: Cell, made: Made): Idea {
  const before = tree.read(cell.path) ?? '';
  const after = before.slice(0, cell.start) + cell.written(made.text) + before.slice(cell.end);
  return idea(name, { title: made.title, rank: made.rank, ask: made.ask, edits: [{ path: cell.path, before, after }] });
}

/** `attributes TEXT NOT NULL DEFAULT '{}'`. */
function standardOf({ tree }: RecipeContext, { table, name: column }: Column): string | null {
  const texts = [
    ...tree.files.filter((path) => path.endsWith('.sql')).map((path) => tree.read(path) ?? ''),
    ...allSources(tree)
      .flatMap(statementsIn)
      .map(({ text }) => text),
  ];
  const head = new RegExp(
    `\\bcreate\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?["\`]?(?:\\w+\\.)?${table.replace(/\W/g, '\\$&')}["\`]?\\s*(?=\\()`,
    'i',
  );
  for (const text of texts) {
    const found = head.exec(text);
    const parts = found === null ? [] : partsOf(bracketed(text.slice(found.index + found[0].length)));
    const own = parts.find((part) => word(column).exec(part)?.index === part.search(/\w/));
    const standard = /\bdefault\s+\(?'((?:[^']|'')*)'/i.exec(own ?? '')?.[1];
    if (standard !== undefined && kindOf(standard) !== null) return standard;
  }
  return null;
}
