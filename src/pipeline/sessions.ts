/** Wiring: one look at one failure: the tree it shows on, the copy of it, the baseline, and what was tried so far. */
import { createDecipheriv } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Incident } from '../incident/incident.ts';
import type { CapturedRequest, Diagnosis, Evidence, Idea, Launch, Signal } from '../incident/nouns.ts';
import { sleep } from '../kit/clock.ts';
import { credentialsOf, remember } from '../kit/credentials.ts';
import { Fault } from '../kit/errors.ts';
import { writeFileAtomic } from '../kit/files.ts';
import { hashOf, randomId } from '../kit/hash.ts';
import { seal } from '../keeper/inbox.ts';
import type { RunPaths } from '../kit/paths.ts';
import { recordedLaunch, releaseRules, type Project } from '../project.ts';
import { isReleaseName } from '../release/set.ts';
import { snapshot, type Tree } from '../release/tree.ts';
import { diagnose } from './telling.ts';
import type { Baseline } from '../verify/baseline.ts';
import { openStage } from '../sandbox/rehearse.ts';
import { openTrials, type Trials } from '../verify/trials.ts';

export interface Session {
  readonly launch: Launch;
  /** The tree of the live files, and of the copy. */
  readonly tree: Tree;
  readonly trials: Trials;
  readonly requests: readonly CapturedRequest[];
  readonly baseline: Baseline;
  /** What each idea showed, by its content: nothing is tried twice. */
  readonly shown: Map<string, Evidence>;
  close(): Promise<void>;
}

export interface SessionRequest {
  readonly launch: Launch;
  /** Null where nothing was seen live: the requests alone must show it. */
  readonly signal: Signal | null;
  readonly requests: readonly CapturedRequest[];
  /** True where the failure was seen live: that counts as one of the two sightings (TRY-3). */
  readonly seenLive: boolean;
  /** One-shot `heal` only: whether what is proven shall go live; default: as the signal says. */
  readonly apply?: boolean;
}

const quietTries = 10;

/** Copies the project and shows the failure in the copy. The tree is looked at before and after, so that a deploy in between is not mixed in. */
export async function openSession(project: Project, request: SessionRequest, signal: AbortSignal): Promise<Session> {
  const { launch } = request;
  const rules = releaseRules(project, launch.subject);
  for (let tries = 0; tries < quietTries; tries += 1) {
    const tree = await snapshot(project.paths, rules);
    signal.throwIfAborted();
    const trials = await openCopy(project, launch);
    signal.addEventListener('abort', () => void trials.close(), { once: true });
    if ((await snapshot(project.paths, rules)).hash === tree.hash) {
      const baseline = await trials.baseline(request.signal, request.requests, { times: request.seenLive ? 1 : 2 });
      return {
        launch,
        tree,
        trials,
        requests: request.requests,
        baseline,
        shown: new Map(),
        close: () => trials.close(),
      };
    }
    await trials.close();
    await sleep(1_000);
  }
  throw new Fault('base_moved', 'The files of the project keep changing; a repair waits until they rest.');
}

async function openCopy(project: Project, launch: Launch): Promise<Trials> {
  const { settings, paths } = project;
  const rules = releaseRules(project, launch.subject);
  const stage = await openStage({
    launch,
    env: project.env,
    hookFile: project.hookFile,
    nodePath: process.execPath,
    trialsDir: paths.trials,
    sandbox: settings.sandbox,
    trialEnv: settings.trial.env,
    services: settings.trial.services,
    exclude: [paths.state],
    isReleaseFile: isReleaseName(paths, rules),
  });
  return openTrials({
    stage,
    project: paths.project,
    requestTimeoutMs: settings.heal.requestTimeoutMs,
    settleMs: settings.heal.settleMs,
    testCommand: settings.trial.testCommand.length > 0 ? settings.trial.testCommand : null,
    allowWrites: settings.trial.allowWrites,
  });
}

/** How an incident of a running subject is looked at again. */
export function requestFor(project: Project, incident: Incident): SessionRequest {
  const launch = recordedLaunch(project.paths, incident.subject);
  if (!launch)
    throw new Fault('internal', `It is not known how ${incident.subject} is started.`, {
      next: 'Start it once with `kintsugi run`.',
    });
  const sealed = incident.requestRef === null ? null : unseal(project.paths.run(incident.subject), incident.requestRef);
  if (sealed) remember(project.credentials, credentialsOf(sealed));
  return {
    launch,
    signal: incident.signal,
    requests: sealed ? [sealed] : [],
    seenLive: incident.signal.kind !== 'described',
  };
}

/** The whole captured request; null where it is gone or was sealed by a keeper that is gone (SEN-3). */
export function unseal(run: RunPaths, ref: string): CapturedRequest | null {
  if (!/^[0-9a-f]{16,64}$/.test(ref)) return null;
  try {
    const bytes = readFileSync(path.join(run.requests, ref));
    const decipher = createDecipheriv('aes-256-gcm', readFileSync(run.key), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(
      Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'),
    ) as CapturedRequest;
  } catch (error) {
    if (error instanceof Error) return null; // gone, or sealed with another key: the replay does without
    throw error;
  }
}

/** Seals a whole request for the healer under the key of the running keeper; null where there is none. */
export function sealRequest(run: RunPaths, request: CapturedRequest): string | null {
  const key = existsSync(run.key) ? readFileSync(run.key) : null;
  if (key === null) return null;
  const id = randomId();
  writeFileAtomic(path.join(run.requests, id), seal(JSON.stringify(request), key));
  return id;
}

/** What the copy showed says more than the live text where that named no error or no own place. */
export function sharpen(project: Project, signal: Signal, baseline: Baseline): Diagnosis {
  const plain = diagnose(project, signal);
  // What only the copy lacks is no diagnosis (TRY-9).
  if (baseline.setup !== null) return plain;
  const seen = baseline.facts?.error ?? baseline.failure?.error ?? null;
  if (seen === null || (plain.class !== 'unknown' && plain.file !== null)) return plain;
  const redact = (text: string): string => project.redactor.redact(text);
  return diagnose(project, { ...signal, error: { ...seen, message: redact(seen.message), stack: redact(seen.stack) } });
}

export function keyOfIdea(idea: Idea): string {
  return hashOf({ edits: idea.edits, operations: idea.operations });
}
