/** What middleware leaves on a request, response or context, by keys: `user` of `req.user`, `state.user`, `get:user` of `c.get('user')`. */
import { frameworkMembers } from '../code/framework-members.ts';
import { handlerOf } from '../code/frameworks.ts';
import type { RecipeContext } from '../recipe.ts';
import { boundIdentifiers, namesInScope } from '../code/scope.ts';
import type { Site } from './site.ts';
import { all, allSources, chainOf, functionsAround, keyName, stringValue } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';

/** `user` of `req.user`, `state.user` of `ctx.state.user`, `get:user` of `c.get('user')`; null where it is none of a handler's parameters. */
export function keyRead(
  context: RecipeContext,
  site: Site,
  { node, depth }: { node: Node; depth: number },
): string | null {
  const { source } = site;
  if (node.type === 'AwaitExpression') return keyRead(context, site, { node: node.argument, depth });
  if (node.type === 'Identifier' && depth > 0) {
    const binding = namesInScope(source, node.start).get(node.name);
    if (binding?.node.type !== 'VariableDeclarator' || binding.node.init === null) return null;
    const { id, init } = binding.node;
    if (id.type === 'Identifier') return keyRead(context, site, { node: init, depth: depth - 1 });
    const chain = chainOf(init);
    return chain !== null && isOfHandler(context, source, init)
      ? [...chain.split('.').slice(1), node.name].join('.')
      : null;
  }
  if (node.type === 'CallExpression') {
    const key = stringValue(node.arguments[0] as Node | undefined);
    const isGet = chainOf(node.callee)?.endsWith('.get') === true && isOfHandler(context, source, node.callee);
    return key !== null && isGet ? `get:${key}` : null;
  }
  const chain = chainOf(node);
  if (chain === null || !chain.includes('.') || !isOfHandler(context, source, node)) return null;
  return chain
    .split('.')
    .slice(1)
    .join('.')
    .replace(/^var\./, 'get:');
}

/** True where the chain begins at the request, response or context of a handler. */
function isOfHandler(context: RecipeContext, source: Source, node: Node): boolean {
  const root = chainOf(node)?.split('.')[0] ?? '';
  return functionsAround(node).some((fn) => {
    const handler = handlerOf(context.tree, source, fn);
    const [first, second] = fn.params;
    // `async (request) => …`, as Fastify takes handlers that answer by what they give back.
    const isOnlyRequest = first?.type === 'Identifier' && first.name === root && second === undefined;
    return handler === null
      ? isOnlyRequest && /^req(?:uest)?$/.test(root)
      : handler.request === root || handler.response === root;
  });
}

/** A place that sets a key. */
export interface Setter {
  readonly source: Source;
  readonly key: string;
  /** The part of the text that names the key. */
  readonly name: Node;
  readonly node: Node;
}

/** Every place of a file that sets a key of a request, response or context. */
export function settersIn(context: RecipeContext, source: Source): Setter[] {
  const assigned = all(source.program, 'AssignmentExpression').flatMap(({ left }): Setter[] => {
    const chain = chainOf(left);
    if (
      chain === null ||
      left.type !== 'MemberExpression' ||
      !chain.includes('.') ||
      !isOfHandler(context, source, left)
    )
      return [];
    return [{ source, key: chain.split('.').slice(1).join('.'), name: left.property, node: left }];
  });
  const put = all(source.program, 'CallExpression').flatMap((call): Setter[] => {
    const [name] = call.arguments;
    const key = stringValue(name as Node | undefined);
    if (key === null || call.arguments.length !== 2 || name === undefined) return [];
    if (chainOf(call.callee)?.endsWith('.set') !== true || !isOfHandler(context, source, call.callee)) return [];
    return [{ source, key: `get:${key}`, name: name as Node, node: call }];
  });
  return [...assigned, ...put];
}

/** What the framework itself has: `ctx.body`, `res.statusCode`. */
export function isOfFramework(context: RecipeContext, { source, node, key }: Setter): boolean {
  if (node.type !== 'MemberExpression') return false;
  return frameworkMembers(context.tree, source, node.object).includes(split(key)[1]);
}

/** What stands before the last name, and that name. */
export function split(key: string): [string, string] {
  const at = Math.max(key.lastIndexOf('.'), key.lastIndexOf(':'));
  return [key.slice(0, at + 1), key.slice(at + 1)];
}

/** `request.staff` in every handler, and in what these hand their request to, as long as nobody sets it: what holds of one holds of all. */
export function isSameUnsetKey(
  context: RecipeContext,
  [one, other]: readonly [Pick<Setter, 'source' | 'node'>, Pick<Setter, 'source' | 'node'>],
): boolean {
  const keyOf = ({ source, node }: Pick<Setter, 'source' | 'node'>): string | null =>
    node.type === 'MemberExpression' && isOfHandler(context, source, node)
      ? (chainOf(node)?.split('.').slice(1).join('.') ?? null)
      : null;
  const key = keyOf(one);
  if (key === null || (keyOf(other) !== key && chainOf(other.node) !== chainOf(one.node))) return false;
  return !allSources(context.tree).some((source) => settersIn(context, source).some((each) => each.key === key));
}

/** Where handlers of the project read one of these keys as a member. */
export function readersOf(context: RecipeContext, keys: ReadonlySet<string>): Pick<Site, 'source' | 'nodes'>[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'MemberExpression').flatMap((node) => {
      const key = chainOf(node)?.split('.').slice(1).join('.') ?? '';
      const isSet = node.parent?.type === 'AssignmentExpression' && node.parent.left === node;
      return keys.has(key) && !isSet && isOfHandler(context, source, node) ? [{ source, nodes: [node] }] : [];
    }),
  );
}

/** Whether a file reads that name in any way but by the node `but`. */
export function reads(source: Source, wanted: { family: string; name: string; but: Node }): boolean {
  const { family, name, but } = wanted;
  if (family === 'get:')
    return (
      all(source.program, 'CallExpression').some(
        (call) =>
          chainOf(call.callee)?.endsWith('.get') === true &&
          stringValue(call.arguments[0] as Node | undefined) === name,
      ) || all(source.program, 'MemberExpression').some((each) => chainOf(each)?.endsWith(`.var.${name}`) === true)
    );
  const isRead = (node: Of<'MemberExpression'>): boolean =>
    !node.computed &&
    keyName(node.property) === name &&
    node !== but &&
    !(node.parent?.type === 'AssignmentExpression' && node.parent.left === node);
  return (
    all(source.program, 'MemberExpression').some(isRead) ||
    all(source.program, 'ObjectPattern').some((each) =>
      each.properties.some(
        (one) => one.type === 'Property' && boundIdentifiers(one.value).length > 0 && keyName(one.key) === name,
      ),
    )
  );
}
