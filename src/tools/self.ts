/** Kintsugi's own sources, to read, and a repair of them, to propose: a record that waits for a person, and no way to write the sources (SPEC SELF-1, SELF-3, TOOL-6). */
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../kit/errors.ts';
import { ensureFolder, namesIn, writeJson } from '../kit/files.ts';
import { sha256 } from '../kit/hash.ts';
import { checkDiff } from '../policy/change.ts';
import type { View } from '../policy/view.ts';
import { defaultPolicy } from '../policy/settings.ts';
import type { ToolContext } from './context.ts';
import { numbered } from './reading.ts';
import { Refusal } from './refusal.ts';
import { declare, integer, longText, optional, word } from './tool.ts';

/** As `.kintsugi/pending-repairs/<id>.json` holds it. */
export interface PendingRepair {
  /** The first characters of the digest. */
  readonly id: string;
  readonly at: string;
  /** Relative to the sources, as in the diff. */
  readonly file: string;
  readonly line: number | null;
  readonly error: string;
  readonly cause: string;
  readonly fix: string;
  /** Unified, whole. */
  readonly diff: string;
  /** sha256 of the diff. */
  readonly digest: string;
  /** sha256 of each file as it was when this was proposed; null = it is new. */
  readonly base: Readonly<Record<string, string | null>>;
}

const pendingMax = 20;
const linesDefault = 120;
const isHere = ({ self }: ToolContext): boolean => self !== null;

export const readSource = declare({
  name: 'read_source',
  description: "Read lines of a file of Kintsugi's own sources, with line numbers.",
  input: {
    path: word('path from the folder of the sources, such as tools/call.ts'),
    start_line: optional(integer('first line, from 1; default 1', [1, 1_000_000])),
    num_lines: optional(integer(`how many, default ${linesDefault}`, [1, 300])),
  },
  touches: ['self'],
  isHere,
  run: ({ path: given, start_line: first = 1, num_lines: count = linesDefault }, context) => {
    const at = placeIn(rootOf(context), given);
    const text = readOrNull(path.join(rootOf(context), at));
    if (text === null) return `there is no file ${given}; list_source tells what there is`;
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    return first > Math.max(1, lines.length)
      ? `${given} has only ${lines.length} lines`
      : numbered(lines, first, count);
  },
});

export const listSource = declare({
  name: 'list_source',
  description: "List a folder of Kintsugi's own sources; folders end in a slash.",
  input: { path: optional(word('folder, default all of the sources')) },
  touches: ['self'],
  more: 'list a folder of it',
  isHere,
  run: ({ path: given = '.' }, context) => {
    const folder = path.join(rootOf(context), placeIn(rootOf(context), given));
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return `there is no folder ${given}`;
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((one) => one.isFile() || one.isDirectory())
      .map((one) => (one.isDirectory() ? `${one.name}/` : one.name))
      .toSorted()
      .join('\n');
  },
});

export const proposeRepair = declare({
  name: 'propose_repair',
  description:
    "Put a repair of Kintsugi's own sources before its owner, and end. It is kept, not applied: only a person applies it.",
  input: {
    file: word('the file at fault, as the diff names it'),
    error: longText('the error, in a line'),
    cause: longText('what is wrong and why, in a line'),
    fix: longText('what the change does about it, in a line'),
    diff: longText('the whole change as a unified diff, paths from the folder of the sources behind a/ and b/'),
  },
  touches: ['self'],
  isHere,
  run: ({ file, error, cause, fix, diff }, context) => {
    const root = rootOf(context);
    if (context.redact(diff) !== diff) throw new Refusal('the diff holds a secret');
    const { decision, reason, files } = checkDiff(diff, { ...defaultPolicy, protected: [] }, viewOf(root));
    if (decision === 'deny') throw new Refusal(reason);
    if (!files.some((one) => one.path === file)) return `the diff does not change ${file}; file names what it changes`;
    const digest = sha256(diff);
    const line = (text: string): string => context.redact(text).replace(/\s+/g, ' ').trim().slice(0, 500);
    const repair: PendingRepair = {
      ...{ id: digest.slice(0, 12), at: new Date().toISOString(), file, line: firstLine(diff) },
      ...{ error: line(error), cause: line(cause), fix: line(fix), diff, digest },
      base: Object.fromEntries(files.map((one) => [one.path, one.before === null ? null : sha256(one.before)])),
    };
    return keep(context.self?.pending ?? '', repair);
  },
});

function keep(folder: string, repair: PendingRepair): string {
  const others = namesIn(folder).filter((name) => name.endsWith('.json') && name !== `${repair.id}.json`);
  if (others.length >= pendingMax)
    throw new Refusal(`${others.length} repairs wait already; a person decides on those first`);
  ensureFolder(folder);
  writeJson(path.join(folder, `${repair.id}.json`), repair);
  return `Kept as ${repair.id}. A person decides on it.`;
}

/** Where the first hunk begins in the file as it is. */
function firstLine(diff: string): number | null {
  const from = /^@@ -(\d+)/m.exec(diff)?.[1];
  return from === undefined || from === '0' ? null : Number(from);
}

function rootOf({ self }: ToolContext): string {
  if (self === null) throw new Refusal('the sources are not here');
  return self.root;
}

/** Relative to the root; not through a link, wherever it leads. */
function placeIn(root: string, given: string): string {
  const at = path.posix.normalize(given).replace(/\/$/, '');
  if (path.isAbsolute(given) || given.includes('\\') || given.split('/').includes('..'))
    throw new Refusal(`${given} is no path inside the sources`);
  const real = realOrNull(path.join(root, at));
  if (real !== null && real !== path.join(root, at)) throw new Refusal(`${given} is a link, or lies behind one`);
  return at;
}

/** What policy looks at when it judges a diff: the sources, and nothing behind a link. */
function viewOf(root: string): View {
  return {
    read: (file) => (file === 'package.json' ? '{}' : readOrNull(path.join(root, placeIn(root, file)))),
    realpath: (file) =>
      (realOrNull(path.join(root, file)) ?? path.join(root, file)) === path.join(root, file) ? file : null,
  };
}

function realOrNull(file: string): string | null {
  try {
    return realpathSync(file);
  } catch (error) {
    if (isErrno(error)) return null; // it is not there, or cannot be reached
    throw error;
  }
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error)) return null; // no such file, or a folder
    throw error;
  }
}
