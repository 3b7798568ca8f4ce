/** Settings that come as variables, and a warning for each variable that looks like one and is none (CFG-5). */
import { closest } from '../kit/nearest.ts';
import { entries } from './schema.ts';
import { fromText, problemWith } from './validate.ts';

/** Between keeper and hook, or set for the subject: not settings, and no reason for a warning. */
const ours: ReadonlySet<string> = new Set([
  'KINTSUGI_MANAGED',
  'KINTSUGI_BOOT',
  'KINTSUGI_HOOK',
  'KINTSUGI_LAST',
  'KINTSUGI_FDS',
  'KINTSUGI_PARK',
  'KINTSUGI_TRIAL',
  'KINTSUGI_TEST_CRASH',
  'KINTSUGI_CLUSTER',
  'KINTSUGI_RECOMMENDED_WORKERS',
  'KINTSUGI_HEADLESS_HEARTBEAT_INTERVAL_MS',
]);

/** The settings that variables give. An empty variable counts as not set. */
export function readVariables(env: NodeJS.ProcessEnv): {
  values: Map<string, unknown>;
  problems: string[];
  warnings: string[];
} {
  const values = new Map<string, unknown>();
  const problems: string[] = [];
  for (const { key, variable, setting } of entries) {
    const text = env[variable];
    if (text === undefined || text === '') continue;
    const value = fromText(setting, text);
    const problem = problemWith(variable, setting, value);
    if (problem === null) values.set(key, value);
    else problems.push(problem + (setting.kind === 'list' && !setting.plain ? ', as JSON' : ''));
  }
  return { values, problems, warnings: unknownVariables(env) };
}

function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = new Set(entries.map((entry) => entry.variable));
  return Object.keys(env)
    .filter((name) => name.startsWith('KINTSUGI_') && !known.has(name) && !ours.has(name))
    .sort()
    .map((name) => {
      return `the variable ${name} is none of Kintsugi's and is ignored; the nearest is ${closest(name, known)}`;
    });
}
