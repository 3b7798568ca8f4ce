/** Which functions of the project a call may reach, and what its callers hand to a function. */
import { declarationOf, exportsOfSpecifier, importsOf } from './bindings.ts';
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import type { RecipeContext } from '../recipe.ts';
import { resolveSpecifier } from './modules.ts';
import { boundIdentifiers, namesInScope } from './scope.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  keyName,
  stringValue,
  textOf,
  upwards,
} from './syntax.ts';
import type { FunctionNode, Node, Of, Source } from './syntax.ts';

/** A function and the file it stands in. */
export interface Made {
  readonly source: Source;
  readonly fn: FunctionNode;
}

/** The function of the project that a callee names. */
export function called(context: RecipeContext, source: Source, callee: Node): Made[] {
  const [root = '', member, more, further] = chainOf(callee)?.split('.') ?? [];
  // `this.statements.find.run` is no method of the project's own for being reached through one's name.
  if (further !== undefined || (more !== undefined && root !== 'this')) return [];
  if (root === 'this') return onlyOne(methodsNamed(context, (more ?? member ?? '').replace(/^#/, '')));
  const binding = namesInScope(source, callee.start).get(root);
  if (binding === undefined) return [];
  const from = importsOf(source).find((each) => each.local === root && upwards(binding.id).includes(each.node));
  if (from === undefined) return member === undefined ? asFunction(source, binding.node) : [];
  const exported = exportsOfSpecifier(context.tree, source.path, from.specifier);
  const given =
    exported?.names.get(member ?? (from.imported === '*' ? 'default' : from.imported)) ??
    (member === undefined ? exported?.whole : null) ??
    null;
  return given === null ? [] : behind(context, given);
}

/** The function that an export stands for, through the files that only hand it on. */
function behind(context: RecipeContext, given: Node): Made[] {
  const found = declaredAt(context, given);
  return found === null ? [] : asFunction(found.source, found.node);
}

/** Where a name that a file gives out is declared, through the files that only hand it on. */
export function declaredAt(
  context: Pick<RecipeContext, 'tree'>,
  given: Node,
  deep = 3,
): { source: Source; node: Node } | null {
  const owner = ownerOf(context, given);
  if (owner === null || given.type !== 'ExportSpecifier') return owner === null ? null : { source: owner, node: given };
  const specifier = stringValue(fromOf(given));
  if (specifier === null) return { source: owner, node: declarationOf(owner, keyName(given.local) ?? '') ?? given };
  const next = exportsOfSpecifier(context.tree, owner.path, specifier)?.names.get(keyName(given.local) ?? '') ?? null;
  return next === null || deep === 0 ? null : declaredAt(context, next, deep - 1);
}

/** What an imported name was set to by the ES module of the project that declares it; null for functions, classes and the rest. */
export function importedValue(
  context: RecipeContext,
  source: Source,
  id: Of<'Identifier'>,
): { source: Source; node: Node } | null {
  const binding = namesInScope(source, id.start).get(id.name);
  const from =
    binding && importsOf(source).find((each) => each.local === id.name && upwards(binding.id).includes(each.node));
  const given = from && exportsOfSpecifier(context.tree, source.path, from.specifier)?.names.get(from.imported);
  const found = given ? declaredAt(context, given) : null;
  const local = found?.node;
  return local?.type === 'VariableDeclarator' && local.id.type === 'Identifier' && local.init !== null
    ? { source: found!.source, node: local.init }
    : null;
}

function fromOf({ parent }: Node): Node | null {
  return parent?.type === 'ExportNamedDeclaration' ? parent.source : null;
}

function ownerOf(context: Pick<RecipeContext, 'tree'>, node: Node): Source | null {
  const program = upwards(node).at(-1);
  return allSources(context.tree).find((source) => source.program === program) ?? null;
}

function asFunction(source: Source, node: Node): Made[] {
  if (isFunction(node)) return [{ source, fn: node }];
  if (node.type === 'VariableDeclarator' && node.init !== null)
    return asFunction(source, middlewareIn(node.init) ?? node.init);
  if (node.type === 'MethodDefinition') return asFunction(source, node.value);
  if (node.type === 'ExportDefaultDeclaration') return asFunction(source, node.declaration);
  if (node.type === 'Property') return asFunction(source, node.value);
  if (node.type === 'ExportSpecifier') return asFunction(source, node.local);
  const declaration = node.type === 'Identifier' ? declarationOf(source, node.name) : null;
  return declaration === null || declaration === node ? [] : asFunction(source, declaration);
}

/** `const authenticate = wrap(async (req, res, next) => …)`: what is wrapped does the work. */
function middlewareIn(init: Node): FunctionNode | null {
  const [only, more] = init.type === 'CallExpression' ? (init.arguments as Node[]) : [];
  return only !== undefined && more === undefined && isFunction(only) && only.params.length === 3 ? only : null;
}

/** What a function gives back, as written; nothing of the functions inside it. */
export function valuesOf(fn: FunctionNode): Node[] {
  if (fn.body === null) return [];
  if (fn.body.type !== 'BlockStatement') return [fn.body];
  return all(fn.body, 'ReturnStatement').flatMap((each) =>
    each.argument !== null && functionsAround(each)[0] === fn ? [each.argument as Node] : [],
  );
}

/** What a callee names; of methods of one name the one whose class or file is called like what it is called on. */
export function reached(context: RecipeContext, source: Source, callee: Node): Made[] {
  const direct = called(context, source, callee);
  if (direct.length > 0 || callee.type !== 'MemberExpression' || callee.computed) return direct;
  const methods = methodsNamed(context, keyName(callee.property) ?? '');
  const others = methods.filter(({ fn }) => !upwards(callee).includes(fn));
  if (others.length < 2) return others;
  const bodyOf = (node: Node): Node | undefined => upwards(node).find((each) => each.type === 'ClassBody');
  const beside = callee.object.type === 'ThisExpression' ? bodyOf(callee) : undefined;
  const mine = beside === undefined ? [] : others.filter(({ fn }) => bodyOf(fn) === beside);
  if (mine.length > 0) return onlyOne(mine);
  const on = (chainOf(callee.object)?.split('.').at(-1) ?? '').replace(/^#|s$/g, '').toLowerCase();
  const isOf = ({ source: there, fn }: Made): boolean => {
    const owner = upwards(fn).find((each) => each.type === 'ClassDeclaration');
    const name = owner?.type === 'ClassDeclaration' ? owner.id?.name : keyAround(fn);
    return `${name ?? ''} ${there.path}`.toLowerCase().includes(on);
  };
  const own = on === '' ? [] : others.filter(isOf);
  return own.length === 1 ? own : [];
}

/** `trips` of `{ trips: { byId: (id) => … } }`, for `byId`. */
function keyAround({ parent }: FunctionNode): string | undefined {
  const holder = parent?.type === 'Property' ? parent.parent?.parent : undefined;
  return holder?.type === 'Property' && !holder.computed ? (keyName(holder.key) ?? undefined) : undefined;
}

/** A method by a name that the project has only once. */
function onlyOne(made: readonly Made[]): Made[] {
  return made.length === 1 ? [...made] : [];
}

/** Every method of the project by that name: of classes, of object literals and of prototypes. */
export function methodsNamed(context: RecipeContext, name: string): readonly Made[] {
  return methodsByName(context.tree).get(name) ?? [];
}

const methodsByName = memoize((tree: SourceTree): ReadonlyMap<string, readonly Made[]> => {
  const found = new Map<string, Made[]>();
  const add = (name: string | null | undefined, made: Made): void => {
    if (name === null || name === undefined) return;
    const same = found.get(name);
    if (same === undefined) found.set(name, [made]);
    else same.push(made);
  };
  for (const source of allSources(tree)) {
    for (const each of [...all(source.program, 'MethodDefinition'), ...all(source.program, 'Property')]) {
      const fn: Node = each.value;
      if (!each.computed && isFunction(fn)) add(keyName(each.key), { source, fn });
    }
    for (const { left, right } of all(source.program, 'AssignmentExpression')) {
      if (isFunction(right))
        add(/(?:\.prototype|^(?:module\.)?exports)\.([^.]+)$/.exec(chainOf(left) ?? '')?.[1], { source, fn: right });
    }
  }
  return found;
});

/** True where the call gives a promise by the project's own text: an async function, or a method that is async wherever it is defined. */
export function isAsyncCall(context: RecipeContext, source: Source, call: Of<'CallExpression'>): boolean {
  const chain = chainOf(call.callee)?.split('.') ?? [];
  const [root = '', member] = chain;
  if (member === 'json' && /^c$|^ctx$/.test(root)) return false;
  const direct = called(context, source, call.callee);
  if (direct.length > 0) return direct.every(({ fn }) => fn.async && !fn.generator);
  if (chain.length !== 2 || !isOwnObject(context, source, { name: root, call })) return false;
  const methods = methodsNamed(context, member ?? '');
  return methods.length > 0 && methods.every(({ fn }) => fn.async && !fn.generator);
}

/** A name that holds what a function or class of the project made. */
function isOwnObject(context: RecipeContext, source: Source, at: { name: string; call: Node }): boolean {
  const binding = namesInScope(source, at.call.start).get(at.name);
  if (binding === undefined) return false;
  const from = importsOf(source).find((each) => each.local === at.name && upwards(binding.id).includes(each.node));
  if (from === undefined) return isMadeHere(context, source, binding.node);
  const exported = exportsOfSpecifier(context.tree, source.path, from.specifier);
  const given = exported?.names.get(from.imported === '*' ? 'default' : from.imported) ?? exported?.whole ?? null;
  const owner = given === null ? null : ownerOf(context, given);
  return given !== null && owner !== null && isMadeHere(context, owner, given);
}

function isMadeHere(context: RecipeContext, source: Source, node: Node): boolean {
  if (node.type === 'ExportDefaultDeclaration') return isMadeHere(context, source, node.declaration);
  const local = node.type === 'ExportSpecifier' ? node.local : node;
  if (local.type === 'Identifier') {
    const declared = declarationOf(source, local.name);
    return declared !== null && declared.type === 'VariableDeclarator' && isMadeHere(context, source, declared);
  }
  if (node.type === 'VariableDeclarator' && node.id.type !== 'Identifier') return false;
  const init = node.type === 'VariableDeclarator' ? node.init : node;
  if (init?.type === 'CallExpression') return called(context, source, init.callee).length > 0;
  if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier') return false;
  const { name } = init.callee;
  const from = importsOf(source).find((each) => each.local === name);
  return from === undefined
    ? declarationOf(source, name) !== null
    : exportsOfSpecifier(context.tree, source.path, from.specifier) !== null && /^[./#@~]/.test(from.specifier);
}

/** A call of the project, by the name of what it calls. */
export interface Call {
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
}

/** The calls of a function in the project, as far as imports and names tell. */
export function callsOf(context: RecipeContext, fn: FunctionNode): Call[] {
  const method = methodName(fn);
  return allSources(context.tree).flatMap((source) => {
    const reaches = new Map<string, boolean>();
    return all(source.program, 'CallExpression')
      .filter(({ callee }) => {
        const name = textOf(source, callee);
        if (name.length > 80) return false;
        const isNamed = method !== null && name.endsWith(`.${method}`);
        const made = () => (isNamed ? reached(context, source, callee) : called(context, source, callee));
        const known = reaches.get(name) ?? made().some((each) => each.fn === fn);
        reaches.set(name, known);
        return known;
      })
      .map((call) => ({ source, call }));
  });
}

function methodName({ parent }: FunctionNode): string | null {
  return parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? keyName(parent.key) : null;
}

/** What hands arguments to a function: its calls, of a constructor every `new`, and of a listener every `emit` of its event. */
export interface Handed {
  readonly source: Source;
  readonly given: readonly Node[];
}

export function handedTo(context: RecipeContext, fn: FunctionNode): Handed[] {
  const calls = callsOf(context, fn).map(({ source, call }) => ({ source, given: call.arguments as Node[] }));
  return [...calls, ...constructed(context, fn), ...emitted(context, fn), ...registered(context, fn)];
}

/** `app.register(auth, { keys })` for the plugin that a file gives out, be it wrapped: `export default fp(auth)`. */
function registered(context: RecipeContext, fn: FunctionNode): Handed[] {
  const own = ownerOf(context, fn);
  if (own === null || functionsAround(fn).length > 1 || !givesOut(own, fn)) return [];
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap(({ callee, arguments: [plugin, ...options] }) => {
      if (callee.type !== 'MemberExpression' || keyName(callee.property) !== 'register') return [];
      const from = importsOf(source).find(({ local }) => plugin?.type === 'Identifier' && local === plugin.name);
      const to = from === undefined ? null : resolveSpecifier(context.tree, source.path, from.specifier);
      return to?.to === 'file' && to.path === own.path
        ? [{ source, given: [callee.object as Node, ...(options as Node[])] }]
        : [];
    }),
  );
}

/** The function is all that its file gives out, or is wrapped in that. */
function givesOut({ program }: Source, fn: FunctionNode): boolean {
  const whole = [
    ...all(program, 'ExportDefaultDeclaration').map(({ declaration }): Node => declaration),
    ...all(program, 'AssignmentExpression').flatMap(({ left, right }) =>
      chainOf(left) === 'module.exports' ? [right as Node] : [],
    ),
  ];
  const isIt = (node: Node | undefined): boolean =>
    node === fn || (node?.type === 'Identifier' && node.name === fn.id?.name);
  return whole.some((node) => isIt(node) || (node.type === 'CallExpression' && isIt(node.arguments[0] as Node)));
}

/** `new Alerts(store)` for the constructor of `Alerts`, by the name under which a file knows the class. */
function constructed(context: RecipeContext, fn: FunctionNode): Handed[] {
  const { parent } = fn;
  const owner =
    parent?.type === 'MethodDefinition' && parent.kind === 'constructor'
      ? upwards(fn).find((each) => each.type === 'ClassDeclaration')
      : undefined;
  const name = owner?.type === 'ClassDeclaration' ? owner.id?.name : undefined;
  if (name === undefined) return [];
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'NewExpression')
      .filter(({ callee }) => {
        const binding =
          callee.type === 'Identifier' && callee.name === name ? namesInScope(source, callee.start) : null;
        const made = binding?.get(name)?.node;
        return made === owner || (made !== undefined && made.type !== 'ClassDeclaration');
      })
      .map((call) => ({ source, given: call.arguments as Node[] })),
  );
}

/** `events.emit('rated', …)` for a function that is given in `events.on('rated', …)`. */
function emitted(context: RecipeContext, fn: FunctionNode): Handed[] {
  const { parent } = fn;
  const event =
    parent?.type === 'CallExpression' && parent.arguments[1] === fn ? stringValue(parent.arguments[0]) : null;
  const isListener =
    parent?.type === 'CallExpression' && /\.(?:on|once|addListener)$/.test(chainOf(parent.callee) ?? '');
  if (!isListener || event === null) return [];
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression')
      .filter((call) => /\.emit$/.test(chainOf(call.callee) ?? '') && stringValue(call.arguments[0]) === event)
      .map((call) => ({ source, given: call.arguments.slice(1) as Node[] })),
  );
}

/** The expressions that callers give for a parameter, `f({ x })` for `({ x })` too; [] where that cannot be read. */
export function givenFor(context: RecipeContext, id: Node): { readonly source: Source; readonly node: Node }[] {
  const fn = upwards(id).find(isFunction);
  const at = fn?.params.findIndex((param) => param.start <= id.start && id.end <= param.end) ?? -1;
  const param = fn?.params[at];
  if (fn === undefined || param === undefined) return [];
  const key = param.type === 'ObjectPattern' ? keyOf(param, id) : null;
  if (param.type !== 'Identifier' && key === null) return [];
  return handedTo(context, fn).flatMap(({ source, given: handed }) => {
    const given = handed[at];
    if (key === null) return given === undefined ? [] : [{ source, node: given }];
    if (given?.type !== 'ObjectExpression') return [];
    const found = given.properties.find((each) => each.type === 'Property' && keyName(each.key) === key);
    return found?.type === 'Property' ? [{ source, node: found.value as Node }] : [];
  });
}

function keyOf(pattern: Of<'ObjectPattern'>, id: Node): string | null {
  const found = pattern.properties.find((each) => each.start <= id.start && id.end <= each.end);
  if (found?.type !== 'Property' || boundIdentifiers(found.value)[0] !== id) return null;
  return keyName(found.key);
}
