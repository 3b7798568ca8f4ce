/** `describe(row)` where all the rest of the file says `vehicles.describe(…)`: the name of the object before it was left out. */
import type { Idea } from '../../incident/nouns.ts';
import { namesInScope, unresolved } from '../code/scope.ts';
import { all, chainOf, keyName } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { ideaIn } from '../recipe.ts';

/** One idea, where one object alone is called so in this file, and can be seen from each place that lacks it. */
export function heldIdeas(source: Source, name: string): Idea[] {
  const calls = all(source.program, 'CallExpression').filter(({ callee }) => isMember(callee, name));
  const holders = new Set(calls.map(({ callee }) => chainOf((callee as Of<'MemberExpression'>).object)));
  const [holder, more] = holders;
  const root = holder?.split('.')[0];
  if (holder == null || root === undefined || more !== undefined) return [];
  const splices = unresolved(source, name).map((id) => {
    const isSeen = root === 'this' ? false : namesInScope(source, id.start).has(root);
    const text = isSeen ? inPlace(id, `${holder}.${name}`, calls) : null;
    return text === null ? null : { start: id.start, end: id.end, text };
  });
  const whole = splices.filter((each) => each !== null);
  const title = `\`${name}\` is \`${holder}.${name}\`, as everywhere else in ${source.path}`;
  return whole.length < splices.length || whole.length === 0
    ? []
    : [ideaIn('identifier', source, { title, rank: 0, splices: whole })];
}

function isMember(callee: Node, name: string): boolean {
  return callee.type === 'MemberExpression' && !callee.computed && keyName(callee.property) === name;
}

/** What is handed on keeps its object, and takes what all others give it. */
function inPlace({ parent, start }: Node, member: string, calls: readonly Of<'CallExpression'>[]): string | null {
  if (parent?.type !== 'CallExpression') return null;
  if (parent.callee.start === start) return member;
  const isOne = calls.every((call) => call.arguments.length === 1);
  return isOne ? `(each) => ${member}(each)` : null;
}
