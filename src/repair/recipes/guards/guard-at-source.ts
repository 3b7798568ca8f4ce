/** A looked-up thing is missing: refused where it is looked up, in the words of the project, so that every caller is served. */
import type { Idea } from '../../../incident/nouns.ts';
import { called, callsOf, valuesOf } from '../../code/callees.ts';
import { handlerAround, thrownRefusal } from '../../code/frameworks.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { allNames, boundIdentifiers, namesInScope } from '../../code/scope.ts';
import { chainOf, functionsAround, statementOf, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, indentUnit, lineStart } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

const refusal = { status: 404, error: 'Not found' };
const lookups = /(?:^|\.)(?:find|findOne|findBy\w*|findById|get|get\w+By\w*|lookup\w*|load\w*|byId|first|one)$/;

/** Ideas for a name that holds a missing thing: guards in the function that looks it up, or in the service itself. */
export function guardsAtSource(context: RecipeContext, source: Source, node: Node): Idea[] {
  if (node.type !== 'Identifier') return [];
  const made = namesInScope(source, node.start).get(node.name)?.node;
  if (made?.type !== 'VariableDeclarator' || made.id.type !== 'Identifier' || made.init === null) return [];
  const init = made.init.type === 'AwaitExpression' ? made.init.argument : made.init;
  if (init.type !== 'CallExpression') return [];
  return [...inMaker(context, source, init), ...inService(context, source, made)];
}

/** `const find = (ctx) => list.find(…)` with several callers of whom none looks whether there is anything. */
function inMaker(context: RecipeContext, source: Source, call: Of<'CallExpression'>): Idea[] {
  const [made] = called(context, source, call.callee);
  const values = made === undefined ? [] : valuesOf(made.fn);
  const [value] = values;
  if (made === undefined || value === undefined || values.length !== 1) return [];
  const looked = value.type === 'AwaitExpression' ? value.argument : value;
  if (looked.type !== 'CallExpression' || !lookups.test(textOf(made.source, looked.callee).replace(/\s+/g, '')))
    return [];
  const calls = callsOf(context, made.fn);
  if (calls.length < 2 || calls.some((each) => isGuarded(each.source, each.call))) return [];
  const parameter = made.fn.params
    .flatMap((param) => boundIdentifiers(param))
    .find((id) => /^(?:ctx|context|c)$/.test(id.name));
  const thrown = thrownRefusal(context.tree, made.source, { refusal, context: parameter?.name ?? null });
  const splices = thrown === null ? null : guarded(made.source, made.fn, { value, thrown });
  const title = 'answer 404 where the looked-up thing is missing, for every caller';
  return splices === null ? [] : [ideaIn('null-guard', made.source, { title, rank: 0, kind: 'mitigation', splices })];
}

/** The caller asks whether the thing is there: for it, nothing is a good answer. */
export function isGuarded(source: Source, call: Node): boolean {
  const holder = call.parent?.type === 'AwaitExpression' ? call.parent.parent : call.parent;
  if (holder?.type === 'LogicalExpression' || holder?.type === 'UnaryExpression' || holder?.type === 'IfStatement')
    return true;
  if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier') return false;
  const { name } = holder.id;
  const around = functionsAround(call)[0];
  return new RegExp(`(?:!\\s*${name}\\b|\\b${name}\\s*(?:[!=]==?|\\?|&&|\\|\\|))`).test(
    around === undefined ? source.text : textOf(source, around),
  );
}

function guarded(source: Source, fn: FunctionNode, at: { value: Node; thrown: string }): Splice[] | null {
  const { value, thrown } = at;
  if (!thrown.startsWith('throw '))
    return [{ start: value.end, end: value.end, text: ` ?? ${thrown.replace(/;$/, '')}` }];
  const eol = eolOf(source.text);
  const name = allNames(source).has('found') ? 'foundValue' : 'found';
  const lines = (indent: string): string =>
    [`const ${name} = ${textOf(source, value)};`, `if (${name} == null) ${thrown}`, `return ${name};`].join(
      eol + indent,
    );
  if (fn.body === value) {
    const indent = indentAt(source.text, fn.start);
    const inner = indent + indentUnit(source.text);
    return [{ start: value.start, end: value.end, text: `{${eol}${inner}${lines(inner)}${eol}${indent}}` }];
  }
  const statement = statementOf(value);
  if (statement?.type !== 'ReturnStatement' || statement.argument !== value) return null;
  return [{ start: statement.start, end: statement.end, text: lines(indentAt(source.text, statement.start)) }];
}

/** A service, outside any handler, that throws its refusals elsewhere. */
function inService(context: RecipeContext, source: Source, made: Of<'VariableDeclarator'>): Idea[] {
  const statement = statementOf(made);
  const fn = functionsAround(made)[0];
  if (fn === undefined || statement === null || made.id.type !== 'Identifier') return [];
  if (handlerAround(context.tree, source, made) !== null || !isLookup(source, made)) return [];
  const thrown = thrownRefusal(context.tree, source, { refusal, context: null });
  const start = lineStart(source.text, statement.end);
  const end = source.text.indexOf('\n', statement.end);
  if (thrown === null || end < 0 || source.text.slice(statement.end, end).trim() !== '' || start > statement.end)
    return [];
  const { name } = made.id;
  const text = `${eolOf(source.text)}${indentAt(source.text, statement.start)}if (${name} == null) ${thrown}`;
  const splices = [{ start: statement.end, end: statement.end, text }];
  const title = `refuse as elsewhere where \`${name}\` is missing`;
  return [ideaIn('null-guard', source, { title, rank: 0, kind: 'mitigation', splices })];
}

/** A look-up, or the reading of a text that was looked up. */
function isLookup(source: Source, made: Of<'VariableDeclarator'>): boolean {
  const init = made.init?.type === 'AwaitExpression' ? made.init.argument : made.init;
  if (init?.type !== 'CallExpression') return false;
  if (lookups.test(textOf(source, init.callee).replace(/\s+/g, ''))) return true;
  const [given] = init.arguments;
  if (chainOf(init.callee) !== 'JSON.parse' || given?.type !== 'Identifier') return false;
  const origin = namesInScope(source, given.start).get(given.name)?.node;
  return origin?.type === 'VariableDeclarator' && origin.id.type === 'Identifier' && isLookup(source, origin);
}
