/** What a compiler made of a source that is changed together with it: it is judged by that source. */

const source = /(?<!\.d)\.([cm]?)tsx?$/;
const output = /\.[cm]?js(?:\.map)?$/;

/** `dist/lots/lots.service.js` and its map, where `src/lots/lots.service.ts` is among the changes. */
export function isMade(path: string, changes: readonly { readonly path: string }[]): boolean {
  const below = withoutFolder(path.replace(output, ''));
  return (
    output.test(path) &&
    changes.some(({ path: other }) => {
      const stem = other.replace(source, '');
      return source.test(other) && below !== '' && (below === stem || below === withoutFolder(stem));
    })
  );
}

const withoutFolder = (path: string): string => path.slice(path.indexOf('/') + 1 || path.length);
