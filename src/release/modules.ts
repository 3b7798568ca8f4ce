/** Makes node_modules whole again: installed beside, exchanged by rename, and put back where the exchange was cut short. */
import { copyFileSync, cpSync, lstatSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';
import { exec } from '../kit/exec.ts';
import { ensureFolder, namesIn, present, syncFolder, writeFileAtomic } from '../kit/files.ts';
import { randomId } from '../kit/hash.ts';
import type { StatePaths } from '../kit/paths.ts';
import { workspacesIn } from '../kit/workspaces.ts';
import { locked } from './lock.ts';
import { lockFiles } from './set.ts';

export interface Install {
  readonly paths: StatePaths;
  readonly argv: readonly string[];
  /** Of the package manager: no program of the project's choosing (see `installEnv`). */
  readonly env: NodeJS.ProcessEnv;
}

const manifests = ['package.json', '.npmrc', '.yarnrc', '.yarnrc.yml', 'pnpm-workspace.yaml', ...lockFiles] as const;
const keptManifests = ['package.json', ...lockFiles] as const;
const timeoutMs = 180_000;

/** Returns the manifests that the install changed. @throws Fault install_failed; the project is as it was then. */
export function installModules(install: Install): Promise<string[]> {
  return locked(install.paths, async () => {
    recoverModules(install.paths);
    refuseShared(install);
    const stage = path.join(folderOf(install.paths), `install-${randomId().slice(0, 12)}`);
    ensureFolder(stage);
    try {
      await installIn(stage, install);
      return exchange(stage, install.paths);
    } finally {
      rmSync(stage, { recursive: true, force: true });
    }
  });
}

/** What one install of several packages leaves is in more folders than one, and cannot be exchanged at once. */
function refuseShared({ paths, argv }: Install): void {
  if (workspacesIn(paths.project).length === 1) return;
  throw new Fault('install_failed', `several packages share one install: run \`${argv.join(' ')}\` yourself.`);
}

/** A process that was killed between the two renames left the project without modules: the old ones come back. */
export function recoverModules(paths: StatePaths): void {
  const live = path.join(paths.project, 'node_modules');
  for (const name of namesIn(folderOf(paths)).filter((item) => item.startsWith('modules-'))) {
    const old = path.join(folderOf(paths), name);
    if (present(live)) rmSync(old, { recursive: true, force: true });
    else move(old, live);
  }
}

async function installIn(stage: string, { paths, argv, env }: Install): Promise<void> {
  for (const name of manifests) {
    const from = path.join(paths.project, name);
    if (present(from)) copyFileSync(from, path.join(stage, name));
  }
  const result = await exec(argv, { cwd: stage, env, timeoutMs });
  if (result.code === 0 && present(path.join(stage, 'node_modules'))) return;
  const why = result.timedOut
    ? 'it took longer than 3 minutes'
    : (result.spawnError ?? firstLine(result.stderr) ?? `exit ${result.code}`);
  throw new Fault('install_failed', `\`${argv.join(' ')}\` failed: ${why}`);
}

function exchange(stage: string, paths: StatePaths): string[] {
  const live = path.join(paths.project, 'node_modules');
  const old = path.join(folderOf(paths), `modules-${randomId().slice(0, 12)}`);
  if (isLink(live)) throw new Fault('install_failed', 'node_modules is a link: it belongs to more than this project.');
  if (present(live)) move(live, old);
  move(path.join(stage, 'node_modules'), live);
  syncFolder(paths.project);
  const changed = keptManifests.filter((name) => differs(path.join(stage, name), path.join(paths.project, name)));
  for (const name of changed)
    writeFileAtomic(path.join(paths.project, name), readFileSync(path.join(stage, name)), 0o644);
  rmSync(old, { recursive: true, force: true });
  return changed;
}

function differs(made: string, live: string): boolean {
  if (!present(made)) return false;
  return !present(live) || !readFileSync(made).equals(readFileSync(live));
}

function isLink(file: string): boolean {
  return present(file) && lstatSync(file).isSymbolicLink();
}

/** A rename where both lie on one file system, else a copy. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isErrno(error, 'EXDEV')) throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    rmSync(from, { recursive: true, force: true });
  }
}

function folderOf(paths: StatePaths): string {
  return path.join(paths.state, 'release');
}

function firstLine(text: string): string | null {
  const line = text.split('\n').find((item) => item.trim() !== '' && !item.includes('warn'));
  return line === undefined ? null : line.trim().slice(0, 200);
}
