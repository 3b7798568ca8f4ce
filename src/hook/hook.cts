/** Entry of the preload: decides in a few microseconds whether this process is the app, and if so starts the parts. */

import type { Setting, TrialSetting } from './words.cts';

const tools =
  /^(npm|npx|yarn|yarnpkg|pnpm|pnpx|corepack|bun|tsx|jest|vitest|mocha|ava|tap|c8|nyc|nodemon|tsc|npm-cli|npx-cli)$/;
const toolFolders =
  /[\\/]node_modules[\\/](npm|yarn|pnpm|corepack|tsx|jest|jest-cli|vitest|mocha|ava|tap|c8|nyc|nodemon|typescript)[\\/]/;

/** True in a package manager, a runner's own process or a test runner: those start the app, they are not it. */
function isTool(): boolean {
  if (process.execArgv.includes('--test')) return true;
  const script = process.argv[1] ?? '';
  // The variable alone says little: a server started by somebody's test inherits it too.
  if (process.env['NODE_TEST_CONTEXT'] !== undefined && /\.test\.[cm]?[jt]s$/.test(script)) return true;
  const base = script.slice(Math.max(script.lastIndexOf('/'), script.lastIndexOf('\\')) + 1);
  const bare = base.replace(/\.[cm]?js$/, '');
  const isBin = bare === base || bare.endsWith('-cli') || /[\\/](bin|\.bin)[\\/][^\\/]*$/.test(script);
  return toolFolders.test(script) || (isBin && tools.test(bare));
}

/** `tsc && node dist/server.js`: what it refuses is why the server does not come up. */
function isCompiler(): boolean {
  return /[\\/]node_modules[\\/](?:typescript[\\/]|\.bin[\\/]tsc$)/.test(process.argv[1] ?? '');
}

/** The newest Node whose workers were seen to lack what `isMainThread` looks for (a test looks again on each). */
const knownMajor = 24;

/** Worker threads have no `_debugEnd`; asking the module itself costs each start 2 ms, so that is for what is unknown. */
function isMainThread(): boolean {
  const isKnown = Number(process.versions.node.split('.', 1)[0]) <= knownMajor;
  if (isKnown && typeof Reflect.get(process, '_debugEnd') === 'function') return true;
  const threads: typeof import('node:worker_threads') = require('node:worker_threads');
  return threads.isMainThread;
}

/** NODE_UNIQUE_ID is gone before preloads run, so cluster itself must be asked; only a process with a channel can be a worker. */
function isClusterWorker(): boolean {
  if (!process.connected) return false;
  const cluster: import('node:cluster').Cluster = require('node:cluster');
  return cluster.isWorker;
}

/** Takes a variable out of the environment, so that children of the app do not see it. */
function take(name: string): string | undefined {
  const value = process.env[name];
  if (value !== undefined) delete process.env[name];
  return value;
}

/** It goes on to children until this process listens: where this one only starts the server, the server is what is tried. */
function readTrial(text: string | undefined, kind = ''): TrialSetting | null {
  if (text === undefined) return null;
  const given: Partial<TrialSetting> = JSON.parse(text);
  if (typeof given.sock !== 'string') throw new Error('KINTSUGI_TRIAL has no sock');
  return {
    sock: `${given.sock}-${process.pid}-${process.ppid}${kind}`,
    relays: given.relays ?? {},
    rewritePorts: given.rewritePorts === true,
    arm: given.arm ?? 'none',
    root: given.root ?? null,
  };
}

/**
 * Descriptor numbers mean something only in the very process they were given to; any other can ask the keeper for the same sockets.
 * The bare keys go on to children: where this process only starts the server, the server must know which sockets are held.
 */
function readHeld(text: string | undefined): Pick<Setting, 'inherited' | 'askable'> {
  const inherited = new Map<string, number>();
  const askable = new Set<string>(JSON.parse(process.env['KINTSUGI_HELD'] ?? '[]'));
  const given: Record<string, unknown> = text === undefined ? {} : JSON.parse(text);
  const mine = given['ppid'] === process.ppid;
  for (const [key, fd] of Object.entries(given)) {
    if (key === 'ppid' || typeof fd !== 'number') continue;
    if (mine && isSocket(fd)) inherited.set(key, fd);
    else askable.add(key);
  }
  const keys = [...inherited.keys(), ...askable];
  if (keys.length > 0) process.env['KINTSUGI_HELD'] = JSON.stringify(keys);
  return { inherited, askable };
}

/** What starts the server has no use for them, and would keep them open after everybody else let go; the server asks for its own. */
function closeHeld(text: string | undefined): void {
  const fs: typeof import('node:fs') = require('node:fs');
  const given: Record<string, unknown> = text === undefined ? {} : JSON.parse(text);
  if (given['ppid'] !== process.ppid) return;
  for (const [key, fd] of Object.entries(given))
    if (key !== 'ppid' && typeof fd === 'number' && isSocket(fd)) fs.closeSync(fd);
}

function isSocket(fd: number): boolean {
  const fs: typeof import('node:fs') = require('node:fs');
  try {
    // As big integers: after a plain stat of a socket, Node's own module loader takes linked packages for unlinked ones.
    return fs.fstatSync(fd, { bigint: true }).isSocket();
  } catch {
    // A closed descriptor: as good as not inherited.
    return false;
  }
}

/**
 * A process started ahead waits here for the byte that lets it go; the end of the pipe means that nobody needs it any more. Whatever
 * goes wrong, it must not go on by itself. `says` = it tells that it is here; nobody lets it go before that. The byte is `l` where it is
 * to take no client yet.
 */
function park(fd: number, says: boolean): void {
  const fs: typeof import('node:fs') = require('node:fs');
  let isCalled = false;
  try {
    if (says) fs.writeSync(fd, '\n');
    const byte = Buffer.alloc(1);
    isCalled = fs.readSync(fd, byte) === 1;
    if (byte.toString() === 'l') process.env['KINTSUGI_ACCEPT'] = 'later';
    fs.closeSync(fd);
  } catch {
    isCalled = false; // it cannot be told to go, so it ends
  }
  if (!isCalled) process.kill(process.pid, 'SIGKILL'); // not `exit`: what the app does at its end is for the one that served
}

/**
 * Nobody of the app chose where it writes to: a disk that is full, a reader of a pipe that has gone, a terminal that was closed must not end
 * it, as Node has it. The streams are made when they are first asked for, and not before.
 */
function outliveOutput(): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const there = Object.getOwnPropertyDescriptor(process, name);
    const open: (() => NodeJS.WriteStream) | undefined = there?.get;
    if (open === undefined) continue;
    let known: NodeJS.WriteStream | null = null;
    const get = (): NodeJS.WriteStream => {
      const stream = open.call(process);
      if (stream !== known) stream.on('error', () => undefined); // Node goes on with the stream, and so does the app
      known = stream;
      return stream;
    };
    Object.defineProperty(process, name, { ...there, get });
  }
}

function begin(): void {
  const { env } = process;
  const [parked, place] = take('KINTSUGI_PARK')?.split(':') ?? [];
  if (parked !== undefined && place === undefined) {
    try {
      require('./start.cjs'); // while there is time for it
    } finally {
      park(Number(parked), false);
    }
  }
  if (env['KINTSUGI_HOOK'] === undefined && env['KINTSUGI_LAST'] === undefined && env['KINTSUGI_TRIAL'] === undefined)
    return;
  if (!isMainThread()) return;
  // Who passes on what systemd passed cannot know our number beforehand.
  if (env['LISTEN_PID'] === String(process.ppid)) env['LISTEN_PID'] = String(process.pid);
  if (isTool()) {
    closeHeld(env['KINTSUGI_FDS']);
    const last = env['KINTSUGI_LAST'];
    if (last === undefined || !isCompiler()) return;
    const { watchCompiler }: typeof import('./start.cts') = require('./start.cjs');
    return watchCompiler(last);
  }
  outliveOutput();
  if (isClusterWorker()) {
    const { startWorker }: typeof import('./start.cts') = require('./start.cjs');
    return startWorker({
      boot: env['KINTSUGI_BOOT'] ?? '',
      keeper: env['KINTSUGI_HOOK'] ?? null,
      last: env['KINTSUGI_LAST'] ?? null,
      trial: readTrial(env['KINTSUGI_TRIAL'], '-w'),
    });
  }
  const held = take('KINTSUGI_FDS');
  const later = take('KINTSUGI_ACCEPT') === 'later'; // whoever asks for a socket is told with it
  const tellsUp = take('KINTSUGI_UP') !== undefined;
  const { start }: typeof import('./start.cts') = require('./start.cjs');
  start({
    boot: env['KINTSUGI_BOOT'] ?? '',
    keeper: env['KINTSUGI_HOOK'] ?? null,
    last: env['KINTSUGI_LAST'] ?? null,
    trial: readTrial(env['KINTSUGI_TRIAL']),
    later,
    tellsUp,
    wait: place === undefined ? null : () => park(Number(parked), true),
    ...readHeld(held),
  });
}

try {
  begin();
} catch (error) {
  // Whatever went wrong, the server starts; without a hello the keeper says that the hook is off.
  if (process.env['KINTSUGI_DEBUG'] !== undefined) process.emitWarning(`kintsugi hook is off: ${String(error)}`);
}
