/** Reads a unified diff as strictly as a form: anything that `patch` or `git apply` would overlook is refused, not asked (POL-3). */
import { clip, printable } from '../kit/text.ts';
import { deny, type Verdict } from './settings.ts';
import { hiddenCharacter } from './text.ts';

export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** Each begins with ' ', '+' or '-' and has no line ending but a `\r` of its own. */
  readonly lines: readonly string[];
  /** True where that side ends without a newline after the last line of this hunk. */
  readonly oldOpen: boolean;
  readonly newOpen: boolean;
}

export interface FilePatch {
  readonly path: string;
  readonly created: boolean;
  readonly hunks: readonly Hunk[];
}

export type ParsedDiff = { readonly files: readonly FilePatch[] } | { readonly refused: Verdict };

export const diffLimits = { bytesMax: 64 * 1024, filesMax: 5, linesMax: 200 } as const;

/** Ends the reading of a diff; caught at the one rim below, so that the reader stays a plain recursive descent. */
class Refusal extends Error {
  readonly verdict: Verdict;
  constructor(rule: string, reason: string) {
    super(reason);
    this.verdict = deny(rule, reason);
  }
}

export function parseDiff(text: string): ParsedDiff {
  try {
    return { files: readDiff(text) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.verdict }; // a finding, carried up
    throw error;
  }
}

interface Cursor {
  readonly lines: readonly string[];
  at: number;
}

function readDiff(text: string): FilePatch[] {
  refuseWhole(text);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const cursor: Cursor = { lines, at: 0 };
  const files: FilePatch[] = [];
  while (cursor.at < lines.length) files.push(readFile(cursor));
  refuseFiles(files);
  return files;
}

function refuseWhole(text: string): void {
  if (text.trim() === '') throw new Refusal('diff-empty', 'The diff is empty.');
  if (text.length > diffLimits.bytesMax) throw new Refusal('diff-too-large', 'The diff is larger than 64 KB.');
  const hidden = hiddenCharacter(text);
  if (hidden !== null) throw new Refusal('diff-characters', `The diff holds ${hidden}, which cannot be seen.`);
}

function refuseFiles(files: readonly FilePatch[]): void {
  if (files.length > diffLimits.filesMax) {
    throw new Refusal('diff-too-large', `The diff changes more than ${diffLimits.filesMax} files.`);
  }
  const names = files.map((file) => file.path.normalize('NFKC').toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Refusal('diff-duplicate', `\`${shown(twice)}\` has more than one section.`);
  const changed = files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines.filter((line) => line[0] !== ' ')));
  if (changed.length > diffLimits.linesMax) {
    throw new Refusal('diff-too-large', `The diff changes more than ${diffLimits.linesMax} lines.`);
  }
}

/** Headers that mean more than "these lines change", each with what it is called. */
const refusedHeaders: readonly (readonly [RegExp, string, string])[] = [
  [/^(rename|similarity|dissimilarity)/, 'diff-rename', 'renames a file'],
  [/^copy/, 'diff-copy', 'copies a file'],
  [/^deleted file/, 'diff-delete', 'deletes a file'],
  [/^(old|new) mode/, 'diff-mode', 'changes the mode of a file'],
  [/^new file mode 12/, 'diff-symlink', 'makes a symbolic link'],
  [/^(new file mode 16|[+-]?Subproject commit)/, 'diff-submodule', 'changes a submodule'],
  [/^new file mode (?!100644$)/, 'diff-mode', 'makes a file that is not plain'],
  [/^(GIT binary patch|Binary files )/, 'diff-binary', 'is binary'],
];

function readFile(cursor: Cursor): FilePatch {
  const git = readGitHeader(cursor);
  const [oldLine, newLine] = [cursor.lines[cursor.at] ?? '', cursor.lines[cursor.at + 1] ?? ''];
  refuseHeader(oldLine);
  if (!oldLine.startsWith('--- ') || !newLine.startsWith('+++ ')) {
    throw new Refusal('diff-text', `\`${shown(oldLine)}\` stands where \`--- \` and \`+++ \` must.`);
  }
  cursor.at += 2;
  const names = { old: nameOf(oldLine.slice(4)), new: nameOf(newLine.slice(4)) };
  const path = agree(names);
  if (git !== null && git.path !== path) throw new Refusal('diff-names', 'The names in the headers disagree.');
  const created = names.old === '/dev/null';
  if (git !== null && git.created !== created) throw new Refusal('diff-names', 'The headers disagree on what is new.');
  const hunks = readHunks(cursor, created);
  return { path, created, hunks };
}

/** The optional `diff --git`, `new file mode 100644` and `index` lines; null where there are none. */
function readGitHeader(cursor: Cursor): { path: string; created: boolean } | null {
  const first = cursor.lines[cursor.at] ?? '';
  if (!first.startsWith('diff --git ')) return null;
  const middle = (first.length - 'diff --git '.length - 1) / 2;
  const [a, b] = [first.slice(11, 11 + middle), first.slice(12 + middle)];
  if (!a.startsWith('a/') || !b.startsWith('b/') || a.slice(2) !== b.slice(2)) {
    throw new Refusal('diff-names', 'The two names of `diff --git` are not the same plain name.');
  }
  cursor.at += 1;
  const created = cursor.lines[cursor.at] === 'new file mode 100644';
  if (created) cursor.at += 1;
  const index = cursor.lines[cursor.at] ?? '';
  if (index.startsWith('index ')) {
    if (/ 12\d{4}$/.test(index)) throw new Refusal('diff-symlink', 'The diff changes a symbolic link.');
    if (/ 16\d{4}$/.test(index)) throw new Refusal('diff-submodule', 'The diff changes a submodule.');
    if (!/^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}( 100644)?$/.test(index)) {
      throw new Refusal('diff-mode', `\`${shown(index)}\` is not the index line of a plain file.`);
    }
    cursor.at += 1;
  }
  return { path: a.slice(2), created };
}

function refuseHeader(line: string): void {
  const found = refusedHeaders.find(([pattern]) => pattern.test(line));
  if (found) throw new Refusal(found[1], `The diff ${found[2]}.`);
}

/** The name without the time that `diff -u` writes after a tab. */
function nameOf(text: string): string {
  const name = text.replace(/\t(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? [+-]\d{4})?$/, '');
  if (name.startsWith('"')) throw new Refusal('diff-names', 'A quoted file name is refused.');
  if (name === '' || name.includes('\t') || name.includes('\r') || name !== name.trim()) {
    throw new Refusal('diff-names', `\`${shown(name)}\` is not a plain file name.`);
  }
  return name;
}

function agree(names: { old: string; new: string }): string {
  if (names.new === '/dev/null') throw new Refusal('diff-delete', 'The diff deletes a file.');
  const bare = names.new.startsWith('b/') ? names.new.slice(2) : names.new;
  if (names.old === '/dev/null') return bare;
  if (names.old === names.new) return names.old;
  if (names.old.startsWith('a/') && names.new.startsWith('b/') && names.old.slice(2) === bare) return bare;
  throw new Refusal('diff-names', `\`${shown(names.old)}\` and \`${shown(names.new)}\` are not the same file.`);
}

function readHunks(cursor: Cursor, created: boolean): Hunk[] {
  const hunks: Hunk[] = [];
  let [end, delta] = [0, 0];
  while (cursor.lines[cursor.at]?.startsWith('@@ ') === true) {
    const hunk = readHunk(cursor);
    const position = hunk.oldCount === 0 ? hunk.oldStart + 1 : hunk.oldStart;
    const expected = position + delta - (hunk.newCount === 0 ? 1 : 0);
    if (position <= end || hunk.newStart !== expected) {
      throw new Refusal('diff-position', 'The line numbers of the hunks do not follow from one another.');
    }
    end = position + hunk.oldCount - 1;
    delta += hunk.newCount - hunk.oldCount;
    hunks.push(hunk);
  }
  if (hunks.length === 0) throw new Refusal('diff-text', 'A section has no hunk.');
  const [only] = hunks;
  if (created && (hunks.length > 1 || only?.oldStart !== 0 || only.oldCount !== 0)) {
    throw new Refusal('diff-position', 'A new file must be one hunk from line 0.');
  }
  return hunks;
}

function readHunk(cursor: Cursor): Hunk {
  const header = /^@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@(?: .*)?$/.exec(
    cursor.lines[cursor.at] ?? '',
  );
  if (header === null) throw new Refusal('diff-hunk', 'A hunk header is not well formed.');
  cursor.at += 1;
  const [oldStart, oldCount, newStart, newCount] = [header[1], header[2] ?? 1, header[3], header[4] ?? 1].map(
    Number,
  ) as [number, number, number, number];
  const body = readBody(cursor, { oldCount, newCount });
  if (body.lines.every((line) => line.startsWith(' '))) throw new Refusal('diff-hunk', 'A hunk changes nothing.');
  if ((oldStart === 0 && oldCount > 0) || (newStart === 0 && newCount > 0)) {
    throw new Refusal('diff-hunk', 'A hunk begins at line 0.');
  }
  return { oldStart, oldCount, newStart, newCount, ...body };
}

function readBody(
  cursor: Cursor,
  counts: { oldCount: number; newCount: number },
): Pick<Hunk, 'lines' | 'oldOpen' | 'newOpen'> {
  const lines: string[] = [];
  const left = { old: counts.oldCount, new: counts.newCount };
  const open = { old: false, new: false };
  for (;;) {
    const line = cursor.lines[cursor.at];
    const kind = line?.[0];
    if (kind === '\\') closeOpen(line ?? '', lines.at(-1), open);
    else if (left.old === 0 && left.new === 0) return { lines, oldOpen: open.old, newOpen: open.new };
    else takeLine(line, { left, open, lines });
    cursor.at += 1;
  }
}

interface Body {
  readonly left: { old: number; new: number };
  readonly open: { old: boolean; new: boolean };
  readonly lines: string[];
}

function takeLine(line: string | undefined, { left, open, lines }: Body): void {
  const kind = line?.[0];
  if (line === undefined || (kind !== ' ' && kind !== '+' && kind !== '-')) {
    throw new Refusal('diff-count', 'A hunk has fewer lines than its header says, or text between them.');
  }
  if (kind !== '+') left.old -= 1;
  if (kind !== '-') left.new -= 1;
  if (left.old < 0 || left.new < 0 || (kind !== '+' && open.old) || (kind !== '-' && open.new)) {
    throw new Refusal('diff-count', 'A hunk does not have the lines its header says.');
  }
  if (line.slice(0, -1).includes('\r')) throw new Refusal('diff-characters', 'A line holds a carriage return inside.');
  lines.push(line);
}

function closeOpen(line: string, before: string | undefined, open: { old: boolean; new: boolean }): void {
  if (line !== '\\ No newline at end of file' || before === undefined) {
    throw new Refusal('diff-text', 'A line with a backslash stands where none belongs.');
  }
  if ((before[0] !== '+' && open.old) || (before[0] !== '-' && open.new)) {
    throw new Refusal('diff-text', 'The end of the file is marked twice.');
  }
  if (before[0] !== '+') open.old = true;
  if (before[0] !== '-') open.new = true;
}

function shown(text: string): string {
  return clip(printable(text), 200);
}
