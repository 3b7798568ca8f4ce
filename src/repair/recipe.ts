/** What a recipe is and what it may look at: everything comes in by value, reading goes through `SourceTree` only. */
import type {
  Action,
  Diagnosis,
  Edit,
  FailureClass,
  Idea,
  Kind,
  Operation,
  Proof,
  RuntimeFacts,
  Signal,
  SourceTree,
} from '../incident/nouns.ts';
import { splice } from './code/text.ts';
import type { Splice } from './code/text.ts';

export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** What git tells of the project. */
export interface History {
  /** The committed text of a file, `back` commits before the last one (default 0), or null where git has none. */
  show(path: string, back?: number): Promise<string | null>;
  /** The text that a file which is gone had when it was last committed; null where git knows of none. */
  lost(path: string): Promise<string | null>;
  /** The files of a folder as committed, else as they were before it was removed; none where git knows of none. */
  below(folder: string): Promise<readonly string[]>;
  /** What the last changes wrote in place of a name on otherwise equal lines: the new name → on how many. */
  replaced(name: string): Promise<ReadonlyMap<string, number>>;
}

export interface RecipeContext {
  readonly diagnosis: Diagnosis;
  readonly signal: Signal;
  /** The project's folder, absolute. */
  readonly root: string;
  /** Where the server runs, from the project's folder: `''` there, `apps/api` in a package of it. */
  readonly cwd: string;
  readonly tree: SourceTree;
  readonly lastGood: SourceTree | null;
  readonly facts: RuntimeFacts | null;
  /** Names (never values) of the subject's environment and `.env*` files. */
  readonly envKeys: readonly string[];
  /** Node's version, e.g. `22.12.0`. */
  readonly node: string;
  readonly manager: Manager;
  readonly git: History | null;
  /** A process of this very subject, left over from an earlier keeper, that still holds the port. */
  readonly staleInstance: { readonly pid: number; readonly startTime: string } | null;
}

export interface Recipe {
  readonly name: string;
  readonly classes: readonly FailureClass[];
  readonly kind: Kind;
  /** The proof it needs to be promoted without a person. */
  readonly needs: Proof;
  readonly risk: 'safe' | 'ask';
  /** One sentence for docs/recipes.md. */
  readonly summary: string;
  ideas(context: RecipeContext): readonly Idea[] | Promise<readonly Idea[]>;
  /** The cause is certain and lies where no repair may write (POL-3): a person is told, and nothing else is tried. */
  outside?(context: RecipeContext): Action | null | Promise<Action | null>;
  /** What a person can do where the recipe may not act itself. */
  action?(context: RecipeContext): Action | null;
  /** What a person is asked where nothing helps at all; the rungs behind are tried all the same. */
  question?(context: RecipeContext): Promise<string | null>;
}

/** Makes ideas of one recipe: `rank` 0 is near certain, 1 likely, 2 possible, -1 where another text of the project says so; `kind` where it differs from the recipe's. */
export function idea(
  recipe: string,
  made: {
    readonly title: string;
    readonly rank: number;
    readonly kind?: Kind;
    readonly edits?: readonly Edit[];
    readonly operations?: readonly Operation[];
    readonly ask?: string | null;
  },
): Idea {
  return {
    recipe,
    kind: made.kind ?? 'cause',
    title: made.title,
    edits: made.edits ?? [],
    operations: made.operations ?? [],
    ask: made.ask ?? null,
    rank: made.rank,
  };
}

/** TypeScript's `!` behind what now has something in its place says nothing any more: `x!` becomes `x ?? []`. */
function unmarked(text: string, each: Splice): Splice {
  const isMarked = /^ \?\? /.test(each.text) && text[each.end] === '!' && text[each.end + 1] !== '=';
  return isMarked ? { ...each, end: each.end + 1 } : each;
}

/** An idea that changes places of one file. */
export function ideaIn(
  recipe: string,
  source: { readonly path: string; readonly text: string },
  made: {
    readonly title: string;
    readonly rank: number;
    readonly kind?: Kind;
    readonly ask?: string | null;
    readonly splices: readonly Splice[];
  },
): Idea {
  const { splices, ...rest } = made;
  const edit = {
    path: source.path,
    before: source.text,
    after: splice(source.text, ...splices.map((each) => unmarked(source.text, each))),
  };
  return idea(recipe, { ...rest, edits: [edit] });
}

/** An idea that changes places of several files; changes of one file come together, the same change once. */
export function ideaOf(
  recipe: string,
  made: { readonly title: string; readonly rank: number; readonly ask?: string | null },
  changes: readonly {
    readonly source: { readonly path: string; readonly text: string };
    readonly splices: readonly Splice[];
  }[],
): Idea {
  const sources = new Map(changes.map(({ source }) => [source.path, source]));
  const edits = [...sources.values()].map(({ path, text }) => {
    const own = changes.filter(({ source }) => source.path === path).flatMap(({ splices }) => splices);
    const once = new Map(own.map((each) => [`${each.start} ${each.end} ${each.text}`, each]));
    return { path, before: text, after: splice(text, ...once.values()) };
  });
  return idea(recipe, { ...made, edits });
}
