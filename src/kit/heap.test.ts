import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const heap = new URL('./heap.ts', import.meta.url).href;

test('PERF-3 what a busy time took is given back, once', () => {
  const busyProgram = `
    import { getHeapStatistics } from 'node:v8';
    import { collector } from ${JSON.stringify(heap)};
    const sizeMb = () => getHeapStatistics().total_heap_size / 2 ** 20;
    function busyMb() {
      const held = Array.from({ length: 2_000_000 }, (_, at) => ({ at, text: String(at) }));
      return held.length > 0 ? sizeMb() : 0;
    }
    const collect = collector();
    console.log('busy', busyMb());
    collect();
    console.log('idle', sizeMb());
    for (let count = 0; count < 100; count += 1) collect();
    console.log('end');`;
  const args = ['--trace-gc', '--import', 'tsx', '--input-type=module', '-e', busyProgram];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0);
  const [busy, idle] = ['busy', 'idle'].map((word) => Number(new RegExp(`^${word} (\\S+)$`, 'm').exec(stdout)?.[1]));
  assert.ok(busy! > 100 && idle! < busy! / 2, `${busy} ${idle}`);
  const after = stdout.slice(stdout.indexOf('\nidle '));
  assert.doesNotMatch(after, /Mark-Compact/, 'nothing grew');
  assert.match(after, /^end$/m);
});
