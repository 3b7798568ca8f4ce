/** A journal as this version writes it, kept so that every later version can be shown to read it. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { Desk } from '../src/engine/desk.ts';
import { openJournal } from '../src/engine/journal.ts';
import { statePaths } from '../src/kit/paths.ts';

const fixture = fileURLToPath(new URL('fixtures/journal-v1', import.meta.url));

/** Incident, status, class, how it was repaired, and how many events it has. */
const expected = [
  [1, 'resolved', 'type', 'property', 13],
  [2, 'rejected', 'type', 'null-guard', 12],
  [3, 'needs_human', 'connection', null, 2],
] as const;

test('REL-1 a journal of version 1 is read whole, and means what it meant', (t) => {
  const project = mkdtempSync(path.join(os.tmpdir(), 'journal-v1-'));
  t.after(() => rmSync(project, { recursive: true, force: true }));
  const paths = statePaths(project, { HOME: project });
  cpSync(fixture, paths.journal, { recursive: true });
  const desk = new Desk(paths);
  const seen = desk.incidents().toReversed();
  const events = desk.events();
  assert.deepEqual(
    seen.map((view) => [
      view.id,
      view.status,
      view.class,
      view.repair?.recipe ?? null,
      events.filter((event) => event.incident === view.id).length,
    ]),
    expected,
  );
  const journal = openJournal({ folder: paths.journal, now: () => 0, redact: (text) => text });
  journal.close();
  assert.equal(journal.lastIncident, expected.length);
});
