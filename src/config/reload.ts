/** The configuration while a program runs: read again between incidents, swapped in whole, refused when invalid (CFG-3). */
import { statSync } from 'node:fs';
import { Fault } from '../kit/errors.ts';
import { canonical } from '../kit/hash.ts';
import { findConfigFile, fingerprint } from './file.ts';
import { loadConfig, type LoadedConfig, type LoadRequest } from './load.ts';
import { entries, type Setting, type Settings } from './schema.ts';

export interface Change {
  readonly key: string;
  readonly from: unknown;
  readonly to: unknown;
  /** Whether Kintsugi may do more or less than before; null where that is not what the setting is about. */
  readonly direction: 'tighter' | 'looser' | null;
  /** False where only the next `kintsugi run` takes it up. */
  readonly atOnce: boolean;
}

export type Reloaded =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly config: LoadedConfig; readonly changes: readonly Change[] }
  | { readonly kind: 'refused'; readonly why: string };

export interface Reloader {
  /** The last good one. */
  current(): LoadedConfig;
  /** Whether there is another version of the file than was looked at, as far as the times of the file and its folder tell: next to nothing where they did not change. */
  isDue(): boolean;
  /** Looks whether the file changed. Cheap where it did not. A refusal is told once for each version of the file. */
  refresh(): Promise<Reloaded>;
  /** Why the present version is refused; null where it is not. */
  refused(): string | null;
}

export function createReloader(first: LoadedConfig, request: LoadRequest): Reloader {
  let good = first;
  let seen = stamp(first.file, first.fingerprint);
  let refused: string | null = null;
  let { file } = first;
  let glanced = '';
  const look = (): string => {
    file = currentFile(request);
    return stamp(file, fingerprint(file));
  };
  return {
    current: () => good,
    refused: () => refused,
    isDue() {
      const now = [request.project, file].map(changedMs).join(' ');
      if (now === glanced) return false;
      glanced = now;
      return look() !== seen;
    },
    async refresh() {
      const now = look();
      if (now === seen) return { kind: 'same' };
      seen = now;
      const loaded = await tryLoad(request);
      refused = typeof loaded === 'string' ? loaded : null;
      if (typeof loaded === 'string') return { kind: 'refused', why: loaded };
      const changes = compare(good.settings, loaded.settings);
      good = loaded;
      return changes.length === 0 ? { kind: 'same' } : { kind: 'changed', config: loaded, changes };
    },
  };
}

/** A file named by `--config` that went away is as good as no file: the last good settings stay. */
function currentFile(request: LoadRequest): string | null {
  return request.file ? request.file : findConfigFile(request.project, null).file;
}

/** Of a folder: when a name in it came or went. */
function changedMs(file: string | null): number | null {
  return file === null ? null : (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? null);
}

function stamp(file: string | null, bytes: string | null): string {
  return `${file} ${bytes}`;
}

async function tryLoad(request: LoadRequest): Promise<LoadedConfig | string> {
  try {
    return await loadConfig(request);
  } catch (error) {
    if (error instanceof Fault) return `${error.message}. The last good configuration stays.`; // that is the answer
    throw error;
  }
}

/** What differs, in the order of the table. Secrets are never among it: they cannot stand in a file. */
export function compare(from: Settings, to: Settings): Change[] {
  return entries.flatMap(({ key, setting }) => {
    const [a, b] = [valueAt(from, key), valueAt(to, key)];
    if (canonical(a) === canonical(b)) return [];
    return [{ key, from: a, to: b, direction: direction(setting, a, b), atOnce: !setting.fromStart }];
  });
}

/** The value under a dotted key. */
export function valueAt(settings: Settings, key: string): unknown {
  let at: unknown = settings;
  for (const part of key.split('.')) at = (at as Record<string, unknown>)[part];
  return at;
}

/** A list that both lost and gained entries counts as looser: caution. */
function direction(setting: Setting, from: unknown, to: unknown): Change['direction'] {
  if (setting.loosens === undefined) return null;
  const grew =
    Array.isArray(from) && Array.isArray(to)
      ? listGrew(from, to, setting.loosens)
      : rank(setting, to) > rank(setting, from);
  return grew === (setting.loosens === 'up') ? 'looser' : 'tighter';
}

function listGrew(from: readonly unknown[], to: readonly unknown[], loosens: 'up' | 'down'): boolean {
  const missing = (a: readonly unknown[], b: readonly unknown[]): boolean =>
    a.some((item) => !b.some((other) => canonical(other) === canonical(item)));
  return loosens === 'up' ? missing(to, from) : !missing(from, to);
}

function rank(setting: Setting, value: unknown): number {
  return typeof value === 'string' ? (setting.choices ?? []).indexOf(value) : Number(value);
}
