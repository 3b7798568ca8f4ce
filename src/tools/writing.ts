/** Tools that write the draft: write_file, edit_file, move_file. Each new text is judged and parsed before it is taken (SPEC REP-5, TOOL-3). */
import type { ToolContext } from './context.ts';
import { declare, integer, longText, optional, word } from './tool.ts';

const hypothesis = optional(longText('what is wrong and why; required before the first edit'));

export const writeFile = declare({
  name: 'write_file',
  description:
    'Create a file, or replace the whole of a small one. Tests, config, lock files, .env and dot files cannot be written.',
  input: { path: word('path from the project folder'), text: longText('the whole content'), hypothesis },
  touches: ['writes'],
  run: ({ path, text, hypothesis: said }, context) => {
    const before = textAt(path, context);
    return put(context, { at: before.at, after: likeBefore(text, before.text), said });
  },
});

export const editFile = declare({
  name: 'edit_file',
  description:
    'Replace one passage of a file. `find` must stand there exactly, without the line numbers of read_file, and only once, unless `line` tells which.',
  input: {
    path: word('path from the project folder'),
    find: longText('the exact text to replace; whole lines are best'),
    replace: longText('what to put in its place, literally'),
    line: optional(integer('line where `find` begins, where it stands more than once', [1, 1_000_000])),
    hypothesis,
  },
  touches: ['writes'],
  run: ({ path, find, replace, line, hypothesis: said }, context) => {
    const before = textAt(path, context);
    if (before.text === null) return `there is no file ${path}; write_file creates one`;
    const [old, now] = [likeBefore(find, before.text), likeBefore(replace, before.text)];
    const place = only(before.text, old, line);
    if (typeof place === 'string') return place;
    return put(context, {
      at: before.at,
      after: before.text.slice(0, place) + now + before.text.slice(place + old.length),
      said,
    });
  },
});

export const moveFile = declare({
  name: 'move_file',
  description: 'Move a file that this repair created. Files of the project are never moved or deleted by a repair.',
  input: { from: word('present path'), to: word('new path') },
  touches: ['writes'],
  run: ({ from, to }, context) => {
    const [source, target] = [textAt(from, context), textAt(to, context)];
    if (source.text === null || !context.draft.isNew(source.at))
      return `${from} was not created by this repair, and files of the project are never moved; make a new file that the others import`;
    if (target.text !== null || context.draft.tree.exists(target.at)) return `${to} is there already`;
    const wrong = context.draft.change(target.at, source.text);
    return wrong === null ? put(context, { at: source.at, after: null, said: undefined }) : `Not moved: ${wrong}`;
  },
});

function textAt(path: string, { draft }: ToolContext): { readonly at: string; readonly text: string | null } {
  const at = draft.place(path);
  return { at, text: draft.tree.read(at) };
}

function put({ draft }: ToolContext, made: { at: string; after: string | null; said: string | undefined }): string {
  draft.record(made.said);
  const wrong = draft.change(made.at, made.after);
  if (wrong !== null) return `Not changed: ${wrong}`;
  return `Done: ${made.at}. The draft now changes: ${draft.edits.map((edit) => edit.path).join(', ') || 'nothing'}`;
}

/** Where `find` stands: its only place, or the one nearest to the line that was named. */
function only(text: string, find: string, line: number | undefined): number | string {
  if (find === '') return '`find` is empty';
  const places: number[] = [];
  for (let at = text.indexOf(find); at >= 0 && places.length < 1_000; at = text.indexOf(find, at + 1)) places.push(at);
  const [first] = places;
  if (first === undefined) return `Not changed: \`find\` does not stand in the file.${closest(text, find)}`;
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  if (places.length === 1) return first;
  if (line === undefined)
    return `Not changed: \`find\` stands ${places.length} times, at lines ${places.slice(0, 10).map(lineOf).join(', ')}; take more lines, or tell which by \`line\``;
  return places.toSorted((a, b) => Math.abs(lineOf(a) - line) - Math.abs(lineOf(b) - line))[0] ?? first;
}

/** The line of the file that comes nearest to the first line of what was not found. */
function closest(text: string, find: string): string {
  if (/\[redacted:[a-z0-9-]+\]/.test(find)) return ' It holds a value that was hidden from you: leave such lines out.';
  const plain = (line: string): string => line.replace(/\s+/g, '');
  const wanted = plain(find.split('\n').find((line) => line.trim() !== '') ?? '');
  const lines = text.split('\n');
  const at = wanted === '' ? -1 : lines.findIndex((line) => plain(line) === wanted);
  return at < 0
    ? ' Read it again: it must match to the letter.'
    : ` Line ${at + 1} is nearly the same: ${JSON.stringify(lines[at])}`;
}

/** The line endings of the file as it is. */
function likeBefore(text: string, before: string | null): string {
  const plain = text.replaceAll('\r\n', '\n');
  return before !== null && /\r\n/.test(before) && !/[^\r]\n/.test(before)
    ? plain.replaceAll('\n', '\r\n')
    : before === null
      ? text
      : plain;
}
