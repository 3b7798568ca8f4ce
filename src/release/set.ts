/** Which files are a release (SPEC PRO-6): what git tracks and what is plainly source, never data and never what is protected. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isCodeFile } from '../kit/code.ts';
import { exec } from '../kit/exec.ts';
import { readText } from '../kit/files.ts';
import { globMatcher } from '../kit/globs.ts';
import type { StatePaths } from '../kit/paths.ts';
import { outFoldersOf } from '../kit/out-folders.ts';
import { workspacesIn } from '../kit/workspaces.ts';
import { gitArgv, gitEnv } from './git.ts';
import { cameByUs } from './ledger.ts';

export interface ReleaseRules {
  /** Globs of the owner (`policy.protected`); what is secret or a database is protected whatever they say. */
  readonly protected: readonly string[];
  /** Project-relative paths that the subject itself opened for writing (`observed.json`). */
  readonly wrote: readonly string[];
  /** Environment for git. */
  readonly env: NodeJS.ProcessEnv;
}

const alwaysProtected = ['.env*', '*.sqlite*', '*.db', '.git/', '.kintsugi/', 'node_modules/'];
/** What a shell or a logger writes to as the server runs, committed or not. */
const runningText = ['*.log', 'nohup.out'];

export const lockFiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
] as const;

const fixed = new Set(
  (
    'json json5 jsonc yaml yml toml ini conf cfg properties xml html htm css scss less sql graphql gql prisma proto ' +
    'ejs hbs handlebars mustache pug njk liquid eta vue svelte md mdx'
  ).split(' '),
);
/** Folders whose whole content is runtime state, by name, at any depth. */
const stateFolders = new Set(
  'node_modules bower_components jspm_packages upload uploads log logs cache caches tmp temp coverage backup backups sessions'.split(
    ' ',
  ),
);
/** Folders that hold records beside code (`src/data/repository.js`): only the code counts. */
const dataFolders = new Set(['data', 'datasets', 'storage']);

const filesMax = 50_000;

/** What must never be part of a release, nor be overwritten by a rollback. */
export function outsideRelease(paths: StatePaths, rules: ReleaseRules): (relative: string) => boolean {
  const state = path.relative(paths.project, paths.state);
  const own = state.startsWith('..') || path.isAbsolute(state) ? [] : [`/${state}/`];
  const isProtected = globMatcher([...alwaysProtected, ...runningText, ...own, ...rules.protected]);
  const wrote = new Set(rules.wrote);
  return (relative) => wrote.has(relative) || isProtected(relative);
}

/** Candidate paths of the release, sorted. Whether each is there and a plain file is for the reader to see. */
export async function releaseCandidates(paths: StatePaths, rules: ReleaseRules): Promise<string[]> {
  const outside = outsideRelease(paths, rules);
  const listed = (await gitFiles(paths.project, rules.env)) ?? { tracked: [], others: walk(paths.project) };
  // What we brought belongs to it whatever its name and though git may ignore it, else it could not be taken back.
  const names = new Set([
    ...listed.tracked,
    ...listed.others.filter(isSource),
    ...compiled(paths.project),
    ...cameByUs(paths),
  ]);
  return [...names].filter((name) => !name.endsWith('/') && !outside(name)).sort();
}

/** Would a new file of this name be in the release? */
export function isReleaseName(paths: StatePaths, rules: ReleaseRules): (relative: string) => boolean {
  const outside = outsideRelease(paths, rules);
  return (relative) => isSource(relative) && !outside(relative);
}

function isSource(relative: string): boolean {
  const parts = relative.split('/');
  const name = parts.pop() ?? '';
  const folders = parts.map((part) => part.toLowerCase());
  if (name.startsWith('.') || folders.some((part) => part.startsWith('.') || stateFolders.has(part))) return false;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (isCodeFile(relative)) return true;
  if (folders.some((part) => dataFolders.has(part))) return false;
  return fixed.has(extension) || lockFiles.some((lock) => lock === name);
}

/** Null where git cannot tell (none, no repository, a folder git does not trust, or one that an outer repository ignores). */
async function gitFiles(
  project: string,
  env: NodeJS.ProcessEnv,
): Promise<{ tracked: string[]; others: string[] } | null> {
  const list = async (...options: string[]): Promise<string[] | null> => {
    const argv = gitArgv('ls-files', '-z', ...options);
    const result = await exec(argv, { cwd: project, env: gitEnv(env), outputBytesMax: 64 * 1024 * 1024 });
    return result.code === 0 ? result.stdout.split('\0').filter((name) => name !== '') : null;
  };
  const [tracked, others] = await Promise.all([list('--cached'), list('--others', '--exclude-standard')]);
  if (tracked === null || others === null) return null;
  return tracked.length + others.length === 0 ? null : { tracked, others };
}

/** What a compiler wrote is what runs, whether git ignores it or not. */
function compiled(project: string): string[] {
  const read = (file: string): string | null => readText(path.join(project, file));
  return workspacesIn(project)
    .flatMap((at) => outFoldersOf(read, at))
    .filter((folder) => existsSync(path.join(project, folder)))
    .flatMap((folder) => walk(project, folder))
    .filter((name) => /\.[cm]?js(?:\.map)?$/.test(name));
}

/** All plain files of a project without git, minus hidden folders, runtime state and what a `.gitignore` at its top names. */
function walk(project: string, from = ''): string[] {
  const lines = from === '' ? ignoreLines(readText(path.join(project, '.gitignore')) ?? '') : [];
  const ignored = globMatcher(lines);
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of readdirSync(path.join(project, folder), { withFileTypes: true })) {
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (found.length >= filesMax || entry.name.startsWith('.') || ignored(relative)) continue;
      if (entry.isFile()) found.push(relative);
      else if (entry.isDirectory() && depth < 40 && !stateFolders.has(entry.name.toLowerCase()))
        visit(relative, depth + 1);
    }
  };
  visit(from, 0);
  return found;
}

function ignoreLines(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('!'));
}
