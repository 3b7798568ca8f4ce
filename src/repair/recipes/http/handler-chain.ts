/** A router of the project's own: `on('GET', '/x', load, show)`, where `show` reads what `load` sets on the context that both are given. */
import type { Idea } from '../../../incident/nouns.ts';
import { reached } from '../../code/callees.ts';
import type { Made } from '../../code/callees.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { boundIdentifiers, namesInScope } from '../../code/scope.ts';
import { isNullish, sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  keyName,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';

export const handlerChain: Recipe = {
  name: 'handler-chain',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A handler of a router of the project’s own reads what another handler sets on the context of both, and that one stands behind it or is not named: it comes before.',
  ideas(context) {
    for (const site of sitesOf(context).slice(0, 3)) {
      const fn = site.nodes[0] === undefined ? undefined : functionsAround(site.nodes[0])[0];
      const framework = fn === undefined ? undefined : handlerOf(context.tree, site.source, fn)?.framework;
      // What a framework calls is for `setup-order`.
      const isOwn = framework === undefined || framework === 'http';
      const keys = fn === undefined || !isOwn ? [] : keysRead(context, site, fn);
      const found = fn === undefined ? [] : keys.flatMap((key) => ideasFor(context, { source: site.source, fn }, key));
      if (found.length > 0) return found;
    }
    return [];
  },
};

/** What is missing at the failing place, where it is read of the first parameter: `keeper` of `({ keeper }) => keeper.id` and of `(ctx) => ctx.keeper.id`. */
function keysRead(context: RecipeContext, site: Site, fn: FunctionNode): string[] {
  const call = site.nodes.find((each) => each.type === 'CallExpression');
  const given = call?.type === 'CallExpression' && site.depth > 0 ? (call.arguments as Node[]) : [];
  const isThere = (node: Node): boolean => {
    const seen = valueOf(site, node);
    return seen !== null && !isNullish(seen);
  };
  const missing = [...culprits(context, site), ...given].filter((each) => !isThere(each));
  const keys = new Set(missing.flatMap((node) => keyOf(site.source, fn, node) ?? []));
  // Of several that a call further out was given, nobody knows which one it was.
  return keys.size === 1 ? [...keys] : [];
}

function keyOf(source: Source, fn: FunctionNode, node: Node): string | null {
  const [param] = fn.params;
  const [root = '', key] = chainOf(node)?.split('.') ?? [];
  if (param?.type === 'Identifier') return root === param.name ? (key ?? null) : null;
  if (param?.type !== 'ObjectPattern' || node.type !== 'Identifier') return null;
  const binding = namesInScope(source, node.start).get(root);
  const found = param.properties.find(
    (each) => each.type === 'Property' && !each.computed && boundIdentifiers(each.value)[0] === binding?.id,
  );
  return found?.type === 'Property' ? keyName(found.key) : null;
}

/** The one function of the project that sets the key on its first parameter; null where the key is set in another way, too. */
function setterOf(context: RecipeContext, key: string): Made | null {
  const made = allSources(context.tree).flatMap((source) =>
    all(source.program, 'AssignmentExpression').flatMap(({ left }): Made[] => {
      const [root = '', name, more] = chainOf(left)?.split('.') ?? [];
      const fn = functionsAround(left)[0];
      const [param] = fn?.params ?? [];
      const isOwn = param?.type === 'Identifier' && param.name === root && more === undefined && name === key;
      return isOwn && fn !== undefined ? [{ source, fn }] : [];
    }),
  );
  const [only, other] = new Map(made.map((each) => [each.fn, each])).values();
  return only === undefined || other !== undefined ? null : only;
}

interface Registration {
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
  readonly handler: Node;
}

/** `router.on('GET', '/x', …, handler)`: the calls that name a path and the function. */
function registrationsOf(context: RecipeContext, fn: FunctionNode): Registration[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const given = call.arguments as Node[];
      const isRoute =
        call.callee.type === 'MemberExpression' && given.some((each) => /^\//.test(stringValue(each) ?? ''));
      const handler = isRoute ? given.find((each) => isHandler(context, source, each, fn)) : undefined;
      return handler === undefined ? [] : [{ source, call, handler }];
    }),
  );
}

function isHandler(context: RecipeContext, source: Source, given: Node, fn: FunctionNode): boolean {
  if (isFunction(given)) return given === fn;
  const isNamed = given.type === 'Identifier' || given.type === 'MemberExpression';
  return isNamed && reached(context, source, given).some((each) => each.fn === fn);
}

function ideasFor(context: RecipeContext, reader: Made, key: string): Idea[] {
  const setter = setterOf(context, key);
  if (setter === null || setter.fn === reader.fn) return [];
  const places = registrationsOf(context, reader.fn);
  const [place, other] = places;
  if (place === undefined || other !== undefined) return [];
  const { source, call, handler } = place;
  const behind = (call.arguments as Node[]).find((each) => isHandler(context, source, each, setter.fn));
  if (behind !== undefined) {
    if (behind.start < handler.start) return [];
    const [first, second] = [textOf(source, behind), textOf(source, handler)];
    const title = `\`${first}\` sets \`${key}\`, which \`${second.slice(0, 40)}\` reads: before it`;
    const splices = [
      { start: handler.start, end: handler.end, text: first },
      { start: behind.start, end: behind.end, text: second },
    ];
    return [ideaIn('handler-chain', source, { title, rank: 0, splices })];
  }
  const name = nameFor(context, place, setter);
  if (name === null) return [];
  const title = `\`${name}\` sets \`${key}\`, and is not named on this route`;
  const splices = [{ start: handler.start, end: handler.start, text: `${name}, ` }];
  return [ideaIn('handler-chain', source, { title, rank: 0, splices })];
}

/** How the file of the route names the setter: as another route does, by a name in scope, or as a member of what the handler is a member of. */
function nameFor(
  context: RecipeContext,
  { source, call, handler }: Registration,
  { source: there, fn }: Made,
): string | null {
  const [elsewhere] = registrationsOf(context, fn).filter((each) => each.source === source);
  if (elsewhere !== undefined && !isFunction(elsewhere.handler)) return textOf(source, elsewhere.handler);
  const own = fn.type === 'FunctionDeclaration' ? fn.id?.name : nameOf(fn);
  if (own === undefined) return null;
  const binding = namesInScope(source, call.start).get(own);
  // The name as it would be written there.
  const written = binding === undefined ? null : ({ ...binding.id, start: call.start } as Node);
  if (written !== null && reached(context, source, written).some((each) => each.fn === fn)) return own;
  const isBeside = handler.type === 'MemberExpression' && there.path === fileOf(context, source, handler);
  return isBeside && handler.type === 'MemberExpression' && fn.parent?.type === 'Property' && !handler.computed
    ? `${textOf(source, handler.object)}.${own}`
    : null;
}

function fileOf(context: RecipeContext, source: Source, handler: Node): string | null {
  return reached(context, source, handler)[0]?.source.path ?? null;
}

function nameOf({ parent }: FunctionNode): string | undefined {
  if (parent?.type === 'Property' || parent?.type === 'MethodDefinition') return keyName(parent.key) ?? undefined;
  // `exports.load = …`
  if (parent?.type === 'AssignmentExpression') return chainOf(parent.left)?.split('.').at(-1);
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : undefined;
}
