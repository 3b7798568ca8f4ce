/** A script of package.json that starts a file, loads a file of settings or runs a command which is not there: the line, and what is there. */
import { posix } from 'node:path';
import { escapeRegExp } from '../../../kit/text.ts';
import { didYouMean } from '../../code/names.ts';
import { lineOf } from '../../code/text.ts';
import { keptText } from '../../evidence/moved.ts';
import type { RecipeContext } from '../../recipe.ts';
import { compiledNote } from './compiled-file.ts';

const sample = /[.-](?:example|sample|template|dist|defaults?)$/i;

/** `sh: 1: tcs: not found` of a script: the line, and what is called almost so among the commands that packages bring. */
export function lostCommand({ cwd, diagnosis, tree }: RecipeContext): string | null {
  const wanted = /^(?:\S{0,20}\/)?(?:sh|bash|dash|ash)(?:: (?:line )?\d+)?: ([\w.-]+): (?:command )?not found$/m.exec(
    diagnosis.message,
  )?.[1];
  const manifest = posix.join(cwd, 'package.json');
  const text = tree.read(manifest) ?? '';
  const at = wanted === undefined ? -1 : text.search(new RegExp(`(?<=[\\s";&|])${escapeRegExp(wanted)}(?=[\\s";&|])`));
  if (wanted === undefined || at < 0) return null;
  const near = didYouMean(
    wanted,
    tree.list(posix.join(cwd, 'node_modules/.bin')).map((each) => each.replace(/\/$/, '')),
  );
  const what = near === null ? 'install what brings it, or correct the script' : `${near} is one: correct the script`;
  return `${manifest}:${lineOf(text, at)}: there is no command ${wanted}; ${what}`;
}

/** No repair writes package.json, and none makes up settings: a person is asked. */
export async function deadStart(context: RecipeContext): Promise<string | null> {
  const { cwd, diagnosis, tree } = context;
  const wanted = startedFile(context) ?? /^node: ([\w./-]+): not found$/m.exec(diagnosis.message)?.[1];
  if (wanted === undefined || wanted.startsWith('..')) return null;
  const file = posix.join(cwd, wanted);
  if (tree.exists(file) || (await keptText(context, file)) !== null) return null;
  const manifest = posix.join(cwd, 'package.json');
  const text = tree.read(manifest) ?? '';
  const bare = escapeRegExp(wanted.replace(/\.[cm]?[jt]s$/, ''));
  const at = text.search(new RegExp(`(?<=[\\s"=])(?:\\./)?${bare}(?:\\.[cm]?[jt]s)?(?=[\\s"])`));
  if (at < 0) return null;
  const line = `${manifest}:${lineOf(text, at)}`;
  const example = tree
    .list(posix.dirname(file) === '.' ? '' : posix.dirname(file))
    .find((each) => each.startsWith(posix.basename(file)) && sample.test(each));
  if (example !== undefined)
    return `${file} is not there, and ${posix.join(posix.dirname(file), example)} is (${line} loads it): copy it, and fill in what it lacks`;
  const compiled = compiledNote(tree, cwd, file);
  if (compiled !== null) return `${line}: ${compiled}`;
  const instead = beside(context, file);
  return `${line}: ${wanted} is not there${instead === null ? '' : `, ${instead} is`}: correct the path`;
}

/** Node was to run it, and nobody imported it. */
function startedFile({ cwd, diagnosis, root }: RecipeContext): string | undefined {
  if (diagnosis.class !== 'missing_module' || diagnosis.file !== null) return undefined;
  const said = /Cannot find module '(\/[^']+)'/.exec(diagnosis.message)?.[1];
  return said?.startsWith(`${root}/`) === true ? posix.relative(posix.join(root, cwd), said) : undefined;
}

/** The one file of that name elsewhere, of whatever ending; else one in its folder that is called almost so. */
function beside({ tree }: RecipeContext, file: string): string | null {
  const stem = (path: string): string => posix.basename(path).replace(/\.[cm]?[jt]s$/, '');
  const isBuilt = /(?:^|\/)(?:dist|build|out)\//.test(file);
  const isSame = (path: string): boolean =>
    posix.basename(path).startsWith('.') === posix.basename(file).startsWith('.') && stem(path) === stem(file);
  const hidden = posix.basename(file).startsWith('.')
    ? tree.list('').filter((each) => each === posix.basename(file))
    : [];
  const [only, more] = [
    ...tree.files.filter((path) => !isBuilt && isSame(path) && /\.[cm]?[jt]s$/.test(path)),
    ...hidden,
  ];
  if (only !== undefined && more === undefined) return only;
  return didYouMean(
    file,
    tree.files.filter((path) => posix.dirname(path) === posix.dirname(file)),
  );
}
