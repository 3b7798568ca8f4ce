/** What lies in the inbox and is no message of ours. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { takeIn } from './intake.ts';

test('REL-2 TRI-7 a flood of what is no message is set aside in part, and the rest of it thrown away', () => {
  const inbox = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-inbox-'));
  try {
    for (let n = 0; n < 150; n += 1)
      writeFileSync(path.join(inbox, `${n}.json`), n % 2 ? '{"kind":' : '{"kind":"decision"}');
    const why = new Set<string>();
    const taken = takeIn(
      inbox,
      () => assert.fail('taken'),
      (each) => why.add(each),
    );
    assert.deepEqual([taken, readdirSync(inbox)], [0, ['bad']]);
    assert.equal(readdirSync(path.join(inbox, 'bad')).length, 100);
    assert.ok(why.size <= 3, [...why].join());
  } finally {
    rmSync(inbox, { recursive: true, force: true });
  }
});
