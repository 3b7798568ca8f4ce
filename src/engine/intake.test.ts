/** What lies in the inbox and is no message of ours. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

test('REL-2 what is no file keeps nobody from the messages behind it', (t) => {
  const inbox = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-inbox-'));
  t.after(() => rmSync(inbox, { recursive: true, force: true }));
  mkdirSync(path.join(inbox, '1-folder.json'));
  execFileSync('mkfifo', [path.join(inbox, '2-pipe.json')]);
  writeFileSync(path.join(inbox, 'elsewhere'), '{"kind":"forget","id":"1","by":"x"}');
  symlinkSync('elsewhere', path.join(inbox, '3-link.json'));
  writeFileSync(path.join(inbox, '4-word.json'), '{"kind":"forget","id":"2","by":"x"}');
  const taken: unknown[] = [];
  const refused: string[] = [];
  takeIn(
    inbox,
    (message) => taken.push(message),
    (why) => refused.push(why),
  );
  assert.deepEqual(taken, [{ kind: 'forget', id: '2', by: 'x' }]);
  assert.deepEqual(refused, ['not a file', 'not a file', 'not a file']);
});
