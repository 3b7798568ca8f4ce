import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { confineArgv, findConfinement } from './confine.ts';
import { clearLeft } from './ground.ts';

const ground = fileURLToPath(new URL('../../build/sandbox/ground.js', import.meta.url));

const host = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 6);

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
