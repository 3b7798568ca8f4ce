/** Everything that can be written on a form. The journal holds these and nothing else. */
import type { Case } from './case.ts';
import type {
  Answered,
  Candidate,
  Declined,
  Diagnosis,
  Evidence,
  FallBack,
  FellBack,
  Proposal,
  Release,
  Ruling,
  Rung,
  Signal,
} from './nouns.ts';

/** In the order an incident meets them. */
export type StepName =
  | 'triage'
  | 'recall'
  | 'propose'
  | 'decide'
  | 'rehearse'
  | 'verify'
  | 'promote'
  | 'rollback'
  | 'fallBack'
  | 'learn';

/** The tree is live. `ready` is false where the new process did not answer; it is then rolled back. */
export interface Promoted {
  readonly release: Release;
  readonly ready: boolean;
  readonly detail: string;
}

export type Fact =
  | { readonly type: 'sensed'; readonly ref: string; readonly signal: Signal }
  | {
      readonly type: 'recurred';
      readonly signalId: string;
      readonly count: number;
      readonly requestRef: string | null;
      readonly release: string | null;
      readonly client?: string;
    }
  | { readonly type: 'triaged'; readonly diagnosis: Diagnosis }
  | { readonly type: 'recalled'; readonly cases: readonly Case[] }
  | { readonly type: 'proposed'; readonly rung: Rung; readonly proposal: Proposal }
  | { readonly type: 'declined'; readonly rung: Rung; readonly declined: Declined }
  | { readonly type: 'decided'; readonly stage: 'try' | 'live'; readonly ruling: Ruling }
  | { readonly type: 'answered'; readonly answered: Answered }
  | { readonly type: 'rehearsed'; readonly candidate: Candidate }
  | { readonly type: 'verified'; readonly evidence: Evidence }
  | { readonly type: 'promoted'; readonly promoted: Promoted }
  | { readonly type: 'watched'; readonly ok: boolean; readonly why: string }
  | { readonly type: 'rolledBack'; readonly to: string }
  | { readonly type: 'failed'; readonly step: StepName; readonly why: string }
  | { readonly type: 'abandoned'; readonly why: string }
  /** `release`: the tree on which it is looked at anew, where that is the reason. */
  | { readonly type: 'retried'; readonly why: string; readonly by: string; readonly release?: string }
  | { readonly type: 'fallingBack'; readonly fallBack: FallBack }
  | { readonly type: 'fellBack'; readonly fell: FellBack }
  | { readonly type: 'learned'; readonly learned: Case }
  | { readonly type: 'suppressed'; readonly why: string }
  | { readonly type: 'closed'; readonly outcome: Outcome; readonly why: string };

export type Outcome = 'resolved' | 'rejected';
