/** Wiring: the rungs of the ladder, each given the copy to try in and what policy says to trying. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Incident } from '../incident/incident.ts';
import type { Case } from '../incident/case.ts';
import type { QuietFacts } from '../incident/seen.ts';
import type { Action, Declined, Diagnosis, Edit, Evidence, Idea, Proposal, Rung, Signal } from '../incident/nouns.ts';
import { readRecord } from '../kit/files.ts';
import { span } from '../kit/trace.ts';
import { holderText, portHolder } from '../kit/ports.ts';
import { trialHash, type Project } from '../project.ts';
import { lastGood } from '../release/releases.ts';
import { defaultLimits, proposeFrom } from '../repair/propose.ts';
import type { Found, PartialRepair } from '../repair/trying.ts';
import type { RecipeContext } from '../repair/recipe.ts';
import { least } from '../repair/recipes/least.ts';
import { lostSince, settled } from '../repair/recipes/revert.ts';
import { transfer } from '../repair/code/shape.ts';
import { besideEarlierName } from '../repair/evidence/earlier-name.ts';
import { leftAction, toldAction } from '../triage/action.ts';
import { stored, toEdit } from './changes.ts';
import { isOneShot, ruled } from './deciding.ts';
import { draft, proposalOf, type Author } from './drafting.ts';
import type { StepsOptions } from './options.ts';
import { contextOf, shown } from './context.ts';
import { pastOf } from './past.ts';
import { proposeBehind } from './missed.ts';
import { changeKey, rememberFailed } from './remembering.ts';
import type { Baseline } from '../verify/baseline.ts';
import { liesBehind, sameError } from '../verify/failure.ts';
import type { VerifyOptions } from '../verify/verify.ts';
import { built, keyOfIdea, sharpen, type Copied, type Session } from './sessions.ts';
import { diagnose } from './telling.ts';

export interface ProposeInput {
  readonly incident: Incident;
  readonly rung: Extract<Rung, 'known' | 'recipes' | 'revert'>;
  readonly signal: AbortSignal;
}

export async function propose(
  options: StepsOptions,
  session: Session,
  input: ProposeInput,
): Promise<Proposal | Declined> {
  const { project } = options;
  const { incident, rung } = input;
  input.signal.throwIfAborted();
  const refusal = unprovable(project, incident, session);
  if (refusal) return refusal;
  if (rung === 'known') return known(options, session, incident);
  const tryOut = tried(options, session, { incident, author: { rung, model: null } });
  const context = await span('context', () => contextOf(project, session, incident));
  const deps = {
    tryOut,
    limits: defaultLimits,
    signal: input.signal,
    nextContext: (partial: PartialRepair): Promise<RecipeContext | null> => chained(project, session, partial),
  };
  const found = await proposeBehind(project, session, { context, rung, deps });
  if ('declined' in found) {
    const own = rung === 'revert' ? deliberate(project, incident, session, /\bthrow\b/) : null;
    const told = unhelped(project, session.baseline, whoHolds(project, incident, context, found));
    if (told.as === 'declined' && own !== null) return { ...own, tried: told.tried };
    return told.as === 'declined' && told.action === null ? left(project, incident, session, told) : told;
  }
  const rival = await besideEarlierName(context, found, tryOut);
  if (rival !== null) return proposalOf(options, session, { rung, model: null, found: rival });
  const lost = found.idea.kind === 'cause' ? await lostSince(context, found, tryOut) : null;
  const own = { ...found, idea: { ...found.idea, ask: found.idea.ask ?? lost } };
  const isDoubtful = own.idea.kind === 'mitigation' || own.idea.ask !== null;
  const isAsked = rung === 'recipes' && !isDoubtful && (await waits(options, session, { incident, found: own }));
  // A proven revert beats a guess, and a guard that only makes the symptom bearable (TRY-7).
  const better = rung === 'recipes' && (isDoubtful || isAsked) ? await proposeFrom(context, 'revert', deps) : null;
  const best = better && !('declined' in better) ? better : own;
  if (best.idea.kind !== 'rollback') return proposalOf(options, session, { rung, model: null, found: best });
  const part = await least(context, best, deps);
  // Where new files did not start, what ran before may go on serving: then nothing is to come back in a hurry.
  const isDown = !(incident.signal.beforeReady && options.swapper?.serves(incident.subject) === true);
  const ran = isDown && lastGood(project.paths, session.tree.hash) !== null;
  const back = await settled(context, part, { ran, tryOut });
  const isNoBetter = isAsked && (back.idea.ask !== null || (await waits(options, session, { incident, found: back })));
  return proposalOf(options, session, { rung, model: null, found: isNoBetter ? own : back });
}

/** Would policy ask a person about this repair, whoever says when repairs go live? */
async function waits(
  options: StepsOptions,
  session: Session,
  { incident, found }: { readonly incident: Incident; readonly found: Found },
): Promise<boolean> {
  const { evidence } = found;
  const idea = await built(session, found.idea);
  const proposal = draft(options.project, session, { ...{ rung: 'recipes', model: null }, idea });
  const ruling = ruled(options, { incident, proposal, evidence, stage: 'live', edits: idea.edits });
  return ruling.decision !== 'allow' && ruling.rule !== 'propose';
}

function asked(why: string, tried = 0): Declined {
  return { declined: why, tried, action: { why, command: null }, as: 'asked' };
}

/** Where no repair helps, what else was seen is a person's to judge: somebody who answered badly, an answer without an error. */
function unhelped(project: Project, { outage, failure }: Baseline, found: Declined): Declined {
  if (found.as === 'setup') return { ...found, trial: trialHash(project.settings) };
  if (found.as !== 'declined') return found;
  const status = failure?.error === null && failure.kind === 'error' ? (failure.answer?.status ?? 0) : 0;
  if (outage !== null)
    return asked(`${outage.target} ${outage.what}, and no repair helps: see what it was asked`, found.tried);
  if (status === 501 || status === 503)
    return asked(`it answers ${status} of its own accord, without an error: see whether that is meant`, found.tried);
  return found;
}

/** A taken port: who holds it, as of now. */
function whoHolds(
  { paths, redactor }: Project,
  { subject }: Incident,
  context: RecipeContext,
  found: Declined,
): Declined {
  const { class: name, named } = context.diagnosis;
  const port = name === 'port_conflict' ? named.port : undefined;
  const holder = port === undefined ? null : portHolder(port);
  if (port === undefined || holder === null || found.action === null) return found;
  const why = redactor.redact(holderText(port, holder, paths.run(subject).socket));
  return { ...found, declined: why, action: { ...found.action, why } };
}

/** POL-1: under `observe` failures are told apart and reported, and that is all. */
export function observed(incident: Incident): Declined {
  const why = 'autonomy is `observe`: failures are reported, nothing is proposed';
  return {
    declined: why,
    tried: 0,
    action: { why, command: `kintsugi resolve ${incident.id} --note "…"` },
    as: 'observed',
  };
}

/** The line that failed throws a 501 or 503 on purpose: that the server is closed, say, is not a fault of its code. Once nothing else helped, any `throw` that is answered so counts. */
function deliberate(project: Project, incident: Incident, session: Session, throws?: RegExp): Declined | null {
  const status = session.baseline.failure?.answer?.status ?? 0;
  if (status !== 501 && status !== 503) return null;
  const { file, line } = sharpen(project, incident.signal, session.baseline);
  const text = file === null || line === null ? '' : session.trials.tree().read(file)?.split('\n')[line - 1];
  return (throws ?? new RegExp(`\\bthrow\\b.*\\b${status}\\b`)).test(text ?? '')
    ? asked(`${file}:${line} answers ${status} of its own accord: see whether that is meant`)
    : null;
}

/** Where no rung helps: what is known of such a failure is for a person; else, where nothing was tried, what the failure looks like from here. */
function left(project: Project, { signal }: Incident, session: Session, found: Declined): Declined {
  const diagnosis = sharpen(project, signal, session.baseline);
  const known = leftAction(diagnosis);
  if (known !== null) return { ...found, action: known };
  return found.tried > 0 ? found : { ...found, declined: ownWords(session, diagnosis) ?? found.declined };
}

/** The code that failed says it itself, or says nothing. */
function ownWords({ baseline, trials }: Session, { file, line, frames }: Diagnosis): string | null {
  const { kind, error, answer } = baseline.failure ?? {};
  const status = kind === 'error' && error === null ? (answer?.status ?? 0) : 0;
  if (status >= 500) return `it answers ${status} without an error that could be seen: see whether that is meant`;
  const isOwn = file !== null && line !== null && frames[0]?.own === true;
  const text = isOwn ? trials.tree().read(file)?.split('\n')[line - 1] : undefined;
  return /\b(?:throw|reject\()\s*new\b/.test(text ?? '')
    ? `${file}:${line} throws this of its own accord: see whether what it says is so`
    : null;
}

/** Why no change could be proven here, whoever makes it; null where one could. */
export function unprovable(project: Project, incident: Incident, session: Session): Declined | null {
  const { setup, outage } = session.baseline;
  if (setup === null && outage?.sure === true)
    return asked(`${outage.target} ${outage.what}: no change of the code helps`);
  if (setup === null) return deliberate(project, incident, session) ?? unseen(project, incident, session);
  const known = leftAction(diagnose(project, incident.signal));
  const action = { why: known === null ? setup : `${known.why}; ${setup}`, command: known?.command ?? null };
  return { declined: setup, tried: 0, action, as: 'setup', trial: trialHash(project.settings) };
}

/** A failure that the unchanged copy does not show is reported, not repaired (TRY-3), unless no copy can show it, or other files failed so. */
function unseen(
  project: Project,
  { subject, signal, lastRelease, fallBacks }: Incident,
  session: Session,
): Declined | null {
  const { reproduced, requests } = session.baseline;
  if (reproduced === 'always') return null;
  const { class: external, named, message, file } = diagnose(project, signal);
  // Told, not seen: what it lacked there is not to be had here (CLI-6).
  const told = toldAction({ class: external, named, message });
  if (told !== null && signal.kind === 'described') return asked(told.why);
  if (external === 'port_conflict' || external === 'permission' || external === 'missing_file') return null;
  const wasAsked = signal.beforeReady || requests.some((request) => !request.truncated);
  const failed = [signal.release, lastRelease, ...fallBacks.map(({ to }) => to)];
  const isNew = !failed.includes(session.tree.hash);
  if (reproduced === 'never' && wasAsked && lastRelease !== null && isNew)
    return { declined: 'it does not show any more since the files changed', tried: 0, action: null, as: 'gone' };
  const never = wasAsked ? 'the failure does not show in an unchanged copy' : 'what was asked then is not known';
  const declined = `${reproduced === 'sometimes' ? 'the failure shows only sometimes' : never}, so no change could be proven`;
  const action = told ?? (reproduced === 'never' ? notLoaded(project, subject, file) : null);
  const flaky = { declined, tried: 0, action, as: 'flaky' } as const;
  return requests.every((request) => request.truncated) ? { ...flaky, unasked: true } : flaky;
}

/** What fails was mended by hand, and the server that runs was started before that. */
function notLoaded({ paths }: Project, subject: string, file: string | null): Action | null {
  const { state, since } = readRecord<{ state?: string; since?: string }>(paths.run(subject).runJson) ?? {};
  const changed = file === null ? undefined : statSync(path.join(paths.project, file), { throwIfNoEntry: false });
  if (state !== 'ready' || changed === undefined || !(changed.ctimeMs > Date.parse(since ?? ''))) return null;
  const why = `${file} was changed after the server had started, and does not fail as it is now`;
  return { why, command: 'kintsugi reload' };
}

/** The failure behind the one that `idea` removed, read in the repaired copy; null where it is the one that it was to remove. */
async function chained(
  project: Project,
  session: Session,
  { context, evidence, idea }: PartialRepair,
): Promise<RecipeContext | null> {
  const { edits: on } = await built(session, idea);
  const { baseline: first, trials } = session;
  const beside = evidence.passed ? (evidence.quiet?.failing ?? null) : null;
  const next = beside?.error ?? evidence.next;
  const asked: Signal = { ...context.signal, error: next, stderr: '', ...(beside === null ? {} : answered(beside)) };
  const behind = await trials.baseline(asked, beside === null ? first.requests : [beside.request], { times: 1, on });
  const { failure } = behind;
  const isBehind = failure !== null && first.failure !== null && liesBehind(first.failure, failure, on);
  // The look under the debugger says more than what was told and printed.
  const error = isBehind || beside !== null ? (failure?.error ?? next) : next;
  const before = beside === null ? (context.signal.error ?? context.facts?.error ?? null) : null;
  if (error === null || (before !== null && sameError(before, error))) return null;
  const signal: Signal = { ...asked, error, stderr: failure?.stderr ?? '' };
  return {
    ...context,
    signal,
    ...(await shown(project, session, { signal, baseline: behind })),
    tree: trials.tree(idea.edits),
  };
}

/** The signal of a route that fails in an answer, whatever the failure was that is gone. */
function answered({ request }: NonNullable<QuietFacts['failing']>): Partial<Signal> {
  return { kind: 'error', exit: null, beforeReady: false, request, requestRef: null, route: request.url, status: 500 };
}

/** Policy is asked before anything is tried; nothing is tried twice, and nothing that failed before is repeated. */
export function tried(
  options: StepsOptions,
  session: Session,
  { incident, author, wasLive = false }: { incident: Incident; author: Author; wasLive?: boolean },
): (idea: Idea) => Promise<Evidence> {
  return async (given) => {
    const key = keyOfIdea(given);
    const known = session.shown.get(key);
    if (known) return known;
    const refusal = refusalOf(options, session, { incident, author, idea: given });
    const idea = refusal === null ? await built(session, given) : given;
    const evidence =
      refusal !== null
        ? refused(refusal)
        : await span(`try ${idea.recipe}`, async () =>
            session.trials.tryOut(session.baseline, idea, {
              ...freshOf(incident),
              mustConfine: author.model !== null,
              ...(await witnessed(options, session, { author, wasLive })),
            }),
          );
    session.shown.set(key, evidence);
    return evidence;
  };
}

/** Why this is not even tried; null where it may be. */
export function refusalOf(
  options: StepsOptions,
  copied: Copied,
  { incident, author, idea }: { incident: Incident; author: Author; idea: Idea },
): string | null {
  const proposal = draft(options.project, copied, { ...author, idea });
  const failed = failedBefore(incident, changeKey(proposal));
  if (failed !== null) return failed;
  const ruling = ruled(options, { incident, proposal, edits: idea.edits, evidence: null, stage: 'try' });
  return ruling.decision === 'allow' ? null : `${ruling.rule}: ${ruling.reason}`;
}

/** Of what a model wrote: who is to say that its answer is right. */
async function witnessed(
  { project }: StepsOptions,
  session: Session,
  { author, wasLive }: { author: Author; wasLive: boolean },
): Promise<Pick<VerifyOptions, 'past' | 'witness'>> {
  if (author.model === null) return {};
  return wasLive ? { witness: 'repair' } : { past: await pastOf(project, session) };
}

/** Under `run` the process to be promoted is the second pass; a one-shot heal makes both in the copy (TRY-3). */
function freshOf(incident: Incident): { fresh: 1 | 2 } {
  return { fresh: isOneShot(incident) ? 2 : 1 };
}

/** MEM-4: why this very change is not made for this failure again; null where nothing speaks against it. */
function failedBefore({ cases = [], diagnosis }: Incident, change: string): string | null {
  const past = cases.find(
    (each) => each.outcome !== 'healed' && each.change === change && each.signature === diagnosis?.signature,
  );
  return past
    ? `not repeated: it ${past.outcome === 'rejected' ? 'was rejected' : 'failed'} in incident ${past.incident}`
    : null;
}

function refused(detail: string): Evidence {
  return {
    proof: 'none',
    passed: false,
    checks: [{ name: 'parse', ok: false, detail, ms: 0 }],
    confinement: 'none: not tried',
    bootMs: null,
    before: [],
    after: [],
    inconclusive: null,
    score: 0,
    next: null,
  };
}

/** REP-0: what healed this signature before, or code of the same shape elsewhere. One that falls is not tried for it again. */
async function known(options: StepsOptions, session: Session, incident: Incident): Promise<Proposal | Declined> {
  let times = 0;
  for (const past of incident.cases ?? []) {
    const idea = past.outcome === 'healed' ? again(options.project, session, { past, incident }) : null;
    if (idea === null) continue;
    const author = { rung: 'known', model: past.model ?? null } as const;
    const wasLive = idea.title === past.note;
    const evidence = await tried(options, session, { incident, author, wasLive })(idea);
    times += 1;
    if (evidence.passed)
      return proposalOf(options, session, { ...author, found: { idea, evidence, tried: times, fell: times - 1 } });
    if (evidence.inconclusive !== null) continue;
    const proposal = draft(options.project, session, { ...author, idea, candidates: { tried: 1, fell: 1 } });
    const attempt = { rung: 'known' as const, startedMs: options.now(), proposal, evidence };
    rememberFailed(options.project, options.memory, { incident, attempt, atMs: options.now() });
  }
  return nothing(
    times === 0 ? 'nothing that healed it before fits the files as they are' : 'what healed it before does not help',
  );
}

/** The same change where the files are as they were then; else the change carried over to where it fails now. */
function again(
  project: Project,
  session: Session,
  { past, incident }: { past: Case; incident: Incident },
): Idea | null {
  const { changes } = past;
  if (changes.length === 0 || !changes.every((change) => stored(project, change))) return null;
  const fits = changes.every((change) => (session.tree.files[change.path]?.sha ?? null) === change.before);
  const isSame = fits && past.signature === incident.diagnosis?.signature;
  const edits = isSame
    ? changes.map((change) => toEdit(project, change))
    : elsewhere(project, session, { past, incident });
  if (edits === null) return null;
  return {
    recipe: past.recipe ?? 'known',
    kind: past.kind ?? 'cause',
    title: isSame ? past.note : `As proven in incident ${past.incident}: ${past.note}`,
    edits,
    operations: [],
    ask: null,
    rank: 0,
  };
}

function elsewhere(
  project: Project,
  session: Session,
  { past, incident }: { past: Case; incident: Incident },
): Edit[] | null {
  const { diagnosis } = incident;
  const [change] = past.changes;
  if (!past.shape || !past.place || !change || !diagnosis || diagnosis.file === null || diagnosis.line === null)
    return null;
  const text = session.trials.tree().read(diagnosis.file);
  if (text === null) return null;
  const place = { file: diagnosis.file, line: diagnosis.line, column: diagnosis.column };
  const edit = transfer({ edit: toEdit(project, change), from: past.place }, { place, text });
  return edit === null || edit.after === edit.before ? null : [edit];
}

function nothing(why: string): Declined {
  return { declined: why, tried: 0, action: null, as: 'declined' };
}
