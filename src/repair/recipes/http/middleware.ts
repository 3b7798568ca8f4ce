/** Middleware that holds requests up: `next` is never called, a factory is passed uncalled, or a middleware is called by hand. */
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import { called, callsOf, methodsNamed, valuesOf } from '../../code/callees.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  keyName,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';

export const nextForgotten: Recipe = {
  name: 'next-forgotten',
  classes: ['timeout'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A request is never answered because a middleware neither answers nor calls `next`: calls it at its end, or where it names it.',
  ideas(context) {
    if (context.signal.kind !== 'timeout') return [];
    return allSources(context.tree)
      .flatMap((source) => [
        ...silent(context, source),
        ...guards(context, source),
        ...leftEarly(context, source),
        ...uncalledNext(context, source),
      ])
      .slice(0, 4);
  },
};

/** `(req, res, next)` of which neither the second nor the third parameter is ever put to use that could end the request. */
function silent(context: RecipeContext, source: Source): Idea[] {
  return functionsIn(source).flatMap((fn) => {
    const handler = handlerOf(context.tree, source, fn);
    const { body } = fn;
    const last = body?.type === 'BlockStatement' ? body.body.at(-1) : undefined;
    if (handler === null || handler.next === null || handler.response === null || last === undefined) return [];
    if (fn.params.length !== 3 || !/^(?:_?next|done|cb)$/.test(handler.next)) return [];
    if (referencesTo(fn, handler.next).length > 0 || last.type === 'ReturnStatement' || last.type === 'ThrowStatement')
      return [];
    if (referencesTo(fn, handler.response).some((use) => !isSet(use))) return [];
    const line = `${eolOf(source.text)}${indentAt(source.text, last.start)}${handler.next}()${semicolonOf(source.text)}`;
    const splices = [{ start: last.end, end: last.end, text: line }];
    return [
      ideaIn('next-forgotten', source, { title: `the middleware in ${source.path} calls \`next\``, rank: 0, splices }),
    ];
  });
}

/** What stands before the handlers, refuses on some ways and passes on none: whoever is not refused goes on. */
function guards(context: RecipeContext, source: Source): Idea[] {
  return functionsIn(source).flatMap((fn) => {
    const handler = handlerOf(context.tree, source, fn);
    const last = fn.body?.type === 'BlockStatement' ? fn.body.body.at(-1) : undefined;
    const next = fn.params[2];
    if (handler === null || last === undefined || next?.type !== 'Identifier' || !isBefore(context, fn)) return [];
    const answers = referencesTo(fn, handler.response ?? '').filter((use) => !isSet(use));
    const isRefusal = (use: Node): boolean =>
      upwards(use).some((each) => each.type === 'ReturnStatement' && each !== last);
    if (answers.length === 0 || !answers.every(isRefusal) || referencesTo(fn, next.name).length > 0) return [];
    if (/^(?:Return|Throw)Statement$/.test(last.type)) return [];
    const line = `${eolOf(source.text)}${indentAt(source.text, last.start)}${next.name}()${semicolonOf(source.text)}`;
    const title = `whoever the middleware in ${source.path} does not refuse goes on`;
    return [
      ideaIn('next-forgotten', source, { title, rank: 0, splices: [{ start: last.end, end: last.end, text: line }] }),
    ];
  });
}

/** Registered by `use` or `param`, or before the handler of a route. */
function isBefore(context: RecipeContext, fn: FunctionNode): boolean {
  return allSources(context.tree).some((other) =>
    all(other.program, 'CallExpression').some((call) => {
      const method = /\.(\w+)$/.exec(chainOf(call.callee) ?? '')?.[1] ?? '';
      const at = call.arguments.findIndex(
        (given) => given === fn || called(context, other, given as Node).some((made) => made.fn === fn),
      );
      const isLast = at === call.arguments.length - 1;
      return at >= 0 && (/^(?:use|param)$/.test(method) || (takesMiddleware.test(`.${method}`) && !isLast));
    }),
  );
}

/** A middleware that only ever passes on, and that ends with a bare `return` on one way: that way is passed on, too. */
function leftEarly(context: RecipeContext, source: Source): Idea[] {
  return functionsIn(source).flatMap((fn) => {
    const handler = handlerOf(context.tree, source, fn);
    if (handler === null || handler.next === null || handler.response === null || fn.params.length !== 3) return [];
    const passes = referencesTo(fn, handler.next).map(({ parent }) => parent);
    const isPassing = passes.every((call) => call?.type === 'CallExpression' && call.arguments.length === 0);
    // One that refuses, or hands an error on, is a guard: nothing gets past it by a repair.
    if (passes.length === 0 || !isPassing || referencesTo(fn, handler.response).some((use) => !isSet(use))) return [];
    const bare = all(fn, 'ReturnStatement').filter((each) => each.argument === null && functionsAround(each)[0] === fn);
    const splices = bare
      .filter((each) => !passes.some((call) => call !== null && call !== undefined && isJustBefore(source, call, each)))
      .map(({ start }) => ({
        start: start + 'return'.length,
        end: start + 'return'.length,
        text: ` ${handler.next}()`,
      }));
    const title = `the middleware in ${source.path} calls \`next\` on every way`;
    return splices.length === 0 ? [] : [ideaIn('next-forgotten', source, { title, rank: 0, splices })];
  });
}

/** `next;` and `return next;`, where it is named and nowhere called. */
function uncalledNext(context: RecipeContext, source: Source): Idea[] {
  return functionsIn(source).flatMap((fn) => {
    const { next = null } = handlerOf(context.tree, source, fn) ?? {};
    const uses = next === null || !/^(?:_?next|done|cb)$/.test(next) ? [] : referencesTo(fn, next);
    const isBare = ({ parent }: Node): boolean =>
      parent?.type === 'ExpressionStatement' ||
      (parent?.type === 'ReturnStatement' && functionsAround(parent)[0] === fn);
    if (uses.length === 0 || !uses.every(isBare)) return [];
    const splices = uses.map(({ end }) => ({ start: end, end, text: '()' }));
    return [
      ideaIn('next-forgotten', source, { title: `the middleware in ${source.path} calls \`next\``, rank: 0, splices }),
    ];
  });
}

/** `next(); return;` */
function isJustBefore(source: Source, call: Node, statement: Node): boolean {
  return call.end <= statement.start && /^[\s;]*$/.test(source.text.slice(call.end, statement.start));
}

function functionsIn(source: Source): FunctionNode[] {
  return [
    ...all(source.program, 'FunctionDeclaration'),
    ...all(source.program, 'FunctionExpression'),
    ...all(source.program, 'ArrowFunctionExpression'),
  ];
}

function referencesTo(fn: FunctionNode, name: string): Node[] {
  return all(fn, 'Identifier').filter(
    (id) =>
      id.name === name && isReference(id) && !fn.params.some((param) => param.start <= id.start && id.end <= param.end),
  );
}

const answers =
  /^(?:json|jsonp|send|end|sendStatus|sendFile|redirect|render|download|write|writeHead|flushHeaders|format|attachment)$/;

/** `res.set(…)`, `res.locals.user = …`, `res.on('finish', …)`: the answer is prepared or looked at, not sent. */
function isSet(use: Node): boolean {
  const { parent } = use;
  if (parent?.type !== 'MemberExpression' || parent.object !== use) return false;
  const isCalled = parent.parent?.type === 'CallExpression' && parent.parent.callee === parent;
  const isChained = isCalled && parent.parent?.parent?.type === 'MemberExpression';
  return !isChained && !answers.test(keyName(parent.property) ?? '');
}

const takesMiddleware = /\.(?:use|get|post|put|patch|delete|all|addHook)$/;

export const middlewareCall: Recipe = {
  name: 'middleware-call',
  classes: ['timeout', 'type', 'unknown', 'reference', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A function that makes a middleware is passed uncalled, so that requests hang: calls it. A middleware that is called where it should be passed: passes it.',
  ideas(context) {
    // A framework that is given what makes its middleware may also fail in its own code.
    const isForeign = context.signal.kind === 'timeout' || sitesOf(context).length === 0;
    return isForeign ? uncalled(context) : calledByHand(context);
  },
};

function uncalled(context: RecipeContext): Idea[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression')
      .filter((call) => takesMiddleware.test(chainOf(call.callee) ?? ''))
      .flatMap((call) => call.arguments.flatMap((each) => factoryIdeas(context, source, each as Node))),
  );
}

function factoryIdeas(context: RecipeContext, source: Source, node: Node): Idea[] {
  const name = chainOf(node);
  if (name === null || (node.type !== 'Identifier' && node.type !== 'MemberExpression')) return [];
  const title = `\`${name}\` makes the middleware: call it`;
  const put = (given: string, rank: number, ask: string | null): Idea[] => {
    const splices = [{ start: node.end, end: node.end, text: `(${given})` }];
    return [ideaIn('middleware-call', source, { title, rank, ask, splices })];
  };
  const own = called(context, source, node);
  const [made] = own;
  const named =
    made === undefined && node.type === 'MemberExpression' ? methodsNamed(context, keyName(node.property) ?? '') : [];
  const isMade = named.every((each) => each.fn.params.length === 0 && makesMiddleware(context, each.source, each.fn));
  if (named.length > 0 && isMade) return put('', 0, null);
  if (made === undefined) return isPackaged(source, name) ? put('', 1, null) : [];
  if (!makesMiddleware(context, made.source, made.fn)) return [];
  const wanted = made.fn.params.filter((param) => param.type !== 'AssignmentPattern' && param.type !== 'RestElement');
  const usual = usualArguments(context, made.fn);
  if (usual !== null && wanted.length > 0) return put(usual, 0, null);
  // `requireRole(...roles)`: with none it may let nobody pass.
  if (made.fn.params.some(({ type }) => type === 'RestElement') && callsOf(context, made.fn).some(isGiven)) return [];
  const idle = wanted.length === 1 ? idleValue(context, source, made.fn) : null;
  if (idle !== null) return put(idle, 0, null);
  const given = wanted.map((param, at) =>
    param.type === 'Identifier'
      ? valueFor(context, source, { name: param.name, at: node })
      : givenBeside(context, source, { node, at }),
  );
  if (given.some((each) => each === null)) return [];
  const isGuessed = wanted.some((param, at) => param.type === 'Identifier' && !isCertain(param.name, given[at] ?? ''));
  const ask = isGuessed ? `only you know whether \`${given.join(', ')}\` is what \`${name}\` is to be given` : null;
  return put(given.join(', '), 0, ask);
}

/** `app.use('/pieces', pieces(services, config))` beside it: what all that make something for the same calls are given there, two at least. */
function givenBeside(context: RecipeContext, source: Source, { node, at }: { node: Node; at: number }): string | null {
  const call = node.parent;
  const chain = call?.type === 'CallExpression' ? chainOf(call.callee) : null;
  const beside = all(source.program, 'CallExpression').filter(
    (each) => chain !== null && chainOf(each.callee) === chain,
  );
  const made = beside.flatMap((each) =>
    each.arguments.flatMap((one) => {
      const isFactory = one.type === 'CallExpression' && called(context, source, one.callee).length > 0;
      const value = isFactory ? one.arguments[at] : undefined;
      return value?.type === 'Identifier' ? [value.name] : [];
    }),
  );
  const [only, more] = new Set(made);
  return made.length >= 2 && more === undefined ? (only ?? null) : null;
}

/** `validate(schema)` where all others give it `schemas.x`, names of one file or names that end alike: the one of these that the file has and nothing uses. */
function idleValue(context: RecipeContext, source: Source, fn: FunctionNode): string | null {
  const [param] = fn.params;
  const calls = callsOf(context, fn);
  const origins = new Set(calls.map((each) => originOf(context, each.source, each.call.arguments[0] as Node)));
  const [origin, another] = origins;
  if (origin !== undefined && origin !== null && another === undefined) {
    const names = importsOf(source).flatMap(({ local, specifier }) =>
      local !== null && pathOf(context, source, specifier) === origin ? [local] : [],
    );
    const [idle, second] = names.filter((name) => !isUsed(context, source, name));
    if (idle !== undefined) return second === undefined ? idle : null;
  }
  const others = calls.map(({ call }) => chainOf(call.arguments[0] as Node));
  const kinds = new Set(others.map((chain) => (chain === null ? '' : kindOf(chain))));
  if (param?.type === 'Identifier' && others.length === 0) kinds.add(kindOf(param.name));
  const [kind = '', more] = kinds;
  if (kind === '' || more !== undefined) return null;
  const [only, other] = namesGiven(context, source, kind).filter((name) => !isUsed(context, source, name));
  return other === undefined ? (only ?? null) : null;
}

/** The file of the project that a plain name was imported from. */
function originOf(context: RecipeContext, source: Source, node: Node): string | null {
  const from = node.type === 'Identifier' ? importsOf(source).find(({ local }) => local === node.name) : undefined;
  return from === undefined ? null : pathOf(context, source, from.specifier);
}

function pathOf({ tree }: RecipeContext, source: Source, specifier: string): string | null {
  const to = resolveSpecifier(tree, source.path, specifier);
  return to?.to === 'file' ? to.path : null;
}

/** `schemas.` of `schemas.order`, and `schema` of `orderSchema`. */
function kindOf(chain: string): string {
  const [object = '', key] = chain.split('.');
  return key === undefined ? (/[A-Z]?[a-z]+$/.exec(object)?.[0] ?? '').toLowerCase() : `${object}.`;
}

/** The names of a kind that the top of a file has: keys of an object of the project, imports and constants of its own. */
function namesGiven(context: RecipeContext, source: Source, kind: string): string[] {
  const object = kind.endsWith('.') ? kind.slice(0, -1) : null;
  if (object === null)
    return [...namesInScope(source, source.text.length)].flatMap(([name, { kind: made }]) =>
      kindOf(name) === kind && (made === 'import' || made === 'const') ? [name] : [],
    );
  const from = importsOf(source).find((each) => each.local === object);
  const exported = from === undefined ? null : exportsOfSpecifier(context.tree, source.path, from.specifier);
  const own = from === undefined ? namesInScope(source, source.text.length).get(object)?.node : undefined;
  const node = own ?? exported?.names.get(from?.imported ?? '') ?? exported?.whole;
  const value = node?.type === 'VariableDeclarator' ? node.init : node;
  const keys =
    value?.type === 'ObjectExpression'
      ? value.properties.flatMap((each) => (each.type === 'Property' ? [keyName(each.key) ?? ''] : []))
      : from?.imported === '*'
        ? [...(exported?.names.keys() ?? [])]
        : [];
  return keys.map((key) => `${object}.${key}`);
}

/** Read in the project where it is a member, in its file where it is a name. */
function isUsed({ tree }: RecipeContext, source: Source, chain: string): boolean {
  if (chain.includes('.'))
    return allSources(tree).some(({ program }) =>
      all(program, 'MemberExpression').some((each) => chainOf(each) === chain),
    );
  const made = namesInScope(source, source.text.length).get(chain)?.node;
  const declared = made?.type === 'VariableDeclarator' ? made.id : made;
  return all(source.program, 'Identifier').some(
    (id) => id.name === chain && isReference(id) && !upwards(id).some((each) => each === declared),
  );
}

function isGiven({ call }: { readonly call: Of<'CallExpression'> }): boolean {
  return call.arguments.length > 0;
}

/** What all other calls of it, two at least, are given: literals, word by word the same. */
function usualArguments(context: RecipeContext, fn: FunctionNode): string | null {
  const calls = callsOf(context, fn);
  const isPlain = calls.every(({ call }) => call.arguments.every(({ type }) => type === 'Literal'));
  const texts = new Set(
    calls.map(({ source, call }) => call.arguments.map((each) => textOf(source, each as Node)).join(', ')),
  );
  const [text, other] = texts;
  return calls.length >= 2 && isPlain && text !== undefined && other === undefined ? text : null;
}

/** The very name, or a secret: a wrong one would not let the replayed request through. */
function isCertain(param: string, given: string): boolean {
  return given.split('.').at(-1) === param || /^(?:token|secret|password|apiKey)$/.test(param);
}

/** `express.json`, `cors`: what packages give out for `use` is called first. */
function isPackaged(source: Source, name: string): boolean {
  const [root = '', member] = name.split('.');
  const from = importsOf(source).find((each) => each.local === root);
  if (from === undefined || /^[./#]/.test(from.specifier)) return false;
  return member === undefined || (from.specifier === 'express' && /^(?:json|urlencoded|text|raw)$/.test(member));
}

/** Gives back a function with a response or context of its own, and has none itself. */
function makesMiddleware(context: RecipeContext, source: Source, fn: FunctionNode): boolean {
  if (handlerOf(context.tree, source, fn) !== null) return false;
  return valuesOf(fn).some(
    (value) => (isFunction(value) && handlerOf(context.tree, source, value) !== null) || isRouter(source, value),
  );
}

/** What `Router()`, `new Router()` or `express.Router()` made. */
function isRouter(source: Source, value: Node): boolean {
  const binding = value.type === 'Identifier' ? namesInScope(source, value.start).get(value.name) : undefined;
  const made = binding?.node.type === 'VariableDeclarator' ? binding.node.init : value;
  if (made?.type !== 'CallExpression' && made?.type !== 'NewExpression') return false;
  return /(?:^|\.)(?:Router|Hono)$/.test(chainOf(made.callee) ?? '');
}

/** A value in scope by the name of a parameter, or the one member of an imported object that ends in it. */
function valueFor(context: RecipeContext, source: Source, wanted: { name: string; at: Node }): string | null {
  const { name, at } = wanted;
  if (namesInScope(source, at.start).has(name)) return name;
  const tail = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const found = importsOf(source).flatMap((each) => {
    const exported = exportsOfSpecifier(context.tree, source.path, each.specifier);
    const node = each.local === null ? null : (exported?.names.get(each.imported) ?? null);
    const value = node?.type === 'VariableDeclarator' ? node.init : null;
    if (value?.type !== 'ObjectExpression') return [];
    const keys = value.properties.flatMap((one) => (one.type === 'Property' ? [keyName(one.key) ?? ''] : []));
    return keys.filter((key) => key === name || key.endsWith(tail)).map((key) => `${each.local}.${key}`);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** `app.use(requestId())` where `requestId` takes the request itself. */
function calledByHand(context: RecipeContext): Idea[] {
  return sitesOf(context).flatMap((site) =>
    site.nodes
      .filter((node): node is Of<'CallExpression'> => node.type === 'CallExpression' && node.arguments.length === 0)
      .filter((call) => {
        const outer = call.parent;
        if (outer?.type !== 'CallExpression' || !takesMiddleware.test(chainOf(outer.callee) ?? '')) return false;
        return called(context, site.source, call.callee).some(
          (made) => handlerOf(context.tree, made.source, made.fn) !== null && !upwards(made.fn).includes(call),
        );
      })
      .slice(0, 1)
      .map((call) =>
        ideaIn('middleware-call', site.source, {
          title: `\`${chainOf(call.callee) ?? 'the middleware'}\` is the middleware: pass it`,
          rank: 0,
          splices: [{ start: call.callee.end, end: call.end, text: '' }],
        }),
      ),
  );
}
