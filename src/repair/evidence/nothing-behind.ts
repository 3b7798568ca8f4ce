/** The member that gives nothing, behind a value that turned out to be none: followed back through sums, calls, names and fields. */
import { handedTo, reached } from '../code/callees.ts';
import { frameworkMembers } from '../code/framework-members.ts';
import { knownMembers } from '../code/members.ts';
import type { RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { resultNames, statementsIn, wholeOf } from '../code/sql.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName, upwards } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { dataFiles } from './data-keys.ts';
import { lastNameOf } from './fields.ts';
import type { Place } from './fields.ts';
import { isFromOutside } from './kin.ts';
import { memberNames } from './member-names.ts';
import { originsOf } from './origins.ts';
import { isNullish, stackOf, valueOf } from './site.ts';
import type { Site } from './site.ts';
import type { Suspect } from './suspects.ts';

const placesMax = 150;

/** A read of what its object does not have, and all names that this has. */
export interface Lacking {
  readonly suspect: Suspect;
  readonly names: readonly string[];
}

/** Reads behind the value whose object is known, by the debugger or by its text, and has no member of that name. */
export function nothingBehind(context: RecipeContext, value: Place): Lacking[] {
  const found: Place[] = [];
  const seen = new Set<Node>();
  const left = [value];
  for (let place = left.shift(); place !== undefined && seen.size < placesMax; place = left.shift()) {
    for (const each of originsOf(context, place.source, place.node)) {
      if (seen.has(each.node)) continue;
      seen.add(each.node);
      found.push(each);
      left.push(...reckonedOf(each), ...handedAt(context, each), ...keptAt(context, each));
    }
  }
  return found.flatMap((place) => lackingAt(context, place));
}

/** What the frame above handed to the function of a parameter, whatever that is called by: `refunds.add(id, cents)`. */
function handedAt(context: RecipeContext, { source, node }: Place): Place[] {
  const binding = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  const fn = binding?.kind === 'param' ? upwards(binding.id).find(isFunction) : undefined;
  const at = fn?.params.findIndex((param) => param === binding?.id) ?? -1;
  const stack = stackOf(context);
  const depth = stack.findIndex(({ nodes: [first] }) => first !== undefined && functionsAround(first)[0] === fn);
  const above = fn === undefined || depth < 0 ? undefined : stack[depth + 1];
  const call = above?.nodes.find((each) => each.type === 'CallExpression');
  const given = call?.type === 'CallExpression' && at >= 0 ? call.arguments[at] : undefined;
  return above === undefined || given === undefined ? [] : [{ source: above.source, node: given as Node }];
}

/** `constructor(readonly customers: Customer[])`: what a class keeps under that name is what it is made with. */
function keptAt(context: RecipeContext, { node }: Place): Place[] {
  const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
  if (name === null) return [];
  const owner = node.type === 'MemberExpression' ? (lastNameOf(node.object) ?? '').toLowerCase() : '';
  const every = allSources(context.tree).flatMap(({ program }) =>
    all(program, 'TSParameterProperty').filter(({ parameter }) => keyName(parameter as Node) === name),
  );
  // `this.store.customers` of several classes that keep some: those of the `Store`.
  const own = every.filter((each) => upwards(each).some((around) => isClassCalled(around, owner)));
  const params = own.length > 0 ? own : every;
  const [only, more] = params;
  const fn = only === undefined || more !== undefined ? undefined : upwards(only).find(isFunction);
  const at = fn?.params.findIndex((param) => param.start === only?.start) ?? -1;
  if (fn === undefined || at < 0) return [];
  return handedTo(context, fn).flatMap(({ source, given }) => {
    const one = given[at];
    return one === undefined ? [] : [{ source, node: one }];
  });
}

function isClassCalled(node: Node, name: string): boolean {
  return node.type === 'ClassDeclaration' && node.id?.name.toLowerCase() === name;
}

/** A sum of something that is no number is none, nor is what `Math.round` makes of it. */
function reckonedOf({ source, node }: Place): Place[] {
  const parts =
    node.type === 'BinaryExpression' && /^(?:[-+*/%]|\*\*)$/.test(node.operator)
      ? [node.left as Node, node.right]
      : node.type === 'UnaryExpression' && /^[-+]$/.test(node.operator)
        ? [node.argument]
        : node.type === 'CallExpression' && reckons.test(chainOf(node.callee) ?? '')
          ? (node.arguments as Node[])
          : [];
  return parts.map((each) => ({ source, node: each }));
}

const reckons = /^(?:Number|parseInt|parseFloat|String|Number\.\w+|Math\.\w+)$/;

function lackingAt(context: RecipeContext, { source, node }: Place): Lacking[] {
  if (node.type === 'Identifier') return takenOut(context, source, node);
  const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
  if (node.type !== 'MemberExpression' || name === null || isFromOutside(context.tree, source, node.object)) return [];
  const site = siteOf(context, { source, node });
  // What was seen to be there is not what is missing.
  const seen = valueOf(site, node);
  if (seen !== null && !isNullish(seen)) return [];
  const names = namesOf(context, site, node.object);
  if (names.length === 0 || names.includes(name)) return [];
  return [{ suspect: { site, object: node.object, name, key: node.property, node, steps: 1 }, names }];
}

/** `const { lastInsertRowId } = statement.run(…)`. */
function takenOut(context: RecipeContext, source: Source, { name, start }: Of<'Identifier'>): Lacking[] {
  const binding = namesInScope(source, start).get(name);
  const made =
    binding?.node.type === 'VariableDeclarator' && binding.node.id.type === 'ObjectPattern' ? binding.node : null;
  const object = made?.init ?? null;
  const taken = made === null ? undefined : upwards(binding?.id as Node).find((each) => each.type === 'Property');
  const key = taken?.type === 'Property' && !taken.computed ? keyName(taken.key) : null;
  if (object === null || key === null || taken?.type !== 'Property' || taken.parent !== made?.id) return [];
  const site = siteOf(context, { source, node: taken });
  const names = namesOf(context, site, object);
  if (names.length === 0 || names.includes(key)) return [];
  return [{ suspect: { site, object, name: key, key: taken.key, node: taken, steps: 1 }, names }];
}

/** The frame of the stack in whose function it stands; of what is over already the text alone is known. */
function siteOf(context: RecipeContext, { source, node }: Place): Site {
  const [own] = functionsAround(node);
  const frame = stackOf(context).find(
    (each) =>
      each.source === source && each.nodes[0] !== undefined && functionsAround(each.nodes[0])[0] === own && own != null,
  );
  return frame ?? { source, line: 0, column: null, fn: null, facts: null, depth: 1, nodes: [] };
}

/** All names of an object; none where it is not known whole. */
function namesOf(context: RecipeContext, site: Site, object: Node): readonly string[] {
  const { source } = site;
  const keys = valueOf(site, object)?.keys ?? [];
  if (keys.length > 0) return keys;
  if (frameworkMembers(context.tree, source, object).length > 0) return [];
  const known = knownMembers(context, source, object);
  if (known?.complete === true) return known.names;
  const origins = originsOf(context, source, object);
  const made = origins.flatMap((each) => {
    if (each.node.type === 'ObjectExpression') return [keysOf(each.node)];
    const row = rowNames(context, each);
    return row === null ? [] : [row];
  });
  const [only, ...more] = made;
  if (only !== undefined && more.every((each) => each.join() === only.join())) return only;
  const given = origins.map((each) => knownMembers(context, each.source, each.node)).find((each) => each?.complete);
  return made.length > 0 ? [] : (given?.names ?? sectionNames(context, source, object));
}

/** `pricing` of `config.pricing`, where one section of the project's data alone is called so, and no object of its code. */
function sectionNames(context: RecipeContext, source: Source, object: Node): readonly string[] {
  if (object.type === 'Identifier') return parsedNames(context, source, object);
  const name = object.type === 'MemberExpression' ? lastNameOf(object) : null;
  const [only, more] = dataFiles(context).flatMap((file) =>
    file.keys.filter((key) => key.name === name && key.value?.type === 'object'),
  );
  const isWritten = memberNames(context.tree)
    .given.get(name ?? '')
    ?.some(({ value }) => value?.type === 'ObjectExpression');
  if (only === undefined || more !== undefined || isWritten === true) return [];
  return (only.value?.children ?? []).map((each) => String(each.children?.[0]?.value));
}

/** Empty where something is spread into it. */
function keysOf(node: Node): readonly string[] {
  if (node.type !== 'ObjectExpression') return [];
  const keys = node.properties.map((each) => (each.type === 'Property' && !each.computed ? keyName(each.key) : null));
  return keys.includes(null) ? [] : keys.flatMap((key) => key ?? []);
}

/** `const seed = JSON.parse(read(file))`: of the one data file that has all else, two at least, that is read of it. */
function parsedNames(context: RecipeContext, source: Source, object: Of<'Identifier'>): readonly string[] {
  const made = namesInScope(source, object.start).get(object.name)?.node;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  if (init?.type !== 'CallExpression' || chainOf(init.callee) !== 'JSON.parse') return [];
  const read = all(source.program, 'MemberExpression').flatMap((each) =>
    each.object.type === 'Identifier' && each.object.name === object.name ? (keyName(each.property) ?? []) : [],
  );
  const tops = dataFiles(context).map((file) => file.keys.filter(({ place }) => place === '').map((key) => key.name));
  const [only, more] = tops.filter((keys) => new Set(read.filter((each) => keys.includes(each))).size > 1);
  const lacking = new Set(read.filter((each) => only?.includes(each) === false));
  return only === undefined || more !== undefined || lacking.size !== 1 ? [] : only;
}

/** The columns of `db.prepare('SELECT …').get(id)`; null for what is no such call. */
function rowNames(context: RecipeContext, { source, node }: Place): readonly string[] | null {
  if (node.type !== 'CallExpression') return null;
  // What better-sqlite3, libsql and node:sqlite tell of a change.
  const method = node.callee.type === 'MemberExpression' ? keyName(node.callee.property) : null;
  const isWithin = (each: Node): boolean => node.start <= each.start && each.end <= node.end;
  const [query, more] = statementsIn(source).filter((each) => isWithin(each.node));
  if (
    query === undefined ||
    more !== undefined ||
    all(node, 'CallExpression').some((each) => isOwnCall(context, source, each))
  )
    return null;
  if (method === 'run' && /^\s*(?:insert|update|delete)\b/i.test(query.text)) return ['changes', 'lastInsertRowid'];
  return resultNames(wholeOf(query));
}

/** It calls a function of the project, or hands one over: what comes of it is no row. */
function isOwnCall(
  context: RecipeContext,
  source: Source,
  { callee, arguments: given }: Of<'CallExpression'>,
): boolean {
  const isNamed = callee.type === 'Identifier' && reached(context, source, callee).length > 0;
  return isNamed || given.some((each) => isFunction(each));
}
