/** `[rows.values()]`, `{ defaults, port }`, `const [head, lines] = …`: one thing where the many in it are meant. */
import type { Idea } from '../../../incident/nouns.ts';
import { namesInScope } from '../../code/scope.ts';
import { callsOf } from '../../code/callees.ts';
import { all, allSources, chainOf, isFunction, keyName } from '../../code/syntax.ts';
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

/** `[this.#rows.values()]`: nobody wants a list of one iterator; nor `[totals].map(([name, sum]) => …)` of a Map. */
function iterators({ tree }: RecipeContext): Idea[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ArrayExpression').flatMap((list) => {
      const [only, more] = list.elements;
      if (only?.type === 'Identifier' && more === undefined && isMap(source, only) && isOfEntries(list))
        return [spread(source, only, `the entries of \`${only.name}\``)];
      const isCall = only?.type === 'CallExpression' && only.arguments.length === 0 && more === undefined;
      const callee = isCall && only.callee.type === 'MemberExpression' ? keyName(only.callee.property) : null;
      if (only === null || only === undefined || !/^(?:values|keys|entries)$/.test(callee ?? '')) return [];
      return [spread(source, only, 'a list of what an iterator gives')];
    }),
  );
}

function isMap(source: Source, id: Of<'Identifier'>): boolean {
  const made = namesInScope(source, id.start).get(id.name)?.node;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  return init?.type === 'NewExpression' && chainOf(init.callee) === 'Map';
}

/** `.map(([key, value]) => …)` is called of it. */
function isOfEntries({ parent }: Node): boolean {
  const call = parent?.type === 'MemberExpression' ? parent.parent : null;
  const [fn] = call?.type === 'CallExpression' && call.callee === parent ? (call.arguments as Node[]) : [];
  const first = fn !== undefined && isFunction(fn) ? fn.params[0] : undefined;
  return first?.type === 'ArrayPattern' && first.elements.length === 2;
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
      if (made?.kind === 'param' && takesMany(context, source, made.id))
        return [spread(source, made.id, `\`${made.name}\` is all that the function is given`)];
      if (made === undefined || pattern?.type !== 'ArrayPattern' || pattern.elements.at(-1) !== made.id) return [];
      return [spread(source, made.id, `\`${made.name}\` is the rest of the list`)];
    });
}

/** `pipe(first, second, third)` of `(steps) => … steps.reduce(…)`: its one parameter, where all who call it give several, more than two or not always as many. */
function takesMany(context: RecipeContext, source: Source, param: Node): boolean {
  const fn = param.parent;
  if (fn == null || !isFunction(fn) || fn.params.length !== 1 || fn.params[0] !== param) return false;
  const counts = callsOf(context, fn).map(({ call }) => call.arguments.length);
  const isSeveral = counts.some((count) => count > 2) || new Set(counts).size > 1;
  return source.text[param.start - 1] === '(' && counts.every((count) => count > 1) && isSeveral;
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
