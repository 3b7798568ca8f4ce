/** `memory search|stats|forget` and `map`. */
import type { Desk } from '../../engine/desk.ts';
import type { FunctionMap } from '../../incident/map.ts';
import { Fault } from '../../kit/errors.ts';
import { numberOf, textOf } from './args.ts';
import type { Call } from './call.ts';
import { whoDecides } from './control.ts';
import { many, table } from './output.ts';
import { when } from './render.ts';

interface Remembered {
  readonly id: string;
  readonly space: string;
  readonly at: string;
  readonly text: string;
  readonly data: unknown;
}

/** Something that can be searched, as this room sees it. */
interface Searchable {
  search(text: string, most: number): { readonly entry: Remembered; readonly score: number }[];
  get(id: string): Remembered | null;
  counts(): Readonly<Record<string, number>>;
  readonly damaged: number;
}

export interface Shelves {
  /** What was learnt here; `within` null = errors, fixes and learnings. */
  own(): Promise<{
    shelf: Searchable;
    bytes: number;
    /** Pieces that a model of embeddings has placed. */
    vectors: number;
    within(
      space: string | null,
    ): (...asked: Parameters<Searchable['search']>) => Promise<ReturnType<Searchable['search']>>;
  }>;
  /** The function map. */
  code(): Promise<Searchable>;
  /** The pages that come with Kintsugi. */
  manual(): Promise<Searchable>;
}

const linesMax = 6;

/** Without `--in`: everything but the manual, the best first. */
export async function memorySearch(call: Call, shelves: Shelves): Promise<number> {
  const text = call.args.words[0] ?? '';
  const within = textOf(call.args, 'in');
  const most = numberOf(call.args, 'limit') ?? 10;
  const lists = [
    within === 'docs' || within === 'functions' ? [] : await (await shelves.own()).within(within)(text, most),
    within === null || within === 'functions' ? (await shelves.code()).search(text, most) : [],
    within === 'docs' ? (await shelves.manual()).search(text, most) : [],
  ];
  const found = lists
    .flat()
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry, score }) => {
      const { id, space, at, data } = entry;
      return { id, space, at, score: Number(score.toFixed(4)), text: entry.text, data };
    });
  call.output.result(found, () =>
    found.length === 0 ? 'Nothing like it is remembered.' : found.map(shown).join('\n\n'),
  );
  return 0;
}

function shown({ id, space, at, text }: Remembered): string {
  const lines = text.split('\n');
  const more = lines.length > linesMax ? [`  … ${lines.length - linesMax} more lines (--json shows all)`] : [];
  return [`${id}  ${space}  ${when(at)}`, ...lines.slice(0, linesMax).map((line) => `  ${line}`), ...more].join('\n');
}

export async function memoryStats(call: Call, shelves: Shelves): Promise<number> {
  const [{ shelf, bytes, vectors }, code, manual] = [await shelves.own(), await shelves.code(), await shelves.manual()];
  const { errors = 0, fixes = 0, learnings = 0 } = shelf.counts();
  const functions = code.counts()['functions'] ?? 0;
  const docs = manual.counts()['docs'] ?? 0;
  const stats = { errors, fixes, learnings, functions, docs, vectors, damaged: shelf.damaged, bytes };
  call.output.result(stats, () => table(Object.entries(stats).map(([name, count]) => [name, String(count)])));
  return 0;
}

/** @throws Fault `no_such_memory` */
export async function memoryForget(
  call: Call,
  at: { desk: Desk; shelves: Shelves; here(id: string): Promise<void> },
): Promise<number> {
  const id = call.args.words[0] ?? '';
  const entry = /^[0-9a-f]{12}$/.test(id) ? (await at.shelves.own()).shelf.get(id) : null;
  if (entry === null) throw new Fault('no_such_memory', `The memory has no "${id.slice(0, 60)}".`);
  await at.desk.forget(id, await whoDecides(call), () => at.here(id));
  call.output.result({ id, forgotten: true }, () => `Forgotten: ${entry.text.split('\n')[0] ?? id}`);
  return 0;
}

export function functionMap(call: Call, map: FunctionMap): number {
  call.output.result(map, () => mapPage(map));
  return 0;
}

function mapPage(map: FunctionMap): string {
  const routes = map.flatMap(({ file, routes }) =>
    routes.map(({ method, path, handler, line }) => [method, path, handler ?? '-', `${file}:${line}`]),
  );
  const files = map.flatMap(({ file, functions, classes, exports }) => {
    const rows = [
      ...classes.map(({ name, methods, line }) => [`  ${line}`, `class ${name} { ${methods.join(', ')} }`]),
      ...functions.map(({ name, params, line }) => [`  ${line}`, `${name}(${params.join(', ')})`]),
    ];
    const given = exports.length === 0 ? [] : [`  exports ${exports.join(', ')}`];
    return rows.length + given.length === 0
      ? []
      : ['', file, table(rows), ...given].filter((line, at) => at < 2 || line !== '');
  });
  const counts = `${many(map.length, 'file')}, ${many(routes.length, 'route')}`;
  return [counts, ...(routes.length === 0 ? [] : ['', table(routes)]), ...files].join('\n');
}
