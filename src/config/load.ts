/** Settings from flag, variable, file and default, in this order, each with where it came from (CFG-5). */
import path from 'node:path';
import { Fault } from '../kit/errors.ts';
import { hashOf } from '../kit/hash.ts';
import { findConfigFile, fingerprint, readConfigFile } from './file.ts';
import { byKey, entries, nest, type Settings } from './schema.ts';
import { readVariables } from './variables.ts';
import { checkLists, problemWith, readTree } from './validate.ts';

export type Origin = 'flag' | 'environment' | 'file' | 'default';

export interface LoadRequest {
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  /** By dotted key. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** `--config`; else the file is looked for in the project. */
  readonly file?: string | null;
}

export interface LoadedConfig {
  readonly settings: Settings;
  /** By dotted key. */
  readonly sources: Readonly<Record<string, Origin>>;
  readonly warnings: readonly string[];
  /** Of all values; equal hashes, equal settings. */
  readonly hash: string;
  readonly file: string | null;
  /** Of the file's bytes when it was read. */
  readonly fingerprint: string | null;
}

/** @throws Fault `config` that names every problem of file and variables; never a silent default (CFG-2). */
export async function loadConfig(request: LoadRequest): Promise<LoadedConfig> {
  const { file, ignored } = findConfigFile(request.project, request.file ?? null);
  if (file === null && ignored[0] !== undefined)
    throw new Fault('config', `${ignored[0]} is not read: kintsugi.config.mjs, .js, .cjs, .ts and .json are`, {
      next: 'Put the settings into one of these, or remove it.',
    });
  const bytes = fingerprint(file);
  const tree = file === null ? {} : await readConfigFile(file, request.env);
  const fromFile = readTree(tree);
  const fromEnv = readVariables(request.env);
  const fromFlags = new Map(Object.entries(request.flags ?? {}).filter(([, value]) => value !== undefined));
  const { values, sources } = merge([
    ['flag', fromFlags],
    ['environment', fromEnv.values],
    ['file', fromFile.values],
  ]);
  const settings = nest(values);
  const lists = checkLists(settings.recovery.auto_approve, settings.recovery.require_human);
  const name = file === null ? 'the settings' : path.basename(file);
  const problems = [...fromFile.problems.map((problem) => `${name}: ${problem}`), ...fromEnv.problems];
  refuse([...problems, ...flagProblems(fromFlags), ...lists.problems]);
  const others = ignored.map((other) => `${other} is ignored: ${name} stands beside it`);
  return {
    settings,
    sources,
    warnings: [...fromEnv.warnings, ...others, ...lists.warnings, ...idle(values, sources)],
    hash: hashOf(settings),
    file,
    fingerprint: bytes,
  };
}

/** What was asked of parts that are not there yet: a setting that does nothing says so. */
function idle(values: ReadonlyMap<string, unknown>, sources: Readonly<Record<string, Origin>>): string[] {
  return entries.flatMap(({ key, setting }) => {
    const isAsked = sources[key] !== 'default' && !isNothing(values.get(key));
    return setting.awaits && isAsked ? `${key} does nothing yet: this version has no ${setting.awaits}` : [];
  });
}

/** `off`, `false`, nothing: kept, also by a part that is not there. */
function isNothing(value: unknown): boolean {
  return value === null || value === false || value === 'off' || (Array.isArray(value) && value.length === 0);
}

/** The settings of a project that has none: what every command can fall back to. */
export function defaults(): Settings {
  return nest(new Map(entries.map(({ key, setting }) => [key, setting.fallback])));
}

function merge(layers: readonly (readonly [Origin, ReadonlyMap<string, unknown>])[]): {
  values: Map<string, unknown>;
  sources: Record<string, Origin>;
} {
  const values = new Map<string, unknown>();
  const sources: Record<string, Origin> = {};
  for (const { key, setting } of entries) {
    const layer = layers.find(([, given]) => given.has(key));
    values.set(key, layer === undefined ? setting.fallback : layer[1].get(key));
    sources[key] = layer?.[0] ?? 'default';
  }
  return { values, sources };
}

function flagProblems(flags: ReadonlyMap<string, unknown>): string[] {
  return [...flags].flatMap(([key, value]) => {
    const entry = byKey.get(key);
    if (entry === undefined) throw new RangeError(`no such setting: ${key}`);
    return problemWith(key, entry.setting, value) ?? [];
  });
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
  throw new Fault('config', problems.slice(0, 3).join('; ') + more);
}
