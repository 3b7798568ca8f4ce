/** A guard that is there but wrong: operands swapped, condition inverted, `=` for `===`, a loop that runs past the end. */
import type { Idea } from '../../../incident/nouns.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { all, chainOf, functionsAround, upwards } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import { splice } from '../../code/text.ts';

export const wrongGuard: Recipe = {
  name: 'wrong-guard',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A guard that cannot work: `x.length && x` becomes `x && x.length`, an inverted condition is turned, `=` becomes `===`, a loop ends with its list.',
  ideas(context: RecipeContext) {
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    return culprits(context, site)
      .slice(0, 2)
      .flatMap((node) => [...swapped(site, node), ...inverted(site, node), ...overrun(site, node)]);
  },
};

function put(site: Site, title: string, ...splices: Parameters<typeof splice>[1][]): Idea[] {
  const { source } = site;
  return [
    idea('wrong-guard', {
      title,
      rank: 0,
      edits: [{ path: source.path, before: source.text, after: splice(source.text, ...splices) }],
    }),
  ];
}

function swapped(site: Site, node: Node): Idea[] {
  const chain = chainOf(node);
  if (chain === null) return [];
  const { text } = site.source;
  for (const each of upwards(node)) {
    if (
      each.type !== 'LogicalExpression' ||
      each.operator === '??' ||
      node.start < each.left.start ||
      node.end > each.left.end
    )
      continue;
    if (!isGuard(each.right, chain, each.operator)) continue;
    const [left, right] = [text.slice(each.left.start, each.left.end), text.slice(each.right.start, each.right.end)];
    return put(
      site,
      `test \`${chain}\` before it is used`,
      { start: each.left.start, end: each.left.end, text: right },
      { start: each.right.start, end: each.right.end, text: left },
    );
  }
  return [];
}

/** `x`, `x != null` before `&&`; `!x`, `x == null` before `||`. */
function isGuard(node: Node, chain: string, operator: string): boolean {
  if (operator === '&&' && chainOf(node) === chain) return true;
  if (operator === '||' && node.type === 'UnaryExpression' && node.operator === '!')
    return chainOf(node.argument) === chain;
  if (node.type !== 'BinaryExpression' || chainOf(node.left) !== chain) return false;
  const isNull = (node.right.type === 'Literal' && node.right.value === null) || chainOf(node.right) === 'undefined';
  return isNull && node.operator.startsWith(operator === '&&' ? '!=' : '==');
}

/** `if (user) return …404` before `user.name`: the condition says the opposite of what it guards. */
function inverted(site: Site, node: Node): Idea[] {
  const chain = chainOf(node);
  const fn = functionsAround(node)[0];
  if (chain === null || fn === undefined) return [];
  const before = all(fn, 'IfStatement').filter(
    (each) => each.end <= node.start && functionsAround(each)[0] === fn && leaves(each.consequent),
  );
  for (const each of before.toReversed()) {
    const { test } = each;
    if (chainOf(test) === chain)
      return put(site, `the guard of \`${chain}\` is inverted`, { start: test.start, end: test.start, text: '!' });
    if (
      test.type === 'BinaryExpression' &&
      chainOf(test.left) === chain &&
      isNothing(test.right) &&
      test.operator.startsWith('!=')
    ) {
      const at = site.source.text.indexOf('!', test.left.end);
      return put(site, `the guard of \`${chain}\` is inverted`, { start: at, end: at + 1, text: '=' });
    }
    if (test.type === 'AssignmentExpression' && chainOf(test.left) === chain && isNothing(test.right))
      return compared(site, test);
  }
  const around = upwards(node).find(
    (each) => each.type === 'IfStatement' && each.consequent.start <= node.start && node.end <= each.consequent.end,
  );
  if (
    around?.type === 'IfStatement' &&
    around.test.type === 'UnaryExpression' &&
    around.test.operator === '!' &&
    chainOf(around.test.argument) === chain
  ) {
    return put(site, `the guard of \`${chain}\` is inverted`, {
      start: around.test.start,
      end: around.test.argument.start,
      text: '',
    });
  }
  return [];
}

/** `for (let i = 0; i <= list.length; i++)` around `list[i]`. */
function overrun(site: Site, node: Node): Idea[] {
  const { text } = site.source;
  const element = elementBehind(site, node);
  if (element === null) return [];
  for (const loop of upwards(element).filter((each) => each.type === 'ForStatement')) {
    const { test } = loop;
    if (test?.type !== 'BinaryExpression' || test.operator !== '<=') continue;
    const list = text.slice(element.object.start, element.object.end);
    if (
      chainOf(test.left) !== chainOf(element.property) ||
      text.slice(test.right.start, test.right.end) !== `${list}.length`
    )
      continue;
    const at = text.indexOf('<=', test.left.end);
    return put(site, 'the loop ends with its list', { start: at, end: at + 2, text: '<' });
  }
  return [];
}

/** `list[i]`, or the name that it was given. */
function elementBehind(site: Site, node: Node): Of<'MemberExpression'> | null {
  if (node.type === 'MemberExpression') return node.computed ? node : elementBehind(site, node.object);
  if (node.type !== 'Identifier') return null;
  const made = namesInScope(site.source, node.start).get(node.name)?.node;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  return init?.type === 'MemberExpression' && init.computed ? init : null;
}

function compared(site: Site, test: Of<'AssignmentExpression'>): Idea[] {
  const at = site.source.text.indexOf('=', test.left.end);
  return put(site, '`=` should compare', {
    start: at,
    end: at + 1,
    text: test.right.type === 'Literal' ? '==' : '===',
  });
}

function isNothing(node: Node): boolean {
  return (node.type === 'Literal' && node.value === null) || chainOf(node) === 'undefined';
}

function leaves(node: Node): boolean {
  const last = node.type === 'BlockStatement' ? node.body.at(-1) : node;
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement' || last?.type === 'ContinueStatement';
}
