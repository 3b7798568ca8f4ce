/** The tree, as far as whoever judges a change may see it. */
import type { Text } from './forgotten.ts';
import { isCode } from './syntax.ts';

/** What the judge may see of the tree. Both functions are the caller's; paths are project-relative. */
export interface View {
  read(path: string): string | null;
  /** Where the path really is or would be, project-relative; null where that is outside the project. */
  realpath?(path: string): string | null;
  /** Does the file belong to the release (PRO-6)? Asked only for files that are there already. */
  released?(path: string): boolean;
  /** The files of the release. */
  files?(): readonly string[];
}

/** The sources and the JSON data of the release, as far as the view shows them. */
export function sourcesOf(view: View | undefined): () => readonly Text[] {
  return () =>
    (view?.files?.() ?? [])
      .filter((path) => isCode(path) || path.endsWith('.json'))
      .slice(0, sourcesMax)
      .flatMap((path) => {
        const text = view?.read(path) ?? null;
        return text === null ? [] : [{ path, text }];
      });
}

const sourcesMax = 400;
