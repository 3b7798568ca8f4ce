/** Confinement by bubblewrap: is it there, does it really work here, and the strict profile as an argument list. */
import { accessSync, constants, lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { exec } from '../kit/exec.ts';

export interface Bubblewrap {
  readonly kind: 'bubblewrap';
  readonly path: string;
  /** False with bubblewrap < 0.8, which cannot forbid nested user namespaces. */
  readonly disableUserns: boolean;
}
export type Confinement = Bubblewrap | { readonly kind: 'none'; readonly why: string };

export interface Bind {
  /** A file or folder of the host; null for a small memory file system. */
  readonly from: string | null;
  readonly to: string;
  readonly writable?: boolean;
}

export interface ConfineSpec {
  readonly bwrap: Bubblewrap;
  /** In order; a later one covers an earlier one. */
  readonly binds: readonly Bind[];
  readonly scratchBytes: number;
  readonly cwd: string;
  /** True only for installs: the file system stays confined, the network does not. */
  readonly network: boolean;
  readonly argv: readonly string[];
}

const places = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];
const known = new Map<string, Promise<Confinement>>();

/** Looks for bubblewrap in `searchPath` (a PATH; default: the usual places) and tries the strict profile for real, once. */
export function findConfinement(
  setting: 'auto' | 'require' | 'off' = 'auto',
  searchPath: string = places.join(':'),
): Promise<Confinement> {
  if (setting === 'off') return Promise.resolve({ kind: 'none', why: 'switched off by the setting `sandbox`' });
  if (process.platform !== 'linux') {
    return Promise.resolve({ kind: 'none', why: `there is no bubblewrap on ${process.platform}` });
  }
  const found = known.get(searchPath) ?? probe(searchPath);
  known.set(searchPath, found);
  return found;
}

async function probe(searchPath: string): Promise<Confinement> {
  const file = searchPath
    .split(':')
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, 'bwrap'))
    .find(isExecutable);
  if (file === undefined) return { kind: 'none', why: 'bubblewrap (bwrap) is not installed' };
  let why = '';
  for (const disableUserns of [true, false]) {
    const bwrap: Bubblewrap = { kind: 'bubblewrap', path: file, disableUserns };
    const spec = { bwrap, binds: [], scratchBytes: 1 << 20, cwd: '/', network: false };
    const result = await exec(confineArgv({ ...spec, argv: ['/bin/sh', '-c', 'exit 42'] }), {
      env: { PATH: '/usr/bin:/bin' },
      timeoutMs: 5_000,
    });
    if (result.code === 42) return bwrap;
    why = result.stderr.trim().split('\n')[0] ?? '';
    if (!why.includes('disable-userns')) break;
  }
  return { kind: 'none', why: `${file} does not work here: ${why || 'it ended without a word'}` };
}

/**
 * The command line of the strict profile: own user, process, network, IPC and host-name spaces, no capability, a minimal
 * read-only root. The environment is not on it, because command lines can be read by everybody: the caller gives
 * bubblewrap exactly the environment that the trial is meant to have.
 */
export function confineArgv(spec: ConfineSpec): string[] {
  const size = ['--size', String(spec.scratchBytes)];
  return [
    spec.bwrap.path,
    ...['--unshare-user', '--unshare-all', ...(spec.network ? ['--share-net'] : [])],
    ...(spec.bwrap.disableUserns ? ['--disable-userns'] : []),
    ...['--cap-drop', 'ALL', '--new-session', '--die-with-parent'],
    ...systemRoot(),
    ...['--proc', '/proc', '--dev', '/dev', ...size, '--tmpfs', '/dev/shm'],
    ...['/tmp', '/var/tmp', '/var/log', '/run'].flatMap((folder) => [...size, '--tmpfs', folder]),
    ...spec.binds.flatMap(({ from, to, writable }) =>
      from === null ? [...size, '--tmpfs', to] : [writable === true ? '--bind' : '--ro-bind', from, to],
    ),
    // What is left writable outside the copy is the scratch folders, whose size is bounded.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', spec.cwd, '--', ...spec.argv],
  ];
}

/** /usr read-only and the top folders that belong to it, as links where the system has links. */
function systemRoot(): string[] {
  const argv = ['--ro-bind', '/usr', '/usr'];
  for (const name of ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']) {
    const at = `/${name}`;
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) argv.push('--symlink', readlinkSync(at), at);
    else if (stat?.isDirectory()) argv.push('--ro-bind', at, at);
  }
  for (const at of [
    '/etc/ssl',
    '/etc/pki',
    '/etc/ca-certificates',
    '/etc/localtime',
    '/etc/alternatives',
    '/nix/store',
  ]) {
    argv.push('--ro-bind-try', at, at);
  }
  return argv;
}

/** Bounds for what runs inside: no core files, size of one file, data memory, CPU time. Set by the shell, then it is gone. */
export function withLimits(
  argv: readonly string[],
  limits: { memoryBytes: number; fileBytes: number; cpuS: number },
): string[] {
  const set = [
    'ulimit -c 0',
    `ulimit -f ${Math.ceil(limits.fileBytes / 512)}`,
    `ulimit -d ${Math.ceil(limits.memoryBytes / 1024)}`,
    `ulimit -t ${Math.ceil(limits.cpuS)}`,
  ];
  // Only numbers of ours are in the script; the words of the command stay words.
  return ['/bin/sh', '-c', `${set.map((line) => `${line} 2>/dev/null`).join('; ')}; exec "$@"`, 'sh', ...argv];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there or not for us: the same here
  }
}
