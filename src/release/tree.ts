/** A tree is one state of the release set, named by a hash over paths, contents and modes; its contents lie in the blob store. */
import { lstatSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';
import { readJson, readText, writeFileAtomic, writeJson } from '../kit/files.ts';
import { canonical, sha256 } from '../kit/hash.ts';
import { ensureState, type StatePaths } from '../kit/paths.ts';
import { hasBlob, putBlobLater } from './blobs.ts';
import { fileBytesMax, inFolder, NotPlain, readPlain, split, type Folder, type TreeFile } from './folder.ts';
import { lockFiles, releaseCandidates, type ReleaseRules } from './set.ts';

export type { TreeFile } from './folder.ts';

export interface Tree {
  readonly hash: string;
  readonly files: Readonly<Record<string, TreeFile>>;
  /** sha256 of the package manager's lock file: stands for node_modules, which is not part by content. */
  readonly lock: string | null;
}

/** One file as it was last hashed. Equal times, size and inode mean equal bytes. */
interface Seen {
  readonly key: string;
  readonly sha: string;
}
type SeenFiles = Record<string, Seen>;

/** The files of the release that are there now, sorted. */
export async function releaseSet(paths: StatePaths, rules: ReleaseRules): Promise<string[]> {
  const found: string[] = [];
  eachFile(paths.project, await releaseCandidates(paths, rules), ({ relative }) => found.push(relative));
  return found.sort();
}

/** The tree of the live folder; contents that are new are stored. Unchanged files cost a stat. */
export async function snapshot(paths: StatePaths, rules: ReleaseRules): Promise<Tree> {
  const candidates = await releaseCandidates(paths, rules);
  ensureState(paths);
  const cacheFile = path.join(paths.state, 'release', 'seen.json');
  const before = readJson<SeenFiles>(cacheFile) ?? {};
  const seen = Object.create(null) as SeenFiles;
  const files = Object.create(null) as Record<string, TreeFile>;
  // A file changed this very moment may change again within one tick of its clock, so it is hashed again next time.
  const settledMs = Date.now() - 2000;
  eachFile(paths.project, candidates, (found) => {
    const known = before[found.relative];
    const sha = known?.key === keyOf(found.stat) && hasBlob(paths, known.sha) ? known.sha : store(paths, found);
    if (sha === null) return;
    files[found.relative] = { sha, mode: Number(found.stat.mode) & 0o777 };
    if (Number(found.stat.ctimeMs) < settledMs) seen[found.relative] = { key: keyOf(found.stat), sha };
  });
  if (canonical(seen) !== canonical(before)) writeJson(cacheFile, seen);
  return storeTree(paths, files, lockOf(paths.project));
}

function keyOf(stat: BigIntStats): string {
  return `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size} ${stat.ino}`;
}

interface Found {
  readonly relative: string;
  readonly name: string;
  readonly folder: Folder;
  readonly stat: BigIntStats;
}

/** Calls back for each candidate that is a plain file of bounded size reached over no link. */
function eachFile(project: string, candidates: readonly string[], use: (found: Found) => void): void {
  const folders = new Map<string, string[]>();
  for (const relative of candidates) {
    const { folder } = split(relative);
    const names = folders.get(folder);
    if (names) names.push(relative);
    else folders.set(folder, [relative]);
  }
  for (const [where, names] of folders) visitFolder(project, where, names, use);
}

function visitFolder(project: string, where: string, names: readonly string[], use: (found: Found) => void): void {
  try {
    inFolder(project, where, (folder) => {
      for (const relative of names) {
        const { name } = split(relative);
        const stat = statOf(folder, name);
        if (stat?.isFile() && stat.size <= BigInt(fileBytesMax)) use({ relative, name, folder, stat });
      }
    });
  } catch (error) {
    if (error instanceof NotPlain || isErrno(error, 'EACCES')) return; // a link or a closed folder is no part of a release
    throw error;
  }
}

function statOf(folder: Folder, name: string): BigIntStats | null {
  try {
    return lstatSync(folder.at(name), { bigint: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null; // tracked, but deleted in the working copy
    throw error;
  }
}

function store(paths: StatePaths, found: Found): string | null {
  try {
    const plain = readPlain(found.folder, found.name);
    return plain === null ? null : putBlobLater(paths, plain.bytes);
  } catch (error) {
    if (error instanceof NotPlain || isErrno(error, 'EACCES')) return null; // what we may not read we cannot put back either
    throw error;
  }
}

function lockOf(project: string): string | null {
  for (const name of lockFiles) {
    const plain = inFolder(project, '', (folder) => readPlain(folder, name, 64 * 1024 * 1024));
    if (plain !== null) return sha256(plain.bytes);
  }
  return null;
}

/** Names a set of files and keeps the list, so that it can be read back by its hash. */
export function storeTree(paths: StatePaths, files: Readonly<Record<string, TreeFile>>, lock: string | null): Tree {
  const text = canonical({ files, lock });
  const hash = sha256(text);
  const file = treePath(paths, hash);
  if (readText(file) !== text) writeFileAtomic(file, text);
  return { hash, files, lock };
}

/** A tree by its hash; null where it was never stored. Throws `backup_broken` where it is not what its name says. */
export function readTree(paths: StatePaths, hash: string): Tree | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const text = readText(treePath(paths, hash));
  if (text === null) return null;
  if (sha256(text) !== hash) throw new Fault('backup_broken', `The stored release ${hash.slice(0, 12)} was altered.`);
  const stored = JSON.parse(text) as Omit<Tree, 'hash'>;
  return { hash, files: stored.files, lock: stored.lock };
}

function treePath(paths: StatePaths, hash: string): string {
  return path.join(paths.backups, 'trees', `${hash}.json`);
}

export interface TreeChange {
  readonly path: string;
  readonly before: TreeFile | null;
  readonly after: TreeFile | null;
}

/** What differs between two trees, sorted by path. Paths that `ignore` names are not compared. */
export function treeChanges(from: Tree, to: Tree, ignore: (path: string) => boolean = () => false): TreeChange[] {
  const names = new Set([...Object.keys(from.files), ...Object.keys(to.files)]);
  return [...names]
    .sort()
    .map((name) => ({ path: name, before: own(from, name), after: own(to, name) }))
    .filter(({ path, before, after }) => !ignore(path) && (before?.sha !== after?.sha || before?.mode !== after?.mode));
}

/** The file of that path, where `__proto__` and its like are names as any other. */
export function own(tree: Pick<Tree, 'files'>, name: string): TreeFile | null {
  return Object.hasOwn(tree.files, name) ? (tree.files[name] ?? null) : null;
}
