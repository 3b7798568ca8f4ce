/** The only door for edges: views of the record out, a person's decisions in. Works with and without a running healer. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Answered, FileChange, Signal } from '../incident/nouns.ts';
import { evolve, type Incident } from '../incident/incident.ts';
import { iso, sleep } from '../kit/clock.ts';
import { Fault } from '../kit/errors.ts';
import { ensureFolder, readJson } from '../kit/files.ts';
import { isAlive, type Identity } from '../kit/identity.ts';
import type { StatePaths } from '../kit/paths.ts';
import { refuseAnswer } from './engine.ts';
import { post } from './intake.ts';
import { readJournal, toEntry, type Line } from './journal.ts';
import { liveChanges, proposalsOf, refusalsOf, view, type ProposalView, type View } from './view.ts';
import { say } from './words.ts';

export interface EventLine {
  readonly seq: number;
  readonly at: string;
  readonly incident: number;
  readonly event: string;
  readonly text: string;
}

export interface Detail extends View {
  /** What of it is live, named by content. */
  readonly live: readonly FileChange[];
  readonly timeline: readonly EventLine[];
  readonly proposals: readonly ProposalView[];
  /** What models tried and were refused, a line each. */
  readonly refused: readonly string[];
  readonly evidence: {
    readonly signal: Signal;
    readonly frames: readonly {
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly fn: string | null;
      readonly own: boolean;
    }[];
    readonly findings: readonly { readonly label: string; readonly by: string; readonly at: number }[];
  };
}

/** How a decision ended. `exit` is the command's exit code (CLI-8). */
export interface DecisionResult {
  readonly exit: 0 | 1;
  readonly text: string;
  readonly view: View;
}

/** Carries a decision out in this process; given by the wiring, used where no healer runs. */
export type CarryOut = (id: number, answered: Answered) => Promise<void>;

export class Desk {
  readonly #paths: StatePaths;

  constructor(paths: StatePaths) {
    this.#paths = paths;
  }

  /** Newest first. [] where nothing was ever recorded. */
  incidents(): View[] {
    const paused = this.paused();
    return this.#fold()
      .map((incident) => view(incident, paused))
      .toReversed();
  }

  /** @throws Fault no_such_incident */
  show(id: string): Detail {
    const lines = readJournal(this.#paths.journal);
    const incident = this.#find(id, lines);
    return {
      ...view(incident, this.paused()),
      live: liveChanges(incident),
      timeline: lines.filter((line) => line.incident === incident.id).map(toEvent),
      proposals: proposalsOf(incident),
      refused: refusalsOf(incident),
      evidence: {
        signal: incident.signal,
        frames: incident.diagnosis?.frames ?? [],
        findings: incident.diagnosis?.findings ?? [],
      },
    };
  }

  /** The incident that counts this occurrence; null where none does yet. For the wiring of `heal`, not for edges. */
  bySignal(signalId: string): Incident | null {
    return this.#fold().find((incident) => incident.seen.includes(signalId)) ?? null;
  }

  /** Events after `sinceSeq`, oldest first. */
  events(sinceSeq = 0): EventLine[] {
    return readJournal(this.#paths.journal, sinceSeq).map(toEvent);
  }

  paused(): boolean {
    return existsSync(this.#paths.paused);
  }

  /** The kill switch: no automatic action from now on (POL-6). */
  pause(by: string): void {
    ensureFolder(path.dirname(this.#paths.paused));
    writeFileSync(this.#paths.paused, `${JSON.stringify({ by, at: iso(Date.now()) })}\n`, { mode: 0o600 });
  }

  /** Ends a pause, also one that the record of repairs brought about. */
  resume(): void {
    writeFileSync(this.#paths.resumed, `${JSON.stringify({ at: iso(Date.now()) })}\n`, { mode: 0o600 });
    rmSync(this.#paths.paused, { force: true });
  }

  /** The healer that serves this project now, or null. */
  healer(): Identity | null {
    const holder = readJson<Identity>(this.#paths.healerLock);
    return holder && isAlive(holder) ? holder : null;
  }

  /**
   * Hands a person's word over, or carries it out here where no healer runs, and waits for the outcome.
   * The word is bound to the proposal that waited when it was given (POL-4).
   * @throws Fault no_such_incident, not_waiting
   */
  async decide(
    id: string,
    word: Pick<Answered, 'verdict' | 'by' | 'note'>,
    options: { wait: boolean; carryOut: CarryOut },
  ): Promise<DecisionResult> {
    const incident = this.#find(id, readJournal(this.#paths.journal));
    const attempt = incident.attempts.at(-1);
    const answered: Answered = {
      ...word,
      at: iso(Date.now()),
      proposal: word.verdict === 'approve' || word.verdict === 'reject' ? (attempt?.proposal?.hash ?? null) : null,
      base: attempt?.proposal?.base ?? null,
      policy: (attempt?.liveRuling ?? attempt?.tryRuling)?.policy ?? null,
    };
    const refusal = refuseAnswer(incident, answered);
    if (refusal) throw new Fault('not_waiting', refusal);
    if (this.healer()) {
      const file = post(this.#paths.inbox, { kind: 'decision', id: incident.id, answered }, Date.now());
      if (!options.wait) return { exit: 0, text: 'handed over', view: view(incident, this.paused()) };
      return this.#outcome(incident.id, answered, file);
    }
    await options.carryOut(incident.id, answered);
    return this.#judge(incident.id, answered);
  }

  /** Hands the word over that something is to be forgotten, or has `here` do it where no healer runs. */
  async forget(id: string, by: string, here: () => Promise<void>): Promise<void> {
    if (!this.healer()) return here();
    const file = post(this.#paths.inbox, { kind: 'forget', id, by }, Date.now());
    while (existsSync(file)) {
      await sleep(100);
      if (!this.healer())
        throw new Fault(
          'locked',
          'The healer ended before it took the word; it is kept and taken up at the next start.',
        );
    }
  }

  /** Waits until the healer has taken the word and what follows from it has happened. */
  async #outcome(id: number, answered: Answered, file: string): Promise<DecisionResult> {
    for (;;) {
      await sleep(150);
      const taken = !existsSync(file);
      const incident = this.#find(String(id), readJournal(this.#paths.journal));
      if (taken && settled(incident, answered, this.paused())) return this.#judge(id, answered);
      if (!this.healer() && !taken)
        throw new Fault(
          'locked',
          'The healer ended before it took the decision; it is kept and taken up at the next start.',
        );
    }
  }

  #judge(id: number, answered: Answered): DecisionResult {
    const incident = this.#find(String(id), readJournal(this.#paths.journal));
    const shown = view(incident, this.paused());
    const attempt = incident.attempts.find(
      (item) => isSame(item.liveAnswer, answered) || isSame(item.tryAnswer, answered),
    );
    if (answered.verdict !== 'approve') {
      const done = incident.closed !== undefined || incident.epoch.number > 1 || attempt !== undefined;
      return {
        exit: done ? 0 : 1,
        text: done ? `${answered.verdict}: done` : `not ${answered.verdict}ed`,
        view: shown,
      };
    }
    if (attempt?.promoted?.ready && !attempt.rolledBack)
      return { exit: 0, text: `promoted: ${attempt.promoted.detail}`, view: shown };
    const moved = incident.attempts.findLast((item) => item.failed !== undefined)?.failed?.why;
    const why =
      attempt?.failed?.why ??
      attempt?.watched?.why ??
      attempt?.promoted?.detail ??
      moved ??
      shown.action?.why ??
      'it was decided otherwise meanwhile';
    const again = shown.status === 'awaiting_human' ? `; a new proposal waits: \`kintsugi show ${id}\`` : '';
    return { exit: 1, text: `not promoted: ${why}${again}`, view: shown };
  }

  #fold(): Incident[] {
    return fold(readJournal(this.#paths.journal));
  }

  #find(id: string, lines: readonly Line[]): Incident {
    if (!/^(\d{1,9}|[0-9a-f]{32})$/.test(id))
      throw new Fault('no_such_incident', `"${id.slice(0, 60)}" is no incident id; an id is a number such as 3.`);
    const found = fold(lines).find((incident) => String(incident.id) === id || incident.ref === id);
    if (!found) throw new Fault('no_such_incident', `There is no incident ${id}.`);
    return found;
  }
}

function fold(lines: readonly Line[]): Incident[] {
  const incidents = new Map<number, Incident>();
  for (const line of lines) incidents.set(line.incident, evolve(incidents.get(line.incident) ?? null, toEntry(line)));
  return [...incidents.values()];
}

function toEvent(line: Line): EventLine {
  return { seq: line.seq, at: line.at, incident: line.incident, event: line.fact.type, text: say(line.fact) };
}

/** Nothing more will follow from this word, or not before a pause is over. */
function settled(incident: Incident, answered: Answered, paused: boolean): boolean {
  const attempt = incident.attempts.find(
    (item) => isSame(item.liveAnswer, answered) || isSame(item.tryAnswer, answered),
  );
  if (!attempt) return true; // it closed the incident, or was refused: another word came first
  // What was rejected is learnt before the incident is closed.
  if (answered.verdict !== 'approve') return incident.closed !== undefined || paused;
  if (attempt.failed || attempt.rolledBack || attempt.promoted?.ready) return true;
  return (
    incident.attempts.at(-1) !== attempt ||
    incident.closed !== undefined ||
    (attempt.evidence !== undefined && !attempt.evidence.passed)
  );
}

function isSame(one: Answered | undefined, other: Answered): boolean {
  return one?.at === other.at && one.by === other.by;
}
