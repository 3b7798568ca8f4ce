import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Fact } from '../incident/steps.ts';
import { Fault } from '../kit/errors.ts';
import { openJournal, readJournal, type Journal, type JournalOptions } from './journal.ts';

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

test('a full segment is sealed at the next opening; closed incidents are not read again, open ones are', (t) => {
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
  writeFileSync(file, readFileSync(file, 'utf8').replace('"y1"', '"q1"'));
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
