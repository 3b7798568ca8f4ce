/** Which file was meant by a path that leads nowhere: its ending, case, one slip, or the folder. */
import path from 'node:path';
import type { SourceTree } from '../../incident/nouns.ts';
import { slip } from '../code/names.ts';
import { subpathsOf } from '../code/modules.ts';
import { insideProject } from '../code/paths.ts';
import { allSources } from '../code/syntax.ts';
import { partsOf } from '../code/words.ts';
import type { RecipeContext } from '../recipe.ts';

const posix = path.posix;

export const bareEnding = (file: string): string =>
  file.replace(/\.(?:[cm]?[jt]sx?|json)$/, '').replace(/\/index$/, '');

/** Lower is nearer; null = another file. `local` is what the importer calls it. */
export function cost(wanted: string, file: string, local: string | null = null): number | null {
  const [a, b] = [bareEnding(wanted), bareEnding(file)];
  if (a === b) return 0;
  // Above the project there is nothing of it: one level too many.
  if (wanted.startsWith('../') && bareEnding(wanted.replace(/^(?:\.\.\/)+/, '')) === b) return 1;
  if (a.toLowerCase() === b.toLowerCase()) return 0.3;
  const [left, right] = [a.split('/'), b.split('/')];
  const differs = left.filter((part, index) => part !== right[index]);
  const at = left.findIndex((part, index) => part !== right[index]);
  const near = left.length === right.length && differs.length === 1 ? slip(left[at] ?? '', right[at] ?? '') : null;
  if (near !== null) return near;
  const index =
    /\bindex\.[^/.]+$/.test(file) && left.slice(0, -1).join('/') === b ? slip(left.at(-1) ?? '', 'index') : null;
  if (index !== null) return index; // `routes/idex.js`
  const [name, other] = [left.at(-1) ?? '', right.at(-1) ?? ''];
  if (name === other && name !== 'index') return 2.2;
  const plural = slip(name, other);
  if (plural !== null && plural <= 1 && left.length !== right.length) return 3.2;
  // `const db = require('../d')`, where `../db` is there
  const isPart = other.startsWith(name) || name.startsWith(other);
  return isPart && posix.dirname(a) === posix.dirname(b) && other.toLowerCase() === local?.toLowerCase() ? 1 : null;
}

/** `target-types.json` of `types.json`, beside it: data that has all words of the name, and that no source speaks of. */
export function isLongerData(tree: SourceTree, wanted: string, file: string): boolean {
  const isData = wanted.endsWith('.json') && file.endsWith('.json') && posix.dirname(file) === posix.dirname(wanted);
  const [words, parts] = [wanted, file].map((each) => partsOf(posix.parse(each).name));
  const isMore = isData && words?.every((word) => parts?.includes(word)) === true;
  return isMore && !allSources(tree).some(({ text }) => text.includes(posix.basename(file)));
}

/** The name by which `imports` of package.json lead to a file, in place of another name of those; null for what is written otherwise. */
export function hashOf(tree: SourceTree, importer: string, specifier: string, file: string): string | null {
  if (!specifier.startsWith('#')) return null;
  const names = [...subpathsOf(tree, importer)].filter(([name, target]) => name.startsWith('#') && target === file);
  return names.length === 1 ? (names[0]?.[0] ?? null) : null;
}

/** `#lib/settings`, which package.json leads to `src/lib/settings.ts`: what Node says that it looked for. */
export function behindHash(context: RecipeContext, specifier: string): string | null {
  const { module } = context.diagnosis.named;
  const wanted = module?.startsWith('/') === true ? insideProject(context, module) : null;
  const isIt = wanted !== null && posix.parse(wanted).name === posix.parse(specifier).name;
  return isIt && specifier.startsWith('#') && !context.tree.exists(wanted) ? wanted : null;
}

/** `.service` of `services/catalog.service.js`, where `services/catalog` is wanted: files of a kind say so in their names now. */
export function kindEnding(wanted: string, file: string): string | null {
  const rest = bareEnding(file).startsWith(`${bareEnding(wanted)}.`)
    ? bareEnding(file).slice(bareEnding(wanted).length)
    : '';
  return /^\.[a-z]+$/.test(rest) && rest !== '.d' ? rest : null;
}
