/** The function map (MEM-5): what each file defines, read off its syntax tree once and kept until the file changes. */
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FunctionMap, MappedFile } from '../incident/map.ts';
import { isCodeFile } from '../kit/code.ts';
import { isErrno } from '../kit/errors.ts';
import { readJson, writeJson } from '../kit/files.ts';
import { sha256 } from '../kit/hash.ts';
import { readDefinitions, type Definitions } from './definitions.ts';
import { routesByFile } from './mounts.ts';

export interface MapPlace {
  /** Absolute. */
  readonly project: string;
  /** Project-relative, as the release has them. */
  readonly files: readonly string[];
  /** Where what was read is kept; a short cut that may be deleted at any time. */
  readonly cache: string;
}

interface Known {
  /** Times, size and inode: equal ones mean equal bytes. */
  readonly stat: string;
  readonly sha: string;
  readonly definitions: Definitions;
}

interface Cache {
  readonly version: number;
  readonly files: Readonly<Record<string, Known>>;
}

/** Raised whenever what is read off a file changes. */
const version = 2;
const sourceBytesMax = 1024 * 1024;
const settledMs = 2_000;

/** Reads what is new or has changed; the rest costs a stat. */
export function updateMap({ project, files, cache }: MapPlace): FunctionMap {
  const stored = readJson<Cache>(cache);
  const before = stored?.version === version ? stored.files : {};
  const now: Record<string, Known> = Object.create(null) as Record<string, Known>;
  for (const file of files.filter(isCodeFile).sort()) {
    const known = readOne(project, file, Object.hasOwn(before, file) ? before[file] : undefined);
    if (known !== null) now[file] = known;
  }
  const names = Object.keys(now);
  const isAsBefore = names.length === Object.keys(before).length && names.every((file) => now[file] === before[file]);
  if (!isAsBefore) writeJson(cache, { version, files: now } satisfies Cache);
  const definitions = new Map(Object.entries(now).map(([file, known]) => [file, known.definitions]));
  const routes = routesByFile(definitions);
  return [...definitions].map(([file, { functions, classes, exports }]): MappedFile => {
    return { file, routes: routes.get(file) ?? [], functions, classes, exports };
  });
}

function readOne(project: string, file: string, before: Known | undefined): Known | null {
  try {
    const found = lstatSync(path.join(project, file), { bigint: true });
    if (!found.isFile() || found.size > BigInt(sourceBytesMax)) return null;
    // A file changed this very moment may change again within one tick of its clock.
    const isSettled = Number(found.mtimeMs) < Date.now() - settledMs;
    const stat = isSettled ? `${found.mtimeNs} ${found.size} ${found.ino}` : '';
    if (before !== undefined && stat !== '' && before.stat === stat) return before;
    const text = readFileSync(path.join(project, file), 'utf8');
    const sha = sha256(text);
    return { stat, sha, definitions: before?.sha === sha ? before.definitions : readDefinitions(file, text) };
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EACCES')) return null; // gone since it was listed
    throw error;
  }
}
