/** Text that does not look like what it is: control, bidi, zero-width and tag characters, and words of mixed scripts. */

/** First and last code point of everything a reader cannot see. */
const hiddenRanges: readonly (readonly [number, number])[] = [
  [0x00, 0x08], // C0 but tab, newline and return
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f], // DEL and C1
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c], // bidi marks here and below
  [0x115f, 0x1160], // fillers that count as letters
  [0x17b4, 0x17b5],
  [0x180b, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff], // lone surrogates
  [0xfe00, 0xfe0e], // variation selectors but the one of emoji
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xffff],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff], // tags and further selectors
];

const hidden = new RegExp(
  `[${hiddenRanges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('')}]`,
  'u',
);

/** The first character that a reader cannot see, as `U+200B`; null where there is none. */
export function hiddenCharacter(text: string): string | null {
  const found = hidden.exec(text)?.[0];
  if (found === undefined) return null;
  return `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What nobody sees is gone, and all that is seen is as it was: V8 refuses such signs where the parser here takes them for blanks. */
export function losesHidden(before: string, after: string): boolean {
  const every = new RegExp(hidden, 'gu');
  return before.length > after.length && before.replace(every, '') === after.replace(every, '');
}

/** Cyrillic, Armenian and Cherokee at large; of Greek only what is drawn like a Latin letter, for `Δt` is honest. */
const lookalike = /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχϲϳ]/u;

/** A word that mixes Latin letters with letters that look like them; null where there is none. */
export function mixedScriptWord(text: string): string | null {
  const words = text.match(/[\p{L}\p{M}\p{N}_$]+/gu) ?? [];
  return words.find((word) => /\p{Script=Latin}/u.test(word) && lookalike.test(word)) ?? null;
}

/** Lines with their own endings, so that nothing is lost: `join('')` gives the text back. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
