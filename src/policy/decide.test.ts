import assert from 'node:assert/strict';
import test from 'node:test';
import type { Edit } from '../incident/nouns.ts';
import { decide } from './decide.ts';
import {
  assertRulings,
  deploy,
  fix,
  frame,
  full,
  guard,
  install,
  long,
  model,
  named,
  pile,
  question,
  reordered,
  risky,
  turned,
  type Ruled,
} from './decide.test-helper.ts';
import { defaultPolicy, policyHash, type PolicySettings } from './settings.ts';

const bodiless = { path: 'a.js', before: 'plan(req.body);\n', after: 'plan(req.body ?? {});\n' };
const fine = { others: { asked: 2, asBefore: 2 } };
const filter: Edit = {
  path: 's.js',
  before: 'const mine = (rows, id) => rows.filter((row) => row.owner === id && row.opne);\n',
  after: 'const mine = (rows, id) => rows.filter((row) => id && row.open);\n',
};
const forgets: Edit = {
  path: 's.js',
  before: 'const page = (rows, at) => rows.slice(offsetOf(at));\n',
  after: 'const page = (rows, at) => rows.slice(0);\n',
};
const besideOf = (message: string, place: string) => {
  const request = {
    method: 'GET',
    url: '/all',
    headers: {},
    body: null,
    bodyEncoding: 'utf8',
    truncated: false,
  } as const;
  const error = { name: 'Error', message, code: null, stack: `Error: ${message}\n    at ${place}`, cause: null };
  return { asked: 2, well: 1, failing: { request, error } };
};
const table: readonly Ruled[] = [
  // auto
  ['a proven cause', {}, 'allow', 'auto'],
  ['a proven install', { edits: [], operations: [install], proposal: { kind: 'operational' } }, 'allow', 'auto'],
  [
    'a proven restart',
    { edits: [], operations: [{ op: 'restart' }], proposal: { kind: 'operational' } },
    'allow',
    'auto',
  ],
  [
    'a proven rollback',
    { edits: [], operations: [{ op: 'rollback', to: 't' }], proposal: { kind: 'rollback' } },
    'allow',
    'auto',
  ],
  ['a proven revert', { edits: [guard], proposal: { kind: 'rollback', rung: 'revert' } }, 'allow', 'auto'],
  ['only probed', { evidence: { proof: 'probed' } }, 'ask', 'proof'],
  ['only parsed', { evidence: { proof: 'parsed' } }, 'ask', 'proof'],
  ['a declared mitigation', { proposal: { kind: 'mitigation' } }, 'ask', 'mitigation'],
  [
    'a word that somebody may have meant goes',
    {
      edits: [{ path: 'server.js', before: 'prepare\ngo(a);\n', after: 'go(a);\n' }],
      diagnosis: { message: 'prepare is not defined' },
    },
    'ask',
    'mitigation',
  ],
  [
    'a key that was hit goes',
    {
      edits: [{ path: 'server.js', before: 'wq\ngo(a);\n', after: 'go(a);\n' }],
      diagnosis: { message: 'wq is not defined' },
    },
    'allow',
    'auto',
  ],
  ['a guard that calls itself a cause', { edits: [guard] }, 'ask', 'mitigation'],
  ['a risky cause', { edits: [risky] }, 'ask', 'meaning-network'],
  ['a cause that turns a 500 into a 404', { evidence: turned(404) }, 'ask', 'refusal'],
  [
    'a cause whose line says 404',
    {
      edits: [{ path: 's.js', before: 'throw new NotFuond(404);', after: 'throw new NotFound(404);' }],
      evidence: turned(404),
    },
    'allow',
    'auto',
  ],
  [
    'a cause after which what the app threw on purpose reaches the client',
    {
      diagnosis: {
        class: 'unknown',
        message: 'Error: No route',
        frames: [frame('errors.js', 1), frame('router.js', 2)],
      },
      edits: [{ path: 's.js', before: 'handle(request);', after: 'await handle(request);' }],
      evidence: turned(404),
      texts: { 'errors.js': 'super(message);', 'router.js': '\nthrow notFound(url);' },
    },
    'allow',
    'auto',
  ],
  [
    'a cause that answers 404 where what was thrown speaks of another refusal',
    {
      diagnosis: { class: 'unknown', message: 'Error: No route', frames: [frame('router.js', 2)] },
      edits: [{ path: 's.js', before: 'handle(request);', after: 'await handle(request);' }],
      evidence: turned(404),
      texts: { 'router.js': '\nthrow conflict(url);' },
    },
    'ask',
    'refusal',
  ],
  [
    'a cause that corrects the name which the failure says is nothing',
    {
      diagnosis: { class: 'reference', named: { identifier: 'titel' } },
      edits: [{ path: 's.js', before: 'if (!titel.trim()) refuse();', after: 'if (!title.trim()) refuse();' }],
      evidence: turned(400),
    },
    'allow',
    'auto',
  ],
  [
    'a cause that corrects the name of what is no function',
    {
      diagnosis: { class: 'type', message: 'TypeError: a.sumary is not a function', named: { property: 'sumary' } },
      edits: [{ path: 's.js', before: 'go(a.sumary(id));', after: 'go(a.summary(id));' }],
      evidence: turned(404),
    },
    'allow',
    'auto',
  ],
  [
    'a cause that corrects a name, and the answer is the one of a path without a route',
    {
      diagnosis: { class: 'reference', named: { identifier: 'rotues' } },
      edits: [{ path: 's.js', before: 'const go = rotues[key];', after: 'const go = routes[key];' }],
      evidence: { ...turned(404), unrouted: true },
    },
    'ask',
    'refusal',
  ],
  [
    'a cause whose line says 404, which is said of paths without a route, too',
    {
      edits: [{ path: 's.js', before: 'throw new NotFuond(404);', after: 'throw new NotFound(404);' }],
      evidence: { ...turned(404), unrouted: true },
    },
    'allow',
    'auto',
  ],
  [
    'a cause that corrects that name and does more',
    {
      diagnosis: { class: 'reference', named: { identifier: 'titel' } },
      edits: [{ path: 's.js', before: 'if (!titel.trim()) refuse();', after: 'if (!title) refuse();' }],
      evidence: turned(400),
    },
    'ask',
    'refusal',
  ],
  [
    'a cause that corrects another name',
    {
      diagnosis: { class: 'reference', named: { identifier: 'titel' } },
      edits: [{ path: 's.js', before: 'if (!text.trim()) refuse();', after: 'if (!title.trim()) refuse();' }],
      evidence: turned(400),
    },
    'ask',
    'refusal',
  ],
  [
    'a cause that puts a refusal before what needs it',
    { edits: [reordered('  if (!room) return res.status(404).end();\n')], evidence: turned(404) },
    'allow',
    'auto',
  ],
  [
    'another order, and a 404 that only other lines speak of',
    { edits: [reordered('  audit(room);\n')], evidence: turned(404) },
    'ask',
    'refusal',
  ],
  [
    'a cause after which a refusal of the app reaches the client',
    { diagnosis: { class: 'unknown', message: 'Error: No such room' }, evidence: turned(404) },
    'allow',
    'auto',
  ],
  [
    'a cause that answers 404 where something else than a refusal was thrown',
    { diagnosis: { class: 'missing_file', message: 'ENOENT: no such file or directory' }, evidence: turned(404) },
    'ask',
    'refusal',
  ],
  [
    'a cause that answers 403 where the app spoke of 404',
    { diagnosis: { class: 'unknown', message: 'Error: No such room' }, evidence: turned(403) },
    'ask',
    'refusal',
  ],
  ['a revert that brings the old 404 back', { proposal: { kind: 'rollback' }, evidence: turned(404) }, 'allow', 'auto'],
  ['a cause that answers', { evidence: turned(201) }, 'allow', 'auto'],
  ['a cause that changes other answers', { evidence: { others: { asked: 3, asBefore: 2 } } }, 'ask', 'others'],
  ['a cause whose answer shows a slip', { evidence: { odd: 'an empty object at `items[]`' } }, 'ask', 'odd-answer'],
  [
    'no body for an empty one, which the project refuses',
    { edits: [bodiless], evidence: turned(422) },
    'allow',
    'auto',
  ],
  [
    'no body for an empty one, of which something is made',
    { edits: [bodiless], evidence: turned(201) },
    'ask',
    'mitigation',
  ],
  [
    'an empty object that the project writes for that key',
    {
      evidence: { odd: 'an empty object at `items[].wanted`' },
      texts: { 'a.js': 'f({ wanted: row ? row.w : {} });\n' },
    },
    'allow',
    'auto',
  ],
  [
    'an empty object that it writes for another key',
    { evidence: { odd: 'an empty object at `items[].wanted`' }, texts: { 'a.js': 'f({ size: row ? row.w : {} });\n' } },
    'ask',
    'odd-answer',
  ],
  [
    'a cause that leaves a route beside it failing of the same',
    { evidence: { quiet: besideOf('nmae is not defined', '/srv/app/server.js:9:1') } },
    'ask',
    'fails-beside',
  ],
  [
    'a cause beside which a route fails of something else',
    { evidence: { quiet: besideOf('nmae is not defined', '/srv/app/other.js:9:1') } },
    'allow',
    'auto',
  ],
  ['a cause that leaves other answers', { evidence: { others: { asked: 3, asBefore: 3 } } }, 'allow', 'auto'],
  ['a proposal that wants a person', { proposal: { ask: 'a tie' } }, 'ask', 'proposal'],
  ['suspicious text', { diagnosis: { suspicious: true } }, 'ask', 'suspicious'],
  [
    'suspicious text, model',
    { diagnosis: { suspicious: true }, proposal: model, evidence: { others: { asked: 2, asBefore: 2 } } },
    'ask',
    'suspicious',
  ],
  [
    'suspicious text, restart',
    { diagnosis: { suspicious: true }, edits: [], operations: [{ op: 'restart' }], proposal: { kind: 'operational' } },
    'allow',
    'auto',
  ],
  [
    'suspicious text, rollback',
    {
      diagnosis: { suspicious: true },
      edits: [],
      operations: [{ op: 'rollback', to: 't' }],
      proposal: { kind: 'rollback' },
    },
    'allow',
    'auto',
  ],
  ['an outage', { diagnosis: { personOnly: true } }, 'ask', 'person-only'],
  [
    'another failure behind',
    { evidence: { next: { name: 'E', message: '', code: null, stack: '', cause: null } } },
    'ask',
    'next-failure',
  ],
  [
    'a regression',
    {
      history: { regression: true },
      edits: [],
      operations: [{ op: 'rollback', to: 't' }],
      proposal: { kind: 'rollback' },
    },
    'ask',
    'regression',
  ],
  ['what a person took back', { history: { takenBack: true } }, 'ask', 'taken-back'],
  // what a model wrote
  [
    'a model, small and others fine, that the project as it was bears out',
    { proposal: model, evidence: { others: { asked: 2, asBefore: 2 }, witness: 'before' } },
    'allow',
    'auto',
  ],
  ['a model that nobody bears out', { proposal: model, evidence: fine }, 'ask', 'model-alone'],
  [
    'the same where the owner wants it',
    { proposal: model, evidence: fine, settings: { modelAlone: 'promote' } },
    'allow',
    'auto',
  ],
  ['the same under `full`', { proposal: model, evidence: fine, settings: full }, 'allow', 'auto'],
  [
    'a model that the project as it was contradicts',
    { proposal: model, evidence: { ...fine, otherwise: 'it answered GET / otherwise' }, settings: full },
    'ask',
    'model-otherwise',
  ],
  [
    'a model that drops a condition, though the answer is right',
    { edits: [filter], proposal: model, evidence: { ...fine, witness: 'before' } },
    'ask',
    'model-loses',
  ],
  [
    'a model that leaves a parameter out, though the answer is right',
    { edits: [forgets], proposal: model, evidence: { ...fine, witness: 'tests' } },
    'ask',
    'model-loses',
  ],
  [
    'what a model wrote once and a person approved',
    { edits: [filter], proposal: { ...model, rung: 'known' }, evidence: { ...fine, witness: 'repair' } },
    'allow',
    'auto',
  ],
  ['a recipe that drops a condition', { edits: [filter] }, 'allow', 'auto'],
  ['a model, others unknown', { proposal: model }, 'ask', 'model-others'],
  ['a model, one other', { proposal: model, evidence: { others: { asked: 1, asBefore: 1 } } }, 'ask', 'model-others'],
  [
    'a model, two requests beside the failing one',
    { proposal: model, evidence: { beside: { asked: 2, asBefore: 2 }, witness: 'tests' } },
    'allow',
    'auto',
  ],
  [
    'a model, one request beside the failing one of three answered otherwise',
    { proposal: model, evidence: { beside: { asked: 3, asBefore: 2 } } },
    'ask',
    'model-others',
  ],
  [
    'a model, 31 lines',
    { edits: [long], proposal: model, evidence: { others: { asked: 2, asBefore: 2 } } },
    'ask',
    'model-size',
  ],
  [
    'a model, 3 files',
    { edits: pile(3), proposal: model, evidence: { others: { asked: 2, asBefore: 2 } } },
    'ask',
    'model-size',
  ],
  ['a recipe, 3 files', { edits: pile(3) }, 'allow', 'auto'],
  [
    'a model without confinement',
    { proposal: model, evidence: { others: { asked: 2, asBefore: 2 }, confinement: 'none: not installed' } },
    'ask',
    'no-confinement',
  ],
  ['a recipe without confinement', { evidence: { confinement: 'none: not installed' } }, 'allow', 'auto'],
  [
    'a model that calls its change a rollback',
    { proposal: { ...model, kind: 'rollback' }, evidence: { others: { asked: 2, asBefore: 2 } } },
    'ask',
    'mitigation',
  ],
  [
    'a model that calls a risk a rollback',
    { edits: [risky], proposal: { ...model, kind: 'rollback' }, evidence: { others: { asked: 2, asBefore: 2 } } },
    'ask',
    'meaning-network',
  ],
  // proof
  ['never tried', { evidence: null }, 'ask', 'unproven'],
  ['failed', { evidence: { passed: false } }, 'deny', 'not-proven'],
  ['inconclusive', { evidence: { passed: false, inconclusive: 'a write was refused' } }, 'ask', 'inconclusive'],
  // autonomy
  ['observe', { settings: { autonomy: 'observe' } }, 'deny', 'observe'],
  ['propose', { settings: { autonomy: 'propose' } }, 'ask', 'propose'],
  ['full, mitigation', { edits: [guard], settings: full }, 'allow', 'auto'],
  ['full, probed', { evidence: { proof: 'probed' }, settings: full }, 'allow', 'auto'],
  ['full, parsed', { evidence: { proof: 'parsed' }, settings: full }, 'ask', 'proof'],
  ['full, risky', { edits: [risky], settings: full }, 'ask', 'meaning-network'],
  ['full, suspicious', { diagnosis: { suspicious: true }, settings: full }, 'ask', 'suspicious'],
  // stops
  ['paused', { history: { paused: true } }, 'deny', 'paused'],
  ['paused by itself', { history: { autoPaused: true } }, 'deny', 'auto-paused'],
  // PRO-8
  [
    'back over a small deploy',
    { edits: [], operations: [{ op: 'rollback', to: 't' }], proposal: { kind: 'rollback' }, history: { deploy: null } },
    'allow',
    'auto',
  ],
  [
    'back over migrations',
    {
      edits: [],
      operations: [{ op: 'rollback', to: 't' }],
      proposal: { kind: 'rollback' },
      history: { deploy: deploy },
    },
    'ask',
    'rollback-deploy',
  ],
  [
    'back over 21 files',
    {
      edits: [],
      operations: [{ op: 'rollback', to: 't' }],
      proposal: { kind: 'rollback' },
      history: { deploy: deploy },
    },
    'ask',
    'rollback-deploy',
  ],
  [
    'back over more than a day',
    {
      edits: [],
      operations: [{ op: 'rollback', to: 't' }],
      proposal: { kind: 'rollback' },
      history: { deploy: deploy },
    },
    'ask',
    'rollback-deploy',
  ],
  // trying
  ['a cause may be tried', { stage: 'try', evidence: null }, 'allow', 'try'],
  ['a guard may be tried', { stage: 'try', evidence: null, edits: [guard] }, 'allow', 'try'],
  ['under observe too', { stage: 'try', evidence: null, settings: { autonomy: 'observe' } }, 'allow', 'try'],
  [
    'a protected path is not tried',
    { stage: 'try', evidence: null, edits: [{ ...fix, path: '.env' }] },
    'deny',
    'path-protected',
  ],
  ['nothing is tried while paused', { stage: 'try', evidence: null, history: { paused: true } }, 'deny', 'paused'],
  [
    'a model without a sandbox',
    { stage: 'try', evidence: null, proposal: model, history: { confined: false } },
    'ask',
    'no-confinement',
  ],
  [
    'an install without a sandbox',
    { stage: 'try', evidence: null, edits: [], operations: [install], history: { confined: false } },
    'ask',
    'no-confinement',
  ],
  ['a recipe without a sandbox', { stage: 'try', evidence: null, history: { confined: false } }, 'allow', 'try'],
  [
    'an undeclared package is not fetched',
    { stage: 'try', evidence: null, edits: [], operations: [named] },
    'ask',
    'install-undeclared',
  ],
];

test('POL-1 POL-6 POL-8 PRO-8 every mix of autonomy, kind, proof and record gets its ruling', () => {
  assertRulings(table);
});

test('REP-1 of a package that nobody declared a recipe says more than its name', () => {
  const asked = (more: object) =>
    decide(question({ stage: 'try', evidence: null, edits: [], operations: [named], ...more })).reason;
  assert.match(asked({}), /is not declared by the project/);
  assert.equal(asked({ proposal: { ask: 'the last change took it out' } }), 'the last change took it out');
  assert.match(asked({ proposal: { ...model, ask: 'trust me' } }), /sandbox|is not declared by the project/);
});

test('POL-4 a ruling names the policy it was made under, and every setting counts', () => {
  const hash = policyHash(defaultPolicy);
  assert.equal(decide(question({})).policy, hash);
  const others: readonly PolicySettings[] = [
    { ...defaultPolicy, autonomy: 'full' },
    { ...defaultPolicy, protected: [] },
    { ...defaultPolicy, trustInstallScripts: true },
    { ...defaultPolicy, recovery: { ...defaultPolicy.recovery, auto_approve: ['npm ci'] } },
  ];
  assert.equal(new Set([hash, ...others.map(policyHash)]).size, 5);
});
