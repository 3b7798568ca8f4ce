/** Gate: every changed file parses as what the loader will take it for. */
import { parseSync } from 'oxc-parser';
import type { Edit, SourceTree } from '../../incident/nouns.ts';
import { isCodeFile } from '../../kit/code.ts';
import { Fault } from '../../kit/errors.ts';
import { nestsTooDeep } from '../../kit/nesting.ts';

type Kind = 'module' | 'commonjs' | 'either' | 'json';

export interface ParseVerdict {
  readonly ok: boolean;
  readonly detail: string;
}

export function checkParse(edits: readonly Edit[], tree: SourceTree): ParseVerdict {
  for (const edit of edits) {
    if (edit.after === null) continue;
    const now = firstError(edit.path, edit.after, tree);
    if (now === null) continue;
    const was = edit.before === null ? null : firstError(edit.path, edit.before, tree);
    // A file with two mistakes is mended one at a time: the first error moving on is progress, and the boot will tell.
    const movedOn = was !== null && now.at > was.at + (edit.after.length - (edit.before?.length ?? 0));
    if (!movedOn) return { ok: false, detail: `${edit.path}: ${now.message}` };
  }
  return { ok: true, detail: `${edits.length} changed` };
}

interface ParseError {
  readonly message: string;
  readonly at: number;
}

function firstError(file: string, text: string, tree: SourceTree): ParseError | null {
  const kind = kindOf(file, tree);
  if (kind === null) return null;
  if (kind === 'json') return jsonError(text);
  if (kind === 'either') return parseAs(file, text, 'commonjs') === null ? null : parseAs(file, text, 'module');
  return parseAs(file, text, kind);
}

function parseAs(file: string, text: string, kind: 'module' | 'commonjs'): ParseError | null {
  if (nestsTooDeep(text)) return { message: 'nests too deep to be parsed', at: 0 };
  const { errors } = parseSync(file, text, { sourceType: kind });
  const [first] = errors;
  return first === undefined ? null : { message: first.message, at: first.labels[0]?.start ?? 0 };
}

/** Files named so are read with comments by the tools that own them. */
const withComments = /(^|\/)([jt]sconfig[^/]*|\.[^/]*rc|settings|launch)\.json$|\.jsonc$/;

function kindOf(file: string, tree: SourceTree): Kind | null {
  if (/\.json$/.test(file)) return withComments.test(file) ? null : 'json';
  if (/\.(mjs|mts)$/.test(file)) return 'module';
  if (/\.(cjs|cts)$/.test(file)) return 'commonjs';
  if (!isCodeFile(file)) return null;
  const type = packageType(file, tree);
  // Without a type, Node looks at the syntax (and TypeScript compilers take both).
  return type === 'module' && !/\.tsx?$/.test(file)
    ? 'module'
    : type === 'commonjs' && !/\.tsx?$/.test(file)
      ? 'commonjs'
      : 'either';
}

function packageType(file: string, tree: SourceTree): string | null {
  for (let folder = file; folder !== '';) {
    folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
    const text = tree.read(folder === '' ? 'package.json' : `${folder}/package.json`);
    if (text !== null) return (parseOrNull(text) as { type?: string } | null)?.type ?? null;
  }
  return null;
}

function parseOrNull(text: string): unknown {
  return jsonError(text) === null ? JSON.parse(text.replace(/^\uFEFF/, '')) : null;
}

function jsonError(text: string): ParseError | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    if (!(error instanceof SyntaxError))
      throw new Fault('internal', 'JSON.parse threw something new', { cause: error });
    return { message: error.message, at: Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length) };
  }
}
