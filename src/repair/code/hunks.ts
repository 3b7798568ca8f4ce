/** The hunks that edits consist of. */
import { structuredPatch } from 'diff';
import type { Edit } from '../../incident/nouns.ts';

export interface Hunk {
  readonly path: string;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly lines: readonly string[];
}

/** Every hunk of the edits; a file that comes or goes is one of its own. */
export function hunksOf(edits: readonly Edit[]): Hunk[] {
  return edits.flatMap(({ path, before, after }): Hunk[] =>
    before === null || after === null
      ? [{ path, oldStart: 0, oldLines: 0, lines: [] }]
      : structuredPatch(path, path, before, after, '', '', { context: 0 }).hunks.map((hunk) => ({ ...hunk, path })),
  );
}
