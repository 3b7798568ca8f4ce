/** Facts in one line of plain words: for the terminal, `events`, the timeline and the post-mortem. */
import type { Answer, Evidence, Proposal, Signal } from '../incident/nouns.ts';
import type { Fact } from '../incident/fact.ts';

/** What happened, in the words a person reads; already redacted, still to be made printable by the edge. */
export function say(fact: Fact): string {
  switch (fact.type) {
    case 'sensed':
      return [what(fact.signal.kind), 'seen', ...where(fact.signal)].join(' ');
    case 'recurred':
      return `seen again (${fact.count} more)`;
    case 'triaged':
      return `diagnosis: ${fact.diagnosis.class}${place(fact.diagnosis)}: ${fact.diagnosis.message}`;
    case 'recalled':
      return fact.cases.length === 0 ? 'nothing like it is remembered' : `${fact.cases.length} like it remembered`;
    case 'proposed':
      return `candidate (${fact.proposal.recipe ?? fact.rung}, ${fact.proposal.kind}): ${fact.proposal.title}${fell(fact.proposal)}${refusals(fact.proposal.refused)}`;
    case 'declined':
      return `${fact.rung}: no safe repair${why(fact.declined.declined)}${refusals(fact.declined.spent?.refused)}`;
    case 'decided':
      return `${fact.stage === 'try' ? 'may be tried' : 'may go live'}? ${fact.ruling.decision} (${fact.ruling.rule}: ${fact.ruling.reason})`;
    case 'answered':
      return `${fact.answered.verdict} by ${fact.answered.by}${fact.answered.note ? `: ${fact.answered.note}` : ''}`;
    case 'rehearsed':
      return `carried out in a copy, tree ${fact.candidate.tree.slice(0, 12)}`;
    case 'verified':
      return proof(fact.evidence);
    case 'promoted':
      return fact.promoted.ready
        ? `promoted: ${fact.promoted.detail}`
        : `promoted, but not ready: ${fact.promoted.detail}`;
    case 'watched':
      return fact.ok ? `watched: ${fact.why}` : `watch failed: ${fact.why}`;
    case 'rolledBack':
      return `rolled back to ${fact.to.slice(0, 12)}`;
    case 'failed':
      return `${fact.step} failed: ${fact.why}`;
    case 'abandoned':
      return `abandoned: ${fact.why}`;
    case 'retried':
      return `tried again (${fact.by}): ${fact.why}`;
    case 'fallingBack':
      return fact.fallBack.asks === null
        ? `crash loop: going back to the last good release ${fact.fallBack.to.slice(0, 12)}`
        : `crash loop: the last good release ${fact.fallBack.to.slice(0, 12)} waits for a person: ${fact.fallBack.asks}`;
    case 'fellBack':
      return fact.fell.to === null ? `not gone back: ${fact.fell.why}` : `went back: ${fact.fell.why}`;
    case 'learned':
      return `learnt: ${fact.learned.note}`;
    case 'suppressed':
      return `left alone from now on: ${fact.why}`;
    case 'closed':
      return `${fact.outcome}: ${fact.why}`;
  }
}

export function answerText(answer: Answer): string {
  return answer.error ?? String(answer.status);
}

function what(kind: string): string {
  return kind === 'error' ? 'failed answer' : kind;
}

function place(diagnosis: { file: string | null; line: number | null }): string {
  return diagnosis.file === null ? '' : ` at ${diagnosis.file}${diagnosis.line === null ? '' : `:${diagnosis.line}`}`;
}

function fell(proposal: Proposal): string {
  const { tried, fell: lost } = proposal.candidates;
  return tried > 1 ? ` (best of ${tried}, ${lost} fell)` : '';
}

function refusals(refused: readonly string[] = []): string {
  return refused.length === 0 ? '' : ` (${refused.length} of its model's wishes refused)`;
}

const witnesses: Readonly<Record<NonNullable<Evidence['witness']>, string>> = {
  before: 'answered as by the project before its last change',
  tests: "the project's own tests failed before",
  repair: 'the same repair was live before',
};

function proof(evidence: Evidence): string {
  const before = evidence.before.map(answerText).join(', ');
  const after = evidence.after.map(answerText).join(', ');
  const isSaid = evidence.passed && evidence.proof === 'replayed';
  const replay = before === '' ? '' : ` (${isSaid ? '' : 'replayed: '}${before} before, ${after} after)`;
  if (evidence.inconclusive !== null) return `the trial says nothing: ${evidence.inconclusive}`;
  const witness = evidence.witness === undefined ? '' : `, ${witnesses[evidence.witness]}`;
  if (evidence.passed) return `proof: ${evidence.proof}${replay}, confinement ${evidence.confinement}${witness}`;
  const check = evidence.checks.find((item) => !item.ok);
  return `fell in the trial${check ? `: ${check.name}: ${check.detail}` : ''}${replay}`;
}

function where({ request, route }: Signal): string[] {
  return route ? ['on', ...(request ? [request.method] : []), route] : [];
}

/** Some rungs begin with the same words. */
function why(declined: string): string {
  return declined.startsWith('no safe repair') ? declined.slice('no safe repair'.length) : `: ${declined}`;
}
