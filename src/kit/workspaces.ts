/** Packages that share one repository and one install: the workspaces of npm, Yarn, Bun and pnpm, as their root declares them. */
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from './errors.ts';
import { isExactly } from './globs.ts';

/** The nearest folder at or above `from` that has a package.json; null where there is none. */
export function nearestPackage(from: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

/** The folder above a package that declares it as one of its workspaces; null where none does, or only one of another user's. */
export function workspacesRoot(member: string): string | null {
  for (let folder = path.dirname(member); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    if (!existsSync(manifest) || !isOfSameOwner(manifest, member)) continue;
    if (declaredIn(folder)(path.relative(folder, member).split(path.sep).join('/'))) return folder;
  }
  return null;
}

/** The folders of a project that are packages of it, relative, its own (`''`) first: one alone where it declares no workspaces. */
export function workspacesIn(project: string): string[] {
  const isDeclared = declaredIn(project);
  const found = [''];
  const open = isDeclared === none ? [] : [''];
  for (const folder of open) {
    for (const item of readdirSync(path.join(project, folder), { withFileTypes: true })) {
      const at = folder === '' ? item.name : `${folder}/${item.name}`;
      if (!item.isDirectory() || item.name.startsWith('.') || item.name === 'node_modules') continue;
      if (isDeclared(at) && existsSync(path.join(project, at, 'package.json'))) found.push(at);
      else if (at.split('/').length < depthMax) open.push(at);
    }
  }
  return found;
}

const depthMax = 5;
const none = (): boolean => false;

/** Which folders below this one it declares as workspaces. */
function declaredIn(folder: string): (below: string) => boolean {
  const lists = [
    workspacesOf(path.join(folder, 'package.json')),
    pnpmPackages(path.join(folder, 'pnpm-workspace.yaml')),
  ].filter((list) => list.length > 0);
  return lists.length === 0 ? none : (below) => lists.some(covers(below));
}

/** Whoever may write a file above may not choose what is run here. */
function isOfSameOwner(manifest: string, member: string): boolean {
  const { uid } = statSync(manifest);
  return uid === 0 || uid === statSync(member).uid;
}

/** A later pattern stands over an earlier one. A list with a pattern that is not understood declares nothing. */
function covers(below: string): (patterns: readonly string[]) => boolean {
  return (patterns) => {
    if (below.split('/').includes('node_modules') || patterns.some((each) => /[[\]()\\]/.test(plain(each))))
      return false;
    const last = patterns.findLast((each) => isExactly(plain(each), below));
    return last !== undefined && !last.startsWith('!');
  };
}

function plain(pattern: string): string {
  return pattern.replace(/^!?(?:\.?\/)?/, '').replace(/\/$/, '');
}

/** `workspaces` of a package.json: a list, or a list by the name `packages`. */
function workspacesOf(manifest: string): string[] {
  const { workspaces } = objectIn(textOf(manifest));
  const list: unknown = Array.isArray(workspaces)
    ? workspaces
    : (Object(workspaces) as { packages?: unknown }).packages;
  return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : [];
}

/**
 * `packages` of a pnpm-workspace.yaml. The keeper has no parser of YAML: one item a line, plain or in quotes, as pnpm's own documentation
 * writes it; [] for anything else.
 */
function pnpmPackages(file: string): string[] {
  const lines = textOf(file)
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:#|$)/.test(line));
  const start = lines.findIndex((line) => /^packages:\s*(?:#.*)?$/.test(line)) + 1;
  const rest = start === 0 ? [] : lines.slice(start);
  const end = rest.findIndex((line) => /^[^\s-]/.test(line));
  const items = rest.slice(0, end < 0 ? rest.length : end).map((line) => item.exec(line));
  return items.every((each) => each !== null) ? items.map((each) => each[1] ?? each[2] ?? each[3] ?? '') : [];
}

const item = /^\s*-\s+(?:'([^']*)'|"([^"\\]*)"|([\w./@-][\w./@*{},-]*))\s*(?:\s#.*)?$/;

/** What is started, as far as it tells which package it is of. */
export interface Started {
  readonly project: string;
  readonly cwd: string;
  readonly entry: string | null;
}

/**
 * The packages of the project that the server's own reaches by name, itself among them: what links in node_modules lead to. Folders, relative;
 * null where the server is not of one of several packages.
 */
export function reachedPackages({ project, cwd, entry }: Started): string[] | null {
  const own = nearestPackage(entry === null ? cwd : path.dirname(path.join(project, entry)));
  if (own === null || !own.startsWith(project + path.sep)) return null;
  const found = new Set([own]);
  for (const folder of found) {
    for (const name of dependenciesOf(path.join(folder, 'package.json'))) {
      const target = linkedFolder(project, folder, name);
      if (target !== null) found.add(target);
    }
  }
  return [...found].map((each) => path.relative(project, each).split(path.sep).join('/'));
}

/** True for the project-relative files of packages that the server's own does not reach: other servers, and what they are made of. */
export function isOfOthers(started: Started): (file: string) => boolean {
  const reached = reachedPackages(started);
  const others =
    reached === null ? [] : workspacesIn(started.project).filter((at) => at !== '' && !reached.includes(at));
  return (file) => others.some((at) => file.startsWith(`${at}/`));
}

function dependenciesOf(manifest: string): string[] {
  const json = objectIn(textOf(manifest));
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  return [...new Set(groups.flatMap((group) => Object.keys(Object(json[group]) as object)))];
}

function linkedFolder(project: string, from: string, name: string): string | null {
  for (let folder = from; folder.startsWith(project); folder = path.dirname(folder)) {
    const at = path.join(folder, 'node_modules', name);
    if (!existsSync(at)) continue;
    const real = isLink(at) ? realpathSync(at) : '';
    return real.startsWith(project + path.sep) && !real.split(path.sep).includes('node_modules') ? real : null;
  }
  return null;
}

function isLink(file: string): boolean {
  try {
    return readlinkSync(file) !== '';
  } catch (error) {
    if (isErrno(error)) return false;
    throw error;
  }
}

/** '' for what is not there, or is not ours to read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error)) return '';
    throw error;
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text || '{}')) as Record<string, unknown>;
  } catch {
    return {}; // what is no JSON declares nothing
  }
}
