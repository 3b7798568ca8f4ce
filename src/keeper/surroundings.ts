/** Two looks around that need no hook: did the project's files change, and does anything in the tree listen. */
import { fstatSync, readdirSync, statSync, type Dirent, type Stats } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../kit/errors.ts';
import { readText } from '../kit/files.ts';
import { hashOf } from '../kit/hash.ts';
import { awaitedBy, environmentOf } from '../kit/ports.ts';
import { usable } from './cgroup.ts';
import type { Tree } from './tree.ts';

const filesMax = 1000;
const logs = /\.log(?:\.\d+)?$/;
const skipped = new Set(['node_modules', 'logs', 'log', 'tmp', 'uploads', 'data', 'coverage']);

/**
 * Changes when a source or setting of the project does. Looks at most at a thousand files, those of `packages` (folders of the project) and
 * those near the root first, and not at logs nor at what the server itself (`wrote`, by path from the project) and this process write:
 * `kintsugi run > out.txt`.
 */
export function fileprint(project: string, wrote: (file: string) => boolean, packages: readonly string[] = []): string {
  const seen: string[] = [];
  const own = new Set([1, 2].map((fd) => inodeOf(fstatSync(fd))));
  const first = packages.map((at) => path.join(project, at));
  const folders = [...first, project];
  for (let folder = folders.shift(); folder !== undefined && seen.length < filesMax; folder = folders.shift()) {
    for (const entry of entriesOf(folder)) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !skipped.has(entry.name) && !first.includes(file)) folders.push(file);
      } else if (!entry.name.startsWith('.') || entry.name.startsWith('.env')) {
        const stat = statSync(file, { throwIfNoEntry: false });
        if (stat === undefined || logs.test(entry.name) || own.has(inodeOf(stat))) continue;
        if (!wrote(path.relative(project, file))) seen.push(`${file} ${stat.mtimeMs} ${stat.size}`);
      }
    }
  }
  const installed = [project, ...first].map(
    (folder) => statSync(path.join(folder, 'node_modules'), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return hashOf([seen, installed]);
}

function inodeOf({ dev, ino }: Stats): string {
  return `${dev} ${ino}`;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isErrno(error)) return []; // gone meanwhile, or not ours to read
    throw error;
  }
}

/** The first TCP port on which a process of the tree takes connections; null where there is none or the system does not tell. */
export function listeningPort(tree: Tree): number | null {
  const sockets = new Set([...tree.remembered.keys()].flatMap(awaitedBy));
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of (readText(table) ?? '').split('\n')) {
      const fields = line.trim().split(/\s+/);
      const isListening = fields[3] === '0A';
      if (isListening && sockets.has(fields[9] ?? '')) return Number.parseInt(fields[1]?.split(':').at(-1) ?? '', 16);
    }
  }
  return null;
}

/** Told to a process by whoever starts it, and other each time. */
const ofTheMoment =
  /^(?:KINTSUGI_|npm_|SSH_|XDG_|TERM|LISTEN_|WATCHDOG_|NODE_OPTIONS$|_$|PWD$|OLDPWD$|SHLVL$|COLUMNS$|LINES$|INVOCATION_ID$|JOURNAL_STREAM$|NOTIFY_SOCKET$|MAINPID$|SYSTEMD_|DBUS_)/;

/** Names of variables that `env` has otherwise than the process was started with; [] where the system does not tell. */
export function changedVariables(pid: number, env: NodeJS.ProcessEnv): string[] {
  const words = environmentOf(pid);
  if (words.length === 0) return [];
  const before = new Map(words.map((word) => [word.split('=', 1)[0] ?? '', word.slice(word.indexOf('=') + 1)]));
  const names = new Set([...before.keys(), ...Object.keys(env)]);
  return [...names].filter((name) => !ofTheMoment.test(name) && before.get(name) !== env[name]).sort();
}

/** What one more process of a server may well need. */
const workerBytes = 256 * 1024 * 1024;

/** How many processes of a server this place can carry: its cores, the cgroup's share of them, and memory (SUP-8). */
export function recommendedWorkers(): number {
  const { cpus, memoryBytes } = usable();
  return Math.max(1, Math.min(Math.ceil(cpus), Math.floor(memoryBytes / workerBytes)));
}
