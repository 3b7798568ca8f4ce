/** A repair that calls a function of the project with less than it takes: what is left out is undefined there, and nothing need fail. */
import type { Edit, SourceTree } from '../../incident/nouns.ts';
import { makerOf } from '../code/package-words.ts';
import { all, allSources, isFunction, parseSource } from '../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { lastNameOf } from './fields.ts';
import { methodsOf } from './fits.ts';

/** `people.remove(id)`, where the project's `remove(id, at)` takes more, and nobody calls it with as little; null where none is. */
export function shortDoubt({ tree }: RecipeContext, edits: readonly Edit[]): string | null {
  for (const { path, before, after } of edits) {
    const [old, next] = [before, after].map((text) => (text === null ? null : parseSource(path, text)));
    if (old == null || next == null) continue;
    const known = new Set(callsIn(old).map(likeness));
    const made = callsIn(next).filter((call) => !known.has(likeness(call)));
    const short = made.find((call) => !isOfPackage(tree, next, call) && isShort(allSources(tree), call));
    if (short !== undefined) return `\`${lastNameOf(short.callee)}\` of the project takes more than it is given there`;
  }
  return null;
}

/** `app.notFound(handler)` of `const app = new Hono()`: what the project calls so is another thing. */
function isOfPackage(tree: SourceTree, source: Source, { callee }: Of<'CallExpression'>): boolean {
  return callee.type === 'MemberExpression' && makerOf(tree, source, callee.object, 1) !== null;
}

function isShort(sources: readonly Source[], call: Of<'CallExpression'>): boolean {
  const name = lastNameOf(call.callee);
  if (name === null || givenTo(call) === Infinity) return false;
  const found = sources.flatMap((source) => [...methodsOf(source, name), ...assigned(source, name)]);
  const needs = found.map((fn) => fn.params.findLastIndex(isRequired) + 1);
  if (found.length === 0 || needs.some((each) => each <= givenTo(call))) return false;
  const others = sources.flatMap(callsIn).filter(({ callee }) => lastNameOf(callee) === name);
  return others.every((each) => givenTo(each) > givenTo(call));
}

function callsIn(source: Source): Of<'CallExpression'>[] {
  return all(source.program, 'CallExpression');
}

function likeness(call: Of<'CallExpression'>): string {
  return `${lastNameOf(call.callee)} ${givenTo(call)}`;
}

/** How many values a call gives; infinite where it spreads some. */
function givenTo({ arguments: given }: Of<'CallExpression'>): number {
  return given.some(({ type }) => type === 'SpreadElement') ? Infinity : given.length;
}

/** `const pay = (claim, key) => …` */
function assigned(source: Source, name: string): FunctionNode[] {
  return all(source.program, 'VariableDeclarator').flatMap(({ id, init }) =>
    id.type === 'Identifier' && id.name === name && init !== null && isFunction(init as Node)
      ? [init as FunctionNode]
      : [],
  );
}

function isRequired(param: FunctionNode['params'][number]): boolean {
  return param.type !== 'AssignmentPattern' && param.type !== 'RestElement' && !('optional' in param && param.optional);
}
