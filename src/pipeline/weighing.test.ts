/** REP-7, MOD-1, SEN-10: which rungs are open to an incident, and when. */
import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { defaults } from '../config/load.ts';
import type { Settings } from '../config/schema.ts';
import type { Attempt, Incident } from '../incident/incident.ts';
import type { CapturedRequest, Diagnosis, Signal } from '../incident/nouns.ts';
import { sealCaptured } from '../keeper/inbox.ts';
import { statePaths } from '../kit/paths.ts';
import type { Models } from '../models/models.ts';
import type { Project } from '../project.ts';
import { Weigher } from './weighing.ts';

const nowMs = 10_000_000_000;
const minute = 60_000;
const all = ['known', 'recipes', 'revert', 'fast'];
const free = ['known', 'recipes', 'revert'];

interface Given {
  readonly signal?: Partial<Signal>;
  readonly incident?: Partial<Incident>;
  readonly others?: readonly Incident[];
  readonly heal?: Partial<Settings['heal']>;
  readonly model?: null;
  readonly isLooping?: boolean;
}

const attempt = (rung: Attempt['rung'], startedMs = nowMs): Attempt => ({
  ...{ rung, startedMs },
  declined: { declined: '', tried: 0, action: null, as: 'declined' },
});

function incidentOf(id: number, { signal = {}, incident = {} }: Given): Incident {
  const diagnosis = { class: 'type', signature: 'f', personOnly: false } as Diagnosis;
  const plain = { kind: 'error', exit: null, route: '/users/:id', ...signal } as Signal;
  const rest = {
    clients: ['a'],
    attempts: [],
    requestRef: null,
    epoch: { from: 0, startedMs: 0, number: 1, isAskedFor: false },
  };
  return {
    id,
    subject: 'a',
    signal: plain,
    diagnosis,
    asked: { from: 0, atMs: 0, number: 1 },
    ...rest,
    ...incident,
  } as unknown as Incident;
}

function weigher(given: Given, paths: Project['paths'] = {} as Project['paths']): Weigher {
  const settings = { ...defaults(), heal: { ...defaults().heal, rungs: all, ...given.heal } };
  const models = { namesOf: () => (given.model === null ? [] : ['p:m']) } as unknown as Models;
  return new Weigher({ settings, paths } as Project, models);
}

function ladder(given: Given) {
  const incident = incidentOf(1, given);
  const others = [incident, ...(given.others ?? [])];
  return weigher(given).ladder(incident, { all: others, nowMs, isLooping: given.isLooping ?? false });
}

const heavy = { clients: ['a', 'b'] };
const before = (id: number, startedMs: number, rungs: readonly Attempt['rung'][] = ['known', 'fast']): Incident =>
  incidentOf(id, { incident: { attempts: rungs.map((rung) => attempt(rung, startedMs)) } });

const table: Record<string, readonly [given: Given, rungs: readonly string[], notBeforeMs: number]> = {
  'MOD-1 no model: no rung of a model': [{ model: null, incident: heavy }, free, 0],
  'SEN-10 one client, no exit': [{}, free, 0],
  'SEN-10 two clients': [{ incident: heavy }, all, 0],
  'SEN-10 an exit': [{ signal: { exit: { code: 1, signal: null } } }, all, 0],
  'SEN-10 a freeze, whose process the keeper ended': [{ signal: { kind: 'freeze' } }, all, 0],
  'SEN-10 kintsugi heal is a wish': [{ signal: { apply: false } }, all, 0],
  "SEN-10 a person's retry is a wish": [{ incident: { asked: { from: 0, atMs: 0, number: 2 } } }, all, 0],
  'SEN-10 a model heal of this signature five minutes ago, recipes not tried yet': [
    { incident: heavy, others: [before(2, nowMs - 5 * minute)] },
    all,
    0,
  ],
  'SEN-10 a model heal of this signature five minutes ago, and a model is next': [
    {
      incident: { ...heavy, attempts: free.map((rung) => attempt(rung as 'known')) },
      others: [before(2, nowMs - 5 * minute)],
    },
    all,
    nowMs + 5 * minute,
  ],
  'SEN-10 a model heal eleven minutes ago': [{ incident: heavy, others: [before(2, nowMs - 11 * minute)] }, all, 0],
  'SEN-10 six within the hour': [
    {
      incident: { ...heavy, attempts: free.map((rung) => attempt(rung as 'known')) },
      others: [55, 50, 45, 40, 30, 20].map((ago, at) => before(2 + at, nowMs - ago * minute)),
    },
    all,
    nowMs + 5 * minute,
  ],
  'SEN-10 a heal counts once, however many rungs of it asked': [
    {
      incident: { ...heavy, attempts: free.map((rung) => attempt(rung as 'known')) },
      others: [55, 45, 30].map((ago, at) => before(2 + at, nowMs - ago * minute, ['fast', 'agent'])),
    },
    all,
    0,
  ],
  'SEN-10 the heal under way does not stand in its own way': [
    { incident: { ...heavy, attempts: [...free, 'fast'].map((rung) => attempt(rung as 'fast')) } },
    all,
    0,
  ],
  'SUP-2 what keeps the server down is not waited for': [
    { incident: heavy, others: [before(2, nowMs - 5 * minute)], isLooping: true },
    free,
    0,
  ],
  'REP-7 another order': [{ incident: heavy, heal: { rungs: ['fast', 'recipes'] } }, ['fast', 'recipes'], 0],
  'REP-7 no round of a model': [{ incident: heavy, heal: { modelRounds: 0 } }, free, 0],
  'TRI-4 a class that no code mends': [
    { incident: { ...heavy, diagnosis: { class: 'dns', signature: 'f' } as Diagnosis } },
    [],
    0,
  ],
};

for (const [name, [given, rungs, notBeforeMs]] of Object.entries(table)) {
  test(name, () => assert.deepEqual(ladder(given), { rungs, notBeforeMs }));
}

function sealed(
  t: TestContext,
  requests: readonly string[],
  good: readonly string[],
): { project: Project['paths']; ref: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-weighing-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const paths = statePaths(folder, { HOME: folder });
  const run = paths.run('a');
  const key = Buffer.alloc(32, 7);
  mkdirSync(path.dirname(run.key), { recursive: true });
  writeFileSync(run.key, key);
  const asked = (url: string): CapturedRequest => ({
    ...{ method: 'GET', url, headers: {}, body: null, bodyEncoding: 'utf8', truncated: false },
  });
  return {
    project: paths,
    ref: sealCaptured(run.requests, { requests: requests.map(asked), good: good.map(asked) }, key),
  };
}

for (const [good, answered] of [
  ['/users/8?full=1', true],
  ['/users/ann', true],
  ['/rooms/8', false],
] as const) {
  test(`SEN-10 a failure of /users/7 where ${good} was answered well ${answered ? 'weighs enough' : 'is no weight'}`, (t) => {
    const { project, ref } = sealed(t, ['/users/7'], [good]);
    const incident = incidentOf(1, { incident: { requestRef: ref } });
    const { rungs } = weigher({}, project).ladder(incident, { all: [incident], nowMs, isLooping: false });
    assert.deepEqual(rungs, answered ? all : free);
  });
}
