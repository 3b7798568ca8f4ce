/** A function takes one object where all its callers hand over the parts one by one, or the other way round. */
import type { Idea } from '../../../incident/nouns.ts';
import { callsOf, handedTo } from '../../code/callees.ts';
import type { Call } from '../../code/callees.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits, membersOnLine } from '../../evidence/suspects.ts';
import { all, allSources, functionsAround, isFunction, keyName, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { nearNames } from '../../code/names.ts';
import { reshapedIdeas } from './reshaped-by-change.ts';

export const argumentShape: Recipe = {
  name: 'argument-shape',
  classes: ['type', 'unknown', 'range', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A function destructures one object while every caller gives the parts in order, or the reverse: the parameters follow the callers; where the last change made them so, the callers follow.',
  ideas(context) {
    const found = new Map<FunctionNode, Idea>();
    for (const site of sitesOf(context).slice(0, 3)) {
      const fn = site.nodes[0] === undefined ? undefined : functionsAround(site.nodes[0])[0];
      if (fn === undefined || found.has(fn)) continue;
      const told = reshapedIdeas(context, site.source, fn);
      for (const each of told.length > 0 ? told : shapeIdeas(context, site.source, fn)) found.set(fn, each);
    }
    return [...found.values(), ...unhanded(context)];
  },
};

/** Where `this.stays` is read, the constructor that sets its fields. */
function constructorFor(site: Site | undefined, node: Node | undefined): FunctionNode | undefined {
  const owner = node === undefined ? undefined : upwards(node).find(({ type }) => type === 'ClassBody');
  const isOfThis = site !== undefined && membersOnLine(site).some(({ object }) => object.type === 'ThisExpression');
  const made = owner?.type === 'ClassBody' && isOfThis ? all(owner, 'MethodDefinition') : [];
  const value: Node | undefined = made.find(({ kind }) => kind === 'constructor')?.value;
  return value !== undefined && isFunction(value) ? value : undefined;
}

/** `emit('rated', { id, stars })` for `({ recipe, stars }) => …`: what is missing is handed over by whoever has it under that name. */
function unhanded(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const [node] = context.diagnosis.named.nullish === undefined ? [] : (site?.nodes ?? []);
  const own = node === undefined ? undefined : functionsAround(node)[0];
  const fn =
    own?.params.some(({ type }) => type === 'ObjectPattern') === true
      ? own
      : (constructorFor(site, node) ?? takerOf(context, site));
  const at = fn === undefined ? -1 : patternAt(fn, context, site);
  const pattern = fn?.params[at];
  if (site === undefined || fn === undefined || pattern?.type !== 'ObjectPattern') return [];
  const wanted = namesOf(pattern) ?? [];
  const handed = handedTo(context, fn);
  // Of a listener: the calls of a function are looked at together, by their shape.
  const emits = fn.parent?.type === 'CallExpression' ? handed : [];
  const loose = emits.flatMap(({ source, given }) => inOneObject(source, given as Node[], wanted));
  const given = handed.flatMap(({ source, given: { [at]: one } }) =>
    one?.type === 'ObjectExpression' ? [{ source, literal: one }] : [],
  );
  if (loose.length > 0) return loose;
  const bare =
    emits.length > 0 ? [] : handed.flatMap(({ source, given: { [at]: one } }) => wrapped(source, one, wanted));
  if (bare.length > 0) return bare;
  return given.flatMap(({ source, literal }) => {
    const has = literal.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null));
    const missing = wanted.filter((name) => !has.includes(name));
    const last = literal.properties.at(-1);
    const inScope = namesInScope(source, literal.start);
    if (isOneMap(fn, literal, wanted)) return asOption(source, literal, wanted[0] ?? '');
    if (has.includes(null) || last === undefined || missing.length !== 1 || !inScope.has(missing[0] ?? '')) return [];
    // `{ conf: config }`, of which nobody takes `conf`.
    const [slipped] = literal.properties.flatMap((each) =>
      each.type === 'Property' &&
      each.value.type === 'Identifier' &&
      each.value.name === missing[0] &&
      !wanted.includes(keyName(each.key) ?? '')
        ? [{ start: each.start, end: each.end, text: each.value.name }]
        : [],
    );
    if (slipped !== undefined) {
      const title = `\`${slipped.text}\` is handed over by its name`;
      return [ideaIn('argument-shape', source, { title, rank: -1, splices: [slipped] })];
    }
    const title = `\`${missing[0]}\` is handed over`;
    return [
      ideaIn('argument-shape', source, {
        title,
        rank: 0,
        splices: [{ start: last.end, end: last.end, text: `, ${missing[0]}` }],
      }),
    ];
  });
}

/** Which parameter is taken apart; of several the one that has what is missing. */
function patternAt(fn: FunctionNode, context: RecipeContext, site: Site | undefined): number {
  const missing = site === undefined ? [] : culprits(context, site);
  const has = (param: Node): boolean =>
    missing.some((node) => node.type === 'Identifier' && namesOf(param)?.includes(node.name) === true);
  const exact = fn.params.findIndex(has);
  return exact >= 0 ? exact : fn.params.findIndex(({ type }) => type === 'ObjectPattern');
}

/** The function further out that takes what is missing out of one of its parameters: `({ billing }) => ({ end: () => billing.balance() })`. */
function takerOf(context: RecipeContext, site: Site | undefined): FunctionNode | undefined {
  if (site === undefined) return undefined;
  for (const node of culprits(context, site)) {
    const id = node.type === 'Identifier' ? namesInScope(site.source, node.start).get(node.name)?.id : undefined;
    const pattern = id?.parent?.parent;
    const fn = pattern?.type === 'ObjectPattern' ? pattern.parent : undefined;
    if (fn && pattern !== undefined && isFunction(fn) && (fn.params as Node[]).includes(pattern as Node)) return fn;
  }
  return undefined;
}

/** `register(auth, { 'k1': 'staff' })` for `(app, { keys }) => keys[key]`: none of what is given is an option, and the only one is read like a list of such. */
function isOneMap(fn: FunctionNode, literal: Of<'ObjectExpression'>, [only, more]: readonly string[]): boolean {
  const keys = literal.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null));
  const isStrange = keys.every(
    (key) =>
      key !== null && !/^(?:prefix|log\w+)$/.test(key) && nearNames(key, [only ?? '']).length === 0 && key !== only,
  );
  const isWhole = literal.properties.every((each) => each.type === 'Property' && each.value.type === 'Literal');
  const isRead = all(fn, 'MemberExpression').some(
    ({ object, computed }) => computed && object.type === 'Identifier' && object.name === only,
  );
  return more === undefined && keys.length > 0 && isStrange && isWhole && isRead;
}

function asOption(source: Source, literal: Node, name: string): Idea[] {
  const splices = [
    { start: literal.start, end: literal.start, text: `{ ${name}: ` },
    { start: literal.end, end: literal.end, text: ' }' },
  ];
  return [ideaIn('argument-shape', source, { title: `what is given are the \`${name}\``, rank: 0, splices })];
}

/** `make(settings)` for `({ settings }) => …`. */
function wrapped(source: Source, given: Node | undefined, wanted: readonly string[]): Idea[] {
  const [only, more] = wanted;
  if (given?.type !== 'Identifier' || given.name !== only || more !== undefined) return [];
  const splices = [{ start: given.start, end: given.end, text: `{ ${given.name} }` }];
  return [ideaIn('argument-shape', source, { title: `\`${only}\` is taken out of an object`, rank: 0, splices })];
}

/** `emit('rated', id, stars)` for `({ id, stars }) => …`. */
function inOneObject(source: Source, given: readonly Node[], wanted: readonly string[]): Idea[] {
  const names = given.map((each) => (each.type === 'Identifier' ? each.name : null));
  const [first, last] = [given[0], given.at(-1)];
  const isAll = wanted.length === names.length && wanted.every((name) => names.includes(name));
  if (first === undefined || last === undefined || first === last || !isAll) return [];
  const splices = [{ start: first.start, end: last.end, text: `{ ${wanted.join(', ')} }` }];
  return [ideaIn('argument-shape', source, { title: 'the parts are handed over in one object', rank: 0, splices })];
}

function shapeIdeas(context: RecipeContext, source: Source, fn: FunctionNode): Idea[] {
  const [first] = fn.params;
  const last = fn.params.at(-1);
  if (first === undefined || last === undefined) return [];
  const names = fn.params.length === 1 ? namesOf(first) : null;
  const calls = callsOf(context, fn);
  // What is emitted for a listener is looked at from there (see unhanded).
  const handed =
    fn.parent?.type === 'CallExpression'
      ? calls.map(({ call }) => call.arguments as Node[])
      : handedTo(context, fn).map(({ given }) => given);
  if (handed.length === 0 || calls.length < callsLike(context, calls)) return [];
  const put = (text: string): Idea[] => [
    ideaIn('argument-shape', source, {
      title: 'the parameters follow the callers',
      rank: 0,
      splices: [{ start: first.start, end: last.end, text }],
    }),
  ];
  if (names !== null && names.length > 1 && handed.every((each) => isInOrder(each, names.length)))
    return put(names.join(', '));
  const given = fn.params.map((param) => (param.type === 'Identifier' ? param.name : null));
  if (given.length < 2 || given.includes(null)) return [];
  return handed.every((each) => hasAll(each, given)) ? put(`{ ${given.join(', ')} }`) : [];
}

/** Calls of anything by that name: more than are known to reach the function leave in doubt what the others want. */
function callsLike(context: RecipeContext, calls: readonly Call[]): number {
  const names = new Set(calls.map(({ call }) => lastName(call.callee)));
  return allSources(context.tree)
    .flatMap((source) => all(source.program, 'CallExpression'))
    .filter((call) => names.has(lastName(call.callee))).length;
}

function lastName(callee: Node): string | null {
  return keyName(callee.type === 'MemberExpression' ? callee.property : callee);
}

/** The names of `({ a, b })`; null where there is anything but plain names. */
function namesOf(param: Node): string[] | null {
  if (param.type !== 'ObjectPattern') return null;
  const names = param.properties.map((each) =>
    each.type === 'Property' && each.shorthand && each.value.type === 'Identifier' ? each.value.name : null,
  );
  return names.includes(null) ? null : (names as string[]);
}

function isInOrder(given: readonly Node[], count: number): boolean {
  return given.length === count && given.every((each) => each.type !== 'SpreadElement');
}

/** `f({ a, b })` gives every name. */
function hasAll([only, more]: readonly Node[], names: readonly (string | null)[]): boolean {
  if (more !== undefined || only?.type !== 'ObjectExpression') return false;
  const keys = new Set(only.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null)));
  return !keys.has(null) && names.every((name) => keys.has(name));
}
