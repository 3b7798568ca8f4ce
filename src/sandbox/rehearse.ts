/** The stage on which candidates are tried: one pristine copy, workspaces made from it, boots in them under confinement. */
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import type { Edit, Launch, Operation, SourceTree } from '../incident/nouns.ts';
import { Fault } from '../kit/errors.ts';
import { exec, type ExecResult } from '../kit/exec.ts';
import { namesIn } from '../kit/files.ts';
import { processStat } from '../kit/identity.ts';
import { confineArgv, findConfinement, withLimits, type Bind, type Confinement } from './confine.ts';
import { trialEnv, type TrialEnv } from './environment.ts';
import { installEnv } from './install.ts';
import { isIn, moduleBinds, programBinds } from './mounts.ts';
import { copyProject, type CopyLimits, type Pristine } from './project.ts';
import { openRelays, type Relays, type Service } from './relay.ts';
import { treeOf } from './tree.ts';
import { bootTrial, type Booted } from './trial.ts';
import { openWorkspace, removeTree, type Workspace } from './workspace.ts';

export interface StageOptions {
  readonly launch: Launch;
  /** The subject's environment as it runs live. */
  readonly env: NodeJS.ProcessEnv;
  /** Compiled entry of the hook (`dist/hook/hook.cjs`). */
  readonly hookFile: string;
  readonly nodePath: string;
  /** Copies are made in a folder of their own below this one. */
  readonly trialsDir: string;
  readonly sandbox: 'auto' | 'require' | 'off';
  /** Setting `trial.env`: given to the trial as it is. */
  readonly trialEnv?: Readonly<Record<string, string>>;
  /** Setting `trial.services`. */
  readonly services?: readonly Service[];
  readonly bootTimeoutMs?: number;
  readonly memoryBytesMax?: number;
  readonly cpuSMax?: number;
  readonly copyLimits?: CopyLimits;
  /** Absolute folders that are no part of the project, such as a state folder with another name. */
  readonly exclude?: readonly string[];
  /** Which project-relative files belong to a release; default: text files by extension. */
  readonly isReleaseFile?: (file: string) => boolean;
}

export interface BootOptions {
  readonly needsListen: boolean;
  readonly arm?: 'uncaught' | 'none';
}

/** A copy with a change in it, ready to be booted. */
export interface Copy {
  boot(options: BootOptions): Promise<Booted>;
  /** Runs a command of the owner's in the copy, confined like a boot, without the hook. */
  run(argv: readonly string[], timeoutMs: number): Promise<ExecResult>;
  /** Carries out an operation; null, or why it could not be. */
  operate(operation: Operation): Promise<string | null>;
  /** Gives the copy back for the next candidate. */
  release(): Promise<void>;
}

export interface Stage {
  /** `bubblewrap`, or `none: <why>`. */
  readonly confinement: string;
  readonly confined: boolean;
  /** Services that a trial reaches, `host:port`; two boots at once could disturb each other there. */
  readonly relayed: readonly string[];
  /** Why no trial can be carried out at all; null where it can. */
  readonly setup: string | null;
  /** Names of secrets that have stand-ins. */
  readonly replaced: readonly string[];
  /** Files of the project that are not in the copy. */
  readonly missing: readonly string[];
  /** The pristine copy with `edits` laid over it. */
  tree(edits?: readonly Edit[]): SourceTree;
  /** A copy with the edits in it, or why they do not apply. */
  copy(edits: readonly Edit[]): Promise<Copy | string>;
  /** Ends everything that is still running and removes every file. */
  close(): Promise<void>;
}

interface Ground {
  readonly options: StageOptions;
  readonly base: Pristine;
  readonly confinement: Confinement;
  readonly folder: string;
  /** Short, for unix sockets: `in` is seen by the trial, `own` is not. */
  readonly sockets: string;
  readonly env: TrialEnv;
  readonly relays: Relays;
  readonly idle: Workspace[];
  readonly booted: Set<Booted>;
  count: number;
}

/** @throws Fault `no_confinement` where the setting requires it and there is none. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const confinement = await findConfinement(options.sandbox, options.env['PATH']);
  if (options.sandbox === 'require' && confinement.kind === 'none') throw new Fault('no_confinement', `no confinement: ${confinement.why}`);
  mkdirSync(options.trialsDir, { recursive: true, mode: 0o700 });
  const folder = realpathSync(await ownFolder(options.trialsDir));
  const sockets = await ownFolder(socketRoot());
  const given = options.trialEnv ?? {};
  const exclude = [...(options.exclude ?? []), path.resolve(options.trialsDir)];
  const base = await copyProject({
    project: options.launch.project,
    into: path.join(folder, 'base'),
    env: given,
    exclude,
    ...(options.copyLimits ? { limits: options.copyLimits } : {}),
  });
  mkdirSync(path.join(sockets, 'r'));
  writeEtc(path.join(sockets, 'etc'));
  const ground: Ground = {
    ...{ options, base, confinement, folder, sockets, idle: [], booted: new Set(), count: 0 },
    env: trialEnv(options.env, given),
    relays: await openRelays(options.services ?? [], path.join(sockets, 'r')),
  };
  return stageOn(ground);
}

function stageOn(ground: Ground): Stage {
  const { base, confinement, options } = ground;
  return {
    confinement: confinement.kind === 'none' ? `none: ${confinement.why}` : confinement.kind,
    confined: confinement.kind !== 'none',
    relayed: [...ground.relays.sockets.keys()],
    setup: base.tooLarge === null ? null : `the trial could not be set up: ${base.tooLarge}`,
    replaced: [...new Set([...ground.env.replaced, ...base.replaced])],
    missing: base.missing.map((one) => one.at),
    tree: (edits = []) => treeOf(base, edits, options.isReleaseFile),
    copy: (edits) => makeCopy(ground, edits),
    close: async () => {
      await Promise.all([...ground.booted].map((one) => one.stop()));
      ground.relays.close();
      await removeTree(ground.sockets);
      await removeTree(ground.folder);
    },
  };
}

async function makeCopy(ground: Ground, edits: readonly Edit[]): Promise<Copy | string> {
  const { base, folder, confinement, idle } = ground;
  ground.count += 1;
  const clone = confinement.kind === 'none';
  const workspace = idle.pop() ?? (await openWorkspace(base, path.join(folder, `w${ground.count}`), clone));
  const refused = workspace.apply(edits);
  if (refused !== null) {
    idle.push(workspace);
    return refused;
  }
  if (!clone) mountPoints(base, workspace);
  let installed = false;
  const boots: Booted[] = [];
  return {
    boot: async (how) => {
      const booted = await boot(ground, workspace, { ...how, installed });
      boots.push(booted);
      return booted;
    },
    run: (argv, timeoutMs) => runIn(ground, workspace, { argv, timeoutMs, installed, network: false, env: ground.env.env }),
    operate: async (operation) => {
      if (operation.op !== 'install') return operate(workspace, operation);
      installed = true;
      // Nothing may be followed out of the copy; the package manager makes its own folders.
      if (!clone) for (const { at } of base.modules) rmSync(path.join(workspace.folder, at), { recursive: true, force: true });
      return install(ground, workspace, operation.argv);
    },
    release: async () => {
      await Promise.all(boots.map((one) => one.stop()));
      if (installed) return workspace.remove();
      await workspace.reset();
      idle.push(workspace);
    },
  };
}

/** Where something is bound over the copy, something must stand for it to be bound on. */
function mountPoints(base: Pristine, workspace: Workspace): void {
  for (const { at, target } of base.modules) {
    const to = path.join(workspace.folder, at);
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) continue;
    mkdirSync(path.dirname(to), { recursive: true });
    if (target === null) mkdirSync(to);
    else symlinkSync(target, to);
  }
  for (const { at, from } of base.bound) {
    const to = path.join(workspace.folder, at);
    if (existsSync(to)) continue;
    if (lstatSync(from).isDirectory()) mkdirSync(to, { recursive: true });
    else writeFileSync(to, '');
  }
}

function operate(workspace: Workspace, operation: Exclude<Operation, { op: 'install' }>): string | null {
  if (operation.op === 'mkdir' || operation.op === 'chmod') {
    const to = workspace.inside(operation.path);
    if (to === null) return `${operation.path} lies outside the project`;
    if (operation.op === 'mkdir') mkdirSync(to, { recursive: true });
    else if (!existsSync(to)) return `${operation.path} is not there`;
    else chmodSync(to, (lstatSync(to).mode & 0o777) | (operation.addBits & 0o777));
  }
  return null; // the others change nothing that a copy has
}

interface RunOptions {
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  readonly installed: boolean;
  readonly network: boolean;
  readonly env: Readonly<Record<string, string>>;
}

async function runIn(ground: Ground, workspace: Workspace, options: RunOptions): Promise<ExecResult> {
  const { argv, cwd } = command(ground, workspace, { ...options, extra: [], root: true });
  return exec(argv, { cwd, env: { ...options.env, ...place(ground) }, timeoutMs: options.timeoutMs });
}

async function install(ground: Ground, workspace: Workspace, argv: readonly string[]): Promise<string | null> {
  const env = installEnv(ground.options.env);
  const options = { argv, timeoutMs: 180_000, installed: true, network: true, env };
  const result = await runIn(ground, workspace, options);
  if (result.code === 0) return null;
  const last = result.stderr.trim().split('\n').slice(0, 3).join(' ').slice(0, 300);
  return result.timedOut ? 'the install took longer than 3 minutes' : `the install failed: ${last || (result.spawnError ?? `exit ${result.code}`)}`;
}

async function boot(ground: Ground, workspace: Workspace, how: BootOptions & { installed: boolean }): Promise<Booted> {
  const first = await bootOnce(ground, workspace, { ...how, rewritePorts: ground.confinement.kind === 'none' });
  if (ground.confinement.kind === 'none' || first.exit === null || !needsLowPort(first)) return first;
  // Live, the server may take a port below 1024; in a network of its own without any capability it may not.
  await first.stop();
  return bootOnce(ground, workspace, { ...how, rewritePorts: true });
}

function needsLowPort(booted: Booted): boolean {
  const port = Number(/listen EACCES: permission denied \S*?:(\d+)\b/.exec(booted.stderr())?.[1] ?? 0);
  return port > 0 && port < 1024 && process.getuid?.() === 0;
}

async function bootOnce(
  ground: Ground,
  workspace: Workspace,
  how: BootOptions & { installed: boolean; rewritePorts: boolean },
): Promise<Booted> {
  const { options, sockets } = ground;
  ground.count += 1;
  const confined = ground.confinement.kind !== 'none';
  const controlFolder = path.join(sockets, `c${ground.count}`);
  const ownFolder = path.join(sockets, `o${ground.count}`);
  for (const folder of [controlFolder, ownFolder]) mkdirSync(folder, { mode: 0o700 });
  const seen = confined ? '/run/kintsugi/c' : controlFolder;
  const hook = confined ? path.join('/run/kintsugi/hook', path.basename(options.hookFile)) : options.hookFile;
  const token = randomBytes(8).toString('hex');
  const extra: Bind[] = [{ from: controlFolder, to: '/run/kintsugi/c', writable: true }];
  const { argv, cwd } = command(ground, workspace, { argv: options.launch.argv, installed: how.installed, network: false, extra, root: false });
  const root = confined ? options.launch.project : workspace.folder;
  const relays = Object.fromEntries([...ground.relays.sockets].map(([target, at]) => [target, confined ? `/run/kintsugi/r/${path.basename(at)}` : at]));
  const env = {
    ...ground.env.env,
    ...place(ground),
    NODE_OPTIONS: `--require ${JSON.stringify(hook)} ${options.env['NODE_OPTIONS'] ?? ''}`.trim(),
    KINTSUGI_MANAGED: '1',
    KINTSUGI_BOOT: token,
    KINTSUGI_LAST: path.join(seen, 'last'),
    KINTSUGI_TRIAL: JSON.stringify({ sock: path.join(seen, 'c'), relays, rewritePorts: how.rewritePorts, root, arm: how.arm ?? 'none' }),
  };
  const booted = await bootTrial({
    ...{ argv, cwd, env, token, controlFolder, ownFolder, confined, needsListen: how.needsListen, aliveMs: 2_000 },
    bootTimeoutMs: options.bootTimeoutMs ?? 30_000,
    unmap: (text) => (confined ? text : text.split(workspace.folder).join(options.launch.project)),
  });
  ground.booted.add(booted);
  return booted;
}

/** Home, temp and search path as they are inside. */
function place(ground: Ground): Record<string, string> {
  const { env, nodePath } = ground.options;
  const search = `${path.dirname(realpathSync(nodePath))}:${env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'}`;
  return ground.confinement.kind === 'none' ? { PATH: search } : { PATH: search, HOME: '/tmp', TMPDIR: '/tmp' };
}

interface CommandOptions {
  readonly argv: readonly string[];
  readonly installed: boolean;
  readonly network: boolean;
  readonly extra: readonly Bind[];
  /** True: run in the project folder, not in the subject's own working directory. */
  readonly root: boolean;
}

/** The command as it is spawned: with limits, and inside bubblewrap or, without it, led into the copy. */
function command(ground: Ground, workspace: Workspace, how: CommandOptions): { argv: string[]; cwd: string } {
  const { options, confinement } = ground;
  const { project } = options.launch;
  const liveCwd = how.root ? project : options.launch.cwd;
  const limits = {
    memoryBytes: options.memoryBytesMax ?? 4 * 1024 ** 3,
    fileBytes: 1024 ** 3,
    cpuS: options.cpuSMax ?? 300,
  };
  const real = how.argv.map((word, index) => (index === 0 && word === 'node' ? options.nodePath : word));
  if (confinement.kind === 'none') {
    const moved = (word: string): string => (isIn(project, word) ? path.join(workspace.folder, path.relative(project, word)) : word);
    return { argv: withLimits(real.map(moved), limits), cwd: isIn(project, liveCwd) ? moved(liveCwd) : workspace.folder };
  }
  const binds: Bind[] = [
    ...programBinds(options.nodePath, real[0] ?? ''),
    ...etcBinds(ground, how.network),
    { from: workspace.folder, to: project, writable: true },
    ...ground.base.bound.map(({ at, from }) => ({ from, to: path.join(project, at) })),
    ...(how.installed ? [] : moduleBinds(ground.base)),
    { from: path.dirname(options.hookFile), to: '/run/kintsugi/hook' },
    { from: path.join(ground.sockets, 'r'), to: '/run/kintsugi/r' },
    ...how.extra,
  ];
  const cwd = isIn(project, liveCwd) ? liveCwd : project;
  const argv = confineArgv({
    ...{ bwrap: confinement, binds, scratchBytes: 256 * 1024 ** 2, cwd, network: how.network },
    argv: withLimits(real, limits),
  });
  return { argv, cwd: '/' };
}

function etcBinds(ground: Ground, network: boolean): Bind[] {
  const own = ['passwd', 'group', 'nsswitch.conf', ...(network ? [] : ['hosts', 'resolv.conf'])];
  const real = network ? ['/etc/hosts', '/etc/resolv.conf'].filter((file) => existsSync(file)) : [];
  return [
    ...own.map((name) => ({ from: path.join(ground.sockets, 'etc', name), to: `/etc/${name}` })),
    ...real.map((file) => ({ from: realpathSync(file), to: file })),
  ];
}

function writeEtc(folder: string): void {
  const [uid, gid] = [process.getuid?.() ?? 1000, process.getgid?.() ?? 1000];
  mkdirSync(folder);
  const files = {
    passwd: `subject:x:${uid}:${gid}::/tmp:/bin/sh\n`,
    group: `subject:x:${gid}:\n`,
    hosts: `127.0.0.1 localhost ${os.hostname()}\n::1 localhost\n`,
    'resolv.conf': '',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text, { mode: 0o644 });
}

/** A new folder that names its owner, so that the next one can clear away what a killed one left. */
async function ownFolder(parent: string): Promise<string> {
  for (const name of namesIn(parent)) {
    const owner = /^kt-(\d+)-(\d+)-\w+$/.exec(name);
    if (owner && startTime(Number(owner[1])) !== owner[2]) await removeTree(path.join(parent, name));
  }
  return mkdtempSync(path.join(parent, `kt-${process.pid}-${startTime(process.pid)}-`));
}

function startTime(pid: number): string {
  return (processStat(pid)?.startTime ?? '0').replace(/\D/g, '');
}

/** Unix sockets need short paths (107 bytes). */
function socketRoot(): string {
  return os.tmpdir().length <= 60 ? os.tmpdir() : '/tmp';
}
