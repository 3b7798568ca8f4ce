/** Reads a command line as a list of plain argv arrays and refuses every line that would need a shell. */
import { deny, type Verdict } from './settings.ts';

/** One program with its arguments; `before` is the operator that stands in front of it. */
export interface Step {
  readonly before: '&&' | '||' | null;
  readonly argv: readonly string[];
}

export type Parsed = { readonly steps: readonly Step[] } | { readonly refused: Verdict };

const charsMax = 1024;
const stepsMax = 16;

/** A line of at most 1024 printable ASCII characters without any shell syntax but quotes, `&&` and `||`. */
export function parseCommand(text: string): Parsed {
  const refused = refuseText(text);
  return refused === null ? split(text) : { refused };
}

function refuseText(text: string): Verdict | null {
  if (text.trim() === '') return deny('command-empty', 'There is no command.');
  if (text.length > charsMax) return deny('command-too-long', `The command is longer than ${charsMax} characters.`);
  if (/[^\x20-\x7e]/.test(text)) {
    return deny('command-characters', 'The command holds a control character or a character outside ASCII.');
  }
  const shell = /[`$<>\\;#{}!]/.exec(text.replace(/&&|\|\|/g, '')) ?? /[|&]/.exec(text.replace(/&&|\|\|/g, ''));
  if (shell) return needsShell(shell[0]);
  return null;
}

function needsShell(what: string): Verdict {
  return deny('command-needs-shell', `\`${what}\` would need a shell, and no command is ever given to one.`);
}

interface Reader {
  readonly steps: Step[];
  argv: string[];
  /** Null between words, so that `''` is a word. */
  word: string | null;
  quote: string | null;
  before: '&&' | '||' | null;
}

function split(text: string): Parsed {
  const reader: Reader = { steps: [], argv: [], word: null, quote: null, before: null };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (reader.quote !== null) {
      if (char === reader.quote) reader.quote = null;
      // An operator inside quotes is text to a shell; two readers of one line could disagree, so it is refused.
      else if (char === '&' || char === '|') return { refused: needsShell(char) };
      else reader.word = (reader.word ?? '') + char;
    } else if (char === '"' || char === "'") {
      reader.quote = char;
      reader.word ??= '';
    } else if (char === '&' || char === '|') {
      if (text.charAt(at + 1) !== char || !endStep(reader)) return { refused: badList() };
      reader.before = char === '&' ? '&&' : '||';
      at += 1;
    } else if (char === ' ') endWord(reader);
    else if ('*?[]()'.includes(char)) return { refused: needsShell(char) };
    else reader.word = (reader.word ?? '') + char;
  }
  return finish(reader);
}

function endWord(reader: Reader): void {
  if (reader.word !== null) reader.argv.push(reader.word);
  reader.word = null;
}

function endStep(reader: Reader): boolean {
  endWord(reader);
  if (reader.argv.length === 0) return false;
  reader.steps.push({ before: reader.before, argv: reader.argv });
  reader.argv = [];
  return true;
}

function finish(reader: Reader): Parsed {
  if (reader.quote !== null) return { refused: deny('command-quotes', 'A quotation mark is never closed.') };
  if (!endStep(reader)) return { refused: badList() };
  if (reader.steps.length > stepsMax) {
    return { refused: deny('command-list', `More than ${stepsMax} commands in one line.`) };
  }
  return { steps: reader.steps };
}

function badList(): Verdict {
  return deny('command-list', 'A list of commands has an empty part.');
}
