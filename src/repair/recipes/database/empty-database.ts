/** A database file that is not there is made empty by whoever opens it, and has none of its tables: its path leads to the one that is there. */
import path from 'node:path';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { fromCwd } from '../../code/paths.ts';
import { all, allSources, stringValue } from '../../code/syntax.ts';
import { dataPaths } from '../../evidence/data-paths.ts';
import { pathValues } from '../../evidence/path-values.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { isOwnPath } from '../../sound.ts';
import { databaseName, missingFile } from '../files/missing-file.ts';
import { movedData } from '../files/moved-data.ts';
import { saidPath } from '../files/said-path.ts';

const posix = path.posix;

export const emptyDatabase: Recipe = {
  name: 'empty-database',
  classes: ['database'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'No such table, in a SQLite file that came into being when it was opened: the path in the code or in a data file leads to the database that is there.',
  async ideas(context) {
    const missing = emptyFile(context);
    if (missing === null) return [];
    const { diagnosis, tree } = context;
    const named = { code: 'ENOENT', syscall: 'open', path: missing };
    const asMissing: RecipeContext = {
      ...context,
      tree: without(tree, missing),
      diagnosis: { ...diagnosis, class: 'missing_file', named },
    };
    const found = await Promise.all([saidPath, movedData, missingFile].map((each) => each.ideas(asMissing)));
    return found
      .flat()
      .flatMap((idea): Idea[] => (idea.kind === 'cause' ? [{ ...idea, recipe: 'empty-database' }] : []));
  },
  question: async (context) => {
    const missing = emptyFile(context);
    return missing === null
      ? null
      : `${missing} has no tables: it was not there, and opening it made an empty one; put the database back, make its tables, or say where it lies`;
  },
};

/** The one database file that the project names and that holds nothing, as SQLite makes it. */
function emptyFile(context: RecipeContext): string | null {
  if (!/\bno such table: /.test(context.diagnosis.message)) return null;
  const { tree } = context;
  const named = new Set([...inSources(context), ...inData(context)].filter(isOwnPath));
  const [only, more] = [...named].filter((file) => !tree.exists(file) || tree.read(file) === '');
  return more === undefined ? (only ?? null) : null;
}

function inSources(context: RecipeContext): string[] {
  return allSources(context.tree).flatMap((source) => {
    const made = pathValues(context, source).flatMap(({ path: to, isHead, node }) =>
      isHead || !databaseName.test(to) ? [] : [{ to, node }],
    );
    const plain = all(source.program, 'Literal').flatMap((literal) => {
      const said = stringValue(literal) ?? '';
      const isPart = made.some(({ node }) => node.start <= literal.start && literal.end <= node.end);
      return /^[\w./@-]+$/.test(said) && databaseName.test(said) && !isPart ? [fromCwd(context, said)] : [];
    });
    return [...made.map(({ to }) => to), ...plain];
  });
}

function inData(context: RecipeContext): string[] {
  return dataPaths(context).flatMap((file) => {
    const said = (context.tree.read(file) ?? '').match(/(?<=["'\s])[\w./@-]+\.(?:sqlite3?|db)(?=["'\s])/g) ?? [];
    return said.map((each) => (each.startsWith('/') ? each : posix.normalize(fromCwd(context, each))));
  });
}

function without(tree: SourceTree, file: string): SourceTree {
  return {
    files: tree.files.filter((each) => each !== file),
    read: (each) => (each === file ? null : tree.read(each)),
    exists: (each) => each !== file && tree.exists(each),
    list: (folder) => {
      const isThere = posix.dirname(file) === (folder === '' ? '.' : posix.normalize(folder));
      return tree.list(folder).filter((name) => !isThere || name !== posix.basename(file));
    },
  };
}
