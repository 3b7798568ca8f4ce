/** A value of a kind near the one that was meant: a number as text, a Map as list, a result with its rows inside. */
import type { Idea, ValueFacts } from '../../incident/nouns.ts';
import { prototypeMembers } from '../members.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { sitesOf, valueOf } from '../site.ts';
import type { Site } from '../site.ts';
import { chainOf, textOf } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import { culprits } from '../suspects.ts';
import { splice } from '../text.ts';
import type { Splice } from '../text.ts';

export const coercion: Recipe = {
  name: 'coercion',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A value of a neighbouring kind, as the debugger saw it: text for number or date, Map or Set for list, entries of an object, an object as reply body.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    return [...methodIdeas(context, site), ...iterationIdeas(context, site), ...chunkIdeas(context, site)];
  },
};

function put(site: Site, made: { title: string; rank: number; splices: readonly Splice[] }): Idea {
  const { source } = site;
  return idea('coercion', {
    title: made.title,
    rank: made.rank,
    edits: [{ path: source.path, before: source.text, after: splice(source.text, ...made.splices) }],
  });
}

function wrap(node: Node, before: string, after: string): Splice[] {
  return [
    { start: node.start, end: node.start, text: before },
    { start: node.end, end: node.end, text: after },
  ];
}

/** `price.toFixed(2)` of a string, `map.filter(…)` of a Map, `result.map(…)` of `{rows}`. */
function methodIdeas(context: RecipeContext, site: Site): Idea[] {
  if (!/is not a function/.test(context.diagnosis.message)) return [];
  const found: Idea[] = [];
  for (const callee of culprits(context, site).slice(0, 2)) {
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') continue;
    const seen = valueOf(site, callee.object);
    const made = seen === null ? null : converted(seen, callee.property.name, callee.object);
    if (made !== null)
      found.push(
        put(site, {
          title: `${made.what} for \`${textOf(site.source, callee.object).slice(0, 40)}\``,
          rank: made.rank,
          splices: made.splices,
        }),
      );
  }
  return found;
}

const rowKeys = ['rows', 'data', 'items', 'results', 'docs', 'records', 'list', 'values'];

function converted(
  seen: ValueFacts,
  method: string,
  node: Node,
): { what: string; rank: number; splices: Splice[] } | null {
  const has = (className: string): boolean => prototypeMembers(className).includes(method);
  if (seen.type === 'string' && has('Number') && !has('String'))
    return { what: 'a number', rank: 0, splices: wrap(node, 'Number(', ')') };
  if (seen.type === 'number' && has('String') && !has('Number'))
    return { what: 'a string', rank: 0, splices: wrap(node, 'String(', ')') };
  if ((seen.type === 'string' || seen.type === 'number') && has('Date') && !has('String'))
    return { what: 'a date', rank: 0, splices: wrap(node, 'new Date(', ')') };
  if (!has('Array') || seen.type !== 'object') return null;
  if (seen.className === 'Set') return { what: 'a list', rank: 0, splices: wrap(node, '[...', ']') };
  if (seen.className === 'Map')
    return { what: 'a list of the values', rank: 1, splices: wrap(node, '[...', '.values()]') };
  if (seen.className === 'Arguments') return { what: 'a list', rank: 0, splices: wrap(node, '[...', ']') };
  const rows = seen.keys.filter((key) => rowKeys.includes(key));
  return rows.length === 1 ? { what: `\`${rows[0]}\``, rank: 1, splices: wrap(node, '', `.${rows[0]}`) } : null;
}

/** `for (const [key, value] of object)`. */
function iterationIdeas(context: RecipeContext, site: Site): Idea[] {
  if (!/is not iterable/.test(context.diagnosis.message)) return [];
  for (const node of culprits(context, site)) {
    const loop = node.parent;
    const seen = valueOf(site, node);
    if (
      loop?.type !== 'ForOfStatement' ||
      loop.right !== node ||
      seen === null ||
      seen.type !== 'object' ||
      seen.thenable
    )
      continue;
    const id = loop.left.type === 'VariableDeclaration' ? loop.left.declarations[0]?.id : undefined;
    if (id?.type !== 'ArrayPattern' || id.elements.length !== 2) continue;
    return [put(site, { title: 'the entries of the object', rank: 0, splices: wrap(node, 'Object.entries(', ')') })];
  }
  return [];
}

/** `res.end(object)`: Node sends only text and bytes. */
function chunkIdeas(context: RecipeContext, site: Site): Idea[] {
  const { message } = context.diagnosis;
  if (!/"(?:chunk|data)" argument must be of type string/.test(message)) return [];
  for (const node of site.nodes) {
    const argument =
      node.type === 'CallExpression' &&
      /\.(?:end|write)$/.test(chainOf(node.callee) ?? '') &&
      node.type === 'CallExpression'
        ? node.arguments[0]
        : undefined;
    if (argument === undefined || argument.type === 'SpreadElement') continue;
    const plain = /Received type (?:number|bigint|boolean)/.test(message);
    return [
      put(site, {
        title: plain ? 'send it as text' : 'send it as JSON',
        rank: 0,
        splices: wrap(argument, plain ? 'String(' : 'JSON.stringify(', ')'),
      }),
    ];
  }
  return [];
}
