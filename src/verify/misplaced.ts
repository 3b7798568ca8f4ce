/** Whether what the server asked for in vain lies in the project all the same, where nobody asks for it: in another folder, by a near name, or with another ending. */
import { posix } from 'node:path';
import type { SourceTree } from '../incident/nouns.ts';
import { isCodeFile, isTest } from '../kit/code.ts';
import { memoize } from '../kit/memoize.ts';
import { nearest } from '../kit/nearest.ts';

/** Data that are looked for by name: who finds none goes without. */
const data = /\.(?:json|jsonl|ndjson|ya?ml|[ct]sv)$/;
/** A copy of what is served, or what belongs to a tool. */
const aside = /(?:^|\/)(?:node_modules|dist|build|coverage|tests?|__tests__|specs?|fixtures)\//;

export interface Sought {
  /** Project-relative, and not there. */
  readonly file: string;
  /** The folder that it was looked for in, where the client named the rest: what lies in there has an address of its own. Null where nobody named any of it. */
  readonly served: string | null;
  /** All that was asked for in vain: who tries several places or endings finds one of them. */
  readonly all: readonly string[];
  /** The files of the project that asked for it. */
  readonly callers: readonly string[];
}

export function isMisplaced(tree: SourceTree, sought: Sought): boolean {
  const { file } = sought;
  if (file.startsWith('..') || isCodeFile(file) || tree.exists(file)) return false;
  return isElsewhere(tree, sought) || isCalledOtherwise(tree, sought) || isBesideFolder(tree, sought);
}

/** One other folder has what is called so. */
function isElsewhere(tree: SourceTree, { file, served, all }: Sought): boolean {
  const { base, ext } = posix.parse(file);
  if (all.some((each) => each !== file && posix.basename(each) === base)) return false;
  const among = ext === '' ? dataFolders(tree) : tree.files;
  const [moved, more] = among.filter((each) => posix.basename(each) === base && !aside.test(each));
  if (moved === undefined || more !== undefined) return false;
  if (data.test(file)) return true;
  const isServed = served !== null && (ext === '' || (served !== '' && moved.startsWith(`${served}/`)));
  return !isServed && !isSaid(tree, moved, file) && !/^(?:index|readme|license|changelog)\b/i.test(base);
}

/** Beside it is one by a near name, or by the same one with another ending, of which nobody speaks. */
function isCalledOtherwise(tree: SourceTree, { file, served, all }: Sought): boolean {
  const { base, dir, name, ext } = posix.parse(file);
  const beside = tree.list(dir).filter((each) => !each.endsWith('/') && !isCodeFile(each));
  const unsaid = (each: string): boolean => !isSaid(tree, posix.join(dir, each), file);
  const sameName = beside.filter((each) => each.toLowerCase() === base.toLowerCase());
  if (sameName.length === 1) return sameName.every(unsaid);
  const isTried = all.some((each) => each !== file && posix.dirname(each) === dir && posix.parse(each).name === name);
  const otherEnding = isTried || ext === '' ? [] : beside.filter((each) => posix.parse(each).name === name);
  const [only, more] = otherEnding;
  if (only !== undefined) return more === undefined && unsaid(only) && !isEndingSaid(tree, posix.extname(only));
  const alike = beside.filter((each) => posix.extname(each) === ext);
  if (isOrphaned(tree, file, alike.filter(unsaid))) return true;
  // `2026.json` beside `2025.json`: a name that nobody wrote is one of many.
  if (served !== null || !isSaid(tree, file, null)) return false;
  const near = nearest(base, alike);
  return near !== null && !isFormOf(posix.parse(near).name, name) && unsaid(near);
}

/** The code has the whole name, puts none together that ends so, and one file beside it is left of which it does not speak. */
function isOrphaned(tree: SourceTree, file: string, left: readonly string[]): boolean {
  const orphans = left.filter((each) => !sample.test(each));
  const isWhole = textsOf(tree).some((text) => posix.basename(text) === posix.basename(file));
  return isWhole && orphans.length === 1 && posix.extname(file) !== '' && !textsOf(tree).includes(posix.extname(file));
}

const sample = /(?:^|[.-])(?:example|sample|dist|template|local|bak|backup|old|orig)[.-]|[.-]default[.-]/i;

/** `en.json` for `en-US.json` is what it falls back to. */
function isFormOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && /^[-_.]/.test(long.slice(short.length));
}

/** The folder is gone of which the code speaks, and one beside it, of which it does not, is called almost so, or is the only one and holds what the code reads. */
function isBesideFolder(tree: SourceTree, { file, callers }: Sought): boolean {
  const gone = goneFolder(tree, file);
  if (gone === null || !isSaid(tree, gone, null)) return false;
  const dir = posix.dirname(gone).replace(/^\.$/, '');
  const beside = tree.list(dir).flatMap((each) => (each.endsWith('/') ? [each.slice(0, -1)] : []));
  const left = beside.filter((each) => {
    const folder = posix.join(dir, each);
    const isOfCallers = callers.some((caller) => caller.startsWith(`${folder}/`));
    return !each.startsWith('.') && !isOfCallers && !isSaid(tree, folder, gone);
  });
  const near = nearest(posix.basename(gone), left);
  if (near !== null) return tree.list(posix.join(dir, near)).length > 0;
  const fitting = left.filter((each) => {
    const held = tree.list(posix.join(dir, each));
    return held.length > 0 && held.every((name) => isEndingSaid(tree, posix.extname(name)));
  });
  return fitting.length === 1;
}

/** What is to be written there has no folder to lie in, and nobody makes one. */
export function isUnmade(tree: SourceTree, { file, callers }: Pick<Sought, 'file' | 'callers'>): boolean {
  const [gone, folder] = [goneFolder(tree, file), posix.dirname(file)];
  if (gone === null || gone === file || !(isSaid(tree, gone, null) || isSaid(tree, folder, null))) return false;
  const texts = tree.files.flatMap((path) => {
    const text = isCodeFile(path) && !isTest(path) ? (tree.read(path) ?? '') : '';
    return callers.includes(path) || text.includes(posix.basename(folder)) ? [text] : [];
  });
  return texts.some((text) => writes.test(text)) && !texts.some((text) => makes.test(text));
}

const writes = /\b(?:writeFile|appendFile|createWriteStream|copyFile)(?:Sync)?\(/;
const makes = /\b(?:mkdir|mkdirp|ensure(?:Dir|File)|outputFile|outputJson)(?:Sync)?\(/;

/** The outermost folder of the path that is not there; the path itself, where it has no ending. */
function goneFolder(tree: SourceTree, file: string): string | null {
  const parts = file.split('/');
  const most = posix.extname(file) === '' ? parts.length : parts.length - 1;
  const at = parts.findIndex((_, index) => !tree.exists(parts.slice(0, index + 1).join('/')));
  return at < 0 || at >= most ? null : parts.slice(0, at + 1).join('/');
}

/** Folders that hold more than code. */
const dataFolders = memoize((tree: SourceTree): readonly string[] => {
  const folders = new Set<string>();
  for (const file of tree.files.filter((each) => !isCodeFile(each)))
    for (let at = posix.dirname(file); at !== '.' && !folders.has(at); at = posix.dirname(at)) folders.add(at);
  return [...folders];
});

/** A text of the code leads there, or through it, by its path or the end of it, and not as well to what is `missing`. */
export function isSaid(tree: SourceTree, entry: string, missing: string | null): boolean {
  const [at, not] = [waysTo(entry), missing === null ? [] : waysTo(missing)];
  const base = posix.extname(entry) === '' ? null : posix.basename(entry);
  return textsOf(tree).some((text) => {
    if (not.some((way) => way.endsWith(`/${text}`))) return false;
    const isIt = at.some((way) => way.endsWith(`/${text}`)) || `/${text}/`.includes(`/${entry}/`);
    return isIt || (base !== null && posix.basename(text) === base);
  });
}

/** By its name without an ending, too. */
function waysTo(entry: string): string[] {
  const ending = posix.extname(entry);
  return [`/${entry}`, ...(ending === '' ? [] : [`/${entry.slice(0, -ending.length)}`])];
}

function isEndingSaid(tree: SourceTree, ending: string): boolean {
  return ending !== '' && textsOf(tree).some((text) => text === ending || text === ending.slice(1));
}

/** What an import takes in is a module, and what begins with a slash is a route. */
const textsOf = memoize((tree: SourceTree): readonly string[] => {
  const found = new Set<string>();
  for (const path of tree.files) {
    if (!isCodeFile(path) || isTest(path)) continue;
    const text = (tree.read(path) ?? '').replace(
      /(?:\brequire\(|\bfrom\s|\bimport\(|\bimport\s)\s*['"][^'"\n]*['"]/g,
      '',
    );
    for (const [, said = ''] of text.matchAll(/['"`]((?:\.{0,2}\/)*[\w.@-][\w.@/-]*)['"`]/g))
      if (!said.startsWith('/')) found.add(said.replace(/^(?:\.{1,2}\/)+/, '').replace(/\/$/, ''));
    // `${name}.json`
    for (const [, ending = ''] of text.matchAll(/\}(\.\w+)`/g)) found.add(ending);
  }
  return [...found];
});
