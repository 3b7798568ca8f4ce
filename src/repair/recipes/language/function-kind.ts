/** Functions of the wrong kind: `await` in one that is not async, `yield` in one that is no generator. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { all, functionsAround, hasModuleSyntax, openSource, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
import { asyncBefore } from '../../code/promises.ts';
import { awaitingIdeas } from './awaiting-function.ts';
import { eolOf, indentUnit, semicolonOf, splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

function put(source: Source, title: string, splices: readonly Splice[]): Idea[] {
  return [ideaIn('language', source, { title, rank: 0, splices })];
}

/** `*` for the function around a `yield`. */
export function generatorIdeas({ diagnosis, tree }: RecipeContext): Idea[] {
  const source = diagnosis.file === null ? null : openSource(tree, diagnosis.file);
  const stars = new Set<number>();
  for (const each of source === null ? [] : yieldsOf(source)) {
    const fn = functionsAround(each)[0];
    if (fn === undefined || fn.generator || fn.type === 'ArrowFunctionExpression') continue;
    const { parent } = fn;
    const isMethod = parent?.type === 'MethodDefinition' || (parent?.type === 'Property' && parent.method);
    const [key] = isMethod ? [parent.computed ? parent.key.start - 1 : parent.key.start] : [];
    const word = /^(?:async\s+)?function/.exec(textOf(source!, fn))?.[0] ?? '';
    stars.add(key ?? fn.start + word.length);
  }
  if (source === null || stars.size === 0) return [];
  const splices = [...stars].map((start) => ({ start, end: start, text: '*' }));
  return put(source, 'a function that yields is a generator', splices);
}

/** In a class `yield * rows` reads as a product. */
function yieldsOf({ program }: Source): Node[] {
  return [...all(program, 'YieldExpression'), ...all(program, 'Identifier').filter(({ name }) => name === 'yield')];
}

/** `async` for the function around an `await`; around the top level of CommonJS, an async function. */
export function asyncIdeas(context: RecipeContext): Idea[] {
  const path = context.diagnosis.file;
  const source = path === null ? null : openSource(context.tree, path);
  if (source === null || source.program.body.length === 0) return [];
  const awaiting = awaits(source);
  const fns = plainFunctions(awaiting);
  if (fns.some(isFixed)) return [];
  if (fns.length > 0) return awaitingIdeas(context, source, fns);
  const loose = awaiting.find((node) => functionsAround(node).length === 0);
  const top = loose === undefined ? null : (upwards(loose).find((each) => each.parent?.type === 'Program') ?? null);
  if (top === null || hasModuleSyntax(source) || (top.type === 'VariableDeclaration' && exportsBehind(source, top)))
    return [];
  const last = source.program.body.at(-1);
  if (last === undefined) return [];
  const unit = indentUnit(source.text);
  const eol = eolOf(source.text);
  const text = source.text
    .slice(top.start, last.end)
    .split('\n')
    .map((line) => (line.trim() === '' ? line : unit + line))
    .join('\n');
  return put(source, 'await inside an async function', [
    { start: top.start, end: last.end, text: `(async () => {${eol}${text}${eol}})()${semicolonOf(source.text)}` },
  ]);
}

function awaits(source: Source): Node[] {
  return [
    ...all(source.program, 'AwaitExpression'),
    ...all(source.program, 'ForOfStatement').filter((each) => each.await),
  ];
}

/** The functions that await and are not async. */
function plainFunctions(awaiting: readonly Node[]): FunctionNode[] {
  return [...new Set(awaiting.flatMap((node) => functionsAround(node)[0] ?? []))].filter((fn) => !fn.async);
}

/** A constructor, a getter or a setter cannot be async. */
function isFixed({ parent }: FunctionNode): boolean {
  return parent?.type === 'MethodDefinition' && parent.kind !== 'method';
}

/** The text with `async` before the functions that await; null where none lacks it. */
export function withAsync(source: Source): string | null {
  const fns = plainFunctions(awaits(source));
  if (fns.length === 0 || fns.some(isFixed)) return null;
  return splice(source.text, ...fns.map(asyncBefore));
}

function exportsBehind(source: Source, from: Node): boolean {
  return /\bexports\b/.test(source.text.slice(from.end));
}
