/** A YAML file that its reader refuses: a tab in the indentation, no blank behind the colon of a key. */
import type { Idea } from '../../incident/nouns.ts';
import { dataPaths } from '../evidence/data-paths.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { indentUnit } from '../code/text.ts';

export const yamlFile: Recipe = {
  name: 'yaml-file',
  classes: ['config', 'syntax', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A YAML file that its reader refuses: tabs in the indentation, no blank behind the colon of a key.',
  ideas(context) {
    const mended = mend(context);
    if (mended === null || !context.tree.files.includes(mended.path)) return [];
    return [ideaOf(mended)];
  },
  outside(context) {
    const mended = mend(context);
    if (mended === null || context.tree.files.includes(mended.path)) return null;
    return {
      why: `${mended.path}: ${mended.what}; it is no part of the release, so nobody but you changes it`,
      command: null,
    };
  },
};

interface Mended {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly what: string;
}

function ideaOf({ path, before, after, what }: Mended): Idea {
  return idea('yaml-file', { title: `${path}: ${what}`, rank: 0, edits: [{ path, before, after }] });
}

/** The one file that the error names, with the line it names made plain. */
function mend(context: RecipeContext): Mended | null {
  const [, name = '', printed] = /([\w.-]+\.ya?ml)(?:[:(](\d{1,6}))?/.exec(context.diagnosis.message) ?? [];
  const line = printed ?? /\bat line (\d{1,6})\b/.exec(context.diagnosis.message)?.[1];
  const paths = dataPaths(context).filter((path) => /\.ya?ml$/.test(path));
  const [path, more] = name === '' ? paths : paths.filter((each) => each.split('/').at(-1) === name);
  const speaks = name !== '' || /ya?ml/i.test(context.diagnosis.message);
  const before = path === undefined ? null : context.tree.read(path);
  if (path === undefined || more !== undefined || before === null || !speaks) return null;
  const unit = indentUnit(before.replaceAll('\t', ''));
  const lines = before.split('\n').map((text, index) => {
    const blanks = text.replace(/^[ \t]*\t[ \t]*/, (indent) => indent.replaceAll('\t', unit));
    return String(index + 1) === line ? blanks.replace(/^( *[A-Za-z_][\w-]*):(?=[^\s:/\\])/, '$1: ') : blanks;
  });
  const after = lines.join('\n');
  if (after === before) return null;
  const at = lines.findIndex((text, index) => text !== before.split('\n')[index]);
  const isTab = before.split('\n')[at]?.includes('\t') === true;
  const what = `line ${at + 1} ${isTab ? 'is indented with a tab' : 'lacks a blank behind the colon'}`;
  return { path, before, after, what };
}
