/** JSON that was parsed from nothing: an empty column, a key that is not set. What the project reads of it says what stands for nothing. */
import type { Idea } from '../../../incident/nouns.ts';
import { callsOf } from '../../code/callees.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, chainOf, isFunction, isReference, keyName, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { readersOf } from '../../evidence/fields.ts';
import type { Place } from '../../evidence/fields.ts';
import { originsOf } from '../../evidence/origins.ts';
import { isNullish, sitesOf, valueOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { accessed, isWhole } from './optional-value.ts';

export const parsedNothing: Recipe = {
  name: 'parsed-nothing',
  classes: ['type', 'syntax', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'JSON that is parsed from an empty value: an empty list where all that read it take a list, an empty object where each part that is read has a fallback.',
  ideas(context) {
    const places = fromNothing(context);
    return [...new Map(places.map((each) => [each.node, each])).values()].flatMap((each) => emptied(context, each));
  },
};

/** The calls of `JSON.parse` that were given nothing, or that gave null. */
function fromNothing(context: RecipeContext): Place[] {
  const [site] = sitesOf(context);
  if (site === undefined) return [];
  const { message, named } = context.diagnosis;
  if (/Unexpected end of JSON input|"undefined" is not valid JSON/.test(message))
    return sitesOf(context).flatMap(({ source, nodes }) => nodes.filter(isParse).map((node) => ({ source, node })));
  if (named.nullish !== 'null' && !/null/.test(message)) return [];
  return culprits(context, site)
    .slice(0, 2)
    .filter((node) => valueOf(site, node) === null || isNullish(valueOf(site, node)))
    .flatMap((node) => originsOf(context, site.source, node))
    .filter(({ node }) => isParse(node));
}

function isParse(node: Node): node is Of<'CallExpression'> {
  return node.type === 'CallExpression' && chainOf(node.callee) === 'JSON.parse' && node.arguments.length === 1;
}

function emptied(context: RecipeContext, { source, node }: Place): Idea[] {
  const given = isParse(node) ? node.arguments[0] : undefined;
  const chain = given === undefined ? null : chainOf(given);
  if (chain === null || !/^[\w$.#]+$/.test(chain)) return [];
  const uses = usesOf(context, source, node)
    .filter((each) => each.node === node || !upwards(each.node).includes(node))
    .map(useOf);
  const kinds = new Set(uses.filter((use) => use !== 'any'));
  const said = fallbackOf(node);
  const empty =
    said !== null ? said : kinds.size !== 1 ? null : kinds.has('list') ? '[]' : kinds.has('object') ? '{}' : null;
  if (empty === null) return [];
  const title = `\`${chain}\` that is empty stands for ${empty === '[]' ? 'an empty list' : 'an empty object'}`;
  const splices = [
    { start: node.start, end: node.start, text: `${chain} ? ` },
    { start: node.end, end: said === null ? node.end : (node.parent?.end ?? node.end), text: ` : ${empty}` },
  ];
  return [ideaIn('parsed-nothing', source, { title, rank: 0, splices })];
}

/** `JSON.parse(row.settings) ?? {}`: what stands for nothing is said, but nothing does not parse. */
function fallbackOf(node: Node): string | null {
  const { parent } = node;
  if (parent?.type !== 'LogicalExpression' || parent.operator === '&&' || parent.left !== node) return null;
  const { right } = parent;
  if (right.type === 'ObjectExpression') return right.properties.length === 0 ? '{}' : null;
  return right.type === 'ArrayExpression' && right.elements.length === 0 ? '[]' : null;
}

/** Wherever the parsed value is read: by its name, as a field, or as what the function gives. */
function usesOf(context: RecipeContext, source: Source, node: Node): Place[] {
  const { parent } = node;
  if (parent?.type === 'VariableDeclarator') return usesOfTarget(source, parent.id, node);
  if (parent?.type === 'Property' && parent.value === node && !parent.computed)
    return readersOf(context, keyName(parent.key) ?? '').filter((each) => !isOfRequest(each));
  const fn = givenBy(node);
  return fn === null
    ? []
    : callsOf(context, fn).flatMap(({ source: there, call }) => {
        const value = call.parent?.type === 'AwaitExpression' ? call.parent : call;
        const holder = value.parent;
        return holder?.type === 'VariableDeclarator'
          ? usesOfTarget(there, holder.id, value)
          : [{ source: there, node: value as Node }];
      });
}

function usesOfTarget(source: Source, id: Node, value: Node): Place[] {
  if (id.type !== 'Identifier') return [{ source, node: value }];
  return all(source.program, 'Identifier')
    .filter((each) => each.name === id.name && each !== id && isReference(each))
    .filter((each) => namesInScope(source, each.start).get(id.name)?.id === id)
    .map((each) => ({ source, node: each }));
}

/** `const { tags } = req.query`: a field of the same name that is another thing. */
function isOfRequest({ source, node }: Place): boolean {
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  const from = made?.type === 'VariableDeclarator' && made.init !== null ? chainOf(made.init) : chainOf(node);
  return /(?:^|\.)(?:query|params|body|headers)(?:\.|$)/.test(from ?? '');
}

/** The function of which the value is the whole result. */
function givenBy(node: Node): FunctionNode | null {
  const { parent } = node;
  if (parent?.type === 'ArrowFunctionExpression' && parent.body === node) return parent;
  return parent?.type === 'ReturnStatement' ? (upwards(parent).find(isFunction) ?? null) : null;
}

const listOnly =
  /^(?:map|filter|forEach|reduce|some|every|find|findIndex|findLast|join|flatMap|flat|sort|reverse|push|unshift|pop|shift)$/;
const listOrText = /^(?:includes|indexOf|slice|concat|at|length)$/;

/** What a place takes the value for; `any` where it only hands it on or asks whether it is there. */
function useOf({ node }: Place): 'list' | 'object' | 'any' | 'other' {
  const { parent } = node;
  if (parent?.type === 'ChainExpression') return 'other';
  const whole = isWhole(node);
  if (whole !== null) return whole === '[]' ? 'list' : 'object';
  if (parent?.type === 'VariableDeclarator' && parent.init === node)
    return parent.id.type === 'ObjectPattern' && parent.id.properties.every(hasDefault) ? 'object' : 'other';
  const name = accessed(node);
  if (name !== null && parent?.type === 'MemberExpression' && !parent.optional) {
    if (listOnly.test(name)) return 'list';
    return listOrText.test(name) ? 'any' : isAnswered(parent) ? 'object' : 'other';
  }
  const isHanded = parent?.type === 'CallExpression' && parent.callee !== node;
  const isPlaced = parent?.type === 'Property' && parent.value === node;
  return isHanded || isPlaced || isTest(node) ? 'any' : 'other';
}

const hasDefault = (each: Node): boolean => each.type === 'Property' && each.value.type === 'AssignmentPattern';

/** `settings.size ?? 10`, `!settings.quiet`: nothing is an answer there. */
function isAnswered(member: Node): boolean {
  const { parent } = member;
  const isLeft = parent?.type === 'LogicalExpression' && parent.operator !== '&&' && parent.left === member;
  return isLeft || isTest(member);
}

function isTest(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') return parent.test === node;
  if (parent?.type === 'UnaryExpression') return parent.operator === '!';
  return parent?.type === 'LogicalExpression' && parent.operator === '&&' && parent.left === node;
}
