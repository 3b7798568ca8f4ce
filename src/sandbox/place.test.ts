import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { placeOfCopies, placesOf } from './place.ts';

test('PERF-4 copies of a small project lie in memory where there is plenty, those of a large one on the disk', (t) => {
  const project = mkdtempSync(path.join(tmpdir(), 'kintsugi-place-'));
  t.after(() => rmSync(project, { recursive: true, force: true }));
  const disk = path.join(project, 'trials');
  writeFileSync(path.join(project, 'server.js'), '');
  const small = placeOfCopies(project, disk);
  assert.ok(placesOf(disk).includes(small));
  // Elsewhere there is no such folder; then all copies lie on the disk.
  if (existsSync('/dev/shm') && process.availableMemory() > 8 * 1024 ** 3) assert.equal(small, '/dev/shm');
  mkdirSync(path.join(project, 'node_modules'));
  const huge = path.join(project, 'node_modules', 'data.bin');
  sparse(huge);
  assert.equal(placeOfCopies(project, disk), small, 'packages are not copied');
  sparse(path.join(project, 'data.bin'));
  assert.equal(placeOfCopies(project, disk), disk);
});

/** A terabyte that takes no room. */
function sparse(file: string): void {
  writeFileSync(file, '');
  truncateSync(file, 1024 ** 4);
}
