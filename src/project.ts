/** Wiring: what every program of one project is given, made once from its folder, its configuration and the environment. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadedConfig } from './config/load.ts';
import type { Settings } from './config/schema.ts';
import type { Launch, SourceTree } from './incident/nouns.ts';
import { hiding } from './kit/credentials.ts';
import { listed, readJson, readRecord } from './kit/files.ts';
import { hashOf } from './kit/hash.ts';
import type { StatePaths } from './kit/paths.ts';
import { createRedactor, type Redactor } from './kit/redact.ts';
import { secretsFrom, type Secret } from './kit/redact-env.ts';
import { isOfOthers, workspacesIn } from './kit/workspaces.ts';
import { modelKeys } from './models/endpoints.ts';
import type { PolicySettings } from './policy/settings.ts';
import type { ReleaseRules } from './release/set.ts';

export interface Project {
  readonly paths: StatePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: Settings;
  /** Hides what is in `credentials`, too. */
  readonly redactor: Redactor;
  /** Of the requests that are replayed; known as soon as one is unsealed. */
  readonly credentials: Set<string>;
  /** The compiled hook, preloaded into subjects and trials. */
  readonly hookFile: string;
}

export function openProject(paths: StatePaths, env: NodeJS.ProcessEnv, config: LoadedConfig): Project {
  const hookFile = fileURLToPath(new URL('./hook/hook.cjs', import.meta.url));
  const keys = modelKeys(env, config.settings.models.providers); // also where their names do not tell
  const redactor = createRedactor([...keys, ...ownSecrets(paths.project, env)]);
  const credentials = new Set<string>();
  return {
    paths,
    env,
    settings: config.settings,
    hookFile,
    redactor: { ...redactor, redact: hiding(credentials, redactor.redact) },
    credentials,
  };
}

const subjectCharsMax = 100;

/** The name by which it is known everywhere: a command line may hold secrets, and what is told of it would go by another name. */
export function named(launch: Launch, env: NodeJS.ProcessEnv): Launch {
  const { redact } = createRedactor(ownSecrets(launch.project, env));
  return { ...launch, subject: redact(launch.subject).slice(0, subjectCharsMax) };
}

function ownSecrets(project: string, env: NodeJS.ProcessEnv): Secret[] {
  return secretsFrom({ env, envFiles: envFiles(project) });
}

/** `.env*` of the project's folder and of its packages: their values are secrets, their names are known to recipes. */
export function envFiles(project: string): { path: string; text: string }[] {
  return workspacesIn(project).flatMap((at) =>
    listed(path.join(project, at))
      .filter((name) => name === '.env' || name.startsWith('.env.'))
      .flatMap((name) => {
        const text = readSmall(path.join(project, at, name));
        return text === null ? [] : [{ path: path.join(at, name), text }];
      }),
  );
}

function readSmall(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').slice(0, 1024 * 1024);
  } catch {
    return null; // unreadable for us: then its values are not in our environment either
  }
}

export function releaseRules(project: Project, subject: string): ReleaseRules {
  const observed = readJson<{ writes?: unknown }>(project.paths.run(subject).observedJson);
  const wrote = Array.isArray(observed?.writes) ? observed.writes.filter((item) => typeof item === 'string') : [];
  return { protected: project.settings.protected, wrote, env: project.env };
}

export function policySettings({ settings }: Project): PolicySettings {
  return {
    autonomy: settings.autonomy,
    protected: settings.protected,
    recovery: settings.recovery,
    modelAlone: settings.modelAlone,
    trustInstallScripts: settings.trustInstallScripts,
  };
}

/** Names what a trial is given; where it changes, one that could not be set up may be. */
export function trialHash({ trial, sandbox }: Settings): string {
  return hashOf({ trial, sandbox });
}

/**
 * Names, never values, of what the subject's environment and the `.env*` files set: what only a template names is not set. What is no plain name
 * (`BASH_FUNC_f%%`, `X_(`) no program means, and a pattern that is made of it may be none.
 */
export function envKeys(project: Project, launch: Launch | null): string[] {
  const isForeign = launch === null ? () => false : isOfOthers(launch);
  const files = envFiles(project.paths.project).filter(
    ({ path: file }) => !/\.(?:example|sample|template|dist)$/.test(file) && !isForeign(file),
  );
  const named = files.flatMap(({ text }) =>
    [...text.matchAll(/^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/gm)].map((match) => match[1] ?? ''),
  );
  const set = Object.keys(project.env).filter((key) => /^[A-Za-z_]\w*$/.test(key) && !key.startsWith('KINTSUGI_'));
  return [...new Set([...set, ...named])];
}

/** What installs packages here, by the lock file that is there. */
export function packageManager(tree: SourceTree): 'npm' | 'pnpm' | 'yarn' | 'bun' {
  if (tree.exists('pnpm-lock.yaml')) return 'pnpm';
  if (tree.exists('yarn.lock')) return 'yarn';
  return tree.exists('bun.lock') || tree.exists('bun.lockb') ? 'bun' : 'npm';
}

/** How the subject of an incident is started: as its keeper recorded it. */
export function recordedLaunch(paths: StatePaths, subject: string): Launch | null {
  return readRecord<{ launch?: Launch }>(paths.run(subject).runJson)?.launch ?? null;
}
