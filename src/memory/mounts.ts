/** Whole paths of routes: a router's own prefix behind those of whatever mounts it, in this file or another. */
import path from 'node:path';
import type { MappedRoute } from '../incident/map.ts';
import { groupBy } from '../kit/group-by.ts';
import type { Definitions } from './definitions.ts';

const depthMax = 6;
/** Of a router that is mounted all over, these many paths are enough. */
const waysMax = 100;
const endings = [
  '',
  '.js',
  '.ts',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '.jsx',
  '.tsx',
  '/index.js',
  '/index.ts',
  '/index.mjs',
  '/index.cjs',
];

type Files = ReadonlyMap<string, Definitions>;

/** A router: the variable, parameter or function of a file by which its routes are known there. */
interface Router {
  readonly file: string;
  readonly name: string;
}

interface Mount {
  readonly by: Router;
  readonly prefix: string;
}

/** The routes of each file, under every path by which they are reached. */
export function routesByFile(files: Files): Map<string, MappedRoute[]> {
  const prefixes = new Prefixes(files);
  return new Map(
    [...files].map(([file, { routes }]) => [
      file,
      routes.flatMap(({ router, method, path: own, handler, line }) =>
        prefixes.of({ file, name: router }).map((prefix) => ({ method, path: joined(prefix, own), handler, line })),
      ),
    ]),
  );
}

class Prefixes {
  readonly #files: Files;
  readonly #mounts: ReadonlyMap<string, readonly Mount[]>;
  readonly #known = new Map<string, readonly string[]>();

  constructor(files: Files) {
    this.#files = files;
    this.#mounts = mountsIn(files);
  }

  /** The ways by which a router is reached, not all of very many; its own prefix alone where nothing mounts it. */
  of(router: Router, left = depthMax): readonly string[] {
    const key = `${left} ${keyOf(router)}`;
    const known = this.#known.get(key) ?? this.#find(router, left);
    this.#known.set(key, known);
    return known;
  }

  #find(router: Router, left: number): string[] {
    const own = this.#files.get(router.file)?.prefixes[router.name] ?? '';
    const mounts = left === 0 ? [] : (this.#mounts.get(keyOf(router)) ?? []);
    const ways = new Set<string>();
    for (const { by, prefix } of mounts)
      for (const before of this.of(by, left - 1))
        if (ways.size < waysMax) ways.add(joined(joined(before, prefix), own));
    return ways.size === 0 ? [own] : [...ways];
  }
}

function mountsIn(files: Files): Map<string, Mount[]> {
  const all = [...files].flatMap(([file, { mounts }]) =>
    mounts.flatMap(({ router, prefix, target }) => {
      const by = { file, name: router };
      const mounted = resolve(files, file, target);
      return mounted === null || keyOf(mounted) === keyOf(by) ? [] : [{ mounted, by, prefix }];
    }),
  );
  return groupBy(all, ({ mounted }) => keyOf(mounted));
}

function keyOf({ file, name }: Router): string {
  return `${file}\0${name}`;
}

/** The router that a name of a file, or a module it asks for, stands for. */
function resolve(files: Files, file: string, target: Definitions['mounts'][number]['target']): Router | null {
  const here = files.get(file);
  if (here === undefined) return null;
  const imported = 'specifier' in target ? target : here.imports[target.name];
  if (imported === undefined) return 'name' in target ? { file, name: here.plugins[target.name] ?? target.name } : null;
  const from = resolveFile(files, file, imported.specifier);
  const there = from === null ? undefined : files.get(from);
  if (from === null || there === undefined) return null;
  const name = there.gives[imported.imported] ?? there.gives['default'] ?? there.gives['*'];
  return name === undefined ? null : { file: from, name: there.plugins[name] ?? name };
}

function resolveFile(files: Files, importer: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const plain = path.posix.join(path.posix.dirname(importer), specifier);
  const bare = plain.replace(/\.[cm]?js$/, '');
  const candidates = [...endings.map((ending) => plain + ending), ...endings.map((ending) => bare + ending)];
  return candidates.find((candidate) => files.has(candidate)) ?? null;
}

function joined(prefix: string, own: string): string {
  const whole = `/${prefix}/${own}`.replace(/\/{2,}/g, '/');
  return whole.length > 1 ? whole.replace(/\/+$/, '') : '/';
}
