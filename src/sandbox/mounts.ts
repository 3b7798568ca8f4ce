/** What of the host a trial sees read-only: the installed packages, wherever they lie, and the program that runs. */
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isErrno } from '../kit/errors.ts';
import type { Bind } from './confine.ts';
import type { Pristine } from './project.ts';

/** node_modules of the project and above it, and the folders that links in them lead to (workspaces, `npm link`, stores). */
export function moduleBinds(base: Pristine): Bind[] {
  const roots = [
    ...base.modules.map(({ at, target }) => target ?? path.join(base.project, at)),
    ...above(base.project).map((folder) => path.join(folder, 'node_modules')),
  ].filter((folder) => existsSync(folder) && isReachable(folder));
  const binds = new Map<string, Bind>();
  for (const root of roots) add(binds, root);
  for (const root of roots) {
    for (const target of linkedFrom(root)) {
      if (isIn(base.project, target) || isIn(target, base.project) || [...binds.keys()].some((at) => isIn(at, target)))
        continue;
      add(binds, target);
      for (const folder of above(target)) {
        const hoisted = path.join(folder, 'node_modules');
        if (existsSync(hoisted) && !isIn(base.project, hoisted)) add(binds, hoisted);
      }
    }
  }
  return [...binds.values(), ...scopeFiles(base.project), ...caches(roots)];
}

function add(binds: Map<string, Bind>, folder: string): void {
  binds.set(folder, { from: folder, to: folder });
  for (const name of names(folder)) {
    // A linked package of the owner's is a project of its own; its secrets are no business of this trial.
    if (/^\.env(\.|$)/.test(name))
      binds.set(path.join(folder, name), { from: '/dev/null', to: path.join(folder, name) });
  }
}

/** The links in a node_modules folder, scopes included. */
export function linksIn(folder: string): string[] {
  return entries(folder).flatMap((item) => {
    const at = path.join(folder, item.name);
    if (item.name.startsWith('@') && item.isDirectory()) return linksIn(at);
    return item.isSymbolicLink() ? [at] : [];
  });
}

/** What they lead to. */
function linkedFrom(folder: string): string[] {
  return linksIn(folder).flatMap((link) => {
    try {
      return [realpathSync(link)];
    } catch (error) {
      if (isErrno(error)) return []; // a dangling link leads nowhere
      throw error;
    }
  });
}

/** package.json and tsconfig files above the project: loaders and compilers look for them. */
function scopeFiles(project: string): Bind[] {
  return above(project)
    .filter((folder) => existsSync(path.join(folder, 'package.json')) && isReachable(folder))
    .flatMap((folder) => names(folder).map((name) => path.join(folder, name)))
    .filter((file) => /^(package|tsconfig[\w.-]*)\.json$/.test(path.basename(file)) && lstatSync(file).isFile())
    .map((file) => ({ from: file, to: file }));
}

/** Tools that keep a cache in node_modules expect to write there. */
function caches(roots: readonly string[]): Bind[] {
  return roots
    .map((root) => path.join(root, '.cache'))
    .filter((at) => existsSync(at))
    .map((at) => ({ from: null, to: at }));
}

const preload = /^(?:-r|--require|--import|--(?:experimental-)?loader)(?:=(.*))?$/s;

/** What Node is told to load first from outside the project (an agent that watches it, say), and the packages of that: without it no copy would start. */
export function preloadBinds(project: string, argv: readonly string[], nodeOptions = ''): Bind[] {
  const binds = new Map<string, Bind>();
  const words = [...optionWords(nodeOptions), ...argv];
  for (const [index, word] of words.entries()) {
    const option = preload.exec(word);
    const named = option === null ? null : (option[1] ?? words[index + 1] ?? '');
    const file = named?.startsWith('file:') === true ? fileURLToPath(named) : named;
    if (file === null || !path.isAbsolute(file) || isIn(project, file) || isIn('/usr', file)) continue;
    if (!existsSync(file) || !isReachable(file)) continue;
    const real = realpathSync(file);
    for (const at of [file, real]) binds.set(at, { from: real, to: at });
    for (const folder of above(real)) {
      const modules = path.join(folder, 'node_modules');
      if (existsSync(modules) && !isIn(modules, project)) add(binds, modules);
    }
    for (const bind of scopeFiles(real)) binds.set(bind.to, bind);
  }
  return [...binds.values()];
}

/** As Node splits NODE_OPTIONS: at spaces outside double quotes, in which a backslash escapes. */
function optionWords(text: string): string[] {
  const words = text.match(/(?:"(?:\\.|[^"\\])*"|[^\s"])+/g) ?? [];
  return words.map((word) =>
    word.replace(/"((?:\\.|[^"\\])*)"/g, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1')),
  );
}

/** The running Node and the npm beside it, where they are not in /usr. */
export function programBinds(nodePath: string, program: string): Bind[] {
  const real = realpathSync(nodePath);
  const files = new Set([real, nodePath]);
  if (path.isAbsolute(program) && existsSync(program)) files.add(program);
  const prefix = path.dirname(path.dirname(real));
  const npm = path.join(prefix, 'lib', 'node_modules');
  if (existsSync(npm)) for (const folder of [path.join(prefix, 'bin'), npm]) files.add(folder);
  return [...files].filter((file) => !isIn('/usr', file)).map((file) => ({ from: file, to: file }));
}

/**
 * Can bubblewrap bind it? As root without capabilities it is a user like any other, and another user's closed home
 * stays closed to it.
 */
export function isReachable(file: string): boolean {
  if (process.getuid?.() !== 0) return true;
  return above(file).every((folder) => {
    const { uid, gid, mode } = statSync(folder);
    return uid === 0 ? (mode & 0o100) !== 0 : gid === 0 ? (mode & 0o010) !== 0 : (mode & 0o001) !== 0;
  });
}

function above(folder: string): string[] {
  const found: string[] = [];
  for (let at = path.dirname(folder); at !== path.dirname(at); at = path.dirname(at)) found.push(at);
  return found;
}

export function isIn(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
}

function names(folder: string): string[] {
  return entries(folder).map((item) => item.name);
}
