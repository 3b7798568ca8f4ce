/** Routes of one file: Express, Fastify, Koa's router, Hono, Nest's decorators and plain comparisons of the URL. */
import { chainOf, eachNode, field, isFunction, list, propertyOf, requiredBy, stringOf, type Node } from './tree.ts';

/** A module and what is taken from it: `default`, `*` (all of it) or a name. */
export interface Imported {
  readonly specifier: string;
  readonly imported: string;
}

/** The routes of a file, and how its routers hang together. */
export interface Routes {
  readonly routes: readonly {
    readonly router: string;
    readonly method: string;
    readonly path: string;
    readonly handler: string | null;
    readonly line: number;
  }[];
  /** Router → its own prefix. */
  readonly prefixes: Readonly<Record<string, string>>;
  readonly mounts: readonly {
    readonly router: string;
    readonly prefix: string;
    readonly target: { readonly name: string } | Imported;
  }[];
  /** Function that is registered as a plugin → the router that its routes hang on. */
  readonly plugins: Readonly<Record<string, string>>;
}

type Route = Routes['routes'][number];
type Mount = Routes['mounts'][number];

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'del', 'head', 'options', 'all']);
/** Calls whose value routes hang on: `express()`, `express.Router()`, `new Hono()`, `fastify({…})`. */
const makers = /^(?:express|fastify|Fastify|Hono|Koa|Router|KoaRouter|(?:\w+\.)?Router|new \w*Router)$/;
const usual = /(?:^|\.)(?:app|router|server|fastify|api|routes|instance)$/;
const urls = /(?:^|\.)(?:url|pathname|path)$|^(?:url|pathname|path|route)$/i;

/** Fed every node of a program (see `eachNode`). */
export class RouteFinder implements Routes {
  readonly routes: Route[] = [];
  readonly mounts: Mount[] = [];
  readonly prefixes: Record<string, string> = Object.create(null) as Record<string, string>;
  readonly plugins: Record<string, string> = Object.create(null) as Record<string, string>;
  readonly #routers = new Set<string>();
  readonly #lineOf: (offset: number) => number;

  constructor(lineOf: (offset: number) => number) {
    this.#lineOf = lineOf;
  }

  see(node: Node, around: readonly Node[]): void {
    if (node.type === 'VariableDeclarator') this.#declared(node);
    if (node.type === 'CallExpression') this.#called(node, around);
    if (node.type === 'ClassDeclaration') this.#controller(node);
    if (node.type === 'BinaryExpression') this.#compared(node, around);
    if (node.type === 'SwitchStatement') this.#switched(node);
    if (node.type === 'ReturnStatement') this.#returned(node, around);
  }

  /** `function books(db) { const router = Router(); …; return router; }` stands for its router. */
  #returned(node: Node, around: readonly Node[]): void {
    const router = chainOf(field(node, 'argument'));
    const at = around.findIndex(isFunction);
    if (router !== null && at !== -1 && this.#routers.has(router)) this.plugins[ownName(around.slice(at))] = router;
  }

  #declared(node: Node): void {
    const name = chainOf(field(node, 'id'));
    const init = field(node, 'init');
    if (name === null || (init?.type !== 'CallExpression' && init?.type !== 'NewExpression')) return;
    const callee = chainOf(field(init, 'callee')) ?? '';
    const base = /^(.+)\.basePath$/.exec(callee)?.[1];
    if (base === undefined && !makers.test(callee)) return;
    this.#routers.add(name);
    const [first] = list(init, 'arguments');
    const prefix = base === undefined ? stringOf(propertyOf(first, 'prefix')) : stringOf(first);
    if (prefix !== null) this.prefixes[name] = prefix;
  }

  #called(node: Node, around: readonly Node[]): void {
    const callee = field(node, 'callee');
    const verb = chainOf(field(callee, 'property')) ?? '';
    const object = field(callee, 'object');
    if (callee?.type !== 'MemberExpression' || object === null) return;
    const args = list(node, 'arguments');
    const chained = this.#chained(object);
    if (chained !== null && methods.has(verb)) return this.#add(chained, { verb, args, around, at: node });
    const name = chainOf(object);
    const router = name === null ? null : this.#routerOf(name, around);
    if (router === null) return;
    const first = stringOf(args[0]);
    if (methods.has(verb) && first !== null && /^[/*]/.test(first) && args.length > 1)
      this.#add({ router: name ?? '', path: first }, { verb, args: args.slice(1), around, at: node });
    if (verb === 'route' && args[0]?.type === 'ObjectExpression') this.#described(node, args[0], router);
    if (verb === 'use' || verb === 'register' || (verb === 'route' && args.length === 2)) this.#mounted(args, router);
  }

  /** `router.route('/a')`, also behind `.get(…)`. */
  #chained(node: Node): { router: string; path: string } | null {
    const callee = field(node, 'callee');
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return null;
    const verb = chainOf(field(callee, 'property')) ?? '';
    const object = field(callee, 'object');
    const args = list(node, 'arguments');
    const path = stringOf(args[0]);
    const router = chainOf(object);
    if (verb === 'route' && args.length === 1 && path !== null && router !== null) return { router, path };
    return methods.has(verb) && object !== null ? this.#chained(object) : null;
  }

  #add(
    { router, path }: { router: string; path: string },
    { verb, args, around, at }: { verb: string; args: readonly Node[]; around: readonly Node[]; at: Node },
  ): void {
    const method = verb === 'del' ? 'DELETE' : verb.toUpperCase();
    const line = this.#lineOf((field(field(at, 'callee'), 'property') ?? at).start);
    this.routes.push({
      router: this.#routerOf(router, around) ?? router,
      method,
      path,
      handler: handlerName(args.at(-1)),
      line,
    });
  }

  /** Fastify's `app.route({ method, url, handler })`. */
  #described(node: Node, options: Node, router: string): void {
    const path = stringOf(propertyOf(options, 'url')) ?? stringOf(propertyOf(options, 'path'));
    const method = propertyOf(options, 'method');
    const names = method?.type === 'ArrayExpression' ? list(method, 'elements').map(stringOf) : [stringOf(method)];
    const handler = handlerName(propertyOf(options, 'handler') ?? undefined);
    if (path === null) return;
    for (const name of names)
      this.routes.push({
        router,
        method: (name ?? 'ALL').toUpperCase(),
        path,
        handler,
        line: this.#lineOf(node.start),
      });
  }

  /** `use('/a', router)`, `route('/a', sub)`, `register(plugin, { prefix })`, `use(router.routes())`. */
  #mounted(args: readonly Node[], router: string): void {
    const prefix = stringOf(args[0]) ?? stringOf(propertyOf(args[1], 'prefix')) ?? '';
    for (const arg of stringOf(args[0]) === null ? args.slice(0, 1) : args.slice(1)) {
      const callee = arg.type === 'CallExpression' ? field(arg, 'callee') : null;
      const inner = chainOf(callee) ?? '';
      const specifier = requiredBy(arg) ?? requiredBy(callee) ?? dynamicImport(arg);
      const name = isFunction(arg)
        ? `at ${arg.start}`
        : (chainOf(arg) ?? /^([\w$]+)(?:\.(?:routes|middleware))?$/.exec(inner)?.[1]);
      if (specifier !== null) this.mounts.push({ router, prefix, target: { specifier, imported: '*' } });
      else if (name !== undefined) this.mounts.push({ router, prefix, target: { name } });
    }
  }

  /** What a name stands for as a router: a variable, or the first parameter of the function around, as plugins have it. */
  #routerOf(name: string, around: readonly Node[]): string | null {
    const fn = around.find((node) => isFunction(node) && chainOf(list(node, 'params')[0] ?? null) === name);
    if (fn === undefined) return this.#routers.has(name) || usual.test(name) ? name : null;
    const router = `at ${fn.start}`;
    this.plugins[ownName(around.slice(around.indexOf(fn)))] = router;
    return router;
  }

  #controller(node: Node): void {
    const prefix = decorated(node, /^Controller$/)?.path ?? null;
    if (prefix === null) return;
    const router = chainOf(field(node, 'id')) ?? 'controller';
    this.prefixes[router] = prefix;
    for (const member of list(field(node, 'body'), 'body')) {
      const found = decorated(member, /^(?:Get|Post|Put|Patch|Delete|Head|Options|All)$/);
      if (found === null) continue;
      const handler = chainOf(field(member, 'key'));
      const line = this.#lineOf((field(member, 'key') ?? member).start);
      this.routes.push({ router, method: found.name.toUpperCase(), path: found.path, handler, line });
    }
  }

  /** `request.url === '/a'`, with the method where the same condition asks for it. */
  #compared(node: Node, around: readonly Node[]): void {
    if (node['operator'] !== '===' && node['operator'] !== '==') return;
    const sides = [field(node, 'left'), field(node, 'right')];
    const path = sides.map(stringOf).find((text) => text?.startsWith('/'));
    if (path === undefined || path === null || !sides.some((side) => urls.test(chainOf(side) ?? ''))) return;
    const beyond = around.findIndex((each) => each.type !== 'LogicalExpression');
    this.routes.push({
      router: '',
      method: methodIn(around[beyond - 1] ?? null),
      path,
      handler: null,
      line: this.#lineOf(node.start),
    });
  }

  #switched(node: Node): void {
    if (!urls.test(chainOf(field(node, 'discriminant')) ?? '')) return;
    for (const each of list(node, 'cases')) {
      const path = stringOf(field(each, 'test'));
      if (path?.startsWith('/') === true)
        this.routes.push({ router: '', method: 'ALL', path, handler: null, line: this.#lineOf(each.start) });
    }
  }
}

/** What a function is known by: its own name, else where it begins, as what a file gives out has it. */
function ownName([fn, parent]: readonly Node[]): string {
  const named = parent?.type === 'VariableDeclarator' ? chainOf(field(parent, 'id')) : null;
  return chainOf(field(fn ?? null, 'id')) ?? named ?? `at ${fn?.start}`;
}

function handlerName(node: Node | undefined): string | null {
  if (node === undefined) return null;
  return isFunction(node) ? chainOf(field(node, 'id')) : chainOf(node);
}

function dynamicImport(node: Node): string | null {
  return node.type === 'ImportExpression' ? stringOf(field(node, 'source')) : null;
}

/** A decorator of that name with the path that it is given. */
function decorated(node: Node, wanted: RegExp): { name: string; path: string } | null {
  for (const each of list(node, 'decorators')) {
    const expression = field(each, 'expression');
    const call = expression?.type === 'CallExpression' ? expression : null;
    const name = chainOf(call === null ? expression : field(call, 'callee')) ?? '';
    const [first] = list(call, 'arguments');
    if (wanted.test(name)) return { name, path: stringOf(first) ?? stringOf(propertyOf(first, 'path')) ?? '' };
  }
  return null;
}

function methodIn(condition: Node | null): string {
  let found = 'ALL';
  if (condition !== null)
    eachNode(condition, (node) => {
      if (node.type !== 'BinaryExpression') return;
      const sides = [field(node, 'left'), field(node, 'right')];
      const text = sides.map(stringOf).find((each) => each !== null);
      if (sides.some((side) => /(?:^|\.)method$/.test(chainOf(side) ?? '')) && typeof text === 'string') found = text;
    });
  return found;
}
