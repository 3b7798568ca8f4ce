/** May this proposal be tried, may it go live? The owner's autonomy meets the proof and what the change really does (POL-1). */
import type { Diagnosis, Edit, ErrorReport, Evidence, Proposal, Ruling } from '../incident/nouns.ts';
import { globMatcher } from '../kit/globs.ts';
import { checkChange } from './change.ts';
import { sourcesOf, type View } from './view.ts';
import { changedLines } from './lines.ts';
import { readLosses } from './losses.ts';
import { readMeanings } from './meaning.ts';
import { checkOperation } from './operations.ts';
import {
  allow,
  ask,
  defaultProtected,
  deny,
  policyHash,
  strictest,
  type PolicySettings,
  type Verdict,
} from './settings.ts';

/** What happened before and around, counted by whoever keeps the record. */
export interface Tally {
  /** The kill switch (POL-6). */
  readonly paused: boolean;
  /** Too many of the last repairs failed (POL-6). */
  readonly autoPaused: boolean;
  /** True where a trial here runs confined (TRY-4). */
  readonly confined: boolean;
  /** Why a rollback over a deploy of somebody else needs a person (PRO-8); null where it does not. */
  readonly deploy: string | null;
  /** True where the incident is a regression without errors (SEN-7). */
  readonly regression: boolean;
  /** True where a person took this very change back (`backup undo`, `backup restore`). */
  readonly takenBack: boolean;
}

export const noHistory: Tally = {
  paused: false,
  autoPaused: false,
  confined: true,
  deploy: null,
  regression: false,
  takenBack: false,
};

export interface Question {
  readonly diagnosis: Diagnosis;
  readonly proposal: Proposal;
  /** The texts of `proposal.changes`. */
  readonly edits: readonly Edit[];
  readonly evidence: Evidence | null;
  readonly history: Tally;
  readonly settings: PolicySettings;
  readonly stage: 'try' | 'live';
  readonly view?: View;
}

export const modelLimits = { filesMax: 2, linesMax: 30, othersMin: 2 } as const;

export function decide(question: Question): Ruling {
  const verdict = question.stage === 'try' ? mayTry(question) : mayGoLive(question);
  return { ...verdict, policy: policyHash(question.settings) };
}

function mayTry(question: Question): Verdict {
  const refused = stopped(question) ?? strictest(limits(question).filter((one) => one.decision === 'deny'));
  if (refused !== null) return refused;
  const { proposal, history } = question;
  const installs = proposal.operations.some((one) => one.op === 'install');
  if ((proposal.model !== null || installs) && !history.confined) {
    return ask(
      'no-confinement',
      'What a model wrote, and installs, are only tried in a sandbox, and there is none here.',
    );
  }
  const unknown = proposal.operations.map((one) => checkOperation(one, question.settings));
  const asked = strictest(unknown.filter((one) => one.decision === 'ask' && one.rule.startsWith('install-')));
  if (asked === null) return allow('try', 'It may be tried in a copy.');
  // A recipe knows more of the package than its name.
  return proposal.model === null && proposal.ask !== null ? ask(asked.rule, proposal.ask) : asked;
}

function mayGoLive(question: Question): Verdict {
  const stop = stopped(question);
  if (stop !== null) return stop;
  if (question.settings.autonomy === 'observe') {
    return deny('observe', 'Autonomy is `observe`: failures are reported only.');
  }
  const refused = strictest(limits(question).filter((one) => one.decision === 'deny')) ?? unproven(question);
  if (refused !== null) return refused;
  const kind = effectiveKind(question);
  const questions = [
    ...asks(question),
    ...limits(question).filter((one) => one.decision === 'ask' && one.rule !== 'meaning-mitigation'),
    ...model(question),
    ...autonomy(question, kind),
    ...alone(question),
  ];
  return strictest(questions) ?? allow('auto', `Proven (${question.evidence?.proof}), of kind ${kind}, inside policy.`);
}

/** POL-6: nothing automatic while the owner, or the record, says stop. */
function stopped({ history }: Question): Verdict | null {
  if (history.paused) return deny('paused', 'Automatic action is paused; `kintsugi resume` ends that.');
  if (history.autoPaused) {
    const reason = '40 % or more of the last 5 repairs failed; `kintsugi resume` ends the pause before its time.';
    return deny('auto-paused', reason);
  }
  return null;
}

/** What the failure says is no function, or not defined. */
function absentOf({ message }: Question['diagnosis']): string | null {
  return /^(?:\w+Error: )?([\w$.]{1,200}) is not (?:a function|defined)/.exec(message)?.[1] ?? null;
}

/** Paths, text, size, meaning and operations, whatever the autonomy. */
function limits({ diagnosis, proposal, edits, settings, view }: Question): Verdict[] {
  const failed = [diagnosis.file, diagnosis.named.path].filter((one) => typeof one === 'string');
  const causes = [...failed, ...mended(proposal, settings)];
  const revert = proposal.kind === 'rollback' && proposal.model === null;
  const ownTexts = proposal.kind === 'operational' && proposal.model === null;
  const moves = proposal.model === null;
  const context = {
    causes,
    revert,
    ownTexts,
    moves,
    absent: absentOf(diagnosis),
    ...(view === undefined ? {} : { view }),
  };
  const change = edits.length === 0 ? [] : [checkChange(edits, settings, context)];
  return [
    ...incomplete(proposal, edits),
    ...change,
    ...proposal.operations.map((one) => checkOperation(one, settings)),
  ];
}

/**
 * What a recipe mends, and the failure is gone, is itself what failed, wherever it showed: the export that `db.js` lacks, a key of
 * `settings.json`. What goes back there waits for its owner (PRO-6). Without a proof nothing goes live.
 */
function mended({ kind, model, changes }: Proposal, settings: PolicySettings): string[] {
  if (!(kind === 'cause' || kind === 'rollback') || model !== null) return [];
  return changes.map(({ path }) => path).filter((path) => isUsual(path, settings));
}

/** Only the default protects it: what an owner names by a glob of their own is theirs. */
function isUsual(path: string, settings: PolicySettings): boolean {
  const owned = settings.protected.filter((glob) => !defaultProtected.includes(glob));
  return globMatcher(defaultProtected)(path) && !globMatcher(owned)(path);
}

/** Where it was not itself what failed. */
function goesBackIn({ diagnosis, proposal, settings }: Question): Verdict | null {
  if (proposal.kind !== 'rollback') return null;
  const path = proposal.changes.find((one) => one.path !== diagnosis.file && isUsual(one.path, settings))?.path;
  return path === undefined
    ? null
    : ask('path-owner', `\`${path}\` is its owner's: what was changed there is theirs to take back.`);
}

/** The texts that are judged must be the ones the proposal names. */
function incomplete(proposal: Proposal, edits: readonly Edit[]): Verdict[] {
  const named = new Set(proposal.changes.map((change) => change.path));
  const same = edits.length === named.size && edits.every((edit) => named.has(edit.path));
  return same ? [] : [deny('edits-mismatch', 'The texts at hand are not those of the proposal.')];
}

function unproven({ evidence, proposal }: Question): Verdict | null {
  if (evidence === null) return ask('unproven', 'It has not been tried.');
  if (evidence.inconclusive !== null) return ask('inconclusive', `The trial says nothing: ${evidence.inconclusive}`);
  if (!evidence.passed) return deny('not-proven', `The trial of "${proposal.title}" failed.`);
  return null;
}

/** What must be asked whatever the autonomy. */
function asks(question: Question): Verdict[] {
  const { diagnosis, proposal, evidence, history } = question;
  const found: Verdict[] = [];
  const acts = proposal.changes.length > 0 || proposal.operations.some((one) => one.op === 'install');
  if (proposal.ask !== null) found.push(ask('proposal', proposal.ask));
  const owners = goesBackIn(question);
  if (owners !== null) found.push(owners);
  if (diagnosis.suspicious && acts) {
    found.push(ask('suspicious', 'The error text tries to steer its reader, so a person looks at the change first.'));
  }
  if (diagnosis.personOnly && acts) found.push(ask('person-only', 'No change of code can mend this kind of failure.'));
  if (evidence !== null && proposal.kind !== 'rollback') found.push(...doubts(evidence, question));
  if (evidence?.next) found.push(ask('next-failure', 'Another failure showed behind the repaired one.'));
  const confinement = evidence?.confinement ?? 'none';
  if (proposal.model !== null && confinement.startsWith('none')) {
    found.push(ask('no-confinement', 'A model wrote it, and it was not tried in a sandbox.'));
  }
  if (history.regression) found.push(ask('regression', 'The failure is a worsening without errors.'));
  if (history.takenBack) found.push(ask('taken-back', 'It was live, and somebody took it back by `kintsugi backup`.'));
  return found;
}

/** A removed cause is known by a right answer, and by other answers staying as they are. */
function doubts({ before, after, others, quiet, odd, unrouted }: Evidence, question: Question): Verdict[] {
  const { diagnosis, edits, proposal, view } = question;
  const found: Verdict[] = [];
  const failed = (at: number): boolean => before[at]?.error != null || (before[at]?.status ?? 0) >= 500;
  const refusal = after.find((answer, at) => failed(at) && (answer.status ?? 0) >= 400)?.status ?? null;
  // Where no route may have answered, it is the project's own words that count, not what the change looks like.
  const isMeant = (status: number): boolean =>
    refuses(edits, status) ||
    refused(diagnosis, status) ||
    throws(diagnosis, view, status) ||
    (unrouted !== true && isUsual(status));
  const isUsual = (status: number): boolean =>
    (proposal.model === null && (isReached(edits, status) || correctsName(diagnosis, edits))) ||
    readMeanings(edits, sourcesOf(view)).forgotten ||
    isOfNoBody(question);
  if (refusal !== null && proposal.kind !== 'mitigation' && !isMeant(refusal))
    found.push(
      ask('refusal', `The request that failed is answered ${refusal} with it; nothing shows that this is right.`),
    );
  if (odd !== undefined && !isWritten(odd, view)) found.push(ask('odd-answer', `The answer is odd with it: ${odd}.`));
  const beside = quiet?.failing ?? null;
  if (beside !== null && isSameFailure(diagnosis, beside.error))
    found.push(ask('fails-beside', `${beside.request.url} fails with it of the same: it is not all of the repair.`));
  if (others !== undefined && others.asBefore < others.asked) {
    const changed = others.asked - others.asBefore;
    found.push(ask('others', `${changed} of ${others.asked} other requests are answered otherwise with it.`));
  }
  return found;
}

/** The same words in the same file. */
function isSameFailure({ message, file }: Diagnosis, { message: other, stack }: ErrorReport): boolean {
  return file !== null && other !== '' && message.endsWith(other) && stack.includes(`/${file}:`);
}

/**
 * `plan(req.body ?? {})`, with which the project refuses what it failed at: it looks at each part of a body, and one that is not
 * sent has none. Where it does anything else with nothing, a person is asked.
 */
function isOfNoBody({ edits: [only, more], evidence, proposal }: Question): boolean {
  const { before = null, after = null } = only ?? {};
  if (before === null || after === null || more !== undefined || proposal.model !== null) return false;
  const isAdded = [...after.matchAll(/(?<=\.body) \?\? \{\}/g)].some(
    ({ index, 0: text }) => after.slice(0, index) + after.slice(index + text.length) === before,
  );
  return isAdded && evidence !== null && evidence.after.length > 0 && evidence.after.every(isRefusal);
}

const isRefusal = ({ status }: Evidence['after'][number]): boolean => status === 400 || status === 422;

/** `an empty object at `wanted``, where the project writes one for that key: `wanted: row ? parse(row) : {}`. */
function isWritten(odd: string, view: View | undefined): boolean {
  const key = /^an empty object at `(?:.*\.)?(\w+)`$/.exec(odd)?.[1];
  return (
    key !== undefined &&
    sourcesOf(view)().some(({ text }) => new RegExp(`\\b${key}: [^\\n;]*(?:[?:|] )?\\{\\}`).test(text))
  );
}

const refusalWords: Readonly<Record<number, RegExp>> = {
  400: /bad.?request|invalid|validat/i,
  401: /unauthori[sz]ed|unauthenticated/i,
  403: /forbidden/i,
  404: /not.?found|no such/i,
  409: /conflict/i,
  422: /unprocessable|invalid|validat/i,
};

/** The repaired lines themselves speak of that answer: it is meant. */
function refuses(edits: readonly Edit[], status: number): boolean {
  const lines = edits.flatMap((edit) => changedLines(edit.before, edit.after).added);
  return lines.some((line) => speaksOf(line, status));
}

function speaksOf(text: string, status: number): boolean {
  return new RegExp(`\\b${status}\\b`).test(text) || refusalWords[status]?.test(text) === true;
}

/** The same lines in another order, a refusal among those that moved or were passed: it was never reached before. */
function isReached(edits: readonly Edit[], status: number): boolean {
  const [only, more] = edits;
  if (only === undefined || more !== undefined || only.before === null || only.after === null) return false;
  const lines = (text: string): string => text.split('\n').toSorted().join('\n');
  if (lines(only.before) !== lines(only.after)) return false;
  return changedLines(only.before, only.after).span.some((line) => speaksOf(line, status));
}

/** The failure names a word that means nothing, and another takes its place, or it is imported: the code is asked again what it was asked for. */
function correctsName({ class: kind, message, named }: Diagnosis, edits: readonly Edit[]): boolean {
  const called = /is not a function/.test(message) ? named.property : undefined;
  const word = (kind === 'reference' ? named.identifier : named.exportName) ?? called;
  const imports = /^\s*(?:import\b|(?:const|let|var) .*\brequire\().*$/gm;
  const words = (text: string | null): string[] => text?.replace(imports, '').match(/[\w$]+|[^\s\w$]/g) ?? [];
  return (
    word !== undefined &&
    edits.every(({ before, after }) => {
      const [old, now] = [words(before), words(after)];
      const isOf = (at: number): boolean => old[at] === word || now[at] === word;
      return old.length === now.length && old.every((each, at) => each === now[at] || isOf(at));
    })
  );
}

/** The failure was that refusal itself, thrown by the app and lost on its way to the client: no fault behind it. */
function refused(diagnosis: Diagnosis, status: number): boolean {
  return (
    diagnosis.class === 'unknown' &&
    diagnosis.named.code === undefined &&
    refusalWords[status]?.test(diagnosis.message) === true
  );
}

/** A line that led to the failure throws that very answer on purpose: `ctx.throw(404, …)`, `throw notFound(…)`, `new HttpError(404, …)`. */
function throws({ file, line, frames }: Diagnosis, view: View | undefined, status: number): boolean {
  const own = frames.filter((frame) => frame.own).slice(0, 3);
  return [...(file === null || line === null ? [] : [{ file, line }]), ...own].some((place) => {
    const text = view?.read(place.file)?.split('\n')[place.line - 1] ?? '';
    return /\bthrow\b|createError\(|new \w*Error\(/.test(text) && speaksOf(text, status);
  });
}

/** POL-1: what a model wrote goes live by itself only where it is small and others answer as before. */
function model({ proposal, edits, evidence }: Question): Verdict[] {
  if (proposal.model === null) return [];
  const lines = edits.reduce((sum, edit) => sum + changedLines(edit.before, edit.after).count, 0);
  if (edits.length > modelLimits.filesMax || lines > modelLimits.linesMax) {
    return [ask('model-size', `A model wrote ${lines} lines in ${edits.length} files.`)];
  }
  const compared = [evidence?.others, evidence?.beside].filter((one) => one !== undefined);
  const [asked, asBefore] = [sum(compared, 'asked'), sum(compared, 'asBefore')];
  if (asBefore < modelLimits.othersMin) {
    const why = `A model wrote it, and fewer than ${modelLimits.othersMin} other requests were seen to be answered as before.`;
    return [ask('model-others', why)];
  }
  const changed = asked - asBefore;
  if (changed > 0)
    return [ask('model-others', `A model wrote it, and ${changed} of ${asked} other requests are answered otherwise.`)];
  return [];
}

/** An answer of 200 proves no value: only what the project answered while it worked, or its tests, tell a right one (decision 0034). */
function alone({ proposal, edits, evidence, settings }: Question): Verdict[] {
  if (proposal.model === null) return [];
  if (evidence?.otherwise !== undefined)
    return [ask('model-otherwise', `A model wrote it, and ${evidence.otherwise}.`)];
  if (settings.autonomy === 'full' || settings.modelAlone === 'promote' || evidence?.witness === 'repair') return [];
  const [loss] = edits.flatMap(readLosses);
  if (loss !== undefined) return [ask('model-loses', `A model wrote it, and \`${loss.path}\` ${loss.detail}.`)];
  if (evidence?.witness !== undefined) return [];
  return [
    ask(
      'model-alone',
      'A model wrote it, and nothing else says that the new answer is right: the project is not known to have answered this request before, and no test of it failed.',
    ),
  ];
}

function sum(compared: readonly { asked: number; asBefore: number }[], of: 'asked' | 'asBefore'): number {
  return compared.reduce((total, one) => total + one[of], 0);
}

function autonomy({ settings, evidence, history }: Question, kind: Proposal['kind']): Verdict[] {
  const proof = evidence?.proof ?? 'none';
  if (settings.autonomy === 'full') {
    return proof === 'replayed' || proof === 'probed' ? [] : [ask('proof', `The proof is only \`${proof}\`.`)];
  }
  const found: Verdict[] = [];
  if (proof !== 'replayed') found.push(ask('proof', `The proof is only \`${proof}\`; \`auto\` wants \`replayed\`.`));
  if (kind === 'mitigation') found.push(ask('mitigation', 'It makes the failure bearable without removing its cause.'));
  if (kind === 'rollback' && history.deploy !== null)
    found.push(ask('rollback-deploy', `Going back is the owner's to say: ${history.deploy}.`));
  if (settings.autonomy === 'propose') found.push(ask('propose', 'Autonomy is `propose`: a person decides.'));
  return found;
}

/** POL-8: a declared cause that only guards is a mitigation. */
function effectiveKind(question: Question): Proposal['kind'] {
  const { proposal, edits, view, diagnosis } = question;
  if (proposal.kind === 'mitigation' || proposal.kind === 'rollback' || edits.length === 0) {
    return proposal.kind === 'rollback' && proposal.model !== null ? 'mitigation' : proposal.kind;
  }
  const { guardOnly } = readMeanings(edits, sourcesOf(view), undefined, absentOf(diagnosis));
  return proposal.operations.length === 0 && guardOnly && !isOfNoBody(question) ? 'mitigation' : proposal.kind;
}
