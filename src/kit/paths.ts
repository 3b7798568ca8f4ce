/** Where things lie (SPEC CLI-10). The only place that knows the names of state files. */
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Fault, isErrno } from './errors.ts';
import { ensureFolder, namesIn } from './files.ts';
import { sha256 } from './hash.ts';
import { nearestPackage, workspacesRoot } from './workspaces.ts';

/**
 * The nearest folder at or above `from` that has a package.json; of a package that is declared as a workspace the root of the workspaces,
 * unless Kintsugi was set up in the package itself; `from` where there is none. Real path.
 */
export function findProject(from: string): string {
  const start = realpathSync(from);
  const nearest = nearestPackage(start);
  const root = nearest === null ? null : workspacesRoot(nearest);
  return root === null || namesIn(nearest ?? start).some(isOurs) ? (nearest ?? start) : root;
}

const isOurs = (name: string): boolean => name === '.kintsugi' || name.startsWith('kintsugi.config.');

/**
 * The project at `from` by the name of a link that is set anew at each deploy (`current` → `releases/7`), null where none leads there. Such a
 * link leads to somewhere below its own folder and has a name of its own: one that leads away (`/tmp`, a home on another disk), and one that
 * is called like what it leads to (`~/app` → `~/code/app`), is only another way to the same place.
 */
export function linkedProject(from: string): string | null {
  const project = findProject(from);
  for (let at = from; at !== path.dirname(at); at = path.dirname(at)) {
    if (!lstatSync(at).isSymbolicLink()) continue;
    const [real, above] = [realpathSync(at), realpathSync(path.dirname(at))];
    const isRelease = above !== path.dirname(above) && path.basename(at) !== path.basename(real);
    if (isRelease && isAtOrBelow(real, above) && isAtOrBelow(project, real))
      return path.join(above, path.basename(at), path.relative(real, project));
  }
  return null;
}

function isAtOrBelow(file: string, folder: string): boolean {
  return `${file}${path.sep}`.startsWith(`${folder}${path.sep}`);
}

/** The user's home, or null where there is none or it cannot be written. */
export function writableHome(env: NodeJS.ProcessEnv): string | null {
  const home = env['HOME'] ?? (process.platform === 'win32' ? env['USERPROFILE'] : undefined);
  return home !== undefined && path.isAbsolute(home) && canWrite(home) ? home : null;
}

export interface StatePaths {
  readonly project: string;
  /** The link by which it is known (see linkedProject); what is kept outlives the release that it leads to. */
  readonly link: string | null;
  /** `.kintsugi/`, or its stand-in under home or temp where the project is read-only. */
  readonly state: string;
  readonly journal: string;
  readonly inbox: string;
  /** What was learnt; written by whoever holds the healer's lock. */
  readonly memory: string;
  readonly paused: string;
  /** Repairs of Kintsugi itself that wait for a person. */
  readonly pendingRepairs: string;
  /** When a person last said that automatic action may go on. */
  readonly resumed: string;
  /** Whether the settings that are there now are refused, and what changed in them last. */
  readonly configuration: string;
  readonly healerLock: string;
  /** Contents named by sha256, written once (file changes of proposals, releases). */
  readonly blobs: string;
  /** Backups and releases: `~/.kintsugi/backups/<name>-<hash>/`, in the state folder where there is no home. */
  readonly backups: string;
  /** Throwaway copies; emptied by whoever made them. */
  readonly trials: string;
  run(subject: string): RunPaths;
}

export interface RunPaths {
  readonly folder: string;
  readonly lock: string;
  readonly runJson: string;
  readonly liveJson: string;
  readonly observedJson: string;
  readonly vitalsJson: string;
  readonly trafficJson: string;
  readonly routesJson: string;
  readonly requests: string;
  readonly key: string;
  stderr(boot: number): string;
  /** Only where log files are kept. */
  stdout(boot: number): string;
  readonly logs: string;
  last(boot: number): string;
  /** Unix sockets need short paths (107 bytes), so this one lies in the runtime or temp folder. */
  readonly socket: string;
}

export function statePaths(project: string, env: NodeJS.ProcessEnv, link: string | null = null): StatePaths {
  const known = link ?? project;
  const name = (): string => `${safeName(path.basename(known))}-${sha256(known).slice(0, 12)}`;
  const home = writableHome(env);
  const chosen = env['KINTSUGI_STATE_DIR'];
  const state = chosen
    ? path.resolve(project, chosen)
    : link === null && (canWrite(project) || existsSync(path.join(project, '.kintsugi')))
      ? path.join(project, '.kintsugi')
      : path.join(statesOfNames(env), name());
  refuseForeign(state);
  const homeState = home === null ? state : path.join(home, '.kintsugi');
  return {
    project,
    link,
    state,
    journal: path.join(state, 'journal'),
    inbox: path.join(state, 'inbox'),
    memory: path.join(state, 'memory'),
    paused: path.join(state, 'paused'),
    pendingRepairs: path.join(state, 'pending-repairs'),
    resumed: path.join(state, 'resumed'),
    configuration: path.join(state, 'configuration.json'),
    healerLock: path.join(state, 'run', 'healer.lock'),
    get blobs() {
      return path.join(home === null ? state : path.join(homeState, 'backups', name()), 'blobs');
    },
    get backups() {
      return home === null ? path.join(state, 'backups') : path.join(homeState, 'backups', name());
    },
    trials: path.join(homeState, 'trials'),
    run: (subject) => runPaths(state, subject, env),
  };
}

/** Where the state of those lies that are known by a link, or cannot be written. */
export function statesOfNames(env: NodeJS.ProcessEnv): string {
  const home = writableHome(env);
  return path.join(home === null ? os.tmpdir() : path.join(home, '.kintsugi'), 'state');
}

/** Another user's state is neither read nor written: two keepers of one server would be in each other's way. @throws Fault not_yours */
function refuseForeign(state: string): void {
  try {
    namesIn(state);
  } catch (error) {
    if (!isErrno(error, 'EACCES', 'EPERM')) throw error;
    throw new Fault('not_yours', `${state} belongs to another user`, { cause: error });
  }
}

function runPaths(state: string, subject: string, env: NodeJS.ProcessEnv): RunPaths {
  const folder = path.join(state, 'run', safeName(subject));
  return {
    folder,
    lock: path.join(folder, 'lock'),
    runJson: path.join(folder, 'run.json'),
    liveJson: path.join(folder, 'live.json'),
    observedJson: path.join(folder, 'observed.json'),
    vitalsJson: path.join(folder, 'vitals.json'),
    trafficJson: path.join(folder, 'traffic.json'),
    routesJson: path.join(folder, 'routes.json'),
    requests: path.join(folder, 'requests'),
    key: path.join(folder, 'key'),
    stderr: (boot) => path.join(folder, `boot-${boot}.stderr`),
    stdout: (boot) => path.join(folder, `boot-${boot}.stdout`),
    logs: path.join(folder, 'logs'),
    last: (boot) => path.join(folder, `boot-${boot}.last`),
    get socket() {
      return path.join(folderOfSockets(env), `${sha256(folder).slice(0, 16)}.sock`);
    },
  };
}

/** TMPDIR may name a folder that is not there, or one whose path is too long; and in a folder of all users somebody may have been first. */
function folderOfSockets(env: NodeJS.ProcessEnv): string {
  const uid = process.getuid?.() ?? 0;
  const places = [env['XDG_RUNTIME_DIR'] ?? '', os.tmpdir(), '/tmp', '/var/tmp', '/dev/shm'];
  const folders = places
    .filter((place) => place !== '' && canWrite(place))
    .map((place) => path.join(place, `kintsugi-${uid}`));
  const isUsable = (folder: string): boolean =>
    Buffer.byteLength(folder) <= socketFolderBytesMax &&
    (lstatSync(folder, { throwIfNoEntry: false })?.uid ?? uid) === uid;
  return folders.find(isUsable) ?? path.join(os.tmpdir(), `kintsugi-${uid}`);
}

/** Of the 107 that a socket's path may have, its own name takes 22. */
const socketFolderBytesMax = 85;

/** A name that is safe as one path segment. Different names stay different. */
export function safeName(name: string): string {
  const safe = name
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 60);
  return safe === name ? safe : `${safe}-${sha256(name).slice(0, 8)}`;
}

export function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false; // any refusal means the same here
  }
}

/**
 * Root may write here, and its owner could not read what came of it. Where a file belongs to that user whoever makes it (some mounts have
 * it so), nobody is shut out. @throws Fault not_yours
 */
function refuseRoot(state: string): void {
  const { uid } = statSync(state);
  if (uid === 0 || process.geteuid?.() !== 0) return;
  const made = mkdtempSync(path.join(state, '.owner-'));
  const isShared = statSync(made).uid === uid;
  rmdirSync(made);
  if (!isShared) throw new Fault('not_yours', `${state} belongs to another user (${uid})`);
}

/** Makes the state folder where it is missing (0700), ignored by git through a `.gitignore` of its own. @throws Fault not_yours */
export function ensureState(paths: Pick<StatePaths, 'state'>): void {
  try {
    ensureFolder(paths.state);
  } catch (error) {
    const isBelowFile = isErrno(error, 'EEXIST') && error.path !== paths.state;
    // A disk that is full or read-only may be another one later.
    if (!isErrno(error, 'ENOENT', 'ENOTDIR') && !isBelowFile) throw error;
    throw new Fault('usage', `The state folder ${paths.state} cannot be made: ${error.message}`, {
      next: 'Set KINTSUGI_STATE_DIR to a folder that can be.',
      cause: error,
    });
  }
  refuseRoot(paths.state);
  const ignore = path.join(paths.state, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n', { mode: 0o600 });
}
