/** What the sum of a list begins with. */
import type { Idea } from '../../../incident/nouns.ts';
import { prototypeMembers } from '../../code/members.ts';
import { all, keyName, stringValue, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { originsOf } from '../../evidence/origins.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `rows.reduce((sum, row) => sum + row.price)`: a sum begins with 0, a text with nothing, and what is compared with null with that. Of a share of it a person is asked. */
export function summed({ source, nodes }: Site): Idea[] {
  const call = nodes
    .flatMap((node) => upwards(node))
    .find(
      (each) => each.type === 'CallExpression' && each.arguments.length === 1 && lastNameOf(each.callee) === 'reduce',
    );
  const [fn] = call?.type === 'CallExpression' ? call.arguments : [];
  const [sum] = fn?.type === 'ArrowFunctionExpression' ? fn.params : [];
  const body: Node | null = fn?.type === 'ArrowFunctionExpression' ? fn.body : null;
  if (call === undefined || fn === undefined || body === null || sum?.type !== 'Identifier') return [];
  if (isAskedForNull(body, sum.name)) {
    const title = '`reduce` begins with the null that its callback asks for';
    return [
      ideaIn('collection', source, { title, rank: 0, splices: [{ start: fn.end, end: fn.end, text: ', null' }] }),
    ];
  }
  if (body.type !== 'BinaryExpression') return [];
  let first: Node = body;
  while (first.type === 'BinaryExpression' && first.operator === '+') first = first.left;
  if (body.operator !== '+' || first.type !== 'Identifier' || first.name !== sum.name) return [];
  const isText = [...all(body, 'Literal'), ...all(body, 'TemplateLiteral')].some(
    (each) => stringValue(each) !== null || each.type === 'TemplateLiteral',
  );
  const isShare = call.parent?.type === 'BinaryExpression' && call.parent.operator === '/' && call.parent.left === call;
  const begin = isText ? "''" : '0';
  const ask = isShare ? 'a share of nothing is no number: only you know what it is' : null;
  const splices = [{ start: fn.end, end: fn.end, text: `, ${begin}` }];
  return [ideaIn('collection', source, { title: `a sum of nothing is ${begin}`, rank: 0, ask, splices })];
}

/** `best === null || one.at > best.at ? one : best` */
function isAskedForNull(body: Node, word: string): boolean {
  const isNull = (node: Node): boolean => node.type === 'Literal' && node.raw === 'null';
  const isIt = (node: Node): boolean => node.type === 'Identifier' && node.name === word;
  return all(body, 'BinaryExpression').some(
    ({ operator, left, right }) =>
      /^[!=]==?$/.test(operator) && ((isIt(left) && isNull(right)) || (isIt(right) && isNull(left))),
  );
}

/** `rows.reduce((sum, row) => sum + row.price, '')`, of which a number is wanted: the sum begins with 0. */
export function summedAsText(context: RecipeContext, site: Site): Idea[] {
  const callee = culprits(context, site)[0];
  const method = callee?.type === 'MemberExpression' ? (keyName(callee.property) ?? '') : '';
  const isOfNumber = prototypeMembers('Number').includes(method) && !prototypeMembers('String').includes(method);
  if (callee?.type !== 'MemberExpression' || !isOfNumber) return [];
  return originsOf(context, site.source, callee.object).flatMap(({ source, node }) => {
    const isReduced = node.type === 'CallExpression' && lastNameOf(node.callee) === 'reduce';
    const [fn, begin] = isReduced ? (node.arguments as Node[]) : [];
    const sum = fn?.type === 'ArrowFunctionExpression' ? fn.body : undefined;
    const isPlain = sum?.type === 'BinaryExpression' && all(sum, 'BinaryExpression').every(isOfNumbers);
    if (begin === undefined || !/^(?:''|""|'0'|"0")$/.test(textOf(source, begin)) || !isPlain) return [];
    const splices = [{ start: begin.start, end: begin.end, text: '0' }];
    return [ideaIn('collection', source, { title: 'a sum of numbers begins with 0', rank: 0, splices })];
  });
}

const isOfNumbers = ({ operator, left, right }: Of<'BinaryExpression'>): boolean =>
  /^[-+*/]$/.test(operator) &&
  [left, right].every((side) => stringValue(side) === null && side.type !== 'TemplateLiteral');
