/** A real project in a temporary folder, with state folders of its own, for the tests of the room `release`. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { FileChange } from '../../src/incident/nouns.ts';
import { canWrite, statePaths, type StatePaths } from '../../src/kit/paths.ts';
import { putBlob } from '../../src/release/blobs.ts';
import type { ReleaseRules } from '../../src/release/set.ts';

export interface Scene {
  readonly paths: StatePaths;
  readonly project: string;
  readonly rules: ReleaseRules;
  readonly env: NodeJS.ProcessEnv;
  /** Writes files; null removes. */
  write(files: Readonly<Record<string, string | null>>): void;
  read(file: string): string;
  /** Every file of the project but state and git: path → mode and content, links as `-> target`. */
  whole(): Record<string, string>;
  change(edits: Readonly<Record<string, string | null>>): FileChange[];
  git(...args: string[]): string;
}

export const at = '2026-01-02T03:04:05.000Z';

export function makeScene(
  t: TestContext,
  files: Readonly<Record<string, string>> = {},
  more: NodeJS.ProcessEnv = {},
): Scene {
  const root = realpathSync(mkdtempSync(path.join(temporary(), 'kintsugi-release-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'home'));
  mkdirSync(path.join(root, 'app'));
  const project = path.join(root, 'app');
  const env = { PATH: process.env['PATH'], HOME: path.join(root, 'home'), GIT_CONFIG_NOSYSTEM: '1', ...more };
  const paths = statePaths(project, env);
  const rules: ReleaseRules = { protected: ['**/settings.{json,js,ts}'], wrote: [], env };
  const scene: Scene = {
    paths,
    project,
    rules,
    env,
    write: (files) => writeAll(project, files),
    read: (file) => readFileSync(path.join(project, file), 'utf8'),
    whole: () => whole(project),
    change: (edits) => Object.entries(edits).map(([file, text]) => changeOf(paths, file, text)),
    git: (...args) => execFileSync('git', args, { cwd: project, env, encoding: 'utf8' }).trim(),
  };
  scene.write(files);
  return scene;
}

/** In memory where there is such a place: thousands of fsyncs are made here, and their cost is not what is tested. */
export function temporary(): string {
  return existsSync('/dev/shm') && canWrite('/dev/shm') ? '/dev/shm' : os.tmpdir();
}

export function withGit(scene: Scene): Scene {
  scene.git('init', '-q', '-b', 'main');
  scene.git('config', 'user.name', 'Owner');
  scene.git('config', 'user.email', 'owner@example.test');
  scene.git('add', '-A');
  scene.git('commit', '-q', '-m', 'first');
  return scene;
}

function writeAll(project: string, files: Readonly<Record<string, string | null>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(project, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
  }
}

function changeOf(paths: StatePaths, file: string, text: string | null): FileChange {
  const full = path.join(paths.project, file);
  const before = lstatSync(full, { throwIfNoEntry: false }) ? putBlob(paths, readFileSync(full)) : null;
  return { path: file, before, after: text === null ? null : putBlob(paths, text) };
}

function whole(project: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const name of readdirSync(path.join(project, folder)).sort()) {
      const relative = path.join(folder, name);
      const file = path.join(project, relative);
      const stat = lstatSync(file);
      if (relative === '.kintsugi' || relative === '.git') continue;
      if (stat.isDirectory()) {
        found[`${relative}/`] = '';
        visit(relative);
      } else if (stat.isSymbolicLink()) found[relative] = `-> ${readlinkSync(file)}`;
      else found[relative] = `${(stat.mode & 0o777).toString(8)} ${readFileSync(file, 'utf8')}`;
    }
  };
  visit('');
  return found;
}

export function makeExecutable(scene: Scene, file: string): void {
  chmodSync(path.join(scene.project, file), 0o755);
}
