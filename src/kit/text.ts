/** Text made safe to show and bounded in size. */

/**
 * What a terminal, a log reader or an eye would not see as it is: C0 but newline and tab, DEL, C1, soft hyphen and other
 * blank letters, zero-width and bidi marks, line separators, variation selectors beyond emoji, tags, lone surrogates.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these very characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;

/** Terminal- and log-safe: everything invisible becomes a visible `\u{..}`. Idempotent. */
export function printable(text: string): string {
  return text.replace(invisible, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A pattern that finds this very text, for a place outside of `[…]`. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** The beginning of a text, at most `bytesMax` bytes of UTF-8 (an ellipsis included), never half a character. */
export function clip(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax || Buffer.byteLength(text) <= bytesMax) return text;
  const room = Math.max(0, bytesMax - 3);
  let end = 0;
  for (let bytes = 0; end < text.length;) {
    const code = text.codePointAt(end) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > room) break;
    end += code > 0xffff ? 2 : 1;
  }
  return bytesMax >= 3 ? `${text.slice(0, end)}…` : text.slice(0, end);
}

/** The last lines of a text: each line at most `lineBytesMax`, all together at most `bytesMax` bytes. */
export function capLines(text: string, lineBytesMax = 4096, bytesMax = 65_536): string {
  const kept: string[] = [];
  let room = bytesMax;
  for (let end = text.length; end >= 0;) {
    // A negative place would be taken for 0, and an empty first line be found for ever.
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    const line = clip(text.slice(start, Math.min(end, start + lineBytesMax + 1)), lineBytesMax);
    const bytes = Buffer.byteLength(line) + (kept.length > 0 ? 1 : 0);
    if (bytes > room) break;
    room -= bytes;
    kept.push(line);
    if (start === 0) break;
    end = start - 1;
  }
  return kept.toReversed().join('\n');
}

/** Offsets at which the lines of a text begin. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Which of these lines an offset lies in, from 0. */
export function lineIndex(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
