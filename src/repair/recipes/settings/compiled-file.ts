/** A program that a compiler writes and that is not where it is started: from which source it comes, and where that is written. */
import { posix } from 'node:path';
import { parse } from 'jsonc-parser';
import type { SourceTree } from '../../../incident/nouns.ts';
import { typescriptConfigs } from '../../../kit/out-folders.ts';
import { isTest } from '../../../kit/code.ts';
import { isRecord, readJson } from '../../code/modules.ts';
import { didYouMean } from '../../code/names.ts';
import { lineOf } from '../../code/text.ts';

/** What is to be said of a project-relative file of the package in the folder `at`; null where no compiler writes it or one like it. */
export function compiledNote(tree: SourceTree, at: string, file: string): string | null {
  const written = writtenFiles(tree, at);
  const source = written.files.get(file);
  if (source !== undefined) {
    const build = buildScript(tree, at);
    return build === null ? null : `${file} is what ${source} is compiled to: run \`npm run ${build}\``;
  }
  const stem = posix.basename(file);
  const [same, more] = [...written.files.keys()].filter((each) => posix.basename(each) === stem);
  if (same !== undefined && more === undefined) {
    const from = written.files.get(same);
    return tree.exists(same)
      ? `${file} is not there, ${same} is, compiled of ${from}: correct the path`
      : `${file} is not there, since ${from} is compiled to ${same} (${written.place}): make the two agree`;
  }
  const near = didYouMean(file, written.files.keys());
  return near === null
    ? null
    : `${file} is not there, ${near} is what ${written.files.get(near)} is compiled to: correct the path`;
}

interface Written {
  /** By the file that is written: its source. */
  readonly files: ReadonlyMap<string, string>;
  /** The line that says where. */
  readonly place: string;
}

/** What `outDir` and `rootDir` make of the sources; nothing where no compiler is told where to write. */
function writtenFiles(tree: SourceTree, at: string): Written {
  const found = typescriptConfigs
    .map((config) => posix.join(at, config))
    .find((each) => /"outDir"/.test(tree.read(each) ?? ''));
  const text = found === undefined ? null : tree.read(found);
  const config: unknown = text === null ? null : parse(text);
  const options = isRecord(config) && isRecord(config['compilerOptions']) ? config['compilerOptions'] : {};
  const { outDir, rootDir } = options;
  if (found === undefined || text === null || typeof outDir !== 'string') return { files: new Map(), place: '' };
  const sources = tree.files.filter(
    (each) => /(?<!\.d)\.[cm]?tsx?$/.test(each) && !isTest(each) && (at === '' || each.startsWith(`${at}/`)),
  );
  const root = typeof rootDir === 'string' ? posix.join(at, rootDir) : sharedFolder(sources);
  const files = sources.flatMap((each): [string, string][] => {
    const below = posix.relative(root, each);
    const to = posix.join(at, outDir, below.replace(/\.([cm]?)tsx?$/, '.$1js'));
    return below.startsWith('..') ? [] : [[to, each]];
  });
  return { files: new Map(files), place: `${found}:${lineOf(text, text.indexOf('"outDir"'))}` };
}

/** The folder that all of them lie in. */
function sharedFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((each) => each.split('/').slice(0, -1));
  const length = first.findIndex((part, index) => others.some((each) => each[index] !== part));
  return (length < 0 ? first : first.slice(0, length)).join('/');
}

/** The one script that runs the compiler. */
function buildScript(tree: SourceTree, at: string): string | null {
  const scripts = readJson(tree, posix.join(at, 'package.json'))?.['scripts'];
  const known = isRecord(scripts) ? Object.entries(scripts) : [];
  const [build] = known.find(([name, line]) => /^build$|^compile$/.test(name) && /\btsc\b/.test(String(line))) ?? [];
  return build ?? null;
}
