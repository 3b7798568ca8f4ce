/** A function of which the last change made its parameters one object, or the reverse, and calls that still hand over as before: they follow it. */
import type { Idea } from '../../../incident/nouns.ts';
import { callsOf } from '../../code/callees.ts';
import type { Call } from '../../code/callees.ts';
import { all, isFunction, keyName, parseSource, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `addMonths(start, 6)` becomes `addMonths({ day: start, months: 6 })`. */
export function reshapedIdeas(context: RecipeContext, source: Source, fn: FunctionNode): Idea[] {
  const name = nameOf(fn);
  const was = name === null ? null : functionBefore(context, source.path, name);
  if (name === null || was === null) return [];
  const [now, then] = [fn, was].map((each) => ({ inOne: namesInOne(each), inOrder: namesInOrder(each) }));
  const made = callsOf(context, fn).map((call) => ({
    ...call,
    splice:
      now?.inOne != null && then?.inOrder != null && then.inOrder.every((each) => now.inOne?.includes(each))
        ? byName(call, then.inOrder)
        : now?.inOrder != null && then?.inOne != null
          ? inOrder(call, now.inOrder)
          : null,
  }));
  const changes = made.flatMap(({ source: at, splice }) =>
    splice === null ? [] : [{ source: at, splices: [splice] }],
  );
  // Where nobody calls it as it is now, the function is what slipped.
  if (changes.length === 0 || changes.length === made.length) return [];
  const title = `\`${name}\` is called as the last change made it`;
  return [ideaOf('argument-shape', { title, rank: -1 }, changes)];
}

function nameOf(fn: FunctionNode): string | null {
  if (fn.id != null) return fn.id.name;
  const { parent } = fn;
  if (parent?.type === 'VariableDeclarator') return keyName(parent.id);
  return parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? keyName(parent.key) : null;
}

/** The one function of that name that the file had. */
function functionBefore({ lastGood }: RecipeContext, path: string, name: string): FunctionNode | null {
  const text = lastGood?.read(path) ?? null;
  const before = text === null ? null : parseSource(path, text);
  if (before === null) return null;
  const [only, more] = [
    ...all(before.program, 'FunctionDeclaration'),
    ...all(before.program, 'FunctionExpression'),
    ...all(before.program, 'ArrowFunctionExpression'),
  ].filter((each) => isFunction(each) && nameOf(each) === name);
  return only === undefined || more !== undefined ? null : only;
}

/** The names of `({ day, months })`, the only parameter; null of any other. */
function namesInOne({ params: [only, more] }: FunctionNode): string[] | null {
  const pattern = only?.type === 'AssignmentPattern' ? only.left : only;
  if (pattern?.type !== 'ObjectPattern' || more !== undefined) return null;
  const names = pattern.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null));
  return names.includes(null) ? null : (names as string[]);
}

/** The names of `(day, months = 1)`; null where there are no two, or another kind of parameter. */
function namesInOrder({ params }: FunctionNode): string[] | null {
  const names = params.map((each) => keyName(each.type === 'AssignmentPattern' ? each.left : each));
  const isPlain = params.every((each) => /^(?:Identifier|AssignmentPattern)$/.test(each.type));
  return names.length < 2 || !isPlain || names.includes(null) ? null : (names as string[]);
}

function byName({ source, call }: Call, names: readonly string[]): Splice | null {
  const given = call.arguments as Node[];
  const [first, last] = [given[0], given.at(-1)];
  if (first === undefined || last === undefined || given.length < 2 || given.length > names.length) return null;
  if (given.some(({ type }) => type === 'SpreadElement')) return null;
  const parts = given.map((each, at) => {
    const text = textOf(source, each);
    return text === names[at] ? text : `${names[at]}: ${text}`;
  });
  return { start: first.start, end: last.end, text: `{ ${parts.join(', ')} }` };
}

/** Nothing where the object lacks one that stands before one which it has. */
function inOrder({ source, call }: Call, names: readonly string[]): Splice | null {
  const [only, more] = call.arguments;
  if (only?.type !== 'ObjectExpression' || more !== undefined) return null;
  const values = new Map(
    only.properties.map((each) => [
      each.type === 'Property' && !each.computed ? keyName(each.key) : null,
      each.type === 'Property' ? textOf(source, each.value as Node) : '',
    ]),
  );
  const given = names.slice(0, values.size);
  if (values.has(null) || !given.every((each) => values.has(each))) return null;
  return { start: only.start, end: only.end, text: given.map((each) => values.get(each)).join(', ') };
}
