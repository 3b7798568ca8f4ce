/** A file of SQL that makes the missing table, and that nobody runs: its ending is not that of the others in the folder that is listed, or it lies elsewhere. */
import path from 'node:path';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { all, allSources, chainOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { entriesOf } from '../files/moved-data.ts';

const posix = path.posix;

export const unrunScript: Recipe = {
  name: 'unrun-script',
  classes: ['database'],
  kind: 'operational',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A missing table whose file of SQL lies beside those that the server runs as it starts and has another ending (`.SQL`, `.sql.bak`, `.txt`): it is there by the ending of the others as well.',
  ideas(context) {
    const { message } = context.diagnosis;
    const table = /\b(?:no such table: |relation ")(?:\w+\.)?(\w+)(?=$|[\s"])/.exec(message)?.[1];
    const folder = table === undefined ? null : runFolder(context);
    if (table === undefined || folder === null) return [];
    const makes = new RegExp(
      String.raw`\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?["'\x60[]?${escapeRegExp(table)}\b`,
      'i',
    );
    const [only, more] = entriesOf(context).filter((file) => makes.test(textAt(context.tree, file)));
    return only === undefined || more !== undefined ? [] : scriptIdea(context, folder, only);
  },
};

/** The one folder that code lists and that holds files of SQL. */
function runFolder(context: RecipeContext): string | null {
  const listed = allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap(({ callee, arguments: [given] }) => {
      const isListing = /(?:^|\.)readdir(?:Sync)?$/.test(chainOf(callee) ?? '');
      return isListing && given !== undefined ? (pathOf(context, source, given as Node) ?? []) : [];
    }),
  );
  const [only, more] = new Set(
    listed.filter((folder) => context.tree.list(folder).some((name) => name.endsWith('.sql'))),
  );
  return more === undefined ? (only ?? null) : null;
}

function textAt(tree: SourceTree, file: string): string {
  return /\.(?:[cm]?[jt]s|json|md)$/.test(file) ? '' : (tree.read(file) ?? '');
}

function scriptIdea({ tree }: RecipeContext, folder: string, file: string): Idea[] {
  const base = posix.basename(file);
  const name = /\.sql/i.test(base) ? base.replace(/\.sql.*$/i, '.sql') : `${posix.parse(base).name}.sql`;
  const to = posix.join(folder, name);
  const after = tree.read(file);
  if (after === null || tree.exists(to)) return [];
  const ask = posix.dirname(file) === folder ? null : `${file} may have been put aside there`;
  const title = `${file} is run as ${to}`;
  return [
    idea('unrun-script', { title, kind: 'operational', rank: 0, ask, edits: [{ path: to, before: null, after }] }),
  ];
}
