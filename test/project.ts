/** Small projects on disk for tests of the whole program, and the program itself as a child process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Every sweep whole, every fault and every framework; else a share of each that proves the same of fewer. */
export const full = process.env['KINTSUGI_TEST_FULL'] === '1';
/** In the full mode all of them, else every so many-th, the first among them. */
export const sample = <T>(all: readonly T[], every: number): readonly T[] =>
  full ? all : all.filter((_, at) => at % every === 0);

/** `KINTSUGI_TEST_PROGRAM` names another build of the program, such as an installed package. */
export const program = process.env['KINTSUGI_TEST_PROGRAM'] ?? path.join(root, 'dist', 'kintsugi.cjs');

export interface Scratch {
  /** Holds `app` and `home`; removed after the test. */
  readonly folder: string;
  readonly app: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A project of these files with a home of its own. */
export function scratch(t: TestContext, files: Readonly<Record<string, string>>): Scratch {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-test-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const app = path.join(folder, 'app');
  mkdirSync(path.join(folder, 'home'));
  for (const [name, text] of Object.entries({ 'package.json': '{"name":"app","private":true}\n', ...files })) {
    mkdirSync(path.dirname(path.join(app, name)), { recursive: true });
    writeFileSync(path.join(app, name), text);
  }
  const { PATH, LANG } = process.env;
  return { folder, app, env: { PATH, LANG, HOME: path.join(folder, 'home'), KINTSUGI_HEAL_SETTLE_MS: '200' } };
}

/** A fresh copy of a project in the same scratch folder, with a home of its own. */
export function copyOf({ app, folder, env }: Scratch, name: string): Scratch {
  const base = path.join(folder, name);
  cpSync(app, path.join(base, 'app'), { recursive: true });
  mkdirSync(path.join(base, 'home'));
  return { folder: base, app: path.join(base, 'app'), env: { ...env, HOME: path.join(base, 'home') } };
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `kintsugi` to its end, at most two minutes. */
export function kintsugi(place: Scratch, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: place.app,
    env: { ...place.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return ended(child);
}

export function ended(child: ChildProcess): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, ...texts });
    });
  });
}
