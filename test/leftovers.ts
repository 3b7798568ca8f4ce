/** Finds processes that a test left behind: those that stand in its folder or were started with its path. */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { isErrno } from '../src/kit/errors.ts';

/** Living processes, this one excepted, whose folder or command line lies under `folder`. Linux; elsewhere none are found. */
export function processesUnder(folder: string): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = readProc(() => readFileSync(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      const cwd = readProc(() => readlinkSync(`/proc/${name}/cwd`));
      return command.includes(folder) || `${cwd}/`.startsWith(`${folder}/`) ? [{ pid: Number(name), command }] : [];
    });
}

function readProc(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ESRCH', 'EACCES')) return ''; // it ended meanwhile, or is not ours
    throw error;
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!isErrno(error, 'ESRCH')) throw error; // it ended by itself just now
  }
}
