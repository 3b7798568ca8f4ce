/** A collection that is used as another kind than it is. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { originsOf } from '../../evidence/origins.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { fillsOf, lastNameOf } from '../../evidence/fields.ts';
import { all, allSources, chainOf, keyName, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import { askedByKey, isPlainObject } from './object-for-map.ts';
import { summed, summedAsText } from './summed.ts';

export const collection: Recipe = {
  name: 'collection',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A collection is made as `{}` and used as a Map, a Set or a list throughout: makes that; one that is walked as an object elsewhere is asked by its keys. A Map that is asked by `[key]`: by `get`. A frozen list that is sorted: a copy of it. Entries that are keys alone: the Map itself. A sum of nothing: from 0. What a list of another language has (`last()`), and what puts into a Set or a list (`push`, `add`): as this one says it.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    if (/is not a function/.test(context.diagnosis.message))
      return [
        ...otherTongue(context, site),
        ...putIn(site),
        ...otherKind(context, site),
        ...entriesKept(context, site),
        ...summedAsText(context, site),
      ];
    if (/Reduce of empty array with no initial value/.test(context.diagnosis.message)) return summed(site);
    return [
      ...frozen(context, site),
      ...pairless(context, site),
      ...walkedInPairs(context, site),
      ...keyed(context, site),
    ];
  },
};

/** What lists of other languages and libraries have, and how it is said of those of this one. */
const tongues: Readonly<Record<string, string>> = { last: 'at(-1)', first: 'at(0)', size: 'length', count: 'length' };

/** What a Set and a list call to take one more. */
const puts: Readonly<Record<string, readonly [method: string, is: string]>> = {
  Set: ['push', 'add'],
  Array: ['add', 'push'],
};

/** `names.push(name);` of a Set, `rows.add(row);` of a list, as the debugger saw. Where the file does not show that it is to be one, what it is made as may be wrong as well. */
function putIn({ source, nodes, ...site }: Site): Idea[] {
  const callee = nodes.find((node) => node.type === 'MemberExpression' && !node.computed);
  const call = callee?.parent;
  if (callee?.type !== 'MemberExpression' || call?.type !== 'CallExpression' || call.callee !== callee) return [];
  const kind = valueOf({ source, nodes, ...site }, callee.object)?.className ?? '';
  const [method, is] = puts[kind] ?? [];
  const [given, more] = call.arguments;
  const isPut = call.parent?.type === 'ExpressionStatement' && given !== undefined && given.type !== 'SpreadElement';
  if (is === undefined || keyName(callee.property) !== method || !isPut || more !== undefined) return [];
  const name = textOf(source, callee.object);
  const asked = all(source.program, 'MemberExpression').flatMap((each) =>
    each !== callee && !each.computed && textOf(source, each.object) === name ? [keyName(each.property) ?? ''] : [],
  );
  const [list, set] = [kinds['[]'] ?? [], kinds['new Set()'] ?? []];
  const ofList = asked.some((each) => list.includes(each) && !set.includes(each));
  const ofSet = asked.some((each) => set.includes(each) && !list.includes(each));
  const isShown = kind === 'Set' ? !ofList : ofList && !ofSet;
  const ask = isShown ? null : `\`${name}\` may be meant to be ${kind === 'Set' ? 'a list' : 'a Set'}`;
  const title = `\`${name}\` is a ${kind === 'Set' ? 'Set' : 'list'}: \`${is}\` puts into it`;
  const splices = [{ start: callee.property.start, end: callee.property.end, text: is }];
  return [ideaIn('collection', source, { title, rank: 0, ask, splices })];
}

/** `steps.last()` of a list, as the debugger saw. */
function otherTongue({ diagnosis }: RecipeContext, site: Site): Idea[] {
  const call = site.nodes.find(
    (node) => node.type === 'CallExpression' && lastNameOf(node.callee) === diagnosis.named.property,
  );
  const callee = call?.type === 'CallExpression' && call.arguments.length === 0 ? call.callee : null;
  if (call === undefined || callee?.type !== 'MemberExpression' || callee.computed) return [];
  const word = keyName(callee.property) ?? '';
  const meant = Object.hasOwn(tongues, word) ? tongues[word] : undefined;
  if (meant === undefined || valueOf(site, callee.object)?.className !== 'Array') return [];
  const splices = [{ start: callee.property.start, end: call.end, text: meant }];
  return [ideaIn('collection', site.source, { title: `\`${word}\` of a list is \`${meant}\``, rank: 0, splices })];
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  'new Map()': ['get', 'set', 'has', 'delete', 'clear', 'values', 'keys', 'entries', 'forEach', 'size'],
  'new Set()': ['add', 'has', 'delete', 'clear', 'values', 'forEach', 'size'],
  '[]': [
    'push',
    'pop',
    'map',
    'filter',
    'find',
    'some',
    'every',
    'forEach',
    'includes',
    'length',
    'slice',
    'sort',
    'splice',
    'reduce',
    'join',
    'at',
    'indexOf',
    'concat',
    'unshift',
    'shift',
  ],
};

/** `rates[code]` of a Map. */
function keyed(context: RecipeContext, site: Site): Idea[] {
  const places = culprits(context, site).flatMap((node) => originsOf(context, site.source, node));
  return places.flatMap(({ source, node }) => {
    if (node.type !== 'MemberExpression' || !node.computed || node.object.type !== 'Identifier') return [];
    const made = namesInScope(source, node.object.start).get(node.object.name)?.node;
    const init = made?.type === 'VariableDeclarator' ? made.init : null;
    if (init?.type !== 'NewExpression' || chainOf(init.callee) !== 'Map') return [];
    const title = `\`${node.object.name}\` is a Map: \`get\` asks it`;
    const text = `.get(${textOf(source, node.property)})`;
    return [
      ideaIn('collection', source, { title, rank: 0, splices: [{ start: node.object.end, end: node.end, text }] }),
    ];
  });
}

/** `#bySlug = {}` of which the file only ever asks what a Map has. */
function otherKind(context: RecipeContext, site: Site): Idea[] {
  return culprits(context, site)
    .slice(0, 2)
    .flatMap((callee) => {
      if (callee.type !== 'MemberExpression') return [];
      const made = madeAs(site.source, callee.object);
      if (made === null) return [];
      const name = textOf(site.source, callee.object);
      if (isPlainObject(site.source, name)) return askedByKey(site.source, name);
      const uses = all(site.source.program, 'MemberExpression').filter(
        (each) => textOf(site.source, each.object) === name,
      );
      const members = uses.map((each) => (each.computed ? '[]' : (keyName(each.property) ?? '')));
      const was = textOf(site.source, made);
      const fits = Object.entries(kinds).filter(
        ([kind, has]) => members.every((member) => has.includes(member)) && kind !== was,
      );
      const [only] = fits.flatMap(([kind]) => {
        const text = refilled(site.source, made, kind);
        return text === null ? [] : [{ kind, text }];
      });
      if (only === undefined || only.text === was) return [];
      const splices = [{ start: made.start, end: made.end, text: only.text }];
      return [
        ideaIn('collection', site.source, { title: `\`${name}\` is used as \`${only.kind}\``, rank: 0, splices }),
      ];
    });
}

/** `crops: { leek: … }`, of which all ask as of a Map: one of its entries. */
function entriesKept(context: RecipeContext, site: Site): Idea[] {
  const callee = culprits(context, site).find((node) => node.type === 'MemberExpression');
  const asked = callee?.type === 'MemberExpression' ? (callee.object as Node) : null;
  const word = asked === null ? null : lastNameOf(asked);
  // Of a member that of its own object alone: others may have one that is called so.
  const owners = asked?.type === 'MemberExpression' ? originsOf(context, site.source, asked.object) : [];
  const held = owners.flatMap(({ source, node }) =>
    (node.type === 'ObjectExpression' ? node.properties : []).flatMap((each) =>
      each.type === 'Property' && keyName(each.key) === word ? [{ source, node: each.value as Node }] : [],
    ),
  );
  // A decorator of a framework leads to no object: then what is made of pairs, and under that name nowhere else.
  const paired = word === null || asked?.type !== 'MemberExpression' ? [] : fillsOf(context, word).filter(isPaired);
  const kept = held.length > 0 ? held : paired;
  const named = asked?.type === 'Identifier' ? originsOf(context, site.source, asked).slice(1) : kept;
  const [made, more] = named;
  const isMade = made?.node.type === 'ObjectExpression' || (made !== undefined && isPaired(made));
  if (word === null || asked === null || more !== undefined || !isMade) return [];
  if ([site.source, made.source].some((each) => isPlainObject(each, textOf(site.source, asked)))) return [];
  const reads = allSources(context.tree).flatMap(({ program }) =>
    all(program, 'MemberExpression').filter(
      ({ object }) =>
        lastNameOf(object as Node) === word && (asked?.type !== 'MemberExpression' || object.type === asked.type),
    ),
  );
  const isMap = reads.every(
    (each) => !each.computed && kinds['new Map()']?.includes(keyName(each.property) ?? '') === true,
  );
  const { source, node } = made;
  const properties = node.type === 'ObjectExpression' ? node.properties : [];
  const isPlain = properties.length > 0 && properties.every((each) => each.type === 'Property' && !each.computed);
  if (!isMap || (node.type === 'ObjectExpression' && !isPlain)) return [];
  const splices =
    node.type === 'CallExpression'
      ? [{ start: node.callee.start, end: node.callee.end, text: 'new Map' }]
      : [
          { start: node.start, end: node.start, text: 'new Map(Object.entries(' },
          { start: node.end, end: node.end, text: '))' },
        ];
  return [ideaIn('collection', source, { title: `\`${word}\` is asked as a Map`, rank: 0, splices })];
}

/** `Object.fromEntries(pairs)`. */
const isPaired = ({ node }: { readonly node: Node }): boolean =>
  node.type === 'CallExpression' && node.arguments.length === 1 && chainOf(node.callee) === 'Object.fromEntries';

/** The other kind with what stands in this one: `new Map(pairs)` of `Object.fromEntries(pairs)`, `[...new Set(names)]`; null where it cannot hold that. */
function refilled(source: Source, made: Node, kind: string): string | null {
  const [held] = made.type === 'CallExpression' || made.type === 'NewExpression' ? made.arguments : [];
  const isPairs = /^(?:Object\.fromEntries|Map)$/.test(chainOf(calleeOf(made) ?? made) ?? '');
  const isList = made.type === 'ArrayExpression' && made.elements.length > 0;
  if (held === undefined && !isList) return kind;
  const inner = textOf(source, held ?? made);
  if (kind === 'new Map()') return isPairs ? `new Map(${inner})` : null;
  if (kind === '[]' || isPairs) return isPairs ? null : `[...${textOf(source, made)}]`;
  return `new Set(${inner})`;
}

function calleeOf(node: Node): Node | null {
  return node.type === 'CallExpression' || node.type === 'NewExpression' ? node.callee : null;
}

/** The `{}`, `[]`, `new Map()` or `new Set()`, empty or filled at once, that a name or a field of this class begins with. */
function madeAs(source: Source, node: Node): Node | null {
  const value =
    node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : fieldOf(source, node);
  const init = value?.type === 'VariableDeclarator' ? value.init : value;
  if (init === undefined || init === null) return null;
  const isEmpty = /^(?:\{\s*\}|\[\s*\]|Object\.create\(null\)|new (?:Map|Set)\(\))$/.test(textOf(source, init));
  const isFilled = /^(?:Object\.fromEntries|Map|Set)$/.test(chainOf(calleeOf(init) ?? init) ?? '');
  return isEmpty || init.type === 'ArrayExpression' || (isFilled && calleeOf(init) !== null) ? init : null;
}

function fieldOf(source: Source, node: Node): Node | null {
  if (node.type !== 'MemberExpression' || node.object.type !== 'ThisExpression') return null;
  const name = keyName(node.property);
  const field = all(source.program, 'PropertyDefinition').find((each) => keyName(each.key) === name);
  if (field !== undefined && field.value !== null) return field.value;
  const assigned = all(source.program, 'AssignmentExpression').filter(
    ({ left }) =>
      left.type === 'MemberExpression' && left.object.type === 'ThisExpression' && keyName(left.property) === name,
  );
  return assigned.length === 1 ? (assigned[0]?.right ?? null) : null;
}

/** `rehearsals.sort(…)` of a list that must not change: what is wanted of it is the order, which a copy has, too. */
function frozen({ diagnosis }: RecipeContext, { source, nodes }: Site): Idea[] {
  const isFrozen = /^(?:TypeError: )?Cannot assign to read only property '\d+' of object '\[object Array\]'/.test(
    diagnosis.message,
  );
  const callee = nodes.find(
    (node) => node.type === 'MemberExpression' && /^(?:sort|reverse)$/.test(keyName(node.property) ?? ''),
  );
  const call = callee?.parent;
  const isUsed =
    call?.type === 'CallExpression' && call.callee === callee && call.parent?.type !== 'ExpressionStatement';
  if (!isFrozen || !isUsed || callee?.type !== 'MemberExpression') return [];
  const { object } = callee;
  const title = `\`${textOf(source, object).slice(0, 60)}\` must not change: a copy of it is put in order`;
  const splices = [
    { start: object.start, end: object.start, text: '[...' },
    { start: object.end, end: object.end, text: ']' },
  ];
  return [ideaIn('collection', source, { title, rank: 0, splices })];
}

/** `Object.fromEntries(groups.keys())`, `new Map(groups.values())` of a Map: its entries are wanted. */
function pairless(context: RecipeContext, site: Site): Idea[] {
  if (!/^(?:TypeError: )?Iterator value .* is not an entry object/.test(context.diagnosis.message)) return [];
  const made = site.nodes.find((node) => node.type === 'CallExpression' || node.type === 'NewExpression');
  const given = made !== undefined && 'arguments' in made ? made.arguments[0] : undefined;
  const callee = given?.type === 'CallExpression' && given.callee.type === 'MemberExpression' ? given.callee : null;
  if (given === undefined || callee === null || !/^(?:keys|values)$/.test(keyName(callee.property) ?? '')) return [];
  const isMap =
    valueOf(site, callee.object)?.className === 'Map' ||
    originsOf(context, site.source, callee.object).some(({ source, node }) => /^new Map\(/.test(textOf(source, node)));
  const title = `\`${textOf(site.source, callee.object).slice(0, 60)}\` has the entries that are wanted`;
  const splices = [{ start: callee.object.end, end: given.end, text: '' }];
  return isMap ? [ideaIn('collection', site.source, { title, rank: 0, splices })] : [];
}

/** `for (const [code, lift] of lifts.values())` of a Map: its entries are wanted. */
function walkedInPairs(context: RecipeContext, { nodes, ...site }: Site): Idea[] {
  if (!/is not iterable/.test(context.diagnosis.message)) return [];
  const loop = nodes
    .flatMap((node) => [node, ...(node.parent ? [node.parent] : [])])
    .find((node) => node.type === 'ForOfStatement');
  const made =
    loop?.type === 'ForOfStatement' && loop.left.type === 'VariableDeclaration' ? loop.left.declarations[0] : null;
  const walked = loop?.type === 'ForOfStatement' && loop.right.type === 'CallExpression' ? loop.right : null;
  const callee = walked?.callee.type === 'MemberExpression' ? walked.callee : null;
  const isPair = made?.id.type === 'ArrayPattern' && made.id.elements.length === 2;
  if (walked === null || callee === null || !isPair || keyName(callee.property) !== 'values') return [];
  const isMap =
    valueOf({ nodes, ...site }, callee.object)?.className === 'Map' ||
    originsOf(context, site.source, callee.object).some(({ source, node }) => /^new Map\b/.test(textOf(source, node)));
  const title = `\`${textOf(site.source, callee.object).slice(0, 60)}\` has the entries that are wanted`;
  const splices = [{ start: callee.object.end, end: walked.end, text: '' }];
  return isMap ? [ideaIn('collection', site.source, { title, rank: 0, splices })] : [];
}
