/** `c.get('user')` where all that is ever set is `c.set('agent', …)`: a key that nobody writes is the one that nobody reads. */
import { ideaOf } from '../../recipe.ts';
import type { Idea } from '../../../incident/nouns.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { originsOf } from '../../evidence/origins.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
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
    if (site === undefined) return [];
    // `const user = c.get('user')` of a line before.
    const origins = culprits(context, site).flatMap((node) => originsOf(context, site.source, node));
    const found = [...site.nodes.map((node) => ({ source: site.source, node })), ...origins]
      .flatMap(({ source, node }) => all(node, 'CallExpression').map((call) => ({ source, call })))
      .filter(({ call }) => methodOf(call) === 'get');
    const once = found.filter(({ call }, at) => found.findIndex((each) => each.call === call) === at);
    return once.slice(0, 3).flatMap(({ source, call }) => renamed(context, source, call));
  },
};

type Call = Of<'CallExpression'>;

function renamed(context: RecipeContext, source: Source, call: Call): Idea[] {
  const [key] = call.arguments;
  const asked = stringValue(key);
  // `req.app` of one file is `app` of another.
  const calls = allSources(context.tree).flatMap((each) =>
    all(each.program, 'CallExpression')
      .filter((one) => lastOf(one) === lastOf(call))
      .map((one) => ({ source: each, call: one, key: stringValue(one.arguments[0]) })),
  );
  const kept = keptBy(context, source, call);
  if (kept !== null) return renamedKept(context, call, kept);
  const setting = calls.filter((one) => methodOf(one.call) === 'set' && one.call.arguments.length === 2);
  // `app.get(path, handler)` is a route.
  const asking = calls.filter((one) => methodOf(one.call) === 'get' && one.call.arguments.length === 1);
  const set = new Set(setting.flatMap((one) => (one.key === null || ofExpress.has(one.key) ? [] : one.key)));
  if (key === undefined || asked === null || set.has(asked)) return [];
  const idle = [...set].filter((one) => asking.every((each) => each.key !== one));
  const near = [...set].filter((one) => (slip(asked, one) ?? 9) <= 1.4);
  const [only, more] = near.length > 0 ? near : idle;
  if (only === undefined || more !== undefined) return [];
  const [asks, sets] = [asking.filter((one) => one.key === asked), setting.filter((one) => one.key === only)];
  // The side is renamed that fewer say, where nobody else asks for what is set.
  const [odd, name] = asks.length > sets.length && idle.includes(only) ? [sets, asked] : [asks, only];
  const changes = odd.flatMap(
    ({
      source: where,
      call: {
        arguments: [at],
      },
    }) =>
      at === undefined ? [] : [{ source: where, splices: [{ start: at.start + 1, end: at.end - 1, text: name }] }],
  );
  return [ideaOf('unset-key', { title: `\`${asked}\` is never set: \`${only}\` is`, rank: 0 }, changes)];
}

/** What Express itself reads. */
const ofExpress = new Set([
  ...['case sensitive routing', 'env', 'etag', 'json escape', 'json replacer', 'json spaces', 'jsonp callback name'],
  ...['query parser', 'strict routing', 'subdomain offset', 'trust proxy', 'view cache', 'view engine', 'views'],
  'x-powered-by',
]);

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
