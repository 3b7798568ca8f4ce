/** `c.get('user')` where all that is ever set is `c.set('agent', …)`: a key that nobody writes is the one that nobody reads. */
import { ideaIn } from '../recipe.ts';
import type { Idea } from '../../incident/nouns.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { sitesOf } from '../evidence/site.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../code/syntax.ts';
import type { Node, Of } from '../code/syntax.ts';

export const unsetKey: Recipe = {
  name: 'unset-key',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A value is asked for by a key that nobody sets: takes the one that is set and that nobody asks for.',
  ideas(context) {
    const { named, message } = context.diagnosis;
    if (named.nullish === undefined && !/Cannot destructure/.test(message)) return [];
    const [site] = sitesOf(context);
    const found = (site?.nodes ?? [])
      .flatMap((node) => all(node, 'CallExpression'))
      .filter((call) => methodOf(call) === 'get');
    return site === undefined
      ? []
      : [...new Set(found)].slice(0, 3).flatMap((call) => renamed(context, site.source, call));
  },
};

type Call = Of<'CallExpression'>;

function renamed(context: RecipeContext, source: Parameters<typeof ideaIn>[1], call: Call): Idea[] {
  const [key] = call.arguments;
  const asked = stringValue(key);
  const calls = allSources(context.tree).flatMap((each) =>
    all(each.program, 'CallExpression').filter((one) => receiverOf(one) === receiverOf(call)),
  );
  const keysOf = (method: string): string[] =>
    calls.flatMap((one) => (methodOf(one) === method ? (stringValue(one.arguments[0]) ?? []) : []));
  const [set, read] = [new Set(keysOf('set')), keysOf('get')];
  if (key === undefined || asked === null || set.has(asked)) return [];
  const idle = [...set].filter((one) => !read.includes(one));
  const [only, more] = set.size === 1 ? [...set] : idle;
  if (only === undefined || more !== undefined) return [];
  const splices = [{ start: key.start + 1, end: key.end - 1, text: only }];
  return [ideaIn('unset-key', source, { title: `\`${asked}\` is never set: \`${only}\` is`, rank: 0, splices })];
}

function methodOf({ callee }: Call): string | null {
  return callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
}

function receiverOf({ callee }: Call): string | null {
  return callee.type === 'MemberExpression' ? chainOf(callee.object as Node) : null;
}
