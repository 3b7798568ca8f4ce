/** `if (text === null) reject(error);` without `return`: what follows uses the `text` that is not there. */
import type { Idea } from '../../../incident/nouns.ts';
import { boundIdentifiers } from '../../code/scope.ts';
import { all, chainOf, functionsAround, isFunction, statementOf } from '../../code/syntax.ts';
import type { FunctionNode, Node } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** Returns after a promise is rejected, or a callback told of an error, on a condition that asks for what the failing statement uses. */
export function wentOnBehindRefusal(context: RecipeContext): Idea[] {
  return sitesOf(context).flatMap(({ source, nodes: [node] }) => {
    const fn = node === undefined ? undefined : functionsAround(node)[0];
    if (node === undefined || fn === undefined) return [];
    const refusers = refusersAround(node);
    const used = new Set(all(statementOf(node) ?? node, 'Identifier').map(({ name }) => name));
    return all(fn, 'IfStatement')
      .filter((each) => each.alternate === null && each.end <= node.start && functionsAround(each)[0] === fn)
      .filter(({ test }) => all(test, 'Identifier').some(({ name }) => used.has(name)))
      .flatMap(({ consequent }) => {
        const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
        const call = last?.type === 'ExpressionStatement' ? last.expression : undefined;
        if (call?.type !== 'CallExpression' || !refusers.has(chainOf(call.callee) ?? '')) return [];
        const [error] = call.arguments;
        if (error === undefined || (error.type === 'Literal' && error.value === null)) return [];
        const splices = [{ start: call.start, end: call.start, text: 'return ' }];
        return [ideaIn('double-send', source, { title: 'return after it is refused', rank: 0, splices })];
      });
  });
}

/** The names by which a promise is rejected, or a callback called, in the functions around. */
function refusersAround(node: Node): Set<string> {
  return new Set(
    functionsAround(node).flatMap((fn) => {
      const reject = isExecutor(fn) ? fn.params[1] : undefined;
      if (reject?.type === 'Identifier') return [reject.name];
      return fn.params
        .flatMap((each) => boundIdentifiers(each))
        .flatMap(({ name }) => (/^(?:cb|callback|done)$/.test(name) ? [name] : []));
    }),
  );
}

function isExecutor(fn: FunctionNode): boolean {
  const made = fn.parent;
  return made?.type === 'NewExpression' && chainOf(made.callee) === 'Promise' && isFunction(made.arguments[0] as Node);
}
