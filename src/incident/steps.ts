/** The pipeline on one screen: what each step is given and what it puts on the form. */
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
import type { Incident } from './incident.ts';

/** In the order an incident meets them. */
export interface Steps {
  triage: { input: { incident: Incident; signal: Signal }; output: Diagnosis };
  recall: { input: { diagnosis: Diagnosis }; output: readonly Case[] };
  propose: { input: { incident: Incident; rung: Rung }; output: Proposal | Declined };
  decide: {
    input: { incident: Incident; proposal: Proposal; evidence: Evidence | null; stage: 'try' | 'live' };
    output: Ruling;
  };
  rehearse: { input: { proposal: Proposal }; output: Candidate };
  verify: { input: { incident: Incident; proposal: Proposal; candidate: Candidate }; output: Evidence };
  promote: { input: { incident: Incident; proposal: Proposal; candidate: Candidate }; output: Promoted };
  rollback: { input: { incident: Incident; release: Release; base: string }; output: { to: string } };
  fallBack: { input: { incident: Incident; fallBack: FallBack }; output: FellBack };
  learn: { input: { incident: Incident }; output: Case };
}

export type StepName = keyof Steps;
export type StepFunctions = {
  readonly [Name in StepName]: (input: Steps[Name]['input'], signal: AbortSignal) => Promise<Steps[Name]['output']>;
};

/** The tree is live. `ready` is false where the new process did not answer; it is then rolled back. */
export interface Promoted {
  readonly release: Release;
  readonly ready: boolean;
  readonly detail: string;
}

/** Everything that can be written on a form. The journal holds these and nothing else. */
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
