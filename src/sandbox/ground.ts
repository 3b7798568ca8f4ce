/** What all trials of one stage stand on: the options, the pristine copy, the folders, and who is still running. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Edit, Launch, Operation } from '../incident/nouns.ts';
import type { ExecResult } from '../kit/exec.ts';
import { namesIn } from '../kit/files.ts';
import { isSameStart, pidSpace, processStat } from '../kit/identity.ts';
import type { Confinement } from './confine.ts';
import { endLeft } from './endtree.ts';
import type { TrialEnv } from './environment.ts';
import { placesOf } from './place.ts';
import type { CopyLimits, Pristine } from './project.ts';
import type { Route, Service } from './relay/relay.ts';
import type { Booted, Startable } from './trial.ts';
import { removeTree, type Workspace } from './workspace.ts';

export interface BootOptions {
  readonly needsListen: boolean;
  readonly arm?: 'uncaught' | 'none';
}

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
  /** Credentials in the requests that trials are asked: a confined trial gets them from these anyway, so its settings hold them, too. */
  readonly carried?: readonly string[];
  /** Values that no trial gets: keys of models. */
  readonly withheld?: readonly string[];
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

/** A workspace as pristine as the copy, perhaps with a process that waits in it for a change to its files. */
export interface Idle {
  readonly workspace: Workspace;
  readonly parked: Startable | null;
}

/** A copy with a change in it, ready to be booted. */
export interface Copy {
  boot(options: BootOptions): Promise<Booted>;
  /** Runs a command of the owner's in the copy, confined like a boot, without the hook. */
  run(argv: readonly string[], timeoutMs: number, signal?: AbortSignal): Promise<ExecResult>;
  /** Carries out an operation; null, or why it could not be. */
  operate(operation: Operation): Promise<string | null>;
  /** Gives the copy back for the next candidate. */
  release(): Promise<void>;
}

/** A copy that was booted before anybody asked for it. */
export interface Ahead {
  readonly edits: readonly Edit[];
  readonly how: BootOptions;
  readonly copy: Copy;
  readonly booting: Promise<Booted | null>;
}

export interface Ground {
  readonly options: StageOptions;
  readonly base: Pristine;
  readonly confinement: Confinement;
  /** The packages are copied into each workspace: nothing can be bound, or not from where they lie. */
  readonly clone: boolean;
  readonly folder: string;
  /** Short, for unix sockets: of each boot one folder that the trial sees and one that it does not. */
  readonly sockets: string;
  readonly env: TrialEnv;
  /** Where `trial.services` leads. */
  readonly routes: readonly Route[];
  readonly idle: Idle[];
  /** Set once one process was started ahead. */
  parking: Promise<void> | null;
  /** What was started before anybody asked for it. */
  ahead: Ahead | null;
  readonly booted: Set<Booted>;
  count: number;
  /** Workspaces that are being copied: what is removed under a copy comes back. */
  readonly making: Set<Promise<unknown>>;
  /** Aborted once the stage closes: what still works in it ends then. */
  readonly ending: AbortController;
}

/** A new folder that names its owner, so that the next one can clear away what a killed one left. */
export function ownFolder(parent: string): string {
  const started = processStat(process.pid)?.startTime ?? 0;
  return mkdtempSync(path.join(parent, `kt-${host()}-${space()}-${process.pid}-${started}-`));
}

/** Ends and removes what killed stages of this user left anywhere. */
export async function clearStages(trialsDir: string): Promise<void> {
  for (const place of [...placesOf(trialsDir), socketRoot()]) await clearLeft(place);
}

/** The same, in one place. */
export async function clearLeft(parent: string): Promise<void> {
  const left = namesIn(parent).filter((name) => isLeft(parent, name));
  await endLeft(left);
  for (const name of left) await removeTree(path.join(parent, name));
}

/** Longer than any stage is needed. */
const unseenMs = 3_600_000;

/** Other machines, other users and other containers may share the folder, and another sweep may clear the same away meanwhile. */
function isLeft(parent: string, name: string): boolean {
  const owner = /^kt-([0-9a-f]{6})-([0-9a-f]{4})-(\d+)-(\d+)-\w+$/.exec(name);
  if (owner?.[1] !== host()) return false;
  const stat = lstatSync(path.join(parent, name), { throwIfNoEntry: false });
  if (stat === undefined || stat.uid !== process.getuid?.()) return false;
  // Who is seen by other pids cannot be looked for.
  if (owner[2] !== space()) return Date.now() - stat.mtimeMs > unseenMs;
  return !isSameStart(processStat(Number(owner[3]))?.startTime, owner[4] ?? '');
}

function host(): string {
  return digest(os.hostname()).slice(0, 6);
}

function space(): string {
  return digest(pidSpace()).slice(0, 4);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Unix sockets need short paths (107 bytes). */
export function socketRoot(): string {
  return os.tmpdir().length <= 50 ? os.tmpdir() : '/tmp';
}
