/** Candidates are carried out in a real copy and run by a real Node: what survives is what really runs. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Evidence, FailureClass, Idea, Named, TryOut } from '../incident/nouns.ts';
import { choose } from './choose.ts';
import { defaultLimits, ideasFor, proposeFrom, untried } from './propose.ts';
import type { Found, PartialRepair } from './trying.ts';
import { recipesFor } from './ladder.ts';
import { contextOf } from './recipes/cases.test-helper.ts';
import type { Case } from './recipes/cases.test-helper.ts';
import type { RecipeContext } from './recipe.ts';

const work = mkdtempSync(path.join(os.tmpdir(), 'propose-'));
after(() => rmSync(work, { recursive: true, force: true }));

type Files = Readonly<Record<string, string>>;
interface Seen {
  readonly line: number | null;
  readonly message: string;
}

/** Runs `app.js` of these files; null where it ends well. */
async function run(files: Files): Promise<Seen | null> {
  const folder = mkdtempSync(path.join(work, 'copy-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const stderr = await new Promise<string | null>((resolve) => {
    execFile(process.execPath, ['app.js'], { cwd: folder, timeout: 10_000 }, (error, _, text) =>
      resolve(error === null ? null : text),
    );
  });
  if (stderr === null) return null;
  const line = /app\.js:(\d+)/.exec(stderr)?.[1];
  return { line: line === undefined ? null : Number(line), message: /^\w*Error: (.*)$/m.exec(stderr)?.[1] ?? stderr };
}

function named(message: string): { class: FailureClass; named: Named } {
  const identifier = /^(\w+) is not defined/.exec(message)?.[1];
  if (identifier !== undefined) return { class: 'reference', named: { identifier } };
  const [, receiver, property] = /^(\w+)\.(\w+) is not a function/.exec(message) ?? [];
  return { class: 'type', named: receiver === undefined || property === undefined ? {} : { receiver, property } };
}

function contextFor(files: Files, seen: Seen, extra: Partial<Case> = {}): RecipeContext {
  const context = contextOf({ name: '', message: seen.message, files, first: null, ...named(seen.message), ...extra });
  const frames = seen.line === null ? [] : [{ file: 'app.js', line: seen.line, column: 0, fn: null, own: true }];
  return { ...context, diagnosis: { ...context.diagnosis, file: 'app.js', line: seen.line, frames } };
}

function applied(files: Files, idea: Idea): Files {
  const result: Record<string, string> = { ...files };
  for (const edit of idea.edits) if (edit.after !== null) result[edit.path] = edit.after;
  return result;
}

const evidence: Evidence = {
  proof: 'none',
  passed: false,
  checks: [],
  confinement: 'none: test',
  bootMs: null,
  before: [],
  after: [],
  inconclusive: null,
  score: 0,
  next: null,
};

function trials(files: Files, first: Seen): { tryOut: TryOut; tried: Idea[] } {
  const tried: Idea[] = [];
  const tryOut: TryOut = async (idea) => {
    tried.push(idea);
    const seen = await run(applied(files, idea));
    if (seen === null) return { ...evidence, passed: true, proof: 'replayed', score: 1000 };
    const next =
      seen.message === first.message
        ? null
        : { name: 'Error', message: seen.message, code: String(seen.line), stack: seen.message, cause: null };
    return { ...evidence, next };
  };
  return { tryOut, tried };
}

async function heal(files: Files, extra: Partial<Case> = {}, limits = defaultLimits) {
  const first = await run(files);
  assert.ok(first, 'it fails before');
  const { tryOut, tried } = trials(files, first);
  const nextContext = async ({ evidence: given, idea }: PartialRepair): Promise<RecipeContext | null> =>
    given.next === null
      ? null
      : contextFor(applied(files, idea), { line: Number(given.next.code), message: given.next.message });
  const result = await proposeFrom(contextFor(files, first, extra), 'recipes', {
    tryOut,
    nextContext,
    limits,
    signal: new AbortController().signal,
  });
  return { result, tried };
}

const isFound = (result: object): result is Found => 'idea' in result;

test('REP-2 the first candidate that is right ends the search after one boot', async () => {
  const { result, tried } = await heal({
    'app.js': 'const users = [1];\nconst userz2 = 1;\nconsole.log(usres.length + userz2);\n',
  });
  assert.ok(isFound(result), 'a repair is put forward');
  assert.equal(
    result.idea.edits[0]?.after,
    'const users = [1];\nconst userz2 = 1;\nconsole.log(users.length + userz2);\n',
  );
  assert.deepEqual([result.tried, result.fell, tried.length], [1, 0, 1]);
});

test('REP-2 TRY-5 a chain of failures is followed and put forward as a whole', async () => {
  const text =
    'const list = [3];\nconst total = lsit.length;\nconsole.log(list.fliter(Boolean).length, total);\nconsole.log(Jsno.stringify(list));\n';
  const { result } = await heal({ 'app.js': text });
  assert.ok(isFound(result), 'a repair is put forward');
  assert.equal(result.idea.edits[0]?.before, text);
  assert.equal(
    result.idea.edits[0]?.after,
    'const list = [3];\nconst total = list.length;\nconsole.log(list.filter(Boolean).length, total);\nconsole.log(JSON.stringify(list));\n',
  );
  assert.match(result.idea.recipe, /^identifier\+property\+identifier$/);
});

test('REP-2 of two candidates the one that runs is taken, and the other counts as fallen', async () => {
  const { result } = await heal({
    'app.js': 'const nama = 1;\nconst name = "x";\nconsole.log(namr.toUpperCase(), nama, name);\n',
  });
  assert.ok(isFound(result), 'a repair is put forward');
  assert.match(result.idea.edits[0]?.after ?? '', /name\.toUpperCase/);
  assert.deepEqual([result.tried, result.fell], [2, 1]);
});

test('REP-2 TRY-7 a key and its reader are one repair from two sides: the reader is mended, and nobody asked', () => {
  const evidence = { ...untried(''), passed: true, proof: 'replayed' as const, inconclusive: null };
  const made = (file: string, [before, after]: readonly [string, string], ask: string | null = null): Idea => ({
    ...{ recipe: 'x', kind: 'cause', title: `${file}: ${after}`, operations: [], ask, rank: 0 },
    edits: [{ path: file, before, after }],
  });
  const key = made('a.json', ['{ "zone": [] }', '{ "zones": [] }'], 'only you know which is meant');
  const reader = made('a.js', ['go(a.zones);\n', 'go(a.zone);\n']);
  const chosen = (...ideas: readonly Idea[]): Idea | undefined =>
    choose(ideas.map((idea) => ({ idea, evidence })))?.idea;
  assert.equal(chosen(key, reader), reader);
  assert.equal(chosen(reader, key), reader);
  const writtenOut = made('b.js', ['give({ list, zone });\n', 'give({ list, zones: zone });\n']);
  assert.equal(chosen(reader, writtenOut), reader);
  assert.equal(
    chosen(
      made('b.js', ['give({ zones: zone });\n', 'give({ zone });\n']),
      made('a.js', ['go(zone);\n', 'go(zones);\n']),
    )?.ask,
    null,
  );
  const another = made('a.js', ['go(a.zones);\n', 'go(a.area);\n']);
  assert.match(chosen(reader, another)?.ask ?? '', /two repairs fit equally well/);
  // Two ways to one file are one repair; two files are two.
  const path = (text: string): Idea => made('src/a.js', ["read('../note.txt'); // 🙂\n", `read('${text}');\n`]);
  assert.equal(chosen(path('./notes/note.txt'), path('../src/notes/note.txt'))?.ask, null);
  assert.match(chosen(path('./notes/note.txt'), path('../notes/note.txt'))?.ask ?? '', /equally well/);
  assert.match(chosen(path('note'), path('./note'))?.ask ?? '', /equally well/);
});

test('REP-2 two causes that nothing tells apart are asked about', async () => {
  const { result } = await heal({ 'app.js': 'const nama = 1;\nconst name = 2;\nconsole.log(namr, nama, name);\n' });
  assert.ok(isFound(result), 'a repair is put forward');
  assert.match(result.idea.ask ?? '', /two repairs fit equally well/);
});

test('REP-3 TRY-7 where going back in either of two files helps, a person is asked in which', () => {
  const back = (title: string, file: string, rank: number) => ({
    idea: {
      ...{ recipe: 'revert', kind: 'rollback' as const, title, operations: [], ask: null, rank },
      edits: [{ path: file, before: 'a', after: 'b' }],
    },
    evidence: { ...evidence, passed: true, proof: 'replayed' as const, score: 1000 },
  });
  const asked = (...tried: ReturnType<typeof back>[]): string | null | undefined => choose(tried)?.idea.ask;
  assert.match(asked(back('one', 'data/a.json', 7), back('other', 'data/b.json', 7)) ?? '', /one; or other/);
  // The failing file is nearer than what else changed; two hunks of one file are no rivals.
  assert.equal(asked(back('one', 'a.js', 1), back('other', 'data/b.json', 7)), null);
  assert.equal(asked(back('one', 'a.js', 0), back('other', 'a.js', 0)), null);
});

test('REP-8 where nothing helps the answer says what was tried', async () => {
  const { result } = await heal(
    { 'app.js': 'const list = 5;\nconsole.log(lits.filter(Boolean), list);\n' },
    {},
    { tries: 12, chain: 1, atOnce: 2 },
  );
  assert.ok(!isFound(result), 'no repair is put forward');
  assert.equal(result.as, 'declined');
  assert.match(result.declined, /no safe repair: `lits` should be `list`/);
});

test('REP-2 a chain that leads back to what was tried before is not tried again', async () => {
  const files = { 'app.js': 'const list = 5;\nconsole.log(lits.length, list);\n' };
  const context = contextFor(files, { line: 2, message: 'lits is not defined' });
  const tried: Idea[] = [];
  const next = { name: 'ReferenceError', message: 'lits is not defined', code: null, stack: '', cause: null };
  const result = await proposeFrom(context, 'recipes', {
    tryOut: async (idea) => {
      tried.push(idea);
      return { ...evidence, next };
    },
    nextContext: async () => context,
    limits: defaultLimits,
    signal: new AbortController().signal,
  });
  assert.ok(!isFound(result), 'no repair is put forward');
  const results = tried.map(({ edits }) => edits[0]?.after);
  assert.ok(results.length > 0 && new Set(results).size === results.length, `${results.length} were tried`);
});

test('REP-8 no idea at all is a refusal, not a fault', async () => {
  const { result } = await heal({ 'app.js': "throw new Error('the moon is wrong');\n" });
  assert.ok(!isFound(result), 'no repair is put forward');
  assert.deepEqual([result.as, result.tried, result.action], ['declined', 0, null]);
});

test('REP-2 at most 12 candidates are tried', async () => {
  const names = Array.from(
    { length: 30 },
    (_, index) => `valu${String.fromCharCode(97 + (index % 26))}${index > 25 ? 'x' : ''}`,
  );
  const { result, tried } = await heal({
    'app.js': `${names.map((name) => `const ${name} = 1;`).join('\n')}\nvalu1.a.b.c();\n`,
  });
  assert.ok(!isFound(result), 'no repair is put forward');
  assert.ok(tried.length > 0 && tried.length <= 12, `${tried.length} were tried`);
});

test('REP-1 an undeclared package is put forward untried and asked about', async () => {
  const files = { 'package.json': '{}', 'app.js': "require('left-pad-nobody-declared');\n" };
  const context = contextOf({
    name: '',
    class: 'missing_module',
    message: '',
    files,
    first: null,
    named: { module: 'left-pad-nobody-declared', importer: 'app.js' },
  });
  const tryOut: TryOut = () => assert.fail('nothing may be tried');
  const result = await proposeFrom(context, 'recipes', {
    tryOut,
    limits: defaultLimits,
    signal: new AbortController().signal,
  });
  assert.ok(isFound(result), 'a repair is put forward');
  assert.match(result.idea.ask ?? '', /not declared/);
  assert.deepEqual([result.evidence.passed, result.evidence.proof], [false, 'none']);
});

test('REP-1 a port that a stranger holds is for a person', async () => {
  const context = contextOf({
    name: '',
    class: 'port_conflict',
    message: '',
    files: {},
    first: null,
    named: { port: 3000 },
  });
  const tryOut: TryOut = () => assert.fail('nothing may be tried');
  const result = await proposeFrom(context, 'recipes', {
    tryOut,
    limits: defaultLimits,
    signal: new AbortController().signal,
  });
  assert.ok(!isFound(result), 'no repair is put forward');
  assert.deepEqual([result.as, result.action?.command], ['asked', "ss -ltnp 'sport = :3000'"]);
});

test('REP-8 an aborted search starts nothing', async () => {
  const context = contextFor({ 'app.js': 'const users = 1;\nusres;\n' }, { line: 2, message: 'usres is not defined' });
  const tryOut: TryOut = () => assert.fail('nothing may be tried');
  const result = await proposeFrom(context, 'recipes', { tryOut, limits: defaultLimits, signal: AbortSignal.abort() });
  assert.ok(!isFound(result), 'no repair is put forward');
  assert.match(result.declined, /time ran out/);
});

test('REP-3 the change that the failure began with is taken back, hunk by hunk first', async () => {
  const good = 'const a = 1;\nconst b = 2;\n\n\nconst c = 3;\nexports.f = () => a + b + c;\n';
  const now = 'const a = 10;\nconst b = 2;\n\n\nconst c = undefined.x;\nexports.f = () => a + b + c;\n';
  const context = contextFor(
    { 'app.js': now, 'b.js': 'new\n' },
    { line: 5, message: 'x' },
    { lastGood: { 'app.js': good, 'b.js': 'old\n' } },
  );
  const ideas = await ideasFor(context, 'revert');
  assert.deepEqual(
    ideas.map((each) => each.kind),
    Array.from(ideas, () => 'rollback'),
  );
  assert.equal(
    ideas[0]?.edits[0]?.after,
    'const a = 10;\nconst b = 2;\n\n\nconst c = 3;\nexports.f = () => a + b + c;\n',
  );
  assert.ok(
    ideas.some((each) => each.edits.length === 1 && each.edits[0]?.after === good),
    'the whole file is offered too',
  );
  assert.deepEqual(
    ideas.at(-1)?.edits.map((edit) => edit.path),
    ['app.js', 'b.js'],
  );
});

test('REP-3 a repair that gives a file its last good text back is no guess', async () => {
  const good = 'const users = [];\nconst uses = [];\nexports.f = () => users;\n';
  const files = { 'app.js': good.replace('=> users', '=> usres') };
  const at = { line: 3, message: 'usres is not defined' };
  const guessed = await ideasFor(contextFor(files, at), 'recipes');
  const known = await ideasFor(contextFor(files, at, { lastGood: { 'app.js': good } }), 'recipes');
  assert.ok((guessed[0]?.rank ?? -1) >= 0);
  assert.deepEqual([known[0]?.rank, known[0]?.ask, known[0]?.edits[0]?.after], [-1, null, good]);
});

test('TRY-7 the name of before is certain only where no other one is nearer to what was written', async () => {
  const text = (name: string): string => `const members = { get() {}, getAny() {} };\n\nmembers.${name}(1);\n`;
  const first = async (written: string) => {
    const at = { line: 3, message: `members.${written} is not a function` };
    const lastGood = { 'app.js': text('get') };
    const [idea] = await ideasFor(contextFor({ 'app.js': text(written) }, at, { lastGood }), 'recipes');
    return [idea?.edits[0]?.after, (idea?.rank ?? 0) < 0];
  };
  assert.deepEqual(await first('gett'), [text('get'), true]);
  assert.deepEqual(await first('getAn'), [text('getAny'), false]);
});

test('REP-2 what a request waited for in vain is repaired by the error that was logged', async () => {
  const text = 'exports.f = (items) => sort(new Map(items));\nconst sort = (list) => list.toSorted();\n';
  const context = contextFor({ 'app.js': text }, { line: 2, message: 'list.toSorted is not a function' });
  const waiting = (message: string): RecipeContext => ({
    ...context,
    diagnosis: { ...context.diagnosis, class: 'timeout', message },
  });
  const names = (message: string): string[] =>
    recipesFor(waiting(message).diagnosis, 'recipes').map(({ name }) => name);
  assert.ok(names('TypeError: list.toSorted is not a function').includes('property'));
  assert.ok(!names('a request was never answered').includes('property'));
  assert.ok(names("chart: ENOENT: no such file or directory, open '/app/chart.txt'").includes('missing-file'));
});

test('REP-2 a recipe with a defect of its own costs its ideas, not those of all others, and is told of', async () => {
  const files = { 'app.js': 'const users = [];\nexports.f = () => usres;\n' };
  const context = contextFor(files, { line: 2, message: 'usres is not defined' });
  const { facts } = context;
  let isFirst = true;
  const broken = Object.defineProperty({ ...context }, 'facts', {
    get: () => {
      if (!isFirst) return facts;
      isFirst = false;
      throw new RangeError('Maximum call stack size exceeded');
    },
  });
  const notes: string[] = [];
  const ideas = await ideasFor(broken, 'recipes', notes);
  assert.deepEqual(
    ideas.map(({ title }) => title),
    ['`usres` should be `users`'],
  );
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? '', /^the recipe \S+ has a defect, please report it: RangeError: Maximum call stack/);
});
