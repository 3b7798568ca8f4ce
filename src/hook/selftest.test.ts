/** That what the hook leans on proves itself in no time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOn } from './guard.cts';
import { selfTest } from './selftest.cts';

test('SUP-16 every part proves itself in under 50 ms, and one that does not is switched off', () => {
  const begun = process.cpuUsage();
  const said = selfTest();
  const { user, system } = process.cpuUsage(begun);
  assert.ok(user + system < 50_000, `${user + system} µs`);
  assert.equal(said['fds'], 'ok');
  // Nobody watches requests in here.
  assert.equal(said['capture'], 'request bodies do not pass push');
  assert.deepEqual([isOn('fds'), isOn('capture')], [true, false]);
});
