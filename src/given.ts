/** What several commands need besides their words: the settings, the subject, and what of Kintsugi is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LoadedConfig } from './config/load.ts';
import { textOf } from './edges/cli/args.ts';
import { placesOf, type Call } from './edges/cli/call.ts';
import type { Launch } from './incident/nouns.ts';
import { Fault } from './kit/errors.ts';

export async function loadSettings(call: Call, project = placesOf(call).project): Promise<LoadedConfig> {
  const { loadConfig } = await import('./config/load.ts');
  const config = await loadConfig({
    project,
    env: call.env,
    flags: call.args.settings,
    file: textOf(call.args, 'config'),
  });
  const warnings = [...config.warnings, ...(await uselessEntries(config))];
  for (const warning of warnings) call.output.warn(warning);
  return { ...config, warnings };
}

/** Approved commands that no shell-less start can carry out: they would wait for a person after all. */
async function uselessEntries({ settings }: LoadedConfig): Promise<string[]> {
  if (settings.recovery.auto_approve.length === 0) return [];
  const { recoveryProblems } = await import('./policy/commands.ts');
  return recoveryProblems(settings).map(({ entry, problem }) => `recovery.auto_approve "${entry}" ${problem}`);
}

export async function subjectOf(call: Call): Promise<Launch> {
  return (await subjectsOf(call))();
}

/** What gives the subject of the command line, as it is at that moment. */
export async function subjectsOf(call: Call): Promise<() => Launch> {
  if (process.platform === 'win32') {
    throw new Fault('usage', 'Windows has no signals, no process groups and no sockets to hand on', {
      next: 'Run Kintsugi and the server in WSL 2.',
    });
  }
  const [{ resolveSubject }, { named }] = await Promise.all([import('./edges/cli/subject.ts'), import('./project.ts')]);
  const { args, env } = call;
  const { cwd, rest } = args;
  const request = { entry: args.words[0] ?? null, rest, name: textOf(args, 'name'), cwd, env };
  return () => named(resolveSubject(request), env);
}

export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The hook lies beside this file once it is built; run from the sources, the built one is used. */
export function installedHook(): string | null {
  const places = ['./hook/hook.cjs', '../dist/hook/hook.cjs'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  return places.find((place) => existsSync(place)) ?? null;
}
