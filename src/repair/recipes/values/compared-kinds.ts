/** A text of a request is looked for among numbers: `rows.find((row) => row.id === request.params.id)`, `byId.get(request.params.id)`. */
import type { Idea } from '../../../incident/nouns.ts';
import { givenFor } from '../../code/callees.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { prototypeMembers } from '../../code/members.ts';
import { all, chainOf, isFunction, keyName, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import { wrap } from '../../evidence/conversions.ts';
import type { Place } from '../../evidence/fields.ts';
import { originsOf } from '../../evidence/origins.ts';
import { writtenOtherwise } from '../guards/look-ups.ts';

export const comparedKinds: Recipe = {
  name: 'compared-kinds',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'What is looked for by a text of the request is not found among numbers: the text becomes a number, where the project does so, else where it is compared; a field that one caller alone converts is handed over as it is. A part of the key is looked up by, and the key itself is a text or a number: by that.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined || context.diagnosis.named.nullish === undefined) return [];
    const places = culprits(context, site)
      .slice(0, 2)
      .flatMap((node) => originsOf(context, site.source, node));
    return [
      ...places.flatMap(({ source, node }) => keysOf(node).flatMap((key) => converted(context, source, key))),
      ...places.filter(({ source }) => source === site.source).flatMap(({ node }) => keyItself(site, node)),
    ];
  },
};

/** `songs.get(song.id)`, where the debugger saw that `song` is a number: it is the id. */
function keyItself(site: Site, node: Node): Idea[] {
  const isPart = node.type === 'MemberExpression' && node.computed;
  const [key] = isPart ? [node.property] : node.type === 'CallExpression' ? node.arguments : [];
  if (key?.type !== 'MemberExpression' || key.computed || key.object.type !== 'Identifier') return [];
  const type = valueOf(site, key.object)?.type;
  const kind = type === 'number' ? 'Number' : type === 'string' ? 'String' : null;
  const name = keyName(key.property) ?? '';
  if (kind === null || [...prototypeMembers(kind), 'length'].includes(name)) return [];
  const title = `\`${key.object.name}\` is a ${type}, and has no \`${name}\`: it is what is looked up by`;
  const splices = [{ start: key.object.end, end: key.end, text: '' }];
  return [ideaIn('compared-kinds', site.source, { title, rank: 0, splices })];
}

/** What is compared in `find`, and what `get` of a Map is asked for. */
function keysOf(node: Node): Node[] {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
  const method = keyName(node.callee.property);
  const [first] = node.arguments;
  if (first === undefined || first.type === 'SpreadElement') return [];
  if (method === 'get' && node.arguments.length === 1) return [first];
  if (method !== 'find' || !isFunction(first)) return [];
  const [param] = first.params;
  const name = param?.type === 'Identifier' ? param.name : null;
  return all(first, 'BinaryExpression')
    .filter(({ operator }) => operator === '===')
    .flatMap(({ left, right }) => {
      const own = [left, right].filter((side) => chainOf(side)?.split('.')[0] === name);
      return own.length === 1 ? [left, right].filter((side) => side !== own[0]) : [];
    });
}

/** `Number(…)` around the key; around what others hand over, where some of the callers do that already. */
function converted(context: RecipeContext, source: Source, key: Node): Idea[] {
  if (isOfRequest(source, key)) return [here(source, key)];
  const binding = key.type === 'Identifier' ? namesInScope(source, key.start).get(key.name) : undefined;
  const given = binding?.kind === 'param' ? givenFor(context, binding.id) : [];
  const texts = given.filter((each) => isOfRequest(each.source, each.node));
  if (texts.length === 0) return unconverted(given);
  if (!given.some(({ node }) => isNumber(node))) return [here(source, key)];
  const title = `\`${textOf(source, key)}\` is a number elsewhere`;
  const changes = texts.map((each) => ({ source: each.source, splices: wrap(each.node, 'Number(', ')') }));
  return [ideaOf('compared-kinds', { title, rank: 0 }, changes)];
}

/** `pets.byId(String(visit.petId))`, where others hand over the field of a record as it is: so does the one that converts it. */
function unconverted(given: readonly Place[]): Idea[] {
  const isField = (node: Node): boolean => node.type === 'MemberExpression' && !node.computed;
  const [odd, more] = given.filter(({ source, node }) => {
    const as = writtenOtherwise(node);
    return (
      as !== node && !/^(?:trim|to(?:Lower|Upper)Case)$/.test(methodOf(node)) && isField(as) && !isOfRequest(source, as)
    );
  });
  if (odd === undefined || more !== undefined || !given.some(({ node }) => isField(node))) return [];
  const { source, node } = odd;
  const text = textOf(source, writtenOtherwise(node));
  const title = `\`${text}\` is handed over as it is elsewhere`;
  return [ideaIn('compared-kinds', source, { title, rank: 0, splices: [{ start: node.start, end: node.end, text }] })];
}

const methodOf = (node: Node): string =>
  node.type === 'CallExpression' && node.callee.type === 'MemberExpression'
    ? (keyName(node.callee.property) ?? '')
    : '';

function here(source: Source, key: Node): Idea {
  const title = `\`${textOf(source, key)}\` is compared with numbers`;
  return ideaIn('compared-kinds', source, { title, rank: 0, splices: wrap(key, 'Number(', ')') });
}

/** A parameter or a field of the query, which always is a text, or the name of one. */
function isOfRequest(source: Source, node: Node): boolean {
  const chain = chainOf(node.type === 'CallExpression' ? node.callee : node) ?? '';
  if (node.type === 'MemberExpression') return /(?:^|\.)(?:params|query)\.[\w$]+$/.test(chain);
  if (node.type === 'CallExpression') return /(?:^|\.)(?:searchParams\.get|req\.(?:param|query))$/.test(chain);
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  if (made?.type !== 'VariableDeclarator' || made.init === null) return false;
  if (made.id.type === 'ObjectPattern') return /(?:^|\.)(?:params|query)$/.test(chainOf(made.init) ?? '');
  return made.init !== node && isOfRequest(source, made.init);
}

function isNumber(node: Node): boolean {
  return node.type === 'CallExpression' && /^(?:Number|parseInt|Number\.parseInt)$/.test(chainOf(node.callee) ?? '');
}
