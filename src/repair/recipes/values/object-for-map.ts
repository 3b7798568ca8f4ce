/** A plain object that some ask as the Map which it was before: where others walk it as an object, these ask it by its keys. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, chainOf, keyName, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';

/** `Object.values(streets)`, `for (const id in streets)`, `{ ...streets }`, `id in streets`: a Map gives nothing there. */
export function isPlainObject(source: Source, name: string): boolean {
  const is = (node: Node | null | undefined): boolean => node != null && textOf(source, node) === name;
  const { program } = source;
  return (
    all(program, 'CallExpression').some(
      ({ callee, arguments: [given] }) => walks.test(chainOf(callee) ?? '') && is(given),
    ) ||
    all(program, 'ForInStatement').some(({ right }) => is(right)) ||
    all(program, 'BinaryExpression').some(({ operator, right }) => operator === 'in' && is(right)) ||
    all(program, 'SpreadElement').some(({ argument, parent }) => parent?.type === 'ObjectExpression' && is(argument))
  );
}

const walks = /^Object\.(?:keys|values|entries|hasOwn)$/;

/** `streets.get(id)` is `streets[id]` then; nothing where something is asked that only a Map has. */
export function askedByKey(source: Source, name: string): Idea[] {
  const calls = all(source.program, 'CallExpression').filter(
    ({ callee }) => callee.type === 'MemberExpression' && !callee.computed && textOf(source, callee.object) === name,
  );
  const splices = calls.map((call) => keyed(source, call, name));
  if (splices.length === 0 || splices.includes(null)) return [];
  const title = `\`${name}\` is a plain object: it is asked by its keys`;
  return [ideaIn('collection', source, { title, rank: 0, splices: splices.filter((each) => each !== null) })];
}

function keyed(source: Source, call: Of<'CallExpression'>, name: string): Splice | null {
  const [key, given, more] = call.arguments.map((each) => textOf(source, each));
  const asked = call.callee.type === 'MemberExpression' ? keyName(call.callee.property) : null;
  const { start, end } = call;
  const isAlone = call.parent?.type === 'ExpressionStatement';
  if (key === undefined || more !== undefined || call.optional) return null;
  if (asked === 'set' && given !== undefined && isAlone) return { start, end, text: `${name}[${key}] = ${given}` };
  if (given !== undefined) return null;
  if (asked === 'get') return { start, end, text: `${name}[${key}]` };
  if (asked === 'has') return { start, end, text: `Object.hasOwn(${name}, ${key})` };
  return asked === 'delete' && isAlone ? { start, end, text: `delete ${name}[${key}]` } : null;
}
