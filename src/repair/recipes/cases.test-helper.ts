/** One way to put a recipe to the test: files in a map, a failure as Node words it, and the texts that the first idea must leave. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  CapturedRequest,
  FailureClass,
  FrameFacts,
  Named,
  RuntimeFacts,
  Signal,
  SourceTree,
  ValueFacts,
} from '../../incident/nouns.ts';
import { ideasFor } from '../propose.ts';
import type { History, Recipe, RecipeContext } from '../recipe.ts';
import { isSound } from '../sound.ts';

export interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly class: FailureClass;
  readonly message: string;
  /** Where it was thrown, outermost last: `file` and a snippet of its text with `‸` before the place. */
  readonly at?: readonly (readonly [file: string, snippet: string, fn?: string])[];
  readonly named?: Named;
  /** What the debugger saw in the first frame. */
  readonly facts?: Readonly<Record<string, Partial<ValueFacts>>>;
  readonly lastGood?: Readonly<Record<string, string>>;
  readonly request?: Partial<CapturedRequest>;
  readonly context?: Partial<RecipeContext>;
  /** Present but not part of the release, e.g. `node_modules/x/package.json`. */
  readonly outside?: Readonly<Record<string, string>>;
  /** Resulting texts of the first idea, or a part of the text of one file; null = no idea may come. */
  readonly first: Readonly<Record<string, string | RegExp | null>> | null;
  readonly firstOperation?: object;
  /** True where all recipes of the class are asked, not only the one under test. */
  readonly together?: boolean;
  readonly ask?: RegExp | null;
}

export function treeOf(
  files: Readonly<Record<string, string>>,
  outside: Readonly<Record<string, string>> = {},
): SourceTree {
  const every = { ...outside, ...files };
  const names = Object.keys(every);
  return {
    files: Object.keys(files).sort(),
    read: (path) => (Object.hasOwn(every, path) ? (every[path] ?? null) : null),
    exists: (path) => Object.hasOwn(every, path) || names.some((name) => name.startsWith(`${path}/`)),
    list: (path) => {
      const prefix = path === '' || path === '.' ? '' : `${path}/`;
      const below = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
      return [...new Set(below.map((name) => (name.includes('/') ? `${name.split('/')[0]}/` : name)))].sort();
    },
  };
}

/** A git that knows these texts and these new names. */
export function historyOf(known: {
  readonly show?: Readonly<Record<string, string>>;
  readonly lost?: Readonly<Record<string, string>>;
  readonly replaced?: Readonly<Record<string, readonly string[]>>;
}): History {
  return {
    show: async (path) => known.show?.[path] ?? null,
    lost: async (path) => known.lost?.[path] ?? null,
    below: async (folder) => Object.keys(known.lost ?? {}).filter((path) => path.startsWith(`${folder}/`)),
    replaced: async (name) => new Map((known.replaced?.[name] ?? []).map((to) => [to, 1])),
  };
}

export function value(given: Partial<ValueFacts>): ValueFacts {
  return { type: 'object', className: null, keys: [], thenable: false, preview: '', ...given };
}

interface Spot {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly fn: string | null;
}

function spot(files: Readonly<Record<string, string>>, [file, snippet, fn]: readonly [string, string, string?]): Spot {
  const [before = '', behind = ''] = snippet.split('‸');
  const start = (files[file] ?? '').indexOf(before + behind);
  assert.notEqual(start, -1, `the snippet stands in ${file}`);
  const lines = (files[file] ?? '').slice(0, start + before.length).split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, fn: fn ?? null };
}

export function contextOf(given: Case): RecipeContext {
  const spots = (given.at ?? []).map((each) => spot({ ...given.outside, ...given.files }, each));
  const first = spots[0];
  const error = {
    name: 'Error',
    message: given.message,
    code: given.named?.code ?? null,
    stack: given.message,
    cause: null,
  };
  const facts: RuntimeFacts | null =
    given.facts === undefined || first === undefined ? null : { error, frames: [{ ...first, ...values(given.facts) }] };
  const request =
    given.request === undefined
      ? null
      : {
          method: 'GET',
          url: '/',
          headers: {},
          body: null,
          bodyEncoding: 'utf8' as const,
          truncated: false,
          ...given.request,
        };
  const signal: Signal = {
    id: '1',
    subject: 'app',
    kind: 'error',
    at: '2026-01-01T00:00:00.000Z',
    stderr: given.message,
    error,
    exit: null,
    beforeReady: false,
    request,
    requestRef: null,
    route: null,
    status: null,
    release: null,
    count: 1,
  };
  return {
    diagnosis: {
      class: given.class,
      signature: '0'.repeat(64),
      message: given.message,
      file: first?.file ?? null,
      line: first?.line ?? null,
      column: first?.column ?? null,
      frames: spots.map((each) => ({ ...each, own: !each.file.startsWith('node_modules/') })),
      named: given.named ?? {},
      route: null,
      suspicious: false,
      findings: [],
      personOnly: false,
      action: null,
    },
    signal,
    tree: treeOf(given.files, given.outside),
    lastGood: given.lastGood === undefined ? null : treeOf(given.lastGood),
    facts,
    root: '/srv/project',
    cwd: '',
    envKeys: [],
    node: process.versions.node,
    manager: 'npm',
    git: null,
    staleInstance: null,
    ...given.context,
  };
}

function values(given: Readonly<Record<string, Partial<ValueFacts>>>): Pick<FrameFacts, 'locals' | 'expressions'> {
  const full = Object.fromEntries(Object.entries(given).map(([name, each]) => [name, value(each)]));
  return { locals: full, expressions: full };
}

/** One test a case: the first idea of the recipe must leave exactly these texts, and every idea must be sound. */
export function check(recipe: Recipe, cases: readonly Case[]): void {
  for (const each of cases) {
    test(`${each.first === null ? 'REP-8' : 'REP-2'} ${recipe.name}: ${each.name}`, async () => {
      const context = contextOf(each);
      const own = (await recipe.ideas(context)).filter((idea) => isSound(context.tree, idea));
      const ideas =
        each.together === true
          ? await ideasFor(context, recipe.name === 'revert' ? 'revert' : 'recipes')
          : [...own].sort((a, b) => a.rank - b.rank);
      const first = ideas[0];
      if (each.first === null)
        return assert.deepEqual(
          ideas.map((idea) => idea.title),
          [],
        );
      assert.ok(first, 'there is an idea');
      const after = Object.fromEntries(first.edits.map((edit) => [edit.path, edit.after]));
      for (const [path, text] of Object.entries(each.first)) {
        if (text instanceof RegExp) assert.match(after[path] ?? '', text);
        else assert.equal(after[path] ?? null, text, first.title);
      }
      assert.deepEqual(Object.keys(after).sort(), Object.keys(each.first).sort());
      if (each.firstOperation !== undefined) assert.deepEqual(first.operations, [each.firstOperation]);
      if (each.ask !== undefined && each.ask !== null) assert.match(first.ask ?? '', each.ask);
      if (each.ask === undefined) assert.equal(first.ask, null);
    });
  }
}
