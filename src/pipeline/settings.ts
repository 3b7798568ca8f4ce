/** What comes of a changed configuration, for the terminal of `run` and for `status`: STATE/configuration.json (CFG-3). */
import { loadConfig, type LoadedConfig, type LoadRequest } from '../config/load.ts';
import type { Change } from '../config/reload.ts';
import { iso, systemClock } from '../kit/clock.ts';
import { Fault, isErrno } from '../kit/errors.ts';
import { readRecord, writeJson } from '../kit/files.ts';
import type { StatePaths } from '../kit/paths.ts';

export interface SettingsRecord {
  readonly v: 1;
  readonly at: string;
  /** Why the settings that are there now are not taken; null where they are. */
  readonly refused: string | null;
  /** What was taken last, a sentence each. */
  readonly changes: readonly string[];
}

const asBefore = 'The configuration is accepted again, as it was before.';

export interface ToldSettings {
  readonly refused?: string | null;
  readonly changes?: readonly string[];
}

/** Writes it where it is news. A full disk is no reason not to go on: the log has it too. */
export function tellSettings(paths: StatePaths, { refused = null, changes = [] }: ToldSettings): void {
  const before = readRecord<SettingsRecord>(paths.configuration)?.refused ?? null;
  if (refused === before && changes.length === 0) return;
  const told = refused === null && changes.length === 0 ? [asBefore] : changes;
  const record: SettingsRecord = { v: 1, at: iso(systemClock.now()), refused, changes: told };
  try {
    writeJson(paths.configuration, record);
  } catch (error) {
    if (!isErrno(error)) throw error;
  }
}

/** For the start of the healer. @throws Fault config */
export async function loadAndTell(paths: StatePaths, request: LoadRequest): Promise<LoadedConfig> {
  try {
    return await loadConfig(request);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tellSettings(paths, { refused: `${error.message}. Until that is corrected nothing is repaired.` });
    throw error;
  }
}

export function changeText({ key, from, to, atOnce }: Change): string {
  const since = atOnce ? 'from now on' : 'from the next `kintsugi run` on';
  return `Setting ${key}: ${JSON.stringify(to)} instead of ${JSON.stringify(from)}, ${since}.`;
}
