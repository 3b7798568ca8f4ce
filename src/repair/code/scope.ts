/** Which names can be seen from a place, and where they were declared. */
import { groupBy } from '../../kit/group-by.ts';
import { memoize } from '../../kit/memoize.ts';
import { all, children, isFunction, isReference, nodeAt, upwards, walk } from './syntax.ts';
import type { Node, Of, Source } from './syntax.ts';

export interface Binding {
  readonly name: string;
  readonly kind: 'param' | 'const' | 'let' | 'var' | 'function' | 'class' | 'import' | 'catch' | 'other';
  /** The identifier that declares it. */
  readonly id: Node;
  /** The declaration: the declarator, function, class, specifier or parameter. */
  readonly node: Node;
}

/** The identifiers that a pattern binds. */
export function boundIdentifiers(pattern: Node | null | undefined): Of<'Identifier'>[] {
  if (pattern === null || pattern === undefined) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        boundIdentifiers(each.type === 'Property' ? each.value : each.argument),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => boundIdentifiers(each));
    case 'AssignmentPattern':
      return boundIdentifiers(pattern.left);
    case 'RestElement':
      return boundIdentifiers(pattern.argument);
    case 'TSParameterProperty':
      return boundIdentifiers(pattern.parameter);
    default:
      return [];
  }
}

/** The names a single statement or scope node declares in its own scope (not `var`s further in). */
function declaredBy(node: Node): Binding[] {
  switch (node.type) {
    case 'VariableDeclaration':
      return node.declarations.flatMap((each) =>
        boundIdentifiers(each.id).map((id) => ({
          name: id.name,
          kind: node.kind === 'var' ? 'var' : node.kind === 'let' ? 'let' : 'const',
          id,
          node: each,
        })),
      );
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return node.id === null ? [] : [{ name: node.id.name, kind: 'function', id: node.id, node }];
    case 'ClassDeclaration':
      return node.id === null ? [] : [{ name: node.id.name, kind: 'class', id: node.id, node }];
    case 'TSEnumDeclaration':
      return [{ name: node.id.name, kind: 'other', id: node.id, node }];
    case 'TSModuleDeclaration':
      return node.declare || node.id.type !== 'Identifier'
        ? []
        : [{ name: node.id.name, kind: 'other', id: node.id, node }];
    case 'TSImportEqualsDeclaration':
      return [{ name: node.id.name, kind: 'import', id: node.id, node }];
    case 'ImportDeclaration':
      return (node.specifiers ?? [])
        .filter(
          (each) => node.importKind !== 'type' && !(each.type === 'ImportSpecifier' && each.importKind === 'type'),
        )
        .map((each) => ({ name: each.local.name, kind: 'import', id: each.local, node: each }));
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      return node.declaration === null ? [] : declaredBy(node.declaration as Node);
    default:
      return [];
  }
}

function hoistedVars(body: Node): Binding[] {
  const found: Binding[] = [];
  walk(body, (node) => {
    if (node !== body && (isFunction(node) || node.type === 'ClassBody')) return false;
    if (node.type === 'VariableDeclaration' && node.kind === 'var') found.push(...declaredBy(node));
    return true;
  });
  return found;
}

/** The names that one scope node adds. */
export const bindingsOf = memoize((node: Node): readonly Binding[] => {
  if (isFunction(node)) {
    const params = node.params.flatMap((param) =>
      boundIdentifiers(param).map((id) => ({ name: id.name, kind: 'param' as const, id, node: param as Node })),
    );
    const own = node.type === 'FunctionExpression' && node.id !== null ? [node.id] : [];
    const self = own.map((id) => ({ name: id.name, kind: 'function' as const, id, node: node as Node }));
    return [...self, ...params, ...(node.body === null ? [] : hoistedVars(node.body))];
  }
  if (node.type === 'Program') return [...node.body.flatMap((each) => declaredBy(each)), ...hoistedVars(node)];
  if (node.type === 'BlockStatement' || node.type === 'StaticBlock' || node.type === 'TSModuleBlock')
    return node.body.flatMap((each) => declaredBy(each));
  if (node.type === 'SwitchStatement') {
    return node.cases.flatMap((each) => each.consequent.flatMap((inner) => declaredBy(inner)));
  }
  if (node.type === 'ForStatement') return node.init === null ? [] : declaredBy(node.init);
  if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') return declaredBy(node.left);
  if (node.type === 'CatchClause') {
    return boundIdentifiers(node.param).map((id) => ({ name: id.name, kind: 'catch', id, node }));
  }
  if (node.type === 'ClassExpression' && node.id !== null) {
    return [{ name: node.id.name, kind: 'class', id: node.id, node }];
  }
  return [];
});

/** Every name that can be seen from an offset, the innermost declaration of each. Names still in their dead zone are left out. */
export function namesInScope(source: Source, offset: number): Names {
  return new Names(nodeAt(source, offset), offset);
}

/** Looked up one by one: who asks wants one of hundreds. */
class Names {
  readonly #from: Node;
  readonly #offset: number;

  constructor(from: Node, offset: number) {
    this.#from = from;
    this.#offset = offset;
  }

  get(name: string): Binding | undefined {
    let crossed = false;
    for (let node: Node | null | undefined = this.#from; node; node = node.parent) {
      const found = byName(node)
        .get(name)
        ?.find((each) => crossed || !inDeadZone(each, this.#offset));
      if (found !== undefined) return found;
      crossed ||= isFunction(node);
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *[Symbol.iterator](): Generator<[string, Binding]> {
    const names = new Set(upwards(this.#from).flatMap((node) => bindingsOf(node).map(({ name }) => name)));
    for (const name of names) {
      const binding = this.get(name);
      if (binding !== undefined) yield [name, binding];
    }
  }

  *keys(): Generator<string> {
    for (const [name] of this) yield name;
  }

  *values(): Generator<Binding> {
    for (const [, binding] of this) yield binding;
  }
}

const byName = memoize((node: Node) => groupBy(bindingsOf(node), ({ name }) => name));

/** Does any scope around an identifier declare its name, be it further down? */
export function isDeclared(id: Of<'Identifier'>): boolean {
  return upwards(id).some((scope) => bindingsOf(scope).some(({ name }) => name === id.name));
}

function inDeadZone(binding: Binding, offset: number): boolean {
  if (binding.kind !== 'const' && binding.kind !== 'let' && binding.kind !== 'class') return false;
  return (
    offset < binding.node.end && !children(binding.node).some((child) => isFunction(child) && covers(child, offset))
  );
}

function covers(node: Node, offset: number): boolean {
  return node.start <= offset && offset < node.end;
}

/** True where nothing reads or writes what a declaration binds. */
export function isUnused(source: Source, binding: Binding): boolean {
  return all(source.program, 'Identifier').every(
    (id) =>
      id.name !== binding.name ||
      id === binding.id ||
      !isReference(id) ||
      isMade(id) ||
      namesInScope(source, id.start).get(id.name)?.id !== binding.id,
  );
}

/** `const handler` further in is another one, and reads nothing of the one that it hides. */
function isMade(id: Node): boolean {
  return id.parent?.type === 'VariableDeclarator' && id.parent.id === id;
}

/** All names declared anywhere in a file. */
export function allNames(source: Source): Set<string> {
  return new Set(all(source.program, 'Identifier').map((id) => id.name));
}

/** Names every module can see. `crypto` and `fetch` are among them since Node 18. */
export const globalNames: readonly string[] = [
  ...Object.getOwnPropertyNames(globalThis).filter(
    (name) => /^[A-Za-z]\w+$/.test(name) && name !== 'GLOBAL' && name !== 'root',
  ),
  'undefined',
];

/** Names that only CommonJS modules can see. */
export const commonNames: readonly string[] = ['require', 'module', 'exports', '__dirname', '__filename'];

/** A function or class of the language or of Node that all files know. */
export function isGlobalFunction(name: string): boolean {
  const value: unknown = globalNames.includes(name) ? Reflect.get(globalThis, name) : undefined;
  return name === 'require' || typeof value === 'function';
}

/** References of a name that no declaration answers. */
export function unresolved(source: Source, name: string): Of<'Identifier'>[] {
  const declared = new Set<Node>();
  walk(source.program, (node) => {
    for (const binding of bindingsOf(node)) declared.add(binding.id);
  });
  return all(source.program, 'Identifier').filter(
    (id) => isReference(id) && !declared.has(id) && id.name === name && !namesInScope(source, id.start).has(name),
  );
}
