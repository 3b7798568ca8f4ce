/** What was seen of a failure, as data: the error, the request, what a debugger saw, and what a repaired copy answered. */

/** An error object as the hook reported it, or as read off the text of a stack. Strings are bounded by whoever made it. */
export interface ErrorReport {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
  /** The HTTP status that it carries, as client libraries do of the answer that they were given. */
  readonly status?: number;
  /** The raw stack text, at most 16 KiB. */
  readonly stack: string;
  readonly cause: ErrorReport | null;
}

/** What the subject was asked when it failed; the whole of it is kept only for the replay (SEN-3). */
export interface CapturedRequest {
  readonly method: string;
  /** Path and query as received, e.g. `/users/7?full=1`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly bodyEncoding: 'utf8' | 'base64';
  /** True where the body was longer than 256 KiB or was never read: such a replay is no proof (TRY-3). */
  readonly truncated: boolean;
  readonly port?: number; // of the server that it came to, where that is known
  readonly before?: readonly Pick<CapturedRequest, 'body' | 'bodyEncoding'>[]; // said before it on its connection, oldest first, with gaps
}

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
