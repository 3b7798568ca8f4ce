/** A value that may be absent by what the project itself says: its own fallback is reached, its own default is taken, its list is begun. */
import type { Idea } from '../../../incident/nouns.ts';
import { dataFields } from '../../evidence/data-fields.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import type { Key } from '../../evidence/data-keys.ts';
import { fillsOf, readersOf } from '../../evidence/fields.ts';
import { isOfOtherFramework } from '../../code/framework-members.ts';
import { handlerAround } from '../../code/frameworks.ts';
import { prototypeMembers } from '../../code/members.ts';
import { nearNames } from '../../code/names.ts';
import { originsOf } from '../../evidence/origins.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { all, allSources, chainOf, functionsAround, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import type { Splice } from '../../code/text.ts';
import { isOptionalList } from '../../evidence/optional.ts';
import { emptyFor, firstWrite, halfBegun, placeOf, putBack } from './first-write.ts';
import { atGetter, gettersOf } from './getter-default.ts';
import { leftOutFilter } from './left-out-filter.ts';
import { asSaid, knownNull, ofDefaults, takenKey } from './known-null.ts';
import { headerLeftOut, isLeftOut } from './header-left-out.ts';
import { emptyBody, emptyParts, nothingToEnd, refusedAnyway } from './nothing-sent.ts';
import {
  asElsewhere,
  chainAbove,
  changesList,
  givesNothing,
  isAskedBeside,
  isEmpty,
  isWhole,
  neverNothing,
  optionalLinks,
  listMethods,
  accessed,
  marked,
} from './optional-value.ts';
import { escapeRegExp } from '../../../kit/text.ts';

export const absentValue: Recipe = {
  name: 'absent-value',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A value that may be absent: `?.` before a fallback that stands there already, the default that the field has elsewhere, a header that was left out as an empty one where that is refused, a list of no entries where none was begun.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined || context.diagnosis.named.nullish === undefined) return [];
    return (
      culprits(context, site)
        .slice(0, 2)
        .filter((node) => valueOf(site, node)?.thenable !== true)
        // What is looked for in the wrong place is not absent.
        .filter((node) => !isOfOtherFramework(context.tree, site.source, node))
        .flatMap((node) =>
          doubted(lostOnTheWay(context, node), [
            ...leftOutFilter(site.source, node),
            ...firstWrite(site.source, node),
            ...putBack(site.source, node),
            ...halfBegun(site.source, node),
            ...asBeside(context, site.source, node),
            ...unbegun(context, site.source, node),
            ...unset(context, site, node),
            ...optionalAtSource(context, node),
            ...refusedAnyway(site.source, node),
            ...emptyParts(site.source, node),
            ...nothingToEnd(site.source, node),
            ...emptyBody(context, site.source, node),
            ...headerLeftOut(context, site.source, node),
            ...said(context, site, node),
            ...(mayBeAbsent(context, site, node) ? absent(context, site.source, node) : []),
          ]),
        )
    );
  },
};

function doubted(doubt: string | null, ideas: readonly Idea[]): Idea[] {
  return ideas.map((each) => ({ ...each, ask: each.ask ?? doubt }));
}

/** `config.harvest.least`, which the settings have in that place: what drops it is at fault, and no fallback was meant for that. */
function lostOnTheWay(context: RecipeContext, node: Node): string | null {
  const [name, owner] = (chainOf(node) ?? '').split('.').toReversed();
  if (name === undefined || owner === undefined || context.diagnosis.named.nullish !== 'undefined') return null;
  const isThere = ({ name: key, around, place, value }: Key): boolean =>
    key === name && around.at(-1) === owner && !place.includes('*') && value?.type !== 'null';
  const file = dataFiles(context).find(({ keys }) => keys.some(isThere));
  return file === undefined
    ? null
    : `${file.path} has \`${owner}.${name}\`, and it does not arrive: what drops it is at fault`;
}

function put(source: Source, title: string, splices: readonly Splice[]): Idea[] {
  return [ideaIn('absent-value', source, { title, rank: 1, splices })];
}

/** What another place says of the very read comes before what the project says of all that is not there. */
function said(context: RecipeContext, site: Site, node: Node): Idea[] {
  const isOdd = context.diagnosis.named.nullish === 'undefined' && !mayBeAbsent(context, site, node);
  const found = isOdd ? [] : asSaid(context, site.source, node);
  return found.length > 0 ? found : [...ofDefaults(site.source, node), ...knownNull(context, site.source, node)];
}

function absent(context: RecipeContext, source: Source, node: Node): Idea[] {
  const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
  // Of what a getter does not have all lack it who read it, not only the one that failed.
  const isGetters = name !== null && gettersOf(context, name).length > 0;
  const fallback = isGetters ? [] : reachedFallback(source, node);
  const ask = isUnset(context, node) ? `nobody sets \`${textOf(source, node)}\`: what does may be missing` : null;
  return fallback.length > 0 ? fallback.map((each) => ({ ...each, ask })) : usualDefault(context, source, node);
}

/** `ctx.state.user`, `res.locals.user`, which only a middleware sets, and none of the project does. */
function isUnset({ tree }: RecipeContext, node: Node): boolean {
  if (node.type !== 'MemberExpression' || node.computed) return false;
  const name = keyName(node.property);
  const { given, spoken } = memberNames(tree);
  const isShared = /\.(?:state|locals)$/.test(chainOf(node.object) ?? '');
  return isShared && name !== null && !given.has(name) && !spoken.has(name);
}

/** `x.name.trim() || 'nobody'`, `x.percent ? … : 0`: what stands for nothing was written already, and the chain fails before it. */
function reachedFallback(source: Source, node: Node): Idea[] {
  const own = chainAbove(node);
  const chain = own === node ? own : askedBy(own);
  const { parent } = chain;
  const isEmptyElse =
    parent?.type === 'ConditionalExpression' && parent.test === chain && isEmpty(source, parent.alternate);
  const isLeft = parent?.type === 'LogicalExpression' && parent.operator !== '&&' && parent.left === chain;
  if (chain === node || (!isLeft && !isEmptyElse) || (isLeft && chain === own && givesNothing(chain))) return [];
  const title = `reach the fallback where \`${textOf(source, node).slice(0, 60)}\` is missing`;
  return put(source, title, marked(source, node));
}

/** `passes.get(number.toUpperCase())`: by nothing nothing is found, so that a fallback behind it is for that, too. */
function askedBy(key: Node): Node {
  const call = key.parent;
  const isOnly = call?.type === 'CallExpression' && call.arguments.length === 1 && call.arguments[0] === key;
  const method = isOnly && call.callee.type === 'MemberExpression' ? keyName(call.callee.property) : null;
  return isOnly && method === 'get' ? call : key;
}

/** `coupon.percent ? … : 0`, where the same variable is read as `coupon?.freeShipping` or tested beside it, or is made as `… : undefined`: only where it is tested. */
function asBeside(context: RecipeContext, source: Source, node: Node): Idea[] {
  const binding = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  if (binding === undefined || !isTested(chainAbove(node))) return [];
  const init = binding.node.type === 'VariableDeclarator' ? binding.node.init : null;
  const parts: Node[] = init?.type === 'ConditionalExpression' ? [init.consequent, init.alternate] : [];
  const isReadSo = all(source.program, 'MemberExpression').some(
    ({ object, optional }) =>
      optional &&
      object.type === 'Identifier' &&
      object.name === binding.name &&
      namesInScope(source, object.start).get(object.name)?.id === binding.id,
  );
  const isSaid = isReadSo || isAskedBeside(source, node, binding);
  if (!isSaid && !parts.some((part) => /^(?:undefined|null)$/.test(textOf(source, part)))) return [];
  const title = `\`${binding.name}\` may be absent here as it may beside`;
  const splices = [node, ...optionalLinks(context, node)].flatMap((each) => marked(source, each));
  return [ideaIn('absent-value', source, { title, rank: 0, splices })];
}

/** Nothing is a plain no there. */
function isTested(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'ConditionalExpression' || parent?.type === 'IfStatement') return parent.test === node;
  if (parent?.type === 'UnaryExpression') return parent.operator === '!' && isTested(parent);
  if (parent?.type === 'LogicalExpression')
    return (parent.left === node && parent.operator !== '&&') || isTested(parent);
  return parent?.type === 'BinaryExpression' && /^[=<>]/.test(parent.operator) && isTested(parent);
}

/** `x.tags.map(…)` where the project reads `….tags ?? []` elsewhere, or its own records and types say that a list may be absent. */
function usualDefault(context: RecipeContext, source: Source, node: Node): Idea[] {
  if (node.type !== 'MemberExpression' || node.computed) return [];
  const name = keyName(node.property) ?? '';
  const isList = isWhole(node) === '[]' || listMethods.test(accessed(node) ?? '');
  const isPattern = node.parent?.type === 'VariableDeclarator';
  const wanted = isPattern ? '{}' : isList ? '[]' : null;
  const given =
    asElsewhere(context, name, (text) => wanted === null || text === wanted) ??
    (wanted === '[]' && isOptionalList(context, name) ? wanted : null);
  if (given === null || (wanted === null && !/^(['"]|\d)/.test(given))) return [];
  const kind = /^['"]/.test(given) ? 'String' : /^\d/.test(given) ? 'Number' : null;
  // What is read of it must be something that the default has.
  if (kind !== null && ![...prototypeMembers(kind), 'length'].includes(accessed(node) ?? 'length')) return [];
  const writes = accessed(node) ?? '';
  // What is put into a list that nobody keeps is lost.
  if (changesList.test(writes))
    return wanted !== '[]' || !/^(?:push|unshift)$/.test(writes)
      ? []
      : put(source, `begin \`${textOf(source, node).slice(0, 60)}\` with the first that is put into it`, [
          { start: node.start, end: node.start, text: '(' },
          { start: node.end, end: node.end, text: ' ??= [])' },
        ]);
  const getters = gettersOf(context, name);
  if (getters.length > 0) return atGetter(getters, node, given);
  const parens =
    isPattern || (node.parent?.type === 'CallExpression' && node.parent.callee !== node) ? ['', ''] : ['(', ')'];
  return put(source, `take ${given} where \`${textOf(source, node).slice(0, 60)}\` is missing, as the project does`, [
    { start: node.start, end: node.start, text: parens[0] ?? '' },
    { start: node.end, end: node.end, text: ` ?? ${given}${parens[1]}` },
  ]);
}

/** `{ labels }` of an input that may leave it out (`labels?: string[]`), for a record that has it (`labels: string[]`): none is an empty list. */
function optionalAtSource(context: RecipeContext, node: Node): Idea[] {
  const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
  if (name === null || !isOptionalInput(context, name)) return [];
  return fillsOf(context, name).flatMap(({ source, node: value, property }) => {
    if (property === null || value.type !== 'Identifier' || value.name !== name) return [];
    const text = property.shorthand ? `${name}: ${name} ?? []` : `${name} ?? []`;
    const at = property.shorthand ? property : value;
    const title = `no \`${name}\` is an empty list where the record is made`;
    return [ideaIn('absent-value', source, { title, rank: 0, splices: [{ start: at.start, end: at.end, text }] })];
  });
}

function isOptionalInput(context: RecipeContext, name: string): boolean {
  const lists = allSources(context.tree)
    .flatMap((source) => all(source.program, 'TSPropertySignature'))
    .filter((each) => keyName(each.key) === name && each.typeAnnotation?.typeAnnotation.type === 'TSArrayType');
  return lists.some(({ optional }) => optional) && lists.some(({ optional }) => !optional);
}

/** A part of a request, or a field that the project knows: it is neither misspelt nor of another thing. */
function mayBeAbsent(context: RecipeContext, site: Site, node: Node): boolean {
  const read = readAs(site.source, node);
  if (isLeftOut(context, site.source, node)) return true;
  if (read === null) return neverNothing(chainAbove(node));
  const handler = handlerAround(context.tree, site.source, node);
  if (handler !== null && read.object !== null && chainOf(read.object)?.split('.')[0] === handler.request) return true;
  const keys = read.object === null ? [] : (valueOf(site, read.object)?.keys ?? []);
  return keys.includes(read.name) || (nearNames(read.name, [...keys]).length === 0 && isKnown(context, read.name));
}

interface FieldRead {
  /** Null where a parameter is taken apart. */
  readonly object: Node | null;
  readonly name: string;
}

/** `x.field`; of a name `const name = x.field` and `const { field: name } = x`. */
function readAs(source: Source, node: Node): FieldRead | null {
  if (node.type === 'MemberExpression')
    return node.computed ? null : { object: node.object, name: keyName(node.property) ?? '' };
  const binding = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  const made = binding?.node;
  if (binding?.kind === 'param') {
    const taken = takenKey(binding.id);
    return taken === null ? null : { object: null, name: taken };
  }
  if (binding === undefined || made?.type !== 'VariableDeclarator' || made.init === null) return null;
  if (made.id.type === 'Identifier') return made.init.type === 'MemberExpression' ? readAs(source, made.init) : null;
  const property =
    made.id.type === 'ObjectPattern'
      ? made.id.properties.find((each) => upwards(binding.id).includes(each))
      : undefined;
  const name = property?.type === 'Property' && !property.computed ? keyName(property.key) : null;
  return name === null ? null : { object: made.init, name };
}

function isKnown(context: RecipeContext, name: string): boolean {
  if (fillsOf(context, name).length > 0) return true;
  const word = new RegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`);
  const isTyped = allSources(context.tree).some((source) =>
    all(source.program, 'TSPropertySignature').some((each) => !each.computed && keyName(each.key) === name),
  );
  return (
    isTyped ||
    context.tree.files
      .filter(
        (path) =>
          /\.(?:json|ndjson|jsonl|sql|ya?ml|md|csv|prisma|graphql)$/.test(path) &&
          !/(?:^|\/)(?:package|README)/.test(path),
      )
      .slice(0, 200)
      .some((path) => word.test(context.tree.read(path) ?? ''))
  );
}

const containers = { 'new Map()': ['get', 'set', 'has'], 'new Set()': ['add', 'has'], '[]': ['push', 'map', 'filter'] };

/** `x.heard.set(…)` where nothing ever gives anything a `heard`: the one literal that makes such an object begins it. */
function unset(context: RecipeContext, site: Site, node: Node): Idea[] {
  const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
  const keys = node.type === 'MemberExpression' ? (valueOf(site, node.object)?.keys ?? []) : [];
  if (name === null || keys.length < 2 || keys.includes(name) || fillsOf(context, name).length > 0) return [];
  if (dataFields(context).has(name)) return [];
  const uses = readersOf(context, name).flatMap((read) => accessed(read.node) ?? []);
  const empty = Object.entries(containers).find(([, has]) => uses.length > 0 && uses.every((use) => has.includes(use)));
  const literals = allSources(context.tree).flatMap((source) =>
    all(source.program, 'ObjectExpression')
      .filter(({ properties }) => {
        const own = properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null));
        return own.length === keys.length && own.every((key) => key !== null && keys.includes(key));
      })
      .map((literal) => ({ source, literal })),
  );
  const [only, more] = literals;
  const last = only?.literal.properties.at(-1);
  if (empty === undefined || only === undefined || more !== undefined || last === undefined) return [];
  const splices = [{ start: last.end, end: last.end, text: `, ${name}: ${empty[0]}` }];
  return put(only.source, `\`${name}\` is begun as \`${empty[0]}\` where the object is made`, splices);
}

/** `return lists.get(key)` whose callers take a list, and whose writers put lists: nobody has begun that one. */
function unbegun(context: RecipeContext, source: Source, node: Node): Idea[] {
  if (emptyFor(source, node) !== null) return []; // it would be lost
  return originsOf(context, source, node).flatMap(({ source: there, node: value }) => {
    const place = placeOf(there, value);
    if (place === null || !holdsLists(there, place.base)) return [];
    const title = `no list at \`${textOf(there, value)}\` is an empty one`;
    const isPlain = value.parent?.type === 'ReturnStatement' || upwards(value)[1] === functionsAround(value)[0];
    const [open, close] = isPlain || value.parent?.type === 'VariableDeclarator' ? ['', ''] : ['(', ')'];
    return put(there, title, [
      { start: value.start, end: value.start, text: open },
      { start: value.end, end: value.end, text: ` ?? []${close}` },
    ]);
  });
}

function holdsLists({ text }: Source, base: string): boolean {
  const name = escapeRegExp(base);
  const puts = [
    ...text.matchAll(new RegExp(`${name}\\s*\\[[^\\]]*\\]\\s*(?:\\?\\?|\\|\\|)?=(?!=)\\s*(.)`, 'g')),
    ...text.matchAll(new RegExp(`${name}\\s*\\.set\\([^,()]+,\\s*(.)`, 'g')),
  ];
  return puts.length > 0 && puts.every((each) => each[1] === '[');
}
