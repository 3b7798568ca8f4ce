/** Wiring: what the recipes are told of a failure and of the project it shows in. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Incident } from '../incident/incident.ts';
import type { Diagnosis, Signal } from '../incident/nouns.ts';
import { readRecord } from '../kit/files.ts';
import { isAlive, type Identity } from '../kit/identity.ts';
import type { Maps } from '../kit/source-map.ts';
import { isCompiled } from '../kit/typescript.ts';
import { envKeys, packageManager, type Project } from '../project.ts';
import { showFile } from '../release/git.ts';
import { filesBelow, lostFile, replacedName } from '../release/history.ts';
import type { RecipeContext } from '../repair/recipe.ts';
import type { Baseline } from '../verify/baseline.ts';
import { goodTree } from './past.ts';
import { sharpen, type Copied, type Session } from './sessions.ts';
import { diagnose, factsOf } from './telling.ts';

/** With what the unchanged copy showed. */
export async function contextOf(project: Project, session: Session, incident: Incident): Promise<RecipeContext> {
  const early = (await session.early) ?? (await earlyContext(project, session, incident));
  const { diagnosis, facts } = await shown(project, session, { signal: incident.signal, baseline: session.baseline });
  // One and the same where nothing is new: what was found by it is known.
  return facts === null && isDeepStrictEqual(diagnosis, early.diagnosis) ? early : { ...early, diagnosis, facts };
}

/** What a copy showed, at the author's places. */
export async function shown(
  project: Project,
  session: Session,
  { signal, baseline }: { signal: Signal; baseline: Baseline },
): Promise<Pick<RecipeContext, 'diagnosis' | 'facts'>> {
  const maps = await mapsOf(project, session, sharpen(project, signal, baseline));
  return { diagnosis: sharpen(project, signal, baseline, maps), facts: factsOf(project, baseline.facts, maps) };
}

const mappedMax = 3;

/** Of the compiled files that the failure names and that no map lies beside. */
async function mapsOf({ paths }: Project, { trials }: Session, { frames }: Diagnosis): Promise<Maps> {
  const isMade = isCompiled(paths.project);
  const files = [...new Set(frames.filter(({ own }) => own).map(({ file }) => file))].filter(isMade);
  const maps = await trials.mapsOf(files.slice(0, mappedMax));
  return new Map([...maps].map(([file, map]) => [path.join(paths.project, file), map]));
}

/** As far as it is known before the copy has shown anything. */
export async function earlyContext(project: Project, copied: Copied, incident: Incident): Promise<RecipeContext> {
  const tree = copied.trials.tree();
  const repository = { project: project.paths.project, env: project.env };
  return {
    diagnosis: diagnose(project, incident.signal),
    signal: incident.signal,
    root: project.paths.project,
    cwd: path.relative(project.paths.project, copied.launch.cwd),
    tree,
    lastGood: await goodTree(project, copied),
    facts: null,
    envKeys: envKeys(project, copied.launch),
    node: process.versions.node,
    manager: packageManager(tree),
    git: {
      show: (file, back = 0) => showFile(repository, `HEAD~${back}`, file),
      lost: (file) => lostFile(repository, file),
      below: (folder) => filesBelow(repository, folder),
      replaced: (name) => replacedName(repository, name),
    },
    staleInstance: staleInstance(project, incident.subject),
  };
}

/** A process of this very subject whose keeper is gone: nobody but it can hold the port by right (REP-1). */
function staleInstance(project: Project, subject: string): { pid: number; startTime: string } | null {
  const run = readRecord<{ keeper: Identity | null; child: Identity | null }>(project.paths.run(subject).runJson);
  if (!run?.child || (run.keeper && isAlive(run.keeper)) || !isAlive(run.child)) return null;
  return { pid: run.child.pid, startTime: run.child.startTime };
}
