/** What one heal learnt, the next one uses: `heal` twice, and the memory's commands, with the built program. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isUsageError, jsonOf, placeOf } from './place.ts';

interface Heal {
  readonly outcome: string;
  readonly repair: {
    readonly tier: string;
    readonly recipe: string;
    readonly diff: string;
    readonly candidates: { tried: number };
  } | null;
}
interface Hit {
  readonly id: string;
  readonly space: string;
  readonly text: string;
  readonly data: Record<string, unknown>;
}

const server = `const users = { a: { name: 'Ada' } };
const orders = { b: { title: 'Book' } };
function showUser(key, response) {
  const user = users[key];
  response.end(user.name.toUppercase());
}
function showOrder(id, reply) {
  const order = orders[id];
  reply.end(order.title.toUppercase());
}
require('node:http')
  .createServer((request, response) => {
    const [, kind, key] = request.url.split('/');
    if (kind === 'users') return showUser(key, response);
    if (kind === 'orders') return showOrder(key, response);
    response.end('ok');
  })
  .listen(0);
`;

test('REP-0 MEM-4 a fix proven in one function heals the same shape in another, first and without a recipe', async (t) => {
  const { run, project } = placeOf(t, { 'server.js': server });
  const heal = (url: string): Promise<Awaited<ReturnType<typeof run>>> =>
    run(['heal', 'server.js', '--json', '--apply', '--autonomy', 'full', '--request', `GET ${url}`]);
  const first = jsonOf<Heal>(await heal('/users/a'));
  assert.deepEqual([first.outcome, first.repair?.tier], ['healed', 'recipe']);
  const second = jsonOf<Heal>(await heal('/orders/b'));
  assert.deepEqual([second.outcome, second.repair?.tier, second.repair?.candidates.tried], ['healed', 'known', 1]);
  assert.match(readFileSync(path.join(project, 'server.js'), 'utf8'), /order\.title\.toUpperCase\(\)/);

  const found = jsonOf<Hit[]>(
    await run(['memory', 'search', 'toUppercase is not a function', '--in', 'fixes', '--json']),
  );
  assert.equal(found.length, 2);
  const known = Object.keys(found[0]?.data ?? {});
  for (const key of [
    'message',
    'class',
    'changes',
    'kind',
    'proof',
    'tokens',
    'costUsd',
    'durationMs',
    'shape',
    'recipe',
  ])
    assert.ok(known.includes(key), `MEM-4 ${key}`);
  const id = found[0]?.id ?? '';
  jsonOf(await run(['memory', 'forget', id, '--json', '--by', 'Ada']));
  assert.ok(!jsonOf<Hit[]>(await run(['memory', 'search', 'toUppercase', '--json'])).some((hit) => hit.id === id));
  assert.equal(jsonOf<{ fixes: number }>(await run('memory stats --json')).fixes, 1);
  isUsageError(await run(['memory', 'forget', id]), new RegExp(id));
});

test('MEM-1 MEM-5 in an empty project: the manual is packed and searched only when named; map shows the code', async (t) => {
  const { run } = placeOf(t, { 'server.js': server });
  const stats = jsonOf<Record<string, number>>(await run('memory stats --json'));
  assert.ok((stats['docs'] ?? 0) >= 60, `${stats['docs']} sections`);
  assert.equal(stats['fixes'], 0);
  const manual = jsonOf<Hit[]>(await run(['memory', 'search', 'how do I set autonomy', '--in', 'docs', '--json']));
  assert.ok(manual.length > 0 && manual.every((hit) => hit.space === 'docs' && typeof hit.data['source'] === 'string'));
  const plain = jsonOf<Hit[]>(await run(['memory', 'search', 'showUser autonomy', '--json']));
  assert.ok(plain.length > 0 && plain.every((hit) => hit.space === 'functions'));
  const map = jsonOf<{ file: string; functions: { name: string }[] }[]>(await run('map --json'));
  assert.deepEqual(
    map[0]?.functions.map(({ name }) => name),
    ['showUser', 'showOrder'],
  );
  assert.match((await run('map')).stdout, /showUser\(key, response\)/);
});

test('MEM-4 what a person rejected is not proposed again, until it is forgotten; what nothing healed leaves its report', async (t) => {
  const { run } = placeOf(t, { 'server.js': server });
  const heal = ['heal', 'server.js', '--json', '--request', 'GET /users/a'];
  const diffs: string[] = [];
  for (;;) {
    const next = JSON.parse((await run(heal)).stdout) as Heal & { readonly id: number };
    if (next.outcome === 'declined') break;
    assert.equal(next.outcome, 'proposed');
    diffs.push(next.repair?.diff ?? '');
    assert.equal(new Set(diffs).size, diffs.length, 'each proposal comes once');
    await run(['reject', String(next.id), '--by', 'Ada', '--note', 'no']);
  }
  const learnt = jsonOf<Hit[]>(await run(['memory', 'search', 'toUppercase', '--in', 'learnings', '--json']));
  const found = learnt[0];
  assert.match(found?.text ?? '', /^Do not repeat: /);
  assert.ok(diffs.length > 0 && learnt.length === diffs.length);
  const [report] = jsonOf<Hit[]>(await run(['memory', 'search', 'toUppercase', '--in', 'errors', '--json']));
  assert.match(report?.text ?? '', /not repeated: it was rejected in incident 1/);
  await run(['memory', 'forget', found?.id ?? '', '--by', 'Ada']);
  assert.equal(jsonOf<{ learnings: number }>(await run('memory stats --json')).learnings, diffs.length - 1);
});
