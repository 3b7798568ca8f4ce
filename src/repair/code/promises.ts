/** Which calls give promises, and what must become async where one is awaited. */
import { importsOf } from './bindings.ts';
import type { Import } from './bindings.ts';
import { called, callsOf, givenFor, isAsyncCall, methodsNamed, reached, valuesOf } from './callees.ts';
import type { Call } from './callees.ts';
import { lastNameOf } from '../evidence/fields.ts';
import { handlerOf, majorOf } from './frameworks.ts';
import { prototypeMembers } from './members.ts';
import { isBuiltin, isOwn, packageName } from './modules.ts';
import { makerOf, promisedBy } from './package-words.ts';
import type { RecipeContext } from '../recipe.ts';
import { namesInScope } from './scope.ts';
import { all, allSources, chainOf, functionsAround, hasModuleSyntax, isReference, keyName, upwards } from './syntax.ts';
import type { FunctionNode, Node, Of, Source } from './syntax.ts';
import { eolOf, indentAt, indentUnit } from './text.ts';
import type { Splice } from './text.ts';

const promising = /^(?:node:)?(?:fs|timers|stream|readline|dns)\/promises$/;
const builtins = new Set(['Map', 'Set', 'Array', 'String', 'Object'].flatMap((name) => prototypeMembers(name)));

/** What a request or an answer of the fetch standard has: `c.req.json()`, `response.arrayBuffer()`. */
const readsBody = /\.(?:json|formData|arrayBuffer|blob|parseBody)$|\.req\.text$/;

/** True where the call gives a promise: by the text of the project, or by what Node's own modules do. */
export function givesPromise(context: RecipeContext, source: Source, call: Of<'CallExpression'>, deep = 2): boolean {
  if (isAsyncCall(context, source, call) || handsPromiseOn(context, source, call, deep)) return true;
  if (isOfPackage(context, source, call.callee)) return true;
  const chain = chainOf(call.callee);
  if (chain === null) return isAsyncOfNew(context, call.callee);
  if (call.arguments.length === 0 && readsBody.test(chain)) return true;
  const [root = '', member] = chain.split('.');
  const binding = namesInScope(source, call.start).get(root);
  if (binding === undefined && root !== 'this')
    return chain === 'fetch' || /^Promise\.(?:all|allSettled|any|race|resolve)$/.test(chain);
  const from = importsOf(source).find(
    (each) => binding !== undefined && each.local === root && upwards(binding.id).includes(each.node),
  );
  if (from !== undefined) {
    return isPromised(context, source, from, member);
  }
  if (binding?.node.type === 'VariableDeclarator' && binding.node.init?.type === 'CallExpression')
    if (lastNameOf(binding.node.init.callee) === 'promisify') return true;
  if (binding?.kind === 'param' && member === undefined) return isGivenAsync(context, binding.id);
  return (binding === undefined || binding.kind === 'param') && isAsyncEverywhere(context, chain);
}

/** `readJson` of `({ store, readJson }) => …`: whoever calls hands an async function of the project over for it. */
function isGivenAsync(context: RecipeContext, param: Node): boolean {
  const made = givenFor(context, param).map(({ source, node }) => called(context, source, node));
  return made.length > 0 && made.every((each) => each.length > 0 && each.every(({ fn }) => fn.async && !fn.generator));
}

/** `books.findOneBy(…)` of what a package made: its types say so of every method of that name. */
function isOfPackage({ tree }: RecipeContext, source: Source, callee: Node): boolean {
  const name = callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
  const maker = name === null || callee.type !== 'MemberExpression' ? null : makerOf(tree, source, callee.object);
  return maker !== null && name !== null && promisedBy(tree, maker).has(name);
}

/** `load(id)` of `function load(id) { return query(id); }`, or of one that gives `new Promise(…)`. */
function handsPromiseOn(context: RecipeContext, source: Source, call: Of<'CallExpression'>, deep: number): boolean {
  const made = deep === 0 ? [] : called(context, source, call.callee);
  const isPromise = (there: Source, node: Node): boolean =>
    node.type === 'NewExpression'
      ? chainOf(node.callee) === 'Promise'
      : node.type === 'CallExpression' && givesPromise(context, there, node, deep - 1);
  return (
    made.length > 0 &&
    made.every((each) => {
      const given = each.fn.generator ? [] : valuesOf(each.fn);
      return given.length > 0 && given.every((node) => isPromise(each.source, node));
    })
  );
}

/** By what Node has and by the types of packages. */
function isPromised({ tree }: RecipeContext, source: Source, from: Import, member: string | undefined): boolean {
  const { specifier, imported } = from;
  const name = /^(?:\*|default)$/.test(imported) ? (member ?? imported) : imported;
  if (promising.test(specifier)) return true;
  if (/^(?:node:)?fs$/.test(specifier)) return name === 'promises';
  if (/^(?:node:)?events$/.test(specifier)) return name === 'once';
  const owner = isBuiltin(specifier) || isOwn(tree, source.path, specifier) ? null : packageName(specifier);
  return owner !== null && promisedBy(tree, owner).has(name);
}

/** `new Store(folder).load()`, where `load` of that class of the project is async. */
function isAsyncOfNew(context: RecipeContext, callee: Node): boolean {
  const made =
    callee.type === 'MemberExpression' && callee.object.type === 'NewExpression' ? callee.object.callee : null;
  const name = callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
  if (made?.type !== 'Identifier' || name === null) return false;
  const own = methodsNamed(context, name).filter(({ fn }) =>
    upwards(fn).some((each) => each.type === 'ClassDeclaration' && each.id?.name === made.name),
  );
  return own.length > 0 && own.every(({ fn }) => fn.async && !fn.generator);
}

/** A method of something that was handed over, async wherever the project has one by that name. */
function isAsyncEverywhere(context: RecipeContext, chain: string): boolean {
  const name = chain.split('.').at(-1) ?? '';
  if (!chain.includes('.') || builtins.has(name)) return false;
  const methods = methodsNamed(context, name);
  return methods.length > 0 && methods.every(({ fn }) => fn.async && !fn.generator);
}

/** Changes of one file. */
export interface Changes {
  readonly source: Source;
  readonly splices: readonly Splice[];
}

/** What is to be changed so that a function may await: itself, and those who call it for its value; null where that leads too far. */
export function asyncWithCallers(
  context: RecipeContext,
  source: Source,
  fn: FunctionNode,
  depth = 3,
): Changes[] | null {
  if (fn.async) return [];
  const own = madeAsync(context, source, fn);
  const calls = callsByName(context, fn);
  if (own !== null && calls.length === 0) return [{ source, splices: own }];
  if (depth === 0 || !canBeAsync(fn) || isGivenToList(context, fn)) return null;
  if (calls.length === 0 || calls.length > 6) return null;
  const found: Changes[] = [{ source, splices: own ?? [asyncBefore(fn)] }];
  for (const call of calls) {
    const more = awaitedAt(context, call, depth);
    if (more === null) return null;
    found.push(...more);
  }
  return found;
}

const overLists =
  /^(?:map|filter|find|findIndex|findLast|findLastIndex|forEach|some|every|flatMap|sort|toSorted|reduce|reduceRight|replace|replaceAll|from)$/;

/** The callback of a list method: a promise of it is taken for its value, and nothing waits for it. */
function isListCallback({ parent }: Node): boolean {
  return parent?.type === 'CallExpression' && overLists.test(lastNameOf(parent.callee) ?? '');
}

/** The same by its name: `rows.filter(isOpen)`. */
function isGivenToList(context: RecipeContext, fn: FunctionNode): boolean {
  return allSources(context.tree).some((source) =>
    all(source.program, 'CallExpression').some(
      (call) =>
        overLists.test(lastNameOf(call.callee) ?? '') &&
        call.arguments.some((each) => called(context, source, each as Node).some((made) => made.fn === fn)),
    ),
  );
}

/** No constructor, no getter, no generator, no callback whose caller wants a value at once. */
function canBeAsync(fn: FunctionNode): boolean {
  const { parent } = fn;
  if (fn.generator || parent?.type === 'CallExpression') return false;
  return parent?.type !== 'MethodDefinition' || parent.kind === 'method';
}

function nameOf(fn: FunctionNode): string | null {
  const { parent } = fn;
  if (parent?.type === 'MethodDefinition' || parent?.type === 'Property') return keyName(parent.key);
  return null;
}

/** By imports and names; of a method by its name, where what it is called on leads to it. */
export function callsByName(context: RecipeContext, fn: FunctionNode): Call[] {
  const direct = callsOf(context, fn);
  const name = nameOf(fn);
  if (direct.length > 0 || name === null || builtins.has(name)) return direct;
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression')
      .filter((call) => lastNameOf(call.callee) === name)
      .filter((call) => reached(context, source, call.callee).some((each) => each.fn === fn))
      .map((call) => ({ source, call })),
  );
}

/** The changes that make a caller wait; [] where it does. */
function awaitedAt(context: RecipeContext, { source, call }: Call, depth: number): Changes[] | null {
  const { parent } = call;
  if (parent?.type === 'AwaitExpression') return [];
  if (parent?.type === 'MemberExpression' && /^(?:then|catch|finally)$/.test(keyName(parent.property) ?? '')) return [];
  const fn = functionsAround(call)[0];
  if (fn === undefined) return canAwaitOutside(source) ? [{ source, splices: awaiting(call) }] : null;
  const isResult = parent?.type === 'ReturnStatement' || parent === fn;
  const around = asyncWithCallers(context, source, fn, depth - 1);
  if (around === null) return null;
  return isResult ? around : [{ source, splices: awaiting(call) }, ...around];
}

export function canAwaitOutside(source: Source): boolean {
  return hasModuleSyntax(source) || source.path.endsWith('.mjs');
}

export function awaiting(node: Node): Splice[] {
  const wrap = node.parent?.type === 'MemberExpression' && node.parent.object === node;
  const before = { start: node.start, end: node.start, text: wrap ? '(await ' : 'await ' };
  return wrap ? [before, { start: node.end, end: node.end, text: ')' }] : [before];
}

/** `async` where it belongs: before the name of a method, before any other function. */
export function asyncBefore(fn: FunctionNode): Splice {
  const isMethod = fn.parent?.type === 'MethodDefinition' || (fn.parent?.type === 'Property' && fn.parent.method);
  const start = isMethod && fn.parent && 'key' in fn.parent ? fn.parent.key.start : fn.start;
  return { start, end: start, text: 'async ' };
}

/** `async` before a handler; in Express 4 its rejections are handed to `next`. Null for functions that others call for their value. */
export function madeAsync(context: RecipeContext, source: Source, fn: FunctionNode): Splice[] | null {
  const handler = handlerOf(context.tree, source, fn);
  if (fn.generator || handler === null || isListCallback(fn)) return null;
  const head = asyncBefore(fn);
  if (handler.framework !== 'express' || majorOf(context.tree, 'express') >= 5 || caught(fn)) return [head];
  const wrapped = handedToNext(source, fn, handler.next);
  return wrapped === null ? [head] : [head, ...wrapped];
}

function caught(fn: FunctionNode): boolean {
  return fn.body?.type === 'BlockStatement' && fn.body.body.length === 1 && fn.body.body[0]?.type === 'TryStatement';
}

/** The body in `try { … } catch (error) { next(error) }`. */
export function handedToNext(source: Source, fn: FunctionNode, next: string | null): Splice[] | null {
  const { body } = fn;
  const last = fn.params.at(-1);
  if (
    body?.type !== 'BlockStatement' ||
    last === undefined ||
    all(body, 'TemplateLiteral').some((each) => source.text.slice(each.start, each.end).includes('\n'))
  )
    return null;
  const first = body.body[0];
  const end = body.body.at(-1);
  if (first === undefined || end === undefined) return null;
  const eol = eolOf(source.text);
  const unit = indentUnit(source.text);
  const indent = indentAt(source.text, first.start);
  const inner = source.text.slice(first.start, end.end).split('\n');
  const lines: Splice[] = [];
  let at = first.start;
  for (const line of inner) {
    if (line.trim() !== '')
      lines.push({ start: at, end: at, text: at === first.start ? `try {${eol}${indent}${unit}` : unit });
    at += line.length + 1;
  }
  const name = next ?? 'next';
  const parameter = next === null ? [{ start: last.end, end: last.end, text: `, ${name}` }] : [];
  const close = `${eol}${indent}} catch (error) {${eol}${indent}${unit}${name}(error);${eol}${indent}}`;
  return [...parameter, ...lines, { start: end.end, end: end.end, text: close }];
}

/**
 * The calls like `node` whose promise nobody waits for although its value is written, sent or asked: those in the same function,
 * and those of what `node` calls in other functions that are async. One of them alone mended, the others would be sent as `{}`.
 */
export function unawaitedBeside(context: RecipeContext, source: Source, node: Node): Changes[] {
  const fn = functionsAround(node)[0];
  const made = node.type === 'CallExpression' ? reached(context, source, node.callee) : [];
  const beside = all(fn ?? source.program, 'CallExpression').filter((call) => functionsAround(call)[0] === fn);
  const alike = made
    .flatMap((each) => callsByName(context, each.fn))
    .filter(({ call }) => functionsAround(call)[0]?.async);
  const calls = [...beside.map((call) => ({ source, call })), ...alike];
  return [...new Map(calls.map((each) => [each.call, each])).values()]
    .filter(({ call }) => call !== node && call.parent?.type !== 'AwaitExpression')
    .filter((each) => isWritten(each) && givesPromise(context, each.source, each.call))
    .map((each) => ({ source: each.source, splices: awaiting(each.call) }));
}

/** True where the same function is called for its value somewhere else without a wait, and these changes leave that as it is. */
export function leavesUnawaited(
  context: RecipeContext,
  at: { source: Source; node: Node },
  changes: readonly Changes[],
): boolean {
  if (at.node.type !== 'CallExpression') return false;
  const mended = new Set(
    changes.flatMap(({ source, splices }) => splices.map(({ start }) => `${source.path} ${start}`)),
  );
  return reached(context, at.source, at.node.callee)
    .flatMap((each) => callsByName(context, each.fn))
    .filter(({ source, call }) => givesPromise(context, source, call))
    .some(({ source, call }) => !mended.has(`${source.path} ${call.start}`) && !isWaitedFor(source, call));
}

/** Awaited, chained, given back to whoever called, kept for others, one of several that are waited for together, or not needed at all. */
function isWaitedFor(source: Source, node: Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case 'AwaitExpression':
    case 'ReturnStatement':
    case 'ExpressionStatement':
    case 'AssignmentExpression':
    case 'PropertyDefinition':
    case 'Property':
      return true;
    case 'ArrowFunctionExpression':
      return parent.body === node;
    case 'MemberExpression':
      return /^(?:then|catch|finally)$/.test(keyName(parent.property) ?? '');
    case 'CallExpression':
      return /^Promise\.\w+$/.test(chainOf(parent.callee) ?? '');
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' && usesOf(source, parent.id).some((use) => isWaitedFor(source, use));
    case 'ArrayExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'UnaryExpression':
      return isWaitedFor(source, parent);
    default:
      return false;
  }
}

function usesOf(source: Source, id: { readonly name: string }): Node[] {
  return all(source.program, 'Identifier').filter(
    (each) =>
      each.name === id.name &&
      each !== id &&
      isReference(each) &&
      namesInScope(source, each.start).get(id.name)?.id === id,
  );
}

/** A part of what is answered or given back, a part of a text, a condition, or a name that is only used so. */
function isWritten({ source, call }: { source: Source; call: Node }): boolean {
  const { parent } = call;
  if (parent?.type === 'VariableDeclarator' && parent.init === call && parent.id.type === 'Identifier') {
    const uses = usesOf(source, parent.id);
    return uses.length > 0 && uses.every((each) => isWritten({ source, call: each }));
  }
  if (parent?.type === 'Property' && parent.value === call) return isGivenOut(parent);
  if (parent?.type === 'MemberExpression' && parent.object === call)
    return !/^(?:then|catch|finally)$/.test(keyName(parent.property) ?? '');
  if (parent?.type === 'TemplateLiteral') return true;
  if (parent?.type === 'CallExpression' && parent.callee !== call)
    return takesValue.test(lastNameOf(parent.callee) ?? '');
  if (parent?.type === 'BinaryExpression' || parent?.type === 'UnaryExpression') return true;
  return (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') && parent.test === call;
}

const takesValue = /^(?:json|jsonp|send|end|write|render|stringify|String|Number)$/;

/** The literal around a property is returned, or handed to what writes it: nobody behind it waits for promises in it. */
function isGivenOut(property: Node): boolean {
  const literal = upwards(property).find((each) => !/^(?:Property|ObjectExpression|ArrayExpression)$/.test(each.type));
  if (literal?.type === 'CallExpression') return takesValue.test(lastNameOf(literal.callee) ?? '');
  if (literal?.type === 'AssignmentExpression') return lastNameOf(literal.left) === 'body';
  return literal?.type === 'ReturnStatement' || literal?.type === 'ArrowFunctionExpression';
}
