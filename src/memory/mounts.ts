/** Whole paths of routes: a router's own prefix behind those of whatever mounts it, in this file or another. */
import path from 'node:path';
import type { MappedRoute } from '../incident/map.ts';
import type { Definitions } from './definitions.ts';

const depthMax = 6;
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

export function routesOf(files: Files, file: string): MappedRoute[] {
  const found = files.get(file);
  if (found === undefined) return [];
  return found.routes.flatMap(({ router, method, path: own, handler, line }) =>
    prefixes(files, { file, name: router }, depthMax).map((prefix) => ({
      ...{ method, path: joined(prefix, own), handler, line },
    })),
  );
}

/** Every way by which a router is reached; its own prefix alone where nothing mounts it. */
function prefixes(files: Files, router: Router, left: number): string[] {
  const own = files.get(router.file)?.prefixes[router.name] ?? '';
  const outer =
    left === 0
      ? []
      : mountsOf(files, router).flatMap(({ by, prefix }) =>
          prefixes(files, by, left - 1).map((before) => joined(before, prefix)),
        );
  return outer.length === 0 ? [own] : [...new Set(outer.map((prefix) => joined(prefix, own)))];
}

function mountsOf(files: Files, router: Router): { by: Router; prefix: string }[] {
  return [...files].flatMap(([file, { mounts }]) =>
    mounts
      .filter((mount) => {
        const target = resolve(files, file, mount.target);
        return target?.file === router.file && target.name === router.name && !isItself(file, mount.router, router);
      })
      .map((mount) => ({ by: { file, name: mount.router }, prefix: mount.prefix })),
  );
}

function isItself(file: string, name: string, router: Router): boolean {
  return file === router.file && name === router.name;
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
