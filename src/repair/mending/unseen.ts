/** Signs in code that nobody sees or that a word processor made: blanks without a width, curly quotes. */
import { lex } from '../code/lexer.ts';
import { splice } from '../code/text.ts';

const unseen = /\u200D|[\u00AD\u200B\u200C\u200E\u200F\u2060]/;

/** Outside of texts and comments, where V8 refuses what the parser here takes for a blank. */
export function hasUnseen(text: string): boolean {
  return unseen.test(text) && plainCode(text) !== text;
}

/** What stands outside of texts and comments, in plain signs. */
export function plainCode(text: string): string {
  const changed = lex(text).flatMap(({ kind, start, end, text: own }) => {
    const to = kind === 'sign' || kind === 'word' ? plain(own) : own;
    return to === own ? [] : [{ start, end, text: to }];
  });
  return splice(text, ...changed);
}

/** All of it, texts and comments, too. */
export function plain(text: string): string {
  return text
    .replace(new RegExp(unseen, 'g'), '')
    .replace(/[\u00A0\u3000]/g, ' ')
    .replace(/[\u201C\u201D]/g, '"')
    .replace(/[\u2018\u2019]/g, "'");
}
