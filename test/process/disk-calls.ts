/** Sees every call of node:fs of this process before it happens: disk faults and races at an exact place. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export interface DiskCall {
  readonly n: number;
  readonly name: string;
  /** Does it need space or change the disk? */
  readonly writes: boolean;
}

const names = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmdirSync',
  'mkdirSync',
  'fsyncSync',
  'readSync',
  'lstatSync',
] as const;
const table = fs as unknown as Record<string, (...args: unknown[]) => unknown>;

/** Runs `work`; `see` is called before each disk call and may throw in its stead. Returns how many calls there were. */
export async function watchingDisk(see: (call: DiskCall) => void, work: () => Promise<unknown>): Promise<number> {
  const real = new Map(names.map((name) => [name, table[name]]));
  let n = 0;
  let seeing = false;
  for (const [name, call] of real) {
    table[name] = (...args) => {
      if (!seeing) {
        seeing = true; // what `see` itself does is not seen
        try {
          see({ n: ++n, name, writes: writesDisk(name, args) });
        } finally {
          seeing = false;
        }
      }
      return call?.(...args);
    };
  }
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const [name, call] of real) if (call) table[name] = call;
    syncBuiltinESMExports();
  }
  return n;
}

function writesDisk(name: string, args: readonly unknown[]): boolean {
  if (name === 'openSync')
    return typeof args[1] === 'number' ? (args[1] & fs.constants.O_CREAT) !== 0 : String(args[1]).startsWith('w');
  return ['writeSync', 'writeFileSync', 'linkSync', 'mkdirSync'].includes(name);
}

export function diskError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected`), { code });
}
