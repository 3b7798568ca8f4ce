/** `.filter((trip) => !month || …).filter((trip) => trip.boat === boat.trim())`: what a client left out of the query leaves nothing out, as its siblings say. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, functionsAround, isFunction, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';

export function leftOutFilter(source: Source, node: Node): Idea[] {
  const binding = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  const [test] = functionsAround(node);
  const owner = binding?.kind === 'param' ? upwards(binding.id).find(isFunction) : undefined;
  if (binding === undefined || owner === undefined || test === owner || !isTest(test)) return [];
  const marks = all(owner, 'ArrowFunctionExpression').flatMap((fn) => {
    const left = isTest(fn) && fn.body.type === 'LogicalExpression' && fn.body.operator === '||' ? fn.body.left : null;
    const asked = left === null ? undefined : all(left, 'Identifier').find((id) => isOf(source, id, owner));
    return left === null || asked === undefined ? [] : [textOf(source, left).replace(asked.name, () => binding.name)];
  });
  const [mark, more] = new Set(marks);
  if (mark === undefined || more !== undefined) return [];
  const { start } = test.body;
  const title = `leave nothing out where \`${binding.name}\` is not asked for, as beside it`;
  return [ideaIn('absent-value', source, { title, rank: 0, splices: [{ start, end: start, text: `${mark} || ` }] })];
}

/** The test of a filter, which is one expression. */
function isTest(fn: FunctionNode | undefined): fn is Of<'ArrowFunctionExpression'> {
  const call = fn?.parent;
  return (
    fn?.type === 'ArrowFunctionExpression' &&
    /^(?:Binary|Call|Logical|Member)Expression$/.test(fn.body.type) &&
    call?.type === 'CallExpression' &&
    call.callee.type === 'MemberExpression' &&
    keyName(call.callee.property) === 'filter'
  );
}

function isOf(source: Source, id: Of<'Identifier'>, owner: Node): boolean {
  const found = namesInScope(source, id.start).get(id.name);
  return found?.kind === 'param' && upwards(found.id).find(isFunction) === owner;
}
