/** TypeScript: how Node is told to run such a file (its own type stripping where it has that, else the project's tsx), and where it is compiled to. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isErrno } from './errors.ts';
import { readText } from './files.ts';

/** True for `.ts .mts .cts`. */
export function isTypeScript(file: string): boolean {
  return /\.[mc]?ts$/.test(file);
}

/**
 * Flags for `node` so that it runs TypeScript found in `folder`: `[]` where Node strips types itself (22.18, 23.6 and
 * later), `--import <tsx>` where a node_modules at or above the folder has it, null where there is neither.
 */
export function typescriptFlags(folder: string): string[] | null {
  if (stripsTypes()) return [];
  try {
    return ['--import', pathToFileURL(createRequire(path.join(folder, 'x.js')).resolve('tsx')).href];
  } catch (error) {
    if (isErrno(error, 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED')) return null;
    throw error;
  }
}

/** `process.features.typescript` is 'strip' or 'transform' where types are stripped; older Nodes do not know the word. */
function stripsTypes(): boolean {
  const features: object = process.features;
  return 'typescript' in features && Boolean(features.typescript);
}

/** In the order in which a project's own build would take them. */
export const typescriptConfigs = ['tsconfig.build.json', 'tsconfig.json'] as const;

/** Folders with what a compiler wrote, project-relative: where these lead, and where a program with a source map beside it is started. */
export function outFoldersOf(read: (file: string) => string | null): string[] {
  const named = typescriptConfigs.flatMap((config) => {
    const text = (read(config) ?? '').replaceAll(/^\s*\/\/.*$/gm, '');
    return /"outDir"\s*:\s*"([^"\\]+)"/.exec(text)?.[1] ?? [];
  });
  const started = programsOf(read).map((file) => file.split('/', 1)[0] ?? '');
  const folders = [...named, ...started].map((each) => path.posix.normalize(each).replace(/\/$/, ''));
  return [...new Set(folders)].filter(
    (each) => each !== '.' && !/^(?:\.\.|\/)|(?:^|\/)node_modules(?:\/|$)/.test(each),
  );
}

/** Files in folders that package.json names and that a source map lies beside. */
export function programsOf(read: (file: string) => string | null): string[] {
  const { main, scripts } = manifestOf(read('package.json'));
  const words = [main, ...Object.values(Object(scripts) as object)].filter((each) => typeof each === 'string');
  const files = words.flatMap((each) => each.split(/[\s'"=;&|]+/)).map((each) => path.posix.normalize(each));
  const programs = files.map((each) => (/\.[cm]?js$/.test(each) ? each : `${each}.js`));
  return [...new Set(programs)].filter((each) => /^[\w@-][^:]*\//.test(each) && read(`${each}.map`) !== null);
}

/** True where package.json has a script of this name. */
export function hasScript(manifest: string | null, name: string): boolean {
  return Object.hasOwn(Object(manifestOf(manifest).scripts) as object, name);
}

function manifestOf(text: string | null): { readonly main?: unknown; readonly scripts?: unknown } {
  try {
    return Object(JSON.parse(text ?? '{}')) as { main?: unknown; scripts?: unknown };
  } catch {
    return {}; // a broken one names nothing
  }
}

/** Does a compiler write this project-relative file? Nobody else is to change it. */
export function isCompiled(project: string): (file: string) => boolean {
  const folders = outFoldersOf((file) => readText(path.join(project, file)));
  return (file) => folders.some((folder) => file.startsWith(`${folder}/`));
}
