/** A server's project that is committed, and `heal` in it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { exec } from '../../src/kit/exec.ts';
import { placeOf } from './place.ts';

export interface Healed {
  readonly code: number | null;
  readonly outcome: string;
  readonly repair: { readonly title: string; readonly kind: string; readonly proof: string } | null;
  readonly action: { readonly why: string } | null;
}

export interface CommittedPlace {
  readonly project: string;
  at(file: string): string;
  commit(): Promise<void>;
  /** With `--apply`, and with what else is given. */
  heal(...argv: string[]): Promise<Healed>;
}

export async function committedPlace(t: TestContext, files: Readonly<Record<string, string>>): Promise<CommittedPlace> {
  const { project, run, env } = placeOf(t, files);
  const git = async (...argv: string[]): Promise<void> => {
    const known = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    const done = await exec(['git', ...known, ...argv], { cwd: project, env, timeoutMs: 20_000 });
    assert.equal(done.code, 0, done.stderr);
  };
  const commit = async (): Promise<void> => {
    await git('add', '-A');
    await git('commit', '-qm', 'The server');
  };
  await git('init', '-q');
  await commit();
  const heal: CommittedPlace['heal'] = async (...argv) => {
    const line = ['heal', 'server.js', '--json', '--apply', ...argv];
    const { code, stdout, stderr } = await run(line, { env: { KINTSUGI_HEAL_SETTLE_MS: '200' } });
    assert.match(stdout, /^\{/, stderr);
    return { code, ...(JSON.parse(stdout) as Omit<Healed, 'code'>) };
  };
  return { project, at: (file) => path.join(project, file), commit, heal };
}
