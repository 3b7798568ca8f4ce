/** What members a value has, as far as its text tells: modules, JSON, literals, classes, builtins and framework objects. */
import { EventEmitter } from 'node:events';
import http from 'node:http';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { exportsOfSpecifier, importsOf, membersOf, classMembers } from './bindings.ts';
import { called, declaredAt, valuesOf } from './callees.ts';
import { frameworkMembers } from './framework-members.ts';
import { isOwn, resolveSpecifier } from './modules.ts';
import type { RecipeContext } from '../recipe.ts';
import { keysBeside } from './siblings.ts';
import { namesInScope } from './scope.ts';
import { all, chainOf, keyName, upwards } from './syntax.ts';
import type { Node, Of, Source } from './syntax.ts';

export interface Known {
  readonly names: readonly string[];
  /** True where a name that is not among them cannot exist. */
  readonly complete: boolean;
}

/** The members of the value of an expression; null where nothing is known. */
export function knownMembers(context: RecipeContext, source: Source, node: Node): Known | null {
  const { tree } = context;
  const framework = frameworkMembers(tree, source, node);
  if (framework.length > 0) return { names: framework, complete: false };
  if (node.type === 'ObjectPattern') {
    const names = keysBeside(tree, node);
    return names.length === 0 ? null : { names, complete: true };
  }
  if (node.type === 'CallExpression' || node.type === 'AwaitExpression')
    return requiredMembers(context, source, node) ?? madeMembers(context, source, { made: node, rest: [] });
  if (node.type === 'MetaProperty') return { names: ['dirname', 'filename', 'url', 'resolve'], complete: true };
  const chain = chainOf(node)?.split('.') ?? [];
  const [root, ...rest] = chain;
  if (node.type === 'NewExpression') {
    const made = ofGlobalClass(source, node);
    if (made !== null) return made;
  }
  if (root === undefined)
    return node.type === 'NewExpression' || node.type === 'ObjectExpression' ? fromValue(source, node) : null;
  if (root === 'this') return rest.length === 0 ? ownClass(node) : null;
  const binding = namesInScope(source, node.start).get(root);
  if (binding === undefined) return globalMembers(chain);
  const from = importsOf(source).find((each) => each.local === root && upwards(binding.id).includes(each.node));
  if (from !== undefined) return importedMembers(context, source, { ...from, rest });
  if (binding.node.type === 'VariableDeclarator' && binding.node.init !== null) {
    const { init } = binding.node;
    if (init.type === 'CallExpression' || init.type === 'AwaitExpression')
      return madeMembers(context, source, { made: init, rest });
    const value = descend(init, rest);
    return value === null ? null : fromValue(source, value);
  }
  return rest.length === 0 && binding.kind === 'class' ? fromValue(source, binding.node) : null;
}

/** What a function of the project makes, where that is always one and the same object: `return { users, orders }`. */
function madeMembers(
  context: RecipeContext,
  source: Source,
  { made, rest }: { readonly made: Node; readonly rest: readonly string[] },
): Known | null {
  const call = made.type === 'AwaitExpression' ? made.argument : made;
  const [by, other] = call.type === 'CallExpression' ? called(context, source, call.callee) : [];
  const [value, more] = by === undefined || other !== undefined ? [] : valuesOf(by.fn);
  const inner = value === undefined || more !== undefined ? null : descend(value, rest);
  return by === undefined || inner === null ? null : fromValue(by.source, inner);
}

/** `require('x')` and `await import('x')` used without a name. */
function requiredMembers(context: RecipeContext, source: Source, node: Node): Known | null {
  const from = importsOf(source).find(
    (each) => each.literal.start > node.start && each.literal.end < node.end && upwards(each.literal).includes(node),
  );
  if (from === undefined || from.literal.parent === undefined) return null;
  const direct = from.literal.parent === node || from.literal.parent?.parent === node;
  return direct ? importedMembers(context, source, { ...from, imported: '*', rest: [] }) : null;
}

function fromValue(source: Pick<Source, 'program'>, node: Node): Known | null {
  const members = membersOf(source, node);
  return members === null ? null : { names: [...members.names.keys()], complete: members.complete };
}

function descend(value: Node, path: readonly string[]): Node | null {
  let at: Node = value;
  for (const key of path) {
    if (at.type !== 'ObjectExpression') return null;
    const property = at.properties.find((each) => each.type === 'Property' && keyName(each.key) === key);
    if (property?.type !== 'Property') return null;
    at = property.value;
  }
  return at;
}

/** The members of what is taken from another file; `rest` is what is read of that before. */
export function importedMembers(
  context: RecipeContext,
  source: Source,
  from: {
    readonly imported: string;
    readonly specifier: string;
    readonly rest: readonly string[];
    readonly style: string;
  },
): Known | null {
  const { tree } = context;
  const { specifier, imported, rest } = from;
  if (specifier.endsWith('.json') || isOwn(tree, source.path, specifier)) {
    const resolved = resolveSpecifier(tree, source.path, specifier);
    if (resolved?.to === 'file' && resolved.path.endsWith('.json')) return jsonMembers(tree.read(resolved.path), rest);
  }
  const exported = exportsOfSpecifier(tree, source.path, specifier);
  if (exported === null) return null;
  if (imported === '*' || (imported === 'default' && exported.format === 'cjs')) {
    const inner = exported.format === 'esm' && from.style === 'require' ? exported.names.get('default') : undefined;
    if (rest.length > 0) return givenOut(context, exported.names.get(rest[0] ?? '') ?? null, rest.slice(1));
    return {
      names: [...exported.names.keys()].filter((name) => name !== 'default' || inner === undefined),
      complete: exported.complete,
    };
  }
  return givenOut(context, exported.names.get(imported) ?? null, rest);
}

/** Of what a file gives out, though it be another's: `export { Money } from './money'`, `export * as dates from './dates'`. */
function givenOut(context: RecipeContext, given: Node | null, rest: readonly string[]): Known | null {
  const at = given === null ? null : declaredAt(context, given);
  if (at === null) return null;
  const { source, node } = at;
  if (node.type === 'ExportAllDeclaration')
    return importedMembers(context, source, { specifier: node.source.value, imported: '*', rest, style: 'from' });
  return nested(context, at, rest);
}

/** Members of one exported value, or of the file that it was required from: `{ singers: require('./singers') }`. */
function nested(
  context: RecipeContext,
  { source, node }: { readonly source: Source; readonly node: Node },
  rest: readonly string[],
): Known | null {
  const value: Node | null =
    node.type === 'VariableDeclarator'
      ? node.init
      : node.type === 'Property'
        ? node.value
        : node.type === 'ExportDefaultDeclaration'
          ? node.declaration
          : node;
  const inner = value === null ? null : descend(value, rest);
  if (inner?.type === 'CallExpression') return requiredMembers(context, source, inner);
  return inner === null ? null : fromValue(source, inner);
}

/** Keys of an object inside a JSON file. */
export function jsonMembers(text: string | null, path: readonly string[]): Known | null {
  const root = text === null ? undefined : parseTree(text.replace(/^\uFEFF/, ''));
  const node = root === undefined ? undefined : path.length === 0 ? root : findNodeAtLocation(root, [...path]);
  if (node?.type !== 'object') return null;
  const names = (node.children ?? []).map((each) => String(each.children?.[0]?.value ?? ''));
  return { names: names.filter((name) => name !== ''), complete: true };
}

function ownClass(node: Node): Known | null {
  for (const each of upwards(node)) {
    if (each.type !== 'ClassDeclaration' && each.type !== 'ClassExpression') continue;
    const members = classMembers(each, false);
    const fields = all(each.body, 'TSParameterProperty').map((field) => {
      const target = field.parameter.type === 'AssignmentPattern' ? field.parameter.left : field.parameter;
      return target.type === 'Identifier' ? target.name : '';
    });
    return { names: [...members.names.keys(), ...fields.filter((name) => name !== '')], complete: members.complete };
  }
  return null;
}

/** What a global object or class has of its own, by its name; null for others. */
export function globalMembers(chain: readonly string[]): Known | null {
  const [root = '', ...rest] = chain;
  if (
    rest.length > 0 ||
    !/^(?:Array|Object|JSON|Math|Number|String|Promise|Date|Symbol|Reflect|BigInt|Buffer|console|process|Intl|URL|Error|RegExp|Map|Set|Atomics|performance|crypto)$/.test(
      root,
    )
  )
    return null;
  const value: unknown =
    Object.getOwnPropertyDescriptor(globalThis, root)?.value ?? (globalThis as Record<string, unknown>)[root];
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return null;
  const skip = new Set(['length', 'name', 'arguments', 'caller', 'prototype']);
  const own = [value, root === 'crypto' ? Object.getPrototypeOf(value) : null].flatMap((each) =>
    each === null ? [] : Object.getOwnPropertyNames(each),
  );
  return { names: own.filter((name) => !skip.has(name) && !name.startsWith('_')), complete: true };
}

/** `new URL(…)`, `new Intl.NumberFormat(…)`: what instances have. */
function ofGlobalClass(source: Source, { callee, start }: Of<'NewExpression'>): Known | null {
  const [root, member, more] = chainOf(callee)?.split('.') ?? [];
  if (root === undefined || more !== undefined || namesInScope(source, start).has(root)) return null;
  if (globalMembers([root]) === null) return null;
  const holder = (globalThis as Record<string, unknown>)[root] as Record<string, unknown>;
  const made = member === undefined ? holder : holder[member];
  const prototype: unknown = typeof made === 'function' ? made.prototype : null;
  if (typeof prototype !== 'object' || prototype === null) return null;
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return { names, complete: true };
}

/** Asked for one by one: some Node loads only when they are named, and `Headers` with all that fetches. */
const prototypes: Readonly<Record<string, () => object>> = {
  String: () => String.prototype,
  Array: () => Array.prototype,
  Number: () => Number.prototype,
  Date: () => Date.prototype,
  RegExp: () => RegExp.prototype,
  Map: () => Map.prototype,
  Set: () => Set.prototype,
  Promise: () => Promise.prototype,
  Buffer: () => Buffer.prototype,
  URL: () => URL.prototype,
  URLSearchParams: () => URLSearchParams.prototype,
  Function: () => Function.prototype,
  Headers: () => Headers.prototype,
  Request: () => Request.prototype,
  Response: () => Response.prototype,
  FormData: () => FormData.prototype,
  ReadableStream: () => ReadableStream.prototype,
  ReadableStreamDefaultController: () => ReadableStreamDefaultController.prototype,
  TransformStreamDefaultController: () => TransformStreamDefaultController.prototype,
};

/** What the language still has of the nineties (`'a'.strike()`, `'a'.fixed()`): nobody means it. */
const bygone =
  /^(?:anchor|big|blink|bold|fixed|fontcolor|fontsize|italics|link|small|strike|sub|sup|substr|escape|unescape)$/;

/** Of Node's classes what they inherit is meant as often as their own. */
const ofNode: Readonly<Record<string, object>> = {
  ServerResponse: http.ServerResponse.prototype,
  IncomingMessage: http.IncomingMessage.prototype,
  Server: http.Server.prototype,
  EventEmitter: EventEmitter.prototype,
};

function inherited(prototype: object | null): string[] {
  if (prototype === null || prototype === Object.prototype) return [];
  const own = Object.getOwnPropertyNames(prototype).filter((name) => /^[a-z]/.test(name) && name !== 'constructor');
  return [...own, ...inherited(Object.getPrototypeOf(prototype) as object | null)];
}

/** Methods and accessors of a builtin class (`Array`, `String` …); [] for others. */
export function prototypeMembers(className: string): readonly string[] {
  const node = Object.hasOwn(ofNode, className) ? ofNode[className] : undefined;
  if (node !== undefined) return [...new Set(inherited(node))];
  const prototype = Object.hasOwn(prototypes, className) ? prototypes[className]?.() : undefined;
  if (prototype === undefined) return [];
  return Object.getOwnPropertyNames(prototype).filter(
    (name) => /^[a-z]/.test(name) && name !== 'constructor' && !bygone.test(name),
  );
}

/** The builtin methods people call on values whose class is not known. */
export const anyMethods: readonly string[] = [
  ...['String', 'Array', 'Map', 'Promise', 'Date', 'Number', 'RegExp'].flatMap((name) => [...prototypeMembers(name)]),
  ...['update', 'digest', 'on', 'once', 'emit', 'pipe', 'write', 'end', 'setEncoding', 'setHeader', 'writeHead'],
];

/** True where the value of an expression is the language's, Node's, a framework's or a package's own: no name of it is the project's to choose. */
export function isForeign({ tree }: RecipeContext, source: Source, node: Node): boolean {
  if (frameworkMembers(tree, source, node).length > 0) return true;
  const [root, ...rest] = chainOf(node)?.split('.') ?? [];
  if (root === undefined || rest.length > 0) return false;
  const binding = namesInScope(source, node.start).get(root);
  if (binding === undefined) return globalMembers([root]) !== null;
  const from = importsOf(source).find((each) => each.local === root && upwards(binding.id).includes(each.node));
  return (
    from !== undefined &&
    (from.imported === '*' || from.imported === 'default') &&
    !isOwn(tree, source.path, from.specifier)
  );
}
