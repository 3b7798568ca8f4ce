/** git_log and git_diff: what changed lately. Revisions and paths are checked here, programs of the repository are off. */
import type { ToolContext } from './context.ts';
import { declare, integer, optional, word } from './tool.ts';

/** Of what a commit or a diff holds, these files are never shown. */
const hidden = ['**/.env', '**/.env.*', '**/*.pem', '**/*.key', '**/.npmrc'].map(
  (glob) => `:(exclude,top,glob,icase)${glob}`,
);
const revision = /^(?!-)[A-Za-z0-9_][\w./^~@{}-]{0,100}$/;

export const gitLog = declare({
  name: 'git_log',
  description: 'The last commits, newest first: hash, date, author, subject and the files each changed.',
  input: {
    path: optional(word('only commits that changed this file or folder')),
    max: optional(integer('how many, default 10', [1, 50])),
  },
  touches: ['reads'],
  more: 'ask for fewer, or for one path',
  isHere: ({ git }) => git !== null,
  run: async ({ path, max = 10 }, context) => {
    const specs = pathspec(path, context);
    const format = '--format=%n%h %as %an: %s';
    const argv = [`-${max}`, '--no-ext-diff', '--no-textconv', '--stat=100', '--relative', format, '--', ...specs];
    return said(await context.git?.('log', ...argv), 'no commit touches that');
  },
});

export const gitDiff = declare({
  name: 'git_diff',
  description: 'What changed since a commit, up to the files as they run now (without your edits).',
  input: {
    from: optional(word('commit, branch or tag; default HEAD')),
    to: optional(word('another commit, in place of the present files')),
    path: optional(word('only this file or folder')),
  },
  touches: ['reads'],
  more: 'name one path',
  isHere: ({ git }) => git !== null,
  run: async ({ from = 'HEAD', to, path }, context) => {
    const specs = pathspec(path, context);
    const revisions = to === undefined ? [from] : [from, to];
    const wrong = revisions.find((each) => !revision.test(each));
    if (wrong !== undefined) return `${JSON.stringify(wrong)} is no revision`;
    const argv = ['--no-color', '--no-ext-diff', '--no-textconv', '--relative', ...revisions, '--', ...specs];
    return said(await context.git?.('diff', ...argv), 'nothing changed');
  },
});

function pathspec(path: string | undefined, { draft }: ToolContext): string[] {
  const at = path === undefined ? '' : draft.place(path);
  return at === '' ? ['.', ...hidden] : [`:(literal)${at}`];
}

function said(result: { code: number | null; stdout: string; stderr: string } | undefined, nothing: string): string {
  if (result === undefined) return 'there is no git here';
  if (result.code !== 0) return `git said: ${result.stderr.trim().split('\n')[0] ?? 'nothing'}`;
  return result.stdout.trim() || nothing;
}
