/** audit_deps and verify_node_modules: what package.json and the lock file say against what is installed. Offline; nothing is run or installed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../kit/errors.ts';
import type { ToolContext } from './context.ts';
import { declare, optional, word } from './tool.ts';

const shownMax = 60;
const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly main?: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export const auditDeps = declare({
  name: 'audit_deps',
  description:
    'Dependencies: declared, locked and installed versions, packages that the code imports without declaring them, and ones nobody imports.',
  input: {},
  touches: ['reads'],
  run: (_input, context) => {
    const manifest = readManifest(context.draft.tree.read('package.json'));
    if (manifest === null) return 'there is no package.json that can be read';
    const declared = { ...manifest.devDependencies, ...manifest.optionalDependencies, ...manifest.dependencies };
    const locked = lockedVersions(context);
    const lines = Object.entries(declared).map(([name, range]) => {
      const installed = installedVersion(context, name);
      const lock = locked?.get(`node_modules/${name}`);
      const state =
        installed === null
          ? 'NOT INSTALLED'
          : lock !== undefined && lock !== installed
            ? `installed ${installed}, LOCKED ${lock}`
            : `installed ${installed}`;
      return `${name} ${range}: ${state}`;
    });
    const used = importedPackages(context);
    const undeclared = [...used].filter((name) => !Object.hasOwn(declared, name) && name !== manifest.name);
    const unused = Object.keys(manifest.dependencies ?? {}).filter((name) => !used.has(name));
    return [
      `node ${process.versions.node}${manifest.engines?.node === undefined ? '' : `, package.json wants ${manifest.engines.node}`}`,
      ...lines.slice(0, shownMax),
      `imported without being declared: ${undeclared.join(', ') || 'none'}`,
      `declared and imported nowhere: ${unused.join(', ') || 'none'}`,
    ].join('\n');
  },
});

export const verifyNodeModules = declare({
  name: 'verify_node_modules',
  description:
    'Whether node_modules holds what the lock file says: packages that are missing, of another version or damaged.',
  input: { package: optional(word('only this package and where it lies')) },
  touches: ['reads'],
  run: ({ package: name }, context) => {
    if (name !== undefined && !packageName.test(name)) return `${JSON.stringify(name)} is no name of a package`;
    const locked = lockedVersions(context);
    if (locked === null) return 'there is no package-lock.json that can be read';
    const wanted = [...locked].filter(([at]) => name === undefined || at.endsWith(`node_modules/${name}`));
    const wrong = wanted.flatMap(([at, version]) => problemOf(context, at, version) ?? []);
    const head = `${wanted.length} packages of the lock file looked at, ${wrong.length} not as it says`;
    return [head, ...wrong.slice(0, shownMax)].join('\n');
  },
});

function problemOf({ project }: ToolContext, at: string, version: string): string | null {
  const manifest = readManifest(liveText(path.join(project, at, 'package.json')));
  if (manifest === null) return `${at}: missing`;
  if (manifest.version !== version) return `${at}: ${manifest.version ?? 'no version'} in place of ${version}`;
  const main = manifest.main;
  if (main === undefined || main === '') return null;
  const file = path.join(project, at, main);
  const found = ['', '.js', '.json', '.cjs', '/index.js'].some((ending) => liveText(file + ending) !== null);
  return found || /\.(?:node|d\.ts)$/.test(main) ? null : `${at}: its main file ${main} is missing`;
}

/** Folder → version, of the packages that an install on this machine makes; null where no lock file can be read. */
function lockedVersions({ draft }: ToolContext): Map<string, string> | null {
  const text = draft.tree.read('package-lock.json');
  const lock = readObject(text) as {
    packages?: Record<string, { version?: string; link?: boolean; optional?: boolean; peer?: boolean }>;
  } | null;
  if (lock?.packages === undefined) return null;
  return new Map(
    Object.entries(lock.packages).flatMap(([at, one]) =>
      at.includes('node_modules/') &&
      !at.split('/').includes('..') &&
      one.version !== undefined &&
      one.link !== true &&
      one.optional !== true
        ? [[at, one.version] as const]
        : [],
    ),
  );
}

function installedVersion({ project }: ToolContext, name: string): string | null {
  if (!packageName.test(name)) return null;
  return readManifest(liveText(path.join(project, 'node_modules', name, 'package.json')))?.version ?? null;
}

/** Packages, by name, that the sources import or require; Node's own are none. */
function importedPackages({ draft }: ToolContext): Set<string> {
  const found = new Set<string>();
  for (const file of draft.tree.files.filter((each) => /\.[cm]?[jt]sx?$/.test(each))) {
    const text = draft.tree.read(file) ?? '';
    for (const match of text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"./][^'"]*)['"]/g)) {
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(match[1] ?? '')?.[0] ?? '';
      if (packageName.test(name) && !name.startsWith('node:') && process.getBuiltinModule(name) === undefined)
        found.add(name);
    }
  }
  return found;
}

function readManifest(text: string | null): Manifest | null {
  return readObject(text) as Manifest | null;
}

function readObject(text: string | null): object | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // the caller says that it cannot be read
    throw error;
  }
}

/** Packages lie in the live project; the copy only binds them. */
function liveText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error)) return null; // missing, a folder, or not ours to read: the same here
    throw error;
  }
}
