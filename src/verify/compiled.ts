/**
 * Projects that run what a compiler wrote (`node dist/main.js`): a change of a source goes with what the project's own TypeScript makes of it.
 * Only what it makes today exactly as it stands there is made anew; else somebody else compiled it, and it is left alone.
 */
import path from 'node:path';
import type { Edit, SourceTree } from '../incident/nouns.ts';
import { outFoldersOf, typescriptConfigs } from '../kit/typescript.ts';
import type { Stage } from './stage.ts';

const compiler = 'node_modules/typescript/bin/tsc';
const compileMs = 120_000;
const typed = /(?<!\.d)\.([cm]?)tsx?$/;
const mapLine = /\/\/# sourceMappingURL=\S+\s*$/;
const { posix } = path;

/** Runs in the copy: `command file…`; writes the texts of these files as they are made, null for one that is not. */
const script = `
const fs = require('node:fs');
const [command, ...files] = process.argv.slice(1);
for (const file of files) fs.rmSync(file, { force: true });
require('node:child_process').spawnSync(process.execPath, JSON.parse(command), { stdio: 'ignore' });
const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null);
process.stdout.write(JSON.stringify(files.map(read)));
`;

export class Compiler {
  readonly #stage: Stage;
  /** Of each source whether what is compiled of it is what this compiler makes of the sources as they are. */
  readonly #isOwn = new Map<string, Promise<boolean>>();
  readonly #maps = new Map<string, Promise<string | null>>();
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

  async #compile(edits: readonly Edit[]): Promise<readonly Edit[]> {
    const tree = this.#stage.tree();
    const changed = edits.filter(({ before, after }) => before !== null && after !== null).map((edit) => edit.path);
    const groups = changed.map((source) => builtOf(tree, source)).filter((files) => files.length > 0);
    const built = groups.flat();
    if (built.length === 0 || !tree.exists(compiler)) return edits;
    const areOwn = await Promise.all(groups.map((files) => this.#makes(files)));
    if (areOwn.includes(false)) return edits;
    const made = await this.#run(edits, built);
    const more = built.flatMap((file, at): Edit[] => {
      const [before, after] = [tree.read(file), made[at] ?? null];
      return after === null || after === before ? [] : [{ path: file, before, after }];
    });
    return [...edits.filter((edit) => !built.includes(edit.path)), ...more];
  }

  /** The source map of a compiled file that lies there without one; null where it is not this compiler's. */
  mapOf(file: string): Promise<string | null> {
    const look = async (): Promise<string | null> => {
      const tree = this.#stage.tree();
      if (!tree.exists(compiler) || tree.exists(`${file}.map`)) return null;
      const [js, map] = await this.#run([], [file, `${file}.map`], ['--sourceMap', 'true']);
      return js?.replace(mapLine, '') === tree.read(file) ? (map ?? null) : null;
    };
    const known = this.#maps.get(file) ?? look();
    this.#maps.set(file, known);
    return known;
  }

  #makes(files: readonly string[]): Promise<boolean> {
    const tree = this.#stage.tree();
    const look = async (): Promise<boolean> => {
      const made = await this.#run([], files);
      return files.every((file, at) => made[at] === tree.read(file));
    };
    const key = files.join('\0');
    const known = this.#isOwn.get(key) ?? look();
    this.#isOwn.set(key, known);
    return known;
  }

  async #run(
    edits: readonly Edit[],
    files: readonly string[],
    words: readonly string[] = [],
  ): Promise<readonly (string | null)[]> {
    const config = typescriptConfigs.find((each) => this.#stage.tree().exists(each)) ?? '';
    const copy = await this.#stage.copy(edits);
    if (typeof copy === 'string') return [];
    try {
      const given = JSON.stringify([
        compiler,
        '-p',
        config,
        '--incremental',
        'false',
        '--composite',
        'false',
        ...words,
      ]);
      const result = await copy.run([process.execPath, '-e', script, given, ...files], compileMs);
      return result.code === 0 ? textsIn(result.stdout) : [];
    } finally {
      await copy.release();
    }
  }
}

/** What a source is compiled to, with its map; [] where nothing of it lies there. */
function builtOf(tree: SourceTree, source: string): string[] {
  if (!typed.test(source)) return [];
  const target = source.replace(typed, '.$1js');
  const [, ...inner] = target.split('/');
  const built = outFoldersOf((file) => tree.read(file))
    .flatMap((folder) => [posix.join(folder, target), posix.join(folder, ...inner)])
    .find((each) => tree.exists(each));
  return built === undefined ? [] : [built, `${built}.map`].filter((file) => tree.exists(file));
}

function textsIn(text: string): (string | null)[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map((each: unknown) => (typeof each === 'string' ? each : null)) : [];
  } catch {
    return []; // a program of the project wrote it, or it was cut short
  }
}
