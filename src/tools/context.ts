/** What tools are given to work on. Whoever wires an agent makes one of these for each run; nothing in it reaches the live tree. */
import type net from 'node:net';
import type { Operation } from '../incident/nouns.ts';
import type { ExecResult } from '../kit/exec.ts';
import type { RunPaths } from '../kit/paths.ts';
import type { Draft } from './draft.ts';

/** Where the keeper of the subject writes and listens. */
export type Subject = Pick<RunPaths, 'folder' | 'runJson'>;

export interface WebSettings {
  /** Host names that may be read, subdomains included; `*` = every public one. */
  readonly hosts: readonly string[];
  /** All addresses of a name; default: the system's resolver. */
  resolve?(host: string): Promise<readonly string[]>;
  /** Opens a connection to an address that was checked; default: TCP. */
  dial?(address: string, port: number): net.Socket;
}

/** What the tools of the subject `self` work on. */
export interface OwnSources {
  /** Absolute real path of Kintsugi's own `src/`, or of `dist/` where the package came without it. */
  readonly root: string;
  /** Where proposed repairs wait: `.kintsugi/pending-repairs/`. */
  readonly pending: string;
}

/** The confined copy, with the draft in it. */
export interface ConfinedCopy {
  /** Runs one program in a fresh copy that holds the draft's edits; what it writes is thrown away. */
  run(argv: readonly string[], timeoutMs: number): Promise<ExecResult>;
}

/** What a person is to do or to decide. */
export interface Wish {
  readonly what: string;
  readonly why: string;
  /** It is tried with the edits: where that fell, nobody is asked to do it. */
  readonly isTried?: true;
}

export interface ToolContext {
  readonly draft: Draft;
  /** Absolute real path of the live project: read where the copy has no answer, never written. */
  readonly project: string;
  /** The subject's environment. Values lead to services and are never shown. */
  readonly env: NodeJS.ProcessEnv;
  /** Names that the environment and `.env*` files set. */
  readonly envKeys: readonly string[];
  /** `host:port` of what the subject was seen to connect to. */
  readonly connects: readonly string[];
  /** Null where nothing confines what runs. */
  readonly copy: ConfinedCopy | null;
  /** Runs git in the project with everything off that a repository could make it run; null where there is no repository. */
  readonly git: ((command: string, ...rest: readonly string[]) => Promise<ExecResult>) | null;
  /** Null where nothing is supervised, as in a one-shot heal. */
  readonly subject: Subject | null;
  /** Null where the owner named no host that may be read. */
  readonly web: WebSettings | null;
  /** Kintsugi's own sources; null where they are not here. */
  readonly self: OwnSources | null;
  /** Frees what is Kintsugi's own and not needed; says what. */
  readonly cleanUp: (() => Promise<readonly string[]>) | null;
  /** Hides secrets. */
  redact(text: string): string;
  /** What the model wants done that is no edit. */
  readonly operations: Operation[];
  readonly wishes: Wish[];
  readonly signal: AbortSignal;
}
