/** A table that is asked by a key it does not have, and that has an entry for all others which nobody takes: `rates[zone] ?? rates.default`. */
import { importsOf } from '../../code/bindings.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { originsOf } from '../../evidence/origins.ts';
import { topKeys } from '../../evidence/holders.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { all, allSources, keyName, keysIn, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';

export const fallbackEntry: Recipe = {
  name: 'fallback-entry',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A table that is asked by a key which it does not have, and that has a `default` which no code takes: that one for all others.',
  ideas(context) {
    const [site] = sitesOf(context);
    if (site === undefined || context.diagnosis.named.nullish !== 'undefined') return [];
    const asked = culprits(context, site)
      .slice(0, 2)
      .flatMap((node) => originsOf(context, site.source, node))
      .flatMap(({ source, node }) => (node.type === 'MemberExpression' && node.computed ? [{ source, node }] : []));
    return asked.slice(0, 1).flatMap(({ source, node }) => {
      const names = keysOfTable(context, site, { source, table: node.object }).filter((each) => isForOthers.test(each));
      const [entry, more] = names;
      if (entry === undefined || more !== undefined || isTaken(context, entry) || stringValue(node.property) !== null)
        return [];
      const table = textOf(source, node.object);
      const isWhole = /^(?:ReturnStatement|VariableDeclarator|ArrowFunctionExpression)$/.test(node.parent?.type ?? '');
      const [open, close] = isWhole ? ['', ''] : ['(', ')'];
      const splices = [
        { start: node.start, end: node.start, text: open },
        { start: node.end, end: node.end, text: ` ?? ${table}.${entry}${close}` },
      ];
      const title = `\`${table}\` has \`${entry}\` for what it does not name`;
      return [ideaIn('fallback-entry', source, { title, rank: 0, splices })];
    });
  },
};

const isForOthers = /^(?:default|defaults|fallback|other|others|otherwise)$/;

/** Some code reads an entry of that name already, of this or of another table. */
function isTaken({ tree }: RecipeContext, entry: string): boolean {
  return allSources(tree).some(
    ({ program }) =>
      all(program, 'MemberExpression').some((each) =>
        each.computed ? stringValue(each.property) === entry : keyName(each.property) === entry,
      ) ||
      all(program, 'ObjectPattern').some(({ properties }) =>
        properties.some((each) => each.type === 'Property' && keyName(each.key) === entry),
      ),
  );
}

/** What the debugger saw, else what the literal or the data file has that the table comes from. */
function keysOfTable(context: RecipeContext, site: Site, at: { source: Source; table: Node }): readonly string[] {
  const seen = at.source === site.source ? valueOf(site, at.table) : null;
  // What a module gives out by default is no entry of a table.
  if (seen?.className === 'Module' || seen?.keys.includes('__esModule') === true) return [];
  if (seen !== null && seen.keys.length > 0) return seen.keys;
  return originsOf(context, at.source, at.table).flatMap(({ source, node }) =>
    node.type === 'ObjectExpression' ? keysIn(node) : keysInFile(context, pathIn(source, node)),
  );
}

/** `rates.json` of `JSON.parse(readFileSync(join(folder, 'rates.json'), 'utf8'))`, `require('./rates.json')`, `import rates from './rates.json'`. */
function pathIn(source: Source, node: Node): string | null {
  if (node.type === 'Identifier') {
    const from = importsOf(source).find((each) => each.local === node.name)?.specifier ?? '';
    return /\.json$/.test(from) ? from : null;
  }
  if (node.type !== 'CallExpression') return null;
  return /['"`]([^'"`\n]+\.json)['"`]/.exec(textOf(source, node))?.[1] ?? null;
}

function keysInFile(context: RecipeContext, path: string | null): string[] {
  const name = path?.replace(/^.*\//, '');
  const found = name === undefined ? [] : dataFiles(context).filter((file) => `/${file.path}`.endsWith(`/${name}`));
  const [only, other] = found;
  return only === undefined || other !== undefined ? [] : topKeys(only).map((key) => key.name);
}
