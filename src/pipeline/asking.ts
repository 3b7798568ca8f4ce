/** Wiring: what can be asked without a healer: what was learnt, the map of the project's code, and Kintsugi's own pages. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FunctionMap } from '../incident/map.ts';
import type { CapturedRequest, Launch } from '../incident/nouns.ts';
import { Fault } from '../kit/errors.ts';
import { namesIn } from '../kit/files.ts';
import { hashOf } from '../kit/hash.ts';
import { ensureState, type StatePaths } from '../kit/paths.ts';
import { isOfOthers } from '../kit/workspaces.ts';
import { updateMap } from '../memory/map.ts';
import { readMemory } from '../memory/memory.ts';
import { Shelf, spaceBit, type Entry, type Found, type Space } from '../memory/shelf.ts';
import { allVectors } from '../memory/vectors.ts';
import { releaseRules, type Project } from '../project.ts';
import { releaseSet } from '../release/tree.ts';
import { nearestTo, type Nearby } from './placing.ts';
import { normalise } from './remembering.ts';

const learnt: readonly Space[] = ['errors', 'fixes', 'learnings'];
/** As deep as each of the other orders is looked into. */
const nearMax = 20;

/** @param nearby what places a text among the vectors; null where nothing does */
export async function ownShelf(
  paths: StatePaths,
  nearby: Nearby | null,
): Promise<{
  shelf: Shelf;
  bytes: number;
  vectors: number;
  within(space: string | null): (text: string, most: number) => Promise<Found[]>;
}> {
  const shelf = await readMemory(paths.memory, normalise);
  const bytes = namesIn(paths.memory).reduce((sum, name) => sum + statSync(path.join(paths.memory, name)).size, 0);
  return {
    shelf,
    bytes,
    vectors: allVectors(paths.memory).reduce((sum, { size }) => sum + size, 0),
    within: (space) => async (text, most) => {
      const within = learnt.filter((each) => space === null || each === space);
      const bits = within.reduce((sum, each) => sum | spaceBit(each), 0);
      const near = nearby === null ? [] : await nearestTo(text, nearby, { spaces: bits, most: nearMax });
      return shelf.search(text, most, within, near);
    },
  };
}

/** The function map as it is now, for a server without what others of its repository are made of; files that did not change since the last time cost a stat. */
export async function mapProject(project: Project, launch: Launch | null): Promise<FunctionMap> {
  const { paths } = project;
  const isForeign = launch === null ? () => false : isOfOthers(launch);
  const files = (await releaseSet(paths, releaseRules(project, ''))).filter((file) => !isForeign(file));
  ensureState(paths);
  return updateMap({ project: paths.project, files, cache: path.join(paths.memory, 'functions.json') });
}

/** Where a request is handled, as the map of the project's code says (MEM-5). */
export function handlersOf(
  map: FunctionMap,
  { method, url }: Pick<CapturedRequest, 'method' | 'url'>,
): { file: string; line: number }[] {
  const asked = url.split('?')[0] ?? '';
  return map.flatMap(({ file, routes }) =>
    routes
      .filter((route) => (route.method === method || route.method === 'ALL') && isRoute(route.path, asked))
      .map(({ line }) => ({ file, line })),
  );
}

/** `/users/:id` and `/users/7`, in either place. */
export function isRoute(pattern: string, path: string): boolean {
  const [a, b] = [pattern.split('/').filter(Boolean), path.split('/').filter(Boolean)];
  const fits = (part: string, at: number): boolean =>
    part === b[at] || /^[:{]/.test(part) || b[at]?.startsWith(':') === true;
  return a.length === b.length && a.every(fits);
}

export function codeShelf(map: FunctionMap): Promise<Shelf> {
  const entries = map.flatMap(({ file, routes, functions, classes, exports }) => [
    ...routes.map((route) => ({
      text: `${route.method} ${route.path} ${route.handler ?? ''} ${file}:${route.line}`,
      data: { file, ...route },
    })),
    ...functions.map((each) => ({
      text: `${each.name}(${each.params.join(', ')}) ${file}:${each.line}`,
      data: { file, ...each },
    })),
    ...classes.map((each) => ({
      text: `class ${each.name} { ${each.methods.join(', ')} } ${file}:${each.line}`,
      data: { file, ...each },
    })),
    ...(exports.length === 0 ? [] : [{ text: `${file} exports ${exports.join(', ')}`, data: { file, exports } }]),
  ]);
  return Shelf.of(
    entries.map((entry) => volatile('functions', entry)),
    normalise,
  );
}

/** MEM-1: packed when Kintsugi was built, one entry a section of its pages. */
export function manualShelf(): Promise<Shelf> {
  const places = ['./docs.json', '../../dist/docs.json'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const file = places.find((place) => existsSync(place));
  if (file === undefined) throw new Fault('internal', 'the pages of the manual are not part of this build');
  const pages = JSON.parse(readFileSync(file, 'utf8')) as { source: string; text: string }[];
  return Shelf.of(
    pages.map(({ source, text }) => volatile('docs', { text, data: { source } })),
    normalise,
  );
}

function volatile(space: Space, entry: { text: string; data: unknown }): Entry {
  return { id: hashOf(entry).slice(0, 12), space, at: new Date(0).toISOString(), keys: [], ...entry };
}
