/**
 * Where a project that goes by several names keeps its state. A release may be reached by its link (`current` → `releases/7`) and by its own
 * folder, and each name has a place of its own (see linkedProject in paths.ts); but whoever is kept is kept once, and found by either (SUP-4).
 */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from './errors.ts';
import { namesIn, readRecord } from './files.ts';
import { isAlive, type Identity } from './identity.ts';
import { statePaths, statesOfNames, type StatePaths } from './paths.ts';

/** The part of run.json that is needed (docs/protocol.md). */
interface RunFile {
  readonly launch?: { readonly project?: string; readonly link?: string };
  readonly keeper?: Identity | null;
  readonly child?: Identity | null;
}

/** run.json as it was written, or null: a damaged one is no reason to do without the rest, or not to start. */
export function readRun<T>(file: string): T | null {
  const run = readRecord<Record<string, unknown>>(file);
  if (run === null) return null;
  const { subject, state, boot, launch, keeper, child } = run;
  const isNamed = typeof subject === 'string' && typeof state === 'string' && [keeper, child].every(isProcessOrNone);
  const isCounted = boot === undefined || Number.isInteger(boot);
  const isLaunch = launch === undefined || (typeof launch === 'object' && launch !== null);
  return isNamed && isCounted && isLaunch ? (run as T) : null;
}

function isProcessOrNone(value: unknown): boolean {
  if (value === null) return true;
  const { pid, startTime } = (value ?? {}) as Partial<Identity>;
  return typeof pid === 'number' && typeof startTime === 'string';
}

/** The place where the project is kept just now, by whatever name; else the one of the name it was given. */
export function keptPaths(project: string, env: NodeJS.ProcessEnv, link: string | null): StatePaths {
  const own = statePaths(project, env, link);
  return isKept(own) ? own : (others(own, env).find(isKept) ?? own);
}

/** The same for whoever reads: where nothing is kept, the place that has something to tell. */
export function knownPaths(project: string, env: NodeJS.ProcessEnv, link: string | null): StatePaths {
  const kept = keptPaths(project, env, link);
  return hasRun(kept) ? kept : (others(kept, env).find(hasRun) ?? kept);
}

function others({ project, link, state }: StatePaths, env: NodeJS.ProcessEnv): StatePaths[] {
  const folder = statesOfNames(env);
  const links = namesIn(folder).flatMap((name) => runsIn(path.join(folder, name)).map(({ launch }) => launch));
  const ours = links.filter(
    (one) => one?.link !== undefined && (one.project === project || leadsTo(one.link, project)),
  );
  const names = new Set([...(link === null ? [] : [null]), ...ours.flatMap((one) => one?.link ?? [])]);
  return [...names].flatMap((name) => readable(project, env, name)).filter((place) => place.state !== state);
}

/** Not another user's: he keeps what is his. */
function readable(...given: Parameters<typeof statePaths>): StatePaths[] {
  try {
    return [statePaths(...given)];
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

function leadsTo(link: string, project: string): boolean {
  try {
    return realpathSync(link) === project;
  } catch (error) {
    if (isErrno(error)) return false; // it is gone
    throw error;
  }
}

/** Does `kintsugi run` look after anything of this project just now? */
export function isSupervised({ state }: StatePaths): boolean {
  return runsIn(state).some(({ keeper }) => keeper != null && isAlive(keeper));
}

function isKept({ state }: StatePaths): boolean {
  return runsIn(state).some(({ keeper, child }) => [keeper, child].some((one) => one && isAlive(one)));
}

function hasRun({ state }: StatePaths): boolean {
  return runsIn(state).length > 0;
}

function runsIn(state: string): RunFile[] {
  const folder = path.join(state, 'run');
  return namesIn(folder).flatMap((name) => readRecord<RunFile>(path.join(folder, name, 'run.json')) ?? []);
}
