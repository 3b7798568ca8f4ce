/** The stage on which candidates are tried: one pristine copy, workspaces made from it, boots in them under confinement. */
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ensureFolder } from '../kit/files.ts';
import type { Edit, Operation, SourceTree } from '../incident/nouns.ts';
import { Fault } from '../kit/errors.ts';
import { answerOf, databaseScript, type DatabaseAsk } from '../kit/database-script.ts';
import { worksBeforePreload } from '../kit/preload.ts';
import { span } from '../kit/trace.ts';
import { protocolAt, readonlyProtocol, readonlyRow, sameAddress } from '../kit/services.ts';
import { asideOf } from './aside.ts';
import { boot, install, park, runIn } from './boot.ts';
import type { BootOptions } from './ground.ts';
import { writeEtc } from './command.ts';
import { findConfinement } from './confine.ts';
import { carriedBy, trialEnv } from './environment.ts';
import {
  clearStages,
  ownFolder,
  socketRoot,
  type Ahead,
  type Copy,
  type Ground,
  type Idle,
  type StageOptions,
} from './ground.ts';
import { isReachable } from './mounts.ts';
import { placeOfCopies } from './place.ts';
import { copyProject, type Pristine } from './project.ts';
import { routesOf } from './relay/relay.ts';
import { realIn, treeOf } from './tree.ts';
import type { Booted, Startable } from './trial.ts';
import { openWorkspace, removeTree, type Workspace } from './workspace.ts';

export interface Stage {
  /** `bubblewrap`, or `none: <why>`. */
  readonly confinement: string;
  readonly confined: boolean;
  /** Services that a trial reaches, `host:port`; two boots at once could disturb each other there. */
  readonly relayed: readonly string[];
  /** Those of them that are no test instance but the live one itself, to write. */
  readonly live: readonly string[];
  /** The row of `trial.services` that would let a trial read there; null where only a test instance will do. */
  readonlyRow(target: string): string | null;
  /** Why no trial can be carried out at all; null where it can. */
  readonly setup: string | null;
  /** Names of secrets that have stand-ins. */
  readonly replaced: readonly string[];
  /** Files of the project that are not in the copy. */
  readonly missing: readonly string[];
  /** The pristine copy with `edits` laid over it. */
  tree(edits?: readonly Edit[]): SourceTree;
  /** Where a project-relative path really leads in the copy; null where that is outside. */
  realpath(file: string): string | null;
  /** A copy with the edits in it, or why they do not apply. */
  copy(edits: readonly Edit[]): Promise<Copy | string>;
  /** Starts a copy with the edits in it, which the next to ask for these edits gets, if it asks soon; does nothing where no process can wait. */
  bootAhead(edits: readonly Edit[], how: BootOptions): Promise<void>;
  /** Ends everything that is still running and removes every file. */
  close(): Promise<void>;
}

/** @throws Fault `no_confinement` where the setting requires it and there is none. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const confinement = await findConfinement(options.sandbox, options.env['PATH']);
  if (options.sandbox === 'require' && confinement.kind === 'none')
    throw new Fault('no_confinement', `no confinement: ${confinement.why}`);
  if (!existsSync(options.hookFile))
    throw new Fault('internal', `${options.hookFile} is missing; build or install Kintsugi again`);
  ensureFolder(options.trialsDir);
  const isConfined = confinement.kind !== 'none';
  const { project } = options.launch;
  // Without confinement nothing can be bound: packages are copied, too.
  const aside = isConfined ? asideOf(options.launch) : [];
  const besides = aside.map(({ at }) => path.join(project, at));
  const place = isConfined ? placeOfCopies(project, options.trialsDir, besides) : options.trialsDir;
  await clearStages(options.trialsDir);
  const folder = realpathSync(ownFolder(place));
  const sockets = ownFolder(socketRoot());
  const open = (options.services ?? []).filter(({ to }) => readonlyProtocol(to) !== null).map(({ target }) => target);
  const allowed = {
    ...{ given: options.trialEnv ?? {}, open, withheld: new Set(options.withheld) },
    ...(isConfined ? { carried: carriedBy(options.carried ?? []) } : {}),
  };
  const exclude = [...(options.exclude ?? []), path.resolve(options.trialsDir)];
  const limits = options.copyLimits ? { limits: options.copyLimits } : {};
  const base = await span('copy', () =>
    copyProject({ project, into: path.join(folder, 'base'), allowed, exclude, aside, ...limits }),
  );
  writeEtc(path.join(sockets, 'etc'));
  const ground: Ground = {
    ...{
      options,
      base,
      confinement,
      folder,
      sockets,
      idle: [],
      parking: null,
      ahead: null,
      booted: new Set(),
      count: 0,
      making: new Set(),
      ending: new AbortController(),
    },
    clone:
      confinement.kind === 'none' ||
      base.modules.some(({ at, target }) => !isReachable(target ?? path.join(base.project, at))),
    env: trialEnv(options.env, allowed),
    routes: await routesOf(options.services ?? []),
  };
  return stageOn(ground);
}

function stageOn(ground: Ground): Stage {
  const { base, confinement, options } = ground;
  // One and the same each time: whoever parsed it once need not again.
  const pristine = treeOf(base, [], options.isReleaseFile);
  const missing = [...base.missing, ...(confinement.kind === 'none' ? base.bound : [])];
  return {
    confinement: confinement.kind === 'none' ? `none: ${confinement.why}` : confinement.kind,
    confined: confinement.kind !== 'none',
    relayed: ground.routes.map(({ target }) => target),
    live: ground.routes
      .filter(({ target, to }) => readonlyProtocol(to) === null && sameAddress(target, to))
      .map(({ target }) => target),
    readonlyRow: (target) => readonlyRow(target, protocolAt(target, valuesOf(options.env))),
    setup: base.tooLarge === null ? null : `the trial could not be set up: ${base.tooLarge}`,
    replaced: [...new Set([...ground.env.replaced, ...base.replaced])],
    missing: missing.map((one) => one.at),
    tree: (edits = []) => (edits.length === 0 ? pristine : treeOf(base, edits, options.isReleaseFile)),
    realpath: (file) => realIn(base, file),
    copy: async (edits) => (await takeAhead(ground, edits)) ?? makeCopy(ground, edits),
    bootAhead: (edits, how) => bootAhead(ground, edits, { arm: 'none', ...how }),
    close: async () => {
      ground.ending.abort();
      await Promise.allSettled([ground.parking, ...ground.making]);
      await Promise.all([...ground.booted].map((one) => one.stop()));
      await removeTree(ground.sockets);
      await removeTree(ground.folder);
    },
  };
}

function valuesOf(env: NodeJS.ProcessEnv): string[] {
  return Object.values(env).filter((value) => value !== undefined);
}

const cancelled = 'the trial was cancelled';

async function makeCopy(ground: Ground, edits: readonly Edit[]): Promise<Copy | string> {
  if (ground.ending.signal.aborted) return cancelled;
  const from = await idleOf(ground).catch((error: unknown) => {
    if (ground.ending.signal.aborted) return null;
    throw error;
  });
  if (from === null) return cancelled;
  const { workspace } = from;
  const refused = workspace.apply(edits);
  if (refused !== null) {
    ground.idle.push(from);
    return refused;
  }
  if (ground.confinement.kind !== 'none') mountPoints(ground.base, workspace);
  let installed = false;
  let { parked } = from;
  const take = async (isWanted: boolean): Promise<Startable | null> => {
    const taken = parked;
    parked = null;
    if (taken === null || (isWanted && taken.exit === null)) return taken;
    await taken.stop();
    return null;
  };
  const boots: Booted[] = [];
  return {
    boot: async (how) => {
      const booted = await boot(ground, workspace, { ...how, installed, parked: await take(how.arm !== 'uncaught') });
      boots.push(booted);
      // The unchanged copy runs: while it is asked, the process of the first candidate can come as far as it may.
      // Where that fails, it is started like any other.
      if (edits.length === 0 && booted.ready) ground.parking ??= parkOne(ground).catch(() => undefined);
      return booted;
    },
    run: (argv, timeoutMs, signal) => {
      const how = { argv, timeoutMs, installed, network: false, env: ground.env.env };
      return runIn(ground, workspace, signal ? { ...how, signal } : how);
    },
    operate: async (operation) => {
      if (operation.op === 'sql') return changeData(ground, workspace, { ...operation, installed });
      if (operation.op !== 'install') return operate(workspace, operation);
      await take(false);
      installed = true;
      // Nothing may be followed out of the copy; the package manager makes its own folders.
      for (const { at } of ground.base.modules)
        rmSync(path.join(workspace.folder, at), { recursive: true, force: true });
      return install(ground, workspace, operation.argv);
    },
    release: async () => {
      await take(false);
      await Promise.all(boots.map((one) => one.stop()));
      if (ground.ending.signal.aborted) return;
      if (installed) return workspace.remove();
      await span('reset', () => workspace.reset());
      ground.idle.push({ workspace, parked: null });
    },
  };
}

/** One in which a process waits before the others; a new one where there is none. */
async function idleOf(ground: Ground): Promise<Idle> {
  const { idle, base, folder, clone, making } = ground;
  const at = idle.findIndex(({ parked }) => parked !== null);
  const known = idle.splice(at, 1)[0];
  if (known !== undefined) return known;
  ground.count += 1;
  const into = path.join(folder, `w${ground.count}`);
  const made = span('workspace', () => openWorkspace(base, into, { clone, signal: ground.ending.signal }));
  making.add(made);
  try {
    return { workspace: await made, parked: null };
  } finally {
    making.delete(made);
  }
}

const aheadMs = 30_000;

async function bootAhead(ground: Ground, edits: readonly Edit[], how: BootOptions): Promise<void> {
  if (!canPark(ground)) return;
  await (ground.parking ??= parkOne(ground).catch(() => undefined));
  const copy = await makeCopy(ground, edits);
  if (typeof copy === 'string') return;
  const ahead: Ahead = { edits, how, copy, booting: copy.boot(how).catch(() => null) };
  ground.ahead = ahead;
  const drop = (): void => {
    if (ground.ahead !== ahead) return;
    ground.ahead = null;
    copy.release().catch(() => undefined); // then it is not used again
  };
  setTimeout(drop, aheadMs).unref();
}

/** The copy that was booted ahead with these edits; null where there is none. */
async function takeAhead(ground: Ground, edits: readonly Edit[]): Promise<Copy | null> {
  const { ahead } = ground;
  if (ahead === null || !isDeepStrictEqual(ahead.edits, edits)) return null;
  ground.ahead = null;
  const { copy } = ahead;
  let booted = await ahead.booting;
  const boot = async (how: BootOptions): Promise<Booted> => {
    const first = booted;
    booted = null;
    if (first !== null && isDeepStrictEqual(ahead.how, { arm: 'none', ...how })) return first;
    await first?.stop();
    return copy.boot(how);
  };
  return { ...copy, boot };
}

/** A large project is not copied once more for the tenth of a second that this saves. */
const parkFilesMax = 2_000;
const dataMs = 15_000;

function canPark({ confinement, clone, base, options }: Ground): boolean {
  const [program = ''] = options.launch.argv;
  const isNode = program === 'node' || program === options.nodePath;
  const isSmall = base.entries.size <= parkFilesMax;
  const canWait = !worksBeforePreload(options.launch.argv, options.env['NODE_OPTIONS']);
  return confinement.kind !== 'none' && !clone && isSmall && isNode && canWait;
}

async function parkOne(ground: Ground): Promise<void> {
  if (!canPark(ground)) return;
  const { workspace } = await idleOf(ground);
  mountPoints(ground.base, workspace);
  ground.idle.push({ workspace, parked: await span('park', () => park(ground, workspace)) });
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
    // Over what is bound itself there is something to bind on.
    if (existsSync(to) || from === '/dev/null') continue;
    if (lstatSync(from).isDirectory()) mkdirSync(to, { recursive: true });
    else writeFileSync(to, '');
  }
}

async function changeData(
  ground: Ground,
  workspace: Workspace,
  { database, sql, installed }: Extract<Operation, { op: 'sql' }> & { installed: boolean },
): Promise<string | null> {
  const to = workspace.inside(database);
  if (to === null || !existsSync(to)) return `${database} is not in the copy`;
  const project = ground.confinement.kind === 'none' ? workspace.folder : ground.options.launch.project;
  const question: DatabaseAsk = { project, dialect: 'sqlite', at: path.join(project, database), want: 'fix', sql };
  const argv = ['node', '-e', databaseScript, JSON.stringify(question)];
  const how = { argv, timeoutMs: dataMs, installed, network: false, env: ground.env.env };
  return answerOf(await runIn(ground, workspace, how)).error ?? null;
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
