/** Wiring of `kintsugi run`: from settings and words of the command line to what the keeper is given. Built as one CommonJS file too (decision 47). */
import { fileURLToPath } from 'node:url';
import { announce } from './announce.ts';
import type { LoadedConfig } from './config/load.ts';
import type { Settings } from './config/schema.ts';
import { hasFlag, textOf } from './edges/cli/args.ts';
import type { Call } from './edges/cli/call.ts';
import { installedHook, loadSettings, subjectsOf, version } from './given.ts';
import type { Launch } from './incident/nouns.ts';
import { leakDefaults } from './keeper/leak.ts';
import { keeperDefaults, type KeeperSettings } from './keeper/settings.ts';
import { recommendedWorkers } from './keeper/surroundings.ts';
import { Fault, isErrno } from './kit/errors.ts';
import { keptPaths } from './kit/known.ts';
import { nodeProgram } from './kit/node.ts';
import { ensureState, type StatePaths } from './kit/paths.ts';
import type { Redactor } from './kit/redact.ts';
import { findEndpoints, nameOf } from './models/endpoints.ts';
import { openProject } from './project.ts';
import { leaveProcess1 } from './reaper.ts';
import { command, endWith, missing } from './rim.ts';
import { run } from './run.ts';
import { findConfinement } from './sandbox/confine.ts';

interface Supervision {
  readonly launch: Launch;
  /** What the same command line starts now. */
  launchAnew(): Launch;
  readonly paths: StatePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly config: LoadedConfig;
  readonly once: boolean;
  /** See `RunOptions`. */
  readonly noReaper: string | null;
  readonly json: boolean;
  readonly version: string;
  readonly hookFile: string;
  /** argv that starts the healer of what is supervised. */
  healer(launch: Launch): readonly string[];
}

export async function superviseSubject(call: Call): Promise<number> {
  const once = hasFlag(call.args, 'once');
  const noReaper = leaveProcess1(call.env, { once });
  compileNothing();
  const launchAnew = await subjectsOf(call);
  const named = launchAnew();
  const paths = keptPaths(named.project, call.env, named.link ?? null);
  const launch = knownBy(named, paths.link);
  return supervise({
    launch,
    launchAnew,
    paths,
    env: call.env,
    config: await loadSettings(call, launch.project),
    once,
    noReaper,
    json: call.output.json,
    version: version(),
    hookFile: installedHook() ?? missing('the hook'),
    healer: (one) => healerCommand(one, call),
  });
}

/** `argv` begins with `run`. */
export function answer(argv: readonly string[]): Promise<void> {
  return endWith(() => command(argv, { run: superviseSubject }));
}

/** A keeper waits nearly all of its life: V8's compilers would only cost it memory (5 MB), and a flood of output is not passed on faster. */
function compileNothing(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const compiler of ['opt', 'sparkplug']) setFlagsFromString(`--no-${compiler}`);
}

/** The healer is a program of its own beside this one; started as this one was, also from the sources. */
function healerCommand({ project, link }: Launch, { args, env }: Call): string[] {
  const file = new URL(import.meta.url.endsWith('.ts') ? './heal.ts' : './heal.js', import.meta.url);
  const argument = { project, link: link ?? null, flags: args.settings, config: textOf(args, 'config') };
  return [nodeProgram(env), ...process.execArgv, fileURLToPath(file), JSON.stringify(argument)];
}

async function supervise(given: Supervision): Promise<number> {
  const { launch, paths, env, config, hookFile, once, noReaper, json, version } = given;
  const { settings } = config;
  prepare(paths);
  const redactorOf = (project: string): Redactor => openProject({ ...paths, project }, env, config).redactor;
  const redactors = [redactorOf(launch.project)];
  const { onPark } = settings.restart;
  return run({
    launch,
    paths,
    env,
    once,
    noReaper,
    json,
    version,
    healer: (one) => given.healer(one),
    launchAnew: () => {
      const named = given.launchAnew();
      const isSame = named.project === launch.project;
      const { state, link } = isSame ? paths : keptPaths(named.project, env, named.link ?? null);
      // Under another name or in another place it would be a server with a supervisor of its own.
      if (named.subject !== launch.subject || state !== paths.state)
        throw new Fault('moved', `it is ${named.subject} with its state in ${state} by now`);
      const anew = knownBy(named, link);
      if (anew.project !== launch.project) redactors.splice(1, 1, redactorOf(anew.project));
      return anew;
    },
    hookFile,
    settings: keeperSettings(settings),
    onPark: onPark === 'auto' ? null : onPark,
    redact: (text) => redactors.reduce((safe, redactor) => redactor.redact(safe), text),
    about: await about(settings, env),
    announce: (say) => announce(paths, say),
  });
}

/** A project keeps the name by which it is known, whichever way led to it this time. */
function knownBy({ link: _link, ...launch }: Launch, link: string | null): Launch {
  return link === null ? launch : { ...launch, link };
}

/** What the disk refuses now, the keeper and the healer tell of when they need it; the server is kept all the same. */
function prepare(paths: StatePaths): void {
  try {
    ensureState(paths);
  } catch (error) {
    if (error instanceof Fault || !isErrno(error)) throw error;
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
    healsAlone: settings.autonomy === 'auto' || settings.autonomy === 'full',
    parkedRetryMs: restart.parkedRetryMs,
    health,
    sensing,
    logs: logs.enabled ? { bytesMax: logs.maxMb * 1024 * 1024, files: logs.files } : null,
    shed: shed.enabled ? { exempt: shed.exempt, headroomMb: shed.headroomMb } : null,
  };
}
