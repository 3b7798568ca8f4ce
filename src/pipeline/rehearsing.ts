/** Wiring: the tree that a proposal would make, and what the trial of it shows. */
import { currentAttempt, type Incident } from '../incident/incident.ts';
import type { Candidate, Evidence, Idea, Proposal } from '../incident/nouns.ts';
import { Fault } from '../kit/errors.ts';
import type { Project } from '../project.ts';
import { isReleaseName, lockFiles } from '../release/set.ts';
import { readTree, storeTree, type Tree, type TreeFile } from '../release/tree.ts';
import { toEdit } from './changes.ts';
import { pastOf } from './past.ts';
import { keyOfIdea, type Session } from './sessions.ts';

/** The tree there will be: the base with the changes laid over it. Nothing is written but to the content store. */
export function rehearse(project: Project, proposal: Proposal): Candidate {
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

/**
 * What the trial in `propose` showed counts; after a restart of the healer it is shown again. What a model wrote is tried without
 * confinement only where a person has seen it and said so (TRY-4).
 */
export async function verify(
  project: Project,
  session: Session,
  { incident, proposal }: { incident: Incident; proposal: Proposal },
): Promise<Evidence> {
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
  const isAllowed = currentAttempt(incident)?.tryAnswer?.verdict === 'approve';
  return session.trials.tryOut(session.baseline, idea, {
    fresh: 1,
    mustConfine: proposal.model !== null && !isAllowed,
    ...(proposal.model === null ? {} : { past: await pastOf(project, session) }),
  });
}
