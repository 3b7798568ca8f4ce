/** Wiring: the models of a project, from its settings and the environment. */
import path from 'node:path';
import type { Settings } from './config/schema.ts';
import type { ModelsFound } from './edges/cli/doctor.ts';
import { systemClock } from './kit/clock.ts';
import { readText } from './kit/files.ts';
import { hashOf } from './kit/hash.ts';
import { identify } from './kit/identity.ts';
import type { StatePaths } from './kit/paths.ts';
import { createModels } from './models/create.ts';
import { findEndpoints, nameOf } from './models/endpoints.ts';
import { Ledger } from './models/ledger.ts';
import { findLocal } from './models/local.ts';
import type { Models } from './models/models.ts';
import { reportUsage, type UsageReport } from './models/report.ts';
import type { Project } from './project.ts';

export interface OpenModels extends Models {
  close(): void;
}

export interface ModelsRequest {
  /** What `budget.usdPerRun` is counted by: the keeper's run, or the command's. */
  readonly run: string;
  /** One line for a person: a budget that nears its end, a price that is not known. */
  warn(text: string): void;
}

/** Nothing is loaded, written or asked before the first call. */
export function openModels(project: Project, { run, warn }: ModelsRequest): OpenModels {
  const { settings, env, paths, redactor } = project;
  const { chains } = findEndpoints(env, settings);
  const budget = { ...settings.budget, healMs: settings.heal.timeoutMs };
  const ledger = new Ledger({ file: usageFile(paths.state), run, budget, now: systemClock.now, warn });
  const redact = (text: string): string => redactor.redact(text);
  const models = createModels({ chains, ledger, prices: settings.models.prices, clock: systemClock, redact, warn });
  return {
    namesOf: (role) => models.namesOf(role),
    call: (call) => models.call(call),
    embed: (texts) => models.embed(texts),
    close: () => ledger.close(),
  };
}

/** For `doctor`: what would be asked, and what runs on this machine and could be. */
export async function modelsFound(env: NodeJS.ProcessEnv, settings: Settings): Promise<ModelsFound> {
  const { chains, problems } = findEndpoints(env, settings);
  const coding = chains.coding.map(nameOf);
  const local = settings.offline || coding.length > 0 ? [] : await findLocal();
  return { offline: settings.offline, coding, problems, local };
}

/** Names one run of Kintsugi by the process that is it. */
export function runOf(pid: number): string {
  return hashOf(identify(pid)).slice(0, 16);
}

/** What all calls of this project took. */
export function accountOf({ state }: StatePaths): UsageReport {
  return reportUsage(readText(usageFile(state)) ?? '');
}

function usageFile(state: string): string {
  return path.join(state, 'usage.jsonl');
}
