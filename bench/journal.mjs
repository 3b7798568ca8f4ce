/** `node bench/journal.mjs [INCIDENTS…]`: what it costs to open a record, and to add to it, by how much it holds (PERF-6). */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { median } from './lib.mjs';
import { followJournal, openJournal } from '../build/engine/journal.js';

const sizes = process.argv.slice(2).map(Number);
const eventsOfEach = 10;
const segmentBytes = 1024 * 1024;
const appends = 200;

/** A record as a long life leaves it, all incidents closed but the last twenty; its index is made by the first opening. */
function written(folder, incidents) {
  let [seq, prev, text, file] = [0, '0'.repeat(64), '', 1];
  const flush = () => {
    writeFileSync(path.join(folder, `${String(file++).padStart(8, '0')}.jsonl`), text);
    text = '';
  };
  for (let incident = 1; incident <= incidents; incident++) {
    for (let event = 1; event <= eventsOfEach; event++) {
      const isLast = event === eventsOfEach && incident <= incidents - 20;
      const why = `event ${event} of incident ${incident}: ${'what was seen and done, in words '.repeat(6)}`;
      const fact = isLast ? { type: 'closed', outcome: 'resolved', why } : { type: 'abandoned', why };
      const body = { v: 1, seq: ++seq, prev, at: new Date(seq * 1000).toISOString(), incident, fact };
      prev = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      text += `${JSON.stringify({ ...body, hash: prev })}\n`;
    }
    if (text.length > segmentBytes) flush();
  }
  if (text !== '') flush();
}

function cpuMs(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, result];
}

console.log(
  '| incidents | events | index made again, CPU ms | opening, CPU ms | one more event, CPU µs | telling of it, CPU µs |',
);
console.log('| --- | --- | --- | --- | --- | --- |');
for (const incidents of sizes.length > 0 ? sizes : [1000, 10_000, 100_000]) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-bench-'));
  const open = () => openJournal({ folder, now: Date.now, redact: (text) => text });
  try {
    written(folder, incidents);
    const [rebuiltMs, first] = cpuMs(open);
    first.close();
    const opened = [1, 2, 3].map(() => {
      const [ms, journal] = cpuMs(open);
      journal.close();
      return ms;
    });
    const journal = open();
    const follow = followJournal(folder);
    const [added, told] = [[], []];
    for (let n = 0; n < appends; n++) {
      added.push(cpuMs(() => journal.append(incidents, { type: 'abandoned', why: 'x'.repeat(200) }))[0]);
      told.push(cpuMs(follow)[0]);
    }
    journal.close();
    const cells = [incidents, incidents * eventsOfEach, rebuiltMs, median(opened)].map(Math.round);
    const micros = [added, told].map((list) => Math.round((list.reduce((sum, ms) => sum + ms, 0) / appends) * 1000));
    console.log(`| ${[...cells, ...micros].map((value) => value.toLocaleString('en')).join(' | ')} |`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
