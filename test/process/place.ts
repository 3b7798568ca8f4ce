/** A project in a folder of its own, with a home of its own, and the built program to be run in it. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { Desk } from '../../src/engine/desk.ts';
import type { View } from '../../src/engine/view.ts';
import { exec, type ExecResult } from '../../src/kit/exec.ts';
import { statePaths } from '../../src/kit/paths.ts';
import { processesUnder } from '../leftovers.ts';
import { root } from '../syntax.ts';

export const program = path.join(root, 'dist', 'kintsugi.cjs');

export interface RunOptions {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export interface Place {
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  run(line: string | readonly string[], options?: RunOptions): Promise<ExecResult>;
  /** As `kintsugi incidents --json` tells them, without the start of a process. */
  incidents(): View[];
}

/** Nothing of these files and no process of theirs is left at the end of the test. */
export function placeOf(t: TestContext, files: Readonly<Record<string, string>> = {}): Place {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kintsugi-cli-')));
  const [project, home] = [path.join(folder, 'project'), path.join(folder, 'home')];
  for (const made of [project, home]) mkdirSync(made);
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), text);
  }
  const env = { PATH: process.env['PATH'], HOME: home };
  t.after(() => {
    assert.deepEqual(processesUnder(folder), []);
    rmSync(folder, { recursive: true, force: true });
  });
  const run: Place['run'] = (line, { input, env: more, cwd } = {}) => {
    const words = typeof line === 'string' ? line.split(' ') : line;
    const given = { cwd: cwd ?? project, env: { ...env, ...more }, timeoutMs: 60_000 };
    return exec([process.execPath, program, ...words], input === undefined ? given : { ...given, input });
  };
  return { project, env, run, incidents: () => new Desk(statePaths(project, env)).incidents() };
}

/** Exactly one JSON value on stdout, and this exit code. */
export function jsonOf<T>(result: ExecResult, code = 0): T {
  assert.equal(result.code, code, result.stderr);
  assert.match(result.stdout, /^[^\n]+\n$/);
  return JSON.parse(result.stdout) as T;
}

/** Exit code 2, one line on stderr that fits the pattern, nothing on stdout. */
export function isUsageError(result: ExecResult, pattern: RegExp): void {
  assert.equal(result.code, 2, result.stderr);
  assert.equal(result.stdout, '');
  assert.match(result.stderr, /^kintsugi: [^\n]+\n$/);
  assert.match(result.stderr, pattern);
}
