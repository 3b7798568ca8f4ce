/** What git leaves of a merge in a text, in any kind of file: hunks with two sides, with or without their base, one within another. */

export type Choice = 'ours' | 'theirs' | 'both';

interface Hunk {
  readonly ours: readonly Part[];
  readonly theirs: readonly Part[];
}

type Part = string | Hunk;

/** The parts of a text: lines, and hunks; null where no whole hunk is there. */
export function conflictsIn(text: string): readonly Part[] | null {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const parts: Part[] = [];
  let at = 0;
  while (at < lines.length) {
    const found = hunkAt(lines, at);
    parts.push(found === null ? (lines[at] ?? '') : found.hunk);
    at = found?.end ?? at + 1;
  }
  return parts.some((each) => typeof each !== 'string') ? parts : null;
}

function hunkAt(lines: readonly string[], start: number): { hunk: Hunk; end: number } | null {
  if (!/^<{7}(?: |\r?$)/m.test(lines[start] ?? '')) return null;
  const sides = { ours: [] as Part[], base: [] as Part[], theirs: [] as Part[] };
  let side: keyof typeof sides = 'ours';
  let at = start + 1;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (/^>{7}(?: |\r?$)/m.test(line)) return side === 'theirs' ? { hunk: sides, end: at + 1 } : null;
    const nested = hunkAt(lines, at);
    if (nested !== null) sides[side].push(nested.hunk);
    else if (/^\|{7}(?: |\r?$)/m.test(line) && side === 'ours') side = 'base';
    else if (/^={7}\r?$/m.test(line) && side !== 'theirs') side = 'theirs';
    else sides[side].push(line);
    at = nested?.end ?? at + 1;
  }
  return null;
}

/** The text with a choice for each hunk, in their order; hunks whose sides say the same, but for blanks, take none. */
export function resolved(parts: readonly Part[], choices: readonly Choice[]): string {
  let at = 0;
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const [ours, theirs] = [part.ours, part.theirs].map((side) =>
        resolved(
          side,
          side.map(() => choices[at] ?? 'ours'),
        ),
      );
      if (isSame(part)) return ours;
      const choice = choices[at++] ?? 'ours';
      return choice === 'both' ? `${ours}${theirs}` : choice === 'ours' ? ours : theirs;
    })
    .join('');
}

/** How many hunks there are to choose of. */
export function openHunks(parts: readonly Part[]): number {
  return parts.filter((part) => typeof part !== 'string' && !isSame(part)).length;
}

function isSame({ ours, theirs }: Hunk): boolean {
  const plain = (side: readonly Part[]): string => resolved(side, []).replace(/\s+/g, ' ').trim();
  return plain(ours) === plain(theirs);
}
