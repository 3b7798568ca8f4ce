/** argv → program: the only place that knows all commands. Each is loaded when asked for, so that none pays for another. */
import { realpathSync } from 'node:fs';
import { commandOf, textOf } from './edges/cli/args.ts';
import { placesOf, type Call } from './edges/cli/call.ts';
import type { IsAdopted } from './edges/cli/incidents.ts';
import type { CarryOut, Desk } from './engine/desk.ts';
import type { Shelves } from './edges/cli/memory.ts';
import type { Nearby } from './pipeline/placing.ts';
import { installedHook, loadSettings, subjectOf, version } from './given.ts';
import type { FunctionMap } from './incident/map.ts';
import { command, endWith, print, untilStopped, type Program } from './rim.ts';

const programs: Readonly<Record<string, Program>> = {
  run: async (call) => (await import('./supervise.ts')).superviseSubject(call),
  heal: async (call) => (await import('./healing.ts')).healSubject(call),
  status: async (call) => (await import('./status.ts')).showStatus(call),
  incidents: async (call) => (await views()).incidents(call, await openDesk(call)),
  show: async (call) => (await views()).show(call, await openDesk(call), adoption(call)),
  report: async (call) => (await views()).report(call, await openDesk(call), adoption(call)),
  usage: async (call) => {
    const [{ usage }, { accountOf }] = await Promise.all([
      import('./edges/cli/usage.ts'),
      import('./project-models.ts'),
    ]);
    return usage(call, await openDesk(call), accountOf(placesOf(call)));
  },
  events: async (call) => {
    const [{ events }, desk] = [await views(), await openDesk(call)];
    return untilStopped((stop) => events(call, desk, stop));
  },
  approve: decide,
  reject: decide,
  resolve: decide,
  'backup create': backup,
  'backup list': backup,
  'backup restore': backup,
  'backup undo': backup,
  triage: async (call) => (await import('./edges/cli/triage.ts')).triage(call),
  'policy check': async (call) => {
    const { policyCheck } = await import('./edges/cli/policy.ts');
    return policyCheck(call, async () => (await loadSettings(call)).settings);
  },
  'memory search': async (call) => (await memories()).memorySearch(call, await shelves(call)),
  'memory stats': async (call) => (await memories()).memoryStats(call, await shelves(call)),
  'memory forget': forget,
  map: async (call) => {
    const { functionMap } = await import('./edges/cli/memory.ts');
    return functionMap(call, await mapOf(call));
  },
  pause: async (call) => (await import('./edges/cli/control.ts')).pause(call, await openDesk(call)),
  resume: async (call) => (await import('./edges/cli/control.ts')).resume(call, await openDesk(call)),
  reload: async (call) => {
    const { reload } = await import('./edges/cli/reload.ts');
    return untilStopped((stop) => reload(call, stop));
  },
  logs: async (call) => {
    const { logs } = await import('./edges/cli/logs.ts');
    const { redactorFor } = await import('./edges/cli/secrets.ts');
    const redactor = redactorFor([placesOf(call).project], call.env);
    return untilStopped((stop) => logs(call, (text) => redactor.redact(text), stop));
  },
  init: async (call) => {
    const { init } = await import('./edges/cli/control.ts');
    const { initialFile } = await import('./config/describe.ts');
    const { knownServices } = await import('./services.ts');
    const { project, state } = placesOf(call);
    const rows = knownServices(project, state, call.env).flatMap(({ row }) => row ?? []);
    return init(call, { rows, initialFile });
  },
  doctor: checkUp,
  service: async (call) => {
    const { hasNotify, ownerOf, systemdUnit } = await import('./edges/cli/service.ts');
    const unit = systemdUnit(await subjectOf(call), realpathSync(process.argv[1] ?? ''), {
      name: textOf(call.args, 'name'),
      rest: call.args.rest,
      notifies: hasNotify(call.env),
      owner: ownerOf(placesOf(call)),
    });
    call.output.result(unit, () => unit);
    return 0;
  },
};

async function views(): Promise<typeof import('./edges/cli/incidents.ts')> {
  return import('./edges/cli/incidents.ts');
}

function adoption(call: Call): IsAdopted {
  return async (changes) => {
    const { isAdopted } = await import('./release/deploys.ts');
    return isAdopted({ project: placesOf(call).project, env: call.env }, changes);
  };
}

async function openDesk(call: Call): Promise<Desk> {
  const { Desk } = await import('./engine/desk.ts');
  return new Desk(placesOf(call));
}

async function memories(): Promise<typeof import('./edges/cli/memory.ts')> {
  return import('./edges/cli/memory.ts');
}

/** What was learnt, the project's own code and the manual, each opened when it is asked for. */
async function shelves(call: Call): Promise<Shelves> {
  const { ownShelf, codeShelf, manualShelf } = await import('./pipeline/asking.ts');
  return {
    own: async () => ownShelf(placesOf(call), await nearby(call)),
    code: async () => codeShelf(await mapOf(call)),
    manual: () => manualShelf(),
  };
}

/** Null where no model places texts. */
async function nearby(call: Call): Promise<Nearby | null> {
  const config = await loadSettings(call);
  if (config.settings.models.embedding.length === 0) return null;
  const [{ openProject }, { openModels, runOf }] = await Promise.all([
    import('./project.ts'),
    import('./project-models.ts'),
  ]);
  const paths = placesOf(call);
  const warn = (text: string): void => call.output.warn(text);
  const models = openModels(openProject(paths, call.env, config), { run: runOf(process.pid), warn });
  return { models, folder: paths.memory, warn };
}

async function mapOf(call: Call): Promise<FunctionMap> {
  const [{ mapProject }, { openProject }] = await Promise.all([import('./pipeline/asking.ts'), import('./project.ts')]);
  return mapProject(openProject(placesOf(call), call.env, await loadSettings(call)), null);
}

async function forget(call: Call): Promise<number> {
  const [{ memoryForget }, { forgetHere }] = await Promise.all([memories(), import('./healer.ts')]);
  const input = { paths: placesOf(call), env: call.env, config: await loadSettings(call) };
  return memoryForget(call, {
    desk: await openDesk(call),
    shelves: await shelves(call),
    here: (id) => forgetHere(input, id),
  });
}

/** Where no healer runs, a decision is carried out in this process. */
function carryOut(call: Call): CarryOut {
  return async (id, answered) => {
    const [{ carryOutHere }, { Swapper }, { systemClock }] = await Promise.all([
      import('./healer.ts'),
      import('./pipeline/swap.ts'),
      import('./kit/clock.ts'),
    ]);
    const paths = placesOf(call);
    const config = await loadSettings(call);
    await carryOutHere({ paths, env: call.env, config, swapper: new Swapper(paths, systemClock) }, id, answered);
  };
}

async function backup(call: Call): Promise<number> {
  const [{ backups }, { listBackups }, { createBackup, restoreBackup, undoLast }, { openProject, releaseRules }] =
    await Promise.all([
      import('./edges/cli/backup.ts'),
      import('./release/backups.ts'),
      import('./release/rollback.ts'),
      import('./project.ts'),
    ]);
  const paths = placesOf(call);
  const project = openProject(paths, call.env, await loadSettings(call));
  const place = { paths, rules: releaseRules(project, ''), at: new Date().toISOString() };
  return backups(call, {
    list: () => listBackups(paths),
    create: () => createBackup({ ...place, why: 'asked for' }),
    restore: (id) => restoreBackup({ ...place, id }),
    undo: () => undoLast(place),
  });
}

async function decide(call: Call): Promise<number> {
  const { decide } = await import('./edges/cli/decide.ts');
  return decide(call, await openDesk(call), carryOut(call));
}

async function checkUp(call: Call): Promise<number> {
  const { doctor } = await import('./edges/cli/doctor.ts');
  const { findConfinement } = await import('./sandbox/confine.ts');
  const { shownSettings } = await import('./config/describe.ts');
  const { knownServices } = await import('./services.ts');
  const { modelsFound } = await import('./project-models.ts');
  return doctor(call, {
    version: version(),
    hookFile: installedHook(),
    findConfinement: () => findConfinement(),
    services: (project, state) => knownServices(project, state, call.env),
    settings: async () => {
      const config = await loadSettings({ ...call, output: { ...call.output, warn: () => undefined } });
      const models = await modelsFound(call.env, config.settings);
      return { shown: shownSettings(config), warnings: config.warnings, file: config.file, models };
    },
  });
}

/** Help and version work in any folder, also in one that is gone. Null where a command is to be run. */
async function helpText(argv: readonly string[]): Promise<string | null> {
  const [first] = argv;
  if (first === '--version' || first === '-v') return version();
  const { helpOf, overview } = await import('./edges/cli/help.ts');
  if (first === '--help' || first === '-h' || (first === 'help' && argv.length === 1)) return overview(version());
  return first === 'help' ? helpOf(commandOf(argv.slice(1)).spec) : null;
}

async function start(argv: readonly string[]): Promise<number> {
  const text = /^(?:-v|-h|--version|--help|help)$/.test(argv[0] ?? '') ? await helpText(argv) : null;
  if (text !== null) return print(text);
  return command(argv, programs);
}

await endWith(() => start(process.argv.slice(2)));
