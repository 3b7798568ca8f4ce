/** What is not there, where what is done without it was written already: it is refused, its empty parts are dropped, or there is nothing to end. */
import type { Idea } from '../../../incident/nouns.ts';
import { handlerAround } from '../../code/frameworks.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { originsOf } from '../../evidence/origins.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { accessed, chainAbove, marked } from './optional-value.ts';

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
  if (isThing(source, node, chain) || !isHandedIn(source, node)) return [];
  const title = `refuse where \`${textOf(source, node)}\` is missing as where it is empty`;
  const ask = isOfAsker(source, node)
    ? `who is let in has no \`${textOf(source, node)}\`: what sets it may be wrong`
    : null;
  return put(source, title, marked(source, node)).map((each) => ({ ...each, ask }));
}

/** `req.user.roles`, `const { scopes } = c.get('user')`: the project itself says it of who asks, and nobody sent it. */
function isOfAsker(source: Source, node: Node): boolean {
  const init = namesInScope(source, node.start).get(chainOf(node)?.split('.')[0] ?? '')?.node;
  const from = init?.type === 'VariableDeclarator' && init.init !== null ? textOf(source, init.init) : '';
  const holder = node.type === 'MemberExpression' ? textOf(source, node.object) : '';
  return asker.test(`${from} ${holder}`) && !part.test(`${from} ${holder}`);
}

const asker = /\b(?:user|caller|viewer|actor|account|session|auth|identity|principal|me|claims|credentials|payload)\b/i;
const part = /\b(?:body|query|params|headers?|cookies|formData|json)\b/;

/** The function that looks at it was handed it, or took it out of what it was: of settings a part that is not there is a fault, and nothing that a client left out. */
function isHandedIn(source: Source, node: Node): boolean {
  const root = chainOf(node)?.split('.')[0] ?? '';
  const made = namesInScope(source, node.start).get(root);
  const [own] = functionsAround(node);
  if (made === undefined || own === undefined || functionsAround(made.id)[0] !== own) return false;
  const init = made.node.type === 'VariableDeclarator' ? made.node.init : null;
  return (
    made.kind === 'param' || init?.type === 'MemberExpression' || (init !== null && sent.test(textOf(source, init)))
  );
}

/** What is read of a request. */
const sent = /\b(?:req|request|ctx|c|event|body|query|params|headers|formData|json)\b/;

/** `if (!order.paid) …`, `if (!caller.isManager) …`: what was looked up, and who asks, is refused in another way where it is not there than where it lacks something. */
function isThing(source: Source, node: Node, chain: Node): boolean {
  if (chain.type === 'CallExpression' || /^(?:length|size)$/.test(accessed(node) ?? '')) return false;
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  const value = made?.type === 'VariableDeclarator' && made.init !== null ? made.init : node;
  const name = chainOf(value)?.split('.').at(-1) ?? '';
  return (value.type === 'AwaitExpression' ? value.argument : value).type === 'CallExpression' || whoAsks.test(name);
}

const whoAsks = /^(?:user|caller|viewer|actor|account|session|auth|identity|principal|me)$/i;

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

/** `plan(req.body)` for a request without one: what it says is looked at as if it said nothing. Whether it is refused then, the trial tells. */
export function emptyBody(context: RecipeContext, source: Source, node: Node): Idea[] {
  const { request } = context.signal;
  if (request === null || (request.body ?? '') !== '') return [];
  const read = originsOf(context, source, node).find((each) => {
    const chain = chainOf(each.node) ?? '';
    const handler = /^[\w$]+(?:\.request)?\.body$/.test(chain)
      ? handlerAround(context.tree, each.source, each.node)
      : null;
    return handler !== null && chain.split('.')[0] === handler.request;
  });
  if (read === undefined || read.node.parent?.type === 'LogicalExpression') return [];
  const atSource = emptyWhereRead(context, chainOf(read.node) ?? '');
  if (atSource !== null) return atSource;
  const isRead = read.node.parent?.type === 'MemberExpression';
  const splices = [
    { start: read.node.start, end: read.node.start, text: isRead ? '(' : '' },
    { start: read.node.end, end: read.node.end, text: ` ?? {}${isRead ? ')' : ''}` },
  ];
  return put(read.source, `no \`${textOf(read.source, read.node)}\` says nothing`, splices);
}

/** `ctx.request.body = text ? JSON.parse(text) : undefined`: no one who reads it asks whether it is there, so that all of them fail, not this one alone; null where it is not so. */
function emptyWhereRead({ tree }: RecipeContext, chain: string): Idea[] | null {
  const last = chain.split('.').slice(1).join('.');
  const isOf = (node: Node): boolean => (chainOf(node) ?? '').split('.').slice(1).join('.') === last;
  const writes = allSources(tree).flatMap((source) =>
    all(source.program, 'AssignmentExpression')
      .filter(({ left }) => isOf(left))
      .map(({ right }) => ({ source, right })),
  );
  const [only, more] = writes;
  if (only === undefined || more !== undefined || only.right.type !== 'ConditionalExpression') return null;
  const { consequent, alternate } = only.right;
  const nothing = [consequent, alternate].find((each) => /^(?:undefined|null)$/.test(textOf(only.source, each)));
  const isAsked = allSources(tree).some((source) =>
    all(source.program, 'MemberExpression').some(
      (each) => isOf(each) && /^(?:Logical|Unary|Conditional|If)/.test(each.parent?.type ?? ''),
    ),
  );
  if (nothing === undefined || isAsked) return null;
  const splices = [{ start: nothing.start, end: nothing.end, text: '{}' }];
  return put(only.source, `a request that sends nothing says nothing, whoever reads \`${last}\``, splices);
}

/** `let timer = null; … if (timer) …; timer.unref();`: of what was never begun nothing is to be ended. */
export function nothingToEnd(source: Source, node: Node): Idea[] {
  const call = chainAbove(node);
  const binding = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  const isAlone = call.parent?.type === 'ExpressionStatement' && call.type === 'CallExpression';
  if (!isAlone || !ends.test(accessed(node) ?? '') || binding?.node.type !== 'VariableDeclarator') return [];
  const { init } = binding.node;
  const isBegunLater = init === null || textOf(source, init) === 'null';
  const isAsked = new RegExp(`if \\(!?${binding.name}(?: ===? null)?\\)|\\b${binding.name}(?: \\?\\?= |\\?\\.)`);
  if (!isBegunLater || !isAsked.test(source.text)) return [];
  return put(source, `nothing is to be ended where there is no \`${binding.name}\``, marked(source, node));
}

const ends = /^(?:clear|close|end|stop|destroy|abort|cancel|dispose|reset|unref|terminate|disconnect|unsubscribe)$/;

function put(source: Source, title: string, splices: readonly Splice[]): Idea[] {
  return [ideaIn('absent-value', source, { title, rank: 1, splices })];
}
