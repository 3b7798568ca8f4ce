/** Which trees ran, and which of them ran well: the way to "last good". One small file, written by the healer. */
import path from 'node:path';
import { Fault } from '../kit/errors.ts';
import { readJson, writeJson } from '../kit/files.ts';
import type { StatePaths } from '../kit/paths.ts';
import { readTree, type Tree } from './tree.ts';

export interface RanRelease {
  readonly tree: string;
  /** ISO 8601: when it was started first. */
  readonly ranAt: string;
  /** When it was last known to run well; null = never. */
  readonly goodAt: string | null;
  /** It ran, but clearly worse than the one before it (SEN-7): nobody goes back to it. */
  readonly worse?: true;
}

const releasesMax = 100;

/** All releases that ran, oldest first. */
export function listReleases(paths: StatePaths): readonly RanRelease[] {
  return readJson<{ releases: RanRelease[] }>(releasesPath(paths))?.releases ?? [];
}

/** This tree was started. */
export function markRan(paths: StatePaths, tree: string, at: string): void {
  const known = listReleases(paths).find((release) => release.tree === tree);
  if (known === undefined) save(paths, [...listReleases(paths), { tree, ranAt: at, goodAt: null }]);
}

/** This tree has been running well. */
export function markGood(paths: StatePaths, tree: string, at: string): void {
  const known = listReleases(paths).find((release) => release.tree === tree);
  if (known?.worse === true) return;
  replace(paths, { tree, ranAt: known?.ranAt ?? at, goodAt: at });
}

/** Clearly worse than the last good one, or, where its owner says so, as good after all. */
export function markWorse(paths: StatePaths, tree: string, at: string, isWorse: boolean): void {
  const ranAt = listReleases(paths).find((release) => release.tree === tree)?.ranAt ?? at;
  replace(paths, isWorse ? { tree, ranAt, goodAt: null, worse: true } : { tree, ranAt, goodAt: at });
}

function replace(paths: StatePaths, release: RanRelease): void {
  save(paths, [...listReleases(paths).filter(({ tree }) => tree !== release.tree), release]);
}

/** The tree that ran well most lately and can be read; `exclude` names the hash that is in question now. */
export function lastGood(paths: StatePaths, exclude: string | null = null): Tree | null {
  const good = listReleases(paths).filter(({ tree, goodAt }) => goodAt !== null && tree !== exclude);
  good.sort((a, b) => ((a.goodAt ?? '') < (b.goodAt ?? '') ? 1 : -1));
  for (const { tree } of good) {
    const stored = readable(paths, tree);
    if (stored !== null) return stored;
  }
  return null;
}

function readable(paths: StatePaths, hash: string): Tree | null {
  try {
    return readTree(paths, hash);
  } catch (error) {
    if (error instanceof Fault) return null; // altered: an older one serves better than none
    throw error;
  }
}

function save(paths: StatePaths, releases: readonly RanRelease[]): void {
  writeJson(releasesPath(paths), { v: 1, releases: releases.slice(-releasesMax) });
}

function releasesPath(paths: StatePaths): string {
  return path.join(paths.state, 'releases.json');
}
