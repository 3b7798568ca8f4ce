/** Wiring: one look at one failure: the tree it shows on, the copy of it, the baseline, and what was tried so far. */
import { createDecipheriv } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Incident } from '../incident/incident.ts';
import type { Captured, CapturedRequest, Diagnosis, Edit, Evidence, Idea, Launch, Signal } from '../incident/nouns.ts';
import { sleep } from '../kit/clock.ts';
import { broughtBy, credentialsOf, remember } from '../kit/credentials.ts';
import { Fault } from '../kit/errors.ts';
import { globMatcher } from '../kit/globs.ts';
import { hashOf } from '../kit/hash.ts';
import { sealCaptured } from '../keeper/inbox.ts';
import type { Maps } from '../kit/source-map.ts';
import { span } from '../kit/trace.ts';
import { isCompiled } from '../kit/typescript.ts';
import type { RunPaths, StatePaths } from '../kit/paths.ts';
import { modelKeys } from '../models/endpoints.ts';
import { defaultProtected } from '../policy/settings.ts';
import { recordedLaunch, releaseRules, type Project } from '../project.ts';
import { showFile } from '../release/git.ts';
import { filesBelow, lostFile } from '../release/history.ts';
import { isReleaseName, outsideRelease, type ReleaseRules } from '../release/set.ts';
import type { RecipeContext } from '../repair/recipe.ts';
import { snapshot, type Tree } from '../release/tree.ts';
import { quietRequests } from './quiet.ts';
import { diagnose } from './telling.ts';
import type { Baseline } from '../verify/baseline.ts';
import { openStage } from '../sandbox/rehearse.ts';
import { openTrials, type Trials } from '../verify/trials.ts';

/** What there is before anything was looked at. */
export interface Copied {
  readonly launch: Launch;
  /** The tree of the live files, and of the copy. */
  readonly tree: Tree;
  readonly trials: Trials;
  /** Asked in the copy. */
  readonly requests: readonly CapturedRequest[];
}

export interface Session extends Copied {
  readonly baseline: Baseline;
  /** What was made out meanwhile; null where nothing was. */
  readonly early: Promise<RecipeContext | null>;
  /** What each idea showed, by its content: nothing is tried twice. */
  readonly shown: Map<string, Evidence>;
  close(): Promise<void>;
}

export interface SessionRequest {
  readonly launch: Launch;
  /** Null where nothing was seen live: the requests alone must show it. */
  readonly signal: Signal | null;
  readonly requests: readonly CapturedRequest[];
  /** Others that were in flight when the process died: one of them may have been its undoing. */
  readonly suspects?: readonly CapturedRequest[];
  /** Recent requests that were answered well (TRY-2). */
  readonly good?: readonly CapturedRequest[];
  /** True where the failure was seen live: that counts as one of the two sightings (TRY-3). */
  readonly seenLive: boolean;
  /** One-shot `heal` only: whether what is proven shall go live; default: as the signal says. */
  readonly apply?: boolean;
}

/** What others find out about the copy. */
interface SessionHelp {
  readonly signal: AbortSignal;
  readonly meanwhile?: (copied: Copied) => Promise<RecipeContext | null>;
  /** What makes its code what it was before the last change; [] where nothing is known of that. */
  readonly earlier: (copied: Copied) => Promise<readonly Edit[]>;
}

const quietTries = 10;

/** Copies the project and shows the failure in the copy. The tree is looked at before and after, so that a deploy in between is not mixed in. */
export async function openSession(
  project: Project,
  request: SessionRequest,
  { signal, meanwhile, earlier }: SessionHelp,
): Promise<Session> {
  const { launch } = request;
  const rules = releaseRules(project, launch.subject);
  for (let tries = 0; tries < quietTries; tries += 1) {
    const tree = await span('snapshot', () => snapshot(project.paths, rules));
    signal.throwIfAborted();
    const trials = await openCopy(project, request, tree);
    if (signal.aborted) await trials.close();
    signal.throwIfAborted();
    // Whoever ends the session closes it as well, and hears what fails there.
    signal.addEventListener('abort', () => void trials.close().catch(() => undefined), { once: true });
    const { suspects = [], seenLive } = request;
    const copied = { launch, tree, trials, requests: request.requests };
    // What fails here is asked for again where it is needed, and fails there.
    const early = (meanwhile?.(copied) ?? Promise.resolve(null)).catch(() => null);
    // The second look goes on while the copy boots: where it finds another tree, what the copy showed counts for nothing.
    const [baseline, after] = await Promise.all([
      trials.baseline(request.signal, request.requests, {
        ...{ times: seenLive ? 1 : 2, suspects },
        earlier: () => earlier(copied),
      }),
      span('snapshot', () => snapshot(project.paths, rules)),
    ]).catch(async (error: unknown) => {
      await trials.close();
      throw error;
    });
    if (after.hash === tree.hash) {
      return { ...copied, baseline, early, shown: new Map(), close: () => trials.close() };
    }
    await trials.close();
    await sleep(1_000);
  }
  throw new Fault('base_moved', 'The files of the project keep changing; a repair waits until they rest.');
}

/** By its name alone; settings are settings in a folder of data, too. */
function readableName(paths: StatePaths, rules: ReleaseRules): (file: string) => boolean {
  const [hasName, isOutside, isUsual] = [
    isReleaseName(paths, rules),
    outsideRelease(paths, rules),
    globMatcher(defaultProtected),
  ];
  return (file) => hasName(file) || (isUsual(file) && !isOutside(file));
}

async function openCopy(
  project: Project,
  { launch, requests, suspects = [], good = [] }: SessionRequest,
  tree: Tree,
): Promise<Trials> {
  const { settings, paths } = project;
  // What is there belongs to it where the release holds it (`data/rooms.json`, which git tracks); a new file by its name.
  const rules = releaseRules(project, launch.subject);
  const hasReleaseName = isReleaseName(paths, rules);
  const isMade = isCompiled(paths.project);
  const isReadable = readableName(paths, { ...rules, protected: [] });
  const repository = { project: paths.project, env: project.env };
  const stage = await openStage({
    launch,
    env: project.env,
    hookFile: project.hookFile,
    nodePath: process.execPath,
    trialsDir: paths.trials,
    sandbox: settings.sandbox,
    trialEnv: settings.trial.env,
    carried: [...requests, ...suspects, ...good].flatMap((one) => broughtBy(one)),
    withheld: modelKeys(project.env, settings.models.providers).map(({ value }) => value),
    services: settings.trial.services,
    exclude: [paths.state],
    // What the owner protects is read as well: only changing it is policy's to refuse.
    isReleaseFile: (file) =>
      !isMade(file) &&
      (Object.hasOwn(tree.files, file) ||
        (isReadable(file) && (!hasReleaseName(file) || !existsSync(path.join(paths.project, file))))),
  });
  return openTrials({
    stage,
    project: paths.project,
    goodRequests: good,
    // Where nobody was seen to be answered well.
    quietRequests: good.length > 0 ? [] : await span('quiet', () => quietRequests(project, launch)),
    requestTimeoutMs: settings.heal.requestTimeoutMs,
    settleMs: settings.heal.settleMs,
    testCommand: settings.trial.testCommand.length > 0 ? settings.trial.testCommand : null,
    allowWrites: settings.trial.allowWrites,
    wasThere: async (file, mayBeFolder = false) => {
      if (((await showFile(repository, 'HEAD', file)) ?? (await lostFile(repository, file))) !== null) return true;
      const [held] = mayBeFolder ? await filesBelow(repository, file) : [];
      // A folder that a commit took away was meant to go: nobody but the code asks for one.
      return held !== undefined && (await showFile(repository, 'HEAD', held)) !== null;
    },
    wasFull: async (file) => ((await showFile(repository, 'HEAD', file)) ?? '').trim() !== '',
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
  const { requests, good } = sealed ?? { requests: [], good: [] };
  for (const one of [...good, ...requests]) remember(project.credentials, credentialsOf(one));
  return {
    launch,
    signal: incident.signal,
    requests: requests.slice(0, 1),
    suspects: requests.slice(1),
    good,
    seenLive: incident.signal.kind !== 'described',
  };
}

const refName = /^[0-9a-f]{16,64}$/;

/** The whole requests; null where they are gone or were sealed by a keeper that is gone (SEN-3). */
export function unseal(run: RunPaths, ref: string): Captured | null {
  if (!refName.test(ref)) return null;
  try {
    const bytes = readFileSync(path.join(run.requests, ref));
    const decipher = createDecipheriv('aes-256-gcm', readFileSync(run.key), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    const value = JSON.parse(plain) as Captured | CapturedRequest;
    // A keeper that was started before the last update seals one bare request.
    return 'requests' in value ? value : { requests: [value], good: [] };
  } catch (error) {
    if (error instanceof Error) return null; // gone, or sealed with another key: the replay does without
    throw error;
  }
}

/** Seals a whole request for the healer under the key of the running keeper; null where there is none. */
export function sealRequest(run: RunPaths, request: CapturedRequest): string | null {
  return existsSync(run.key)
    ? sealCaptured(run.requests, { requests: [request], good: [] }, readFileSync(run.key))
    : null;
}

/** What was sealed for an incident goes when it closes, or when a later occurrence brought its own (SEN-3). */
export function shred(run: RunPaths, ref: string): void {
  if (refName.test(ref)) rmSync(path.join(run.requests, ref), { force: true });
}

/** What the copy showed says more than the live text where that named no error or no own place. */
export function sharpen(project: Project, signal: Signal, baseline: Baseline, maps?: Maps): Diagnosis {
  const plain = diagnose(project, signal, maps);
  // What only the copy lacks is no diagnosis (TRY-9).
  if (baseline.setup !== null) return plain;
  const seen = baseline.facts?.error ?? baseline.failure?.error ?? null;
  if (seen === null || (plain.class !== 'unknown' && plain.file !== null)) return plain;
  const redact = (text: string): string => project.redactor.redact(text);
  const error = { ...seen, message: redact(seen.message), stack: redact(seen.stack) };
  return diagnose(project, { ...signal, error }, maps);
}

/** With what the project's compiler makes of it, where it runs what that wrote. */
export async function built({ trials }: Copied, idea: Idea): Promise<Idea> {
  const edits = await trials.built(idea.edits);
  return edits === idea.edits ? idea : { ...idea, edits };
}

export function keyOfIdea(idea: Idea): string {
  return hashOf({ edits: idea.edits, operations: idea.operations });
}
