/** Where state lies, and whose it is. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Fault } from './errors.ts';
import { statePaths } from './paths.ts';

test('SUP-4 CLI-10 the state of another user is refused with a word on what to do, not with a stack', (t) => {
  const project = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-paths-'));
  t.after(() => rmSync(project, { recursive: true, force: true }));
  chmodSync(project, 0o777);
  const state = path.join(project, '.kintsugi');
  assert.equal(statePaths(project, {}).state, state);
  mkdirSync(state, { mode: 0o700 });
  assert.equal(statePaths(project, {}).state, state);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  else chmodSync(state, 0);
  try {
    assert.throws(
      () => statePaths(project, {}),
      (error) => error instanceof Fault && error.code === 'not_yours' && error.message.includes(state),
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
    else chmodSync(state, 0o700);
  }
});
