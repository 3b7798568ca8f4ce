/** What is said of a decision while the healer is still at work on it. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Desk } from '../../src/engine/desk.ts';
import { takeIn, type Message } from '../../src/engine/intake.ts';
import { openJournal } from '../../src/engine/journal.ts';
import { identify } from '../../src/kit/identity.ts';
import { statePaths } from '../../src/kit/paths.ts';
import { jsonOf, placeOf } from './place.ts';

const code = `const users = { a: { name: 'Ada' } };
require('node:http').createServer((request, response) => response.end(usres.a.name)).listen(0);
`;

test('CLI-8 POL-4 a rejection is done when the healer has taken it, though it has yet to learn from it', async (t) => {
  const { run, project, env } = placeOf(t, { 'server.js': code });
  const { id } = jsonOf<{ id: number }>(await run(['heal', 'server.js', '--json', '--request', 'GET /']), 10);
  const paths = statePaths(project, env);
  // This process is the healer from here on.
  mkdirSync(path.dirname(paths.healerLock), { recursive: true });
  writeFileSync(paths.healerLock, JSON.stringify(identify(process.pid)));
  const journal = openJournal({ folder: paths.journal, now: Date.now, redact: (text) => text });
  t.after(() => journal.close());
  const word = { verdict: 'reject', by: 'Ada', note: '' } as const;
  const carryOut = async (): Promise<void> => assert.fail('a healer runs');
  const said = new Desk(paths).decide(String(id), word, { wait: true, carryOut });
  const taken: Message[] = [];
  while (readdirSync(paths.inbox).length === 0) await sleep(20);
  takeIn(
    paths.inbox,
    (message) => {
      taken.push(message);
      if (message.kind === 'decision') journal.append(message.id, { type: 'answered', answered: message.answered });
    },
    assert.fail,
  );
  await sleep(600);
  journal.append(id, { type: 'closed', outcome: 'rejected', why: 'rejected by Ada' });
  const { exit, text, view } = await said;
  assert.deepEqual([taken.length, exit, text, view.status], [1, 0, 'reject: done', 'rejected']);
  rmSync(paths.healerLock);
});
