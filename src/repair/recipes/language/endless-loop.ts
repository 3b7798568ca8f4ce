/** A loop whose own text says that it cannot end: its condition asks what nothing in it changes, or it counts the wrong way. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, isFunction, isReference, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

type Loop = Of<'ForStatement'> | Of<'WhileStatement'> | Of<'DoWhileStatement'>;

export const endlessLoop: Recipe = {
  name: 'endless-loop',
  classes: ['freeze', 'timeout', 'out_of_memory'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A loop that cannot end: it counts the wrong way or another name, changes something else than it asks, or goes on before it counts.',
  ideas({ tree }) {
    return allSources(tree)
      .flatMap((source) => [
        ...all(source.program, 'ForStatement').flatMap((loop) => counted(source, loop)),
        ...all(source.program, 'WhileStatement').flatMap((loop) => asked(source, loop)),
        ...all(source.program, 'DoWhileStatement').flatMap((loop) => asked(source, loop)),
      ])
      .slice(0, 6);
  },
};

function put(source: Source, title: string, ...splices: readonly Splice[]): Idea[] {
  return [ideaIn('endless-loop', source, { title, rank: 0, splices })];
}

/** `for (let i = 0; i < n; i--)`, `for (let j = 0; j < n; i++)`, `for (let i = 0; i < n; ) {}`. */
function counted(source: Source, loop: Of<'ForStatement'>): Idea[] {
  const { test, update, body } = loop;
  const counter = test?.type === 'BinaryExpression' && test.left.type === 'Identifier' ? test.left.name : null;
  const up = test?.type === 'BinaryExpression' && /^<=?$/.test(test.operator);
  const down = test?.type === 'BinaryExpression' && /^>=?$/.test(test.operator);
  if (counter === null || (!up && !down) || changes(body, counter)) return [];
  const right = up ? '+' : '-';
  if (update === null || test === null)
    return put(source, `the loop counts \`${counter}\``, {
      ...behindTest(source, loop),
      text: ` ${counter}${right}${right}`,
    });
  const target = targetOf(update);
  if (target?.type !== 'Identifier') return [];
  if (target.name !== counter)
    return put(source, `the loop counts \`${counter}\``, { start: target.start, end: target.end, text: counter });
  const wrong = up ? '-' : '+';
  const text = textOf(source, update);
  const turned = text.replace(`${wrong}${wrong}`, `${right}${right}`).replace(`${wrong}=`, `${right}=`);
  return turned === text
    ? []
    : put(source, 'the loop counts towards its end', { start: update.start, end: update.end, text: turned });
}

function behindTest({ text }: Source, { test, body }: Of<'ForStatement'>): { start: number; end: number } {
  const at = text.indexOf(';', test?.end ?? body.start) + 1;
  return { start: at, end: at };
}

/** `while (current !== null) { …; other = current.parent; }`, `while (i < n) { if (…) continue; …; i++; }`. */
function asked(source: Source, loop: Of<'WhileStatement'> | Of<'DoWhileStatement'>): Idea[] {
  const { test, body } = loop;
  if (all(test, 'CallExpression').length > 0 || body.type !== 'BlockStatement') return [];
  const names = [
    ...new Set(all(test, 'Identifier').flatMap((id) => (isReference(id) && id.name !== 'undefined' ? [id.name] : []))),
  ];
  const changed = names.filter((name) => changes(body, name));
  if (changed.length === 0) return [...renamed(source, loop, names), ...uncounted(source, loop, names)];
  return changed.flatMap((name) => passedOver(source, body, name));
}

/** What is set in the loop and read nowhere behind that: the name that the loop asks was meant. */
function renamed(source: Source, loop: Loop, names: readonly string[]): Idea[] {
  const [name, more] = names.filter((each) => isVariable(source, loop, each));
  if (name === undefined || more !== undefined) return [];
  const fn = upwards(loop).find(isFunction) ?? source.program;
  return all(loop.body, 'AssignmentExpression').flatMap(({ left, operator, parent }) => {
    if (left.type !== 'Identifier' || operator !== '=' || parent?.type !== 'ExpressionStatement') return [];
    const reads = all(fn, 'Identifier').filter(
      (id) => id.name === left.name && isReference(id) && id.start !== left.start && id.start >= loop.start,
    );
    if (reads.length > 0) return [];
    return put(source, `the loop goes on with \`${name}\``, { start: left.start, end: left.end, text: name });
  });
}

function isVariable(source: Source, loop: Loop, name: string): boolean {
  const binding = namesInScope(source, loop.start).get(name);
  const declaration = binding?.node.type === 'VariableDeclarator' ? binding.node.parent : null;
  return binding?.kind === 'param' || (declaration?.type === 'VariableDeclaration' && declaration.kind !== 'const');
}

/** `let i = 0; while (i < n) { use(list[i]); }`. */
function uncounted(source: Source, { test, body }: Loop, names: readonly string[]): Idea[] {
  const last = body.type === 'BlockStatement' ? body.body.at(-1) : undefined;
  if (test?.type !== 'BinaryExpression' || test.left.type !== 'Identifier' || last === undefined) return [];
  const counter = test.left.name;
  const made = namesInScope(source, test.start).get(counter)?.node;
  const from = made?.type === 'VariableDeclarator' ? made.init : null;
  const isNumber = from?.type === 'Literal' && typeof from.value === 'number';
  if (!names.includes(counter) || !isNumber || !/^[<>]=?$/.test(test.operator)) return [];
  const { text } = source;
  const sign = test.operator.startsWith('<') ? '+' : '-';
  const line = `${eolOf(text)}${indentAt(text, last.start)}${counter} ${sign}= 1${semicolonOf(text)}`;
  return put(source, `the loop counts \`${counter}\``, { start: last.end, end: last.end, text: line });
}

/** A `continue` before what counts, which is the last statement; where its condition hangs on something else that changes behind it, that is what has to go on. */
function passedOver(source: Source, body: Of<'BlockStatement'>, name: string): Idea[] {
  const last = body.body.at(-1);
  const isLast = last?.type === 'ExpressionStatement' && targetName(last.expression) === name;
  if (!isLast || body.body.slice(0, -1).some((each) => changes(each, name))) return [];
  const own = all(body, 'ContinueStatement').filter(
    (each) =>
      upwards(each)
        .slice(1)
        .find((one) => /^(?:For|While|DoWhile)/.test(one.type))?.start === body.parent?.start,
  );
  const steps = own.map((each) => stepsBehind(body, each));
  const changed = [...new Set(steps.flat().map(({ expression }) => targetName(expression)))];
  const splices = own.flatMap(({ start, end, parent }, at): Splice[] => {
    const texts = (steps[at] ?? []).map((each) => textOf(source, each).replace(/;$/, '') + semicolonOf(source.text));
    const both = [...texts, source.text.slice(start, end)].join(' ');
    return texts.length === 0 ? [] : [{ start, end, text: parent?.type === 'BlockStatement' ? both : `{ ${both} }` }];
  });
  const title = `\`${changed.join('`, `')}\` changes before the loop goes on`;
  return splices.length === 0 || splices.length < own.length ? [] : put(source, title, ...splices);
}

/** The statements behind a `continue` that change what its condition asks, itself or by a name of the loop: `next` of `current`. */
function stepsBehind(body: Of<'BlockStatement'>, { start }: Node): Of<'ExpressionStatement'>[] {
  const guard = body.body.findIndex((each) => each.start <= start && start < each.end);
  const at = body.body[guard];
  if (at?.type !== 'IfStatement') return [];
  const before = body.body.slice(0, guard).flatMap((each) => all(each, 'VariableDeclarator'));
  const asks = new Set(namesOf(at.test));
  for (const { id, init } of before.toReversed())
    if (init !== null && [...asks].some((name) => all(id, 'Identifier').some((each) => each.name === name)))
      for (const name of namesOf(init)) asks.add(name);
  return body.body
    .slice(guard + 1)
    .filter((each) => each.type === 'ExpressionStatement')
    .filter(({ expression }) => asks.has(targetName(expression) ?? ''));
}

function namesOf(node: Node): string[] {
  return all(node, 'Identifier').flatMap((id) => (isReference(id) ? [id.name] : []));
}

/** Is the name, or what it holds, changed in there? A call that is handed it, or a method of it, may do that. */
function changes(node: Node, name: string): boolean {
  const isOf = (each: Node | null): boolean => each !== null && (chainOf(each)?.split('.')[0] ?? '') === name;
  return (
    all(node, 'AssignmentExpression').some(
      ({ left }) => isOf(left) || all(left, 'Identifier').some((id) => id.name === name && !isReference(id)),
    ) ||
    all(node, 'UpdateExpression').some(({ argument }) => isOf(argument)) ||
    all(node, 'CallExpression').some(({ callee }) => callee.type === 'MemberExpression' && isOf(callee.object))
  );
}

function targetOf(node: Node): Node | null {
  if (node.type === 'UpdateExpression') return node.argument;
  return node.type === 'AssignmentExpression' ? node.left : null;
}

function targetName(node: Node): string | null {
  const target = targetOf(node);
  return target?.type === 'Identifier' ? target.name : null;
}
