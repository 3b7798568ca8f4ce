/** disk_cleanup: how full the disk is, what of the project's own folders is large, and frees what is Kintsugi's own. */
import { lstatSync, readdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../kit/errors.ts';
import { declare, flag, optional } from './tool.ts';

const gb = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
const mb = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;
const entriesMax = 20_000;

export const diskCleanup = declare({
  name: 'disk_cleanup',
  description:
    "Free space of the disk and the largest folders of the project. With free: removes Kintsugi's own leftovers; nothing of the project is ever removed.",
  input: { free: optional(flag("also remove Kintsugi's own old copies and backups")) },
  touches: ['reads', 'runs'],
  run: async ({ free }, { project, cleanUp }) => {
    const { bavail, blocks, bsize } = statfsSync(project);
    const freed = free === true && cleanUp !== null ? await cleanUp() : [];
    const folders = readdirSync(project, { withFileTypes: true })
      .filter((item) => item.isDirectory())
      .map((item) => [item.name, sizeOf(path.join(project, item.name))] as const)
      .toSorted((a, b) => b[1] - a[1]);
    return [
      `${gb(bavail * bsize)} of ${gb(blocks * bsize)} free`,
      ...folders.slice(0, 15).map(([name, size]) => `${name}/: ${mb(size)}`),
      ...(free === true ? [`removed: ${freed.join(', ') || 'nothing of ours was left'}`] : []),
    ].join('\n');
  },
});

/** Bytes below a folder; links are not followed, and a very large one is counted in part. */
function sizeOf(folder: string): number {
  let [total, seen] = [0, 0];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined && seen < entriesMax; at = folders.pop()) {
    for (const item of itemsOf(at)) {
      seen += 1;
      const file = path.join(at, item.name);
      if (item.isDirectory()) folders.push(file);
      else total += lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
    }
  }
  return total;
}

function itemsOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isErrno(error)) return []; // gone meanwhile, or not ours to read
    throw error;
  }
}
