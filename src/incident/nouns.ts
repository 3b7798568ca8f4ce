/** The words of the house: plain data that rooms hand to each other. Nothing here has behaviour. */
import type { CapturedRequest, ErrorReport, QuietFacts } from './seen.ts';

export type { CapturedRequest, ErrorReport, FrameFacts, RuntimeFacts, ValueFacts } from './seen.ts';

/** Why a subject failed, as far as text, code and exit tell. The list is closed (SPEC TRI-3). */
export const failureClasses = [
  'missing_module',
  'missing_file',
  'permission',
  'port_conflict',
  'syntax',
  'reference',
  'type',
  'range',
  'import_export',
  'module_format',
  'config',
  'env_missing',
  'database',
  'disk_full',
  'file_descriptors',
  'out_of_memory',
  'connection',
  'dns',
  'tls',
  'auth',
  'rate_limited',
  'billing',
  'timeout',
  'freeze',
  'assertion',
  'unknown',
] as const;
export type FailureClass = (typeof failureClasses)[number];

/** Code of the error that stands for an answer in which nothing failed: 404, where the code of before the last change had a route. */
export const noRouteCode = 'KINTSUGI_NO_ROUTE';

/** One line of a stack. `file` is relative to the project (posix slashes) where `own`, else as printed. */
export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly fn: string | null;
  /** True where the file is the project's own source: inside the project, outside node_modules and dot folders. */
  readonly own: boolean;
}

/** What a replay asks, whole: lies sealed under `requestRef` and nowhere else (SEN-3). */
export interface Captured {
  /** Unanswered when it failed, at most 8, the most suspect first; [] where none was in flight. */
  readonly requests: readonly CapturedRequest[];
  /** Answered well lately, one a route, at most 16, the latest first: a repair is to leave them as they were (TRY-2). */
  readonly good: readonly CapturedRequest[];
}

/** How a request was answered. `error` is null where an HTTP answer came (SPEC CLI-5). */
export interface Answer {
  readonly status: number | null;
  readonly error: null | 'refused' | 'reset' | 'timeout' | 'exit';
  readonly ms: number;
  /** First 64 KiB of the body; for comparison only, never journaled. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One failure as it was sensed. Text in it is already redacted; whole requests lie sealed under `requestRef`. */
export interface Signal {
  /** Names the occurrence, not the incident; the same id seen twice counts once. */
  readonly id: string;
  readonly subject: string;
  readonly kind: 'crash' | 'error' | 'freeze' | 'timeout' | 'spawn' | 'memory' | 'health' | 'regression' | 'described';
  /** ISO 8601 UTC. */
  readonly at: string;
  /** The last stderr of that boot, at most 64 KiB, each line at most 4 KiB. */
  readonly stderr: string;
  readonly error: ErrorReport | null;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  /** True where the process died before it was ready. */
  readonly beforeReady: boolean;
  /** How long a process that died had served, in milliseconds: what comes by a timer comes no sooner. */
  readonly servedMs?: number;
  /** Redacted copy of the failing request (of several in flight: the most suspect), for people; null where none was in flight. */
  readonly request: CapturedRequest | null;
  /** Name of the sealed file under `run/<subject>/requests/` that holds a `Captured`; null where there is nothing to seal. */
  readonly requestRef: string | null;
  /** The framework's route pattern or a normalised path, e.g. `/users/:id`. */
  readonly route: string | null;
  readonly status: number | null;
  /** A salted hash of the client's address: it tells two apart and names none (SEN-10); absent where none was heard of. */
  readonly client?: string;
  /** The tree hash that was running; null where no release has been recorded yet. */
  readonly release: string | null;
  /** A question of the keeper's own met it (SEN-8): evidence that an open incident's failure is still there, and no incident by itself. */
  readonly probe?: true;
  /** Only from one-shot `heal`: whether what is proven shall go live (`--apply`). */
  readonly apply?: boolean;
  /** How many equal failures this signal stands for (storms are folded before they get here). */
  readonly count: number;
}

/** A mark that the text tries to steer its reader (TRI-5). */
export interface Finding {
  readonly label: string;
  readonly by: 'pattern' | 'model';
  /** Offset into the redacted text. */
  readonly at: number;
}

/** What the error text names, lifted out once so that no recipe parses text again. Absent = not named. */
export interface Named {
  /** Specifier as written: `express`, `./lib/usres`, `/abs/file.js`. */
  readonly module?: string;
  /** The file that asked for `module` or `exportName` (project-relative where own). */
  readonly importer?: string;
  readonly exportName?: string;
  readonly identifier?: string;
  /** Property that was read, set or called; `receiver` is the expression text before it where V8 prints it. */
  readonly property?: string;
  readonly receiver?: string;
  /** `undefined` or `null` where the text says so. */
  readonly nullish?: 'undefined' | 'null';
  /** Path of an ENOENT, EACCES, EISDIR …, as printed. */
  readonly path?: string;
  readonly syscall?: string;
  readonly port?: number;
  readonly host?: string;
  /** Error code such as `ENOENT`, `ERR_MODULE_NOT_FOUND`, `SQLITE_ERROR`. */
  readonly code?: string;
  readonly envKey?: string;
  readonly column?: string;
  readonly table?: string;
}

/** What kind of failure this is. Pure function of the signal (room `triage`). */
export interface Diagnosis {
  readonly class: FailureClass;
  /** 64 hex: subject, class, top own frame; restart-proof and not for a client to choose. */
  readonly signature: string;
  /** One line, redacted, at most 500 characters. */
  readonly message: string;
  /** The first own frame, or the place a syntax error names; null where nothing own is named. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly frames: readonly Frame[];
  readonly named: Named;
  readonly route: string | null;
  readonly suspicious: boolean;
  readonly findings: readonly Finding[];
  /** True for TRI-4: no code change can mend it. */
  readonly personOnly: boolean;
  readonly action: Action | null;
}

/** What a person can do, and the exact command (CLI-2, CLI-4). */
export interface Action {
  readonly why: string;
  readonly command: string | null;
}

/** `cause` removes the defect, `mitigation` only makes the symptom bearable. */
export type Kind = 'cause' | 'mitigation' | 'operational' | 'rollback';
/** How much was shown, weakest last. */
export type Proof = 'replayed' | 'probed' | 'parsed' | 'none';
/** Where on the ladder a proposal came from. */
export type Rung = 'known' | 'recipes' | 'revert' | 'fast' | 'agent' | 'team';

/** One file's change by the sha256 of its contents, which lie in the blob store; `before` null = it is new, `after` null = it goes away. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** An operation of a proposal beside its file changes. Closed: the wiring knows how to do each of these and nothing else. */
export type Operation =
  | { readonly op: 'install'; readonly manager: 'npm' | 'pnpm' | 'yarn' | 'bun'; readonly argv: readonly string[] }
  | { readonly op: 'mkdir'; readonly path: string }
  | { readonly op: 'chmod'; readonly path: string; readonly addBits: number }
  | { readonly op: 'endStale'; readonly pid: number; readonly startTime: string }
  /** Statements on a SQLite file of the project, in one transaction, after a backup. */
  | { readonly op: 'sql'; readonly database: string; readonly sql: string }
  | { readonly op: 'rollback'; readonly to: string }
  | { readonly op: 'restart' };

/** A concrete action with everything a person or a rule needs to judge it. */
export interface Proposal extends Omit<Spent, 'model'> {
  /** sha256 over kind, changes, operations and base. */
  readonly hash: string;
  readonly kind: Kind;
  readonly rung: Rung;
  readonly recipe: string | null;
  readonly model: string | null;
  /** One sentence: what it does. */
  readonly title: string;
  /** Tree hash the changes apply to. */
  readonly base: string;
  readonly changes: readonly FileChange[];
  readonly operations: readonly Operation[];
  /** Canonical unified diff, computed by us from the bytes, redacted for display. */
  readonly diff: string;
  /** Set where a person must be asked whatever the proof (e.g. undeclared package, inferred file, a tie). */
  readonly ask: string | null;
  readonly candidates: { readonly tried: number; readonly fell: number };
}

/** What the calls of one rung cost (MOD-4): tokens in and out together, and the `provider:model` that answered last. */
export interface Spent {
  readonly model: string;
  readonly tokens: number;
  readonly costUsd: number;
  /** What it tried and was refused, a line each, redacted; absent where there was nothing. */
  readonly refused?: readonly string[];
}

/** A rung that had nothing to offer, and why (REP-8). */
export interface Declined {
  readonly declined: string;
  readonly tried: number;
  /** Set where only a person can act: the class is right, but the deed is not ours. With `declined`: what a person is asked where no other rung helps. */
  readonly action: Action | null;
  /**
   * `asked` = a person must act; `setup` = the trial could not be set up; `flaky` = seen once, not again; `gone` = not seen any more since the
   * files changed; `observed` = reported only; `blocked` = a budget is used up (POL-7).
   */
  readonly as: 'declined' | 'asked' | 'setup' | 'flaky' | 'gone' | 'observed' | 'blocked';
  /** What its models cost; absent where none was called. */
  readonly spent?: Spent;
  /** With `setup`: hash of the settings of the trial that could not be set up. Others are a new chance. */
  readonly trial?: string;
  /** With `flaky`: no whole request was at hand to be replayed. An occurrence that brings one is a new chance. */
  readonly unasked?: true;
}

/** The proposal carried out in a copy: `tree` is the hash of the copy's release set afterwards. */
export interface Candidate {
  readonly proposal: string;
  readonly tree: string;
  readonly base: string;
}

export interface Check {
  readonly name: 'parse' | 'types' | 'boot' | 'probe' | 'replay' | 'others' | 'tests' | 'operation';
  readonly ok: boolean;
  readonly detail: string;
  readonly ms: number;
}

/** What the trial showed. */
export interface Evidence {
  readonly proof: Proof;
  readonly passed: boolean;
  readonly checks: readonly Check[];
  /** `bubblewrap`, or `none: <why>` where it ran as the owner's own code does. */
  readonly confinement: string;
  readonly bootMs: number | null;
  /** Status codes only, for the card: before and after, per replayed request. */
  readonly before: readonly Answer[];
  readonly after: readonly Answer[];
  /** Other recent requests: how many were asked, and how many of them are answered as before (TRY-2); absent where there were none; and the same of those that were replayed together with the failing one and were answered well before. */
  readonly others?: { readonly asked: number; readonly asBefore: number };
  readonly beside?: { readonly asked: number; readonly asBefore: number };
  readonly quiet?: QuietFacts;
  /** What nobody writes on purpose in what the failed requests are answered now (`[object Object]`, a promise as `{}`), where that has nothing (null, an empty text or list), and what it holds of which kind (`rows[].since: string`). */
  readonly odd?: string;
  readonly nulls?: readonly string[];
  readonly shape?: readonly string[];
  /** True where a request that failed is answered 404 in the words in which a path without a route is. */
  readonly unrouted?: boolean;
  /** Of what a model wrote, who else says that it is right: the project `before` its last change, its own `tests`, a `repair` that was live before. */
  readonly witness?: 'before' | 'tests' | 'repair';
  /** Of what a model wrote: what the project answered otherwise while it worked. */
  readonly otherwise?: string;
  /** Set where the trial says nothing: a refused write, a failure that only the trial has (TRY-8, TRY-9). */
  readonly inconclusive: string | null;
  readonly score: number; // higher is better (TRY-7)
  /** The next, different failure behind the one that is gone (TRY-5); null where none showed. */
  readonly next: ErrorReport | null;
}

export interface Ruling {
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly rule: string;
  readonly reason: string;
  readonly policy: string;
}

/** A person's word. `proposal`, `base` and `policy` are the hashes it is bound to (POL-4). */
export interface Answered {
  readonly verdict: 'approve' | 'reject' | 'resolve' | 'retry';
  readonly by: string;
  readonly at: string;
  readonly note: string;
  readonly proposal: string | null;
  readonly base: string | null;
  readonly policy: string | null;
}

/** In a crash loop: the last good release is to be started in place of what is live (SUP-2, PRO-8). */
export interface FallBack {
  /** Tree that fails, and the last one that ran well. */
  readonly from: string;
  readonly to: string;
  /** Why a person must say so; then nothing is done but kept ready. Null = it is done. */
  readonly asks: string | null;
}

/** What became of it. `to` is the tree that is live now; null where that is still the failing one. */
export interface FellBack {
  readonly to: string | null;
  readonly why: string;
}

/** A tree that went live. `id` is its tree hash; `backup` names the safety copy of what was there before. */
export interface Release {
  readonly id: string;
  readonly backup: string | null;
  /** Git branch that carries the same change, where there is git (PRO-5). */
  readonly branch: string | null;
  /** Absent in records of versions that did not prepare it. */
  readonly home?: WayHome;
}

/** How the owner takes a change over (PRO-9). */
export interface WayHome {
  /** Shell commands, in this order; [] where there is no branch. */
  readonly commands: readonly string[];
  /** Absolute path of a patch with the same change; null where branch and live files are enough. */
  readonly patch: string | null;
  /** The live files are lost at the next start: they lie in a container's own layer, or in memory. */
  readonly untilRestart: boolean;
}

/** How a subject is started. `argv[0]` is a program; never a shell string. `entry` = relative to the project; null for `-- <command…>`. */
export interface Launch {
  readonly subject: string;
  /** Absolute real path of the project folder; `link` = its path by a link that is set anew at each deploy. */
  readonly project: string;
  readonly link?: string;
  readonly cwd: string;
  readonly argv: readonly string[];
  readonly entry: string | null;
}

/** One file's new text. `before` null = new file; `after` null = removed. */
export interface Edit {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A candidate repair nobody has tried yet. */
export interface Idea {
  readonly recipe: string;
  readonly kind: Kind;
  readonly title: string;
  readonly edits: readonly Edit[];
  readonly operations: readonly Operation[];
  /** Why a person must be asked whatever the proof; null = need not. */
  readonly ask: string | null;
  /** Likelihood order within the recipe: 0 is the most likely. */
  readonly rank: number;
}

/** Carries an idea out in a copy, replays the failure, and says what it showed. */
export type TryOut = (idea: Idea) => Promise<Evidence>;

/** Read-only view of one tree (the copy a repair starts from, or the last good release). Paths are project-relative, posix. */
export interface SourceTree {
  /** Sources and static config, no node_modules, no secrets. Sorted. */
  readonly files: readonly string[];
  /** Text of a file of the project (also of package.json or a node_modules file); null where there is none or it is binary. */
  read(path: string): string | null;
  /** Also true for folders and for files outside the release set. */
  exists(path: string): boolean;
  /** Names in a folder, folders with a trailing slash; [] where there is none. */
  list(path: string): readonly string[];
}
