/** What the project itself answers where a field has nothing: at another read of it, or everywhere. */
import type { Idea } from '../../../incident/nouns.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, functionsAround, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { isNullable, nullsStand } from '../../evidence/optional.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { accessed, asElsewhere, chainAbove, listMethods, marked } from './optional-value.ts';

/** `row.email`; a name that a pattern took out of an object, or out of what a function was given. */
function fieldOf(source: Source, node: Node): string | null {
  if (node.type === 'MemberExpression') return node.computed ? null : keyName(node.property);
  const id = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.id : undefined;
  return id === undefined ? null : takenKey(id);
}

/** The key that `{ key: name }` takes. */
export function takenKey(id: Node): string | null {
  const [property] = upwards(id).filter((each) => each !== id);
  const isIt = property?.type === 'Property' && property.parent?.type === 'ObjectPattern' && !property.computed;
  return isIt && property.value === id ? keyName(property.key) : null;
}

/** `magnitude.toFixed(1)`, where another place says `target.magnitude?.toFixed(1) ?? 'unknown'`, and none says anything else. */
export function asSaid(context: RecipeContext, source: Source, node: Node): Idea[] {
  const [name, chain] = [fieldOf(source, node), chainAbove(node)];
  const { parent } = chain;
  const isLeft = parent?.type === 'LogicalExpression' && parent.left === chain;
  if (name === null || chain === node || isLeft || !isWhole(chain)) return [];
  const read = name + plain(source.text.slice(node.end, chain.end));
  const defaults = allSources(context.tree).flatMap((there) =>
    all(there.program, 'LogicalExpression').flatMap(({ left, right, operator }) => {
      const text = plain(textOf(there, left));
      const isIt = operator !== '&&' && (text === read || text.endsWith(`.${read}`));
      return isIt && textOf(there, left).includes('?.') ? [`${operator} ${textOf(there, right)}`] : [];
    }),
  );
  const [only, more] = new Set(defaults);
  if (only === undefined || more !== undefined || !isLiteral.test(only)) return [];
  const title = `\`${textOf(source, node).slice(0, 60)}\` may have nothing, and \`${only.slice(3)}\` is answered then, as elsewhere`;
  const splices = [...marked(source, node), { start: chain.end, end: chain.end, text: ` ${only}` }];
  return [ideaIn('absent-value', source, { title, rank: 0, splices })];
}

const isLiteral = /^(?:\?\?|\|\|) (?:\[\]|\{\}|null|''|""|'[^'\n]{1,40}'|"[^"\n]{1,40}"|-?\d+(?:\.\d+)?)$/;
const plain = (text: string): string => text.replace(/\s+/g, '').replace(/\?\./g, '.');

/** `const { low = null, high = null } = singer.range`: whoever has none has none of its parts, and each of these has a default. */
export function ofDefaults(source: Source, node: Node): Idea[] {
  const { parent } = node;
  if (parent?.type !== 'VariableDeclarator' || parent.init !== node || parent.id.type !== 'ObjectPattern') return [];
  const { properties } = parent.id;
  const isAll =
    properties.length > 0 &&
    properties.every((each) => each.type === 'Property' && each.value.type === 'AssignmentPattern');
  if (!isAll || node.type !== 'MemberExpression') return [];
  const title = `each part of \`${textOf(source, node).slice(0, 60)}\` has a default, also where there is none`;
  return [
    ideaIn('absent-value', source, { title, rank: 1, splices: [{ start: node.end, end: node.end, text: ' ?? {}' }] }),
  ];
}

/** What is done with the value leaves it as it is: nothing has to be put in brackets, and nothing is reckoned with it. */
function isWhole({ parent, start }: Node): boolean {
  if (parent?.type === 'Property') return parent.value.start === start;
  if (parent?.type === 'ArrowFunctionExpression') return parent.body.start === start;
  return parent !== undefined && parent !== null && wholes.has(parent.type);
}

const wholes = new Set(['VariableDeclarator', 'ReturnStatement', 'TemplateLiteral', 'ArrayExpression']);

/** `email: row.email.trim()` of a field that is null by the schema, the records or the types, in a project that answers null for what is not there. */
export function knownNull(context: RecipeContext, source: Source, node: Node): Idea[] {
  const chain = chainAbove(node);
  const isAnswer = chain.parent?.type === 'Property' && chain.parent.value === chain && !chain.parent.computed;
  const isPlace = isLesserItem(source, node);
  if ((context.diagnosis.named.nullish !== 'null' && !isPlace) || !isAnswer || chain === node) return [];
  const method = accessed(node) ?? '';
  if (chain.type === 'CallExpression' && (listMethods.test(method) || method === 'split')) return [];
  const name = fieldOf(source, node);
  const isMeant = isPlace || (name === null ? isSetToNull(source, node) : isNullable(context, name));
  const other = asElsewhere(context, name, (text) => text !== 'null');
  if (!isMeant || other !== null || !nullsStand(context)) return [];
  return [
    ideaIn('absent-value', source, {
      title: `\`${textOf(source, node).slice(0, 60)}\` may be null, and null is answered then`,
      rank: 1,
      splices: [...marked(source, node), { start: chain.end, end: chain.end, text: ' ?? null' }],
    }),
  ];
}

/** `const owner = id ? find(id) : null`. */
function isSetToNull(source: Source, node: Node): boolean {
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  const init = made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' ? made.init : null;
  return init?.type === 'ConditionalExpression' && [init.alternate, init.consequent].some(isNull);
}

const isNull = (node: Node): boolean => node.type === 'Literal' && 'raw' in node && node.raw === 'null';

/** An item of a list that may be empty, where the thing that was asked for is there, and more is answered of it than this. */
export function isLesserItem(source: Source, node: Node): boolean {
  return isItem(source, node) && isBehindGuard(node) && isBesideMore(source, node);
}

/** `if (!night) throw …` before it: of what was asked for that is the look-up. */
function isBehindGuard(node: Node): boolean {
  const around = functionsAround(node)[0];
  return (
    around !== undefined &&
    all(around, 'IfStatement').some(
      ({ test, end }) => end <= node.start && test.type === 'UnaryExpression' && test.argument.type === 'Identifier',
    )
  );
}

/** `rows[0]`, `rows.at(-1)`; a name of such, and the one of `const [first] = rows`. */
function isItem(source: Source, node: Node): boolean {
  if (node.type === 'MemberExpression') return node.computed && isNumber(node.property);
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression')
    return /^(?:at|pop|shift)$/.test(keyName(node.callee.property) ?? '');
  if (node.type === 'ChainExpression') return isItem(source, node.expression);
  const binding = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  const made = binding?.node;
  if (made?.type !== 'VariableDeclarator' || made.init === null) return false;
  if (made.id.type === 'ArrayPattern') return made.id.elements.some((each) => each === binding?.id);
  return made.id === binding?.id && isItem(source, made.init);
}

function isNumber(node: Node): boolean {
  return node.type === 'Literal' ? typeof node.value === 'number' : node.type === 'BinaryExpression';
}

/** What is answered with it says more than it does: `{ count: frames.length, last: frames.at(-1).filter }`. */
function isBesideMore(source: Source, node: Node): boolean {
  const text = textOf(source, node);
  const isOf = (value: Node): boolean =>
    value.type === 'Literal' ||
    [...all(value, 'Identifier'), ...all(value, 'MemberExpression'), ...all(value, 'CallExpression')].some(
      (each) => textOf(source, each as Node) === text,
    );
  const around = functionsAround(node)[0];
  const answers = around === undefined ? [] : all(around, 'ObjectExpression').filter((each) => isOf(each));
  return answers.some(({ properties }) =>
    properties.some((each) => each.type === 'SpreadElement' || (each.type === 'Property' && !isOf(each.value))),
  );
}
