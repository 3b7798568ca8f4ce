/** Wiring: the steps of the pipeline, each a room's one verb joined to what it needs. */
import { createTwoFilesPatch } from 'diff';
import type { Entry, Incident } from './incident/incident.ts';
import { currentAttempt } from './incident/incident.ts';
import type {
  Candidate,
  Case,
  Declined,
  Edit,
  Evidence,
  FileChange,
  Idea,
  Proposal,
  Release,
  Ruling,
  Rung,
  Signal,
} from './incident/nouns.ts';
import type { Promoted, StepFunctions } from './incident/steps.ts';
import { iso } from './kit/clock.ts';
import { Fault } from './kit/errors.ts';
import { hashOf, sha256 } from './kit/hash.ts';
import { printable } from './kit/text.ts';
import { decide, noHistory, type Tally } from './policy/decide.ts';
import { envKeys, packageManager, policySettings, releaseRules, type Project } from './project.ts';
import { getBlob, hasBlob, putBlob } from './release/blobs.ts';
import { showFile } from './release/git.ts';
import { promote } from './release/promote.ts';
import { lastGood } from './release/releases.ts';
import { rollbackTo } from './release/rollback.ts';
import { isReleaseName, lockFiles } from './release/set.ts';
import { readTree, storeTree, type Tree, type TreeFile } from './release/tree.ts';
import { treeView } from './release/views.ts';
import { defaultLimits, proposeFrom, type Found } from './repair/propose.ts';
import type { RecipeContext } from './repair/recipe.ts';
import { carryOut } from './operations.ts';
import { keyOfIdea, openSession, requestFor, sharpen, type Session, type SessionRequest } from './sessions.ts';
import type { Swapper } from './swap.ts';
import { triage } from './triage/triage.ts';

export interface StepsOptions {
  readonly project: Project;
  readonly now: () => number;
  /** Brings a promoted tree into the running process; null where nothing runs (one-shot `heal`). */
  readonly swapper: Swapper | null;
  /** Everything that was ever learnt of this signature. */
  recall(signature: string): readonly Case[];
  /** The story so far, for policy. */
  tally(incident: Incident): Partial<Tally>;
  /** How the failure is shown again; default: from the keeper's record. */
  readonly request?: SessionRequest;
  /** The process of an earlier keeper that still holds the port, if that is what it is (REP-1). */
  staleInstance?(incident: Incident): { pid: number; startTime: string } | null;
}

/** The steps, and what ends the copies they opened. */
export interface Pipeline {
  readonly steps: StepFunctions;
  session(incident: Incident): Promise<Session>;
  /** Puts a session in that was opened before the incident had a number. */
  adopt(incident: number, session: Session): void;
  close(): Promise<void>;
}

export function createPipeline(options: StepsOptions): Pipeline {
  const { project } = options;
  const sessions = new Map<number, Promise<Session>>();
  const sessionOf = (incident: Incident): Promise<Session> => {
    const known = sessions.get(incident.id);
    if (known) return known;
    const opening = openSession(project, options.request ?? requestFor(project, incident));
    sessions.set(incident.id, opening);
    opening.catch(() => sessions.delete(incident.id)); // the step that waits for it says why
    return opening;
  };
  const redact = (text: string): string => project.redactor.redact(text);
  const steps: StepFunctions = {
    triage: async ({ incident, signal }) => {
      const plain = triage(signal, { project: project.paths.project, subject: signal.subject });
      if (plain.class !== 'unknown' || signal.requestRef === null) return plain;
      return sharpen(project, signal, (await sessionOf(incident)).baseline, signal.subject);
    },
    recall: async ({ diagnosis }) => options.recall(diagnosis.signature),
    propose: async ({ incident, rung }, signal) =>
      propose(options, await sessionOf(incident), { incident, rung, signal }),
    decide: async (input) => rule(options, input),
    rehearse: async ({ proposal }) => rehearse(project, proposal),
    verify: async ({ incident, proposal }) => verify(project, await sessionOf(incident), proposal),
    promote: async (input) => goLive(options, input),
    rollback: async ({ incident, release, base }) => goBack(options, incident, { release, base }),
    learn: async ({ incident }) => lesson(incident, redact),
  };
  return {
    steps,
    session: sessionOf,
    adopt: (incident, session) => sessions.set(incident, Promise.resolve(session)),
    close: async () => {
      const open = [...sessions.values()];
      sessions.clear();
      for (const session of await Promise.allSettled(open))
        if (session.status === 'fulfilled') await session.value.close();
    },
  };
}

// --- propose

interface ProposeInput {
  readonly incident: Incident;
  readonly rung: Rung;
  readonly signal: AbortSignal;
}

async function propose(options: StepsOptions, session: Session, input: ProposeInput): Promise<Proposal | Declined> {
  const { incident, rung } = input;
  const { baseline } = session;
  if (baseline.setup !== null)
    return { declined: baseline.setup, tried: 0, action: { why: baseline.setup, command: null }, as: 'setup' };
  const refusal = unseen(incident.signal, session);
  if (refusal) return refusal;
  if (rung !== 'known' && rung !== 'recipes' && rung !== 'revert')
    return nothing(`no model is configured for the ${rung} rung`);
  const context = await contextOf(options, session, incident);
  const tryOut = tried(options, session, incident);
  if (rung === 'known') return known(options, session, { incident, tryOut });
  const deps = {
    tryOut,
    limits: defaultLimits,
    signal: input.signal,
    nextContext: async (evidence: Evidence, idea: Idea): Promise<RecipeContext | null> =>
      chained(context, session, { evidence, idea }),
  };
  const found = await proposeFrom(context, rung, deps);
  if ('declined' in found) return found;
  const better =
    rung === 'recipes' && found.idea.kind === 'mitigation' ? await proposeFrom(context, 'revert', deps) : null;
  // A proven revert beats a guard that only makes the symptom bearable (TRY-7).
  return proposalOf(options, session, { rung, found: better && !('declined' in better) ? better : found, incident });
}

/** A failure that the unchanged copy does not show is reported, not repaired (TRY-3), unless no copy can show it. */
function unseen(signal: Signal, session: Session): Declined | null {
  if (session.baseline.reproduced === 'always') return null;
  const external = triage(signal, { project: session.launch.project, subject: signal.subject }).class;
  if (external === 'port_conflict' || external === 'permission' || external === 'missing_file') return null;
  const why =
    session.baseline.reproduced === 'sometimes'
      ? 'the failure shows only sometimes'
      : 'the failure does not show in an unchanged copy';
  return { declined: `${why}, so no change could be proven`, tried: 0, action: null, as: 'flaky' };
}

async function contextOf(options: StepsOptions, session: Session, incident: Incident): Promise<RecipeContext> {
  const { project } = options;
  const tree = session.trials.tree();
  const repository = { project: project.paths.project, env: project.env };
  const good = lastGood(project.paths, session.tree.hash);
  return {
    diagnosis: sharpen(project, incident.signal, session.baseline, incident.subject),
    signal: incident.signal,
    tree,
    lastGood: good ? treeView(project.paths, good) : null,
    facts: session.baseline.facts,
    envKeys: envKeys(project),
    node: process.versions.node,
    manager: packageManager(tree),
    git: { show: (file) => showFile(repository, 'HEAD', file) },
    staleInstance: options.staleInstance?.(incident) ?? null,
  };
}

/** The failure behind the one that `idea` removed, read in the repaired copy. */
async function chained(
  context: RecipeContext,
  session: Session,
  { evidence, idea }: { evidence: Evidence; idea: Idea },
): Promise<RecipeContext | null> {
  if (!evidence.next) return null;
  const signal: Signal = { ...context.signal, error: evidence.next, stderr: '' };
  const diagnosis = triage(signal, { project: session.launch.project, subject: signal.subject });
  const behind = await session.trials.baseline(signal, session.requests, { times: 1, on: idea.edits });
  return { ...context, signal, diagnosis, tree: session.trials.tree(idea.edits), facts: behind.facts };
}

/** Policy is asked before anything is tried; nothing is tried twice. */
function tried(options: StepsOptions, session: Session, incident: Incident): (idea: Idea) => Promise<Evidence> {
  return async (idea) => {
    const key = keyOfIdea(idea);
    const known = session.shown.get(key);
    if (known) return known;
    const proposal = draft(options.project, session, { rung: 'recipes', idea, candidates: { tried: 0, fell: 0 } });
    const ruling = ruled(options, { incident, proposal, edits: idea.edits, evidence: null, stage: 'try' });
    const evidence =
      ruling.decision === 'allow'
        ? await session.trials.tryOut(session.baseline, idea, freshOf(incident))
        : refused(ruling);
    session.shown.set(key, evidence);
    return evidence;
  };
}

/** Under `run` the process to be promoted is the second pass; a one-shot heal makes both in the copy (TRY-3). */
function freshOf(incident: Incident): { fresh: 1 | 2 } {
  return { fresh: isOneShot(incident) ? 2 : 1 };
}

/** Came by `kintsugi heal`, which says whether what is proven shall go live. */
function isOneShot(incident: Incident): boolean {
  return incident.signal.apply !== undefined;
}

function refused(ruling: Ruling): Evidence {
  const detail = `${ruling.rule}: ${ruling.reason}`;
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

/** REP-0: what healed this signature before, where the files are again as they were then. */
async function known(
  options: StepsOptions,
  session: Session,
  { incident, tryOut }: { incident: Incident; tryOut: (idea: Idea) => Promise<Evidence> },
): Promise<Proposal | Declined> {
  const { project } = options;
  for (const past of incident.cases ?? []) {
    if (past.outcome !== 'healed' || past.changes.length === 0) continue;
    const fits = past.changes.every(
      (change) => (session.tree.files[change.path]?.sha ?? null) === change.before && stored(project, change),
    );
    if (!fits) continue;
    const idea: Idea = {
      recipe: past.recipe ?? 'known',
      kind: 'cause',
      title: `what healed it before: ${past.note}`,
      edits: past.changes.map((change) => toEdit(project, change)),
      operations: [],
      ask: null,
      rank: 0,
    };
    const evidence = await tryOut(idea);
    if (evidence.passed)
      return proposalOf(options, session, { rung: 'known', found: { idea, evidence, tried: 1, fell: 0 }, incident });
  }
  return nothing('nothing that healed it before fits the files as they are');
}

function nothing(why: string): Declined {
  return { declined: why, tried: 0, action: null, as: 'declined' };
}

function proposalOf(
  options: StepsOptions,
  session: Session,
  made: { rung: Rung; found: Found; incident: Incident },
): Proposal {
  const { found } = made;
  session.shown.set(keyOfIdea(found.idea), found.evidence);
  const rung: Rung = found.idea.kind === 'rollback' ? 'revert' : made.rung;
  return draft(options.project, session, {
    rung,
    idea: found.idea,
    candidates: { tried: found.tried, fell: found.fell },
  });
}

interface Draft {
  readonly rung: Rung;
  readonly idea: Idea;
  readonly candidates: Proposal['candidates'];
}

function draft(project: Project, session: Session, { rung, idea, candidates }: Draft): Proposal {
  const changes = idea.edits.map((edit) => toChange(project, edit));
  const base = session.tree.hash;
  const { kind, operations, recipe, title, ask } = idea;
  const redact = (text: string): string => printable(project.redactor.redact(text));
  return {
    hash: hashOf({ kind, changes, operations, base }),
    kind,
    rung,
    recipe,
    model: null,
    title: redact(title),
    base,
    changes,
    operations,
    diff: redact(idea.edits.map(unifiedDiff).join('')),
    ask: ask === null ? null : redact(ask),
    candidates,
    tokens: 0,
    costUsd: 0,
  };
}

function unifiedDiff(edit: Edit): string {
  const from = edit.before === null ? '/dev/null' : `a/${edit.path}`;
  const to = edit.after === null ? '/dev/null' : `b/${edit.path}`;
  return createTwoFilesPatch(from, to, edit.before ?? '', edit.after ?? '', undefined, undefined, {
    context: 3,
  }).replace(/^=+\n/, '');
}

function toChange(project: Project, edit: Edit): FileChange {
  if (edit.after !== null) putBlob(project.paths, edit.after);
  if (edit.before !== null) putBlob(project.paths, edit.before);
  return {
    path: edit.path,
    before: edit.before === null ? null : sha256(edit.before),
    after: edit.after === null ? null : sha256(edit.after),
  };
}

function toEdit(project: Project, change: FileChange): Edit {
  const text = (sha: string | null): string | null =>
    sha === null ? null : getBlob(project.paths, sha).toString('utf8');
  return { path: change.path, before: text(change.before), after: text(change.after) };
}

function stored(project: Project, change: FileChange): boolean {
  return [change.before, change.after].every((sha) => sha === null || hasBlob(project.paths, sha));
}

// --- decide

interface Question {
  readonly incident: Incident;
  readonly proposal: Proposal;
  readonly evidence: Evidence | null;
  readonly stage: 'try' | 'live';
}

/** What a person allowed to be tried, and what was then proven, may go live. */
function rule(options: StepsOptions, question: Question): Ruling {
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

function ruled(options: StepsOptions, question: Question & { edits: readonly Edit[] }): Ruling {
  const { incident, ...rest } = question;
  const settings = policySettings(options.project);
  const described = isOneShot(incident) && !incident.signal.apply;
  const limited =
    described && settings.autonomy !== 'observe' ? { ...settings, autonomy: 'propose' as const } : settings;
  const history: Tally = { ...noHistory, ...options.tally(incident) };
  const diagnosis = incident.diagnosis;
  if (!diagnosis) throw new Error('a proposal is judged only after its diagnosis');
  return decide({ ...rest, diagnosis, history, settings: limited });
}

// --- rehearse and verify

/** The tree there will be: the base with the changes laid over it. Nothing is written but to the content store. */
function rehearse(project: Project, proposal: Proposal): Candidate {
  return { proposal: proposal.hash, base: proposal.base, tree: treeWith(project, proposal).hash };
}

function treeWith(project: Project, proposal: Proposal): Tree {
  const base = readTree(project.paths, proposal.base);
  if (!base) throw new Fault('base_moved', 'The release this was proposed for is not stored any more.');
  const files = Object.assign(Object.create(null), base.files) as Record<string, TreeFile>;
  const belongs = isReleaseName(project.paths, { protected: project.settings.protected, wrote: [], env: project.env });
  let { lock } = base;
  for (const { path, after } of proposal.changes) {
    if (after === null) delete files[path];
    else if (files[path] !== undefined || belongs(path)) files[path] = { sha: after, mode: files[path]?.mode ?? 0o644 };
    if (lockFiles.some((name) => name === path)) lock = after;
  }
  return storeTree(project.paths, files, lock);
}

/** What the trial in `propose` showed counts; after a restart of the healer it is shown again. */
async function verify(project: Project, session: Session, proposal: Proposal): Promise<Evidence> {
  if (session.tree.hash !== proposal.base) throw new Fault('base_moved', 'The files changed since this was proposed.');
  const idea: Idea = {
    recipe: proposal.recipe ?? proposal.rung,
    kind: proposal.kind,
    title: proposal.title,
    edits: proposal.changes.map((change) => toEdit(project, change)),
    operations: proposal.operations,
    ask: proposal.ask,
    rank: 0,
  };
  const known = session.shown.get(keyOfIdea(idea));
  if (known && known.confinement !== 'none: not tried') return known;
  return session.trials.tryOut(session.baseline, idea, { fresh: 1 });
}

// --- promote, roll back, learn

async function goLive(options: StepsOptions, input: { incident: Incident; proposal: Proposal }): Promise<Promoted> {
  const { project } = options;
  const { incident, proposal } = input;
  const rules = releaseRules(project, incident.subject);
  const at = iso(options.now());
  const done = await carryOut(project, proposal.operations);
  const commit =
    project.settings.git.branch && proposal.changes.length > 0
      ? { message: commitMessage(incident, proposal), author: project.settings.git.author }
      : null;
  const released = await promote({
    paths: project.paths,
    rules,
    base: proposal.base,
    changes: proposal.changes,
    incident: String(incident.id),
    at,
    commit,
  });
  const release: Release = { id: released.id, backup: released.backup, branch: released.branch };
  const files = proposal.changes.map((change) => change.path).concat(done);
  const what = files.length > 0 ? files.join(', ') : proposal.title;
  if (!options.swapper)
    return { release, ready: true, detail: `${what}${released.branch ? `; branch ${released.branch}` : ''}` };
  const swapped = await options.swapper.swap(incident.subject, released.id);
  return {
    release,
    ready: swapped.ready,
    detail: swapped.ready
      ? `${what}; the new process answers${released.branch ? `; branch ${released.branch}` : ''}`
      : swapped.why,
  };
}

async function goBack(
  options: StepsOptions,
  incident: Incident,
  { base }: { release: Release; base: string },
): Promise<{ to: string }> {
  const { project } = options;
  const place = { paths: project.paths, rules: releaseRules(project, incident.subject), at: iso(options.now()) };
  const back = await rollbackTo({ ...place, to: base, incident: String(incident.id) });
  await options.swapper?.swap(incident.subject, back.id);
  return { to: back.id };
}

function commitMessage(incident: Incident, proposal: Proposal): string {
  const { diagnosis } = incident;
  const evidence = currentAttempt(incident)?.evidence;
  return [
    `${proposal.title.slice(0, 70)}`,
    '',
    `Cause: ${diagnosis?.class ?? 'unknown'}: ${diagnosis?.message ?? ''}`,
    `Proof: ${evidence?.proof ?? 'none'}`,
    `Cost: ${proposal.tokens} tokens, $${proposal.costUsd}`,
    `Incident: ${incident.id}`,
  ].join('\n');
}

function lesson(incident: Incident, redact: (text: string) => string): Case {
  const last = incident.attempts.findLast((attempt) => attempt.proposal !== undefined);
  const outcome = last?.watched?.ok
    ? 'healed'
    : last?.liveAnswer?.verdict === 'reject' || last?.tryAnswer?.verdict === 'reject'
      ? 'rejected'
      : 'failed';
  return {
    signature: incident.diagnosis?.signature ?? '',
    class: incident.diagnosis?.class ?? 'unknown',
    outcome,
    proposal: last?.proposal?.hash ?? null,
    recipe: last?.proposal?.recipe ?? null,
    changes: last?.proposal?.changes ?? [],
    note: redact(last?.proposal?.title ?? 'no repair was found'),
  };
}

export type { Entry };
