/** A handler reads a parameter that its route does not have: `/users/:userId` and `req.params.id`. */
import type { Idea } from '../../../incident/nouns.ts';
import { handlerAround } from '../../code/frameworks.ts';
import type { Handler } from '../../code/frameworks.ts';
import { slip } from '../../code/names.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import { unresolved } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, keyName, stringValue, walk } from '../../code/syntax.ts';
import { routesOf, sharedParams } from './shared-params.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';

export const routeParam: Recipe = {
  name: 'route-param',
  classes: ['type', 'reference', 'unknown', 'range', 'assertion', 'database', 'missing_file'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A handler that reads a route parameter by another name than its route gives it: `:userId` and `req.params.id`.',
  ideas(context) {
    const found: Idea[] = [];
    const done = new Set<Node>();
    for (const site of sitesOf(context)) {
      for (const node of site.nodes.slice(0, 1)) {
        const handler = handlerAround(context.tree, site.source, node) ?? routed(site.source, node);
        if (handler === null || done.has(handler.fn)) continue;
        done.add(handler.fn);
        found.push(...paramIdeas(context, site.source, handler), ...mergeIdeas(context, site.source, handler));
      }
      found.push(...lookUpIdeas(site.source), ...sharedParams(site));
    }
    return found;
  },
};

type Routed = Pick<Handler, 'fn' | 'request'>;

/** `app.get('/:code', async (request) => …)`, `async ({ params }) => …`: what is registered with a path and takes no response. */
function routed(source: Source, node: Node): Routed | null {
  const fn = functionsAround(node).find((each) => routeIn(source, each) !== null);
  const [first] = fn?.params ?? [];
  return fn === undefined ? null : { fn, request: first?.type === 'Identifier' ? first.name : null };
}

/** `Router()` under `use('/lots/:lotId/bids', …)`: a router is given the parameters of the path that it is mounted at where it merges them. */
function mergeIdeas({ tree }: RecipeContext, source: Source, handler: Routed): Idea[] {
  const route = routeOf(handler.fn);
  const own = route === null ? [] : [...route.matchAll(/:([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
  const wanted = usesOf(source, handler).filter(({ name }) => !own.includes(name));
  const mounted = allSources(tree).flatMap(({ program }) =>
    all(program, 'CallExpression').flatMap(({ callee, arguments: [path] }) =>
      /\.use$/.test(chainOf(callee) ?? '') ? [stringValue(path as Node | undefined) ?? ''] : [],
    ),
  );
  const isAbove = ({ name }: Use): boolean => mounted.some((path) => path.split('/').includes(`:${name}`));
  const made = all(source.program, 'CallExpression').filter(({ callee }) =>
    /(?:^|\.)Router$/.test(chainOf(callee) ?? ''),
  );
  const [router, more] = made;
  if (route === null || wanted.length === 0 || !wanted.every(isAbove)) return [];
  if (router === undefined || more !== undefined || router.arguments.length > 0) return [];
  const splices = [{ start: router.end - 1, end: router.end - 1, text: '{ mergeParams: true }' }];
  return [
    ideaIn('route-param', source, {
      title: 'the router takes the parameters of the path it is mounted at',
      rank: 0,
      splices,
    }),
  ];
}

interface Use {
  readonly name: string;
  readonly key: Node;
  readonly text: (name: string) => string;
}

function paramIdeas({ diagnosis }: RecipeContext, source: Source, handler: Routed): Idea[] {
  const { fn } = handler;
  const route = routeIn(source, fn);
  if (route === null) return [];
  const given = [...route.matchAll(/:([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '');
  const uses = usesOf(source, handler);
  const wrong = [...new Set(uses.map((use) => use.name))].filter((name) => !given.includes(name));
  const free = given.filter((name) => !uses.some((use) => use.name === name));
  if (wrong.length !== 1) return [];
  const [name = ''] = wrong;
  // One that is read elsewhere in the handler, too, is still the one that the route has.
  const open = free.length > 0 ? free : given;
  const near = open.filter((each) => isNear(name, each));
  const meant = near.length === 1 ? near[0] : near.length === 0 && open.length === 1 ? open[0] : undefined;
  if (meant === undefined) return [];
  // Where another name is not defined, the handler only stands around it.
  const lacking = diagnosis.class === 'reference' ? diagnosis.named.identifier : undefined;
  if (lacking !== undefined && lacking !== name && lacking !== meant) return [];
  // `itemID`, where the route has an `itemId` that is read by its name, and an `orderId` that is not.
  const other =
    slip(name, meant) === null ? given.find((each) => each !== meant && slip(name, each) !== null) : undefined;
  // `app.get<{ Params: { code: string } }>('/:station', …)`
  const { parent: call } = fn;
  const types = call?.type === 'CallExpression' && call.typeArguments ? call.typeArguments : null;
  const typed = types === null ? [] : all(types, 'TSPropertySignature').filter(({ key }) => keyName(key) === name);
  const splices = [
    ...uses
      .filter((use) => use.name === name)
      .map((use) => ({ start: use.key.start, end: use.key.end, text: use.text(meant) })),
    ...typed.map(({ key: { start, end } }) => ({ start, end, text: meant })),
  ];
  return [
    idea('route-param', {
      title: `the route gives \`${meant}\`, not \`${name}\``,
      rank: 0,
      ask: other === undefined ? null : `\`${name}\` may be \`${other}\` as well as \`${meant}\``,
      edits: [{ path: source.path, before: source.text, after: splice(source.text, ...splices) }],
    }),
  ];
}

/** `router.param('id', (req, res, next, id) => …)`, where the routes of the router say `:code`: what it looks up is never there. */
function lookUpIdeas(source: Source): Idea[] {
  const calls = all(source.program, 'CallExpression').flatMap(({ callee, arguments: [path, fn] }) => {
    const text = stringValue(path as Node | undefined);
    const isOne = callee.type === 'MemberExpression' && fn !== undefined && path !== undefined && text !== null;
    return isOne ? [{ of: chainOf(callee.object), does: keyName(callee.property) ?? '', path, text }] : [];
  });
  const looks = calls.filter(({ does }) => does === 'param');
  return looks.flatMap(({ of, path, text }) => {
    const routes = calls.filter((each) => each.of === of && verbs.test(`.${each.does}`));
    const given = new Set(
      routes.flatMap((each) => [...each.text.matchAll(/:([A-Za-z_]\w*)/g)].map(([, one = '']) => one)),
    );
    const open = [...given].filter((name) => looks.every((each) => each.of !== of || each.text !== name));
    const [only, more] = open;
    if (of === null || given.has(text) || only === undefined || more !== undefined) return [];
    const quote = source.text[path.start] ?? "'";
    const splices = [{ start: path.start, end: path.end, text: quote + only + quote }];
    return [ideaIn('route-param', source, { title: `the routes give \`${only}\`, not \`${text}\``, rank: 0, splices })];
  });
}

/** `id` for `userId`, `user_id`; or a slip of the pen. */
function isNear(written: string, meant: string): boolean {
  const [a, b] = [written.toLowerCase(), meant.toLowerCase()];
  return slip(written, meant) !== null || a.endsWith(b) || b.endsWith(a) || a.startsWith(b) || b.startsWith(a);
}

const verbs = /(?:^|\.)(?:get|post|put|patch|delete|del|all|head|options)$/;

/** The path that a handler is registered with, where it stands in the call that takes the handler. */
function routeOf(fn: Handler['fn']): string | null {
  const call = fn.parent;
  if (call?.type !== 'CallExpression' || !call.arguments.includes(fn as never)) return null;
  const callee = call.callee;
  if (callee.type !== 'MemberExpression' || !verbs.test(chainOf(callee) ?? keyName(callee.property) ?? '')) return null;
  const first = call.arguments[0];
  return first === undefined || first.type === 'SpreadElement' ? null : stringValue(first);
}

/** The same; of a function that is registered once, by its name. */
function routeIn(source: Source, fn: FunctionNode): string | null {
  const own = routeOf(fn);
  const [only, more] = own === null ? routesOf(source, fn) : [];
  return own ?? (more === undefined ? (stringValue(only) ?? null) : null);
}

/** Where a handler reads a route parameter: `req.params.x`, `const { x } = req.params`, `c.req.param('x')`. */
function usesOf(source: Source, handler: Routed): Use[] {
  const { request, fn } = handler;
  const found: Use[] = [];
  const [first] = fn.params;
  const parts = first?.type === 'ObjectPattern' ? first.properties : [];
  const taken = parts.find((each) => each.type === 'Property' && keyName(each.key) === 'params')?.value;
  const params = taken?.type === 'Identifier' ? taken.name : request === null ? null : `${request}.params`;
  // `{ params: { userId } }`, and it is `id` that is read.
  const isLacking = (to: string): boolean => unresolved(source, to).some((each) => functionsAround(each).includes(fn));
  const isParams = (node: Node): boolean => params !== null && chainOf(node) === params;
  const addPattern = (pattern: Of<'ObjectPattern'>): void => {
    for (const each of pattern.properties) {
      const name = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
      if (each.type === 'Property' && name !== null)
        found.push({ name, key: each.key, text: (to) => (each.shorthand && !isLacking(to) ? `${to}: ${name}` : to) });
    }
  };
  if (taken?.type === 'ObjectPattern') addPattern(taken);
  walk(fn, (node) => {
    if (node.type === 'MemberExpression' && isParams(node.object)) {
      const name = node.computed ? stringValue(node.property) : keyName(node.property);
      const quote = node.computed ? (source.text[node.property.start] ?? "'") : '';
      if (name !== null) found.push({ name, key: node.property, text: (to) => quote + to + quote });
    }
    if (
      node.type === 'VariableDeclarator' &&
      node.init !== null &&
      isParams(node.init) &&
      node.id.type === 'ObjectPattern'
    )
      addPattern(node.id);
    if (node.type === 'CallExpression' && chainOf(node.callee) === `${request}.req.param`) {
      const name = stringValue(node.arguments[0] as Node | undefined);
      const quote = source.text[node.arguments[0]?.start ?? 0] ?? "'";
      if (name !== null && node.arguments[0] !== undefined)
        found.push({ name, key: node.arguments[0] as Node, text: (to) => quote + to + quote });
    }
  });
  return found;
}
