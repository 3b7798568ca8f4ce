/** Wiring: the services that a project's server was seen to use, or is told to, for `init` and `doctor` (SPEC TRY-8). */
import path from 'node:path';
import { namesIn, readJson } from './kit/files.ts';
import { addressShape, protocolAt, readonlyRow, sameAddress, serviceOf } from './kit/services.ts';
import { envFiles } from './project.ts';

export interface KnownService {
  /** `host:port`. */
  readonly target: string;
  /** The row of `trial.services` that lets a trial read there; null where only a test instance will do. */
  readonly row: string | null;
}

/** `state` is the state folder; a service with two names is there once. */
export function knownServices(project: string, state: string, env: NodeJS.ProcessEnv): KnownService[] {
  const named = Object.entries(env).flatMap(([name, value]) => (ofModels.test(name) ? [] : (value ?? [])));
  const values = [...named, ...urlsIn(project)];
  const told = values.flatMap((value) => serviceOf(value)?.target ?? []);
  const targets: string[] = [];
  for (const target of [...told, ...seen(state)])
    if (!targets.some((other) => sameAddress(other, target))) targets.push(target);
  return targets.map((target) => ({ target, row: readonlyRow(target, protocolAt(target, values)) }));
}

/** Where Kintsugi's own models are; what the server itself asks there is seen by the hook. */
const ofModels = /^(?:ANTHROPIC|OPENAI)_BASE_URL$/;

function urlsIn(project: string): string[] {
  return envFiles(project).flatMap(({ text }) =>
    [...text.matchAll(/^\s*(?:export\s+)?\w+\s*=\s*["'`]?([a-z]+:\/\/[^\s"'`]+)/gim)].map((match) => match[1] ?? ''),
  );
}

/** What the hook saw each subject connect to. */
function seen(state: string): string[] {
  const folder = path.join(state, 'run');
  return namesIn(folder).flatMap((name) => {
    const connects = readJson<{ connects?: unknown }>(path.join(folder, name, 'observed.json'))?.connects;
    return Array.isArray(connects) ? connects.filter((one) => typeof one === 'string' && addressShape.test(one)) : [];
  });
}
