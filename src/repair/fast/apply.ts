/** Carries search/replace blocks out on texts: whole lines, found exactly once, and nothing else is touched (MOD-6, TOOL-3). Pure. */
import type { Edit } from '../../incident/nouns.ts';
import { clip } from '../../kit/text.ts';
import { eolOf, withoutMark } from '../code/text.ts';
import type { Block } from './blocks.ts';

/** A file as it is, and as a model was shown it. */
export interface Shown {
  readonly text: string;
  /** One for each line of `text`, without its ending; a line that holds a secret differs. */
  readonly lines: readonly string[];
}

/** The edits, or the exact mismatch as a text to the writer of the blocks. */
export function applyBlocks(
  blocks: readonly Block[],
  read: (path: string) => Shown | null,
): readonly Edit[] | { readonly mismatch: string } {
  const files = new Map<string, Open>();
  for (const [index, block] of blocks.entries()) {
    const open = files.get(block.path) ?? openFile(read(block.path));
    files.set(block.path, open);
    const wrong = block.search.length === 0 ? create(open, block) : change(open, block);
    if (wrong !== null) return { mismatch: `Block ${index + 1} (${clip(block.path, 200)}): ${wrong}` };
  }
  const edits = [...files].map(([path, open]) => ({ path, before: open.before, after: textOf(open) }));
  const same = edits.find((edit) => edit.before === edit.after);
  return same === undefined ? edits : { mismatch: `The blocks of ${clip(same.path, 200)} change nothing.` };
}

interface Line {
  /** As the model knows it. */
  readonly shown: string;
  /** With its ending. */
  readonly raw: string;
}

interface Open {
  readonly before: string | null;
  readonly mark: string;
  readonly eol: string;
  /** True where the text ends without a line break. */
  readonly isOpen: boolean;
  lines: Line[];
}

function openFile(file: Shown | null): Open {
  if (file === null) return { before: null, mark: '', eol: '\n', isOpen: false, lines: [] };
  const { mark, body } = withoutMark(file.text);
  const raws = body.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const lines = raws.map((raw, at) => ({ raw, shown: file.lines[at] ?? '' }));
  return { before: file.text, mark, eol: eolOf(body), isOpen: body !== '' && !body.endsWith('\n'), lines };
}

function textOf({ mark, lines, eol, isOpen }: Open): string {
  const text = mark + lines.map((line, at) => (at < lines.length - 1 ? closed(line.raw, eol) : line.raw)).join('');
  return isOpen && text.endsWith('\n') ? text.replace(/\r?\n$/, '') : text;
}

function closed(raw: string, eol: string): string {
  return raw.endsWith('\n') ? raw : raw + eol;
}

function create(open: Open, { replace }: Block): string | null {
  if (open.lines.length > 0)
    return 'an empty SEARCH makes a new file, but this file is there already; quote the lines to change.';
  open.lines = replace.map((line) => ({ shown: line, raw: line + open.eol }));
  return replace.length === 0 ? 'it makes an empty file.' : null;
}

function change(open: Open, { search, replace }: Block): string | null {
  if (open.before === null && open.lines.length === 0) return 'there is no such file.';
  const places = placesOf(open.lines, search);
  const [at] = places;
  if (at === undefined) return notThere(open.lines, search);
  if (places.length > 1) return notUnique(places);
  const [head, tail] = commonEnds(search, replace);
  const old = open.lines.slice(at + head, at + search.length - tail);
  const fresh = replace.slice(head, replace.length - tail).map((text) => lineFor(text, old, open));
  const lost = fresh.findIndex((line) => line === null);
  if (lost >= 0)
    return `the line \`${clip(replace[head + lost] ?? '', 200)}\` holds a value that was hidden from you; leave that line as it is.`;
  open.lines.splice(at + head, old.length, ...fresh.filter((line) => line !== null));
  return null;
}

/** A line that stays as it was shown stays as it is; null for one that would write a hidden value's name in its place. */
function lineFor(text: string, old: readonly Line[], open: Open): Line | null {
  const kept = old.find((line) => isSame(line.shown, text) && isHiding(line));
  if (kept !== undefined) return { shown: text, raw: closed(kept.raw, open.eol) };
  const marks = open.lines.filter(isHiding).flatMap((line) => line.shown.match(hiddenMark) ?? []);
  const written = text.match(hiddenMark) ?? [];
  if (written.some((mark) => mark.startsWith('[') || marks.includes(mark))) return null;
  return { shown: text, raw: text + open.eol };
}

const hiddenMark = /\[redacted:[\w-]+\]|process\.env\.\w+/g;

function isHiding(line: Line): boolean {
  return line.shown !== line.raw.replace(/\r?\n$/, '');
}

/** What stands at the end of a line cannot be seen, so it does not count. */
function isSame(a: string, b: string): boolean {
  return a === b || a.trimEnd() === b.trimEnd();
}

function placesOf(lines: readonly Line[], search: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at + search.length <= lines.length; at += 1)
    if (search.every((line, next) => isSame(lines[at + next]?.shown ?? '', line))) found.push(at);
  return found;
}

function commonEnds(a: readonly string[], b: readonly string[]): [number, number] {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return [head, tail];
}

const quotedMax = 40;
const comparedMax = 200;

function notUnique(places: readonly number[]): string {
  const lines = places.slice(0, 8).map((at) => at + 1);
  return `the SEARCH lines occur ${places.length} times (from lines ${lines.join(', ')}); add lines around them until they occur once.`;
}

/** The stretch of the file that shares most words with the wanted lines, as it really is. */
function notThere(lines: readonly Line[], search: readonly string[]): string {
  const wanted = new Set(search.slice(0, comparedMax).flatMap(wordsOf));
  const scores = lines.map((line) => {
    const words = wordsOf(line.shown);
    return words.length === 0 ? 0 : words.filter((word) => wanted.has(word)).length ** 2 / words.length;
  });
  const span = Math.min(search.length, quotedMax);
  let [best, bestAt, sum] = [0, 0, 0];
  for (const [at, score] of scores.entries()) {
    sum += score - (scores[at - span] ?? 0);
    if (sum > best + 0.001) [best, bestAt] = [sum, Math.max(0, at - span + 1)];
  }
  if (best < 1) return 'nothing like the SEARCH lines stands in this file.';
  const [from, to] = [Math.max(0, bestAt - 2), bestAt + span + 2];
  const near = lines.slice(from, to).map((line) => line.shown);
  return `the SEARCH lines do not occur in this file. Its lines ${from + 1}-${from + near.length} are exactly:\n${near.join('\n')}`;
}

function wordsOf(line: string): string[] {
  return line.slice(0, 2_000).match(/[\w$]{2,}/g) ?? [];
}
