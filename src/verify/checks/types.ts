/** Gate: a change brings no new type error, where the project itself checks its types (SPEC TRY-2). */
import { posix } from 'node:path';
import type { Edit, SourceTree } from '../../incident/nouns.ts';
import type { ExecResult } from '../../kit/exec.ts';
import { compilerFor, foldersOver } from '../../kit/out-folders.ts';

/** How the package that is changed checks its types; null where no script over it does, no TypeScript is changed, or no compiler is installed. */
export function typesCommand(tree: SourceTree, edits: readonly Edit[]): readonly string[] | null {
  const typed = edits.find(({ path }) => /\.[cm]?tsx?$/.test(path));
  const at = typed === undefined ? undefined : foldersOver(typed.path).find((each) => isChecked(tree, each));
  const compiler = at === undefined ? null : compilerFor(tree, at);
  const where = at === undefined || at === '' ? [] : ['-p', at];
  if (compiler === null) return null;
  return [process.execPath, compiler, ...where, '--noEmit', '--pretty', 'false', ...libsUnchecked(tree, edits)];
}

/** Declarations of packages say the same before and after, and are most of a check's time; those of the project itself are checked. */
function libsUnchecked(tree: SourceTree, edits: readonly Edit[]): string[] {
  const own = [...tree.files, ...edits.map(({ path }) => path)].some((file) => /\.d\.(?:[^/]+\.)?[cm]?ts$/.test(file));
  return own ? [] : ['--skipLibCheck'];
}

function isChecked(tree: SourceTree, at: string): boolean {
  const manifest = tree.read(posix.join(at, 'package.json')) ?? '';
  const scripts = /"scripts"\s*:\s*\{([^}]*)\}/.exec(manifest)?.[1] ?? '';
  return /[\s"&;|]tsc[\s"&;|]/.test(scripts) && tree.exists(posix.join(at, 'tsconfig.json'));
}

/** Its errors, `file: error TS2339: words`, without the places, which move; null where it ended otherwise. */
export function typeErrors({ code, stdout, timedOut }: ExecResult): readonly string[] | null {
  const found = [...stdout.matchAll(/^(\S.*?)\(\d+,\d+\): (error TS\d+: .*)$/gm)].map(
    ([, file, words]) => `${file}: ${words}`,
  );
  return timedOut || (code !== 0 && found.length === 0) ? null : found;
}

/**
 * The first error that was not there before, or stands there more often now. Where a text did not parse the compiler looked at no
 * types and no settings: then only what it says of the changed files may be new.
 */
export function newTypeError(
  before: readonly string[],
  after: readonly string[],
  changed: readonly string[],
): string | null {
  const left = [...before];
  const wasUnseen = before.length > 0 && before.every((error) => unparsed.test(error));
  return (
    after.find((error) => {
      const at = left.indexOf(error);
      if (at >= 0) left.splice(at, 1);
      const isOld = wasUnseen && !changed.some((path) => error.startsWith(`${path}: `));
      return at < 0 && !isOld;
    }) ?? null
  );
}

const unparsed = /^.*?: error TS1\d{3}: /;
