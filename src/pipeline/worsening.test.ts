/** Which incidents are over once a server runs well, and which go on waiting for a person. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { loadConfig } from '../config/load.ts';
import { evolve, type Incident } from '../incident/incident.ts';
import type { Fact } from '../incident/fact.ts';
import type { Diagnosis, Signal } from '../incident/nouns.ts';
import { statePaths } from '../kit/paths.ts';
import { openProject } from '../project.ts';
import { Courses } from './worsening.ts';

const [failing, other] = ['a'.repeat(64), 'b'.repeat(64)];
const seenMs = Date.parse('2026-01-02T00:00:00Z');

async function coursesOf(t: TestContext): Promise<{ courses: Courses; folder: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-courses-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { HOME: folder };
  const config = await loadConfig({ project: folder, env });
  return { courses: new Courses(openProject(statePaths(folder, env), env, config)), folder };
}

/** One that waits for a person. */
function waiting(signal: Partial<Signal>, diagnosis: Partial<Diagnosis>): Incident {
  const facts = [
    { type: 'sensed', ref: 'f'.repeat(32), signal: { id: '1', release: failing, requestRef: null, ...signal } },
    { type: 'triaged', diagnosis: { class: 'type', file: 'server.js', personOnly: false, ...diagnosis } },
    { type: 'abandoned', why: 'no recipe fits' },
  ] as unknown as Fact[];
  return facts.reduce<Incident | null>((now, fact) => evolve(now, { incident: 1, atMs: seenMs, fact }), null)!;
}

test('REL-2 what kept a server from starting is over when it starts with the same files, where no file brought it about', async (t) => {
  const { courses } = await coursesOf(t);
  const over = (signal: Partial<Signal>, diagnosis: Partial<Diagnosis>): boolean =>
    courses.outlived(waiting(signal, diagnosis), failing) !== null;
  assert.equal(over({ beforeReady: true }, { class: 'port_conflict' }), true);
  assert.equal(over({ beforeReady: true }, { class: 'connection', personOnly: true }), true);
  assert.equal(over({ beforeReady: false }, { class: 'connection', personOnly: true }), false, 'it may be met again');
  assert.equal(over({ beforeReady: true }, { class: 'type' }), false, 'a start that fails now and then');
});

test('REL-2 what cannot be shown again is over when its file was changed and other files run well', async (t) => {
  const { courses, folder } = await coursesOf(t);
  const file = path.join(folder, 'server.js');
  writeFileSync(file, '');
  const over = (tree: string, changedMs: number, signal: Partial<Signal> = {}): boolean => {
    utimesSync(file, changedMs / 1000, changedMs / 1000);
    return courses.outlived(waiting(signal, {}), tree) !== null;
  };
  assert.equal(over(other, seenMs + 5_000), true);
  assert.equal(over(other, seenMs - 5_000), false, 'another file was changed');
  assert.equal(over(failing, seenMs + 5_000), false, 'it failed with these very files');
  assert.equal(over(other, seenMs + 5_000, { requestRef: 'c'.repeat(32) }), false, 'it is shown again instead');
});
