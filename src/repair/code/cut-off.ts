/** Changes that leave a question without sense: a guard beside its opposite, so that nothing behind both runs; one and the same on both sides of a choice. */
import { all, chainOf, parseSource, textOf } from './syntax.ts';
import type { Node, Of } from './syntax.ts';

/** True where a change puts a guard beside its opposite, so that what stands behind both never runs. */
export function isCutOff(path: string, before: string, after: string): boolean {
  return cutOffs(path, after) > cutOffs(path, before);
}

/** True where a change makes both sides of a `… ? … : …` the same: one of the two was meant to differ. */
export function isNoChoice(path: string, before: string, after: string): boolean {
  return evenChoices(path, after) > evenChoices(path, before);
}

function evenChoices(path: string, text: string): number {
  const source = parseSource(path, text);
  if (source === null) return 0;
  const choices = all(source.program, 'ConditionalExpression');
  return choices.filter(({ consequent, alternate }) => textOf(source, consequent) === textOf(source, alternate)).length;
}

function cutOffs(path: string, text: string): number {
  const source = parseSource(path, text);
  if (source === null) return 0;
  const bodies = [...all(source.program, 'BlockStatement'), source.program].map(({ body }) => body as readonly Node[]);
  return bodies.reduce((sum, body) => sum + pairsIn(body), 0);
}

function pairsIn(body: readonly Node[]): number {
  const guards = body.flatMap((statement, at) => guardOf(statement, at) ?? []);
  return guards.filter((later) =>
    guards.some(
      (one) =>
        one.at < later.at &&
        one.chain === later.chain &&
        one.isThere !== later.isThere &&
        later.at < body.length - 1 &&
        !body.slice(one.at + 1, later.at).some((each) => isSet(each, one.chain)),
    ),
  ).length;
}

interface Guard {
  readonly at: number;
  readonly chain: string;
  /** It leaves where the thing is there; else where it is not. */
  readonly isThere: boolean;
}

/** `if (one) throw …`, `if (!one) return …`, `if (one === null) return …`. */
function guardOf(statement: Node, at: number): Guard | null {
  if (statement.type !== 'IfStatement' || statement.alternate !== null) return null;
  const { test, consequent } = statement;
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  if (last?.type !== 'ReturnStatement' && last?.type !== 'ThrowStatement') return null;
  const isNot = test.type === 'UnaryExpression' && test.operator === '!';
  const compared = test.type === 'BinaryExpression' && isNothing(test.right) ? test : null;
  const chain = chainOf(isNot ? test.argument : (compared?.left ?? test));
  if (chain === null || (compared !== null && !/^[!=]==?$/.test(compared.operator))) return null;
  return { at, chain, isThere: compared === null ? !isNot : compared.operator.startsWith('!') };
}

function isNothing(node: Of<'BinaryExpression'>['right']): boolean {
  return (node.type === 'Literal' && node.value === null) || chainOf(node) === 'undefined';
}

function isSet(statement: Node, chain: string): boolean {
  return all(statement, 'AssignmentExpression').some(({ left }) => chainOf(left) === chain);
}
