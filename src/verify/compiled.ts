/**
 * Projects that run what a compiler wrote (`node dist/main.js`): a change of a source goes with what the project's own TypeScript, else its
 * own build, makes of it. Only what that makes today exactly as it stands there is made anew; else somebody else did, and it is left alone.
 */
import path from 'node:path';
import type { Edit, SourceTree } from '../incident/nouns.ts';
import {
  compilerFor,
  foldersOver,
  scriptsOf,
  outFoldersOf,
  programsOf,
  typescriptConfigs,
} from '../kit/out-folders.ts';
import type { Stage } from './stage.ts';

const compileMs = 120_000;
const code = /(?<!\.d)\.([cm]?)[jt]sx?$/;
const mapLine = /\/\/# sourceMappingURL=\S+\s*$/;
const { posix } = path;

/** Runs in the copy: `command file…`; writes the texts of these files as they are made, null for one that is not. */
const script = `
const fs = require('node:fs');
const [command, ...files] = process.argv.slice(1);
for (const file of files) fs.rmSync(file, { force: true });
const [program, ...words] = JSON.parse(command);
require('node:child_process').spawnSync(program, words, { stdio: 'ignore' });
const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null);
process.stdout.write(JSON.stringify(files.map(read)));
`;

type Command = readonly string[];

export class Compiler {
  readonly #stage: Stage;
  /** By the files that it makes exactly as they are. */
  readonly #commands = new Map<string, Promise<Command | null>>();
  readonly #maps = new Map<string, string | null>();
  readonly #made = new Map<string, Promise<readonly Edit[]>>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** The edits and, for each source that is compiled, the edits of what is made of it. */
  with(edits: readonly Edit[]): Promise<readonly Edit[]> {
    const key = JSON.stringify(edits);
    const known = this.#made.get(key) ?? this.#compile(edits);
    this.#made.set(key, known);
    return known;
  }

  /** The source maps of compiled files that lie there without one, by file; without those that are not this compiler's. */
  async mapsOf(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const tree = this.#stage.tree();
    const asked = files.filter((file) => !this.#maps.has(file) && !tree.exists(`${file}.map`));
    for (const [command, some] of byCompiler(tree, asked)) await this.#mapsBy(command, some);
    return new Map(files.flatMap((file) => (this.#maps.get(file) ? [[file, this.#maps.get(file)!]] : [])));
  }

  async #mapsBy(command: Command, asked: readonly string[]): Promise<void> {
    const tree = this.#stage.tree();
    const made = await this.#run(
      [],
      [...command, '--sourceMap', 'true'],
      [...asked, ...asked.map((file) => `${file}.map`)],
    );
    for (const [at, file] of asked.entries()) {
      const isSame = made[at]?.replace(mapLine, '') === tree.read(file);
      this.#maps.set(file, isSame ? (made[asked.length + at] ?? null) : null);
      if (isSame) this.#commands.set(file, Promise.resolve(command));
    }
  }

  async #compile(edits: readonly Edit[]): Promise<readonly Edit[]> {
    const tree = this.#stage.tree();
    const changed = edits.filter(({ before, after }) => before !== null && after !== null).map((edit) => edit.path);
    const added = edits.filter(({ before }) => before === null).flatMap((edit) => builtBeside(tree, edit.path));
    const known = [...new Set(changed.flatMap((source) => builtOf(tree, source)))];
    const files = [...known, ...added.flatMap(({ built }) => built)];
    // Of what is not there yet its neighbours tell who makes it.
    const command =
      files.length === 0 ? null : await this.#commandFor(known.length > 0 ? known : (added[0]?.like ?? []));
    if (command === null) return edits;
    const made = await this.#run(edits, command, files);
    const more = files.flatMap((file, at): Edit[] => {
      const [before, after] = [tree.read(file), made[at] ?? null];
      return after === null || after === before ? [] : [{ path: file, before, after }];
    });
    return [...edits.filter((edit) => !files.includes(edit.path)), ...more];
  }

  #commandFor(files: readonly string[]): Promise<Command | null> {
    const tree = this.#stage.tree();
    const look = async (): Promise<Command | null> => {
      const folders = foldersOver(files[0] ?? '');
      for (const command of [...folders.flatMap((at) => tsc(tree, at)), ...folders.flatMap((at) => build(tree, at))]) {
        const made = await this.#run([], command, files);
        if (files.every((file, at) => made[at] === tree.read(file))) return command;
      }
      return null;
    };
    const key = files.join('\0');
    const known = this.#commands.get(key) ?? look();
    this.#commands.set(key, known);
    return known;
  }

  async #run(edits: readonly Edit[], command: Command, files: readonly string[]): Promise<readonly (string | null)[]> {
    const copy = await this.#stage.copy(edits);
    if (typeof copy === 'string') return [];
    try {
      const result = await copy.run([process.execPath, '-e', script, JSON.stringify(command), ...files], compileMs);
      return result.code === 0 ? textsIn(result.stdout) : [];
    } finally {
      await copy.release();
    }
  }
}

/** The compiler of the package in this folder, as a command; [] where it has no settings or none is installed. */
function tsc(tree: SourceTree, at: string): Command[] {
  const config = typescriptConfigs.map((each) => posix.join(at, each)).find((each) => tree.exists(each));
  const compiler = compilerFor(tree, at);
  const words = ['--incremental', 'false', '--composite', 'false', '--skipLibCheck']; // what is written is the same
  return config === undefined || compiler === null ? [] : [[process.execPath, compiler, '-p', config, ...words]];
}

function build(tree: SourceTree, at: string): Command[] {
  const where = at === '' ? [] : ['--prefix', at];
  return scriptsOf(tree.read(posix.join(at, 'package.json'))).includes('build')
    ? [['npm', ...where, 'run', 'build']]
    : [];
}

/** The files by the first compiler over each. */
function byCompiler(tree: SourceTree, files: readonly string[]): [Command, string[]][] {
  const groups = new Map<string, [Command, string[]]>();
  for (const file of files) {
    const [command] = foldersOver(file).flatMap((at) => tsc(tree, at));
    if (command === undefined) continue;
    const key = command.join('\0');
    groups.set(key, [command, [...(groups.get(key)?.[1] ?? []), file]]);
  }
  return [...groups.values()];
}

/** What a source is compiled to, with its map: a file of its own, else the bundles that hold it; [] where nothing of it lies there. */
function builtOf(tree: SourceTree, source: string): string[] {
  if (!code.test(source)) return [];
  const read = (file: string): string | null => tree.read(file);
  for (const at of foldersOver(source)) {
    const target = posix.relative(at, source).replace(code, '.$1js');
    const [, ...inner] = target.split('/');
    const built = outFoldersOf(read, at)
      .flatMap((folder) => [posix.join(folder, target), posix.join(folder, ...inner)])
      .find((each) => each !== source && tree.exists(each));
    const files = built === undefined ? programsOf(read, at).filter((file) => holds(tree, file, source)) : [built];
    if (files.length > 0) return files.flatMap((file) => [file, `${file}.map`]).filter((file) => tree.exists(file));
  }
  return [];
}

/** What a source that comes new will be compiled to, as one that lies beside it is. */
function builtBeside(tree: SourceTree, source: string): { built: string[]; like: string[] }[] {
  if (!code.test(source)) return [];
  const peers = tree.files.filter((each) => posix.dirname(each) === posix.dirname(source) && code.test(each));
  const like = peers.map((each) => builtOf(tree, each)).find((each) => each.length > 0);
  if (like === undefined) return [];
  const name = posix.basename(source).replace(code, '.$1js');
  const folder = posix.dirname(like[0] ?? '');
  return [{ like, built: ['', '.map'].slice(0, like.length).map((end) => posix.join(folder, name + end)) }];
}

/** By its map. */
function holds(tree: SourceTree, file: string, source: string): boolean {
  const { sources } = Object(jsonIn(tree.read(`${file}.map`) ?? '')) as { sources?: unknown };
  const folder = posix.dirname(file);
  return Array.isArray(sources) && sources.some((each) => posix.join(folder, String(each)) === source);
}

function textsIn(text: string): (string | null)[] {
  const value = jsonIn(text);
  return Array.isArray(value) ? value.map((each: unknown) => (typeof each === 'string' ? each : null)) : [];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a program of the project wrote it, or it was cut short
  }
}
