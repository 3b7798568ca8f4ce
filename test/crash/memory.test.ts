/** kill -9 at every single write of remember, forget, compact and index. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openMemory, readMemory } from '../../src/memory/memory.ts';
import { readVectors } from '../../src/memory/vectors.ts';
import { full } from '../project.ts';

const child = fileURLToPath(new URL('../fixtures/memory-child.mjs', import.meta.url));
const plain = (text: string): string => text;
/** The full mode kills at every write, the default at every fourth one. */
const step = full ? 1 : 4;

test('MEM-3 what was acknowledged survives kill -9 at every write, and what was forgotten stays so', async (t) => {
  let write = 1;
  for (let isDone = false; !isDone; write += step) {
    assert.ok(write < 100, 'it never ends');
    const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-memory-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const { stdout, stderr, signal } = spawnSync(process.execPath, [child, folder, String(write)], {
      encoding: 'utf8',
    });
    isDone = stdout.includes('done');
    assert.ok(isDone || signal === 'SIGKILL', stderr);
    const acknowledged = [...stdout.matchAll(/^has (.+)$/gm)].map((match) => match[1] ?? '');
    const placed = [...stdout.matchAll(/^placed (.+)$/gm)].map((match) => match[1] ?? '');
    const names = readVectors(folder, 'a:m')?.names() ?? [];
    const [begun, lost] = ['begins', 'lost'].map((word) => stdout.includes(`${word} 000000000001`));
    for (const id of placed)
      if (id !== '000000000001' || (!begun && !lost)) assert.ok(names.includes(`${id}:0`), `write ${write}: ${id}`);
    const reader = await readMemory(folder, plain);
    const writer = await openMemory({ folder, redact: plain, normalise: plain });
    for (const shelf of [reader, writer.shelf]) {
      assert.equal(shelf.damaged, 0);
      for (const id of acknowledged)
        if (id !== '000000000001') assert.equal(shelf.get(id)?.text, `fix number ${Number(id)}`, `write ${write}`);
      if (lost) assert.equal(shelf.get('000000000001'), null, `write ${write}`);
      else if (!begun && acknowledged.length > 1) assert.ok(shelf.get('000000000001'));
    }
    writer.remember({
      id: 'ffffffffffff',
      space: 'errors',
      at: '2026-01-01T00:00:00.000Z',
      text: 'after the crash',
      keys: [],
      data: null,
    });
    assert.equal(writer.shelf.search('after the crash', 1)[0]?.entry.id, 'ffffffffffff');
    await writer.close();
    const left = readdirSync(folder);
    assert.ok(
      left.every((name) => !name.endsWith('.tmp')) && left.filter((name) => name.endsWith('.jsonl')).length === 1,
      left.join(' '),
    );
    if (isDone) assert.ok(!names.includes('000000000001:0'));
    if (isDone)
      assert.ok(
        !readFileSync(path.join(folder, left.find((name) => name.endsWith('.jsonl')) ?? ''), 'utf8').includes(
          'number 1',
        ),
      );
  }
  t.diagnostic(`${write - step} writes`);
  assert.ok(write > 20);
});
