/** Who holds a port, as /proc tells; elsewhere nobody says. */
import { readlinkSync } from 'node:fs';
import { isErrno } from './errors.ts';
import { namesIn, readText } from './files.ts';

export interface PortHolder {
  /** Null where it belongs to another user, whose processes cannot be looked into. */
  readonly pid: number | null;
  readonly uid: number;
  /** Its command line; empty where it is not known. */
  readonly command: string;
  /** `NAME=value`, as it was started. */
  readonly environment: readonly string[];
}

const commandCharsMax = 120;

/** The port that an error text says is taken; null where it says none. */
export function portTaken(text: string): number | null {
  const port = /\bEADDRINUSE\b[^\n]{0,200}?:(\d{1,5})(?=[\s'",]|$)/.exec(text)?.[1];
  return port === undefined ? null : Number(port);
}

export type Protocol = 'tcp' | 'udp';

/** Who listens on a port of this machine; null where nobody does, where only this process does, or where there is no /proc. */
export function portHolder(port: number, protocol: Protocol = 'tcp'): PortHolder | null {
  const sockets = socketsOn(port, protocol);
  if (sockets.size === 0) return null;
  const pids = namesIn('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  const holders = pids.filter((pid) => socketsOf(pid).some((inode) => sockets.has(inode)));
  const [pid] = holders.filter((one) => one !== process.pid);
  const [uid = 0] = sockets.values();
  if (pid === undefined) return holders.length > 0 ? null : { pid: null, uid, command: '', environment: [] };
  const command = wordsOf(`/proc/${pid}/cmdline`).join(' ').slice(0, commandCharsMax);
  return { pid, uid, command, environment: environmentOf(pid) };
}

/** Whether anybody listens on a port of this machine. Cheap, unlike the question who. */
export function isTaken({ port, protocol }: Pick<Holding, 'port' | 'protocol'>): boolean {
  return socketsOn(port, protocol).size > 0;
}

/** Whether one of these processes listens on a port, or receives datagrams there. */
export function isHeldBy(pids: readonly number[], port: number): boolean {
  const sockets = new Set([...socketsOn(port, 'tcp').keys(), ...socketsOn(port, 'udp').keys()]);
  return sockets.size > 0 && pids.some((pid) => socketsOf(pid).some((inode) => sockets.has(inode)));
}

/** Of those that listen or, where nobody listens, receive: inode → user. */
function socketsOn(port: number, protocol: Protocol): Map<string, number> {
  const wanted = { tcp: '0A', udp: '07' }[protocol];
  const found = new Map<string, number>();
  for (const table of [`/proc/net/${protocol}`, `/proc/net/${protocol}6`])
    for (const line of (readText(table) ?? '').split('\n')) {
      const [, local = '', , state, , , , uid, , inode = ''] = line.trim().split(/\s+/);
      if (state === wanted && Number.parseInt(local.split(':').at(-1) ?? '', 16) === port)
        found.set(inode, Number(uid));
    }
  return found;
}

/** Inode numbers of a process's sockets, or of those among these descriptors; none where it may not be looked into. */
export function socketsOf(pid: number, among?: readonly string[]): string[] {
  const fds = among ?? orNone(() => namesIn(`/proc/${pid}/fd`));
  const links = fds.flatMap((fd) => orNone(() => [readlinkSync(`/proc/${pid}/fd/${fd}`)]));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

/**
 * The same of those that it waits on: a socket that it was given listens already, whether it accepts there or not. /proc tells what an event
 * loop such as Node's waits on (epoll); of who waits otherwise all count, where it was given none.
 */
export function awaitedBy(pid: number): string[] {
  const texts = orNone(() => namesIn(`/proc/${pid}/fdinfo`).map((fd) => readText(`/proc/${pid}/fdinfo/${fd}`) ?? ''));
  const fds = texts.flatMap((text) => [...text.matchAll(/^tfd:\s*(\d+)/gm)].map(([, fd = '']) => fd));
  const wasGiven = environmentOf(pid).some((word) => word.startsWith('KINTSUGI_FDS='));
  return fds.length === 0 && !wasGiven ? socketsOf(pid) : socketsOf(pid, fds);
}

/** Where a process works; null where it may not be looked into. */
export function folderOf(pid: number): string | null {
  return orNone(() => [readlinkSync(`/proc/${pid}/cwd`)])[0] ?? null;
}

/** `NAME=value`, as a process was started; [] where it may not be looked into. */
export function environmentOf(pid: number): string[] {
  return wordsOf(`/proc/${pid}/environ`);
}

function wordsOf(file: string): string[] {
  return orNone(() => (readText(file) ?? '').split('\0').filter((word) => word !== ''));
}

function orNone(read: () => string[]): string[] {
  try {
    return read();
  } catch (error) {
    if (isErrno(error)) return []; // gone meanwhile, or not ours to look into
    throw error;
  }
}

/** A port that is taken, and in one phrase by whom. */
export interface Holding {
  readonly port: number;
  readonly protocol: Protocol;
  readonly text: string;
}

/** Who holds the port that an error text says is taken; null where that is not known. `socket` = where the keeper of who wants it listens. */
export function holdingToldIn(text: string, socket: string | null): Holding | null {
  const port = portTaken(text);
  const protocol = /\bbind EADDRINUSE\b/.test(text) ? 'udp' : 'tcp'; // as Node words it
  const holder = port === null ? null : portHolder(port, protocol);
  return port === null || holder === null ? null : { port, protocol, text: holderText(port, holder, socket) };
}

/** One phrase for people. */
export function holderText(port: number, holder: PortHolder, socket: string | null): string {
  const { pid, uid, command, environment } = holder;
  if (pid === null) return `port ${port} is held by a process of another user (uid ${uid})`;
  const isOurs = socket !== null && environment.includes(`KINTSUGI_HOOK=${socket}`);
  const whose = isOurs
    ? ', an earlier process of this very server'
    : environment.includes('KINTSUGI_MANAGED=1')
      ? ', of another server that kintsugi keeps'
      : '';
  return `port ${port} is held by pid ${pid} (${command || 'unknown'})${whose}`;
}
