/** The member that gives nothing, behind a value that turned out to be none: followed back through sums, calls, names and fields. */
import { reached } from '../code/callees.ts';
import { frameworkMembers } from '../code/framework-members.ts';
import { knownMembers } from '../code/members.ts';
import type { RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { resultNames, statementsIn, wholeOf } from '../code/sql.ts';
import { all, chainOf, functionsAround, isFunction, keyName, upwards } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
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
      left.push(...reckonedOf(each), ...handedAt(context, each));
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
  return made.length > 0 ? [] : (given?.names ?? sectionNames(context, object));
}

/** `pricing` of `config.pricing`, where one section of the project's data alone is called so, and no object of its code. */
function sectionNames(context: RecipeContext, object: Node): readonly string[] {
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

/** The columns of `db.prepare('SELECT …').get(id)`; null for what is no such call. */
function rowNames(context: RecipeContext, { source, node }: Place): readonly string[] | null {
  if (node.type !== 'CallExpression') return null;
  const isWithin = (each: Node): boolean => node.start <= each.start && each.end <= node.end;
  const [query, more] = statementsIn(source).filter((each) => isWithin(each.node));
  if (query === undefined || more !== undefined || all(node, 'CallExpression').some(isOwnCall)) return null;
  return resultNames(wholeOf(query));

  function isOwnCall({ callee, arguments: given }: { callee: Node; arguments: readonly Node[] }): boolean {
    return (
      given.some((each) => isFunction(each)) ||
      (callee.type === 'Identifier' && reached(context, source, callee).length > 0)
    );
  }
}
