/** What a debugger saw of a failure, and what a repaired copy answered, as data. */
import type { CapturedRequest, ErrorReport } from './nouns.ts';

/** What one value was when the exception was thrown. Previews are redacted and at most 100 characters. */
export interface ValueFacts {
  readonly type: 'undefined' | 'null' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol' | 'function' | 'object';
  readonly className: string | null;
  /** Own enumerable keys (of a class its static members), then method names of its class (not Object.prototype), at most 60. */
  readonly keys: readonly string[];
  /** A promise or another thenable: the sign of a missing `await`. */
  readonly thenable: boolean;
  readonly preview: string;
}

export interface FrameFacts {
  /** Project-relative. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly fn: string | null;
  readonly locals: Readonly<Record<string, ValueFacts>>;
  /** Dotted chains that stand on the failing line (`user.profile.name`, `req.params`), evaluated without side effects. */
  readonly expressions: Readonly<Record<string, ValueFacts>>;
}

/** What the debugger saw when the failure was replayed in the copy: the error and up to 4 own frames, innermost first. */
export interface RuntimeFacts {
  readonly error: ErrorReport;
  readonly frames: readonly FrameFacts[];
}

/** What a repaired copy answered on routes that only look, where no client was seen to be answered (decision 48). */
export interface QuietFacts {
  readonly asked: number;
  /** Of those, below 400. */
  readonly well: number;
  /** The first that still fails of the project's own code. */
  readonly failing: { readonly request: CapturedRequest; readonly error: ErrorReport } | null;
}
