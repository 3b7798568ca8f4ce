/** A name that is nowhere and that its surroundings tell: `describe(row)` where all the rest of the file says `vehicles.describe(…)`, a parameter by another name than its callers have for it, a stray word. */
import type { Idea } from '../../../incident/nouns.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { handedTo } from '../../code/callees.ts';
import { nearNames } from '../../code/names.ts';
import { isUnused, namesInScope, unresolved } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, keyName } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { lineStart } from '../../code/text.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

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

interface Place {
  readonly source: Source;
  readonly node: Node;
}

/** `quote(volume)` that reads `litres`, where all who call it hand `input.litres` over in that place, and nothing reads `volume`. */
export function handedIdeas(context: RecipeContext, { source, node }: Place, name: string): Idea[] {
  const scope = namesInScope(source, node.start);
  return functionsAround(node).flatMap((fn) => {
    const calls = handedTo(context, fn);
    return fn.params.flatMap((param, at) => {
      const binding = param.type === 'Identifier' ? scope.get(param.name) : undefined;
      const isIdle = binding?.id === param && isUnused(source, binding);
      const isSaid = calls.length > 0 && calls.every(({ given }) => lastNameOf(given[at] ?? param) === name);
      if (param.type !== 'Identifier' || !isIdle || !isSaid) return [];
      const title = `\`${param.name}\` is \`${name}\`, as those who call it have it`;
      const splices = [{ start: param.start, end: param.start + param.name.length, text: name }];
      return [ideaIn('identifier', source, { title, rank: 0, splices })];
    });
  });
}

/** `q` on a line of its own, which nothing else is called like: it does nothing but fail. */
export function strayIdeas({ tree }: RecipeContext, { source, node }: Place, name: string): Idea[] {
  const { parent } = node;
  if (
    parent?.type !== 'ExpressionStatement' ||
    nearNames(name, [...words, ...namesInScope(source, node.start).keys()]).length > 0
  )
    return [];
  const said = allSources(tree).flatMap(
    ({ text }) => text.match(new RegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`, 'g')) ?? [],
  );
  const [start, newline] = [lineStart(source.text, parent.start), source.text.indexOf('\n', parent.end)];
  const end = newline < 0 ? source.text.length : newline + 1;
  const isAlone = source.text.slice(start, end).trim() === source.text.slice(parent.start, parent.end);
  if (said.length > 1 || !isAlone) return [];
  const title = `\`${name}\` stands alone on a line and is nothing`;
  return [ideaIn('identifier', source, { title, rank: 0, splices: [{ start, end, text: '' }] })];
}

const words = 'break continue return debugger await next'.split(' ');

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
