/** The known word that somebody most likely meant. */

/** The candidate with the fewest edits to `word`, the first of equals; null only where there are none. */
export function closest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestEdits = Infinity;
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (best === null || edits < bestEdits) [best, bestEdits] = [candidate, edits];
  }
  return best;
}

/** The closest candidate where it is so near that it was probably meant: a third of the letters differ at most. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const best = closest(word, candidates);
  if (best === null) return null;
  const edits = distance(word.toLowerCase(), best.toLowerCase());
  return edits <= Math.max(1, Math.floor(word.length / 3)) && edits < best.length ? best : null;
}

/** Edits from `a` to `b`: insert, delete, replace or swap two neighbours (optimal string alignment). */
function distance(a: string, b: string): number {
  if (a.length > 200 || b.length > 200) return Math.max(a.length, b.length);
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row[j] = cost;
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? Infinity;
}
