/** A page that is counted from one and is 0 where nobody names one, so that what is left out before it is less than nothing. */
import type { Idea } from '../../../incident/nouns.ts';
import { reached } from '../../code/callees.ts';
import { boundIdentifiers, namesInScope } from '../../code/scope.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  keyName,
  stringValue,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'first-page';

/** PostgreSQL, MySQL, MongoDB and Prisma. */
const negative =
  /OFFSET must not be negative|syntax to use near '-\d|'skip' value must be >= 0|skip(?: argument)?: Value can only be positive|skip must be (?:non-?negative|positive)/i;

export const firstPage: Recipe = {
  name,
  classes: ['database', 'unknown', 'type', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A negative OFFSET, as the page that nobody named is 0 where pages are counted from 1: the first page, where a check or another default says that it is 1; pages counted from 0, where a check lets 0 pass.',
  ideas(context) {
    if (!negative.test(context.diagnosis.message)) return [];
    const found = allSources(context.tree).flatMap((source) =>
      all(source.program, 'BinaryExpression').flatMap((sum) => leftOut(context, source, sum)),
    );
    return found.flatMap((each) => ideasOf(context, each, found.length === 1 ? 0 : 1));
  },
};

/** `(page - 1) * size`, and the 0 that the page is by default. */
interface LeftOut {
  readonly source: Source;
  readonly sum: Of<'BinaryExpression'>;
  readonly page: Of<'Identifier'>;
  readonly standard: Standard;
}

interface Standard {
  readonly source: Source;
  readonly node: Node;
}

function leftOut(context: RecipeContext, source: Source, sum: Of<'BinaryExpression'>): LeftOut[] {
  const { left, operator, right, parent } = sum;
  const holder = parent?.type === 'ParenthesizedExpression' ? parent.parent : parent;
  if (operator !== '-' || left.type !== 'Identifier' || right.type !== 'Literal' || right.value !== 1) return [];
  if (holder?.type !== 'BinaryExpression' || holder.operator !== '*' || isAskedFor(context, left.name)) return [];
  const standard = standardOf(context, source, left);
  return standard === null ? [] : [{ source, sum, page: left, standard }];
}

/** Who asked for a page by its number got what was asked for. */
function isAskedFor({ signal }: RecipeContext, page: string): boolean {
  const query = signal.request?.url.split('?')[1] ?? '';
  return new RegExp(`(?:^|&)${page}=`).test(query);
}

const isZero = (node: Node | null | undefined): node is Node =>
  node?.type === 'Literal' && (node.value === 0 || node.value === '0');

/** The only 0 that stands for a page which is not named: a default, or what a helper falls back to. */
function standardOf(context: RecipeContext, source: Source, page: Of<'Identifier'>): Standard | null {
  const made = namesInScope(source, page.start).get(page.name);
  if (made === undefined) return null;
  const declarator = made.node.type === 'VariableDeclarator' ? made.node : null;
  const pattern =
    made.id.parent?.type === 'AssignmentPattern' && made.id.parent.left === made.id ? made.id.parent : null;
  const init = declarator !== null && declarator.id === made.id ? declarator.init : null;
  const zeros = [
    ...(pattern !== null && isZero(pattern.right) ? [{ source, node: pattern.right as Node }] : []),
    ...(init == null ? [] : fallbacks(init).map((node) => ({ source, node }))),
  ];
  const inSchema = zeros.length > 0 ? [] : schemaZeros(context, page.name);
  const [only, more] = [...zeros, ...inSchema];
  return more === undefined ? (only ?? null) : null;
}

/** `query.page ?? 0`, `whole(query.page, 0, 'page')`. */
function fallbacks(init: Node): Node[] {
  const choices = all(init, 'LogicalExpression').filter(({ operator }) => operator !== '&&');
  const calls = all(init, 'CallExpression').filter(
    ({ callee }) => !/^(?:Number|Math\.\w+)$/.test(chainOf(callee) ?? ''),
  );
  return [
    ...choices.map(({ right }) => right as Node),
    ...calls.flatMap((call) => call.arguments.slice(1) as Node[]),
  ].filter(isZero);
}

/** `page: { type: 'integer', minimum: 1, default: 0 }`, `page: z.coerce.number().min(1).default(0)`. */
function schemaZeros({ tree }: RecipeContext, page: string): Standard[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'Property')
      .filter(({ key }) => keyName(key) === page)
      .flatMap(({ value }): Standard[] => {
        const keys = value.type === 'ObjectExpression' ? value.properties : [];
        const plain = keys.flatMap((each) =>
          each.type === 'Property' && keyName(each.key) === 'default' ? [each.value as Node] : [],
        );
        const chained = all(value, 'CallExpression').flatMap(({ callee, arguments: [given] }) =>
          callee.type === 'MemberExpression' && keyName(callee.property) === 'default' ? [given as Node] : [],
        );
        return [...plain, ...chained].filter(isZero).map((node) => ({ source, node }));
      }),
  );
}

function ideasOf(context: RecipeContext, each: LeftOut, rank: number): Idea[] {
  const { source, sum, page, standard } = each;
  const least = leastOf(context, each);
  const text = stringValue(standard.node) === null ? '1' : textOf(standard.source, standard.node).replace('0', '1');
  const first = (ask: string | null): Idea =>
    ideaIn(name, standard.source, {
      title: `the first \`${page.name}\` is 1, as what is left out is reckoned`,
      rank,
      ask,
      splices: [{ start: standard.node.start, end: standard.node.end, text }],
    });
  if (least === 1) return [first(null)];
  if (least === null) return [first(`only you know whether \`${page.name}\` is counted from 0 or from 1`)];
  const { start, end } = sum.parent?.type === 'ParenthesizedExpression' ? sum.parent : sum;
  const isBracketed =
    source.text[start - 1] === '(' && source.text[end] === ')' && sum.parent?.type !== 'ParenthesizedExpression';
  const title = `\`${page.name}\` is counted from 0, as its check lets that pass`;
  const place = isBracketed ? { start: start - 1, end: end + 1 } : { start, end };
  return [ideaIn(name, source, { title, rank, splices: [{ ...place, text: page.name }] })];
}

/** The least page that a check lets pass, or that others take by default; null where nothing or both is said. */
function leastOf(context: RecipeContext, { page, standard }: LeftOut): 0 | 1 | null {
  const said = new Set([...checkedBy(context, page.name, standard), ...otherDefaults(context, page.name, standard)]);
  return said.size === 1 ? ([...said][0] ?? null) : null;
}

function checkedBy(context: RecipeContext, page: string, { source, node }: Standard): (0 | 1)[] {
  const around = upwards(node);
  const call = around.find((each) => each.type === 'CallExpression' && (each.arguments as Node[]).includes(node));
  const helpers = call?.type === 'CallExpression' ? reached(context, source, call.callee) : [];
  const property = around.find((each) => each.type === 'Property' && keyName(each.key) === page);
  const [fn] = functionsAround(node);
  // A check of the very name, in the function that takes it.
  const own =
    node.parent?.type === 'AssignmentPattern'
      ? boundIdentifiers(node.parent as never).map(({ name: each }) => each)
      : [];
  const named = fn === undefined ? [] : checksIn(fn).filter(({ of }) => own.includes(of));
  const bySchema = property === undefined ? [] : schemaLeast(property);
  return [
    ...helpers.flatMap(({ fn: helper }) => checksIn(helper)).map(({ least }) => least),
    ...named.map(({ least }) => least),
    ...bySchema,
  ];
}

/** `if (value < 1) throw …` of a function. */
function checksIn(fn: Node): { of: string; least: 0 | 1 }[] {
  return all(fn, 'BinaryExpression').flatMap(({ left, operator, right }): { of: string; least: 0 | 1 }[] => {
    const bound = right.type === 'Literal' ? right.value : null;
    const of = chainOf(left as Node) ?? '';
    if (isFunction(left as Node) || of === '') return [];
    if ((operator === '<' && bound === 1) || (operator === '<=' && bound === 0)) return [{ of, least: 1 }];
    return operator === '<' && bound === 0 ? [{ of, least: 0 }] : [];
  });
}

function schemaLeast(property: Node): (0 | 1)[] {
  const chained = all(property, 'CallExpression').flatMap(({ callee, arguments: [given] }): (0 | 1)[] => {
    const word = callee.type === 'MemberExpression' ? keyName(callee.property) : null;
    const bound = given?.type === 'Literal' ? given.value : null;
    if (word === 'positive') return [1];
    return word === 'nonnegative' ? [0] : word === 'min' && (bound === 0 || bound === 1) ? [bound] : [];
  });
  const plain = all(property, 'Property').flatMap(({ key, value }): (0 | 1)[] => {
    const bound = value.type === 'Literal' && keyName(key) === 'minimum' ? value.value : null;
    return bound === 0 || bound === 1 ? [bound] : [];
  });
  return [...chained, ...plain];
}

/** `page = 1` anywhere else. */
function otherDefaults({ tree }: RecipeContext, page: string, { node }: Standard): (0 | 1)[] {
  return allSources(tree).flatMap(({ program }) =>
    all(program, 'AssignmentPattern').flatMap(({ left, right }): (0 | 1)[] => {
      const bound = right.type === 'Literal' && right !== node ? right.value : null;
      return left.type === 'Identifier' && left.name === page && (bound === 0 || bound === 1) ? [bound] : [];
    }),
  );
}
