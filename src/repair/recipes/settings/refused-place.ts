/** A value of the settings that a schema refuses as the server starts and that nothing here mends: its owner is told the line. */
import { lineOf } from '../../code/text.ts';
import { keysWithin } from '../../evidence/data-keys.ts';
import type { DataFile } from '../../evidence/data-keys.ts';
import type { Refusal } from '../../evidence/refusals.ts';
import type { RecipeContext } from '../../recipe.ts';

/** The value itself is not said: it may be a secret. */
export function refusedPlace(
  { signal }: RecipeContext,
  files: readonly DataFile[],
  refusals: readonly Refusal[],
): string | null {
  if (!signal.beforeReady) return null;
  const found = refusals.flatMap(({ place, wants, options }) =>
    files.flatMap((file) => {
      const key = keysWithin(file, place.slice(0, -1)).find(({ name }) => name === place.at(-1));
      const wanted = options?.join(', ') ?? wants;
      return key?.value == null || place.length === 0 ? [] : [{ file, key, place, wanted }];
    }),
  );
  const [only] = found;
  if (only === undefined || found.some(({ file }) => file !== only.file)) return null;
  const lines = found.map(({ file, key, place, wanted }) => {
    const wants = wanted === null ? 'is refused' : `should be ${wanted}`;
    return `${file.path}:${lineOf(file.text, key.start)}: \`${place.join('.')}\` ${wants}`;
  });
  return `${lines.slice(0, 3).join('; ')}: only you know what it should be`;
}
