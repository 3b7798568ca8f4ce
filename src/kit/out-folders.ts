/** Where a project's compiler writes to, read off its configuration. */
import { posix } from 'node:path';

/** In the order in which a project's own build would take them. */
export const typescriptConfigs = ['tsconfig.build.json', 'tsconfig.json'] as const;

type Read = (file: string) => string | null;

/**
 * Folders with what a compiler wrote for the package in the folder `at`, project-relative: where these settings lead, and where a program with
 * a source map beside it is started.
 */
export function outFoldersOf(read: Read, at = ''): string[] {
  const named = typescriptConfigs.flatMap((config) => {
    const text = (read(posix.join(at, config)) ?? '').replaceAll(/^\s*\/\/.*$/gm, '');
    const folder = /"outDir"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
    return folder === undefined ? [] : [posix.isAbsolute(folder) ? folder : posix.join(at, folder)];
  });
  const started = programsOf(read, at).map((file) => posix.join(at, posix.relative(at, file).split('/', 1)[0] ?? ''));
  const folders = [...named, ...started].map((each) => posix.normalize(each).replace(/\/$/, ''));
  return [...new Set(folders)].filter(
    (each) => each !== '.' && each !== at && !/^(?:\.\.|\/)|(?:^|\/)node_modules(?:\/|$)/.test(each),
  );
}

/** For a project of several packages: the package in whose folder a compiler writes this file, and that folder; null where none does. */
export function outFolderOver(read: Read): (file: string) => { readonly at: string; readonly folder: string } | null {
  const known = new Map<string, readonly string[]>();
  return (file) => {
    for (const at of foldersOver(file)) {
      const folders = known.get(at) ?? outFoldersOf(read, at);
      known.set(at, folders);
      const folder = folders.find((each) => file.startsWith(`${each}/`));
      if (folder !== undefined) return { at, folder };
    }
    return null;
  };
}

/** The folders that a project-relative file lies in, the nearest first, the project's own (`''`) last. */
export function foldersOver(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return [...parts.keys(), parts.length].map((length) => parts.slice(0, length).join('/')).toReversed();
}

/** Files in folders that package.json names and that a source map lies beside. */
export function programsOf(read: Read, at = ''): string[] {
  const { main, scripts } = manifestOf(read(posix.join(at, 'package.json')));
  const words = [main, ...Object.values(Object(scripts) as object)].filter((each) => typeof each === 'string');
  const files = words.flatMap((each) => each.split(/[\s'"=;&|]+/)).map((each) => posix.normalize(each));
  const programs = files.map((each) => (/\.[cm]?js$/.test(each) ? each : `${each}.js`));
  return [...new Set(programs)]
    .filter((each) => /^[\w@-][^:]*\//.test(each))
    .map((each) => posix.join(at, each))
    .filter((each) => read(`${each}.map`) !== null);
}

/** Names of the scripts of a package.json. */
export function scriptsOf(manifest: string | null): string[] {
  return Object.keys(Object(manifestOf(manifest).scripts) as object);
}

function manifestOf(text: string | null): { readonly main?: unknown; readonly scripts?: unknown } {
  try {
    return Object(JSON.parse(text ?? '{}')) as { main?: unknown; scripts?: unknown };
  } catch {
    return {}; // a broken one names nothing
  }
}

/** The TypeScript that a package in the folder `at` finds; null where none is installed. */
export function compilerFor(tree: { exists(file: string): boolean }, at: string): string | null {
  const places = foldersOver(posix.join(at, 'x')).map((each) => posix.join(each, 'node_modules/typescript/bin/tsc'));
  return places.find((each) => tree.exists(each)) ?? null;
}
