/** Wiring: how each release answers, the failure that one tells of that does worse than the last good one, and the way back (SEN-7). */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Message } from '../engine/intake.ts';
import { currentAttempt, stopOf, waitingRuling, type Incident } from '../incident/incident.ts';
import type { Declined, Edit, FailureClass, Idea, Proposal, Signal } from '../incident/nouns.ts';
import { iso, systemClock } from '../kit/clock.ts';
import { readJson, writeJson } from '../kit/files.ts';
import { randomId } from '../kit/hash.ts';
import { releaseRules, type Project } from '../project.ts';
import { lastGood, markWorse } from '../release/releases.ts';
import { offer } from '../release/rollback.ts';
import { treeChanges, type Tree } from '../release/tree.ts';
import { treeView } from '../release/views.ts';
import { followed, freshCourse, type Course } from '../triage/regression.ts';
import type { StepsOptions } from './options.ts';
import { proposalOf } from './drafting.ts';
import { tried } from './proposing.ts';
import type { Session } from './sessions.ts';

/** `RUN/traffic.json`. */
interface Kept {
  readonly v: 2;
  /** Number of a boot → tree that it runs, the latest last. */
  readonly boots: readonly (readonly [number, string])[];
  /** The latest heard of last. */
  readonly courses: readonly { readonly tree: string; readonly isTold: boolean; readonly course: Course }[];
}

const bootsMax = 16;
const coursesMax = 4;

/** By subject and tree; survives a restart, since a deploy may be one. */
export class Courses {
  readonly #project: Project;
  readonly #kept = new Map<string, Kept>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** `live` = the tree of the files as they are; the failure that this traffic tells of, or null. */
  hear({ subject, boots, at }: Message & { kind: 'traffic' }, live: string | null): Signal | null {
    if (live === null || !this.#project.settings.sensing.regressions) return null;
    let kept = this.#read(subject);
    let failure: Signal | null = null;
    for (const { boot, pid, routes, loop, served, left } of boots) {
      const tree = kept.boots.find(([n]) => n === boot)?.[1] ?? live;
      const known = kept.courses.find((one) => one.tree === tree) ?? { tree, isTold: false, course: freshCourse };
      const base = tree === live && !known.isTold ? this.#baseOf(kept, tree) : null;
      const { regressionSpanMs: spanMs } = this.#project.settings.sensing;
      const said = { pid, served, left, moment: { routes, loop } };
      const heard = { ...said, atMs: Date.parse(at), base: base?.course ?? null, spanMs };
      const { course, worsening } = followed(known.course, heard);
      const isTold = known.isTold || worsening !== null;
      kept = {
        v: 2,
        boots: [...kept.boots.filter(([n]) => n !== boot), [boot, tree] as const].slice(-bootsMax),
        courses: [...kept.courses.filter((one) => one.tree !== tree), { tree, isTold, course }].slice(-coursesMax),
      };
      if (worsening === null || base === null) continue;
      markWorse(this.#project.paths, tree, at, true);
      const text = `${worsening.text} (release ${tree.slice(0, 12)} against ${base.tree.slice(0, 12)})`;
      failure = { ...unfailing, id: randomId(), subject, at, stderr: text, route: worsening.route, release: tree };
    }
    this.#kept.set(subject, kept);
    writeJson(this.#project.paths.run(subject).trafficJson, kept);
    return failure;
  }

  /** True where this release was measured by another one and nothing was worse. */
  isAsGood(subject: string, tree: string): boolean {
    const known = this.#read(subject).courses.find((one) => one.tree === tree);
    return known !== undefined && !known.isTold && known.course.spans > 0 && known.course.worse.length === 0;
  }

  /** Why nothing of this incident is left for a person now that `tree` runs, and runs well; null where something is. */
  outlived(incident: Incident, tree: string): string | null {
    const { signal, fallBacks, closed, lastRelease } = incident;
    const attempt = currentAttempt(incident);
    const waits = stopOf(incident) !== null || attempt === null || waitingRuling(attempt) !== null;
    if (closed || !waits || attempt?.promoted) return null;
    if (isOfWorld(incident) && fallBacks.length === 0)
      return 'the server starts and runs well since: what it wanted is there';
    const failing = [lastRelease, ...fallBacks.flatMap(({ from, to, fell }) => [from, to, fell?.to ?? null])];
    const isGone = !failing.includes(tree);
    const isOver =
      signal.kind === 'regression'
        ? this.isAsGood(incident.subject, tree)
        : fallBacks.some(({ fell }) => fell?.to != null) || isMended(this.#project.paths.project, incident);
    return isGone && isOver ? `release ${tree.slice(0, 12)}, which came after it, runs well` : null;
  }

  #baseOf({ courses }: Kept, tree: string): Kept['courses'][number] | null {
    const good = lastGood(this.#project.paths, tree)?.hash;
    return courses.find((one) => one.tree === good) ?? null;
  }

  #read(subject: string): Kept {
    const known = this.#kept.get(subject) ?? readJson<Kept>(this.#project.paths.run(subject).trafficJson);
    return known?.v === 2 ? known : { v: 2, boots: [], courses: [] };
  }
}

/** What no file of the project brings about: with the same files the server starts once somebody has mended that. */
const ofWorld: ReadonlySet<string> = new Set<FailureClass>([
  ...(['port_conflict', 'permission', 'disk_full', 'file_descriptors', 'out_of_memory'] as const),
  ...(['missing_file', 'env_missing', 'config'] as const),
]);

function isOfWorld({ signal, diagnosis }: Incident): boolean {
  return signal.beforeReady && diagnosis !== undefined && (diagnosis.personOnly || ofWorld.has(diagnosis.class));
}

/** The file that it names was changed since it was seen last. Where it can be shown again it is shown again instead (`lookAgain`). */
function isMended(project: string, { requestRef, signal, diagnosis, lastSeenMs }: Incident): boolean {
  if (requestRef !== null || signal.beforeReady || diagnosis?.file == null) return false;
  const changedMs = statSync(path.join(project, diagnosis.file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changedMs > lastSeenMs;
}

const unfailing: Omit<Signal, 'id' | 'subject' | 'at' | 'stderr' | 'route' | 'release'> = {
  kind: 'regression',
  error: null,
  exit: null,
  beforeReady: false,
  request: null,
  requestRef: null,
  status: null,
  count: 1,
};

/** Back to the last good release. The copy can show that it starts, not that it does better: a person is asked. */
export async function proposeReturn(
  options: StepsOptions,
  session: Session,
  incident: Incident,
): Promise<Proposal | Declined> {
  const { project } = options;
  if (incident.lastRelease !== session.tree.hash) return asked('the files changed since it was measured', null);
  const good = lastGood(project.paths, session.tree.hash);
  if (good === null) return asked('no earlier release ran well, so there is none to go back to', null);
  const edits = editsBack(project, session, good);
  const author = { rung: 'revert', model: null } as const;
  if (edits !== null && edits.length > 0) {
    const idea = returning(good, edits);
    const evidence = await tried(options, session, { incident, author })(idea);
    if (evidence.passed)
      return proposalOf(options, session, { ...author, found: { idea, evidence, tried: 1, fell: 0 } });
  }
  const place = { paths: project.paths, rules: releaseRules(project, incident.subject), at: iso(systemClock.now()) };
  const { id } = await offer(place, good.hash, `the last good release, for incident ${incident.id}`);
  return asked('that the last good release starts could not be shown in a copy', `kintsugi backup restore ${id}`);
}

function returning({ hash }: Tree, edits: readonly Edit[]): Idea {
  const title = `go back to release ${hash.slice(0, 12)}, the last that did well (${edits.length} files)`;
  return { recipe: 'revert', kind: 'rollback', title, edits, operations: [], ask: null, rank: 0 };
}

/** Null where a file of it is no text. What the release added stays: it is only in nobody's way. */
function editsBack(project: Project, session: Session, good: Tree): Edit[] | null {
  const [before, after] = [session.trials.tree(), treeView(project.paths, good)];
  const changed = treeChanges(session.tree, good).filter((change) => change.after !== null);
  const edits = changed.map((change) => ({
    path: change.path,
    before: before.read(change.path),
    after: after.read(change.path),
  }));
  return edits.every((edit) => edit.after !== null) ? edits : null;
}

function asked(why: string, command: string | null): Declined {
  return { declined: why, tried: 0, action: { why, command }, as: 'asked' };
}
