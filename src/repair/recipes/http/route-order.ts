/** `router.get('/:id', …)` before `router.get('/search', …)`: the first one that fits answers, so the second is never asked. */
import { called } from '../../code/callees.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { all, allSources, chainOf, isFunction, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { indentAt, lineStart, nextLine } from '../../code/text.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const routeOrder: Recipe = {
  name: 'route-order',
  classes: ['type', 'unknown', 'range', 'syntax', 'reference', 'database', 'missing_file', 'assertion', 'config'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A route with a parameter (`/:id`) takes the requests of one that is written out (`/search`) and stands behind it: the written one goes first.',
  ideas(context) {
    const { request } = context.signal;
    if (request === null) return [];
    const asked = { method: request.method.toLowerCase(), parts: partsOf(request.url.split(/[?#]/)[0] ?? '') };
    return allSources(context.tree)
      .flatMap((source) => listsIn(source).flatMap((routes) => overtaken(context, source, { routes, asked })))
      .slice(0, 2);
  },
};

interface Asked {
  readonly method: string;
  readonly parts: readonly string[];
}

interface Route {
  /** The statement, or the method of a class. */
  readonly node: Node;
  /** What it is registered on; null of what is no route. */
  readonly owner: string;
  readonly method: string;
  readonly parts: readonly string[];
  readonly handlers: readonly Node[];
}

/** What stands beside it, in its order; null for what is no route. */
type Entries = readonly { readonly node: Node; readonly route: Route | null }[];

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

const verbs = /^(?:get|post|put|patch|delete|all|head|options)$/;

function listsIn(source: Source): Entries[] {
  const blocks = [source.program as Node, ...all(source.program, 'BlockStatement')].map((block) =>
    (block as Of<'BlockStatement'>).body.map((node) => ({ node, route: routeOf(node) })),
  );
  const classes = all(source.program, 'ClassBody').map(({ body }) =>
    body.map((node) => ({ node: node as Node, route: nestRouteOf(node as Node) })),
  );
  return [...blocks, ...classes];
}

/** `router.get('/:id', …);` */
function routeOf(node: Node): Route | null {
  const call = node.type === 'ExpressionStatement' ? node.expression : null;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const { object, property } = call.callee;
  const [path, ...handlers] = call.arguments as Node[];
  const [owner, method, said] = [chainOf(object), keyName(property) ?? '', stringValue(path)];
  if (owner === null || !verbs.test(method) || said === null || handlers.length === 0) return null;
  return { node, owner, method, parts: partsOf(said), handlers };
}

/** `@Get(':id') one(…) {…}` of NestJS. */
function nestRouteOf(node: Node): Route | null {
  if (node.type !== 'MethodDefinition') return null;
  for (const { expression } of node.decorators ?? []) {
    const name = expression.type === 'CallExpression' ? chainOf(expression.callee) : null;
    const method = name?.toLowerCase() ?? '';
    if (expression.type !== 'CallExpression' || !/^[A-Z]/.test(name ?? '') || !verbs.test(method)) continue;
    const [path] = expression.arguments;
    const said = path === undefined ? '' : stringValue(path as Node);
    if (said !== null) return { node, owner: '', method, parts: partsOf(said), handlers: [node.value] };
  }
  return null;
}

function overtaken(
  context: RecipeContext,
  source: Source,
  { routes, asked }: { routes: Entries; asked: Asked },
): Idea[] {
  const fitting = routes.flatMap(({ route }, at) => (route !== null && takes(route, asked) ? [{ route, at }] : []));
  const [first] = fitting;
  const later = fitting.find(({ route }) => first !== undefined && isPlainer(route, first.route));
  if (first === undefined || later === undefined || !answersAlone(context, source, first.route)) return [];
  if (speaksOf(first.route, later.route) || !mayPass(source, routes.slice(first.at, later.at), later.route)) return [];
  const { text } = source;
  const [start, end] = [lineStart(text, startOf(source, later.route.node)), nextLine(text, later.route.node.end)];
  const to = lineStart(text, startOf(source, first.route.node));
  const isAlone = text.slice(start, startOf(source, later.route.node)).trim() === '';
  if (!isAlone || text.slice(later.route.node.end, end).trim() !== '') return [];
  const between = text.slice(to, start);
  const moved = text.slice(start, end);
  // A blank line between them stays between them.
  const gap = /\n([ \t]*\r?\n)$/.exec(between)?.[1] ?? '';
  const after = `${moved.endsWith('\n') ? moved : `${moved}\n`}${gap}${between.slice(0, between.length - gap.length)}`;
  const title = `\`/${later.route.parts.join('/')}\` is asked before \`/${first.route.parts.join('/')}\``;
  return [ideaIn('route-order', source, { title, rank: 0, splices: [{ start: to, end, text: after }] })];
}

/** Decorators stand before what they decorate, and what is said of it on the lines above goes along. */
function startOf({ text }: Source, node: Node): number {
  const decorators = node.type === 'MethodDefinition' ? (node.decorators ?? []) : [];
  let start = Math.min(node.start, ...decorators.map((each) => each.start));
  for (;;) {
    const own = lineStart(text, start);
    const above = own === 0 ? own : lineStart(text, own - 1);
    if (above === own || !/^\s*(?:\/\/|\/\*|\*)/.test(text.slice(above, own))) return start;
    start = above + indentAt(text, above).length;
  }
}

/** The end of the request's path fits, and its method: what it is mounted at is not known here. */
function takes({ method, parts }: Route, asked: Asked): boolean {
  const tail = asked.parts.slice(asked.parts.length - parts.length);
  if (method !== 'all' && method !== asked.method) return false;
  return (
    parts.length > 0 &&
    tail.length === parts.length &&
    parts.every((part, at) => /^:\w+$/.test(part) || part === tail[at])
  );
}

/** Of the same owner and method, with words where the other has parameters, and nowhere the other way round. */
function isPlainer(route: Route, first: Route): boolean {
  const isSame =
    route.owner === first.owner && route.method === first.method && route.parts.length === first.parts.length;
  const words = route.parts.filter((part, at) => !part.startsWith(':') && (first.parts[at] ?? '').startsWith(':'));
  const lost = route.parts.some((part, at) => part.startsWith(':') && !(first.parts[at] ?? '').startsWith(':'));
  return isSame && words.length > 0 && !lost;
}

/** Its handlers never pass on; in Fastify the order tells nothing. */
function answersAlone(context: RecipeContext, source: Source, { handlers }: Route): boolean {
  const last = handlers.at(-1);
  const made = last === undefined ? [] : isFunction(last) ? [{ source, fn: last }] : called(context, source, last);
  return made.every(({ source: there, fn }) => {
    const framework = handlerOf(context.tree, there, fn)?.framework;
    return framework !== 'fastify' && framework !== 'http' && !passesOn(fn, framework === 'express' ? 2 : 1);
  });
}

function passesOn(fn: FunctionNode, at: number): boolean {
  const next = fn.params[at];
  const name = next?.type === 'Identifier' && /next|done/i.test(next.name) ? next.name : null;
  return (
    name !== null &&
    all(fn.body ?? fn, 'CallExpression').some(
      ({ callee, arguments: [given] }) =>
        // `next(error)` ends it, `next()` and `next('route')` do not.
        callee.type === 'Identifier' &&
        callee.name === name &&
        (given === undefined || stringValue(given as Node) !== null),
    )
  );
}

/** The first one knows the word itself: `if (req.params.id === 'me')`. */
function speaksOf(first: Route, later: Route): boolean {
  const words = later.parts.filter((part, at) => part !== first.parts[at]);
  return all(first.node, 'Literal').some((literal) => words.includes(stringValue(literal) ?? ''));
}

/** Nothing that stands between makes what it needs, and nothing there is asked before it: a guard stays before it. */
function mayPass(source: Source, between: Entries, later: Route): boolean {
  const text = textOf(source, later.node);
  return between.every(({ node, route }) => {
    if (route !== null || node.type === 'MethodDefinition' || node.type === 'EmptyStatement') return true;
    if (node.type === 'ExpressionStatement' || /^(?:If|For|Return|Try)/.test(node.type)) return false;
    return !declaredBy(node).some((name) => new RegExp(`\\b${name}\\b`).test(text));
  });
}

function declaredBy(node: Node): string[] {
  if (node.type === 'FunctionDeclaration') return [];
  return all(node, 'VariableDeclarator').flatMap(({ id }) => all(id, 'Identifier').map(({ name }) => name));
}
