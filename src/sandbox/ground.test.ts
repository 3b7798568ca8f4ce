import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ground = fileURLToPath(new URL('../../build/sandbox/ground.js', import.meta.url));

test('TRY-10: trials that start in the same moment clear the same leftovers away without disturbing each other', async () => {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-ground-'));
  try {
    const host = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 6);
    for (let n = 0; n < 300; n += 1) {
      const left = path.join(parent, `kt-${host}-${process.pid}-1-left${n}`, 'deep/er');
      mkdirSync(left, { recursive: true });
      for (const name of ['a', 'b', 'c']) writeFileSync(path.join(left, name), name);
    }
    const program = `const { ownFolder } = await import(${JSON.stringify(ground)});
      await new Promise((resolve) => setTimeout(resolve, ${Date.now() + 2_500} - Date.now()));
      await ownFolder(${JSON.stringify(parent)});`;
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
