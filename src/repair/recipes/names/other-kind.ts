/** Whether what a name stands for is of another kind than what is read: a class for a value, a function that nobody calls. */
import { declarationOf, exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import { slip } from '../../code/names.ts';
import { globalNames, unresolved } from '../../code/scope.ts';
import type { Binding } from '../../code/scope.ts';
import { chainOf, keyName } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
import { functionOf } from '../../evidence/rename-evidence.ts';
import type { RecipeContext } from '../../recipe.ts';
import { declaredIn } from '../modules/wrong-imports.ts';

interface At {
  readonly context: RecipeContext;
  readonly name: string;
  readonly source: Source;
  readonly node: Node;
}

/** `request` that is handed on, and the class `Request`. */
export function isClassForValue({ parent, start }: Node, name: string, meant: string): boolean {
  const isCalled =
    (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && parent.callee.start === start;
  const isOwner = parent?.type === 'MemberExpression' && parent.object.start === start;
  return /^[a-z]/.test(name) && /^[A-Z][a-z]/.test(meant) && !isCalled && !isOwner;
}

/** `request.staff`, and the global `Request`, which has no `staff`. */
export function isWithout({ parent, start }: Node, meant: string): boolean {
  const value: unknown = globalNames.includes(meant) ? Reflect.get(globalThis, meant) : undefined;
  const isRead = parent?.type === 'MemberExpression' && parent.object.start === start && !parent.computed;
  const member = isRead ? keyName(parent.property) : null;
  if (member === null || value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return !(member in value) || (typeof value === 'function' && member in Function.prototype);
}

/** What is imported is a type, or a class, where a value is read that is written small; a function of another word is no value either. */
export function isOfAnotherKind(at: At, binding: Binding): boolean {
  const { context, source, node, name } = at;
  const { name: meant, kind, node: declared } = binding;
  // A short form, another word: no slip of the pen.
  if (slip(name, meant) === null && !isUsedAsIs(at, binding)) return true;
  if (kind !== 'import' && kind !== 'class') return false;
  if (isClassForValue(node, name, meant)) return true;
  if (declared.type !== 'ImportSpecifier' || declared.parent?.type !== 'ImportDeclaration') return false;
  const given = exportsOfSpecifier(context.tree, source.path, declared.parent.source.value);
  return (
    given !== null && given.complete && given.format === 'esm' && !given.names.has(keyName(declared.imported) ?? '')
  );
}

/** A function where it is called with no more than it takes, or handed over; a value that is none where it is not called. */
export function isUsedAsIs(at: At, binding: Binding): boolean {
  const fn = functionBehind(at, binding);
  if (fn === null) return true;
  const most = fn.params.some(({ type }) => type === 'RestElement') ? Infinity : fn.params.length;
  return unresolved(at.source, at.name).every(({ parent, start }) => {
    const call = parent?.type === 'CallExpression' || parent?.type === 'NewExpression' ? parent : null;
    if (call?.callee.start === start) return call.arguments.length <= most;
    return call !== null && !reckons.test(chainOf(call.callee) ?? '');
  });
}

/** What takes a value, and a function from nobody. */
export const reckons =
  /^(?:Number|String|Boolean|BigInt|Date|parseInt|parseFloat|isNaN|Math\.\w+|JSON\.\w+|Number\.\w+)$/;

/** The function of that name, of this file or of another one that it is taken from. */
function functionBehind({ context, source }: At, { name, node }: Binding): FunctionNode | null {
  if (node.type === 'ClassDeclaration') return null;
  const from = importsOf(source).find(({ local }) => local === name);
  if (from === undefined) return functionOf(node);
  const given = exportsOfSpecifier(context.tree, source.path, from.specifier)?.names.get(from.imported) ?? null;
  const home = declaredIn(context, given);
  const made = given?.parent?.type === 'AssignmentExpression' ? given.parent.right : given;
  const declared = home === null ? null : declarationOf(home, from.imported);
  return declared?.type === 'ClassDeclaration' ? null : (functionOf(made) ?? functionOf(declared));
}
