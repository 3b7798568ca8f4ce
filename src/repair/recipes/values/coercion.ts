/** A value of a kind near the one that was meant: a number as text, a Map as list, a result with its rows inside. */
import type { Idea, ValueFacts } from '../../../incident/nouns.ts';
import { reached } from '../../code/callees.ts';
import { prototypeMembers } from '../../code/members.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { namesInScope } from '../../code/scope.ts';
import { originsOf } from '../../evidence/origins.ts';
import { isNextPromised } from '../../code/frameworks.ts';
import { all, allSources, chainOf, functionsAround, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import { splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import {
  commaOf,
  conversionAt,
  convertedBeside,
  isNumeric,
  mayHaveEntries,
  placed,
  takesItems,
  takesPairs,
  wrap,
} from '../../evidence/conversions.ts';
import type { Conversion, Failing } from '../../evidence/conversions.ts';
import { fillsOf, lastNameOf } from '../../evidence/fields.ts';
import { plainText } from './plain-text.ts';
import { summedAsText } from './summed.ts';
import { unparsedIdeas } from './unparsed-json.ts';

export const coercion: Recipe = {
  name: 'coercion',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A value of a neighbouring kind, as the debugger saw it: text for number or date, Map or Set for list, entries of an object, an object as reply body; `for await` of a stream.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    return [
      ...unparsedIdeas(context),
      ...parsedIdeas(context, site),
      ...methodIdeas(context, site),
      ...iterationIdeas(context, site),
      ...plainText(context, site),
      ...bigintIdeas(context, site),
    ];
  },
};

/** `JSON.parse(options)` of what is an object already. */
function parsedIdeas(context: RecipeContext, site: Site): Idea[] {
  if (!/is not valid JSON|in JSON at position/.test(context.diagnosis.message)) return [];
  return site.nodes.flatMap((node) => {
    const value =
      node.type === 'CallExpression' && chainOf(node.callee) === 'JSON.parse' ? node.arguments[0] : undefined;
    const seen = value === undefined ? null : valueOf(site, value);
    const isMade = seen?.type === 'object' && (seen.className === 'Object' || seen.className === 'Array');
    if (value === undefined || !isMade) return [];
    const splices = [
      { start: node.start, end: value.start, text: '' },
      { start: value.end, end: node.end, text: '' },
    ];
    return [put(site, { title: `\`${textOf(site.source, value)}\` is no text: it is read already`, rank: 0, splices })];
  });
}

function put(site: Site, made: { title: string; rank: number; splices: readonly Splice[] }): Idea {
  const { source } = site;
  return idea('coercion', {
    title: made.title,
    rank: made.rank,
    edits: [{ path: source.path, before: source.text, after: splice(source.text, ...made.splices) }],
  });
}

/** `price.toFixed(2)` of a string, `map.filter(…)` of a Map, `result.map(…)` of `{rows}`: converted where it is made or here. */
function methodIdeas(context: RecipeContext, site: Site): Idea[] {
  if (!/is not a function/.test(context.diagnosis.message)) return [];
  const found: Idea[] = [];
  for (const callee of culprits(context, site).slice(0, 2)) {
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') continue;
    const { object, property } = callee;
    const stepped = steppedDate(context, { site, callee });
    if (stepped !== null) return [stepped];
    if (property.name === 'getTime' && valueOf(site, object)?.type === 'number') {
      // A name that is given values at several places may hold a date at another time.
      if (object.type === 'Identifier' && isSet(site, object)) continue;
      const title = `\`${textOf(site.source, object)}\` is the time already`;
      found.push(
        put(site, {
          title,
          rank: 0,
          splices: [{ start: object.end, end: callee.parent?.end ?? callee.end, text: '' }],
        }),
      );
      continue;
    }
    found.push(...listOfIterator(context, { site, callee }));
    const conversion = conversionFor(valueOf(site, object) ?? madeDate(object), property.name, callee);
    // Of numbers that were put together as text no number is made.
    if (conversion === null || (conversion.to === 'Number' && summedAsText(context, site).length > 0)) continue;
    const ofMap = takesPairs(callee, site.source)
      ? [{ ...entries, rank: 0 }]
      : takesItems(callee, site.source)
        ? [{ ...conversion, rank: 0 }]
        : [conversion, entries];
    const kinds = conversion.prefix === '[...' && conversion.suffix === '.values()]' ? ofMap : [conversion];
    const isSent = conversion.prefix.startsWith('Object.') && isFetched(context, site, object);
    const ask = isSent ? 'another service answered it: it may be what it says when it fails' : null;
    for (const each of kinds)
      found.push(
        ...converted(context, { site, callee, conversion: each }).map((one) => ({ ...one, ask: one.ask ?? ask })),
      );
  }
  return found;
}

/** `await response.json()`, `(await axios.get(url)).data`. */
function isFetched(context: RecipeContext, site: Site, node: Node): boolean {
  return originsOf(context, site.source, node).some(({ source, node: each }) =>
    /\.json\(\)$|\bfetch\(|\b(?:axios|got|ky|undici|superagent)\b/.test(textOf(source, each)),
  );
}

const iterates = /^(?:values|keys|entries|matchAll)$/;

/** `map.values().sort(…)`: what walks over a collection is no list; a name for it becomes one where it is given. */
function listOfIterator(context: RecipeContext, { site, callee }: Pick<Failing, 'site' | 'callee'>): Idea[] {
  const { object, property, parent } = callee;
  // What walks over a collection has it since Node 22.
  const toArray = keyName(property) === 'toArray' && parent?.type === 'CallExpression' ? parent : null;
  const isOfList = property.type === 'Identifier' && prototypeMembers('Array').includes(property.name);
  if (!isOfList && toArray === null) return [];
  const walks = (node: Node): node is Of<'CallExpression'> =>
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    iterates.test(keyName(node.callee.property) ?? '') &&
    // Not `Object.values(x)`, nor a method of the project.
    node.arguments.length === (keyName(node.callee.property) === 'matchAll' ? 1 : 0) &&
    reached(context, site.source, node.callee).length === 0;
  const bound = object.type === 'Identifier' ? namesInScope(site.source, object.start).get(object.name)?.node : null;
  const made = bound?.type === 'VariableDeclarator' && bound.id.type === 'Identifier' ? bound.init : null;
  const node = made ?? object;
  if (!walks(node)) return [];
  const title = `\`${textOf(site.source, node).slice(0, 40)}\` as a list`;
  const cut = toArray === null ? [] : [{ start: object.end, end: toArray.end, text: '' }];
  return [put(site, { title, rank: 0, splices: [...wrap(node, '[...', ']'), ...cut] })];
}

/** The name is assigned to after it was declared. */
function isSet({ source }: Site, id: Of<'Identifier'>): boolean {
  const bound = (each: Of<'Identifier'>): unknown => namesInScope(source, each.start).get(each.name)?.id;
  return all(source.program, 'AssignmentExpression').some(
    ({ left }) => left.type === 'Identifier' && left.name === id.name && bound(left) === bound(id),
  );
}

/** `day = day.getTime() + step`: the name was a date before, so it is given one again; who reads it stays as it is. */
function steppedDate(context: RecipeContext, at: Pick<Failing, 'site' | 'callee'>): Idea | null {
  const { object, property } = at.callee;
  const isOfDate = property.type === 'Identifier' && prototypeMembers('Date').includes(property.name);
  if (!isOfDate || valueOf(at.site, object)?.type !== 'number') return null;
  for (const { source, node } of originsOf(context, at.site.source, object)) {
    const set = node.parent?.type === 'AssignmentExpression' && node.parent.right === node ? node.parent.left : null;
    const name = set === null ? null : chainOf(set);
    const sums = node.type === 'BinaryExpression' && /^[-+*/%]$/.test(node.operator);
    const asked = (sums ? all(node, 'CallExpression') : node.type === 'CallExpression' ? [node] : []).some(
      ({ callee }) =>
        callee.type === 'MemberExpression' &&
        chainOf(callee.object) === name &&
        /^(?:getTime|valueOf|set(?:UTC)?(?:FullYear|Month|Date|Hours|Minutes|Seconds|Milliseconds|Time))$/.test(
          keyName(callee.property) ?? '',
        ),
    );
    if (name === null || !asked) continue;
    const title = `\`${name}\` is a date before and after`;
    return ideaIn('coercion', source, { title, rank: 0, splices: wrap(node, 'new Date(', ')') });
  }
  return null;
}

/** What a Map gives by itself; whether that or its values were meant is seen when it runs. */
const entries: Conversion = {
  what: 'a list of the entries',
  rank: 1,
  to: 'Array',
  everywhere: false,
  prefix: '[...',
  suffix: ']',
};

function converted(context: RecipeContext, failing: Failing): Idea[] {
  const { conversion } = failing;
  const [ready, other] = convertedBeside(context, failing);
  if (ready !== undefined && other === undefined) {
    const { source, node, property } = ready.fill;
    const text = property?.shorthand === true ? `${textOf(source, node)}: ${ready.name}` : ready.name;
    const title = `\`${ready.name}\` is ${conversion.what} already`;
    return [ideaIn('coercion', source, { title, rank: 0, splices: [{ start: node.start, end: node.end, text }] })];
  }
  return placed(context, failing).map(({ source, nodes, ask }) => {
    const after = splice(source.text, ...nodes.flatMap((node) => conversionAt(source, node, conversion)));
    return idea('coercion', {
      title: `${conversion.what} for ${nodes.map((node) => `\`${textOf(source, node).slice(0, 40)}\``).join(' and ')}`,
      rank: ask === null ? conversion.rank : 2,
      ask,
      edits: [{ path: source.path, before: source.text, after }],
    });
  });
}

/** `new Date(…).slice(…)`, `Date.now().toISOString()`: no name for the debugger to look at, and none needed. */
function madeDate(node: Node): ValueFacts | null {
  const callee = node.type === 'NewExpression' || node.type === 'CallExpression' ? chainOf(node.callee) : null;
  const made = { keys: [], thenable: false, preview: '' };
  if (callee === 'Date.now' || callee === 'Date.parse') return { ...made, type: 'number', className: null };
  return callee === 'Date' && node.type === 'NewExpression' ? { ...made, type: 'object', className: 'Date' } : null;
}

const rowKeys = ['rows', 'data', 'items', 'results', 'docs', 'records', 'list', 'values'];

function conversionFor(seen: ValueFacts | null, method: string, callee: Node): Conversion | null {
  const has = (className: string): boolean => prototypeMembers(className).includes(method);
  if (seen === null) return null;
  const plain = { rank: 0, suffix: ')', everywhere: true };
  if (seen.type === 'string' && has('Number') && !has('String') && isNumeric(seen.preview))
    return { ...plain, what: 'a number', to: 'Number', prefix: 'Number(' };
  if (seen.type === 'number' && has('String') && !has('Number'))
    return { ...plain, what: 'a string', to: 'String', prefix: 'String(' };
  if ((seen.type === 'string' || seen.type === 'number') && has('Date') && !has('String'))
    return { ...plain, what: 'a date', to: 'Date', prefix: 'new Date(' };
  if (seen.type === 'string' && has('Array') && !has('String') && /^"(?:\[(?!object )|\{\\")/.test(seen.preview))
    return { ...plain, what: 'the list that the JSON text holds', to: 'Array', prefix: 'JSON.parse(' };
  const comma = seen.type === 'string' && has('Array') && !has('String') ? commaOf(seen.preview) : null;
  if (comma !== null)
    return { ...plain, what: 'the list of its parts', rank: 1, to: 'Array', prefix: '', suffix: `.split('${comma}')` };
  if (seen.className === 'Date' && has('String') && !has('Date') && isDayOrTime(callee))
    return { ...plain, what: 'the ISO text of the date', to: 'String', prefix: '', suffix: '.toISOString()' };
  if (seen.className === 'Buffer' && has('String') && !has('Buffer'))
    return { ...plain, what: 'the text', to: 'String', prefix: '', suffix: '.toString()' };
  if (!has('Array') || seen.type !== 'object' || changesCopy(callee)) return null;
  const list = { rank: 0, to: 'Array', everywhere: false };
  if (seen.className === 'Set' || seen.className === 'Arguments')
    return { ...list, what: 'a list', prefix: '[...', suffix: ']' };
  if (seen.className === 'Map')
    return { ...list, what: 'a list of the values', rank: 1, prefix: '[...', suffix: '.values()]' };
  const shown = [...seen.preview.matchAll(/[{ ]([\w$]+): \[\]/g)].map(([, key]) => key ?? '');
  const named = seen.keys.filter((key) => rowKeys.includes(key));
  const rows = named.length > 0 ? named : shown;
  // A plain object has pairs; one that holds a list may hold them there.
  if (rows.length !== 1 && seen.className === 'Object' && takesPairs(callee))
    return { ...list, what: 'a list of the entries', prefix: 'Object.entries(', suffix: ')' };
  if (rows.length === 1) return { ...list, what: `\`${rows[0]}\``, rank: 1, prefix: '', suffix: `.${rows[0]}` };
  return /^Object \{(?:[\w$]+: \{[^{}]*\}(?:, )?){2,}\}$/.test(seen.preview)
    ? { ...list, what: 'a list of the values', rank: 1, prefix: 'Object.values(', suffix: ')' }
    : null;
}

/** `names.push(name)`: what is put into a copy, or taken out of it, is put nowhere. */
function changesCopy(callee: Node): boolean {
  const method = callee.type === 'MemberExpression' ? (keyName(callee.property) ?? '') : '';
  const isIdle = callee.parent?.parent?.type === 'ExpressionStatement';
  return (
    /^(?:push|pop|shift|unshift|splice|fill|copyWithin)$/.test(method) || (isIdle && /^(?:sort|reverse)$/.test(method))
  );
}

/** `.slice(0, 10)`, `.split('T')`: what takes a day or a time out of an ISO text, and out of no other text of a date. */
function isDayOrTime(callee: Node): boolean {
  const call = callee.parent;
  if (call?.type !== 'CallExpression' || call.callee !== callee) return false;
  const given = call.arguments.map((each) => (each.type === 'Literal' ? String(each.value) : '?')).join();
  return /^(?:0,(?:4|7|10|13|16|19)|11,(?:16|19)|T)$/.test(given);
}

/** `for (const [key, value] of object)`. */
function iterationIdeas(context: RecipeContext, site: Site): Idea[] {
  if (!/is not iterable/.test(context.diagnosis.message)) return [];
  for (const node of culprits(context, site)) {
    const loop = node.parent;
    const seen = valueOf(site, node);
    const inTime = loop?.type === 'ForOfStatement' && loop.right === node ? overTime(context, site, loop) : [];
    if (inTime.length > 0) return inTime;
    const isMapped = loop?.type === 'NewExpression' && chainOf(loop.callee) === 'Map' && loop.arguments[0] === node;
    if (isMapped && /\bobject is not iterable/.test(context.diagnosis.message) && mayHaveEntries(node, seen))
      return [put(site, { title: 'the entries of the object', rank: 0, splices: wrap(node, 'Object.entries(', ')') })];
    if (
      loop?.type !== 'ForOfStatement' ||
      loop.right !== node ||
      seen === null ||
      seen.type !== 'object' ||
      seen.thenable
    )
      continue;
    const id = loop.left.type === 'VariableDeclaration' ? loop.left.declarations[0]?.id : undefined;
    const held = lastNameOf(node) ?? '';
    if (seen.keys.includes(held) && seen.preview.includes(`${held}: []`))
      return [put(site, { title: `the list is in \`${held}\``, rank: 0, splices: wrap(node, '', `.${held}`) })];
    if (id?.type !== 'ArrayPattern' || id.elements.length !== 2) continue;
    return [put(site, { title: 'the entries of the object', rank: 0, splices: wrap(node, 'Object.entries(', ')') })];
  }
  return [];
}

/** `for (const chunk of req)`: a stream gives its parts one after the other, and `for await` waits for each. What comes behind this middleware has then to be waited for, too: the answer would be sent before. */
function overTime(context: RecipeContext, site: Site, loop: Of<'ForOfStatement'>): Idea[] {
  const fn = functionsAround(loop)[0];
  const isStream = streams.test(valueOf(site, loop.right)?.className ?? '');
  if (loop.await || fn?.async !== true || !isStream) return [];
  const title = `\`${textOf(site.source, loop.right)}\` gives its parts one after the other`;
  const at = loop.start + 'for'.length;
  const hasty = all(fn, 'CallExpression').filter(
    (call) =>
      call.parent?.type === 'ExpressionStatement' &&
      functionsAround(call)[0] === fn &&
      isNextPromised(context.tree, site.source, { call, fn }),
  );
  const splices = [
    { start: at, end: at, text: ' await' },
    ...hasty.map(({ start }) => ({ start, end: start, text: 'await ' })),
  ];
  return [put(site, { title, rank: 0, splices })];
}

/** What is walked over only by waiting for each. */
const streams =
  /^(?:IncomingMessage|Http2ServerRequest|Readable|ReadableStream|ReadStream|Transform|PassThrough|Duplex|Socket|Interface|FileHandle|Gunzip|Gzip|Inflate|(?:Object )?\[?AsyncGenerator\]?)$/;

/** `{ tookNs: process.hrtime.bigint() - began }` in an answer: a plain number holds the nanoseconds of a hundred days. */
function clockIdeas(site: Site): Idea[] {
  return site.nodes
    .filter((node) => node.type === 'CallExpression' && chainOf(node.callee) === 'process.hrtime.bigint')
    .flatMap(
      (call) => upwards(call).find((each) => each.parent?.type === 'Property' && each.parent.value === each) ?? [],
    )
    .slice(0, 1)
    .map((node) => put(site, { title: 'a plain number of nanoseconds', rank: 0, splices: wrap(node, 'Number(', ')') }));
}

/** `res.json({ id: BigInt(rowid) })`: JSON has no such numbers. Only where the project makes a plain number of the same value elsewhere is it sure. */
function bigintIdeas(context: RecipeContext, site: Site): Idea[] {
  if (!/serialize a BigInt/.test(context.diagnosis.message)) return [];
  const clock = clockIdeas(site);
  if (clock.length > 0) return clock;
  const keys = new Set(
    Object.values({ ...site.facts?.locals, ...site.facts?.expressions }).flatMap((each) => each.keys),
  );
  const made = [...keys]
    .flatMap((key) => fillsOf(context, key))
    .filter(({ node }) => node.type === 'CallExpression' && chainOf(node.callee) === 'BigInt');
  const [only, more] = made;
  if (only === undefined || more !== undefined || only.node.type !== 'CallExpression') return [];
  const { source, node } = only;
  const name = node.arguments[0] === undefined ? null : lastNameOf(node.arguments[0]);
  const elsewhere = allSources(context.tree).some((each) =>
    all(each.program, 'CallExpression').some(
      (call) =>
        chainOf(call.callee) === 'Number' && call.arguments[0] !== undefined && lastNameOf(call.arguments[0]) === name,
    ),
  );
  const after = splice(source.text, { start: node.callee.start, end: node.callee.end, text: 'Number' });
  return [
    idea('coercion', {
      title: `a plain number for \`${textOf(source, node)}\``,
      rank: 0,
      ask:
        name !== null && elsewhere ? null : 'a plain number is exact only up to 9007199254740991: is that enough here?',
      edits: [{ path: source.path, before: source.text, after }],
    }),
  ];
}
