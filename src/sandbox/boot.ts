/** Boots and commands in a workspace: the environment, the sockets and the hook that a trial needs. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { exec, type ExecResult } from '../kit/exec.ts';
import { command, place } from './command.ts';
import type { Bind } from './confine.ts';
import type { BootOptions, Ground } from './ground.ts';
import { installEnv } from './install.ts';
import { openRelays } from './relay/relay.ts';
import { openTrial, type Booted, type Startable } from './trial.ts';
import type { Workspace } from './workspace.ts';

export interface RunOptions {
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly installed: boolean;
  readonly network: boolean;
  readonly env: Readonly<Record<string, string>>;
}

export async function runIn(ground: Ground, workspace: Workspace, options: RunOptions): Promise<ExecResult> {
  const { argv, cwd } = command(ground, workspace, { ...options, extra: [], root: true });
  const { timeoutMs, signal } = options;
  const ending = ground.ending.signal;
  const env = { ...options.env, ...place(ground) };
  return exec(argv, { cwd, env, timeoutMs, signal: signal ? AbortSignal.any([signal, ending]) : ending });
}

export async function install(ground: Ground, workspace: Workspace, argv: readonly string[]): Promise<string | null> {
  const env = installEnv(ground.options.env);
  const options = { argv, timeoutMs: 180_000, installed: true, network: true, env };
  const result = await runIn(ground, workspace, options);
  if (result.code === 0) return null;
  const last = result.stderr.trim().split('\n').slice(0, 3).join(' ').slice(0, 300);
  return result.timedOut
    ? 'the install took longer than 3 minutes'
    : `the install failed: ${last || (result.spawnError ?? `exit ${result.code}`)}`;
}

/** `parked`: a process that waits in this workspace, if there is one. */
export async function boot(
  ground: Ground,
  workspace: Workspace,
  how: BootOptions & { installed: boolean; parked: Startable | null },
): Promise<Booted> {
  const isConfined = ground.confinement.kind !== 'none';
  const plan = { ...how, arm: how.arm ?? 'none', rewritePorts: !isConfined, parked: false };
  const first = how.parked ?? (await open(ground, workspace, plan));
  await first.start(how.needsListen);
  if (!isConfined || first.exit === null || !needsLowPort(first)) return first;
  // Live, the server may take a port below 1024; in a network of its own without any capability it may not.
  await first.stop();
  const second = await open(ground, workspace, { ...plan, rewritePorts: true });
  await second.start(how.needsListen);
  return second;
}

/** Starts a process that waits for the files to be what they shall be, where Node reads none of them before the hook. */
export function park(ground: Ground, workspace: Workspace): Promise<Startable> {
  return open(ground, workspace, { arm: 'none', installed: false, rewritePorts: false, parked: true });
}

function needsLowPort(booted: Booted): boolean {
  const port = Number(/listen EACCES: permission denied \S*?:(\d+)\b/.exec(booted.printed('stderr'))?.[1] ?? 0);
  return port > 0 && port < 1024 && process.getuid?.() === 0;
}

interface OpenOptions {
  readonly arm: 'uncaught' | 'none';
  readonly installed: boolean;
  readonly rewritePorts: boolean;
  readonly parked: boolean;
}

async function open(ground: Ground, workspace: Workspace, how: OpenOptions): Promise<Startable> {
  const { options, sockets } = ground;
  ground.count += 1;
  const confined = ground.confinement.kind !== 'none';
  const controlFolder = path.join(sockets, `c${ground.count}`);
  const ownFolder = path.join(sockets, `o${ground.count}`);
  const relayFolder = path.join(sockets, `r${ground.count}`);
  for (const folder of [controlFolder, ownFolder, relayFolder]) mkdirSync(folder, { mode: 0o700 });
  const relays = await openRelays(ground.routes, relayFolder);
  const seen = confined ? '/run/kintsugi/c' : controlFolder;
  const hook = confined ? path.join('/run/kintsugi/hook', path.basename(options.hookFile)) : options.hookFile;
  const token = randomBytes(8).toString('hex');
  const extra: Bind[] = [
    { from: controlFolder, to: '/run/kintsugi/c', writable: true },
    { from: relayFolder, to: '/run/kintsugi/r' },
  ];
  const { argv, cwd } = command(ground, workspace, {
    argv: options.launch.argv,
    installed: how.installed,
    network: false,
    extra,
    root: false,
  });
  const root = confined ? options.launch.project : workspace.folder;
  const ways = Object.fromEntries(
    [...relays.sockets].map(([target, at]) => [target, confined ? `/run/kintsugi/r/${path.basename(at)}` : at]),
  );
  const env = {
    ...ground.env.env,
    ...place(ground),
    NODE_OPTIONS: `--require ${JSON.stringify(hook)} ${options.env['NODE_OPTIONS'] ?? ''}`.trim(),
    KINTSUGI_MANAGED: '1',
    KINTSUGI_BOOT: token,
    KINTSUGI_LAST: path.join(seen, 'last'),
    KINTSUGI_TRIAL: JSON.stringify({
      sock: path.join(seen, 'c'),
      relays: ways,
      rewritePorts: how.rewritePorts,
      root,
      arm: how.arm,
    }),
  };
  return openTrial({
    ...{
      argv,
      cwd,
      env,
      token,
      controlFolder,
      ownFolder,
      confined,
      relays,
      aliveMs: 2_000,
      parked: how.parked,
      swaps: [...ground.env.swaps, ...ground.base.swaps],
    },
    bootTimeoutMs: options.bootTimeoutMs ?? 30_000,
    unmap: (text) => (confined ? text : text.split(workspace.folder).join(options.launch.project)),
    onStart: (booted) => {
      ground.booted.add(booted);
      if (ground.ending.signal.aborted) void booted.stop();
    },
  });
}
