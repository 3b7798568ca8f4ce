/** A part that a statement has under a condition, with placeholders whose values are given always: they are given under the same condition. */
import type { Idea } from '../../../incident/nouns.ts';
import { namesInScope } from '../../code/scope.ts';
import { queriesNear } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';
import {
  all,
  chainOf,
  functionsAround,
  isReference,
  keyName,
  stringValue,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, indentUnit, lineStart, nextLine } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const name = 'sql-values';

export function optionalParts(context: RecipeContext): Idea[] {
  const given = /supplies (\d+) parameters, but .* requires (\d+)/.exec(context.diagnosis.message);
  if (given !== null && Number(given[1]) < Number(given[2])) return [];
  const queries = queriesNear(context, () => true);
  const [whole] = queries.flatMap((query) => givenAlways(query));
  const pushed = [...new Set(queries.map(({ source }) => source))].flatMap(pushedAlways);
  return whole === undefined ? (pushed.length === 1 ? pushed : []) : [whole];
}

/** A part of a statement: what stands there, and the test under which it does. */
interface Part {
  readonly text: string;
  readonly test: string | null;
  /** The part stands where the test holds. */
  readonly holds: boolean;
}

/** ``db.query(`SELECT … ${where} LIMIT $1`, [limit, author])`` with `const where = author ? 'WHERE author = $2' : ''`. */
function givenAlways({ source, node }: Query): Idea[] {
  const outer = upwards(node).findLast(
    (each) =>
      each === node || (each.type === 'BinaryExpression' && each.operator === '+' && upwards(node).includes(each)),
  );
  const call = outer?.parent;
  if (outer === undefined || call?.type !== 'CallExpression') return [];
  const parts = partsOf(source, outer);
  const values = listGiven(source, call, outer);
  if (parts === null || values === null || parts.every(({ test }) => test === null)) return [];
  const marks = parts.flatMap((part) => marksIn(part.text).map((mark) => ({ mark, part })));
  const isCounted = marks.some(({ mark }) => mark !== '?');
  const places = isCounted ? countedPlaces(marks) : marks.map(({ part }, at) => ({ at, part }));
  if (places === null || places.length !== values.length) return [];
  const optional = places.filter(({ part }) => part.test !== null);
  // `$1` that is left out would move all behind it.
  const firstOptional = Math.min(...optional.map(({ at }) => at));
  if (isCounted && places.some(({ at, part }) => part.test === null && at > firstOptional)) return [];
  const splices = optional.flatMap(({ at, part }) => {
    const value = values[at];
    if (value === undefined || part.test === null) return [];
    const list = `[${textOf(source, value)}]`;
    const text = part.holds ? `...(${part.test} ? ${list} : [])` : `...(${part.test} ? [] : ${list})`;
    return [{ start: value.start, end: value.end, text }];
  });
  if (splices.length === 0) return [];
  return [
    ideaIn(name, source, { title: 'a value is given only where the statement has its placeholder', rank: 0, splices }),
  ];
}

function marksIn(text: string): string[] {
  return text.replaceAll(/'[^']*'/g, '').match(/\?(?![|&])|\$\d+/g) ?? [];
}

/** `$1 … $3`, each once or always in parts of one test. */
function countedPlaces(
  marks: readonly { readonly mark: string; readonly part: Part }[],
): { at: number; part: Part }[] | null {
  const found = new Map<number, Part>();
  for (const { mark, part } of marks) {
    const at = Number(mark.slice(1)) - 1;
    const known = found.get(at);
    if (known !== undefined && known.test !== part.test) return null;
    found.set(at, part);
  }
  return [...found].map(([at, part]) => ({ at, part })).sort((a, b) => a.at - b.at);
}

/** The parts of a text that is put together; null where one of them is not known. */
function partsOf(source: Source, node: Node): Part[] | null {
  const plain = (text: string): Part => ({ text, test: null, holds: true });
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis.flatMap(({ value }, at) => {
      const put = node.expressions[at];
      return [[plain(value.cooked ?? '')], ...(put === undefined ? [] : [partsOf(source, put as Node)])];
    });
    return parts.includes(null) ? null : parts.flatMap((each) => each ?? []);
  }
  const text = stringValue(node);
  if (text !== null) return [plain(text)];
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [partsOf(source, node.left as Node), partsOf(source, node.right)];
    return left === null || right === null ? null : [...left, ...right];
  }
  if (node.type === 'ConditionalExpression') return chosen(source, node);
  if (node.type !== 'Identifier') return null;
  const made = namesInScope(source, node.start).get(node.name);
  const init = made?.kind === 'const' && made.node.type === 'VariableDeclarator' ? made.node.init : null;
  const isHere = init !== null && functionsAround(init)[0] === functionsAround(node)[0];
  return init === null || init === undefined || (init.type === 'ConditionalExpression' && !isHere)
    ? null
    : partsOf(source, init);
}

function chosen(source: Source, node: Of<'ConditionalExpression'>): Part[] | null {
  const [then, other] = [node.consequent, node.alternate].map((each) => partsOf(source, each));
  if (then == null || other == null || [...then, ...other].some(({ test }) => test !== null)) return null;
  const [yes, no] = [then, other].map((parts) => parts.map(({ text }) => text).join(''));
  const counts = [yes, no].map((each) => marksIn(each ?? '').length);
  if (counts.every((each) => each === 0)) return [{ text: '', test: null, holds: true }];
  if (counts.every((each) => each > 0) || !isSteady(node.test)) return null;
  const holds = (counts[0] ?? 0) > 0;
  return [{ text: (holds ? yes : no) ?? '', test: textOf(source, node.test), holds }];
}

/** It says the same where it is asked once more. */
function isSteady(test: Node): boolean {
  return [
    'CallExpression',
    'AwaitExpression',
    'NewExpression',
    'AssignmentExpression',
    'UpdateExpression',
    'YieldExpression',
  ].every((type) => all(test, type as 'CallExpression').length === 0);
}

/** The list behind the text, written there or under a name that nothing else uses. */
function listGiven(source: Source, call: Of<'CallExpression'>, text: Node): Node[] | null {
  const next = call.arguments[(call.arguments as Node[]).indexOf(text) + 1] as Node | undefined;
  const list = next?.type === 'Identifier' ? soleInit(source, next) : next;
  if (list?.type !== 'ArrayExpression') return null;
  const elements = list.elements as (Node | null)[];
  return elements.some((each) => each === null || each.type === 'SpreadElement') ? null : (elements as Node[]);
}

function soleInit(source: Source, use: Of<'Identifier'>): Node | null {
  const made = namesInScope(source, use.start).get(use.name);
  const init = made?.node.type === 'VariableDeclarator' ? made.node.init : null;
  const uses = all(source.program, 'Identifier').filter(
    (each) =>
      each.name === use.name && isReference(each) && namesInScope(source, each.start).get(use.name)?.id === made?.id,
  );
  const reads = uses.filter((each) => each !== made?.id);
  return reads.length === 1 && init != null && functionsAround(init)[0] === functionsAround(use)[0] ? init : null;
}

/** `if (author) sql += ' AND author = ?'; params.push(author);`: what is pushed belongs to the condition. */
function pushedAlways(source: Source): Idea[] {
  return all(source.program, 'IfStatement').flatMap((each) => {
    const block = each.parent?.type === 'BlockStatement' ? each.parent.body : [];
    const next = block[block.indexOf(each as never) + 1];
    const push =
      next?.type === 'ExpressionStatement' && next.expression.type === 'CallExpression' ? next.expression : null;
    const isPush = push?.callee.type === 'MemberExpression' && keyName(push.callee.property) === 'push';
    if (push === null || next === undefined || !isPush || each.alternate !== null || !isSteady(each.test)) return [];
    const texts = all(each.consequent, 'Literal').flatMap((one) => stringValue(one) ?? []);
    const wrapped = all(each.consequent, 'TemplateElement').map(({ value }) => value.raw);
    const marks = [...texts, ...wrapped].flatMap(marksIn);
    const pushes = all(each.consequent, 'CallExpression').filter(
      ({ callee }) => chainOf(callee) === chainOf(push.callee),
    );
    const adds = all(each.consequent, 'AssignmentExpression').some(({ operator }) => operator === '+=');
    const isPart =
      adds ||
      all(each.consequent, 'CallExpression').some(
        ({ callee }) => callee.type === 'MemberExpression' && keyName(callee.property) === 'push',
      );
    const isOf = push.arguments.some((given) =>
      all(given as Node, 'Identifier').some((id) => all(each.test, 'Identifier').some((one) => one.name === id.name)),
    );
    if (!isPart || !isOf || pushes.length > 0 || marks.length === 0 || new Set(marks).size > push.arguments.length)
      return [];
    const title = 'a value is given only where the statement has its placeholder';
    return [ideaIn(name, source, { title, rank: 0, splices: joined(source, each, next) })];
  });
}

function joined({ text }: Source, test: Of<'IfStatement'>, next: Node): { start: number; end: number; text: string }[] {
  const [eol, indent] = [eolOf(text), indentAt(text, test.start)];
  const inner = indent + indentUnit(text);
  const moved = text.slice(next.start, next.end);
  const gone = { start: lineStart(text, next.start), end: nextLine(text, next.end), text: '' };
  const { consequent } = test;
  const end = consequent.end;
  if (consequent.type === 'BlockStatement') {
    const last = consequent.body.at(-1)?.end ?? consequent.start + 1;
    return [{ start: last, end: last, text: `${eol}${inner}${moved}` }, gone];
  }
  return [
    { start: consequent.start, end: consequent.start, text: `{${eol}${inner}` },
    { start: end, end, text: `${eol}${inner}${moved}${eol}${indent}}` },
    gone,
  ];
}
