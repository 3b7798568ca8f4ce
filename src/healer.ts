/** Wiring: journal, engine and pipeline of one project, opened under the healer's lock. */
import { existsSync, writeFileSync } from 'node:fs';
import { environment } from './config/environment.ts';
import { Engine } from './engine/engine.ts';
import { openJournal } from './engine/journal.ts';
import { hasEnded, stopOf, type Entry, type Incident } from './incident/incident.ts';
import type { Answered } from './incident/nouns.ts';
import type { StepFunctions } from './incident/steps.ts';
import { setBack, systemClock } from './kit/clock.ts';
import { readJson } from './kit/files.ts';
import { alreadyRunning, takeLock } from './kit/lock.ts';
import { openMemory, type Memory } from './memory/memory.ts';
import type { Tally } from './policy/decide.ts';
import { admitRepair, autoPausedUntil, type HealRecord } from './policy/limits.ts';
import { openProject, type Project } from './project.ts';
import { openModels, runOf } from './project-models.ts';
import { recoverModules } from './release/modules.ts';
import { recover } from './release/promote.ts';
import { findConfinement } from './sandbox/confine.ts';
import { clearStages } from './sandbox/ground.ts';
import { wayOut } from './pipeline/falling.ts';
import { writePapers } from './pipeline/papers.ts';
import { placerOf } from './pipeline/placing.ts';
import { normalise, rememberOutcome } from './pipeline/remembering.ts';
import { diagnose } from './pipeline/telling.ts';
import { createPipeline, type Pipeline } from './pipeline/pipeline.ts';
import { shred, type SessionRequest } from './pipeline/sessions.ts';
import type { Swapper } from './pipeline/swap.ts';
import { Webhook } from './pipeline/webhook.ts';
import { Weigher } from './pipeline/weighing.ts';
import type { WorldLimits } from './engine/engine.ts';
import type { LoadedConfig } from './config/load.ts';
import type { StatePaths } from './kit/paths.ts';

export interface HealerOptions {
  readonly project: Project;
  readonly swapper: Swapper | null;
  /** 0 where nothing runs that could be watched. */
  readonly watchMs: number;
  readonly request?: SessionRequest;
  wrote?(entry: Entry, incident: Incident): void;
  /** Nothing is begun before this time; 0 = at once. */
  notBeforeMs?(): number;
  /** Is this subject in a crash loop, or parked after one? */
  isLooping?(subject: string): boolean;
  /** Told before files and process are exchanged, and after. */
  exchanging?(isOn: boolean): void;
  /** Nobody sits in front of it, so the owner's URL is told what waits for a person. */
  readonly tells?: boolean;
  /** What `budget.usdPerRun` is counted by; default: this process. */
  readonly run?: string;
  /** One line for a person. */
  warn?(text: string): void;
  /** Crash tests only: see `JournalOptions.step`. */
  step?(name: 'before' | 'half' | 'after', seq: number): void;
}

export interface OpenHealer {
  readonly engine: Engine;
  readonly pipeline: Pipeline;
  readonly memory: Memory;
  /** A server is not started any more; the owner's URL is told where no open incident tells it. */
  down(subject: string, why: string, serving: number): void;
  close(): Promise<void>;
}

/** Takes the lock, finishes or undoes what a killed process left half done, and opens the record. @throws Fault already_running, journal_broken */
export async function openHealer(options: HealerOptions): Promise<OpenHealer> {
  const { project } = options;
  const lock = await takeLock(project.paths.healerLock, alreadyRunning('the healer of this project'));
  try {
    await recover(project.paths);
    recoverModules(project.paths);
    await clearStages(project.paths.trials);
    const { kind } = await findConfinement(project.settings.sandbox, project.env['PATH']);
    const { paths, redactor } = project;
    const memory = await openMemory({ folder: paths.memory, redact: (text) => redactor.redact(text), normalise });
    return opened(options, { lock, memory, confined: kind !== 'none' });
  } catch (error) {
    lock.release();
    throw error;
  }
}

function opened(
  options: HealerOptions,
  { lock, memory, confined }: { lock: { release(): void }; memory: Memory; confined: boolean },
): OpenHealer {
  const { project } = options;
  const { paths, settings, redactor } = project;
  const now = systemClock.now;
  const journal = openJournal({
    folder: paths.journal,
    now,
    redact: (text) => redactor.redact(text),
    ...(options.step ? { step: options.step } : {}),
  });
  const box: { engine: Engine | null } = { engine: null };
  const shredder = shredderOf(paths);
  const models = openModels(project, {
    run: options.run ?? runOf(process.pid),
    warn: (text) => options.warn?.(text),
  });
  const placer = placerOf({ memory, models, clock: systemClock, warn: (text) => options.warn?.(text) });
  const weigher = new Weigher(project, models);
  const url = settings.offline || options.tells !== true ? null : settings.webhooks.on_escalation;
  const webhook = new Webhook({ url, warn: (text) => options.warn?.(text) });
  const all = (): readonly Incident[] => box.engine?.incidents ?? [];
  const pipeline = createPipeline({
    project,
    now,
    swapper: options.swapper,
    memory,
    models,
    modelAbove: (incident) => weigher.modelAbove(incident, { all: all(), nowMs: now(), setMs: clockSetMs() }),
    tally: () =>
      ({ paused: isPaused(paths), autoPaused: autoPause(project, all()) !== null, confined }) satisfies Partial<Tally>,
    ...(options.request ? { request: options.request } : {}),
  });
  const engine = new Engine({
    journal,
    diagnose: (signal) => diagnose(project, signal),
    steps: exchangingSteps(options, pipeline),
    limits: (incident, incidents) => limitsOf({ ...options, weigher }, incident, incidents),
    healMs: settings.heal.timeoutMs,
    cooldownMs: settings.sensing.cooldownMs,
    clock: systemClock,
    wrote: (entry, incident) => {
      writePapers(paths, entry);
      rememberOutcome(project, memory, { entry, incident });
      placer.nudge();
      shredder(incident);
      webhook.look(incident);
      options.wrote?.(entry, incident);
    },
  });
  box.engine = engine;
  for (const incident of engine.incidents) shredder(incident);
  placer.nudge();
  return {
    engine,
    pipeline,
    memory,
    down: (subject, why, serving) => {
      const isTold = all().some((incident) => incident.subject === subject && !incident.closed);
      if (!isTold) webhook.down(subject, why, serving);
    },
    close: async () => {
      await pipeline.close();
      webhook.close();
      journal.close();
      await placer.close();
      models.close();
      await memory.close();
      lock.release();
    },
  };
}

/** Follows which sealed requests each incident still needs. */
function shredderOf(paths: StatePaths): (incident: Incident) => void {
  const sealed = new Map<number, string>();
  return ({ id, subject, requestRef, closed }) => {
    const before = sealed.get(id) ?? null;
    if (before !== null && before !== requestRef) shred(paths.run(subject), before);
    if (closed && requestRef !== null) shred(paths.run(subject), requestRef);
    if (closed || requestRef === null) sealed.delete(id);
    else sealed.set(id, requestRef);
  };
}

function exchangingSteps(options: HealerOptions, { steps }: Pipeline): StepFunctions {
  const { exchanging } = options;
  if (!exchanging) return steps;
  const around =
    <Input, Output>(step: (input: Input, signal: AbortSignal) => Promise<Output>) =>
    async (input: Input, signal: AbortSignal): Promise<Output> => {
      exchanging(true);
      try {
        return await step(input, signal);
      } finally {
        exchanging(false);
      }
    };
  return {
    ...steps,
    promote: around(steps.promote),
    rollback: around(steps.rollback),
    fallBack: around(steps.fallBack),
  };
}

const clockSetMs = setBack(systemClock);

export function isPaused(paths: StatePaths): boolean {
  return existsSync(paths.paused);
}

function limitsOf(
  options: HealerOptions & { readonly weigher: Weigher },
  incident: Incident,
  all: readonly Incident[],
): WorldLimits {
  const { settings, paths } = options.project;
  const { limits } = settings;
  const nowMs = systemClock.now();
  const admission = admitRepair({
    signature: incident.diagnosis?.signature ?? '',
    nowMs,
    setMs: clockSetMs(),
    history: records(all.filter((item) => item.id !== incident.id || failures(item) > 0)),
    epochAt: incident.asked.atMs,
    limits: {
      repairsMax: limits.repairs,
      repairsWindowMs: limits.repairsMs,
      failuresMax: limits.failures,
      failuresWindowMs: limits.failuresMs,
      modelGapMs: 600_000,
      modelPerHourMax: 6,
    },
  });
  const quietUntilMs = options.notBeforeMs?.() ?? 0;
  const fallBack = options.isLooping?.(incident.subject) ? wayOut(options.project, incident, all) : null;
  const ladder = options.weigher.ladder(incident, { all, nowMs, setMs: clockSetMs(), isLooping: fallBack !== null });
  // Who asks for this very repair, here or of the healer of a running supervisor, is not made to wait for others.
  const { isAskedFor } = incident.epoch;
  const isFree = admission.go || admission.untilMs === null || options.request !== undefined || isAskedFor;
  const freeMs = isFree ? 0 : admission.untilMs;
  return {
    quietUntilMs,
    fallBack,
    release: options.swapper?.tree(incident.subject) ?? null,
    paused: isPaused(paths) ? Infinity : autoPause(options.project, all),
    notBeforeMs: Math.max(quietUntilMs, freeMs, ladder.notBeforeMs),
    suppress: !admission.go && admission.untilMs === null ? admission.reason : null,
    rungs: settings.autonomy === 'observe' ? ['known'] : ladder.rungs,
    watchMs: options.watchMs,
    serves: options.watchMs === 0 || options.swapper?.serves(incident.subject) !== false,
  };
}

/** Every repair that was begun: one an incident, and one for each time it had to be begun again. */
function records(incidents: readonly Incident[]): HealRecord[] {
  return incidents.flatMap((incident) => {
    const signature = incident.diagnosis?.signature ?? '';
    const failed = Array.from({ length: failures(incident) }, () => ({
      signature,
      at: incident.lastSeenMs,
      ok: false,
      model: false,
    }));
    const last = incident.attempts.at(-1);
    const live = last && !hasEnded(last) ? [{ signature, at: last.startedMs, ok: null, model: false }] : [];
    const healed = last?.watched?.ok
      ? [{ signature, at: last.promotedAt ?? last.startedMs, ok: true, model: false }]
      : [];
    return [...failed, ...live, ...healed];
  });
}

/** How often healing it failed: what was rolled back, and every round that ended with nothing. */
function failures(incident: Incident): number {
  const { asked, attempts, epoch } = incident;
  const rolledBack = attempts.slice(asked.from).filter((attempt) => attempt.rolledBack).length;
  const stopped = stopOf(incident) ? 1 : 0;
  return Math.max(rolledBack, epoch.number - asked.number + stopped);
}

/** POL-6: until when what failed of late keeps us from doing anything; null = it does not. */
function autoPause({ settings, paths }: Project, all: readonly Incident[]): number | null {
  const resumedMs = Date.parse(readJson<{ at: string }>(paths.resumed)?.at ?? '') || 0;
  return autoPausedUntil(repairs(all), {
    nowMs: systemClock.now(),
    setMs: clockSetMs(),
    pauseMs: settings.limits.pauseMs,
    resumedMs,
  });
}

/** POL-6: what went live and held, or had to go back. */
function repairs(incidents: readonly Incident[]): { at: number; ok: boolean }[] {
  return incidents.flatMap((incident) =>
    incident.attempts.flatMap((attempt) => {
      const settled = attempt.rolledBack !== undefined || attempt.watched?.ok === true;
      return attempt.promotedAt === undefined || !settled ? [] : [{ at: attempt.promotedAt, ok: !attempt.rolledBack }];
    }),
  );
}

/** A decision where no healer runs: it is carried out here, under the lock, as the healer would (CLI-8). */
export async function carryOutHere(
  input: { paths: StatePaths; env: NodeJS.ProcessEnv; config: LoadedConfig; swapper: Swapper },
  id: number,
  answered: Answered,
): Promise<void> {
  const project = openProject(input.paths, input.env, input.config);
  const healer = await openHealer({ project, swapper: input.swapper, watchMs: 0 });
  try {
    healer.engine.answer(id, answered);
    if (answered.verdict !== 'retry') await healer.engine.drive(new AbortController().signal, id);
  } finally {
    await healer.close();
  }
}

/** The same for something that is to be forgotten: gone from the disk when it resolves. */
export async function forgetHere(
  input: { paths: StatePaths; env: NodeJS.ProcessEnv; config: LoadedConfig },
  id: string,
): Promise<void> {
  const { redactor } = openProject(input.paths, input.env, input.config);
  const lock = await takeLock(input.paths.healerLock, alreadyRunning('the healer of this project'));
  try {
    const memory = await openMemory({ folder: input.paths.memory, redact: (text) => redactor.redact(text), normalise });
    memory.forget(id);
    await memory.close();
  } finally {
    lock.release();
  }
}

/**
 * For the crash tests: `KINTSUGI_TEST_CRASH` is a list `<before|half|after>:<seq>:<marker file>`; at that write of the journal the
 * process ends as by kill -9, once for each marker.
 */
export function crashPoint(): Pick<HealerOptions, 'step'> {
  const wanted = environment()['KINTSUGI_TEST_CRASH'];
  if (wanted === undefined) return {};
  const points = wanted.split(',').map((point) => /^(\w+:\d+):(.+)$/.exec(point));
  return {
    step: (name, seq) => {
      const marker = points.find((point) => point?.[1] === `${name}:${seq}`)?.[2];
      if (marker === undefined || existsSync(marker)) return;
      writeFileSync(marker, '');
      process.kill(process.pid, 'SIGKILL');
    },
  };
}
