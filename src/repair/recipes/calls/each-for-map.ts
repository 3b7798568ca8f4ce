/** `forEach` whose value is used: it gives nothing back, and `map` was meant; what an async function gives is waited for. */
import { called, valuesOf } from '../../code/callees.ts';
import { namesInScope } from '../../code/scope.ts';
import { usesOf } from '../../code/promise-uses.ts';
import { chainOf, functionsAround, isFunction, keyName } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `rows.forEach((row) => row.name)`: a list of what the function gives; `isWaited` where the promises of that list are waited for further out. */
export function mapped(context: RecipeContext, source: Source, node: Node, isWaited: boolean): Idea[] {
  const callee = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee : null;
  const [given] = node.type === 'CallExpression' ? node.arguments : [];
  if (callee === null || callee.computed || keyName(callee.property) !== 'forEach' || given === undefined) return [];
  const fn = calledBack(context, source, given as Node);
  const around = fn?.async === true ? waiting(source, node as Of<'CallExpression'>, isWaited) : '';
  // Of promises that are waited for nobody need have a value.
  if (fn === null || around === null || !(givesValue(fn) || (fn.async && around === ''))) return [];
  const { start, end } = callee.property;
  const splices = [
    ...(around === '' ? [] : [{ start: node.start, end: node.start, text: around }]),
    { start, end, text: 'map' },
    ...(around === '' ? [] : [{ start: node.end, end: node.end, text: ')' }]),
  ];
  return [ideaIn('missing-return', source, { title: '`forEach` gives nothing back: `map`', rank: 0, splices })];
}

/** The function that is handed over, by its name too. */
function calledBack(context: RecipeContext, source: Source, given: Node): FunctionNode | null {
  if (isFunction(given)) return given;
  const [only, more] = called(context, source, given);
  return only === undefined || more !== undefined ? null : only.fn;
}

function givesValue(fn: FunctionNode): boolean {
  if (fn.generator || fn.body === null) return false;
  return fn.body.type === 'BlockStatement' ? valuesOf(fn).length > 0 : !isEffect(fn.body);
}

/** What is to stand before a list of promises so that its values are there: nothing where somebody waits for them; null where nobody can. */
function waiting(source: Source, call: Of<'CallExpression'>, isWaited: boolean): string | null {
  const { parent } = call;
  const isNamed = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier';
  const binding = isNamed ? namesInScope(source, parent.end).get((parent.id as Of<'Identifier'>).name) : undefined;
  const uses = binding === undefined ? [] : usesOf(source, binding);
  if (isCombined(call) || (uses.length > 0 && uses.every(isCombined))) return '';
  if (parent?.type === 'AwaitExpression') return 'Promise.all(';
  const fn = functionsAround(call)[0];
  const isResult = parent?.type === 'ReturnStatement' || parent === fn;
  if (isResult) return isWaited && fn?.async !== true ? '' : 'Promise.all(';
  return isNamed && fn?.async === true ? 'await Promise.all(' : null;
}

/** Handed to `Promise.all` and its like. */
export function isCombined(node: Node): boolean {
  const { parent } = node;
  return (
    parent?.type === 'CallExpression' &&
    parent.arguments[0] === node &&
    /^Promise\.(?:all|allSettled|any|race)$/.test(chainOf(parent.callee) ?? '')
  );
}

/** A call for what it does, not for what it gives: `list.push(x)` gives a length. */
export function isEffect(node: Node): boolean {
  const call = node.type === 'AwaitExpression' ? node.argument : node;
  return (
    call.type === 'CallExpression' &&
    call.callee.type === 'MemberExpression' &&
    /^(?:push|unshift|forEach|set|delete|add|clear|emit|on|once|log|info|warn|error|debug|send|json|end|write|writeFile|writeFileSync|appendFileSync|next|splice)$/.test(
      keyName(call.callee.property) ?? '',
    )
  );
}
