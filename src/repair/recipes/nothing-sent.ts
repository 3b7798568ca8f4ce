/** What a request leaves out, where what is done with an empty text was written already: it is refused, or its empty parts are dropped. */
import type { Idea } from '../../incident/nouns.ts';
import { namesInScope } from '../code/scope.ts';
import { textOf, upwards } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import type { Splice } from '../code/text.ts';
import { ideaIn } from '../recipe.ts';
import { chainAbove, marked } from './optional-value.ts';

/** `if (!name.trim()) throw …`: whoever sends none is refused like who sends an empty one. */
export function refusedAnyway(source: Source, node: Node): Idea[] {
  const chain = chainAbove(node);
  const test = chain.parent?.type === 'UnaryExpression' && chain.parent.operator === '!' ? chain.parent : null;
  const [either = null] =
    test === null
      ? []
      : upwards(test)
          .filter((each) => !isOr(each.parent))
          .slice(0, 1);
  const check = either?.parent?.type === 'IfStatement' && either.parent.test === either ? either.parent : null;
  if (chain === node || check === null || !refuses.test(textOf(source, check.consequent))) return [];
  return put(source, `refuse where \`${textOf(source, node)}\` is missing as where it is empty`, marked(source, node));
}

const isOr = (node: Node | null | undefined): boolean => node?.type === 'LogicalExpression' && node.operator === '||';

/** A status of the client's, or a word for it. */
const refuses = /\b4[0-2]\d\b|bad_?request|invalid|unprocessable|validation|refus|reject|\bmissing\b|\brequired\b/i;

/** `req.query.tags.split(',').filter(Boolean)`: empty parts are dropped, so an empty text stands for a query without it. */
export function emptyParts(source: Source, node: Node): Idea[] {
  const isDropped = /^\s*\.split\([^()]*\)\s*(?:\.map\(\(?(\w+)\)? => \1\.trim\(\)\)\s*)?\.filter\(Boolean\)/;
  if (!isDropped.test(source.text.slice(node.end))) return [];
  const title = `no \`${textOf(source, node)}\` is an empty text, of which the empty parts are dropped`;
  const taken = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  if (taken === undefined)
    return isOfQuery.test(textOf(source, node))
      ? put(source, title, [
          { start: node.start, end: node.start, text: '(' },
          { start: node.end, end: node.end, text: " ?? '')" },
        ])
      : [];
  const made = taken.node.type === 'VariableDeclarator' && taken.node.id.type === 'ObjectPattern' ? taken.node : null;
  const isQuery = made?.init && isOfQuery.test(textOf(source, made.init));
  return isQuery ? put(source, title, [{ start: taken.id.end, end: taken.id.end, text: " = ''" }]) : [];
}

/** `req.query`, `ctx.query.tags`, `c.req.query('tags')`. */
const isOfQuery = /^[\w$.]+\.query(?:\.\w+|\('[^']*'\))?$/;

function put(source: Source, title: string, splices: readonly Splice[]): Idea[] {
  return [ideaIn('absent-value', source, { title, rank: 1, splices })];
}
