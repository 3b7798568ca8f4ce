import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Fact } from '../incident/fact.ts';
import { Fault } from '../kit/errors.ts';
import { followJournal, openJournal, readJournal, type Journal, type JournalOptions, type Line } from './journal.ts';

const note = (why: string): Fact => ({ type: 'abandoned', why });
const closed: Fact = { type: 'closed', outcome: 'resolved', why: 'done' };

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'journal-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(folder: string, more: Partial<JournalOptions> = {}): Journal {
  return openJournal({ folder, now: () => 1_700_000_000_000, redact: (text) => text, ...more });
}

function bytesIn(folder: string): number {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .reduce((total, name) => total + statSync(path.join(folder, name)).size, 0);
}

function whys(folder: string): string[] {
  return readJournal(folder).map((line) => ('why' in line.fact ? line.fact.why : line.fact.type));
}

test('REL-1 what was appended is there after a reopening, in order and chained', (t) => {
  const folder = folderOf(t);
  const journal = open(folder);
  for (const why of ['a', 'b', 'c']) journal.append(1, note(why));
  journal.close();
  const again = open(folder);
  t.after(() => again.close());
  assert.deepEqual(
    again.open.map((entry) => entry.fact),
    ['a', 'b', 'c'].map(note),
  );
  assert.equal(again.append(2, note('d')).incident, 2);
  assert.deepEqual(whys(folder), ['a', 'b', 'c', 'd']);
  assert.equal(statSync(path.join(folder, '00000001.jsonl')).mode & 0o777, 0o600);
});

test('REL-1 a torn tail is cut at every possible byte, and nothing acknowledged is lost', (t) => {
  const folder = folderOf(t);
  const file = path.join(folder, '00000001.jsonl');
  const journal = open(folder);
  journal.append(1, note('kept'));
  const kept = statSync(file).size;
  journal.append(1, note('torn'));
  journal.close();
  const whole = readFileSync(file);
  for (let size = kept; size < whole.length; size += 1) {
    writeFileSync(file, whole);
    truncateSync(file, size);
    open(folder).close();
    assert.deepEqual(whys(folder), ['kept'], `cut at ${size}`);
  }
});

const damages: Record<string, (text: string) => string> = {
  'a changed word': (text) => text.replace('"b"', '"x"'),
  'a missing line': (text) => text.split('\n').toSpliced(1, 1).join('\n'),
  'swapped lines': (text) => {
    const [a, b, ...rest] = text.split('\n');
    return [b, a, ...rest].join('\n');
  },
  'binary rubbish in the middle': (text) => text.replace('\n', '\n\u0000\u0001{{{\n'),
  'a line of another version': (text) => text.replace('"v":1', '"v":9'),
};
for (const [name, damage] of Object.entries(damages)) {
  test(`REL-2 a journal with ${name} is refused with a clear message and left as it is`, (t) => {
    const folder = folderOf(t);
    const file = path.join(folder, '00000001.jsonl');
    const journal = open(folder);
    for (const why of ['a', 'b', 'c']) journal.append(1, note(why));
    journal.close();
    const damaged = damage(readFileSync(file, 'utf8'));
    writeFileSync(file, damaged);
    assert.throws(
      () => open(folder),
      (error) => error instanceof Fault && error.code === 'journal_broken' && error.message.includes(file),
    );
    assert.equal(readFileSync(file, 'utf8'), damaged);
  });
}

test('REL-2 a pipe where a segment should be is refused, not waited for', (t) => {
  const folder = folderOf(t);
  open(folder).close();
  const file = path.join(folder, '00000001.jsonl');
  rmSync(file, { force: true });
  execFileSync('mkfifo', [file]);
  for (const act of [() => open(folder), () => readJournal(folder)]) {
    assert.throws(
      act,
      (error) => error instanceof Fault && error.code === 'journal_broken' && error.message.includes(file),
    );
  }
  assert.deepEqual(followJournal(folder)(), []);
});

test('PERF-6 a full segment is sealed; closed incidents are not read again, open ones are', (t) => {
  const folder = folderOf(t);
  for (let round = 1; round <= 4; round += 1) {
    const journal = open(folder, { segmentBytesMax: 500 });
    for (const why of ['x', 'y', 'z']) journal.append(round, note(`${why}${round}`));
    if (round !== 2) journal.append(round, closed);
    journal.close();
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  assert.ok(names.length >= 4, names.join());
  const journal = open(folder, { segmentBytesMax: 500 });
  journal.close();
  assert.deepEqual(
    [...new Set(journal.open.map((entry) => entry.incident))].filter((id) => id < 4),
    [2],
  );
  assert.equal(journal.lastIncident, 4);
  assert.equal(readJournal(folder).length, 15);
});

test('PERF-6 a record that is never closed is sealed as it grows, and goes on after the disk was full', (t) => {
  const folder = folderOf(t);
  const journal = open(folder, { segmentBytesMax: 400 });
  for (let incident = 1; incident <= 10; incident += 1) {
    journal.append(incident, note(`n${incident}`));
    journal.append(incident, closed);
  }
  mkdirSync(path.join(folder, 'segments.json.d'));
  renameSync(path.join(folder, 'segments.json'), path.join(folder, 'segments.json.d', 'kept'));
  mkdirSync(path.join(folder, 'segments.json')); // nothing can be sealed
  const append = (): unknown => journal.append(11, note('n11'));
  for (let tries = 0; tries < 4; tries += 1) {
    const before = bytesIn(folder);
    try {
      append();
    } catch (error) {
      assert.ok(error instanceof Fault && error.code === 'journal_write');
      assert.equal(bytesIn(folder), before, 'nothing was written');
    }
  }
  rmdirSync(path.join(folder, 'segments.json'));
  renameSync(path.join(folder, 'segments.json.d', 'kept'), path.join(folder, 'segments.json'));
  append();
  journal.close();
  const again = open(folder, { segmentBytesMax: 400 });
  again.close();
  assert.deepEqual(
    [...new Set(again.open.map((entry) => entry.incident))].filter((id) => id < 10),
    [],
  );
  assert.ok(whys(folder).filter((why) => why === 'n11').length >= 1 && whys(folder).length >= 21);
});

test('CLI-9 who follows the record is given each line once, over the end of a segment and half a line', (t) => {
  const folder = folderOf(t);
  const early = followJournal(folder);
  const journal = open(folder, { segmentBytesMax: 400 });
  t.after(() => journal.close());
  journal.append(1, note('ä1'));
  const late = followJournal(folder);
  const seqs = (lines: readonly Line[]): number[] => lines.map(({ seq }) => seq);
  assert.deepEqual([seqs(early()), seqs(late())], [[1], []]);
  for (let seq = 2; seq <= 9; seq += 1) journal.append(1, note(`ä${seq}`));
  assert.deepEqual(
    [seqs(early()), seqs(late())],
    [
      [2, 3, 4, 5, 6, 7, 8, 9],
      [2, 3, 4, 5, 6, 7, 8, 9],
    ],
  );
  const last = path.join(
    folder,
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .at(-1)!,
  );
  const line = Buffer.from(`${readFileSync(last, 'utf8').split('\n').at(-2)}\n`);
  const half = line.indexOf('ä') + 1; // in the middle of a letter
  appendFileSync(last, line.subarray(0, half));
  assert.deepEqual(early(), []);
  appendFileSync(last, line.subarray(half));
  assert.deepEqual([seqs(early()), seqs(early())], [[9], []]);
});

test('the index of sealed segments is made again where it was lost', (t) => {
  const folder = folderOf(t);
  for (let round = 1; round <= 3; round += 1) {
    const journal = open(folder, { segmentBytesMax: 200 });
    for (const why of ['x', 'y', 'z']) journal.append(round, note(`${why}${round}`));
    journal.close();
  }
  rmSync(path.join(folder, 'segments.json'));
  const journal = open(folder, { segmentBytesMax: 200 });
  journal.append(9, note('goes on'));
  journal.close();
  assert.equal(readJournal(folder).length, 10);
  open(folder).close();
});

test('a damaged sealed segment of an open incident is refused', (t) => {
  const folder = folderOf(t);
  for (let round = 1; round <= 2; round += 1) {
    const journal = open(folder, { segmentBytesMax: 200 });
    for (const why of ['x', 'y', 'z']) journal.append(round, note(`${why}${round}`));
    journal.close();
  }
  const file = path.join(folder, '00000001.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"x1"', '"q1"'));
  assert.throws(
    () => open(folder),
    (error) => error instanceof Fault && error.code === 'journal_broken',
  );
});

test('REL-2 a disk that is full loses nothing acknowledged and leaves nothing half-written', (t) => {
  const folder = folderOf(t);
  const journal = open(folder, {
    step: (name) => {
      if (name === 'half' && journal.seq === 1)
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    },
  });
  t.after(() => journal.close());
  journal.append(1, note('kept'));
  assert.throws(
    () => journal.append(1, note('lost')),
    (error) => error instanceof Fault && error.code === 'journal_write',
  );
  assert.deepEqual(whys(folder), ['kept']);
  assert.ok(readFileSync(path.join(folder, '00000001.jsonl'), 'utf8').endsWith('}\n'));
});

test('TRI-1 the journal is the last gate: a secret that nobody redacted does not get in', (t) => {
  const folder = folderOf(t);
  const journal = open(folder, { redact: (text) => text.replaceAll('hunter2', '[redacted]') });
  t.after(() => journal.close());
  journal.append(1, {
    type: 'sensed',
    ref: 'r',
    signal: { stderr: 'pw hunter2', request: { url: '/?p=hunter2' } },
  } as unknown as Fact);
  const text = readFileSync(path.join(folder, '00000001.jsonl'), 'utf8');
  assert.equal(text.includes('hunter2'), false);
  assert.equal(text.split('[redacted]').length, 3);
});

test('a reader sees whole lines only while the writer is in the middle of one', (t) => {
  const folder = folderOf(t);
  const journal = open(folder);
  t.after(() => journal.close());
  journal.append(1, note('a'));
  appendFileSync(path.join(folder, '00000001.jsonl'), '{"v":1,"seq":2,"pr');
  assert.deepEqual(whys(folder), ['a']);
});
