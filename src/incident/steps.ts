/** The pipeline on one screen: what each step is given and what it puts on the form. */
import type { Case } from './case.ts';
import type {
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
import type { Promoted, StepName } from './fact.ts';
import type { Incident } from './incident.ts';

/** In the order an incident meets them. */
export interface Steps extends Record<StepName, { input: object; output: unknown }> {
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

export type StepFunctions = {
  readonly [Name in StepName]: (input: Steps[Name]['input'], signal: AbortSignal) => Promise<Steps[Name]['output']>;
};
