/** Vectors beside the entries: exact, one file a model, whole after whatever a crash left, gone with what is forgotten (MEM-2, MEM-3). */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { openMemory, readMemory, type Memory } from './memory.ts';
import type { Entry } from './shelf.ts';
import { allVectors, appendVectors, pruneVectors, readVectors, type Placed } from './vectors.ts';

const step = (): void => undefined;
const plain = (text: string): string => text;
const all = { spaces: 0xff, most: 10 };

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-vectors-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const idOf = (nth: number): string => nth.toString(16).padStart(12, '0');
const unit = (...numbers: number[]): Float32Array => Float32Array.from(numbers, (one) => one / Math.hypot(...numbers));
const placed = (nth: number, vector: Float32Array, more: Partial<Placed> = {}): Placed => ({
  ...{ id: idOf(nth), chunk: 0, space: 1, vector },
  ...more,
});
const fileIn = (folder: string): string => path.join(folder, readdirSync(folder)[0] ?? '');

test('MEM-2 the nearest are found exactly: as by comparing with each, one by one', (t) => {
  const folder = folderOf(t);
  let seed = 7;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5;
  const some = (): Float32Array => unit(...Array.from({ length: 24 }, random));
  const known = Array.from({ length: 300 }, (_, nth) => placed(nth, some()));
  for (let at = 0; at < known.length; at += 64) appendVectors(folder, 'a:m', known.slice(at, at + 64), step);
  const query = some();
  const cosine = ({ vector }: Placed): number => vector.reduce((sum, one, at) => sum + one * (query[at] ?? 0), 0);
  const wanted = known
    .toSorted((a, b) => cosine(b) - cosine(a))
    .slice(0, 10)
    .map(({ id }) => id);
  assert.deepEqual(readVectors(folder, 'a:m')?.nearest(query, all), wanted);
});

test('MEM-2 an entry of several pieces counts once, by its nearest; another namespace and another length are not compared', (t) => {
  const folder = folderOf(t);
  appendVectors(
    folder,
    'a:m',
    [
      placed(1, unit(0, 1)),
      placed(1, unit(1, 0.1), { chunk: 1 }),
      placed(2, unit(1, 1)),
      placed(3, unit(1, 0), { space: 2 }),
    ],
    step,
  );
  const vectors = readVectors(folder, 'a:m');
  assert.deepEqual(vectors?.nearest(unit(1, 0), { spaces: 1, most: 10 }), [idOf(1), idOf(2)]);
  assert.deepEqual(vectors?.nearest(unit(1, 0), { spaces: 3, most: 1 }), [idOf(3)]);
  assert.deepEqual(vectors?.nearest(unit(1, 0, 0), all), []);
  assert.deepEqual(vectors?.names(), [`${idOf(1)}:0`, `${idOf(1)}:1`, `${idOf(2)}:0`, `${idOf(3)}:0`]);
});

test('MEM-2 vectors of two models are never in one file, and one whose vectors have another length begins anew', (t) => {
  const folder = folderOf(t);
  appendVectors(folder, 'a:m', [placed(1, unit(1, 0))], step);
  appendVectors(folder, 'b:m', [placed(2, unit(1, 0))], step);
  assert.deepEqual(
    allVectors(folder)
      .map(({ model, size }) => `${model} ${size}`)
      .sort(),
    ['a:m 1', 'b:m 1'],
  );
  assert.deepEqual(readVectors(folder, 'a:m')?.nearest(unit(1, 0), all), [idOf(1)]);
  appendVectors(folder, 'a:m', [placed(3, unit(1, 0, 0))], step);
  assert.deepEqual(readVectors(folder, 'a:m')?.names(), [`${idOf(3)}:0`]);
  pruneVectors(folder, { isKept: () => true, isAsked: (model) => model === 'b:m', step });
  assert.deepEqual(
    allVectors(folder).map(({ model }) => model),
    ['b:m'],
  );
});

test('MEM-3 whatever a crash left of the last record, those before it are there and the next one is', (t) => {
  const folder = folderOf(t);
  appendVectors(folder, 'a:m', [placed(1, unit(1, 0)), placed(2, unit(0, 1))], step);
  const whole = readFileSync(fileIn(folder));
  for (let size = whole.length - 24; size < whole.length; size += 1) {
    writeFileSync(fileIn(folder), whole);
    truncateSync(fileIn(folder), size);
    assert.deepEqual(readVectors(folder, 'a:m')?.names(), [`${idOf(1)}:0`], `${size} bytes`);
    appendVectors(folder, 'a:m', [placed(3, unit(1, 1))], step);
    assert.deepEqual(readVectors(folder, 'a:m')?.names(), [`${idOf(1)}:0`, `${idOf(3)}:0`], `${size} bytes`);
  }
  // Bytes that a disk gave back otherwise: that record alone is not believed.
  const spoilt = Buffer.from(whole);
  spoilt[256 + 20] = 0xff;
  writeFileSync(fileIn(folder), spoilt);
  assert.deepEqual(readVectors(folder, 'a:m')?.names(), [`${idOf(2)}:0`]);
  writeFileSync(fileIn(folder), 'none of ours');
  assert.equal(readVectors(folder, 'a:m'), null);
});

const entry = (nth: number, text: string): Entry => ({
  ...{ id: idOf(nth), space: 'fixes', at: '2026-01-01T00:00:00.000Z', text, keys: [] },
  data: { incident: nth },
});

async function memoryIn(t: TestContext, folder: string): Promise<Memory> {
  const memory = await openMemory({ folder, redact: plain, normalise: plain });
  t.after(() => memory.close());
  return memory;
}

test('MEM-2 what no model has placed is asked for, a long text in pieces that together are the whole of it', async (t) => {
  const folder = folderOf(t);
  const memory = await memoryIn(t, folder);
  const long = Array.from({ length: 900 }, (_, nth) => `word${nth}`).join(' ');
  memory.remember(entry(1, long));
  memory.remember(entry(2, 'short'));
  const pieces = await memory.unplaced(['a:m', 'b:m'], 64);
  assert.deepEqual(
    pieces.map(({ id, chunk, incident }) => `${id}:${chunk} ${incident}`),
    [`${idOf(2)}:0 2`, ...[0, 1, 2, 3].map((chunk) => `${idOf(1)}:${chunk} 1`)],
  );
  assert.equal(
    pieces
      .slice(1)
      .map(({ text }) => text)
      .join(''),
    long,
  );
  assert.ok(pieces.every(({ text }) => text.length <= 2_000));
  await memory.place('b:m', pieces.slice(0, 3), [unit(1, 0), unit(0, 1), unit(1, 1)]);
  assert.deepEqual(
    (await memory.unplaced(['a:m', 'b:m'], 64)).map(({ chunk }) => chunk),
    [2, 3],
  );
  assert.equal((await memory.unplaced(['a:m'], 64)).length, 5, 'another model places them anew');
  assert.equal((await memory.unplaced(['a:m'], 2)).length, 2);
});

test('MEM-2 what is near in meaning is found where no word is the same, and counts beside the words', async (t) => {
  const folder = folderOf(t);
  const memory = await memoryIn(t, folder);
  for (const [nth, text] of ['the login loop', 'thumbnail too large', 'an invoice twice'].entries())
    memory.remember(entry(nth, text));
  const ids = (query: string, near: readonly string[]): string[] =>
    memory.shelf.search(query, 3, ['fixes'], near).map(({ entry: { id } }) => id);
  assert.deepEqual(ids('authenticate', []), []);
  assert.deepEqual(ids('authenticate', [idOf(0), 'ffffffffffff']), [idOf(0)]);
  assert.deepEqual(ids('thumbnail', [idOf(0), idOf(1)]), [idOf(1), idOf(0)], 'two orders agree on one');
});

test('MEM-2 what is forgotten is gone from the vectors on the disk, too', async (t) => {
  const folder = folderOf(t);
  const memory = await memoryIn(t, folder);
  memory.remember(entry(1, 'one'));
  memory.remember(entry(2, 'two'));
  await memory.place('a:m', await memory.unplaced(['a:m'], 9), [unit(3, 1), unit(1, 3)]);
  memory.forget(idOf(2));
  await memory.settled();
  assert.deepEqual(readVectors(folder, 'a:m')?.names(), [`${idOf(1)}:0`]);
  assert.ok(
    !readdirSync(folder).some((name) => readFileSync(path.join(folder, name)).includes(Buffer.from(idOf(2), 'hex'))),
  );
  assert.equal((await readMemory(folder, plain)).get(idOf(1))?.text, 'one');
});
