/** Ends a trial's processes without exception: its group, its descendants, and whatever carries its token. */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { sleep } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { identify, isAlive, processStat, signalProcess, type Identity } from '../kit/identity.ts';

/** Resolves when nothing of it is left, or after `rounds` looks (a process in an uninterruptible wait ends by itself). */
export async function endTree(root: number, token: string, rounds = 40): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    // Collected before the first kill: afterwards the orphans have another parent.
    const members = [...descendants(root), ...carriers(token)];
    kill(-root);
    for (const pid of members) kill(pid);
    if (members.filter(isRunning).length === 0) return;
    await sleep(5);
  }
}

/**
 * Ends a sandbox by its first process, with which the kernel ends all others before it is gone itself.
 * `root` is bubblewrap's outer process.
 */
export async function endSandbox(root: number, known: readonly Identity[]): Promise<void> {
  const first = [...known, ...innerOf(root)];
  kill(root);
  for (const one of first) signalProcess(one, 'SIGKILL');
  for (let round = 0; round < 1_000 && first.some(isAlive); round += 1) await sleep(2);
}

/**
 * Without bubblewrap nothing ends a trial whose owner was killed: a small process that does, when the pipe to the owner
 * breaks. Returns how to end it.
 */
export function guardGroup(leader: number): () => void {
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  const guard = spawn('/bin/sh', ['-c', 'read _; kill -9 -"$0"', String(leader)], {
    stdio: [...stdio],
    detached: true,
    env: {},
  });
  guard.on('error', () => undefined); // no shell: then there is no guard, and the trial is none the worse
  guard.stdin?.on('error', () => undefined); // it was ended
  return () => void guard.kill('SIGKILL');
}

/**
 * Ends what stages left whose owner was killed in the milliseconds before bubblewrap, or the guard, watched them. `folders`: their names, which
 * the command line or the environment of every trial has. Whoever else names one, an editor, say, stays.
 */
export async function endLeft(folders: readonly string[]): Promise<void> {
  for (const pid of folders.length === 0 ? [] : allPids()) {
    const environment = readOrEmpty(`/proc/${pid}/environ`);
    if (!environment.includes('KINTSUGI_TRIAL=')) continue;
    const told = environment + readOrEmpty(`/proc/${pid}/cmdline`);
    if (folders.some((name) => told.includes(name))) await endSandbox(pid, []);
  }
}

/** Children of bubblewrap's outer process: after its end nobody could tell who they were. */
export function innerOf(root: number): Identity[] {
  const pids = readOrEmpty(`/proc/${root}/task/${root}/children`).trim().split(' ').filter(Boolean);
  return pids.map((pid) => identify(Number(pid))).filter((one) => one !== null);
}

/** CPU time of a process and all below it, in clock ticks (1/100 s). */
export function cpuTicks(root: number): number {
  return [root, ...descendants(root)].reduce((sum, pid) => sum + ticksOf(pid), 0);
}

/** Does any thread of a process or of one below it run, wait for a processor, or wait for a disk? On a loaded machine these three look alike. */
export function isWorking(root: number): boolean {
  return [root, ...descendants(root)].some((pid) => threadsOf(pid).some((state) => state === 'R' || state === 'D'));
}

function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of allPids()) {
    const parent = processStat(pid)?.ppid;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  for (let next = children.get(root) ?? []; next.length > 0; next = next.flatMap((pid) => children.get(pid) ?? []))
    found.push(...next);
  return found;
}

/** Processes that left the group and lost their parent still have the token in their environment. */
function carriers(token: string): number[] {
  const mark = `KINTSUGI_BOOT=${token}`;
  return allPids().filter((pid) => pid !== process.pid && readOrEmpty(`/proc/${pid}/environ`).includes(mark));
}

function allPids(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function isRunning(pid: number): boolean {
  const state = processStat(pid)?.state;
  return state !== undefined && state !== 'Z' && state !== 'X';
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!isErrno(error, 'ESRCH', 'EPERM')) throw error; // gone, or never ours
  }
}

function ticksOf(pid: number): number {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0) || 0;
}

/** The state letter of each of its threads. */
function threadsOf(pid: number): string[] {
  return readOr([], () => readdirSync(`/proc/${pid}/task`)).map((thread) => {
    const text = readOrEmpty(`/proc/${pid}/task/${thread}/stat`);
    return text.charAt(text.lastIndexOf(')') + 2);
  });
}

function readOrEmpty(file: string): string {
  return readOr('', () => readFileSync(file, 'utf8'));
}

/** A process may be gone, or another user's, at any moment. */
function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return otherwise;
    throw error;
  }
}

const fatal = new Set('SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGKILL SIGSEGV SIGTERM SIGXCPU SIGXFSZ SIGSYS'.split(' '));

/** Of a signal that ends a process. */
export function signalName(number: number): string | null {
  const name = Object.entries(constants.signals).find(([key, value]) => value === number && fatal.has(key))?.[0];
  return name ?? null;
}
