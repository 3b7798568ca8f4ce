/** Where a project's compiler writes to, read off its configuration. */
import path from 'node:path';

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
