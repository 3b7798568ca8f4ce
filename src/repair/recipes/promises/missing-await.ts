/** A promise where its value was meant: adds `await`, and `async` to the handler around it. */
import type { Idea, ValueFacts } from '../../../incident/nouns.ts';
import { called, givenFor, handedTo, importedValue } from '../../code/callees.ts';
import { madePlain } from './promise-mixups.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { originsOf } from '../../evidence/origins.ts';
import {
  asyncWithCallers,
  awaiting,
  canAwaitOutside,
  givesPromise,
  leavesUnawaited,
  unawaitedBeside,
} from '../../code/promises.ts';
import { isAwaited, isChained, isReadAsValue, usesOf } from '../../code/promise-uses.ts';
import { ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf, stackOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName, walk } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';

export const missingAwait: Recipe = {
  name: 'missing-await',
  classes: ['type', 'range', 'unknown', 'assertion', 'config', 'database'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A promise is used as if it were its value: awaits it, in a handler that is or becomes async.',
  ideas(context) {
    const found: Idea[] = [];
    for (const site of sitesOf(context).slice(0, 2)) {
      for (const [index, target] of promisesAt(context, site).slice(0, 2).entries())
        found.push(...awaited(context, { target, rank: index }));
      if (site.depth === 0) found.push(...loopedOver(context, site));
    }
    return found.length > 0 ? found : misusedNear(context);
  },
};

interface Target {
  readonly source: Source;
  /** The expression to await. */
  readonly node: Node;
  readonly seen: boolean;
  /** Why a person should look, where other uses of the same promise stay as they are. */
  readonly ask: string | null;
}

/** Expressions on the failing line that are promises: the debugger saw it, or an async function made them. */
function promisesAt(context: RecipeContext, site: Site): Target[] {
  const found: Target[] = [];
  const done = new Set<Node>();
  const add = (node: Node, seen: boolean): void => {
    for (const origin of namedAt(context, site.source, node)) {
      if (done.has(origin.node) || origin.node.parent?.type === 'AwaitExpression') continue;
      done.add(origin.node);
      if (seen || (origin.node.type === 'CallExpression' && givesPromise(context, origin.source, origin.node)))
        found.push({ ...origin, seen });
    }
  };
  for (const node of onLine(site)) {
    const value = valueOf(site, node);
    if (!isUsedAsValue(node)) continue;
    if (value?.thenable === true && !isOwnThenable(site, node, value)) {
      const [held, more] = isPart(site, node) ? putAs(context, lastNameOf(node)) : [];
      if (held !== undefined && more === undefined) found.push({ ...held, seen: true });
      else add(node, true);
    } else if (node.type === 'CallExpression' || node.type === 'Identifier') add(node, false);
  }
  if (found.length === 0)
    for (const node of onLine(site)) if (isOwnField(node)) found.push(...kept(context, site, node));
  if (site.depth > 0) for (const given of takenApart(context, site)) add(given, false);
  if (found.length === 0 && site.depth === 0)
    for (const { source, node } of wholesOf(context, site))
      for (const origin of namedAt(context, source, node))
        if (origin.node.type === 'CallExpression' && givesPromise(context, origin.source, origin.node))
          found.push({ ...origin, seen: false });
  for (const each of onLine(site))
    if (each.type === 'VariableDeclarator' && each.id.type !== 'Identifier' && each.init !== null)
      if (bare(each.init).type === 'CallExpression') add(each.init, false);
  return found.sort((a, b) => Number(b.seen) - Number(a.seen));
}

/** `this.store`, `this.#store`. */
function isOwnField(node: Node): node is Of<'MemberExpression'> {
  return node.type === 'MemberExpression' && !node.computed && node.object.type === 'ThisExpression';
}

/** `this.#store.berths` of a store that the constructor was given as the promise that an async function made of it. */
function kept(context: RecipeContext, site: Site, node: Of<'MemberExpression'>): Target[] {
  if (!isUsedAsValue(node) || valueOf(site, node)?.thenable === false) return [];
  if (isWaitedForAnywhere(context, keyName(node.property))) return [];
  const made = originsOf(context, site.source, node).flatMap(({ source, node: origin }) => {
    const { parent } = origin;
    if (origin.type !== 'CallExpression' || parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier')
      return [];
    const binding = namesInScope(source, parent.end).get(parent.id.name);
    const isWaitedFor = binding === undefined || usesOf(source, binding).some(isAwaited);
    return isWaitedFor || !givesPromise(context, source, origin)
      ? []
      : [{ source, node: origin, seen: false, ask: null }];
  });
  return made.length === 1 ? made : [];
}

function isWaitedForAnywhere({ tree }: RecipeContext, name: string | null): boolean {
  return allSources(tree).some(({ program }) =>
    all(program, 'AwaitExpression').some(({ argument }) => lastNameOf(argument) === name),
  );
}

/** What a call of the project is given for a parameter that it takes apart: `call(body())` of `({ method }) => …`. */
function takenApart(context: RecipeContext, site: Site): Node[] {
  const call = site.nodes.find((each) => each.type === 'CallExpression');
  if (call?.type !== 'CallExpression') return [];
  const [made] = called(context, site.source, call.callee);
  return call.arguments.filter((_, at) => {
    const param = made?.fn.params[at];
    return (param?.type === 'AssignmentPattern' ? param.left : param)?.type === 'ObjectPattern';
  }) as Node[];
}

/** What a missing name was taken out of: what callers give for `({ boats }) => …`, `stores` of `const { boats } = stores`. */
function wholesOf(context: RecipeContext, site: Site): Pick<Target, 'source' | 'node'>[] {
  return culprits(context, site).flatMap((node) => {
    const binding = node.type === 'Identifier' ? namesInScope(site.source, node.start).get(node.name) : undefined;
    const pattern = binding?.id.parent?.parent;
    if (binding === undefined || pattern?.type !== 'ObjectPattern') return [];
    const { parent } = pattern;
    if (parent?.type === 'VariableDeclarator')
      return parent.init === null ? [] : [{ source: site.source, node: parent.init }];
    const at = parent && isFunction(parent) ? (parent.params as Node[]).indexOf(pattern) : -1;
    if (!parent || !isFunction(parent) || at < 0) return [];
    return handedTo(context, parent).flatMap(({ source, given }) => {
      const one = given[at];
      return one === undefined ? [] : [{ source, node: one }];
    });
  });
}

type Origin = Omit<Target, 'seen'>;

/**
 * Where a promise is to be awaited: where it gets its name, so that every use has the value; for a parameter, where the callers
 * have it from. Only a use where neither can be.
 */
function namedAt(context: RecipeContext, source: Source, node: Node, depth = 3): Origin[] {
  if (node.type !== 'Identifier') return [{ source, node: bare(node), ask: askFor(source, bare(node)) }];
  const binding = namesInScope(source, node.start).get(node.name);
  const uses = binding === undefined ? [] : usesOf(source, binding);
  const asPromise = uses.filter(isAwaited);
  const others = uses.filter((use) => use.start !== node.start && !isAwaited(use));
  const here = {
    source,
    node,
    ask: others.length > 0 ? `\`${node.name}\` is used elsewhere without \`await\`` : null,
  };
  if (binding === undefined || asPromise.length > 0) return [here];
  const imported = binding.kind === 'import' ? importedValue(context, source, node) : null;
  if (imported !== null && canAwaitOutside(imported.source)) {
    const ask = isWaitedForAnywhere(context, node.name) ? `\`${node.name}\` is awaited elsewhere` : null;
    return [{ source: imported.source, node: bare(imported.node), ask }];
  }
  if (binding.kind === 'param') {
    const given = depth === 0 ? [] : givenHere(context, givenFor(context, binding.id));
    // Who awaits it before he hands it over shows that the others forgot to.
    const origins = given
      .flatMap((each) => namedAt(context, each.source, bare(each.node), depth - 1))
      .filter((each) => each.node.type !== 'AwaitExpression');
    if (origins.length === 0 || origins.some((each) => each.node.type !== 'CallExpression')) {
      const why = given.length > 0 ? `\`${node.name}\` is awaited where it is used, not where it comes from` : null;
      return [{ ...here, ask: here.ask ?? why }];
    }
    const ask = origins.length > 1 ? `\`${node.name}\` comes from several callers` : null;
    return origins.map((each) => ({ ...each, ask: each.ask ?? ask }));
  }
  const made = binding.node.type === 'VariableDeclarator' ? binding.node : null;
  // The parts beside it are promises as well: all are waited for where they are made.
  const list = made?.init?.type === 'AwaitExpression' ? made.init.argument : made?.init;
  if (made?.id.type === 'ArrayPattern' && list?.type === 'ArrayExpression') return [];
  const init =
    made?.id.type === 'Identifier' || (made?.init && bare(made.init).type === 'CallExpression')
      ? (made?.init ?? null)
      : null;
  const either = init?.type === 'ConditionalExpression' ? [init.consequent, init.alternate] : [];
  const chosen = either.flatMap((each) => (each.type === 'Identifier' ? namedAt(context, source, each, depth) : []));
  const promised = chosen.filter(
    (each) => each.node.type === 'CallExpression' && givesPromise(context, each.source, each.node),
  );
  if (promised.length > 0) return promised;
  const changed = uses.some((use) => use.parent?.type === 'AssignmentExpression' && use.parent.left === use);
  return init === null || changed || isFunction(init) ? [here] : [{ source, node: bare(init), ask: null }];
}

/** `job.items`, and `items` that was taken out of something. */
function isPart({ source }: Site, node: Node): boolean {
  if (node.type === 'MemberExpression') return !node.computed;
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.id.parent : undefined;
  return made?.type === 'Property' && made.parent?.type === 'ObjectPattern';
}

/** `const items = load(id); return { ...job, items }`: promises that are put into an object under a name, and that nobody waits for. */
function putAs(context: RecipeContext, name: string | null): Origin[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'Property').flatMap((each): Origin[] => {
      if (each.parent?.type !== 'ObjectExpression' || keyName(each.key) !== name) return [];
      const value = each.value as Node;
      const binding = value.type === 'Identifier' ? namesInScope(source, value.start).get(value.name) : undefined;
      const made = binding?.node.type === 'VariableDeclarator' && binding.node.id === binding.id ? binding.node : null;
      const init = value.type === 'Identifier' ? (made?.init ?? null) : value;
      const isWaitedFor = binding !== undefined && usesOf(source, binding).some(isAwaited);
      return init?.type !== 'CallExpression' || isWaitedFor || !givesPromise(context, source, init)
        ? []
        : [{ source, node: init, ask: null }];
    }),
  );
}

/** Of all that callers hand over, what the one on the stack did. */
function givenHere(context: RecipeContext, given: readonly Given[]): readonly Given[] {
  const outer = sitesOf(context).filter(({ depth }) => depth > 0);
  const here = given.filter(({ source, node }) =>
    outer.some((site) => site.source === source && node.parent != null && site.nodes.includes(node.parent)),
  );
  return here.length === 1 ? here : given;
}

type Given = ReturnType<typeof givenFor>[number];

/** A chain like `this.orders` that is read in several places holds the promise in all of them. */
function askFor(source: Source, node: Node): string | null {
  const chain = chainOf(node);
  if (chain === null) return null;
  const others = all(source.program, 'MemberExpression').filter(
    (each) => each.start !== node.start && chainOf(each) === chain && !isAwaited(each),
  );
  return others.length === 0 ? null : `\`${chain}\` is used elsewhere without \`await\``;
}

function bare(node: Node): Node {
  return /^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type) && 'expression' in node && node.expression !== null
    ? bare(node.expression as Node)
    : node;
}

/** What a framework hands to its handlers may have a `then` of its own (Fastify's reply) and is not to be awaited. */
function isOwnThenable(site: Site, node: Node, value: ValueFacts): boolean {
  if (value.className === 'Promise' || node.type !== 'Identifier') return false;
  const binding = namesInScope(site.source, node.start).get(node.name);
  return binding?.kind === 'param' || binding === undefined;
}

function onLine(site: Site): Node[] {
  const { text } = site.source;
  const starts = text
    .split('\n')
    .slice(0, site.line - 1)
    .reduce((sum, line) => sum + line.length + 1, 0);
  const end = text.indexOf('\n', starts) < 0 ? text.length : text.indexOf('\n', starts);
  const found: Node[] = [];
  walk(site.source.program, (node) => {
    if (node.end < starts || node.start > end) return node.type === 'Program';
    if (node.start >= starts || node.end <= end) found.push(node);
    return true;
  });
  // What a chain of several lines begins with stands above the line that fails.
  for (const node of found) {
    const object =
      node.type === 'MemberExpression' ? (node.object as Node) : node.type === 'CallExpression' ? node.callee : null;
    if (object !== null && object.end <= starts) found.push(object as Node);
  }
  return found;
}

/** Read from, iterated, spread, or handed to something that wants the value; not returned, not chained by `then`. */
function isUsedAsValue(node: Node): boolean {
  const parent = node.parent;
  if (!parent) return false;
  if (parent.type === 'MemberExpression' && parent.object === node) return !isChained(parent);
  if (parent.type === 'ForOfStatement') return parent.right === node;
  if (parent.type === 'VariableDeclarator') return parent.init === node && parent.id.type !== 'Identifier';
  if (parent.type === 'NewExpression' || parent.type === 'CallExpression')
    return parent.arguments[0] === node && takesValue(parent.callee);
  return parent.type === 'SpreadElement' || (parent.type === 'BinaryExpression' && parent.operator !== 'instanceof');
}

const wantsValue =
  /^(?:Set|Map|Date|Array\.from|Buffer\.from|Object\.(?:keys|values|entries|fromEntries)|String|Number|parseInt|parseFloat|JSON\.parse)$/;

/** A builtin that makes something of the value; `/…/.exec(text)` too. */
function takesValue(callee: Node): boolean {
  const isMatch = callee.type === 'MemberExpression' && callee.object.type === 'Literal' && 'regex' in callee.object;
  return isMatch ? /^(?:exec|test)$/.test(keyName(callee.property) ?? '') : wantsValue.test(chainOf(callee) ?? '');
}

/** `for (const x of rows())`, where `rows` gives its items one after the other as they come. */
function loopedOver(context: RecipeContext, site: Site): Idea[] {
  if (!/not (?:async )?iterable/.test(context.diagnosis.message)) return [];
  const { source } = site;
  return onLine(site).flatMap((loop) => {
    if (loop.type !== 'ForOfStatement' || loop.await) return [];
    const fn = functionsAround(loop)[0];
    const around = fn === undefined ? [] : asyncWithCallers(context, source, fn);
    const seen = valueOf(site, loop.right)?.className ?? '';
    const isLater =
      /Async|Interface|Readable|ReadStream/.test(seen) ||
      originsOf(context, source, loop.right).some(({ node }) => isFunction(node) && node.async && node.generator);
    if (!isLater || around === null || (fn === undefined && !canAwaitOutside(source))) return [];
    const at = loop.start + 'for'.length;
    const changes = [{ source, splices: [{ start: at, end: at, text: ' await' }] }, ...around];
    return [ideaOf('missing-await', { title: 'await each item of the loop', rank: 0 }, changes)];
  });
}

function awaited(context: RecipeContext, at: { target: Target; rank: number }): Idea[] {
  const { source, node, ask } = at.target;
  const fn = functionsAround(node)[0];
  if (fn === undefined && !canAwaitOutside(source)) return [];
  const around = fn === undefined ? [] : asyncWithCallers(context, source, fn);
  if (around === null) return [];
  const title = 'await the promise that is used as its value';
  const changes = [{ source, splices: inPlace(source, node) }, ...around, ...unawaitedBeside(context, source, node)];
  const left = leavesUnawaited(context, at.target, changes) ? 'it is called elsewhere without `await`, too' : null;
  const plain = left === null ? [] : madePlain(context, at.target).map((each) => ({ ...each, rank: at.rank }));
  const waits = ideaOf('missing-await', { title, rank: at.rank + plain.length, ask: ask ?? left }, changes);
  return [...plain, waits];
}

/** A promise that functions of the stack, or those that they call, read or reckon with as if it were its value, in an async function: wrong wherever it stands. */
function misusedNear(context: RecipeContext): Idea[] {
  // Behind a chain of small functions it stands far out.
  const around = stackOf(context).flatMap(({ source, nodes }) => {
    const fn = nodes[0] === undefined ? undefined : functionsAround(nodes[0])[0];
    return fn === undefined ? [] : [{ source, fn }];
  });
  const behind = around.flatMap(({ source, fn }) =>
    all(fn, 'CallExpression').flatMap((call) => called(context, source, call.callee)),
  );
  const found = [...around, ...behind].flatMap(({ source, fn }) =>
    all(fn, 'VariableDeclarator').flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return [];
      if (functionsAround(init)[0]?.async !== true || !givesPromise(context, source, init)) return [];
      return isReadAsValue(source, id) ? [{ source, node: init, seen: false, ask: null }] : [];
    }),
  );
  const once = new Map(found.map((target) => [target.node, target]));
  return [...once.values()].slice(0, 2).flatMap((target) => awaited(context, { target, rank: 0 }));
}

/** `await` before it, in parentheses where it binds less. */
function inPlace({ text }: Source, node: Node): Splice[] {
  const loose = /^(?:Conditional|Logical|Binary|Arrow|Assignment|Sequence|Yield)/.test(node.type);
  if (!loose || text[node.start - 1] === '(') return awaiting(node);
  const wrap = node.parent?.type === 'MemberExpression' && node.parent.object === node;
  return [
    { start: node.start, end: node.start, text: `${wrap ? '(' : ''}await (` },
    { start: node.end, end: node.end, text: wrap ? '))' : ')' },
  ];
}
