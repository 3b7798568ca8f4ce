/** A file that is asked for under a name put together as the program runs, and that is there but for its case: it is there under that name, too. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { isCodeFile } from '../../../kit/code.ts';
import { isRelative } from '../../code/modules.ts';
import { insideProject, ownPath } from '../../code/paths.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { all, allSources, stringValue } from '../../code/syntax.ts';

const posix = path.posix;

export const fileCase: Recipe = {
  name: 'file-case',
  classes: ['missing_module', 'missing_file', 'unknown'],
  kind: 'operational',
  needs: 'probed',
  risk: 'safe',
  summary:
    'A file that is asked for by a name put together as the program runs, and that is there but for its case: it is put there under that name, too.',
  ideas(context) {
    const wanted = wantedPath(context);
    if (wanted === null || context.tree.exists(wanted)) return [];
    const endings = context.diagnosis.class === 'missing_module' ? ['', '.js', '.cjs', '.mjs', '.json', '.ts'] : [''];
    const found = context.tree.files.flatMap((file) =>
      endings.flatMap((ending) => {
        const named = wanted + ending;
        const isIt = file !== named && posix.dirname(file) === posix.dirname(named);
        return isIt && file.toLowerCase() === named.toLowerCase() ? [{ file, named }] : [];
      }),
    );
    const [only, more] = found;
    return only === undefined || more !== undefined || isSaid(context, only)
      ? []
      : standingIn('file-case', context, only, isCodeFile(only.file));
  },
};

export interface Named {
  readonly file: string;
  readonly named: string;
}

function wantedPath(context: RecipeContext): string | null {
  const { named, file } = context.diagnosis;
  if (named.module === undefined) return insideProject(context, named.path);
  if (!isRelative(named.module)) return insideProject(context, named.module);
  const from = ownPath(context, named.importer) ?? file;
  return from === null ? null : posix.join(posix.dirname(from), named.module);
}

/** The code says a name of it in full, as a path or with its ending: that is the one to change, or it is a file of its own. */
function isSaid({ tree }: RecipeContext, { file, named }: Named): boolean {
  const names = new Set([file, named].flatMap((each) => [posix.basename(each), posix.parse(each).name]));
  const said = allSources(tree).flatMap((source) =>
    all(source.program, 'Literal').map((each) => stringValue(each) ?? ''),
  );
  return said.some((text) => /[./]/.test(text) && names.has(posix.basename(text)));
}

/** Nothing is deleted; a person is asked where two files of one text are not what anybody wants, as of code. */
export function standingIn(name: string, { tree }: RecipeContext, { file, named }: Named, isTwice: boolean): Idea[] {
  const text = tree.read(file);
  if (text === null) return [];
  const ask = isTwice ? `${file} would stand there under both names: call it ${named}` : null;
  const edits = [{ path: named, before: null, after: text }];
  return [idea(name, { kind: 'operational', title: `${file} is read as ${named}`, rank: 1, ask, edits })];
}
