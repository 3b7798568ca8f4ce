/** Where a specifier leads inside one tree, and what package.json says about the file that asks. */
import { builtinModules } from 'node:module';
import path from 'node:path';
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { aimsOf, aliasesOf } from './aliases.ts';
import type { Alias } from './aliases.ts';
import type { ModuleKind } from './syntax.ts';

const posix = path.posix;

export type Resolved =
  | { readonly to: 'file'; readonly path: string }
  | { readonly to: 'builtin'; readonly name: string }
  | { readonly to: 'package'; readonly name: string; readonly path: string | null };

/** Endings tried by CommonJS and by TypeScript loaders, in order. */
export const endings = ['.js', '.json', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx'] as const;

const builtins = new Set(builtinModules);

export function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtins.has(specifier);
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

/** Names a file of the project: a relative path, a name of package.json's `imports` or `exports`, or an alias of tsconfig.json. */
export function isOwn(tree: SourceTree, importer: string, specifier: string): boolean {
  return isRelative(specifier) || isSubpath(tree, importer, specifier) || aimOf(tree, importer, specifier) !== null;
}

/** `#name` of package.json's `imports`, the package's own name, by which it reaches what its `exports` say, or that of a workspace. */
export function isSubpath(tree: SourceTree, importer: string, specifier: string): boolean {
  if (isRelative(specifier) || specifier.startsWith('#')) return specifier.startsWith('#');
  if (workspaces(tree).has(packageName(specifier) ?? '')) return true;
  const json = manifestOf(tree, importer);
  return json?.['exports'] !== undefined && json['name'] === packageName(specifier);
}

/** The path that a specifier means by an alias of tsconfig.json, be there a file or not; null where none fits. */
export function aimOf(tree: SourceTree, importer: string, specifier: string): string | null {
  if (/^(?:[./#]|node:)/.test(specifier)) return null;
  const aliases = aliasesOf(tree, importer);
  if (aliases.length === 0) return null;
  const before = aims(aliases).get(specifier);
  if (before !== undefined) return before;
  const { named, bare } = aimsOf(aliases, specifier);
  const aim = [...named, ...bare].find((each) => resolveFile(tree, each) !== null) ?? named[0] ?? null;
  aims(aliases).set(specifier, aim);
  return aim;
}

/** The aliases are those of one tree and one tsconfig.json. */
const aims = memoize<readonly Alias[], Map<string, string | null>>(() => new Map());

/** `@scope/name` or `name` of a bare specifier; null where it is none that npm would accept. */
export function packageName(specifier: string): string | null {
  const name = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?=\/|$)/.exec(specifier)?.[0];
  return name === undefined || name.length > 214 || name === 'node_modules' ? null : name;
}

/** Where a specifier in a file leads; null where there is nothing. */
export function resolveSpecifier(tree: SourceTree, importer: string, specifier: string): Resolved | null {
  if (isBuiltin(specifier)) return { to: 'builtin', name: specifier.replace(/^node:/, '') };
  if (isRelative(specifier)) {
    const found = resolveFile(tree, posix.join(posix.dirname(importer), specifier));
    return found === null ? null : { to: 'file', path: found };
  }
  if (isSubpath(tree, importer, specifier)) {
    const found = subpathsOf(tree, importer).get(specifier) ?? belowWorkspace(tree, specifier);
    return found === null ? null : { to: 'file', path: found };
  }
  const aim = aimOf(tree, importer, specifier);
  const aimed = aim === null ? null : resolveFile(tree, aim);
  if (aimed !== null) return { to: 'file', path: aimed };
  const name = packageName(specifier);
  if (name === null) return null;
  const folder = packageFolder(tree, importer, name);
  return folder === null
    ? null
    : {
        to: 'package',
        name,
        path: packageEntry(tree, folder, specifier.slice(name.length), conditionsOf(tree, importer)),
      };
}

/** Packages of the project itself, as `workspaces` has them: their folders by their names. */
export const workspaces = memoize((tree: SourceTree): ReadonlyMap<string, string> => {
  const manifests = tree.files.filter((file) => /(?<!node_modules\/.*)\/package\.json$/.test(file));
  return new Map(
    manifests.flatMap((file) => {
      const name = readJson(tree, file)?.['name'];
      return typeof name === 'string' ? [[name, posix.dirname(file)] as const] : [];
    }),
  );
});

/** What a workspace without `exports` gives out: its `main`, and each of its files. */
function belowWorkspace(tree: SourceTree, specifier: string): string | null {
  const name = packageName(specifier) ?? '';
  const folder = workspaces(tree).get(name);
  const isOpen = folder !== undefined && readJson(tree, posix.join(folder, 'package.json'))?.['exports'] === undefined;
  return isOpen ? packageEntry(tree, folder, specifier.slice(name.length)) : null;
}

/** Every name that package.json's `imports` and `exports`, and those of workspaces, lead to a file of the project, and the file. */
export function subpathsOf(tree: SourceTree, importer: string): Map<string, string> {
  const own = nearestManifest(tree, importer);
  const others = [...workspaces(tree).values()].filter((folder) => folder !== own.folder);
  const found = new Map<string, string>();
  for (const folder of others) {
    const { imports: _, ...json } = readJson(tree, posix.join(folder, 'package.json')) ?? {};
    addSubpaths(tree, { folder, json }, found);
  }
  addSubpaths(tree, own, found);
  return found;
}

function addSubpaths(tree: SourceTree, { folder, json }: Manifest, found: Map<string, string>): void {
  for (const [name, value] of subpathEntries(json)) {
    const target = entryOf(value);
    if (target?.startsWith('./') !== true) continue;
    const [before = '', after] = posix.join(folder, target).split('*');
    if (after === undefined && isFile(tree, before)) found.set(name, before);
    for (const file of after === undefined ? [] : tree.files)
      if (file.startsWith(before) && file.endsWith(after ?? '') && file.length > before.length + (after ?? '').length)
        found.set(name.replace('*', file.slice(before.length, file.length - (after ?? '').length)), file);
  }
}

function subpathEntries(json: Record<string, unknown> | null): [string, unknown][] {
  const { name, imports, exports } = json ?? {};
  const isList = isRecord(exports) && Object.keys(exports).every((key) => key.startsWith('.'));
  const given = typeof name !== 'string' || exports === undefined ? {} : isList ? exports : { '.': exports };
  return [
    ...Object.entries(isRecord(imports) ? imports : {}),
    ...Object.entries(given).map(([key, value]): [string, unknown] => [name + key.slice(1), value]),
  ];
}

/** The file that a path without or with another ending means, as CommonJS and TypeScript look for it. */
export function resolveFile(tree: SourceTree, wanted: string): string | null {
  const clean = posix.normalize(wanted).replace(/\/$/, '');
  if (clean.startsWith('..') || clean.startsWith('/')) return null;
  const stem = clean.replace(/\.([cm]?)js$/, '.$1ts');
  const tries = [
    clean,
    ...endings.map((end) => clean + end),
    stem,
    ...endings.map((end) => posix.join(clean, `index${end}`)),
  ];
  return tries.find((each) => isFile(tree, each)) ?? null;
}

export function isFile(tree: SourceTree, file: string): boolean {
  return binarySearch(tree.files, file) || (tree.exists(file) && tree.read(file) !== null);
}

function binarySearch(sorted: readonly string[], value: string): boolean {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = sorted[middle] ?? '';
    if (at === value) return true;
    if (at < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

export function packageFolder(tree: SourceTree, importer: string, name: string): string | null {
  for (let folder = posix.dirname(importer); ; folder = posix.dirname(folder)) {
    const candidate = posix.join(folder, 'node_modules', name);
    if (tree.exists(candidate)) return candidate;
    if (folder === '.' || folder === '/') return null;
  }
}

const required = ['.', 'node', 'require', 'import', 'default'];
const imported = ['.', 'node', 'import', 'require', 'default'];

/** The keys of `exports` in the order in which they count for who takes the package in. */
function conditionsOf(tree: SourceTree, importer: string): readonly string[] {
  return moduleKindOf(tree, importer) === 'module' ? imported : required;
}

function packageEntry(
  tree: SourceTree,
  folder: string,
  below: string,
  conditions: readonly string[] = required,
): string | null {
  const json = readJson(tree, posix.join(folder, 'package.json'));
  const exported = json?.['exports'];
  if (below !== '') {
    const target = isRecord(exported) ? entryOf(exported[`.${below}`], conditions) : null;
    return resolveFile(tree, target === null ? folder + below : posix.join(folder, target));
  }
  const main = entryOf(exported, conditions) ?? (typeof json?.['main'] === 'string' ? json['main'] : 'index.js');
  return resolveFile(tree, posix.join(folder, main)) ?? resolveFile(tree, posix.join(folder, 'index.js'));
}

function entryOf(exported: unknown, conditions: readonly string[] = required): string | null {
  if (typeof exported === 'string') return exported;
  if (!isRecord(exported)) return null;
  const inner = conditions.map((each) => exported[each]).find((each) => each !== undefined);
  return inner === undefined || inner === exported ? null : entryOf(inner, conditions);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON file of the tree as an object; null where it is none. */
export function readJson(tree: SourceTree, file: string): Record<string, unknown> | null {
  const text = tree.read(file);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(value) ? value : null;
  } catch {
    return null; // a broken file says nothing here; the recipe for JSON looks at it itself
  }
}

/** The package.json that governs a file, nearest first. */
export function manifestOf(tree: SourceTree, file: string): Record<string, unknown> | null {
  return nearestManifest(tree, file).json;
}

interface Manifest {
  readonly folder: string;
  readonly json: Record<string, unknown> | null;
}

function nearestManifest(tree: SourceTree, file: string): Manifest {
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const json = readJson(tree, posix.join(folder, 'package.json'));
    if (json !== null || folder === '.' || folder === '/') return { folder, json };
  }
}

/** Names and ranges of everything that package.json declares, and the one above a workspace's; of no certain file what those of all workspaces do, the project's own before all. */
export function declared(tree: SourceTree, file?: string): Map<string, string> {
  if (file === undefined)
    return new Map([...workspaces(tree).values(), '.'].flatMap((each) => [...declared(tree, `${each}/package.json`)]));
  const { folder, json } = nearestManifest(tree, file);
  const isBelow = folder !== '.' && folder !== '/';
  const found = isBelow ? declared(tree, `${folder}.json`) : new Map<string, string>();
  for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies', 'dependencies']) {
    const group = json?.[key];
    if (!isRecord(group)) continue;
    for (const [name, range] of Object.entries(group)) if (typeof range === 'string') found.set(name, range);
  }
  return found;
}

/** How the loader reads a file. */
export function moduleKindOf(tree: SourceTree, file: string): ModuleKind {
  if (/\.m[jt]s$/.test(file)) return 'module';
  if (/\.c[jt]s$/.test(file)) return 'commonjs';
  const type = manifestOf(tree, file)?.['type'];
  return type === 'module' ? 'module' : type === 'commonjs' ? 'commonjs' : 'either';
}

/** How a file would name another one of the project. */
export function relativeSpecifier(from: string, to: string): string {
  const relative = posix.relative(posix.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** `@/config.js`, which no package is called and no alias tells of: of the sources of its package, or of the whole project. */
export function belowRoot(tree: SourceTree, importer: string, rest: string): string | null {
  const found = [...new Set([nearestManifest(tree, importer).folder, '.'])].map((root) =>
    ['src', 'app', 'lib', '.']
      .map((folder) => posix.join(root, folder, rest))
      .filter((file) => resolveFile(tree, file) !== null),
  );
  const [only, more] = found.find((each) => each.length > 0) ?? [];
  return more === undefined ? (only ?? null) : null;
}
