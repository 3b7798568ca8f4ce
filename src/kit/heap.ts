/** V8 collects when it wants room: a program that mostly waits would hold for ever what a busy minute took (30 MB after a hundred reloads). */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A smaller heap is not worth it. */
const bytesMin = 12 * 1024 * 1024;
const growthMin = 1.1;

/** Returns what collects thoroughly, and gives the room back, where the heap grew since it did so last; some 20 ms. */
export function collector(): () => void {
  let worthBytes = bytesMin;
  return () => {
    if (getHeapStatistics().total_heap_size < worthBytes) return;
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options?: object) => void; // a context of its own is where a new flag counts
    collect();
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    worthBytes = Math.max(bytesMin, growthMin * getHeapStatistics().total_heap_size);
  };
}
