/** The memory on a real disk: exact search, deletes, long and hostile texts, readers beside the writer, damage. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { chunksOf, featuresOf, type Counts } from './features.ts';
import { openMemory, readMemory, type MemoryOptions } from './memory.ts';
import type { Entry, Space } from './shelf.ts';

const normalise = (text: string): string => text.replace(/'[^'\n]*'|\/\S+|\d+/g, ' ');

function place(t: TestContext): MemoryOptions {
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-memory-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, redact: (text) => text.replaceAll('hunter2', '[redacted]'), normalise };
}

function entry(at: number, text: string, more: Partial<Entry> = {}): Entry {
  const id = at.toString(16).padStart(12, '0');
  return {
    id,
    space: 'fixes',
    at: '2026-01-01T00:00:00.000Z',
    text,
    keys: [`signature:${at % 7}`],
    data: { at },
    ...more,
  };
}

function random(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const names = Array.from(
  { length: 400 },
  (_, at) => `${'bcdfghjklmnprstvwz'[at % 18]}${'aeiou'[at % 5]}${'lmnrst'[at % 6]}${at.toString(36)}`,
);

function failures(size: number, seed = 1): string[] {
  const next = random(seed);
  const pick = (): string => names[Math.floor(next() ** 2 * names.length)] ?? '';
  return Array.from(
    { length: size },
    (_, at) =>
      `TypeError: ${pick()}.${pick()} is not a function\n at ${pick()} (/srv/${pick()}.js:${at}:3) ${pick()} ${pick()} ${pick()}`,
  );
}

test('MEM-1 hybrid search is exact: the same ten as a loop over all texts, through index, tail and deletes', async (t) => {
  const options = place(t);
  const texts = failures(2_600);
  const memory = await openMemory(options);
  for (const [at, text] of texts.slice(0, 2_500).entries()) memory.remember(entry(at, text));
  await memory.close();
  assert.ok(readdirSync(options.folder).some((name) => name.endsWith('.index')));
  const again = await openMemory(options);
  for (const [at, text] of texts.slice(2_500).entries()) again.remember(entry(2_500 + at, text));
  const all = texts.map((text) => featuresOf(text, normalise));
  for (const query of [...failures(20, 7), 'bal0 is not a function', 'TypeError']) {
    const found = again.shelf.search(query, 10).map(({ entry }) => entry.id);
    assert.deepEqual(found, naive(all, query), query);
  }
  const [victim] = again.shelf.search(texts[5] ?? '', 1);
  assert.equal(again.forget(victim?.entry.id ?? ''), true);
  assert.ok(!again.shelf.search(texts[5] ?? '', 50).some(({ entry }) => entry.id === victim?.entry.id));
  await again.close();
});

test('MEM-1 what is remembered and forgotten while an index is made is found, or not, as by whoever opens the memory afterwards', async (t) => {
  const options = place(t);
  const texts = failures(1_400);
  const memory = await openMemory(options);
  const remember = (from: number, to: number): void => {
    for (const [nth, text] of texts.slice(from, to).entries()) memory.remember(entry(from + nth, text));
  };
  const idOf = (at: number): string => entry(at, '').id;
  remember(0, 600); // its index is due, and is not made before this gives way
  for (let at = 600; at < 1_400; at += 50) {
    await new Promise((resolve) => setImmediate(resolve));
    remember(at, at + 50);
    assert.equal(memory.forget(idOf(at / 2)), true);
    assert.equal(memory.shelf.get(idOf(at / 2)), null);
    assert.equal(memory.shelf.get(idOf(at + 49))?.text, texts[at + 49]);
  }
  await memory.settled();
  const after = await readMemory(options.folder, normalise);
  assert.deepEqual(memory.shelf.counts(), after.counts());
  for (const query of [...failures(20, 7), ...texts.slice(290, 310)])
    assert.deepEqual(memory.shelf.search(query, 10), after.search(query, 10), query);
  const ids = texts.map((_, at) => idOf(at)).filter((id) => memory.shelf.get(id) !== null);
  assert.equal(ids.length, 1_400 - 16);
  assert.deepEqual(
    ids.filter((id) => after.get(id) === null),
    [],
  );
  await memory.close();
});

/** Scores every text by the formulas, with no index at all. */
function naive(all: readonly ReturnType<typeof featuresOf>[], query: string): string[] {
  const asked = featuresOf(query, normalise);
  const averageLength = all.reduce((sum, each) => sum + each.length, 0) / all.length;
  const log = (count: number): number => 1 + Math.log(count);
  const ranked = (
    kind: 'words' | 'grams',
    score: (doc: number, counted: (feature: number) => number, idf: Counts) => number,
  ): number[] => {
    const having = new Map(
      [...asked[kind].keys()].map((feature) => [feature, all.filter((each) => each[kind].has(feature)).length]),
    );
    let left = Math.max(4_000, 2 * all.length);
    const rare = [...having]
      .filter(([, docs]) => docs > 0)
      .sort((a, b) => a[1] - b[1])
      .filter(([, docs], at) => (left -= docs) >= 0 || at < 4);
    const idf = new Map(
      rare.map(([feature, docs]) => [feature, Math.log(1 + (all.length - docs + 0.5) / (docs + 0.5))]),
    );
    return all
      .map((each, doc) => ({ doc, score: Math.fround(score(doc, (feature) => each[kind].get(feature) ?? 0, idf)) }))
      .filter((each) => each.score > 0)
      .sort((a, b) => (Math.abs(b.score - a.score) > 1e-4 * b.score ? b.score - a.score : b.doc - a.doc))
      .slice(0, 20)
      .map(({ doc }) => doc);
  };
  const byWords = ranked('words', (doc, count, idf) =>
    [...idf].reduce(
      (sum, [feature, weight]) =>
        sum +
        (weight * 2.2 * count(feature)) /
          (count(feature) + 1.2 * (0.25 + (0.75 * (all[doc]?.length ?? 0)) / averageLength)),
      0,
    ),
  );
  const byGrams = ranked('grams', (doc, count, idf) => {
    const size = Math.sqrt([...(all[doc]?.grams.values() ?? [])].reduce((sum, each) => sum + log(each) ** 2, 0));
    return [...idf].reduce(
      (sum, [feature, weight]) =>
        sum +
        (count(feature) === 0 ? 0 : (log(asked.grams.get(feature) ?? 1) * weight ** 2 * log(count(feature))) / size),
      0,
    );
  });
  const fused = new Map<number, number>();
  for (const list of [byWords, byGrams])
    for (const [rank, doc] of list.entries()) fused.set(doc, (fused.get(doc) ?? 0) + 1 / (61 + rank));
  return [...fused]
    .sort((a, b) => b[1] - a[1] || b[0] - a[0])
    .slice(0, 10)
    .map(([doc]) => entry(doc, '').id);
}

test('MEM-1 namespaces are filters, keys are exact, the newest first', async (t) => {
  const memory = await openMemory(place(t));
  const spaces: Space[] = ['errors', 'fixes', 'learnings'];
  for (const [at, text] of failures(60).entries())
    memory.remember(entry(at, text, { space: spaces[at % 3] ?? 'fixes' }));
  const found = memory.shelf.search('TypeError is not a function', 50, ['learnings']);
  assert.equal(found.length, 20);
  assert.ok(found.every(({ entry }) => entry.space === 'learnings'));
  assert.deepEqual(
    memory.shelf.having('signature:3').map(({ data }) => (data as { at: number }).at),
    [59, 52, 45, 38, 31, 24, 17, 10, 3],
  );
  assert.deepEqual(memory.shelf.having('signature:99'), []);
  assert.deepEqual(memory.shelf.counts(), { errors: 20, fixes: 20, learnings: 20, functions: 0, docs: 0 });
  await memory.close();
});

test('MEM-2 a long text is found by its last words, and comes back whole', async (t) => {
  const options = place(t);
  const memory = await openMemory(options);
  for (const [at, text] of failures(300).entries()) memory.remember(entry(at, text));
  const long = `${'gibberish and more of it, '.repeat(3_000)} zanzibar marimba`;
  memory.remember(entry(900, long));
  assert.equal(memory.shelf.search('zanzibar marimba', 3)[0]?.entry.text, long);
  assert.equal(
    memory.shelf.search('gibberish', 10).filter(({ entry }) => entry.text === long).length,
    1,
    'once, not once a chunk',
  );
  for (const text of [long, '💥'.repeat(3_001), `x${'💥'.repeat(3_001)}`, '', 'a\n'.repeat(2_500)]) {
    assert.equal(chunksOf(text).join(''), text);
    assert.ok(chunksOf(text).every((chunk) => chunk.length <= 2_000 && !/\p{Cs}/u.test(chunk)));
  }
  await memory.close();
});

test('MEM-2 MEM-3 hostile texts are only text: found again, redacted at the gate, one line each', async (t) => {
  const options = place(t);
  const hostile = [
    '{"gone":"000000000000"}\n{"gone":"000000000001"}',
    '__proto__ constructor',
    '\u0000\u2028\ud800 lone',
    '"\\',
    'a'.repeat(70_000),
    'password hunter2',
    '%s ${x} <b>',
  ];
  const memory = await openMemory(options);
  for (const [at, text] of hostile.entries())
    memory.remember(entry(at, text, { data: { __proto__: null, note: text } }));
  await memory.close();
  const shelf = await readMemory(options.folder, normalise);
  assert.equal(shelf.counts().fixes, hostile.length);
  assert.equal(shelf.damaged, 0);
  assert.deepEqual(shelf.get(entry(1, '').id)?.text, '__proto__ constructor');
  const file = readFileSync(path.join(options.folder, '00000001.jsonl'), 'utf8');
  assert.ok(!file.includes('hunter2') && file.includes('[redacted]'));
  assert.equal(file.trimEnd().split('\n').length, hostile.length);
});

test('MEM-3 a torn tail is cut, a damaged line counted, a broken index made anew: all else is found', async (t) => {
  const options = place(t);
  const first = await openMemory(options);
  for (const [at, text] of failures(1_500).entries()) first.remember(entry(at, text));
  await first.close();
  const [log, index] = ['00000001.jsonl', '00000001.index'].map((name) => path.join(options.folder, name));
  const whole = readFileSync(index ?? '');
  for (const damage of [
    Buffer.alloc(0),
    whole.subarray(0, 1_000),
    Buffer.concat([whole.subarray(0, -9), Buffer.alloc(9, 7)]),
    Buffer.from('{}'),
  ]) {
    writeFileSync(index ?? '', damage);
    assert.equal((await readMemory(options.folder, normalise)).counts().fixes, 1_500);
  }
  rmSync(index ?? '');
  appendFileSync(log ?? '', 'no JSON\n{"id":"half');
  assert.equal((await readMemory(options.folder, normalise)).damaged, 1);
  const again = await openMemory(options);
  assert.equal(again.shelf.counts().fixes, 1_500);
  again.remember(entry(2_000, 'after the tear'));
  assert.equal(again.shelf.search('after the tear', 1)[0]?.entry.id, entry(2_000, '').id);
  await again.close();
  truncateSync(log ?? '', 0);
  assert.equal(
    (await readMemory(options.folder, normalise)).counts().fixes,
    0,
    'an index of more than there is counts for nothing',
  );
});

test('MEM-3 readers see what was acknowledged while the writer writes, indexes and compacts', async (t) => {
  const options = place(t);
  const memory = await openMemory(options);
  let written = 0;
  const write = async (): Promise<void> => {
    for (const [at, text] of failures(1_400).entries()) {
      memory.remember(entry(at, text));
      written = at + 1;
      if (at % 100 === 99) memory.forget(entry(at - 50, '').id);
      if (at % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await memory.settled();
  };
  const read = async (): Promise<void> => {
    while (written < 1_400) {
      const before = written;
      const shelf = await readMemory(options.folder, normalise);
      assert.equal(shelf.damaged, 0);
      const last = Math.max(0, before - 1);
      if (before > 0 && last % 100 !== 49) assert.equal(shelf.get(entry(last, '').id)?.id, entry(last, '').id);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all([write(), read(), read()]);
  assert.equal(memory.shelf.counts().fixes, 1_400 - 14);
  await memory.close();
  const names = readdirSync(options.folder);
  assert.equal(names.filter((name) => name.endsWith('.jsonl')).length, 1, 'what a newer log replaced is gone');
  const log = readFileSync(path.join(options.folder, names.find((name) => name.endsWith('.jsonl')) ?? ''), 'utf8');
  assert.ok(!log.includes(entry(49, '').id) && !log.includes('gone'), 'forgotten is off the disk');
});

test('MEM-3 PERF-5 many entries: a start reads the index, not the texts; an id twice is remembered once', async (t) => {
  const options = place(t);
  const count = process.env['KINTSUGI_TEST_FULL'] === '1' ? 10_000 : 3000;
  const memory = await openMemory(options);
  for (const [at, text] of failures(count).entries()) {
    memory.remember(entry(at, text));
    if (at % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await memory.close();
  const began = process.cpuUsage();
  const shelf = await readMemory(options.folder, normalise);
  assert.equal(shelf.search('is not a function', 10).length, 10);
  const { user, system } = process.cpuUsage(began);
  assert.equal(shelf.counts().fixes, count);
  t.diagnostic(`start to first answer: ${(user + system) / 1000} ms of CPU`);
  const again = await openMemory(options);
  again.remember(entry(3, 'another text'));
  assert.equal(again.shelf.counts().fixes, count);
  await again.close();
  assert.equal(existsSync(path.join(options.folder, '00000001.index.tmp')), false);
});
