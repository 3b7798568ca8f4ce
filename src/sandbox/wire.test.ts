import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { workersMet } from './wire.ts';

test('TRY-3 SUP-8 what is asked of all waits for each worker that has a control socket, and not for ever', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'wire-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { signal } = new AbortController();
  /** How often it looks, where the first worker is met at the look of that number. */
  const looksUntil = async (metAt: number): Promise<number> => {
    let looks = 0;
    const met = (): number => ((looks += 1) >= metAt ? 1 : 0);
    await workersMet(folder, met, signal);
    return looks;
  };
  writeFileSync(path.join(folder, 'c-2-1'), ''); // no worker
  assert.equal(await looksUntil(Infinity), 1);
  writeFileSync(path.join(folder, 'c-3-1-w'), '');
  assert.equal(await looksUntil(4), 4);
  assert.equal(await looksUntil(Infinity), 12, 'nobody may be behind it');
});
