/** Text that is no code and came in by mistake: pasted, typed into the wrong window, or left of a list. */
import { lineOf, splice } from '../code/text.ts';

const programs = 'git|npm|npx|pnpm|yarn|node|cd|ls|docker|sudo|ssh|curl|make|cat|vim?|nano|exit|clear|psql';
/** What is no code: a command with its arguments, a frame of a stack, a note, a lone sign, the number of an item. */
const foreignText = [
  `(?:[$>#%] ?)?(?:${programs})(?: [\\w@./:=-]+)+`,
  'at .+:\\d+:\\d+\\)?',
  '(?:TODO|FIXME|XXX|WIP)\\b[^;{}()\\n]*',
  ':?wq!?',
  '[`+*~|^%&?\\\\]',
  '\\d{1,2}[.)]',
].join('|');
const foreignPlaces = [
  new RegExp(`^[^\\S\\n]*(?:${foreignText})[^\\S\\n]*\\n`, 'gm'),
  // Behind a value a sign may lead on to what a cut line lost.
  new RegExp(`(?<=[;{}])[^\\S\\n]*(?:${foreignText})[^\\S\\n]*$`, 'gm'),
  new RegExp(`^(?:${foreignText.replace('[^;{}()\\n]*', '')})(?=[^\\S\\n]{2,}\\S)`, 'gm'),
];

/** The text without each piece of such near the error, one by one: a line, the end of one, or its beginning. */
export function withoutForeign(text: string, at: number): { text: string; what: string }[] {
  const isNear = (index: number): boolean => Math.abs(lineOf(text, index) - lineOf(text, at)) <= 2;
  const isOdd = text.split('`').length % 2 === 0;
  return foreignPlaces.flatMap((place) =>
    [...text.matchAll(place)]
      .filter(({ 0: found, index }) => isNear(index) || (isOdd && found.includes('`')))
      .slice(0, 40)
      .map(({ 0: found, index }) => ({
        text: splice(text, { start: index, end: index + found.length, text: '' }),
        what: `\`${found.trim()}\` on line ${lineOf(text, index)} is no code`,
      })),
  );
}
