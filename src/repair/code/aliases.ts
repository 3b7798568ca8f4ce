/** The names that tsconfig.json gives to folders of the project: `paths` and `baseUrl`, as loaders of TypeScript follow them. */
import path from 'node:path';
import { parse } from 'jsonc-parser';
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { didYouMean } from './names.ts';

const posix = path.posix;

/** `@/*` of `src/*`: what stands before and behind the star on either side; without a star both ends are empty. */
export interface Alias {
  readonly name: Pattern;
  readonly target: Pattern;
}

interface Pattern {
  readonly before: string;
  readonly after: string;
  readonly isOpen: boolean;
}

/** The paths of the project that a specifier may mean, be there a file or not: by the alias that fits most of it, then by `baseUrl`. */
export function aimsOf(aliases: readonly Alias[], specifier: string): Aims {
  const fitting = aliases.filter(({ name }) => fits(name, specifier));
  const longest = Math.max(...fitting.map(({ name }) => name.before.length));
  const aims = (of: readonly Alias[]): string[] => of.map(({ name, target }) => filled(target, inner(name, specifier)));
  return {
    named: aims(fitting.filter(({ name }) => name.before !== '' && name.before.length === longest)),
    bare: aims(fitting.filter(({ name }) => name.before === '')),
  };
}

interface Aims {
  /** By an alias with a name of its own: what it leads to is a file of the project, or nothing. */
  readonly named: readonly string[];
  /** By one for all specifiers: a package goes first where there is no such file. */
  readonly bare: readonly string[];
}

/** A file of the project by an alias, with its ending; null where none leads to it. */
export function aliasOf(tree: SourceTree, importer: string, file: string): string | null {
  const fitting = aliasesOf(tree, importer).filter(({ target }) => fits(target, file));
  const [best] = fitting.toSorted((a, b) => b.target.before.length - a.target.before.length);
  return best === undefined || best.name.before === '' ? null : filled(best.name, inner(best.target, file));
}

/** The paths that `@util/sums` may mean: those of the one alias of a near name, `@utils/*`. */
export function nearAims(tree: SourceTree, importer: string, specifier: string): string[] {
  const near = aliasesOf(tree, importer).flatMap(({ name, target }) => {
    const head = specifier.split('/').slice(0, name.before.replace(/\/$/, '').split('/').length).join('/');
    const isOfItsKind = name.isOpen === head.length < specifier.length;
    const isNear = didYouMean(head, [name.before.replace(/\/$/, '')]) !== null;
    return isOfItsKind && isNear ? [{ name, path: filled(target, specifier.slice(head.length + 1)) }] : [];
  });
  return new Set(near.map(({ name }) => name.before)).size === 1 ? near.map(({ path }) => path) : [];
}

/** The folders that aliases lead to. */
export function aliasFolders(tree: SourceTree, importer: string): string[] {
  return aliasesOf(tree, importer).flatMap(({ target }) => (target.isOpen ? [posix.normalize(target.before)] : []));
}

function fits({ before, after, isOpen }: Pattern, text: string): boolean {
  if (!isOpen) return text === before;
  return text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
}

function inner({ before, after }: Pattern, text: string): string {
  return text.slice(before.length, text.length - after.length);
}

function filled({ before, after, isOpen }: Pattern, text: string): string {
  return isOpen ? before + text + after : before;
}

function patternOf(text: string): Pattern {
  const [before = '', after] = text.split('*');
  return { before, after: after ?? '', isOpen: after !== undefined };
}

const known = memoize<SourceTree, Map<string, readonly Alias[]>>(() => new Map());

/** Node itself knows nothing of them: only files that a loader of TypeScript reads have aliases. */
export function aliasesOf(tree: SourceTree, importer: string): readonly Alias[] {
  return /\.[cm]?tsx?$/.test(importer) ? inFolder(tree, posix.dirname(importer)) : none;
}

const none: readonly Alias[] = [];

/** Asked for every import of every file: looked up once a folder, and read once. */
function inFolder(tree: SourceTree, folder: string): readonly Alias[] {
  const before = known(tree).get(folder);
  if (before !== undefined) return before;
  const file = posix.join(folder, 'tsconfig.json');
  const isTop = folder === '.' || folder === '/';
  const aliases = tree.exists(file) ? settingsOf(tree, file, 0) : isTop ? none : inFolder(tree, posix.dirname(folder));
  known(tree).set(folder, aliases);
  return aliases;
}

function settingsOf(tree: SourceTree, file: string, deep: number): readonly Alias[] {
  const text = tree.read(file);
  const json: unknown = text === null ? null : parse(text, [], { allowTrailingComma: true });
  if (!isRecord(json)) return [];
  const options = isRecord(json['compilerOptions']) ? json['compilerOptions'] : {};
  const { paths, baseUrl } = options;
  const here = posix.dirname(file);
  const base = typeof baseUrl === 'string' ? posix.join(here, baseUrl) : null;
  const named = Object.entries(isRecord(paths) ? paths : {}).flatMap(([name, targets]) =>
    (Array.isArray(targets) ? targets : []).flatMap((target: unknown) =>
      typeof target === 'string'
        ? [{ name: patternOf(name), target: patternOf(posix.join(base ?? here, target)) }]
        : [],
    ),
  );
  const bare = base === null ? [] : [{ name: patternOf('*'), target: patternOf(posix.join(base, '*')) }];
  const above = typeof json['extends'] === 'string' && deep < 4 ? json['extends'] : '';
  const inherited = above.startsWith('.')
    ? settingsOf(tree, posix.join(here, above.replace(/(?:\.json)?$/, '.json')), deep + 1)
    : [];
  // What a file says itself stands for all that it inherits.
  return [...(isRecord(paths) ? named : inherited.filter(({ name }) => name.before + name.after !== '')), ...bare];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
