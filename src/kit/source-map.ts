/** Where compiled code comes from, by the source map beside it (revision 3). */
import { existsSync, statSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson } from './files.ts';

/** An absolute path; lines and columns from 1, column 0 where it is not known. */
export interface PlaceInFile {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const bytesMax = 8 * 1024 * 1024;
const keptMax = 16;
/** The latest, by file and time of its last change. */
const kept = new Map<string, { readonly map: SourceMap; readonly payload: SourceMapPayload } | null>();

/** Maps that do not lie beside their files, by the absolute path of the file. */
export type Maps = ReadonlyMap<string, string>;

/** The author's place of a place in compiled code; null where no map leads to a file that is there. */
export function originalOf({ file, line, column }: PlaceInFile, maps: Maps = new Map()): PlaceInFile | null {
  if (!path.isAbsolute(file) || !/\.[cm]?js$/.test(file)) return null;
  const text = maps.get(file);
  const read = text === undefined ? mapOf(`${file}.map`) : parsed(JSON.parse(text) as SourceMapPayload);
  if (read === null) return null;
  const found = read.map.findEntry(line - 1, Math.max(0, column - 1));
  if (!('originalSource' in found)) return null;
  const source = sourceAt(file, read.payload, found.originalSource);
  return existsSync(source) ? { file: source, line: found.originalLine + 1, column: found.originalColumn + 1 } : null;
}

function mapOf(file: string): { readonly map: SourceMap; readonly payload: SourceMapPayload } | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > bytesMax) return null;
  const key = `${file} ${stat.mtimeMs} ${stat.size}`;
  if (!kept.has(key)) kept.set(key, parsed(readJson<SourceMapPayload>(file)));
  for (const oldest of kept.keys()) if (kept.size > keptMax) kept.delete(oldest);
  return kept.get(key) ?? null;
}

function parsed(payload: SourceMapPayload | null): { map: SourceMap; payload: SourceMapPayload } | null {
  const isMap = payload?.version === 3 && Array.isArray(payload.sources) && typeof payload.mappings === 'string';
  if (!isMap) return null;
  try {
    return { map: new SourceMap(payload), payload };
  } catch (error) {
    if (error instanceof Error) return null; // mappings that are none: the frame stays where it is
    throw error;
  }
}

/** The path of one of a map's `sources`. */
function sourceAt(file: string, { sourceRoot }: Pick<SourceMapPayload, 'sourceRoot'>, source: string): string {
  if (source.startsWith('file:')) return fileURLToPath(source);
  return path.resolve(path.dirname(file), sourceRoot ?? '', source);
}
