/** `c.get('user')` where all that is ever set is `c.set('agent', …)`: a key that nobody writes is the one that nobody reads. */
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { Idea } from '../../../incident/nouns.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import { reached, valuesOf } from '../../code/callees.ts';
import { slip } from '../../code/names.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';

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

function renamed(context: RecipeContext, source: Source, call: Call): Idea[] {
  const [key] = call.arguments;
  const asked = stringValue(key);
  const calls = allSources(context.tree).flatMap((each) =>
    all(each.program, 'CallExpression').filter((one) => receiverOf(one) === receiverOf(call)),
  );
  const keysOf = (method: string): string[] =>
    calls.flatMap((one) => (methodOf(one) === method ? (stringValue(one.arguments[0]) ?? []) : []));
  const kept = keptBy(context, source, call);
  if (kept !== null) return renamedKept(context, call, kept);
  const [set, read] = [new Set(keysOf('set')), keysOf('get')];
  if (key === undefined || asked === null || set.has(asked)) return [];
  const idle = [...set].filter((one) => !read.includes(one));
  const near = [...set].filter((one) => (slip(asked, one) ?? 9) <= 1.4);
  const [only, more] = near.length > 0 ? near : set.size === 1 ? [...set] : idle;
  if (only === undefined || more !== undefined) return [];
  const splices = [{ start: key.start + 1, end: key.end - 1, text: only }];
  return [ideaIn('unset-key', source, { title: `\`${asked}\` is never set: \`${only}\` is`, rank: 0, splices })];
}

type Literal = Of<'ObjectExpression'>;

/** The one object literal that a `get(key)` of the project looks up in: `return this.settings[key]`. */
function keptBy(context: RecipeContext, source: Source, { callee }: Call): Literal | null {
  const [made, more] = reached(context, source, callee);
  const [given] = made === undefined || more !== undefined ? [] : valuesOf(made.fn);
  const param = made?.fn.params[0];
  if (made === undefined || given?.type !== 'MemberExpression' || !given.computed) return null;
  if (param?.type !== 'Identifier' || keyName(given.property) !== param.name) return null;
  const field = chainOf(given.object)?.split('.').at(-1);
  const fields = all(made.source.program, 'PropertyDefinition').filter(({ key }) => keyName(key) === field);
  const [value] = fields.flatMap((each) => (each.value?.type === 'ObjectExpression' ? [each.value] : []));
  return fields.length === 1 ? (value ?? null) : null;
}

/** The key that nobody asks for, and of which what is taken is a part where it is an object, in all that ask for the wrong one. */
function renamedKept(context: RecipeContext, call: Call, kept: Literal): Idea[] {
  const asked = stringValue(call.arguments[0]);
  const own = kept.properties.flatMap((each) => (each.type === 'Property' ? [each] : []));
  const gets = allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression')
      .filter((each) => methodOf(each) === 'get')
      .map((each) => ({ source, each, key: stringValue(each.arguments[0]) })),
  );
  if (asked === null || own.length < kept.properties.length) return [];
  if (own.some(({ key }) => keyName(key) === asked)) return [];
  const parts = partsTaken(call);
  const fits = own.filter(
    ({ key, value }) =>
      !gets.some((each) => each.key === keyName(key)) &&
      (value.type === 'ObjectExpression') === parts.length > 0 &&
      parts.every((part) => all(value, 'Property').some((each) => keyName(each.key) === part)),
  );
  const [only, more] = fits.flatMap(({ key }) => keyName(key) ?? []);
  if (only === undefined || more !== undefined || parts.length === 0) return [];
  const changes = gets
    .filter(({ each, key }) => key === asked && lastOf(each) === lastOf(call))
    .flatMap(
      ({
        source,
        each: {
          arguments: [key],
        },
      }) => (key === undefined ? [] : [{ source, splices: [{ start: key.start + 1, end: key.end - 1, text: only }] }]),
    );
  return [ideaOf('unset-key', { title: `\`${asked}\` is not kept: \`${only}\` is`, rank: 0 }, changes)];
}

/** `const { perMetre } = config.get('fees')`, `config.get('fees').perMetre` */
function partsTaken({ parent }: Call): string[] {
  if (parent?.type === 'MemberExpression' && !parent.computed) return [keyName(parent.property) ?? ''];
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'ObjectPattern') return [];
  return parent.id.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
}

function lastOf(call: Call): string | undefined {
  return receiverOf(call)?.split('.').at(-1);
}

function methodOf({ callee }: Call): string | null {
  return callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
}

function receiverOf({ callee }: Call): string | null {
  return callee.type === 'MemberExpression' ? chainOf(callee.object as Node) : null;
}
