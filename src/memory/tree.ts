/** Syntax trees as the function map reads them: nodes with their fields by name. */
import { parseSync, visitorKeys } from 'oxc-parser';
import { nestsTooDeep } from '../kit/nesting.ts';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** The program; null where nothing can be read. What has errors but still a tree is read as far as it goes. */
export function parseProgram(file: string, text: string): Node | null {
  if (nestsTooDeep(text)) return null;
  for (const sourceType of [undefined, 'commonjs'] as const) {
    const { program, errors } = parseSync(file, text, { preserveParens: false, ...(sourceType ? { sourceType } : {}) });
    if (errors.length === 0 || program.body.length > 0) return program as unknown as Node;
  }
  return null;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Every node with those around it, the nearest first (good until `see` returns); parents come before their children. */
export function eachNode(root: Node, see: (node: Node, around: readonly Node[]) => void): void {
  const around: Node[] = [];
  const visit = (node: Node): void => {
    see(node, around);
    around.unshift(node);
    for (const key of (visitorKeys as Readonly<Record<string, readonly string[]>>)[node.type] ?? []) {
      const child = node[key];
      if (Array.isArray(child)) child.filter(isNode).forEach(visit);
      else if (isNode(child)) visit(child);
    }
    around.shift();
  };
  visit(root);
}

export function field(node: Node | null, name: string): Node | null {
  const value = node?.[name];
  return isNode(value) ? value : null;
}

export function list(node: Node | null, name: string): Node[] {
  const value = node?.[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function stringOf(node: Node | null | undefined): string | null {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.type !== 'TemplateLiteral' || list(node, 'expressions').length > 0) return null;
  return ((list(node, 'quasis')[0]?.['value'] ?? {}) as { cooked?: string }).cooked ?? null;
}

/** `a.b.c` of a chain of plain names; null for anything else. */
export function chainOf(node: Node | null): string | null {
  if (node === null) return null;
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node['name']);
  if (node.type === 'ChainExpression') return chainOf(field(node, 'expression'));
  if (node.type !== 'MemberExpression' || node['computed'] === true) return null;
  const object = chainOf(field(node, 'object'));
  return object === null ? null : `${object}.${chainOf(field(node, 'property'))}`;
}

export function isFunction(node: Node | null | undefined): node is Node {
  return functions.has(node?.type ?? '');
}

/** The value of a property of an object literal. */
export function propertyOf(node: Node | null | undefined, name: string): Node | null {
  if (node?.type !== 'ObjectExpression') return null;
  const found = list(node, 'properties').find((each) => {
    const key = field(each, 'key');
    return (stringOf(key) ?? chainOf(key)) === name;
  });
  return field(found ?? null, 'value');
}

/** The module that `require('x')` asks for. */
export function requiredBy(node: Node | null): string | null {
  if (node?.type !== 'CallExpression' || chainOf(field(node, 'callee')) !== 'require') return null;
  return stringOf(list(node, 'arguments')[0]);
}

/** The last name of a chain, whatever it hangs on. */
export function lastOf(node: Node | null): string {
  if (node?.type !== 'MemberExpression') return chainOf(node)?.split('.').at(-1) ?? '';
  const property = field(node, 'property');
  return (node['computed'] === true ? stringOf(property) : chainOf(property)) ?? '';
}

/** The functions of a program that go by this name. */
export function functionsOf(program: Node, name: string): Node[] {
  const found: Node[] = [];
  eachNode(program, (node, [parent]) => {
    if (!isFunction(node)) return;
    const named =
      field(node, 'id') ??
      field(
        parent ?? null,
        parent?.type === 'AssignmentExpression' ? 'left' : parent?.type === 'VariableDeclarator' ? 'id' : 'key',
      );
    if (lastOf(named) === name) found.push(node);
  });
  return found;
}

/** The function that begins on a line, else the innermost statement of its end: a route with its handlers, a branch of a dispatcher. */
export function around(program: Node, text: string, line: number): Node {
  const before = text.split('\n').slice(0, line);
  const last = before.at(-1)?.replace(/\s*(?:\/\/.*)?$/, '') ?? '';
  const at = before.slice(0, -1).reduce((sum, one) => sum + one.length + 1, 0) + last.length - 1;
  let found = program;
  eachNode(program, (node, [parent]) => {
    if (node.start > at || node.end <= at || !/Statement$|^SwitchCase$|Declaration$/.test(node.type)) return;
    found = isFunction(parent) ? parent : node;
  });
  return found;
}
