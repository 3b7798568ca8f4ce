/** Which process is meant: pid + start time + boot id. A pid alone is never trusted and never signalled. */
import { readFileSync, readlinkSync } from 'node:fs';
import { isErrno } from './errors.ts';

export interface Identity {
  readonly pid: number;
  /** Field 22 of /proc/<pid>/stat; elsewhere `lstart` of ps, in seconds since 1970. */
  readonly startTime: string;
  readonly bootId: string;
}

let bootIdCache: string | null = null;

/** Changes at every boot of the machine; empty where the system does not tell. */
export function bootId(): string {
  if (bootIdCache === null) bootIdCache = readOr('/proc/sys/kernel/random/boot_id', '').trim();
  return bootIdCache;
}

/** By what processes are counted here: it differs from container to container, and is empty where there is no such thing. */
export function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch (error) {
    if (isErrno(error)) return '';
    throw error;
  }
}

/** The identity of a living process; null where there is none or it is a zombie. */
export function identify(pid: number): Identity | null {
  const stat = processStat(pid);
  return stat === null || stat.state === 'Z' || stat.state === 'X'
    ? null
    : { pid, startTime: stat.startTime, bootId: bootId() };
}

/** Is exactly this process still there? */
export function isAlive(identity: Identity): boolean {
  if (identity.bootId !== bootId()) return false;
  return isSameStart(identify(identity.pid)?.startTime, identity.startTime);
}

/** Do both times of start mean one process? Where `ps` tells, it may differ by a second from one look to the next. */
export function isSameStart(one: string | undefined, other: string): boolean {
  return one === other || (!hasProc && Math.abs(Number(one) - Number(other)) <= 1);
}

/** Sends a signal to exactly this process. False where it is gone or is another one by now. */
export function signalProcess(identity: Identity, signal: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false;
  try {
    process.kill(identity.pid, signal);
    return true;
  } catch (error) {
    if (isErrno(error, 'ESRCH', 'EPERM')) return false;
    throw error;
  }
}

export interface ProcessStat {
  /** `R`, `S`, `T`, `Z` … */
  readonly state: string;
  readonly ppid: number;
  /** Of its process group; 0 where there is no /proc. */
  readonly group: number;
  readonly startTime: string;
  /** Processor time used so far, all threads; of a resolution of 10 ms, or of a second where there is no /proc. */
  readonly cpuMs: number;
}

/** Where there is no /proc, `ps` is asked instead. */
export const hasProc = process.platform === 'linux';

/** Null where there is no such process. */
export function processStat(pid: number): ProcessStat | null {
  if (!hasProc) return psStat(pid);
  const text = readOr(`/proc/${pid}/stat`, '');
  // The command name stands in parentheses and may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, ppid, group, startTime] = [fields[0], fields[1], fields[2], fields[19]];
  if (state === undefined || startTime === undefined) return null;
  const cpuMs = 10 * (Number(fields[11]) + Number(fields[12]));
  return { state, ppid: Number(ppid), group: Number(group), startTime, cpuMs };
}

function psStat(pid: number): ProcessStat | null {
  try {
    // not imported above: on Linux, where `status` has to be quick, it is never needed
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    const words = ['LC_ALL=C', 'ps', '-o', 'stat=,ppid=,time=,lstart=', '-p', String(pid)];
    const line = execFileSync('env', words, { encoding: 'utf8' }).trim();
    const [, state = '', ppid, time = '', start = ''] = /^(\S)\S*\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
    const startTime = String(Date.parse(start) / 1000);
    return start === '' ? null : { state, ppid: Number(ppid), group: 0, startTime, cpuMs: msOf(time) };
  } catch {
    return null; // ps ends with 1 where there is no such process
  }
}

/** `[[days-]hours:]minutes:seconds[.hundredths]` */
function msOf(time: string): number {
  return (
    1000 *
    time
      .split(/[-:]/)
      .reduce((total, part, at, all) => total * (at === 1 && all.length === 4 ? 24 : 60) + Number(part), 0)
  );
}

function readOr(file: string, fallback: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ESRCH', 'EACCES', 'ENOTDIR')) return fallback;
    throw error;
  }
}
