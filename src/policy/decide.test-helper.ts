/** A question to policy of which a case says only what is out of the ordinary. */
import assert from 'node:assert/strict';
import type { Diagnosis, Edit, Evidence, Operation, Proposal, Frame } from '../incident/nouns.ts';
import { decide, noHistory, type Question, type Tally } from './decide.ts';
import { defaultPolicy, type PolicySettings } from './settings.ts';

const diagnosis: Diagnosis = {
  class: 'reference',
  signature: '0'.repeat(64),
  message: 'nmae is not defined',
  file: 'server.js',
  line: 1,
  column: 1,
  frames: [],
  named: {},
  route: null,
  suspicious: false,
  findings: [],
  personOnly: false,
  action: null,
};

export const fix: Edit = { path: 'server.js', before: 'go(nmae);\n', after: 'go(name);\n' };
export const guard: Edit = { path: 'server.js', before: 'go(a.b);\n', after: 'go(a?.b);\n' };
export const risky: Edit = { path: 'server.js', before: 'go(a);\n', after: "go(fetch('https://example.org'));\n" };

const evidence: Evidence = {
  proof: 'replayed',
  passed: true,
  checks: [],
  confinement: 'bubblewrap',
  bootMs: 100,
  before: [],
  after: [],
  inconclusive: null,
  score: 1,
  next: null,
};

export interface Given {
  readonly edits?: readonly Edit[];
  readonly proposal?: Partial<Proposal>;
  readonly operations?: readonly Operation[];
  readonly diagnosis?: Partial<Diagnosis>;
  readonly evidence?: Partial<Evidence> | null;
  readonly history?: Partial<Tally>;
  readonly settings?: Partial<PolicySettings>;
  readonly stage?: 'try' | 'live';
  /** Texts of the release by their paths. */
  readonly texts?: Readonly<Record<string, string>>;
}

export function question(given: Given): Question {
  const { texts } = given;
  const edits = given.edits ?? [fix];
  const proposal: Proposal = {
    hash: '1'.repeat(64),
    kind: 'cause',
    rung: 'recipes',
    recipe: 'identifier',
    model: null,
    title: 'Write `name`',
    base: '2'.repeat(64),
    changes: edits.map((edit) => ({ path: edit.path, before: null, after: null })),
    operations: given.operations ?? [],
    diff: '',
    ask: null,
    candidates: { tried: 1, fell: 0 },
    tokens: 0,
    costUsd: 0,
    ...given.proposal,
  };
  return {
    diagnosis: { ...diagnosis, ...given.diagnosis },
    proposal,
    edits,
    evidence: given.evidence === null ? null : { ...evidence, ...given.evidence },
    history: { ...noHistory, ...given.history },
    settings: { ...defaultPolicy, ...given.settings },
    stage: given.stage ?? 'live',
    ...(texts === undefined
      ? {}
      : { view: { read: (path: string) => texts[path] ?? null, files: () => Object.keys(texts) } }),
  };
}

/** Not of every operation: so that a case may change its words. */
type Install = Extract<Operation, { op: 'install' }>;

export const model = { model: 'openai:x', rung: 'fast', recipe: null } as const;
export const full = { autonomy: 'full' } as const;
export const install: Install = { op: 'install', manager: 'npm', argv: ['npm', 'ci', '--ignore-scripts'] };
export const named: Install = {
  op: 'install',
  manager: 'npm',
  argv: ['npm', 'install', 'left-pad', '--ignore-scripts'],
};
export const long: Edit = {
  path: 'server.js',
  before: 'a();\n',
  after: Array.from({ length: 31 }, (_, n) => `b${n}();\n`).join(''),
};
export const pile = (count: number): Edit[] =>
  Array.from({ length: count }, (_, n) => ({ ...fix, path: `src/${n}.js` }));
export const turned = (status: number): Partial<Evidence> => ({
  before: [{ status: 500, error: null, ms: 1 }],
  after: [{ status, error: null, ms: 1 }],
});
export const frame = (file: string, line: number): Frame => ({ file, line, column: 1, fn: null, own: true });
/** The line that counts moves below the others; `answer` is the one that it passes, another refusal stands further down. */
export const reordered = (answer: string): Edit => {
  const [count, rest] = ['  const seats = room.seats.length;\n', '  res.json(seats);\n  // 404 is for others\n}\n'];
  return {
    path: 's.js',
    before: `function show(room, res) {\n${count}${answer}${rest}`,
    after: `function show(room, res) {\n${answer}${count}${rest}`,
  };
};
export const deploy = 'the deploy touched the lock file';

export type Ruled = readonly [name: string, given: Given, decision: string, rule: string];

export function assertRulings(table: readonly Ruled[]): void {
  const got = table.map(([name, given]) => {
    const { decision, rule } = decide(question(given));
    return [name, decision, rule];
  });
  assert.deepEqual(
    got,
    table.map(([name, , decision, rule]) => [name, decision, rule]),
  );
}
