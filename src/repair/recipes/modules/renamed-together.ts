/** Several names of one module were renamed at once, and CommonJS tells of the one that is called first: all that a repair is sure for are mended together. */
import type { Idea } from '../../../incident/nouns.ts';
import { isTest } from '../../../kit/code.ts';
import { importsOf } from '../../code/bindings.ts';
import { merged } from '../../code/merged.ts';
import { allSources } from '../../code/syntax.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { importIdeas } from './import-export.ts';
import { renamings } from './renamed-export.ts';
import { fileBehind, wrongImports } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

const name = 'renamed-together';

export const renamedTogether: Recipe = {
  name,
  classes: ['import_export', 'type', 'reference', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'Several names that a module does not give out, each of which one repair fits: all of them are mended at once.',
  async ideas(context) {
    const [wrong] = wrongImports(context);
    const others = wrong === undefined ? [] : takenInVain(context, wrong);
    if (wrong === undefined || others.length === 0) return [];
    let whole = await surest(context, wrong);
    const first = whole;
    for (const other of others) whole = whole && joined(whole, await surest(context, without(other, whole)));
    return whole === null || whole === first ? [] : [whole];
  },
};

/** Of what the module gives out the names that were found for others are nobody else's. */
function without(wrong: Wrong, { edits }: Idea): Wrong {
  const comes = (word: string): boolean =>
    edits.some(({ before, after }) => countOf(after, word) > countOf(before, word));
  const names = new Map([...wrong.exported.names].filter(([each]) => !comes(each)));
  return { ...wrong, exported: { ...wrong.exported, names } };
}

function countOf(text: string | null, word: string): number {
  return text?.match(/[\w$]+/g)?.filter((each) => each === word).length ?? 0;
}

function joined(one: Idea, other: Idea | null): Idea {
  const edits = other === null ? null : merged(one.edits, other.edits);
  // It does more than the repair of one name, and goes before it.
  return other === null || edits === null
    ? one
    : idea(name, { title: `${one.title}; ${other.title}`, rank: -1, edits });
}

/** The one that goes before all others and needs no person. */
async function surest(context: RecipeContext, wrong: Wrong): Promise<Idea | null> {
  const ideas = [...(await importIdeas(context, wrong)), ...renamings(context, wrong)];
  const [first, ...rest] = ideas.toSorted((a, b) => a.rank - b.rank);
  const next = rest.find(({ title }) => title !== first?.title);
  return first?.ask === null && first.operations.length === 0 && first.rank !== next?.rank ? first : null;
}

/** The other names that files of the project take from the same module, which lacks them: each once. */
function takenInVain(context: RecipeContext, { source, from, exported, member }: Wrong): Wrong[] {
  const target = fileBehind(context, source, from);
  if (target === null || member !== null || !exported.complete) return [];
  const found = new Map<string, Wrong>();
  for (const other of [source, ...allSources(context.tree)]) {
    if (isTest(other.path)) continue;
    for (const each of importsOf(other)) {
      const isName = !/^(?:\*|default)$/.test(each.imported) && each.imported !== from.imported && each.local !== null;
      const isGiven = exported.names.has(each.imported) || exported.types.has(each.imported);
      if (!isName || isGiven || found.has(each.imported) || fileBehind(context, other, each) !== target) continue;
      found.set(each.imported, { source: other, from: each, exported, member: null });
    }
  }
  return [...found.values()].slice(0, othersMax);
}

const othersMax = 4;
