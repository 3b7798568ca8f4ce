/** A process and everything it started, found and ended without ever touching a stranger (SUP-3). */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { sleep, systemClock } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { hasProc, identify, isAlive, processStat, signalProcess, type Identity } from '../kit/identity.ts';

/** Of the times of start in /proc, on every machine that Node runs on. */
const ticksPerSecond = 100;

/** One boot's processes. Those once seen stay remembered, since a crash of the parent cuts every other trace. */
export interface Tree {
  readonly root: Identity;
  /** `NAME=value` that stands in the environment of every process of this boot. */
  readonly mark: string;
  readonly remembered: Map<number, Identity>;
}

export function newTree(root: Identity, mark: string): Tree {
  return { root, mark, remembered: new Map([[root.pid, root]]) };
}

/** Follows children of what is known. Cheap where there is /proc, and done every second while the subject lives. */
export function sample(tree: Tree): void {
  if (!hasProc) return descendByPs(tree);
  for (const [pid, identity] of tree.remembered) if (!isAlive(identity)) tree.remembered.delete(pid);
  const queue = [...tree.remembered.keys()];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    for (const child of childrenOf(pid)) if (remember(tree, child)) queue.push(child);
  }
}

/** Thorough: also whoever carries the mark, wherever it went, or is of the root's group. About 6 ms for a hundred processes. */
export function members(tree: Tree): Identity[] {
  for (const pid of [...pidsMarked(tree.mark), ...pidsOfGroup(tree)]) remember(tree, pid);
  sample(tree);
  return [...tree.remembered.values()];
}

/** SIGKILL to the remembered ones at once, without a look around: for the moment between a crash and the next boot. */
export function killRemembered(tree: Tree): void {
  for (const identity of tree.remembered.values()) signalProcess(identity, 'SIGKILL');
}

/** SIGKILL until a look around finds nobody. False where something would not go within 5 s. */
export async function killTree(tree: Tree): Promise<boolean> {
  for (let round = 0; round < 100; round += 1) {
    const left = members(tree);
    if (left.length === 0 && (round >= 12 || !someBegin())) return true;
    for (const identity of left) signalProcess(identity, 'SIGKILL');
    await sleep(round < 10 ? 10 : 50);
  }
  return false;
}

export interface EndOptions {
  readonly signal: NodeJS.Signals;
  readonly graceMs: number;
  /** Aborts the grace. */
  readonly force: AbortSignal;
}

/**
 * Asks the root, then what it leaves behind, then kills. The root alone is asked first because npm and shells pass signals on,
 * and many servers take a second signal as "now". True where the root went within the grace.
 */
export async function endTree(tree: Tree, options: EndOptions): Promise<boolean> {
  members(tree);
  ask(tree.root, options.signal);
  const deadline = systemClock.monotonic() + options.graceMs; // from when it was asked, however long that took
  const over = (): boolean => systemClock.monotonic() >= deadline || options.force.aborted;
  while (isAlive(tree.root) && !over()) await sleep(20, options.force);
  const inTime = !isAlive(tree.root);
  let left = over() ? [] : members(tree);
  for (const identity of left) signalProcess(identity, 'SIGTERM');
  while (left.length > 0 && !over()) {
    await sleep(20, options.force);
    left = left.filter(isAlive);
  }
  await killTree(tree);
  return inTime;
}

/** SIGINT and SIGHUP mean what they mean at a terminal, where the whole group gets them: npm waits for its child to go. */
function ask(root: Identity, signal: NodeJS.Signals): void {
  if (signal === 'SIGTERM' || !isAlive(root)) return void signalProcess(root, signal);
  try {
    process.kill(-root.pid, signal);
  } catch (error) {
    if (!isErrno(error, 'ESRCH', 'EPERM')) throw error; // it leads no group, or left meanwhile
    signalProcess(root, signal);
  }
}

/** Every living process, other than this one, that carries `NAME=value` in its first environment. */
export function pidsMarked(mark: string): number[] {
  return numericNames('/proc').filter((pid) => {
    if (pid === process.pid) return false;
    return `\0${read(`/proc/${pid}/environ`)}`.includes(`\0${mark}\0`);
  });
}

/** For a moment of its exec a process has no environment that could be read: whether it is marked shows right after. */
function someBegin(): boolean {
  const upSeconds = Number(read('/proc/uptime').split(' ')[0]);
  return numericNames('/proc').some((pid) => {
    if (readOrNull(`/proc/${pid}/environ`) !== '') return false;
    const stat = processStat(pid);
    const age = upSeconds - Number(stat?.startTime) / ticksPerSecond;
    return stat?.state !== 'Z' && age > -0.1 && age < 1;
  });
}

/** Of the root's group, which outlives it. No stranger can have its number while the group is there; where one has, the group is gone. */
function pidsOfGroup({ root }: Tree): number[] {
  if (!isAlive(root) && identify(root.pid) !== null) return [];
  return numericNames('/proc').filter((pid) => processStat(pid)?.group === root.pid);
}

/** Resident memory in bytes of those of the tree. Pages that children share with their parent count once, roughly. */
export function residentBytes({ root, remembered }: Tree, pids: readonly number[]): number {
  const living = pids.filter((pid) => remembered.has(pid));
  if (!hasProc) return residentByPs(living);
  let total = 0;
  for (const pid of living) {
    const status = read(`/proc/${pid}/status`);
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    total += pid === root.pid ? field('VmRSS') : field('RssAnon');
  }
  return total * 1024;
}

function remember(tree: Tree, pid: number): boolean {
  if (tree.remembered.has(pid) || pid === process.pid) return false;
  const identity = identify(pid);
  if (identity !== null) tree.remembered.set(pid, identity);
  return identity !== null;
}

function childrenOf(pid: number): number[] {
  return numericNames(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`)
      .split(' ')
      .map(Number)
      .filter((child) => child > 0),
  );
}

/**
 * Without /proc: one listing, walked down from what is known, and all of the root's group, as above.
 */
function descendByPs(tree: Tree): void {
  for (const [pid, identity] of tree.remembered) if (!isAlive(identity)) tree.remembered.delete(pid);
  const group = tree.root.pid;
  const listing = execFileSync('ps', ['-axo', 'pid=,ppid=,pgid='], { encoding: 'utf8' });
  const rows = listing.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const isOurs = tree.remembered.has(group) || !rows.some(([pid]) => pid === group);
  for (let grew = true; grew;) {
    grew = false;
    for (const [pid, ppid, pgid] of rows) {
      if (pid === undefined || ppid === undefined) continue;
      if (tree.remembered.has(ppid) || (isOurs && pgid === group)) grew = remember(tree, pid) || grew;
    }
  }
}

/** What they share counts for each of them: `ps` does not tell it apart. */
function residentByPs(pids: readonly number[]): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', pids.join(',')], { encoding: 'utf8' });
  return stdout.split('\n').reduce((total, line) => total + Number(line), 0) * 1024;
}

/** Processor time that the living processes of the tree have used, in milliseconds. */
export function cpuMsOf(tree: Tree): number {
  return [...tree.remembered.keys()].reduce((total, pid) => total + (processStat(pid)?.cpuMs ?? 0), 0);
}

/** True where somebody stopped the process on purpose (a debugger, SIGSTOP): it is not frozen then. */
export function isSuspended(pid: number): boolean {
  return ['T', 't'].includes(processStat(pid)?.state ?? '');
}

function numericNames(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch (error) {
    if (isErrno(error)) return []; // gone meanwhile, or no /proc here
    throw error;
  }
}

function read(file: string): string {
  return readOrNull(file) ?? '';
}

/** Null where it is gone meanwhile, or not ours to read. */
function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error)) return null;
    throw error;
  }
}
