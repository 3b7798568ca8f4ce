/** Wiring: what policy is asked, and what a person's word before the trial is worth after it. */
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { currentAttempt, type Incident } from '../incident/incident.ts';
import type { Edit, Evidence, Proposal, Ruling } from '../incident/nouns.ts';
import { isErrno } from '../kit/errors.ts';
import { present } from '../kit/files.ts';
import type { View } from '../policy/view.ts';
import { decide, noHistory, type Tally } from '../policy/decide.ts';
import { policySettings, type Project } from '../project.ts';
import { asksToGoBack } from '../release/deploys.ts';
import { wasTakenBack } from '../release/ledger.ts';
import { lastGood, listReleases } from '../release/releases.ts';
import { readTree } from '../release/tree.ts';
import { toEdit } from './changes.ts';
import type { StepsOptions } from './options.ts';

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
  const history: Tally = {
    ...noHistory,
    ...options.tally(incident),
    deploy: deployBefore(options, incident, rest.proposal),
    regression: incident.signal.kind === 'regression',
    takenBack: rest.stage === 'live' && wasTakenBack(options.project.paths, rest.proposal.changes),
  };
  const diagnosis = incident.diagnosis;
  if (!diagnosis) throw new Error('a proposal is judged only after its diagnosis');
  return decide({
    ...rest,
    diagnosis,
    history,
    settings: limited,
    view: liveLook(options.project, rest.proposal.base),
  });
}

/** What stands where a change would go: links are judged where they lead, and what is no part of the release is left alone. */
function liveLook(project: Project, base: string): View {
  const root = realpathSync(project.paths.project);
  const files = readTree(project.paths, base)?.files ?? {};
  return {
    read: (file) => readOrNull(path.join(root, file)),
    released: (file) => Object.hasOwn(files, file),
    files: () => Object.keys(files),
    realpath: (file) => {
      const wanted = path.join(root, file);
      let existing = wanted;
      while (!present(existing)) existing = path.dirname(existing);
      const real = path.relative(root, path.join(realpathSync(existing), path.relative(existing, wanted)));
      return real === '..' || real.startsWith(`..${path.sep}`) || path.isAbsolute(real)
        ? null
        : real.split(path.sep).join('/');
    },
  };
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error)) return null;
    throw error;
  }
}

/** PRO-8: why going back from what is live to the last good release is the owner's to say; null where it is not. */
function deployBefore(options: StepsOptions, incident: Incident, proposal: Proposal): string | null {
  if (proposal.kind !== 'rollback') return null;
  const { paths } = options.project;
  const now = readTree(paths, proposal.base);
  const good = lastGood(paths, proposal.base);
  if (now === null || good === null) return null;
  const ranAt = listReleases(paths).find((release) => release.tree === good.hash)?.goodAt;
  const ageMs = ranAt ? options.now() - Date.parse(ranAt) : incident.firstSeenMs;
  return asksToGoBack(now, good, ageMs);
}

/** Came by `kintsugi heal`, which says whether what is proven shall go live. */
export function isOneShot(incident: Incident): boolean {
  return incident.signal.apply !== undefined;
}
