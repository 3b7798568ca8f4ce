/** What a command prints: one JSON value or a text on stdout, warnings on stderr; hostile text cannot steer the terminal. */
import { printable } from '../../kit/text.ts';

export interface Output {
  readonly json: boolean;
  /** The command's one result: `value` with --json, else the text that `human` makes. */
  result(value: unknown, human: () => string): void;
  /** One of many (`--follow`): a JSON object a line, or a line of text. */
  line(value: unknown, human: () => string): void;
  warn(text: string): void;
}

export interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export function createOutput(json: boolean, { stdout, stderr }: Streams): Output {
  const print = (value: unknown, human: () => string): void => {
    const text = json ? safeJson(value) : printable(human());
    if (text !== '') stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  };
  return {
    json,
    result: print,
    line: print,
    warn: (text) => void stderr.write(`kintsugi: ${oneLine(text)}\n`),
  };
}

/** One line whatever is in it. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s*\n\s*/g, ' ').trim());
}

/** C1 controls, bidi, zero-width, byte-order and tag characters: JSON leaves them raw, terminals obey them. */
const unsafe =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

/** JSON whose text is harmless and whose value is the same. */
export function safeJson(value: unknown): string {
  const escape = (text: string): string =>
    [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
  return (JSON.stringify(value) ?? 'null').replace(unsafe, escape);
}

/** Columns of a table, padded; the last one is left as long as it is. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)), []);
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `1 file`, `2 files`. */
export function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
