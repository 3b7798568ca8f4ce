/** Middleware that may refuse a request: wherever it is put, requests that were answered may be turned away. */
import { called } from '../code/callees.ts';
import type { Made } from '../code/callees.ts';
import { handlerOf } from '../code/frameworks.ts';
import type { RecipeContext } from '../recipe.ts';
import { all, chainOf, keyName } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';

const answers = /^(?:json|send|end|sendStatus|redirect|render|text|html|throw|assert|writeHead)$/;

/** A function that does more than hand on: it throws, answers itself, or hands an error to `next`. */
export function mayRefuse(context: RecipeContext, { source, fn }: Made): boolean {
  const handler = handlerOf(context.tree, source, fn);
  const { request = null, response = null, next = null } = handler ?? {};
  const setsAnswer = all(fn, 'AssignmentExpression').some(({ left }) =>
    [`${response}.body`, `${response}.status`].includes(chainOf(left) ?? ''),
  );
  if (setsAnswer || throws(fn)) return true;
  return all(fn, 'CallExpression').some(({ callee, arguments: given }) => {
    if (next !== null && chainOf(callee) === next) return given.length > 0;
    const isAnswer = callee.type === 'MemberExpression' && answers.test(keyName(callee.property) ?? '');
    if (isAnswer && [request, response].includes(rootOf(callee) ?? '')) return true;
    return called(context, source, callee).some((made) => made.fn !== fn && throws(made.fn));
  });
}

const throws = (fn: Node): boolean => all(fn, 'ThrowStatement').length > 0;

/** `res` of `res.status(401).json`. */
function rootOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'CallExpression' ? rootOf(node.callee) : null;
}
