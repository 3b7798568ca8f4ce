/** Wiring of `kintsugi run`: from settings and words of the command line to what the keeper is given. */
import { announce } from './announce.ts';
import type { LoadedConfig } from './config/load.ts';
import type { Settings } from './config/schema.ts';
import type { Launch } from './incident/nouns.ts';
import { leakDefaults } from './keeper/leak.ts';
import { keeperDefaults, type KeeperSettings } from './keeper/settings.ts';
import { recommendedWorkers } from './keeper/surroundings.ts';
import { isErrno } from './kit/errors.ts';
import { ensureState, type StatePaths } from './kit/paths.ts';
import { findEndpoints, nameOf } from './models/endpoints.ts';
import { openProject } from './project.ts';
import { run } from './run.ts';
import { findConfinement } from './sandbox/confine.ts';

export interface Supervision {
  readonly launch: Launch;
  readonly paths: StatePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly config: LoadedConfig;
  readonly once: boolean;
  readonly json: boolean;
  readonly version: string;
  readonly hookFile: string;
  /** argv that starts the healer; null = none. */
  readonly healer: readonly string[] | null;
}

export async function supervise(given: Supervision): Promise<number> {
  const { launch, paths, env, config, hookFile, healer, once, json, version } = given;
  const { settings } = config;
  prepare(paths);
  const { redactor } = openProject(paths, env, config);
  const { onPark } = settings.restart;
  return run({
    launch,
    paths,
    env,
    once,
    json,
    version,
    healer,
    hookFile,
    settings: keeperSettings(settings),
    onPark: onPark === 'auto' ? null : onPark,
    redact: (text) => redactor.redact(text),
    about: await about(settings, env),
    announce: (say) => announce(paths, say),
  });
}

/** What the disk refuses now, the keeper and the healer tell of when they need it; the server is kept all the same. */
function prepare(paths: StatePaths): void {
  try {
    ensureState(paths);
  } catch (error) {
    if (!isErrno(error)) throw error;
  }
}

async function about(settings: Settings, env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { autonomy, sandbox } = settings;
  const confinement = await findConfinement(sandbox);
  return {
    autonomy,
    confinement: confinement.kind === 'none' ? `none (${confinement.why})` : confinement.kind,
    model: findEndpoints(env, settings).chains.coding.map(nameOf)[0] ?? 'none',
    dashboard: 'off',
  };
}

function keeperSettings(settings: Settings): KeeperSettings {
  const { shutdown, memory, restart, sockets, workers, standby, health, sensing, logs, shed } = settings;
  return {
    startupMs: restart.startupMs,
    graceMs: shutdown.graceMs,
    memoryLimitMb: memory.limitMb === 'auto' ? keeperDefaults.memoryLimitMb : memory.limitMb,
    memoryLimitGrows: memory.limitMb === 'auto',
    leak: leakDefaults,
    freezeMs: health.freezeMs,
    backoff: { firstMs: restart.firstMs, maxMs: restart.maxMs },
    sockets,
    workers: workers === 'auto' ? recommendedWorkers() : workers,
    ahead: standby ? 'standby' : restart.spare ? 'spare' : 'off',
    parkedRetryMs: restart.parkedRetryMs,
    health,
    sensing,
    logs: logs.enabled ? { bytesMax: logs.maxMb * 1024 * 1024, files: logs.files } : null,
    shed: shed.enabled ? { exempt: shed.exempt, headroomMb: shed.headroomMb } : null,
  };
}
