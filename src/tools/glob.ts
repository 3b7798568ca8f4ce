/** Path patterns that a model wrote: matched segment by segment, so that no pattern takes long. */

const alternativesMax = 64;

/** True for paths that the pattern covers: `*` and `?` within a name, `**` across folders, `{a,b}`; without a slash, a name in any folder. */
export function globTest(glob: string): (path: string) => boolean {
  const patterns = alternatives(glob.replace(/^\.?\//, '')).map((one) =>
    (one.includes('/') ? one : `**/${one}`).split('/'),
  );
  return (path) => patterns.some((pattern) => matches(pattern, path.split('/')));
}

/** `a.{js,ts}` → `a.js`, `a.ts`. */
function alternatives(glob: string): string[] {
  let found = [glob];
  for (let at = found.findIndex((one) => /\{[^{}]*\}/.test(one)); at >= 0 && found.length <= alternativesMax;) {
    const one = found[at] ?? '';
    const [whole = '', inner = ''] = /\{([^{}]*)\}/.exec(one) ?? [];
    const start = one.indexOf(whole);
    const made = inner.split(',').map((word) => one.slice(0, start) + word + one.slice(start + whole.length));
    found = [...found.slice(0, at), ...made, ...found.slice(at + 1)];
    at = found.findIndex((each) => /\{[^{}]*\}/.test(each));
  }
  return found.slice(0, alternativesMax);
}

/** Row by row: which beginnings of the path does the pattern so far cover? */
function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  let row = [true, ...parts.map(() => false)];
  for (const segment of pattern) {
    const next = parts.map(() => false);
    const across = segment === '**';
    const grown = [across && row[0] === true, ...next];
    for (const [index, part] of parts.entries()) {
      grown[index + 1] = across
        ? row[index + 1] === true || grown[index] === true
        : row[index] === true && fits(segment, part);
    }
    row = grown;
  }
  return row.at(-1) === true;
}

/** One name against one pattern without slashes; goes back to the last star only. */
function fits(pattern: string, name: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[from] === '*') {
      star = from++;
      mark = at;
    } else if (from < pattern.length && (pattern[from] === '?' || pattern[from] === name[at])) {
      from++;
      at++;
    } else if (star >= 0) {
      from = star + 1;
      at = ++mark;
    } else return false;
  }
  while (pattern[from] === '*') from++;
  return from === pattern.length;
}
