/** Git without its traps: no program that a repository's config names is run, no index, branch or working copy is touched. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureFolder } from '../kit/files.ts';
import type { FileChange } from '../incident/nouns.ts';
import { exec, type ExecResult } from '../kit/exec.ts';
import { randomId } from '../kit/hash.ts';
import { ensureState, safeName, type StatePaths } from '../kit/paths.ts';

/** A repository that somebody else may have written must not choose programs for us to run. */
export function gitArgv(command: string, ...rest: readonly string[]): string[] {
  const off = [
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'safe.bareRepository=explicit',
    'log.showSignature=false',
  ];
  return ['git', '--no-pager', ...off.flatMap((setting) => ['-c', setting]), command, ...rest];
}

/** The environment without what would redirect git to another repository, index or program. */
export function gitEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
}

export interface Repository {
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs git in the project. */
export function git(
  repository: Repository,
  argv: readonly string[],
  extra: { env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<ExecResult> {
  const env = { ...gitEnv(repository.env), ...extra.env };
  const input = extra.input === undefined ? {} : { input: extra.input };
  return exec(argv, { cwd: repository.project, env, outputBytesMax: 16 * 1024 * 1024, ...input });
}

/** Text of a project-relative file in a revision; null where git, the revision or the file is missing. */
export async function showFile(repository: Repository, rev: string, file: string): Promise<string | null> {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_./^~-]*$/.test(rev) || file.includes('\0')) return null;
  const result = await git(repository, gitArgv('cat-file', 'blob', `${rev}:./${file}`));
  return result.code === 0 ? result.stdout : null;
}

/** Project-relative files whose working copy differs from a revision, removed ones too; [] where git cannot tell. */
export async function changedSince(repository: Repository, rev: 'HEAD' | 'HEAD~1'): Promise<string[]> {
  const plain = ['--name-only', '-z', '--relative', '--no-renames', '--no-ext-diff', '--no-textconv'];
  const argv = gitArgv('diff', ...plain, rev, '--', '.');
  const result = await git(repository, argv);
  return result.code === 0 ? result.stdout.split('\0').filter((name) => name !== '') : [];
}

/** Project-relative files that git neither knows nor is told to pass over; [] where git cannot tell. */
export async function untracked(repository: Repository): Promise<string[]> {
  const result = await git(repository, gitArgv('ls-files', '--others', '--exclude-standard', '-z', '--', '.'));
  return result.code === 0 ? result.stdout.split('\0').filter((name) => name !== '') : [];
}

export interface Commit {
  readonly hash: string;
  /** `Name <address>` */
  readonly author: string;
  /** ISO 8601. */
  readonly at: string;
  readonly subject: string;
}

/** The newest commit that touched `file`, or of all where it is null; null where git cannot tell. */
export async function lastCommitOf(repository: Repository, file: string | null): Promise<Commit | null> {
  const format = '--format=%H%x00%an <%ae>%x00%aI%x00%s';
  const which = file === null ? [] : ['--', `:(literal)${file}`];
  const result = await git(repository, gitArgv('log', '-1', '--no-ext-diff', '--no-textconv', format, ...which));
  const [hash, author, at, subject] = result.stdout.trimEnd().split('\0');
  if (result.code !== 0 || !hash || author === undefined || at === undefined) return null;
  return { hash, author, at, subject: subject ?? '' };
}

export interface BranchCommit {
  readonly paths: StatePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly incident: string;
  readonly changes: readonly FileChange[];
  readonly message: string;
  /** `Name <address>`; null = Kintsugi's own. */
  readonly author: string | null;
}

/** A branch, or why there is none: no git, no repository, no commit yet, a folder git does not trust, a disk that is full. */
export type BranchMade =
  | { readonly branch: string; readonly why: null }
  | { readonly branch: null; readonly why: string };

/** Commits the changes upon HEAD on `kintsugi/<incident>`, beside the owner's work: a private index, plumbing commands only. */
export async function commitBranch(commit: BranchCommit): Promise<BranchMade> {
  ensureState(commit.paths);
  const folder = path.join(commit.paths.state, 'release');
  ensureFolder(folder);
  const index = path.join(folder, `index-${randomId()}`);
  try {
    return await commitWith(commit, index);
  } catch (error) {
    if (!(error instanceof GitRefused)) throw error;
    const isBlocked = error.message.includes("'refs/heads/kintsugi' exists");
    const next = isBlocked ? '; rename your branch `kintsugi`, in whose folder those of repairs lie' : '';
    return { branch: null, why: error.message + next }; // the repair is live all the same; the branch is a service
  } finally {
    rmSync(index, { force: true });
    rmSync(`${index}.lock`, { force: true });
  }
}

/** Git said no. Never leaves this file. */
class GitRefused extends Error {}

async function commitWith(commit: BranchCommit, index: string): Promise<BranchMade> {
  const repository = { project: commit.paths.project, env: commit.env };
  const run = async (argv: readonly string[], input?: string): Promise<string> => {
    const env = { GIT_INDEX_FILE: index, ...identity(commit.author) };
    const result = await git(repository, argv, input === undefined ? { env } : { env, input });
    if (result.code === 0) return result.stdout.trim();
    throw new GitRefused(
      result.spawnError === null ? firstLine(result.stderr) : `git cannot be run (${result.spawnError})`,
    );
  };
  const head = await run(gitArgv('rev-parse', '--verify', 'HEAD^{commit}'));
  const prefix = await run(gitArgv('rev-parse', '--show-prefix'));
  await run(gitArgv('read-tree', 'HEAD'));
  await run(gitArgv('update-index', '-z', '--index-info'), await indexLines({ commit, prefix, head }, run));
  const tree = await run(gitArgv('write-tree'));
  return await placeBranch({ commit, head, tree, run });
}

type Run = (argv: readonly string[], input?: string) => Promise<string>;

/** `mode sha TAB path NUL` for each change; mode 0 removes. Filters are off: they are programs; of line ends HEAD decides. */
async function indexLines(on: { commit: BranchCommit; prefix: string; head: string }, run: Run): Promise<string> {
  const { commit, prefix, head } = on;
  const repository = { project: commit.paths.project, env: commit.env };
  const lines: string[] = [];
  for (const { path: file, after } of commit.changes) {
    const full = `${prefix}${file}`;
    if (after === null) {
      lines.push(`0 ${'0'.repeat(head.length)}\t${full}\0`);
      continue;
    }
    const text = readFileSync(path.join(commit.paths.blobs, after), 'utf8');
    const bare = isCheckedOutWithCr(await showFile(repository, 'HEAD', file), text);
    const what = bare ? ['--stdin'] : ['--', path.join(commit.paths.blobs, after)];
    const input = bare ? text.replaceAll('\r\n', '\n') : undefined;
    const blob = await run(gitArgv('hash-object', '-w', '--no-filters', ...what), input);
    const known = await run(gitArgv('ls-files', '-s', '--full-name', '--', `:(literal)${file}`));
    lines.push(`${known.slice(0, 6) || '100644'} ${blob}\t${full}\0`);
  }
  return lines.join('');
}

/** Does git keep LF of a text that stands with CRLF in the working copy (`core.autocrlf`, `eol=crlf`)? */
function isCheckedOutWithCr(inHead: string | null, text: string): boolean {
  return inHead !== null && !inHead.includes('\r') && text.includes('\r\n');
}

/** The first free name; one that carries the very same tree upon the same commit is ours from before. */
async function placeBranch(at: { commit: BranchCommit; head: string; tree: string; run: Run }): Promise<BranchMade> {
  const { commit, head, tree, run } = at;
  const base = `kintsugi/${safeName(commit.incident)}`;
  const refs = await run(gitArgv('for-each-ref', '--format=%(refname:short) %(tree) %(parent)', `refs/heads/${base}*`));
  const taken = new Map(
    refs.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  );
  let branch = base;
  for (let n = 2; taken.has(branch); n += 1) {
    if (taken.get(branch) === `${tree} ${head}`) return { branch, why: null };
    branch = `${base}-${n}`;
  }
  const made = await run(gitArgv('commit-tree', tree, '-p', head, '-F', '-'), commit.message);
  await run(gitArgv('update-ref', `refs/heads/${branch}`, made, '0'.repeat(made.length)));
  return { branch, why: null };
}

function identity(author: string | null): NodeJS.ProcessEnv {
  const [, name, email] = /^([^<>\n]+?)\s*<([^<>\s]+)>$/.exec(author ?? '') ?? ['', 'Kintsugi', 'kintsugi@localhost'];
  const own = { GIT_COMMITTER_NAME: 'Kintsugi', GIT_COMMITTER_EMAIL: 'kintsugi@localhost' };
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, ...own };
}

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.slice(0, 300) ?? 'git gave no reason'
  );
}
