/** Wiring: a proven change goes live, comes back, or is learnt from. */
import { currentAttempt, type Incident } from '../incident/incident.ts';
import type { Proposal, Release, WayHome } from '../incident/nouns.ts';
import type { Promoted } from '../incident/fact.ts';
import { iso } from '../kit/clock.ts';
import { Fault, isErrno } from '../kit/errors.ts';
import { span } from '../kit/trace.ts';
import { isCompiled } from '../kit/typescript.ts';
import { releaseRules, type Project } from '../project.ts';
import { closedTo, isPassing, writePatch } from '../release/delivery.ts';
import { observeTree, wayHome } from '../release/deploys.ts';
import { commitBranch } from '../release/git.ts';
import { promote } from '../release/promote.ts';
import { rollbackTo } from '../release/rollback.ts';
import { outsideRelease, type ReleaseRules } from '../release/set.ts';
import { readTree, snapshot } from '../release/tree.ts';
import { toEdit, unifiedDiff } from './changes.ts';
import { carryOut } from './operations.ts';
import type { StepsOptions } from './options.ts';

export async function goLive(
  options: StepsOptions,
  input: { incident: Incident; proposal: Proposal },
): Promise<Promoted> {
  const { project } = options;
  const { incident, proposal } = input;
  const rules = releaseRules(project, incident.subject);
  refuseReadOnly(project, incident, proposal);
  const operated = await carryOut(project, proposal.operations, `${incident.id}-${proposal.hash.slice(0, 12)}`);
  const released = await span('exchange', () =>
    promote({
      ...{ paths: project.paths, rules, base: proposal.base, changes: proposal.changes, operated },
      ...{ incident: String(incident.id), at: iso(options.now()), commit: null },
    }),
  );
  const swapped = await span(
    'swap',
    () => options.swapper?.swap(incident.subject, released.id) ?? { ready: true, why: '' },
  );
  // The branch is a service to the owner: the new process does not share the processor with it.
  const sources = { ...proposal, changes: sourcesOf(project, proposal) };
  const { branch, why: noBranch } = await span('branch', () => branchFor(project, incident, sources));
  const files = proposal.changes.map((change) => change.path).concat(operated);
  const what = [
    files.length > 0 ? files.join(', ') : proposal.title,
    swapped.why || 'the new process answers',
    branch === null ? noBranch : `branch ${branch}`,
  ].filter((one) => one !== null);
  const home = homeOf(project, { incident, proposal: sources, branch });
  const release: Release = { id: released.id, backup: released.backup, branch, home };
  return { release, ready: swapped.ready, detail: swapped.ready ? what.join('; ') : swapped.why };
}

/** What a compiler makes again of the rest is nothing to commit. */
function sourcesOf({ paths }: Project, { changes }: Proposal): Proposal['changes'] {
  const isMade = isCompiled(paths.project);
  return changes.filter((change) => !isMade(change.path));
}

/** PRO-9: what cannot be written is delivered as a patch, and nothing is begun. */
function refuseReadOnly(project: Project, incident: Incident, proposal: Proposal): void {
  const closed = closedTo(
    project.paths,
    proposal.changes.map((change) => change.path),
  );
  if (closed === null) return;
  const patch = patchOf(project, incident, proposal);
  throw new Fault('read_only', `it is proven, but ${closed} cannot be written here; the change lies in ${patch}`);
}

/** PRO-9: the branch, where there is one; a patch, where there is none or it may go with the files. */
function homeOf(
  project: Project,
  { incident, proposal, branch }: { incident: Incident; proposal: Proposal; branch: string | null },
): WayHome {
  const untilRestart = isPassing(project.paths.project);
  const needsPatch = proposal.changes.length > 0 && (branch === null || untilRestart);
  return {
    commands: branch === null ? [] : wayHome(branch, proposal.changes),
    patch: needsPatch ? patchOrNone(project, incident, proposal) : null,
    untilRestart,
  };
}

/** The repair is live by now: a disk that refuses the patch does not undo it. */
function patchOrNone(project: Project, incident: Incident, proposal: Proposal): string | null {
  try {
    return patchOf(project, incident, proposal);
  } catch (error) {
    if (isErrno(error)) return null; // a service to the owner, as the branch is
    throw error;
  }
}

/** With the bytes as they are: what is redacted for the eye could not be applied. */
function patchOf(project: Project, incident: Incident, proposal: Proposal): string {
  const diff = proposal.changes.map((change) => unifiedDiff(toEdit(project, change))).join('');
  return writePatch(project.paths, String(incident.id), diff);
}

/** Said by nobody: most projects without git are so on purpose. */
const withoutGit = /not a git repository|^git cannot be run/;

/** PRO-5: the same change beside the owner's work, and why there is none where there could be one. */
async function branchFor(
  project: Project,
  incident: Incident,
  proposal: Proposal,
): Promise<{ branch: string | null; why: string | null }> {
  const { settings, paths, env } = project;
  if (!settings.git.branch || proposal.changes.length === 0) return { branch: null, why: null };
  const message = commitMessage(incident, proposal);
  const { author } = settings.git;
  const { changes } = proposal;
  const { branch, why } = await commitBranch({ paths, env, incident: `${incident.id}`, changes, message, author });
  return { branch, why: why === null || withoutGit.test(why) ? null : `no branch was made: ${why}` };
}

export async function goBack(
  options: StepsOptions,
  incident: Incident,
  { release, base }: { release: Release; base: string },
): Promise<{ to: string }> {
  const { project } = options;
  const place = { paths: project.paths, rules: releaseRules(project, incident.subject), at: iso(options.now()) };
  await refuseOverDeploy(options, incident, { release, rules: place.rules });
  const back = await rollbackTo({ ...place, to: base, incident: String(incident.id) });
  await options.swapper?.swap(incident.subject, back.id);
  return { to: back.id };
}

/** What somebody deployed on top of the repair is not overwritten: a person decides (PRO-7). */
async function refuseOverDeploy(
  options: StepsOptions,
  incident: Incident,
  live: { release: Release; rules: ReleaseRules },
): Promise<void> {
  const { paths } = options.project;
  const now = await snapshot(paths, live.rules);
  const deploy = observeTree(readTree(paths, live.release.id), now, outsideRelease(paths, live.rules));
  if (deploy === null) return;
  const files = [...deploy.changed, ...deploy.added, ...deploy.removed];
  const ours = incident.attempts.at(-1)?.proposal?.changes.map((change) => change.path) ?? [];
  const both = files.filter((file) => ours.includes(file));
  if (both.length > 0)
    throw new Fault(
      'base_moved',
      `${both.join(', ')} changed since the repair went live; it is not taken back over that.`,
    );
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
