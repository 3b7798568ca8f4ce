/** BigInts where numbers are wanted: written as JSON, or reckoned with beside numbers. */
import type { Idea } from '../../../incident/nouns.ts';
import { namesInScope } from '../../code/scope.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  keyName,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { callsOf } from '../../code/callees.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const bigNumber: Recipe = {
  name: 'big-number',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A BigInt that is written as JSON or reckoned with: as a number, where it is answered or was made.',
  ideas(context) {
    if (!/serialize a BigInt|Cannot mix BigInt|Cannot convert a BigInt/.test(context.diagnosis.message)) return [];
    const [site] = sitesOf(context);
    const whole = site === undefined || !/Cannot mix/.test(context.diagnosis.message) ? [] : besideBig(site);
    if (whole.length > 0) return whole;
    const answered = /serialize/.test(context.diagnosis.message) ? answeredIdeas(context) : [];
    if (answered.length > 0) return answered;
    const sources = new Set([...sitesOf(context).map(({ source }) => source), ...allSources(context.tree)]);
    const uses = [...sources].flatMap((source) => madeBig(source).map((node) => ({ source, node })));
    return uses.map(({ source, node }) =>
      ideaIn('big-number', source, {
        title: `\`${textOf(source, node)}\` as a number`,
        rank: uses.length === 1 ? 0 : 1,
        splices: [{ start: node.start, end: node.end, text: asNumber(source, node) }],
      }),
    );
  },
};

/** `(now() - began) / 1000` of BigInts: the whole number that is written out becomes one, too. */
function besideBig({ source, nodes }: Site): Idea[] {
  const sums = nodes.flatMap((node) => [node, ...upwards(node)]).filter(({ type }) => type === 'BinaryExpression');
  const numbers = (sum: Node): Of<'Literal'>[] =>
    all(sum, 'Literal').filter(({ value }) => Number.isSafeInteger(value));
  const [only, more] = sums.map(numbers).find(({ length }) => length > 0) ?? [];
  if (only === undefined || more !== undefined || only.parent?.type !== 'BinaryExpression') return [];
  const title = `\`${textOf(source, only)}\` as a BigInt, like what it is reckoned with`;
  return [ideaIn('big-number', source, { title, rank: 0, splices: [{ start: only.end, end: only.end, text: 'n' }] })];
}

/** `BigInt(…)`, `12n`, and the row ids of drivers that give BigInts. */
function madeBig(source: Source): Node[] {
  const calls = all(source.program, 'CallExpression').filter(({ callee }) =>
    /^(?:BigInt|process\.hrtime\.bigint)$/.test(chainOf(callee) ?? ''),
  );
  const ids = all(source.program, 'MemberExpression').filter(
    ({ property, parent }) =>
      keyName(property) === 'lastInsertRowid' &&
      !(parent?.type === 'CallExpression' && chainOf(parent.callee) === 'Number'),
  );
  return [...calls, ...ids];
}

function asNumber(source: Source, node: Node): string {
  const isCast = node.type === 'CallExpression' && chainOf(node.callee) === 'BigInt';
  return isCast ? textOf(source, node).replace(/^BigInt/, 'Number') : `Number(${textOf(source, node)})`;
}

/** A place where a BigInt goes into what is answered. */
interface Flow {
  readonly source: Source;
  readonly node: Node;
  /** The key under which it is answered. */
  readonly key: string;
  /** What it is reckoned from, and the file of that. */
  readonly origin: Place;
  /** It goes nowhere else, and is only added, taken away and multiplied: numbers give the same. */
  readonly isPlain: boolean;
}

interface Place {
  readonly source: Source;
  readonly node: Node;
}

/** The BigInts that one function puts into an answer: reckoned as numbers, where nothing else is made of them; else they become numbers there. */
function answeredIdeas(context: RecipeContext): Idea[] {
  const groups = new Map<Node, Flow[]>();
  for (const source of allSources(context.tree))
    for (const node of origins(source))
      for (const flow of flowsOf(context, { source, node, origin: { source, node }, isPlain: true }, 3)) {
        const around = functionsAround(flow.node)[0] ?? flow.source.program;
        groups.set(around, [...(groups.get(around) ?? []), flow]);
      }
  const rank = groups.size === 1 ? 0 : 1;
  return [...groups.values()].flatMap((flows) => {
    const group = [...new Map(flows.map((each) => [each.node, each])).values()];
    const large = flows.find(isLarge);
    const title = `${group.map(({ source, node }) => `\`${textOf(source, node)}\``).join(', ')} as a number`;
    const ask = large === undefined ? null : `only you know whether \`${large.key}\` fits a number, or is to be text`;
    const there = group.map(({ source, node }) => ({ source, splices: [numberAt(source, node)] }));
    const from = flows.map(({ origin }) => ({
      source: origin.source,
      splices: [numberAt(origin.source, origin.node)],
    }));
    const reckoned = flows.every((each) => each.isPlain) ? [ideaOf('big-number', { title, rank, ask }, from)] : [];
    return [
      ...reckoned,
      ideaOf('big-number', { title: `${title}, once it is reckoned`, rank: rank + reckoned.length, ask }, there),
    ];
  });
}

/** What makes BigInts, and what is written as one. */
function origins(source: Source): Node[] {
  return [...madeBig(source), ...all(source.program, 'Literal').filter(isWritten)];
}

const isWritten = (node: Node): boolean =>
  node.type === 'Literal' && 'bigint' in node && typeof node.bigint === 'string';

/** It can be a number from the first on: a cast or a literal, and no type says otherwise. */
function isCast({ source, node }: Place): boolean {
  return (isWritten(node) || /^BigInt\(/.test(textOf(source, node))) && !/[:<|]\s*bigint\b/.test(source.text);
}

const reckons = /^(?:[-+*/%&|^]|\*\*|<<|>>)=?$/;

/** Where a BigInt ends up in what is answered: through sums, choices, names and the functions that give it. */
function flowsOf(context: RecipeContext, at: Omit<Flow, 'key'>, deep: number): Flow[] {
  const { source, node } = at;
  const { parent } = node;
  const onwards = (next: Node, isPlain = true): Flow[] =>
    flowsOf(context, { ...at, node: next, isPlain: at.isPlain && isPlain }, deep);
  const through = (id: Node | undefined, isPlain: boolean): Flow[] => {
    const reads = id?.type === 'Identifier' ? named(source, id) : [];
    return reads.flatMap((each) => onwards(each, isPlain && reads.length === 1));
  };
  if (parent == null) return [];
  if (parent.type === 'ParenthesizedExpression') return onwards(parent);
  if (parent.type === 'UnaryExpression') return parent.operator === '-' ? onwards(parent) : [];
  if (parent.type === 'BinaryExpression')
    return reckons.test(parent.operator) ? onwards(parent, /^[-+*]$/.test(parent.operator)) : [];
  if (parent.type === 'ConditionalExpression') return parent.test === node ? [] : onwards(parent, false);
  if (parent.type === 'LogicalExpression') return onwards(parent, false);
  if (parent.type === 'Property') return answered(at, parent);
  if (parent.type === 'VariableDeclarator') return through(parent.id, true);
  if (parent.type === 'AssignmentExpression' && parent.right === node && parent.left.type === 'Identifier')
    return through(namesInScope(source, parent.start).get(parent.left.name)?.id, /^[-+*]?=$/.test(parent.operator));
  // `rows.reduce((sum, row) => sum + BigInt(row.cents), 0n)`
  const call = parent.type === 'CallExpression' && parent.callee !== node ? parent : null;
  if (call !== null) return isReduce(call) && call.arguments[1] === node ? onwards(call) : [];
  const isGiven =
    parent.type === 'ReturnStatement' || (parent.type === 'ArrowFunctionExpression' && parent.body === node);
  const fn = isGiven ? functionsAround(node)[0] : undefined;
  if (fn === undefined) return [];
  if (fn.parent?.type === 'CallExpression' && isReduce(fn.parent) && fn.parent.arguments[0] === fn)
    return onwards(fn.parent);
  if (deep === 0 || fn.async) return [];
  return callsOf(context, fn).flatMap((each) =>
    flowsOf(context, { ...at, source: each.source, node: each.call, isPlain: false }, deep - 1),
  );
}

const isReduce = ({ callee }: Of<'CallExpression'>): boolean =>
  callee.type === 'MemberExpression' && /^reduce(?:Right)?$/.test(keyName(callee.property) ?? '');

/** Where a name is read, itself not set. */
function named(source: Source, id: Of<'Identifier'>): Node[] {
  return all(source.program, 'Identifier').filter(
    (each) =>
      each.name === id.name &&
      each !== id &&
      isReference(each) &&
      !(each.parent?.type === 'AssignmentExpression' && each.parent.left === each) &&
      namesInScope(source, each.start).get(id.name)?.id === id,
  );
}

/** The key of an object that a function gives or answers with; not one that other calls are given, such as a statement's values. */
function answered(at: Omit<Flow, 'key'>, property: Of<'Property'>): Flow[] {
  if (property.value !== at.node) return [];
  const outer = upwards(property).find(
    ({ type, parent }) =>
      type === 'ObjectExpression' && parent?.type !== 'Property' && parent?.type !== 'ArrayExpression',
  )?.parent;
  const isAnswer =
    outer?.type === 'CallExpression'
      ? /^(?:json|send|end|stringify|status|reply|success|ok)$/.test(lastOf(outer.callee))
      : outer != null && (isFunction(outer) || givers.test(outer.type));
  const isPlain = at.isPlain && isCast(at.origin);
  return isAnswer ? [{ ...at, isPlain, key: keyName(property.key) ?? '' }] : [];
}

const givers = /^(?:ReturnStatement|VariableDeclarator|AssignmentExpression|ParenthesizedExpression|SpreadElement)$/;

function lastOf(callee: Node): string {
  return (callee.type === 'MemberExpression' ? keyName(callee.property) : chainOf(callee)) ?? '';
}

/** An id, or what is reckoned with all its bits: as a number it may be another one. */
function isLarge({ source, node, key, origin }: Flow): boolean {
  const isRow = /lastInsertRowid|insertId|lastID/.test(textOf(origin.source, origin.node));
  const isId = !isRow && /(?:^|_|[a-z])(?:id|ids|hash|token|key|nonce|snowflake)$|(?:Id|Hash|Key)$/.test(key);
  const text = textOf(source, node);
  const digits = isWritten(origin.node) ? textOf(origin.source, origin.node).length - 1 : 0;
  return isId || digits > 15 || /\*\*|<<|asU?IntN|0x/i.test(text);
}

function numberAt(source: Source, node: Node): { start: number; end: number; text: string } {
  const { parent } = node;
  const isShort = parent?.type === 'Property' && parent.shorthand;
  const text = isWritten(node) ? textOf(source, node).slice(0, -1) : asNumber(source, node);
  return isShort
    ? { start: parent.start, end: parent.end, text: `${textOf(source, parent.key)}: ${text}` }
    : { start: node.start, end: node.end, text };
}
