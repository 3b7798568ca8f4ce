/** Comments that lost the sign that begins or ends them. */
import { splice } from '../code/text.ts';

/** The text with `*` and `/` put in behind the comment that begins at `at`, and before `until`; likeliest first: before what closes on its line, then at the end of a line. */
export function* endedComments(text: string, at: number, until = text.length): Generator<string> {
  const lineEnd = text.indexOf('\n', at);
  const line = text.slice(at, lineEnd < 0 ? text.length : lineEnd);
  const inner = /\S\s*(?=\s{2}\S)|\S(?=\s*[)}\];,]+\s*$)/.exec(line.slice(2));
  if (inner !== null) {
    const end = at + 2 + inner.index + 1;
    yield splice(text, { start: end, end, text: ' */' });
  }
  for (let end = lineEnd; end >= 0 && end < until; end = text.indexOf('\n', end + 1))
    yield splice(text, { start: end, end, text: ' */' });
}

const bare = /[A-Za-z][\w'\u2019-]*/.source;
const between = /[\u2013\u2014&/-]|\d[\w.%]*|`[^`\n]*`/.source;
/** Words with blanks between them, in which nothing is called, read or given. */
const prose = `${bare}[,:.]?(?: +(?:\\(?${bare}\\)?|${between})[,:;.!?]?){2,}[.!?]?`;
const atStart = new RegExp(`^([^\\S\\n]*)(${prose})[^\\S\\n]*\\r?$`);
const atEnd = new RegExp(`(?<=[;,{}])([^\\S\\n]+)(${prose})[^\\S\\n]*\\r?$`);

/** Small words that no code begins or names anything with: what has one of them is a sentence. */
const ofSentences =
  /(?:^|\s)(?:the|an?|is|are|was|were|of|to|and|or|not|when|we|this|that|it|be|only|by|so|but|every|each|all|must|should|can|see|no)(?=\s|[,.:;]|$)/i;
const keyword =
  /^(?:const|let|var|return|if|else|for|while|do|switch|case|default|import|export|function|class|async|await|throw|new|try|catch|finally|type|interface|enum|public|private|protected|readonly|static|abstract|declare|yield|typeof|delete|void|get|set)\b/;

/** Of what is longer than any comment every place would be looked at from every other. */
const lineMost = 300;

/** The text with `//` before the words of the line that begins at `start`, a part of it first; none where they may be code. */
export function markedComments(text: string, start: number): string[] {
  const end = text.indexOf('\n', start) < 0 ? text.length : text.indexOf('\n', start);
  const line = text.slice(start, end);
  if (line.length > lineMost) return [];
  // The lines around it are one comment, of which it was a line.
  const isAmong = [lineBefore(text, start), lineBehind(text, end)].some((each) => /^\s*\/\//.test(each));
  return [atEnd.exec(line), atStart.exec(line)].flatMap((found) => {
    const [, blanks = '', words = ''] = found ?? [];
    if (found === null || keyword.test(words)) return [];
    const isLine = found.index === 0 && (isAmong || areUnknown(text.slice(0, start) + text.slice(end), words));
    if (!ofSentences.test(words) && !isLine) return [];
    const at = start + found.index + blanks.length;
    return [splice(text, { start: at, end: at, text: '// ' })];
  });
}

function lineBefore(text: string, start: number): string {
  return text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1));
}

function lineBehind(text: string, end: number): string {
  const next = text.indexOf('\n', end + 1);
  return text.slice(end + 1, next < 0 ? text.length : next);
}

/** No word of the line stands anywhere else: as code it would name nothing. */
function areUnknown(rest: string, words: string): boolean {
  const known = new Set(rest.replace(/\/\/.*/g, '').match(/[A-Za-z_$][\w$]*/g) ?? []);
  return (words.match(/[A-Za-z]\w*/g) ?? []).every((word) => !known.has(word));
}
