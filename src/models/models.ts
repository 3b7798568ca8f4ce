/** What the house sees of models: one call to a role, answered or not. How it is spoken on the wire is the affair of this room alone. */

export const roles = ['coding', 'reasoning', 'chat', 'tool', 'audit', 'embedding'] as const;
export type Role = (typeof roles)[number];

/** A tool as a model is told of it. `schema` is the JSON Schema of its input. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A model's wish to use a tool. `input` is whatever it wrote: not checked yet. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export type Message =
  | { readonly from: 'user'; readonly text: string }
  | { readonly from: 'model'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly from: 'tools'; readonly results: readonly ToolResult[] };

/** Whose account a call goes to (MOD-4). */
export interface Purpose {
  readonly incident: number | null;
  /** `fast`, `agent`, `team`, `ask`, `audit` …: a word for the table of `kintsugi usage`. */
  readonly rung: string;
  /** The tool whose work it is, where it is one. */
  readonly tool: string | null;
}

export interface Call {
  readonly role: Role;
  /** The stable prefix: marked for the provider's cache. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSchema[];
  /** At most so many tokens of answer. */
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
  /** When the heal ends (milliseconds since 1970): what would be waited for beyond it is not waited for at all. */
  readonly untilMs?: number;
}

/** Tokens; `input` counts all of the prompt, `cacheRead` and `cacheWrite` are parts of it. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly costUsd: number;
}

export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** `length`: cut at `maxTokens`; `refused`: the provider's filter or the model itself said no. */
  readonly finish: 'stop' | 'calls' | 'length' | 'refused';
  readonly usage: Usage;
  /** `provider:model` that answered. */
  readonly model: string;
  readonly ms: number;
}

/** Texts for a model of the role `embedding`. */
export interface Texts {
  /** At most 2,048, each within what the model takes. */
  readonly texts: readonly string[];
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
}

export interface Embedded {
  /** One for each text, all of the same length as numbers, and of length 1 as vectors. */
  readonly vectors: readonly Float32Array[];
  readonly usage: Usage;
  /** `provider:model` that answered: vectors of two models do not compare. */
  readonly model: string;
}

/** No model of the role's chain answered (MOD-3). */
export interface NoReply {
  /** `auth`, `billing`: a person must act; `budget`: the owner's ceiling (POL-7); `cancelled`: the call's signal. */
  readonly failed: 'auth' | 'billing' | 'unreachable' | 'budget' | 'cancelled' | 'none';
  /** One redacted line for a person, with what to do next. */
  readonly why: string;
  /** What the failed tries cost all the same. */
  readonly usage: Usage;
}

/** The one way to a model. Redaction is the caller's until the text is here, and asserted again before the wire. */
export interface Models {
  /** `provider:model` of each that would be asked, in that order; [] where the role has none (MOD-1). */
  namesOf(role: Role): readonly string[];
  call(call: Call): Promise<Reply | NoReply>;
  /** Asks the chain of the role `embedding`. */
  embed(texts: Texts): Promise<Embedded | NoReply>;
}
