import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence, Idea, Signal } from '../../incident/nouns.ts';
import type { Found } from '../trying.ts';
import { contextOf } from './cases.test-helper.ts';
import { isAlteration, lostSince, revert, settled } from './revert.ts';

const good =
  "const { price } = require('./prices');\nconst limit = 10;\nconst url = 'http://127.0.0.1:1/';\nrun(price, limit);\n";
const changes: readonly [string, string, boolean][] = [
  ['a name', good.replace('run(price', 'run(prise'), true],
  ['a line lost', good.replace('const limit = 10;\n', ''), true],
  ['a path', good.replace('./prices', './price'), true],
  ['a line more', good.replace('run(', 'log(limit);\nrun('), false],
  ['a line that moved', good.replace(/(const limit.*\n)(const url.*\n)/, '$2$1'), true],
  ['a line that moved, and is further in', good.replace(/(const limit.*\n)(const url.*\n)/, '$2  $1'), true],
  ['a package', good.replace('./prices', 'prices'), false],
  ['a variable of the environment', good.replace('10', 'process.env.LIMIT'), false],
  ['an address', good.replace('127.0.0.1:1/', '127.0.0.1:2/'), false],
];

for (const [what, before, expected] of changes) {
  test(`REP-3 going back takes something away? ${what}: ${expected ? 'no' : 'yes'}`, () => {
    assert.equal(isAlteration([{ path: 'a.js', before, after: good }]), expected);
  });
}

test('REP-3 a file that comes or goes is no alteration', () => {
  assert.equal(isAlteration([{ path: 'a.js', before: good, after: null }]), false);
});

test('REP-3 a part of the change that leaves nothing where there was something is not enough: all of it goes back', async () => {
  const was = { 'a.js': 'show(row.since);\n', 'rows.json': '{"since":"2021-04-01"}\n' };
  const is = { 'a.js': 'show(row.since.slice(0, 4));\n', 'rows.json': '{"since":20210401}\n' };
  const context = contextOf({ name: '', class: 'type', message: '', files: is, lastGood: was, first: null });
  const edits = [{ path: 'a.js', before: is['a.js'], after: was['a.js'] }];
  const part: Idea = { recipe: 'revert', kind: 'rollback', title: '', rank: 0, edits, operations: [], ask: null };
  const answered = (nulls?: readonly string[]): Evidence => ({
    ...{ proof: 'replayed', passed: true, checks: [], confinement: '', bootMs: null, before: [] },
    ...{ after: [{ status: 200, error: null, ms: 1 }], inconclusive: null, score: 0, next: null },
    ...(nulls === undefined ? {} : { nulls }),
  });
  const found = (nulls?: readonly string[]) => ({ idea: part, evidence: answered(nulls), tried: 1, fell: 0 });
  const pathsOf = async (now?: readonly string[], then?: readonly string[]) =>
    (await settled(context, found(now), { ran: false, tryOut: async () => answered(then) })).idea.edits.map(
      ({ path }) => path,
    );
  assert.deepEqual(await pathsOf(['since']), ['a.js', 'rows.json']);
  assert.deepEqual(await pathsOf(['since'], ['since']), ['a.js']);
  assert.deepEqual(await pathsOf(), ['a.js']);
  // What may be meant waits where all else is served, and not where the server is down and a release ran.
  const doubted = { ...found(), idea: { ...part, ask: 'other lines' } };
  const down = { ...context, signal: { ...context.signal, kind: 'crash' as const } };
  for (const [at, ran, ask] of [
    [down, true, null],
    [context, true, 'other lines'],
    [down, false, 'other lines'],
  ] as const)
    assert.equal((await settled(at, doubted, { ran, tryOut: async () => answered() })).idea.ask, ask);
  // An answer that shows a slip is as telling, and so it is where a release vouches for what is gone back to.
  const odd = { ...found(), evidence: { ...answered(), odd: '`NaN` at `net`' } };
  const crash = { ...context, signal: { ...context.signal, kind: 'crash' as const } };
  for (const [failed, ran] of [
    [context, false],
    [crash, true],
  ] as const) {
    const back = async (then: Evidence) =>
      (await settled(failed, odd, { ran, tryOut: async () => then })).idea.edits.map(({ path }) => path);
    assert.deepEqual(await back(answered()), ['a.js', 'rows.json']);
    assert.deepEqual(await back(odd.evidence), ['a.js']);
  }
  // So is any other repair, which cannot know the rest of it.
  const lost = (now?: readonly string[], then?: readonly string[]) =>
    lostSince(context, found(now), async () => answered(then));
  assert.match((await lost(['since'])) ?? '', /something at `since`/);
  assert.equal(await lost(['since'], ['since']), null);
  assert.equal(await lost(), null);
  // A key that is gone, a value of another kind and a refusal that is none any more are as telling.
  const shaped = (now: readonly string[], then: readonly string[], status = 200) =>
    lostSince(context, { ...found(), evidence: { ...answered(), shape: now } }, async () => ({
      ...answered(),
      ...{ shape: then, after: [{ status, error: null, ms: 1 }] },
    }));
  assert.match((await shaped(['id: number'], ['id: number', 'since: string'])) ?? '', /had `since: string`/);
  assert.match((await shaped(['since: number'], ['since: string'])) ?? '', /had `since: string`/);
  assert.match((await shaped(['id: number'], ['error: string'], 404)) ?? '', /answered 404/);
  assert.equal(await shaped(['id: number', 'since: string'], ['id: number']), null);
});

test('REP-3 a repair that refuses what was granted before the last change, or grants what was refused, may be half of one', async () => {
  const lost = (is: string, now: number, then: number) => {
    const files = { 'a.js': is };
    const lastGood = { 'a.js': "if (user.approved) throw denied('no');\n" };
    const context = contextOf({ name: '', class: 'reference', message: '', files, lastGood, first: null });
    const edits = [{ path: 'a.js', before: is, after: is.replace('Denied', 'denied') }];
    const idea: Idea = { recipe: 'x', kind: 'cause', title: '', rank: 0, edits, operations: [], ask: null };
    const answered = (status: number): Evidence => ({
      ...{ proof: 'replayed', passed: true, checks: [], confinement: '', bootMs: null, before: [] },
      ...{ after: [{ status, error: null, ms: 1 }], inconclusive: null, score: 0, next: null },
    });
    return lostSince(context, { idea, evidence: answered(now), tried: 1, fell: 0 }, async () => answered(then));
  };
  const is = "if (user.approvedBy) throw Denied('no');\n";
  assert.match((await lost(is, 403, 204)) ?? '', /answered 204/);
  assert.match((await lost(is, 200, 403)) ?? '', /answered 403/);
  assert.equal(await lost(is, 403, 403), null);
  assert.equal(await lost(is, 200, 200), null);
});

test('REP-3 a guard that the last change took away, and nothing else, comes back by itself; one that it put something in place of is asked for', async () => {
  const was = { 'a.js': 'const one = find(id);\nif (!one) throw missing();\nshow(one.name);\n' };
  const refused = async (text: string) => {
    const context = contextOf({
      name: '',
      class: 'type',
      message: '',
      files: { 'a.js': text },
      lastGood: was,
      first: null,
    });
    const edits = [{ path: 'a.js', before: text, after: was['a.js'] }];
    const part: Idea = { recipe: 'revert', kind: 'rollback', title: '', rank: 0, edits, operations: [], ask: null };
    const evidence: Evidence = {
      ...{ proof: 'replayed', passed: true, checks: [], confinement: '', bootMs: null, before: [] },
      ...{ after: [{ status: 404, error: null, ms: 1 }], inconclusive: null, score: 0, next: null },
    };
    return (
      await settled(context, { idea: part, evidence, tried: 1, fell: 0 }, { ran: false, tryOut: async () => evidence })
    ).idea.ask;
  };
  assert.equal(await refused('const one = find(id);\nshow(one.name);\n'), null);
  assert.match((await refused('const one = find(id) ?? make(id);\nshow(one.name);\n')) ?? '', /was answered 404/);
});

test('REP-3 words or an order that the last change lost come back by themselves, though what failed was refused before; a way out, or what it brought, does not', async () => {
  const refused = (was: string, is: string): Promise<string | null> => {
    const context = contextOf({
      ...{ name: '', class: 'type', message: '', first: null },
      ...{ files: { 'a.js': is }, lastGood: { 'a.js': was } },
    });
    const edits = [{ path: 'a.js', before: is, after: was }];
    const part: Idea = { recipe: 'revert', kind: 'rollback', title: '', rank: 0, edits, operations: [], ask: null };
    const evidence: Evidence = {
      ...{ proof: 'replayed', passed: true, checks: [], confinement: '', bootMs: null, before: [] },
      ...{ after: [{ status: 409, error: null, ms: 1 }], inconclusive: null, score: 0, next: null },
    };
    const found = { idea: part, evidence, tried: 1, fell: 0 };
    return settled(context, found, { ran: false, tryOut: async () => evidence }).then(({ idea }) => idea.ask);
  };
  assert.equal(await refused("const n = client.query('a');\n", "const n = query('a');\n"), null);
  assert.equal(await refused('use([errors, cors, body]);\n', 'use([cors, body, errors]);\n'), null);
  assert.equal(await refused('return rows.map((row) => parse(row));\n', 'return rows as unknown as Match[];\n'), null);
  assert.match((await refused('page(query, 1);\n', 'page(query, 0);\n')) ?? '', /was answered 409/);
  assert.match(
    (await refused('if (!ok(a)) return c.json({}, 409);\nadd(a);\n', 'ok(a);\nadd(a);\n')) ?? '',
    /was answered 409/,
  );
  assert.match((await refused('const n = known(kind);\n', 'const n = known(kind, body);\n')) ?? '', /./);
});

test('REP-3 a hunk that leaves the other half of a rename is no repair: the whole file goes back', () => {
  const was =
    'app.post(async (c) => {\n  const body = await c.json();\n  if (!body) return c.text(400);\n  log(body);\n  return c.text(201);\n});\n';
  const is = was.replace('(c) =>', '(c2) =>').replaceAll('return c.', 'return c2.');
  const contextWith = (text: string) =>
    contextOf({
      ...{ name: '', class: 'reference', message: 'c is not defined', first: null },
      files: { 'a.js': text },
      lastGood: { 'a.js': was },
      at: [['a.js', 'await ‸c.json']],
    });
  const after = (text: string) => (revert.ideas(contextWith(text)) as Idea[]).map(({ edits }) => edits[0]?.after);
  assert.deepEqual(after(is), [was]);
  // Where each part is whole by itself, each is tried.
  assert.equal(after(was.replace('(400)', '(404)').replace('(201)', '(200)')).length, 3);
});

test('REP-3 a file that goes back alone and leaves another one a name it no longer gives out is no repair', () => {
  const was = {
    'money.js': 'function euros(cents) {}\nmodule.exports = { euros };\n',
    'page.js': "const { euros } = require('./money');\nexports.page = () => euros(1);\n",
    'pay.js': "const { euros } = require('./money');\nexports.pay = () => euros(2);\n",
  };
  const renamed = (text: string) => text.replaceAll('euros', 'price');
  const files = { ...was, 'money.js': renamed(was['money.js']), 'page.js': renamed(was['page.js']) };
  const ideas = (given: typeof files): readonly Idea[] => {
    const { ideas } = revert;
    const failed = { name: '', class: 'type', message: 'euros is not a function', first: null } as const;
    return ideas(contextOf({ ...failed, files: given, lastGood: was, at: [['pay.js', '‸euros(2)']] })) as Idea[];
  };
  assert.deepEqual(
    ideas(files).map(({ edits }) => edits.map(({ path }) => path).join()),
    ['money.js,page.js'],
  );
  // Read of the module as a whole it is missed as well; what nobody else takes goes back alone.
  const whole = "const money = require('./money');\nexports.page = () => money.price(1);\n";
  assert.equal(
    ideas({ ...files, 'page.js': whole }).filter(({ edits }) => edits.length === 1 && edits[0]?.path === 'money.js')
      .length,
    0,
  );
  assert.equal(ideas({ ...files, 'page.js': was['page.js'] }).at(-1)?.edits[0]?.path, 'money.js');
});

test('REP-3 what the failed request asks for by a name that only the last change reads is not taken away without a person', async () => {
  const was = { 'a.js': 'list(`id`);\n' };
  const is = { 'a.js': 'list(req.query.sort);\n' };
  const asked = async (url: string, body: string | null = null) => {
    const context = contextOf({
      ...{ name: '', class: 'database', message: '', files: is, lastGood: was, first: null, request: { url, body } },
    });
    return (await settled(context, taken(is['a.js'], was['a.js']), { ran: false, tryOut: async () => answered(200) }))
      .idea.ask;
  };
  assert.match((await asked('/?sort=nme')) ?? '', /says `sort`, which the last change brought/);
  assert.match((await asked('/', '{"sort":"nme"}')) ?? '', /says `sort`/);
  assert.match((await asked('/', 'page=1&sort=nme')) ?? '', /says `sort`/);
  assert.equal(await asked('/?list=1'), null);
});

test('REP-3 words that the project has elsewhere are no slip, and what was written with them is not undone without a person', async () => {
  const good = 'show(boat.hour * hours);\n';
  const asked = async (is: string, property = '', nullish?: 'null') => {
    const files = { 'a.js': is, 'b.js': 'say(rates.night);\n', 'c.json': '{"day":1}\n' };
    const context = contextOf({
      ...{
        name: '',
        class: 'type',
        message: '',
        named: nullish === undefined ? { property } : { property, nullish },
        files,
        lastGood: { ...files, 'a.js': good },
        first: null,
      },
    });
    return (await settled(context, taken(is, good), { ran: false, tryOut: async () => answered(200) })).idea.ask;
  };
  assert.match((await asked('show(boat.rates.hour * hours);\n')) ?? '', /wrote `rates` there, which is no slip/);
  assert.match((await asked('show(boat.day * hours);\n')) ?? '', /wrote `day`/);
  assert.equal(await asked('show(boat.hours * hours);\n'), null);
  // What the failure says is not there is amiss here, whoever else has it.
  assert.equal(await asked('show(boat.day * hours);\n', 'day'), null);
  // What is read of null is there, and was written on purpose.
  assert.match((await asked('show(boat.hour.night * hours);\n', 'night', 'null')) ?? '', /wrote `night` there/);
  assert.equal(await asked('show(boat.hor * hours);\n'), null);
  assert.equal(await asked('show(await boat.hour);\n'), null);
});

test('REP-3 a refusal that the last change brought is not taken away without a person, as long as all else is served', async () => {
  const good = 'const one = find(id);\nshow(one);\n';
  const asked = async (line: string, kind: 'error' | 'crash' = 'error') => {
    const is = good.replace('show', `${line}\nshow`);
    const context = contextOf({
      ...{ name: '', class: 'unknown', message: '', files: { 'a.js': is }, lastGood: { 'a.js': good }, first: null },
    });
    const failed = { ...context, signal: { ...context.signal, kind } };
    return (await settled(failed, taken(is, good), { ran: true, tryOut: async () => answered(200) })).idea.ask;
  };
  assert.match(
    (await asked("if (held > 2) throw new Error('enough');")) ?? '',
    /a refusal that the last change brought/,
  );
  assert.match((await asked('if (blocked.has(id)) return res.status(403).end();')) ?? '', /a refusal/);
  assert.equal(await asked("if (held > 2) throw new Error('enough');", 'crash'), null);
  assert.match((await asked('count(one.visits);')) ?? '', /takes away what the last change brought/);
  assert.equal(await asked('count(one.visits);', 'crash'), null);
});

test('REP-3 where all else is served, values that the last change meant stay, even for a release that ran; a server that is down goes back at once', async () => {
  const good = 'const limit = 10;\nshow(boat.hour * 20);\nconst rates = { hour: 1 };\n';
  const request = { method: 'GET', url: '/', headers: {}, body: null, bodyEncoding: 'utf8', truncated: false } as const;
  type Given = Pick<Signal, 'kind' | 'beforeReady' | 'request'>;
  const asked = async (line: string, given: Given) => {
    const is = good.replace(/show.*/, line);
    const files = { 'a.js': is };
    const context = contextOf({ name: '', class: 'type', message: '', files, lastGood: { 'a.js': good }, first: null });
    const failed = { ...context, signal: { ...context.signal, ...given } };
    return (await settled(failed, taken(is, good), { ran: true, tryOut: async () => answered(200) })).idea.ask;
  };
  const serving: Given = { kind: 'error', beforeReady: false, request };
  for (const given of [serving, { ...serving, kind: 'crash' }] as const) {
    assert.match((await asked('show(boat.rates.hour * 20);', given)) ?? '', /wrote `rates` there, which is no slip/);
    assert.match((await asked('show(boat.huor * 25);', given)) ?? '', /wrote `25` there as well/);
    assert.equal(await asked('show(boat.huor * 20);', given), null);
    assert.equal(await asked('show(boat.hour * 20e9);', given), null);
  }
  for (const given of [
    { kind: 'crash', beforeReady: true, request: null },
    { kind: 'crash', beforeReady: false, request: null },
    { kind: 'crash', beforeReady: true, request },
  ] as const)
    assert.equal(await asked('show(boat.rates.hour * 25);', given), null);
});

test('REP-3 what stood before the last change says what failed now, though it answers otherwise what that change brought', async () => {
  const [is, was] = ['show(boat.huor);\n', 'show(boat.hour);\n'];
  const more = { 'b.js': 'exports.version = 1;\n' };
  const files = { 'a.js': is, 'b.js': 'exports.version = 2;\n' };
  const context = contextOf({
    name: '',
    class: 'type',
    message: '',
    files,
    lastGood: { 'a.js': was, ...more },
    first: null,
  });
  const check = (name: 'replay' | 'others', ok: boolean) => ({ name, ok, detail: '', ms: 1 });
  const found = taken(is, was);
  const asked = async (told: Partial<Evidence>) => {
    const before = { ...answered(200), passed: false, ...told };
    return (await settled(context, found, { ran: false, tryOut: async () => before })).idea;
  };
  const otherwise = [check('replay', true), check('others', false)];
  assert.equal((await asked({ checks: otherwise })).ask, null);
  assert.match((await asked({ checks: [check('replay', false)] })).ask ?? '', /was not seen to run/);
  // All of it is not what goes back then.
  const lost = await asked({ checks: otherwise, shape: ['$.hours'] });
  assert.deepEqual([lost.edits.length, lost.ask], [1, null]);
  const nulls = { ...found, evidence: { ...found.evidence, nulls: ['hours'] } };
  const before = { ...answered(200), passed: false, checks: otherwise };
  const half = await settled(context, nulls, { ran: false, tryOut: async () => before });
  assert.match(half.idea.ask ?? '', /had something at `hours`/);
});

test('REP-3 what the last change took away, and stopped using elsewhere, does not come back without a person', async () => {
  const was = {
    'a.js': 'function plain(one) {\n  return one.name;\n}\nmodule.exports = { plain };\n',
    'b.js': "const { plain } = require('./a');\nsay(plain(me));\n",
    'c.js': "const { plain } = require('./a');\nsay(plain(you));\n",
  };
  const asked = async (b: string) => {
    const files = { ...was, 'a.js': 'module.exports = {};\n', 'b.js': b };
    const context = contextOf({ ...{ name: '', class: 'type', message: '', files, lastGood: was, first: null } });
    return (await settled(context, taken(files['a.js'], was['a.js']), { ran: true, tryOut: async () => answered(200) }))
      .idea.ask;
  };
  assert.match((await asked("say('nobody');\n")) ?? '', /took `plain` away, and uses of it elsewhere/);
  assert.equal(await asked(was['b.js']), null);
});

test('REP-3 a line that uses what the same change brought elsewhere does not go back alone without a person', async () => {
  const was = {
    'a.js': 'const limit = limits[role];\nif (limit !== null) check(limit);\n',
    'limits.json': '{ "one": 10 }\n',
  };
  const asked = async (limits: string, line: string, nullish?: 'undefined') => {
    const files = { 'a.js': was['a.js'].replace('limits[role]', line), 'limits.json': limits };
    const named = { property: 'cents', ...(nullish === undefined ? {} : { nullish }) };
    const context = contextOf({ name: '', class: 'type', message: '', named, files, lastGood: was, first: null });
    const found = taken(files['a.js'], was['a.js']);
    return (await settled(context, found, { ran: true, tryOut: async () => answered(200) })).idea.ask;
  };
  const brought = '{ "one": { "cents": 10 } }\n';
  assert.match((await asked(brought, 'limits[role].cents')) ?? '', /brought `cents` elsewhere as well/);
  assert.equal(await asked(was['limits.json'], 'limits[role].cents'), null);
  // What has no value would only no longer be read off.
  assert.match(
    (await asked('{ "ones": 10 }\n', 'limits[role].cents', 'undefined')) ?? '',
    /`limits\[role\]` has no value/,
  );
  assert.equal(await asked('{ "ones": 10 }\n', 'limit[role].cents', 'undefined'), null);
  // What comes back is the guard.
  const guarded = 'show(boat.owner ? boat.owner.name : null);\n';
  const others = { 'b.js': 'exports.version = 1;\n' };
  const context = contextOf({
    ...{ name: '', class: 'type', message: '', named: { property: 'name', nullish: 'null' }, first: null },
    files: { 'a.js': 'show(boat.owner.name);\n', 'b.js': 'exports.version = 2;\n' },
    lastGood: { 'a.js': guarded, ...others },
  });
  const found = taken('show(boat.owner.name);\n', guarded);
  assert.equal((await settled(context, found, { ran: true, tryOut: async () => answered(200) })).idea.ask, null);
});

test('REP-3 where all else is served, a new thing that fails is not taken away without a person, even for a release that ran; a crash goes back at once', async () => {
  const was = { 'a.js': "app.get('/', home);\n" };
  const is = { 'a.js': "app.get('/', home);\napp.get('/new', fail);\n" };
  const asked = async (kind: 'error' | 'crash', status: number) => {
    const context = contextOf({
      ...{ name: '', class: 'unknown', message: '', files: is, lastGood: was, first: null },
    });
    const failed = { ...context, signal: { ...context.signal, kind } };
    const found = taken(is['a.js'], was['a.js'], status);
    return (await settled(failed, found, { ran: true, tryOut: async () => answered(status) })).idea.ask;
  };
  assert.match((await asked('error', 404)) ?? '', /takes away what the last change brought/);
  assert.match((await asked('error', 200)) ?? '', /takes away what the last change brought/);
  assert.equal(await asked('crash', 404), null);
});

test('REP-3 a statement that the last change moved does not come back beside itself', async () => {
  const [json, files, cors] = ['app.use(json());', 'app.use(files());', 'app.use(cors(options));'];
  const texts = async (was: readonly string[], is: readonly string[]) => {
    const of = (lines: readonly string[]): string => [...lines, 'app.listen(3000);\n'].join('\n');
    const context = contextOf({
      ...{ name: '', class: 'type', message: '', first: null, at: [['a.js', '‸app.listen']] },
      ...{ files: { 'a.js': of(is) }, lastGood: { 'a.js': of(was) } },
    });
    return (await revert.ideas(context)).map(({ edits }) => edits[0]?.after === of(was));
  };
  assert.deepEqual(await texts([json, files, 'app.use(a);', cors], [files, 'app.use(a);', json, cors]), [true]);
  // Of two that are lost each comes back by itself.
  assert.deepEqual(await texts([json, files, 'app.use(a);', cors], [files, 'app.use(a);']), [false, false, true]);
});

const table = 'CREATE TABLE shops (id INTEGER);\n';
const comesBack: readonly [string, { sql: Record<string, string>; kind: 'crash' | 'error' }, string | null][] = [
  [
    'SQL that is gone, while all else is served',
    { sql: {}, kind: 'error' },
    'the last change took sql/1.sql away, which may be meant',
  ],
  ['SQL that is gone, and the server does not start', { sql: {}, kind: 'crash' }, null],
  ['SQL that lies elsewhere now', { sql: { 'old/1.sql': table }, kind: 'error' }, null],
];
for (const [what, { sql, kind }, ask] of comesBack) {
  test(`REP-3 a file that comes back takes nothing away, and may have been meant to go: ${what}`, async () => {
    const code = 'exports.all = () => db.all();\n';
    const context = contextOf({
      ...{ name: '', class: 'database', message: 'no such table: shops', first: null },
      files: { 'a.js': code, ...sql },
      lastGood: { 'a.js': code, 'sql/1.sql': table },
    });
    const failed = { ...context, signal: { ...context.signal, kind, beforeReady: kind === 'crash' } };
    const edits = [{ path: 'sql/1.sql', before: null, after: table }];
    const found = { ...taken('', ''), idea: { ...taken('', '').idea, edits } };
    assert.equal((await settled(failed, found, { ran: false, tryOut: async () => answered(200) })).idea.ask, ask);
  });
}

function answered(status: number): Evidence {
  return {
    ...{ proof: 'replayed', passed: true, checks: [], confinement: '', bootMs: null, before: [] },
    ...{ after: [{ status, error: null, ms: 1 }], inconclusive: null, score: 0, next: null },
  };
}

/** A revert of one file that was carried out. */
function taken(before: string, after: string, status = 200): Found {
  const edits = [{ path: 'a.js', before, after }];
  const idea: Idea = { recipe: 'revert', kind: 'rollback', title: '', rank: 0, edits, operations: [], ask: null };
  return { idea, evidence: answered(status), tried: 1, fell: 0 };
}
