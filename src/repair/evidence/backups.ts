/** A copy that somebody set aside beside a file: `prices.json.bak`, `prices.old.json`, `prices copy.json`, `prices.json~`. */
import path from 'node:path';
import type { SourceTree } from '../../incident/nouns.ts';
import { allSources } from '../code/syntax.ts';

const posix = path.posix;
const marks = ['bak', 'backup', 'old', 'orig', 'save', 'prev', 'copy', 'disabled'];

export interface Backup {
  readonly file: string;
  readonly text: string;
}

/** By its name. */
export function isBackup(file: string): boolean {
  return new RegExp(`~$|^Copy of |[._ -](?:${marks.join('|')})(?:\\.\\w+)?$`).test(posix.basename(file));
}

/** The one copy of a file that is gone or empty; null where there is none, or several. */
export function backupOf(tree: SourceTree, wanted: string): Backup | null {
  const { dir, base, name, ext } = posix.parse(wanted);
  const called = new Set([
    `${base}~`,
    `Copy of ${base}`,
    ...marks.flatMap((mark) => [`${base}.${mark}`, `${name}.${mark}${ext}`, `${name}-${mark}${ext}`]),
    ...marks.flatMap((mark) => [`${name}_${mark}${ext}`, `${name} ${mark}${ext}`]),
  ]);
  const [only, more] = tree.list(dir === '.' ? '' : dir).filter((each) => called.has(each));
  const file = only === undefined ? null : posix.join(dir, only);
  const text = file === null || more !== undefined ? null : tree.read(file);
  return file === null || text === null || text.trim() === '' ? null : { file, text };
}

/** Why a person is asked before a copy takes the place of a file: what the program writes itself has changed since. */
export function backupDoubt(tree: SourceTree, wanted: string, { file }: Backup): string | null {
  const name = posix.basename(wanted);
  const isWritten = allSources(tree).some(
    ({ text }) => /\b(?:writeFile|appendFile|createWriteStream|rename)(?:Sync)?\(/.test(text) && text.includes(name),
  );
  return isWritten ? `the program writes ${wanted} itself, so that ${file} may lack what was written since` : null;
}
