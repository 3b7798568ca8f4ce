/** From the words of a command line to what is started: program, arguments, project and name. */
import { realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Launch } from '../../incident/nouns.ts';
import { Fault, isErrno } from '../../kit/errors.ts';
import { present } from '../../kit/files.ts';
import { nodeProgram } from '../../kit/node.ts';
import { findProject, linkedProject } from '../../kit/paths.ts';
import { isTypeScript, typescriptFlags } from '../../kit/typescript.ts';
import { nearestPackage } from '../../kit/workspaces.ts';

export interface SubjectRequest {
  /** The word of the command line; null for `-- <command…>`. */
  readonly entry: string | null;
  /** Arguments of the entry, or the whole command. */
  readonly rest: readonly string[];
  readonly name: string | null;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** @throws Fault `usage` for what is not there, is no program for Node, or needs a TypeScript loader that nobody has. */
export function resolveSubject(request: SubjectRequest): Launch {
  const { entry } = request;
  if (entry === null) return commandLaunch(request);
  return entryLaunch(request, findEntry(entry, realpathSync(request.cwd)));
}

function entryLaunch(request: SubjectRequest, file: string): Launch {
  const cwd = realpathSync(request.cwd);
  const real = realpathSync(file);
  const project = findProject(path.dirname(real));
  const below = path.isAbsolute(request.entry ?? '') ? '..' : path.relative(cwd, file);
  const named = below.startsWith('..') ? file : path.join(request.cwd, below);
  const link = linkedProject(path.dirname(named));
  const entry = path.relative(project, real).split(path.sep).join('/');
  return {
    subject: checkedName(request.name) ?? entry,
    project,
    ...(link === null ? {} : { link }),
    cwd,
    // Through the link another release would be started as soon as it is set, and not when that is asked for.
    argv: [nodeProgram(request.env), ...loaderFlags(real), link === null ? file : real, ...request.rest],
    entry,
  };
}

/** Also takes what `node <word>` would take: a module without its extension, or a folder with a main. */
function findEntry(word: string, cwd: string): string {
  const file = path.resolve(cwd, word);
  const stat = word === '' ? undefined : statSync(file, { throwIfNoEntry: false });
  const found = stat?.isFile() ? file : resolveAsNode(file);
  if (found === null) {
    const what = stat?.isDirectory() ? `the folder ${word} has no entry file` : `there is no file ${word} in ${cwd}`;
    throw new Fault('usage', what, {
      next: 'Name the file that `node` would start; a command goes behind `--`, as in `kintsugi run -- npm start`.',
    });
  }
  if (/^(?:\.[cm]?[jt]s)?$/.test(path.extname(found))) return found;
  throw new Fault('usage', `${word} is not a file that Node can start (.js .cjs .mjs .ts .mts .cts)`, {
    next: 'Use `kintsugi run -- <command…>` for a program that needs a loader.',
  });
}

const endings = ['.js', `${path.sep}index.js`, '.ts'];

function resolveAsNode(file: string): string | null {
  try {
    return createRequire(path.join(path.dirname(file), 'x.js')).resolve(file);
  } catch (error) {
    // Node reads the package.json above it first, and that is damaged.
    if (error instanceof SyntaxError || isErrno(error, 'ERR_INVALID_PACKAGE_CONFIG'))
      return endings.map((ending) => file + ending).find(present) ?? null;
    if (error instanceof Error && isErrno(error)) return null; // MODULE_NOT_FOUND and its kin: the caller says so
    throw error;
  }
}

function loaderFlags(file: string): string[] {
  const flags = isTypeScript(file) ? typescriptFlags(path.dirname(file)) : [];
  if (flags !== null) return flags;
  throw new Fault(
    'usage',
    `${path.basename(file)} is TypeScript, Node ${process.versions.node} cannot run it and the project has no tsx`,
    {
      next: 'Run `npm install --save-dev tsx`, or use Node 22.18 or later.',
    },
  );
}

function commandLaunch(request: SubjectRequest): Launch {
  const [program, ...args] = request.rest;
  if (program === undefined || program === '') throw new Fault('usage', 'there is no <entry> and no -- <command…>');
  const cwd = realpathSync(request.cwd);
  const link = linkedProject(request.cwd);
  const project = findProject(cwd);
  // `npm start` is of the one package or of the other.
  const below = path.relative(project, nearestPackage(cwd) ?? project);
  const inPackage = below === '' ? '' : `${below.split(path.sep).join('/')}: `;
  return {
    subject: checkedName(request.name) ?? `${inPackage}${request.rest.join(' ')}`,
    project,
    ...(link === null ? {} : { link }),
    cwd,
    argv: [findProgram(program, cwd, request.env), ...args],
    entry: null,
  };
}

/** As `npm run` finds it: the nearest node_modules/.bin first, then PATH. */
function findProgram(program: string, cwd: string, env: NodeJS.ProcessEnv): string {
  if (program.includes('/')) {
    const file = path.resolve(cwd, program);
    if (present(file)) return file;
    throw new Fault('usage', `there is no program ${program} in ${cwd}`);
  }
  const bins = foldersAbove(cwd).map((folder) => path.join(folder, 'node_modules', '.bin'));
  const places = [...bins, ...(env['PATH'] ?? '').split(path.delimiter).filter(Boolean)];
  const found = places
    .map((folder) => path.join(folder, program))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  if (found !== undefined) return found;
  if (program === 'node') return nodeProgram(env);
  throw new Fault('usage', `there is no program ${program}: neither in node_modules/.bin nor in PATH`);
}

function foldersAbove(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

function checkedName(name: string | null): string | null {
  if (name === null || /^[\w.@/ -]{1,100}$/.test(name)) return name;
  throw new Fault('usage', '--name takes letters, digits, blanks and . _ - @ /, at most 100 characters');
}
