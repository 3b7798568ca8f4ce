/** What a compiler made of a source that is changed together with it: it is judged by that source. */
import { outFolderOver } from '../kit/out-folders.ts';
import type { View } from './view.ts';
import type { TextChange } from './meaning.ts';

const source = /(?<!\.d)\.([cm]?)tsx?$/;
const output = /\.[cm]?js(?:\.map)?$/;

/**
 * `dist/lots/lots.service.js` and its map, where the project compiles to `dist`, and `src/lots/lots.service.ts` is among the changes. A source that
 * comes new makes only what comes new: laid beside a file that somebody wrote, it would hide what becomes of that.
 */
export function madeAmong(changes: readonly TextChange[], view: View | undefined): (path: string) => boolean {
  const over = view === undefined ? null : outFolderOver((file) => view.read(file));
  const made = changes.filter(({ path, before }) => {
    const place = over?.(path) ?? null;
    const below = place === null ? '' : path.slice(place.folder.length + 1).replace(output, '');
    const root = place === null || place.at === '' ? '' : `${place.at}/`;
    return (
      below !== '' &&
      output.test(path) &&
      changes.some((other) => {
        const stem = (other.path.startsWith(root) ? other.path.slice(root.length) : '').replace(source, '');
        const isOf = below === stem || below === stem.slice(stem.indexOf('/') + 1);
        return source.test(other.path) && isOf && (other.before !== null || before === null);
      })
    );
  });
  const paths = new Set(made.map(({ path }) => path));
  return (path) => paths.has(path);
}
