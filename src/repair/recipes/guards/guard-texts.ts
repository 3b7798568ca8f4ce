/** The text of a guard for a look-up, taken from where the project refuses its like. */
import { handlerAround } from '../../code/frameworks.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, isReference, textOf } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { eolOf, indentAt, splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import type { RecipeContext } from '../../recipe.ts';
import { subjectPairs } from './guard-words.ts';
import { keyGiven, keyOf } from './look-ups.ts';
import type { LookUp } from './look-ups.ts';

/** A look-up with the guard behind it. */
export interface Precedent extends LookUp {
  readonly guard: Of<'IfStatement'>;
}

/** `return`, `throw`, and what throws by another name: `ctx.throw(404)`. */
export function leaves(statement: Node): boolean {
  if (statement.type === 'ExpressionStatement' && statement.expression.type === 'CallExpression')
    return chainOf(statement.expression.callee)?.endsWith('.throw') === true;
  return statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement';
}

/** What a refusal of something that is not there says. */
export const refuses = /404|not_?found|unknown|no_?such|\bmissing\b|\bno \$?\{?\w/i;

/** The text of the guard with the names of the other place; null where it speaks of something that is not there. */
export function transferred(context: RecipeContext, from: Precedent, to: LookUp): string | null {
  const there = namesInScope(to.source, to.id.end);
  const [old, now] = [from, to].map(({ source, id }) => handlerAround(context.tree, source, id));
  const pairs = [
    [from.name, to.name],
    [keyOf(from), keyOf(to)],
  ];
  for (const key of ['request', 'response', 'next'] as const) pairs.push([old?.[key] ?? null, now?.[key] ?? null]);
  const renamed = new Map(
    pairs.flatMap(([was, is]) => (typeof was === 'string' && typeof is === 'string' ? [[was, is] as const] : [])),
  );
  const keys = keysIn(from, to);
  const names = all(from.guard, 'Identifier').filter(
    (id) => isReference(id) && !keys.some(({ start, end }) => start <= id.start && id.end <= end),
  );
  if (!names.every(({ name }) => renamed.has(name) || name === 'undefined' || there.has(name))) return null;
  const plain = [...renamed, ...subjectPairs(from, to)];
  const words = new Map([...plain, ...plain.map(([was, is]) => [capital(was), capital(is)] as const)]);
  const said = [...all(from.guard, 'Literal'), ...all(from.guard, 'TemplateElement')].filter(
    (each) => !keys.some(({ start, end }) => start <= each.start && each.end <= end),
  );
  const splices = [
    ...keys,
    ...names.map((id) => ({ start: id.start, end: id.end, text: renamed.get(id.name) ?? id.name })),
    ...said.map(({ start, end }) => ({
      ...{ start, end },
      text: from.source.text.slice(start, end).replace(/[\w$]+/g, (word) => words.get(word) ?? word),
    })),
  ].map((each) => ({ ...each, start: each.start - from.guard.start, end: each.end - from.guard.start }));
  const [indent, own] = [
    indentAt(from.source.text, from.guard.start),
    indentAt(to.source.text, (to.body[to.at - 1] ?? to.body[to.at] ?? to.id).start),
  ];
  return splice(textOf(from.source, from.guard), ...splices)
    .split(/\r?\n/)
    .map((line, at) => (at === 0 ? line : own + line.slice(indent.length)))
    .join(eolOf(to.source.text));
}

/** Where the guard says by which key nothing was found: the key of the other look-up, as it is written there. */
function keysIn(from: Precedent, to: LookUp): Splice[] {
  const [was, is] = [keyGiven(from), keyGiven(to)];
  if (was === null || is === null) return [];
  const same = [...all(from.guard, was.type)].filter(
    (each) => textOf(from.source, each as Node) === textOf(from.source, was),
  );
  return same.map(({ start, end }) => ({ start, end, text: textOf(to.source, is) }));
}

/** The guard of a thing of the same name, however it was come by there, where all that it speaks of is known here. */
export function namesake(context: RecipeContext, to: LookUp): string | null {
  const there = namesInScope(to.source, to.id.end);
  for (const source of allSources(context.tree))
    for (const guard of all(source.program, 'IfStatement')) {
      const names = all(guard, 'Identifier').filter((id) => isReference(id));
      const text = textOf(source, guard);
      const isPlain = guard.alternate === null && guard.consequent.type === 'ThrowStatement' && refuses.test(text);
      if (
        isPlain &&
        textOf(source, guard.test) === `!${to.name}` &&
        names.every(({ name }) => name === to.name || there.has(name))
      )
        return text;
    }
  return null;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Where a call on the same thing by the same key is refused in the same file, `if (rows.remove(code) === 0) throw …`: so is what is not found by it. */
export function refusedBeside({ source, name, call, id }: LookUp): string | null {
  const key = keyGiven({ call });
  if (key === null || call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const [on, by, there] = [textOf(source, call.callee.object), textOf(source, key), namesInScope(source, id.end)];
  const isLike = (other: Of<'CallExpression'>): boolean =>
    other !== call &&
    other.callee.type === 'MemberExpression' &&
    textOf(source, other.callee.object) === on &&
    other.arguments.length === 1 &&
    textOf(source, other.arguments[0] as Node) === by;
  const guard = all(source.program, 'IfStatement').find(
    ({ test, consequent, alternate }) =>
      alternate === null &&
      leaves(consequent) &&
      refuses.test(textOf(source, consequent)) &&
      all(test, 'CallExpression').some(isLike) &&
      all(consequent, 'Identifier').every((each) => !isReference(each) || there.has(each.name)),
  );
  return guard === undefined ? null : `if (!${name}) ${textOf(source, guard.consequent)}`;
}
