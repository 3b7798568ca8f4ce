/** The hook's side of the wire shapes: equal to those in incident/nouns.ts (a test checks it), repeated because the hook imports nothing. */

export interface ErrorReport {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
  readonly status?: number;
  readonly stack: string;
  readonly cause: ErrorReport | null;
}

export interface CapturedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly bodyEncoding: 'utf8' | 'base64';
  readonly truncated: boolean;
  readonly port?: number;
  readonly before?: readonly Pick<CapturedRequest, 'body' | 'bodyEncoding'>[];
}

export interface ValueFacts {
  readonly type: 'undefined' | 'null' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol' | 'function' | 'object';
  readonly className: string | null;
  readonly keys: readonly string[];
  readonly thenable: boolean;
  readonly preview: string;
}

export interface FrameFacts {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly fn: string | null;
  readonly locals: Readonly<Record<string, ValueFacts>>;
  readonly expressions: Readonly<Record<string, ValueFacts>>;
}

export interface RuntimeFacts {
  readonly error: ErrorReport;
  readonly frames: readonly FrameFacts[];
}

/** One line on the wire. */
export interface Message {
  readonly t: string;
  readonly [field: string]: unknown;
}

/** What the hook was told by its environment. */
export interface Setting {
  readonly boot: string;
  /** Unix socket of the keeper; null where there is none. */
  readonly keeper: string | null;
  /** File for last words; null where there is none. */
  readonly last: string | null;
  /** Sockets inherited by number, and the keys the keeper holds without our having inherited them. */
  readonly inherited: ReadonlyMap<string, number>;
  readonly askable: ReadonlySet<string>;
  readonly trial: TrialSetting | null;
  /** It takes no client until it is told to: another process serves, and goes on where this one does not answer. */
  readonly later: boolean;
  /** It tells when its main script has been evaluated: the process before it listened nowhere. */
  readonly tellsUp: boolean;
  /** A standby process stands still at its first listen until it is told to go on; null = it does not wait. */
  readonly wait: (() => void) | null;
}

export interface TrialSetting {
  readonly sock: string;
  /** `host:port` → unix path of a relay. */
  readonly relays: Readonly<Record<string, string>>;
  readonly rewritePorts: boolean;
  readonly arm: 'all' | 'uncaught' | 'none';
  /** Project folder; the working directory where it is not given. */
  readonly root: string | null;
}
