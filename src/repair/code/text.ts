/** Changes to text by offsets, in the style the text already has. */

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies replacements that do not overlap. */
export function splice(text: string, ...splices: readonly Splice[]): string {
  let result = text;
  for (const each of [...splices].sort((a, b) => b.start - a.start || b.end - a.end)) {
    result = result.slice(0, each.start) + each.text + result.slice(each.end);
  }
  return result;
}

export function eolOf(text: string): '\r\n' | '\n' {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset behind the line break that ends the line of `offset`. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

/** The white space that begins the line of `offset`. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, start + 200))?.[0] ?? '';
}

/** One step of indentation as this text uses it. */
export function indentUnit(text: string): string {
  const found = /^(\t| {2,8})\S/m.exec(text)?.[1];
  return found === undefined ? '  ' : found;
}

/** The quote that this text uses for strings. */
export function quoteOf(text: string): "'" | '"' {
  const single = text.split("'").length;
  const double = text.split('"').length;
  return double > single ? '"' : "'";
}

/** A string literal in the style of the text. */
export function quoted(value: string, style: string): string {
  const quote = quoteOf(style);
  const body = JSON.stringify(value).slice(1, -1);
  return quote === '"' ? `"${body}"` : `'${body.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** `;` where most lines of the text that could end with one do. */
export function semicolonOf(text: string): ';' | '' {
  const ends = text.match(/[\w)\]'"`;][ \t]*\r?$/gm) ?? [];
  const withSemicolon = ends.filter((end) => end.startsWith(';')).length;
  return ends.length === 0 || withSemicolon * 3 >= ends.length ? ';' : '';
}

/** Far more lines of a text end in a semicolon than in a value: a statement without one has lost it. */
export function isMarked(text: string): boolean {
  const lines = text.split('\n');
  const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
  return count(/;$/) > count(/[\w)\]'"`]$/);
}

/** A line ends at the offset, and not as statements of the text do. */
export function isCutAt(text: string, offset: number): boolean {
  return text.slice(offset).split('\n', 1)[0]?.trim() === '' && isMarked(text);
}

/** Offset → 1-based line. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** 1-based line and column → offset; null where the text has no such line. */
export function offsetAt(text: string, line: number, column: number): number | null {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const next = text.indexOf('\n', start);
    if (next < 0) return null;
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + Math.max(0, column - 1), end < 0 ? text.length : end);
}

/** The text without a byte order mark, and the mark. */
export function withoutMark(text: string): { mark: string; body: string } {
  return text.startsWith('\uFEFF') ? { mark: '\uFEFF', body: text.slice(1) } : { mark: '', body: text };
}
