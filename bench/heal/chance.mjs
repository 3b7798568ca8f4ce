/** Slips of fingers and of memory, decided by a seed. */

/** Numbers in [0, 1) that a text decides (mulberry32). */
export function randomOf(text) {
  let state = [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), 0x811c9dc5);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, pick: (list) => list[Math.floor(next() * list.length)] };
}

/** A word as fingers slip over it. */
export function misspelt(word, { pick, next }) {
  const at = 1 + Math.floor(next() * Math.max(1, word.length - 2));
  const hump = word.search(/(?<=[a-z])[A-Z]/);
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + (word[at] ?? '') + word.slice(at),
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
    word.endsWith('s') ? word.slice(0, -1) : `${word}s`,
    hump > 0 ? word.slice(0, hump) + word[hump].toLowerCase() + word.slice(hump + 1) : '',
    /^[a-z]/.test(word) ? word[0].toUpperCase() + word.slice(1) : word[0]?.toLowerCase() + word.slice(1),
  ].filter((slip) => slip !== word && /^[\w$#-]+$/.test(slip));
  return pick(slips) ?? `${word}s`;
}

/** Another good name, as one who renames would choose. */
export function renamed(word, { pick }) {
  const tail = word[0].toUpperCase() + word.slice(1);
  return pick([
    `current${tail}`,
    `${word}Value`,
    `the${tail}`,
    `${word}2`,
    word.length > 5 ? word.slice(0, 4) : `${word}Item`,
  ]);
}
