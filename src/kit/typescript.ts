/** TypeScript: how Node is told to run such a file (its own type stripping where it has that, else the project's tsx), and which files come of it. */
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isErrno } from './errors.ts';
import { readText } from './files.ts';
import { outFolderOver } from './out-folders.ts';

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
  const home = packageAbove(folder, 'tsx');
  if (home === null) return null;
  try {
    // By its own name from within: from outside Node reads the project's package.json first, which may be damaged.
    return ['--import', pathToFileURL(createRequire(path.join(home, 'x.js')).resolve('tsx')).href];
  } catch (error) {
    if (isErrno(error, 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED')) return null;
    throw error;
  }
}

/** The folder of an installed package, as Node finds it; null where there is none. */
function packageAbove(folder: string, name: string): string | null {
  const home = path.join(folder, 'node_modules', name);
  if (existsSync(path.join(home, 'package.json'))) return realpathSync(home);
  return path.dirname(folder) === folder ? null : packageAbove(path.dirname(folder), name);
}

/** `process.features.typescript` is 'strip' or 'transform' where types are stripped; older Nodes do not know the word. */
function stripsTypes(): boolean {
  const features: object = process.features;
  return 'typescript' in features && Boolean(features.typescript);
}

/** Does a compiler write this project-relative file? Nobody else is to change it. */
export function isCompiled(project: string): (file: string) => boolean {
  const over = outFolderOver((file) => readText(path.join(project, file)));
  return (file) => over(file) !== null;
}
