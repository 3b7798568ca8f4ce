/** What was learnt of a repair, as the memory keeps it and the next heal is given it. */
import type { FailureClass, FileChange, Kind, Proof } from './nouns.ts';

/** What is remembered of a repair that healed, was rejected, or did not hold (MEM-4). */
export interface Case {
  readonly signature: string;
  readonly class: FailureClass;
  readonly outcome: 'healed' | 'failed' | 'rejected';
  readonly proposal: string | null;
  readonly recipe: string | null;
  /** `provider:model` that wrote it; absent where none did. */
  readonly model?: string;
  readonly changes: readonly FileChange[];
  readonly note: string;
  /** Number of the incident it was learnt from. */
  readonly incident: number;
  readonly message: string;
  readonly kind: Kind | null;
  readonly proof: Proof | null;
  readonly tokens: number;
  readonly costUsd: number;
  readonly durationMs: number;
  /** Where it failed; null where no own place was named. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number | null } | null;
  /** What the code around the change looked like, names aside; null where the change lies elsewhere or in several files. */
  readonly shape: string | null;
  /** Names the change by its contents, whatever incident it belongs to. */
  readonly change: string | null;
}
