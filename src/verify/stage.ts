/** What verifying needs of the place where candidates are tried; room `sandbox` provides it. */
import type {
  Answer,
  CapturedRequest,
  Edit,
  ErrorReport,
  Operation,
  RuntimeFacts,
  SourceTree,
} from '../incident/nouns.ts';
import type { ExecResult } from '../kit/exec.ts';

export interface StageReport {
  readonly error: ErrorReport | null;
  /** `response`, `rejection`, `exception`, `swallowed` or `socket`. */
  readonly how: string;
  readonly status: number | null;
}

/** That somebody else is asked (neither status nor code), and what came of it: the status of the answer, or the code with which no connection came about. */
export interface StageOutcome {
  /** `host:port` as the app named it. */
  readonly target: string;
  readonly status: number | null;
  readonly code: string | null;
}

export interface StageBoot {
  readonly ready: boolean;
  readonly bootMs: number;
  readonly setup: string | null;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly exitMs: number | null;
  readonly ports: readonly number[];
  /** The end of it, at most 64 KiB. */
  printed(on: 'stdout' | 'stderr'): string;
  reports(): readonly StageReport[];
  targets(): readonly string[];
  outcomes(): readonly StageOutcome[];
  /** Files of the project that it asked the disk for in vain, whatever it made of that. */
  lost(): readonly ErrorReport[];
  /** What a read-only relay refused it, in a sentence; null where nothing was. */
  refused(): string | null;
  facts(): Promise<RuntimeFacts | null>;
  lastError(): ErrorReport | null;
  /** False where no answer came: the event loop is blocked. */
  arm(state: 'all' | 'uncaught' | 'none'): Promise<boolean>;
  request(request: CapturedRequest, timeoutMs: number): Promise<Answer>;
  settle(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export interface StageCopy {
  boot(options: { readonly needsListen: boolean; readonly arm?: 'uncaught' | 'none' }): Promise<StageBoot>;
  run(argv: readonly string[], timeoutMs: number, signal?: AbortSignal): Promise<ExecResult>;
  operate(operation: Operation): Promise<string | null>;
  release(): Promise<void>;
}

export interface Stage {
  readonly confinement: string;
  readonly confined: boolean;
  readonly relayed: readonly string[];
  /** Those of them that are no test instance but the live one itself, to write. */
  readonly live: readonly string[];
  /** The row of `trial.services` that would let a trial read there; null where only a test instance will do. */
  readonlyRow(target: string): string | null;
  readonly setup: string | null;
  readonly replaced: readonly string[];
  /** Files of the project that are not in the copy. */
  readonly missing: readonly string[];
  tree(edits?: readonly Edit[]): SourceTree;
  realpath(file: string): string | null;
  copy(edits: readonly Edit[]): Promise<StageCopy | string>;
  bootAhead(edits: readonly Edit[], how: { readonly needsListen: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Can two copies run at once and not meet, in a service that both reach or anywhere on this machine? */
export function areApart({ confined, relayed }: Pick<Stage, 'confined' | 'relayed'>): boolean {
  return confined && relayed.length === 0;
}
