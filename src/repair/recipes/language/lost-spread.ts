/** `[rows.values()]`, `{ defaults, port }`, `const [head, lines] = …`: one thing where the many in it are meant. */
import type { Idea } from '../../../incident/nouns.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, keyName } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { originsOf } from '../../evidence/origins.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'lost-spread';

export const lostSpread: Recipe = {
  name,
  classes: ['type', 'range', 'assertion', 'config', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A list of one iterator, an object that holds another one whose fields are read of it, a name for the rest of a list: `...` before it.',
  ideas: (context) => [...iterators(context), ...rests(context), ...objects(context)].slice(0, 2),
};

function spread(source: Source, { start }: Node, title: string): Idea {
  return ideaIn(name, source, { title, rank: 0, splices: [{ start, end: start, text: '...' }] });
}

/** `[this.#rows.values()]`: nobody wants a list of one iterator. */
function iterators({ tree }: RecipeContext): Idea[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ArrayExpression').flatMap(({ elements: [only, more] }) => {
      const isCall = only?.type === 'CallExpression' && only.arguments.length === 0 && more === undefined;
      const callee = isCall && only.callee.type === 'MemberExpression' ? keyName(only.callee.property) : null;
      if (only === null || only === undefined || !/^(?:values|keys|entries)$/.test(callee ?? '')) return [];
      return [spread(source, only, 'a list of what an iterator gives')];
    }),
  );
}

const ofLists =
  /\.(?:map|filter|reduce|forEach|some|every|find|findIndex|flatMap|join|sort|push|reverse|at) is not a function/;

/** `const [head, lines] = text.split('\n')`, and `lines.map` is no function. */
function rests(context: RecipeContext): Idea[] {
  if (!ofLists.test(context.diagnosis.message)) return [];
  return sitesOf(context)
    .slice(0, 1)
    .flatMap((site) => culprits(context, site).map((node) => ({ node, source: site.source })))
    .flatMap(({ node, source }) => {
      const on = node.type === 'MemberExpression' ? node.object : node;
      const made = on.type === 'Identifier' ? namesInScope(source, on.start).get(on.name) : undefined;
      const pattern = made?.id.parent;
      if (made === undefined || pattern?.type !== 'ArrayPattern' || pattern.elements.at(-1) !== made.id) return [];
      return [spread(source, made.id, `\`${made.name}\` is the rest of the list`)];
    });
}

/** What is read of an object is nowhere in it, and it holds another one under a name that nobody reads. */
function objects(context: RecipeContext): Idea[] {
  return sitesOf(context)
    .slice(0, 1)
    .flatMap((site) => culprits(context, site).map((node) => ({ node, source: site.source })))
    .flatMap(({ node, source }) =>
      node.type === 'MemberExpression' && !node.computed
        ? originsOf(context, source, node.object).map((place) => ({ ...place, wanted: keyName(node.property) }))
        : [],
    )
    .flatMap(({ node, source, wanted }) =>
      node.type === 'ObjectExpression' ? held(context, source, node, wanted) : [],
    );
}

function held(context: RecipeContext, source: Source, made: Of<'ObjectExpression'>, wanted: string | null): Idea[] {
  if (made.properties.some((each) => each.type === 'Property' && keyName(each.key) === wanted)) return [];
  return made.properties.flatMap((each) =>
    each.type === 'Property' &&
    each.shorthand &&
    !isRead(context, keyName(each.key) ?? '') &&
    hasKey(context, source, each.value, wanted)
      ? [spread(source, each, `an object takes in what \`${keyName(each.key)}\` holds`)]
      : [],
  );
}

/** Where the project makes it, it has that field. */
function hasKey(context: RecipeContext, source: Source, node: Node, wanted: string | null): boolean {
  const origins = originsOf(context, source, node);
  const isMade = origins.some(
    (place) =>
      place.node.type === 'ObjectExpression' &&
      place.node.properties.some((each) => each.type === 'Property' && keyName(each.key) === wanted),
  );
  const isParsed = origins.some(
    (place) => place.node.type === 'CallExpression' && chainOf(place.node.callee) === 'JSON.parse',
  );
  const isFilled = (): boolean =>
    dataFiles(context).some(({ keys }) => keys.some((each) => each.name === wanted && each.around.length === 0));
  return isMade || (isParsed && isFilled());
}

function isRead({ tree }: RecipeContext, key: string): boolean {
  return allSources(tree).some(
    ({ program }) =>
      all(program, 'MemberExpression').some(({ computed, property }) => !computed && keyName(property) === key) ||
      all(program, 'ObjectPattern').some(({ properties }) =>
        properties.some((each) => each.type === 'Property' && keyName(each.key) === key),
      ),
  );
}
