/** Wiring: what policy is asked, and what a person's word before the trial is worth after it. */
import { currentAttempt, type Incident } from '../incident/incident.ts';
import type { Edit, Evidence, Proposal, Ruling } from '../incident/nouns.ts';
import { decide, noHistory, type Tally } from '../policy/decide.ts';
import { policySettings } from '../project.ts';
import { toEdit } from './changes.ts';
import type { StepsOptions } from './pipeline.ts';

export interface Question {
  readonly incident: Incident;
  readonly proposal: Proposal;
  readonly evidence: Evidence | null;
  readonly stage: 'try' | 'live';
}

/** What a person allowed to be tried, and what was then proven, may go live. */
export function rule(options: StepsOptions, question: Question): Ruling {
  const answered = currentAttempt(question.incident)?.tryAnswer;
  const edits = question.proposal.changes.map((change) => toEdit(options.project, change));
  const ruling = ruled(options, { ...question, edits });
  if (question.stage !== 'live' || answered?.verdict !== 'approve' || ruling.decision !== 'ask') return ruling;
  return {
    ...ruling,
    decision: 'allow',
    rule: 'approved',
    reason: `${answered.by} approved it before the trial, and the trial passed.`,
  };
}

export function ruled(options: StepsOptions, question: Question & { edits: readonly Edit[] }): Ruling {
  const { incident, ...rest } = question;
  const settings = policySettings(options.project);
  const described = isOneShot(incident) && !(options.request?.apply ?? incident.signal.apply);
  const limited =
    described && settings.autonomy !== 'observe' ? { ...settings, autonomy: 'propose' as const } : settings;
  const history: Tally = { ...noHistory, ...options.tally(incident) };
  const diagnosis = incident.diagnosis;
  if (!diagnosis) throw new Error('a proposal is judged only after its diagnosis');
  return decide({ ...rest, diagnosis, history, settings: limited });
}

/** Came by `kintsugi heal`, which says whether what is proven shall go live. */
export function isOneShot(incident: Incident): boolean {
  return incident.signal.apply !== undefined;
}
