/** The door to this room: see a failure in the copy, try ideas against it, look at the tree they start from. */
import type { CapturedRequest, Edit, Evidence, Idea, Signal, SourceTree } from '../incident/nouns.ts';
import { isSafe } from '../incident/requests.ts';
import type { ExecResult } from '../kit/exec.ts';
import { baseline, type Baseline, type BaselineOptions } from './baseline.ts';
import { runTests } from './checks/others.ts';
import { Compiler } from './compiled.ts';
import { areApart, type Stage, type StageCopy } from './stage.ts';
import { typesIn, verify, type VerifyOptions, type VerifySetting } from './verify.ts';

export interface TrialsOptions {
  readonly stage: Stage;
  /** Absolute path of the live project, as in stacks. */
  readonly project: string;
  /** Recent requests that were answered well; only GET and HEAD are used unless `allowWrites`. */
  readonly goodRequests?: readonly CapturedRequest[];
  /** Routes that only look. */
  readonly quietRequests?: readonly CapturedRequest[];
  readonly requestTimeoutMs?: number;
  readonly settleMs?: number;
  readonly candidateSettleMs?: number;
  readonly allowWrites?: boolean;
  readonly testCommand?: readonly string[] | null;
  /** Is a file of the project committed, or was it? */
  readonly wasThere?: (file: string, mayBeFolder?: boolean) => Promise<boolean>;
  readonly wasFull?: (file: string) => Promise<boolean>;
}

export interface Command {
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Trials {
  /** `signal` null: nothing was seen live (a one-shot heal); the requests alone must show it. */
  baseline(signal: Signal | null, requests: readonly CapturedRequest[], options: BaselineOptions): Promise<Baseline>;
  tryOut(before: Baseline, idea: Idea, options: VerifyOptions): Promise<Evidence>;
  /** Starts what is likely to be tried next, where it cannot meet what else runs. */
  bootAhead(idea: Idea, how: { readonly needsListen: boolean }): Promise<void>;
  /** The source maps of compiled files that have none beside them, by file; without those that the project's compiler did not write. */
  mapsOf(files: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** With what the project's compiler makes of them, where it runs what that wrote. */
  built(edits: readonly Edit[]): Promise<readonly Edit[]>;
  /** The pristine copy; with edits: as they would make it. */
  tree(edits?: readonly Edit[]): SourceTree;
  realpath(file: string): string | null;
  /** Runs a program in a fresh confined copy with the edits in it; what it writes is thrown away. Null where nothing confines it. */
  readonly run: ((edits: readonly Edit[], command: Command) => Promise<ExecResult | string>) | null;
  close(): Promise<void>;
}

/** Enough to tell changes apart; each costs every trial some milliseconds. */
const goodMax = 8;

export function openTrials(options: TrialsOptions): Trials {
  const { stage } = options;
  const allowWrites = options.allowWrites ?? false;
  const testCommand = options.testCommand ?? null;
  const compiler = new Compiler(stage);
  let failing: Promise<boolean> | null = null;
  let types: Promise<readonly string[] | null> | null = null;
  let trying = 0;
  const setting: VerifySetting = {
    ...{ stage, project: options.project, allowWrites, testCommand },
    wasThere: options.wasThere ?? (() => Promise.resolve(false)),
    wasFull: options.wasFull ?? (() => Promise.resolve(false)),
    timeoutMs: options.requestTimeoutMs ?? 5_000,
    settleMs: options.settleMs ?? 2_000,
    candidateSettleMs: options.candidateSettleMs ?? 300,
    good: (options.goodRequests ?? [])
      .filter((request) => !request.truncated && (allowWrites || isSafe(request)))
      .slice(0, goodMax),
    // What a live service refuses them would leave the whole trial without a result.
    quiet: stage.live.length > 0 ? [] : (options.quietRequests ?? []).slice(0, goodMax),
    isAlone: () => trying === 1,
    testsFailBefore: () => {
      failing ??= testsFail(stage, testCommand);
      return failing;
    },
    typesBefore: (argv) => {
      types ??= inCopy(stage, (copy) => typesIn(copy, argv));
      return types;
    },
  };
  return {
    baseline: (signal, requests, how) => baseline(setting, { signal, requests }, how),
    tryOut: async (before, idea, how) => {
      trying += 1;
      try {
        return await verify(setting, before, idea, how);
      } finally {
        trying -= 1;
      }
    },
    bootAhead: async ({ edits }, how) => (areApart(stage) ? stage.bootAhead(edits, how) : undefined),
    mapsOf: (files) => compiler.mapsOf(files),
    built: (edits) => compiler.with(edits),
    tree: (edits) => stage.tree(edits),
    realpath: (file) => stage.realpath(file),
    run: stage.confined ? (edits, command) => runOnce(stage, edits, command) : null,
    close: () => stage.close(),
  };
}

async function runOnce(
  stage: Stage,
  edits: readonly Edit[],
  { argv, timeoutMs, signal }: Command,
): Promise<ExecResult | string> {
  const copy = await stage.copy(edits);
  if (typeof copy === 'string') return copy;
  try {
    return await copy.run(argv, timeoutMs, signal);
  } finally {
    await copy.release();
  }
}

async function testsFail(stage: Stage, argv: readonly string[] | null): Promise<boolean> {
  const wrong = argv === null ? null : await inCopy(stage, (copy) => runTests(copy, argv));
  return wrong !== null;
}

/** What `look` finds in a copy of the unchanged project; null where there can be none. */
async function inCopy<T>(stage: Stage, look: (copy: StageCopy) => Promise<T | null>): Promise<T | null> {
  const copy = await stage.copy([]);
  if (typeof copy === 'string') return null;
  try {
    return await look(copy);
  } finally {
    await copy.release();
  }
}
