import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { confineArgv, findConfinement } from './confine.ts';
import { clearLeft, ownFolder } from './ground.ts';

const ground = fileURLToPath(new URL('../../build/sandbox/ground.js', import.meta.url));

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const host = `${digest(os.hostname()).slice(0, 6)}-${digest(readlinkSync('/proc/self/ns/pid')).slice(0, 4)}`;

test('TRY-4 REL-1 a sandbox whose owner was killed before anybody watched it is ended by the next', async () => {
  const bwrap = await findConfinement();
  if (bwrap.kind === 'none') return;
  const parent = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-ground-'));
  const folder = path.join(parent, `kt-${host}-${process.pid}-1-left`);
  mkdirSync(folder);
  const binds = [{ from: folder, to: '/run/kintsugi/c' }];
  const spec = { bwrap, binds, scratchBytes: 1 << 20, cwd: '/', network: false };
  const [program = '', ...args] = confineArgv({ ...spec, argv: ['sh', '-c', 'echo up; sleep 57'] });
  const left = spawn(
    program,
    args.filter((word) => word !== '--die-with-parent'),
    { env: { PATH: process.env['PATH'], KINTSUGI_TRIAL: '{}' }, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  );
  const reader = spawn('sh', ['-c', 'read line; exit 7', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  try {
    await once(left.stdout, 'data');
    const ended = once(left, 'close'); // when nobody holds its output any more
    await clearLeft(parent);
    assert.deepEqual(await ended, [null, 'SIGKILL']);
    assert.deepEqual(readdirSync(parent), []);
    reader.stdin.end();
    assert.deepEqual(await once(reader, 'exit'), [7, null]);
  } finally {
    left.kill('SIGKILL');
    rmSync(parent, { recursive: true, force: true });
  }
});

test('TRY-10 what a process works in that another container counts by other pids is let be, but for an hour', async () => {
  if ((await findConfinement()).kind === 'none') return;
  const parent = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-ground-'));
  try {
    const [lives, old] = [ownFolder(parent), ownFolder(parent)];
    const hour = Date.now() / 1000 - 3_700;
    utimesSync(old, hour, hour);
    const sweep = `(await import(${JSON.stringify(ground)})).clearLeft(${JSON.stringify(parent)})`;
    const container = 'bwrap --bind / / --dev-bind /dev /dev --proc /proc --unshare-pid --die-with-parent --'.split(
      ' ',
    );
    const argv = [...container, process.execPath, '--input-type=module', '-e', `await ${sweep}`];
    const [code] = await once(spawn(argv[0]!, argv.slice(1), { stdio: 'inherit' }), 'close');
    assert.deepEqual([code, readdirSync(parent)], [0, [path.basename(lives)]]);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});

test('TRY-10: trials that start in the same moment clear the same leftovers away without disturbing each other', async () => {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-ground-'));
  try {
    for (let n = 0; n < 300; n += 1) {
      const left = path.join(parent, `kt-${host}-${process.pid}-1-left${n}`, 'deep/er');
      mkdirSync(left, { recursive: true });
      for (const name of ['a', 'b', 'c']) writeFileSync(path.join(left, name), name);
    }
    const program = `const { clearLeft } = await import(${JSON.stringify(ground)});
      await new Promise((resolve) => setTimeout(resolve, ${Date.now() + 2_500} - Date.now()));
      await clearLeft(${JSON.stringify(parent)});`;
    const sweeps = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'ignore', 'pipe'],
        cwd: path.dirname(ground),
      }),
    );
    const ended = sweeps.map(async (child) => {
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
      const [code] = (await once(child, 'close')) as [number];
      return { code, said };
    });
    for (const result of await Promise.all(ended)) assert.deepEqual(result, { code: 0, said: '' });
    const left = readdirSync(parent).filter((name) => name.includes('-left'));
    assert.deepEqual(left, []);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
