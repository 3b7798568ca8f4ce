/** What speaks for it that a name which nobody uses is the new name of one that does not exist: its words, what it takes, what it is. */
import { isNamed } from './renames.ts';
import { all, chainOf, isFunction, keyName, stringValue, upwards } from '../code/syntax.ts';
import { namesInScope } from '../code/scope.ts';
import type { FunctionNode, Node, Source } from '../code/syntax.ts';
import {
  areKindred,
  areOpposites,
  areSynonyms,
  isSameThing,
  isVerb,
  partsOf,
  saysTheSame,
  singular,
  wordsOf,
} from '../code/words.ts';

export interface Renaming {
  /** The name that does not exist. */
  readonly wanted: string;
  /** The one that nobody uses. */
  readonly name: string;
  /** What has that name, as far as it can be read. */
  readonly value: Node | null;
  /** The calls under the old name. */
  readonly calls: readonly (readonly Node[])[];
  /** Words of the place: of the object, its file, the route. */
  readonly place: ReadonlySet<string>;
  /** All else that the project gave its owner is used, and it alone is not. */
  readonly isLone?: boolean;
}

const unsure = 1;

/** From 2 on it needs no person; null where it cannot be meant. */
export function evidenceFor(renaming: Renaming): number | null {
  const { wanted, name } = renaming;
  const found = evidenceIn(renaming);
  return found !== null && areOpposites(wanted, name) ? Math.min(found, unsure) : found;
}

function evidenceIn(renaming: Renaming): number | null {
  const { value, calls, wanted, name } = renaming;
  if (isNamed(value, wanted) || isSameThing(name, wanted)) return 3;
  const fn = functionOf(value);
  const isCalledSo = fn !== null && calls.length > 0 && calls.every((given) => isWhollyNamed(fn, given));
  const words =
    wordEvidence(renaming) ?? (isCalledSo || (renaming.isLone === true && readsTheSame(wanted, name)) ? 1 : null);
  if (words === null || (calls.length > 0 && fn === null)) return null;
  if (fn === null || calls.length === 0) return words;
  if (!calls.every((given) => takes(fn, given.length))) return null;
  const isNamedSo = calls.some((each) => areNamedSo(fn, each)) && (words > 0 || fn.params.every(isDistinct));
  const isSpelt = spellsOut(fn, wanted) || (renaming.isLone === true && calls.every(takesSo(fn)) && doesSo(fn, wanted));
  const isAkin = renaming.isLone === true && areKindred(wanted, name);
  const isLeft = renaming.isLone === true && (words > 0 || isSpelt || isAkin);
  const all = words + Number(isNamedSo) + Number(isPure(fn)) + Number(isSpelt || isAkin) + Number(isLeft);
  return isOtherNumber(wanted, name) || (isOtherThing(renaming) && !isCalledSo) ? Math.min(all, unsure) : all;
}

/** `${what} not found` in a text of what `notFound` is looked for under: two words or more, as they follow one another. */
export function spellsOut(fn: FunctionNode, wanted: string): boolean {
  const said = partsOf(wanted).join(' ');
  const texts = [
    ...all(fn, 'TemplateElement').map(({ value }) => value.cooked ?? ''),
    ...all(fn, 'Literal').map((each) => stringValue(each) ?? ''),
  ];
  return said.includes(' ') && texts.some((text) => ` ${partsOf(text).join(' ')} `.includes(` ${said} `));
}

/** `getOrCompute` of a `remember(key, compute)` that reads by `get` and calls `compute`: all its words stand in what is done there. */
function doesSo(fn: FunctionNode, wanted: string): boolean {
  const said = new Set(all(fn, 'Identifier').flatMap(({ name }) => partsOf(name).map(singular)));
  const words = partsOf(wanted).filter((word) => !linking.has(word));
  return words.length > 0 && words.every((word) => said.has(singular(word)));
}

/** `findByChoir`, `listForChoir`: both read, and by the same. */
function readsTheSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map(wordsOf) as [string[], string[]];
  const things = nounsOf(left).filter((word) => !joining.has(word));
  const isReading = (word: string): boolean => areSynonyms(word, 'get') || areSynonyms(word, 'list');
  return (
    things.length > 0 &&
    things.join() ===
      nounsOf(right)
        .filter((word) => !joining.has(word))
        .join() &&
    [...left, ...right].filter(isVerb).every(isReading)
  );
}

/** As many as it takes, a function for what it calls, and nothing else for that. */
function takesSo(fn: FunctionNode): (given: readonly Node[]) => boolean {
  const isCalledIn = (param: Node): boolean =>
    param.type === 'Identifier' &&
    all(fn, 'CallExpression').some(({ callee }) => callee.type === 'Identifier' && callee.name === param.name);
  return (given) =>
    given.length === fn.params.length &&
    fn.params.every((param, at) => isCalledIn(param as Node) === isFunction(given[at] as Node));
}

/** Words that only join others, and say nothing of what is done. */
const linking = new Set(['or', 'and', 'for', 'by', 'of', 'in', 'on', 'at', 'with', 'from', 'to']);

/** `getPage` and `findById`, `hasItems` and `isOpen`: one is got, or asked, as the other is, and nothing says that it is the same. */
function isOtherThing({ wanted, name, place }: Renaming): boolean {
  const [left, right] = [wordsOf(wanted), wordsOf(name)];
  const has = (word: string): boolean => right.some((other) => areSynonyms(word, other));
  const nouns = nounsOf(left).filter((word) => !joining.has(word));
  return (
    left.some((word) => isVerb(word) && has(word)) &&
    nouns.length > 0 &&
    !nouns.some((word) => has(word) || place.has(singular(word)))
  );
}

/** `getOrders` and `findOrder`: who wants all of them is not served by one. */
export function isOtherNumber(wanted: string, name: string): boolean {
  const [left, right] = [wordsOf(wanted), wordsOf(name)];
  return left.some(
    (word) =>
      !right.includes(word) && right.some((other) => !left.includes(other) && singular(other) === singular(word)),
  );
}

/** `paperById`, `findPaper`; `select`, `filter`: the same things, got or picked in the same way. */
export function isSameDeed(one: string, other: string): boolean {
  if (saysTheSame(one, other)) return true;
  const [left, right] = [wordsOf(one), wordsOf(other)];
  // `getInvoice(code)`, `invoiceFor(code)`: what is got may say for what instead.
  const isFor = (words: readonly string[], at: number): boolean =>
    at > 0 &&
    at === words.length - 1 &&
    /^(?:for|of)$/.test(words[at] ?? '') &&
    [left, right].some((each) => each.some(isVerb));
  const [nouns, others] = [left, right].map((words) =>
    words.filter((word, at) => !isVerb(word) && !isFor(words, at)).join(),
  );
  return (
    nouns !== '' && nouns === others && [...left, ...right].filter(isVerb).every((verb) => areSynonyms(verb, 'get'))
  );
}

export function functionOf(value: Node | null): FunctionNode | null {
  if (value === null) return null;
  if (isFunction(value)) return value;
  if (value.type === 'VariableDeclarator') return functionOf(value.init);
  if (value.type === 'Property' || value.type === 'MethodDefinition') return functionOf(value.value);
  if (value.type === 'ClassDeclaration')
    return functionOf(value.body.body.find((each) => 'kind' in each && each.kind === 'constructor') ?? null);
  return null;
}

/** `{ start, resume }` of what is declared above: the function that a key stands for. */
export function valueGiven({ source, value }: { readonly source: Source; readonly value: Node | null }): Node | null {
  if (value?.type !== 'Identifier') return value;
  const made = namesInScope(source, value.start).get(value.name)?.node ?? null;
  return made !== null && functionOf(made) !== null ? made : value;
}

/** A function that only answers, where nobody takes the answer: what was called there did something, or refused. */
export function isInVain(value: Node | null, uses: readonly Node[]): boolean {
  const fn = functionOf(value);
  const isLost = ({ parent }: Node): boolean =>
    parent?.type === 'CallExpression' && parent.parent?.type === 'ExpressionStatement';
  return fn !== null && uses.some(isLost) && onlyAnswers(fn) && isPure(fn);
}

/** Its text is a condition or a value, and nothing is done but to work that out. */
function onlyAnswers({ body, async: waits }: FunctionNode): boolean {
  if (body === null || waits) return false;
  if (body.type !== 'BlockStatement') return answers.test(body.type);
  return body.body.every(
    (each) =>
      (each.type === 'VariableDeclaration' && !/Assignment|Await/.test(each.declarations[0]?.init?.type ?? '')) ||
      (each.type === 'ReturnStatement' && each.argument !== null && answers.test(each.argument.type)),
  );
}

const answers = /^(?:Logical|Binary|Unary|Conditional|Member|Object|Array)Expression$|Literal$/;

/** It is called, or handed over to be called. */
export function wantsCall(node: Node): boolean {
  const { parent } = node;
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return parent?.type === 'CallExpression';
  // `this.onPaid.bind(this)`
  return /^(?:bind|call|apply)$/.test(keyName(parent.property) ?? '') && parent.parent?.type === 'CallExpression';
}

const nounsOf = (words: readonly string[]): string[] => words.filter((word) => !isVerb(word));

/** `ofMonth`, `inMonth`: what joins words says nothing of the thing. */
const joining = new Set(['of', 'in', 'for', 'by', 'on', 'at', 'with']);

/** `allRecipes`, `getRecipes`: of several things both get all, where nothing else is said. */
function getAll(left: readonly string[], right: readonly string[]): boolean {
  const [nouns, others] = [nounsOf(left), nounsOf(right)];
  const isMany = nouns.length === 1 && nouns.every((noun) => singular(noun) !== noun) && nouns.join() === others.join();
  return (
    isMany && [...left, ...right].filter(isVerb).every((verb) => ['all', 'get'].some((each) => areSynonyms(verb, each)))
  );
}

/** Verbs and nouns that both have; null where they do different things, or to different things: `getTotal`, `getVat`. */
function wordEvidence({ wanted, name, value, place }: Renaming): number | null {
  const [left, right] = [wordsOf(wanted), wordsOf(name)];
  const has = (words: readonly string[], word: string): boolean => words.some((other) => areSynonyms(word, other));
  const [leftVerbs, rightVerbs] = [left.filter(isVerb), right.filter(isVerb)];
  const sameVerb = leftVerbs.some((word) => has(rightVerbs, word)) || getAll(left, right);
  if (leftVerbs.length > 0 && rightVerbs.length > 0 && !sameVerb) return null;
  // `isOpen` says yes or no, and `total` does not.
  const asks = (words: readonly string[]): boolean =>
    /^(?:is|has|have|can|check|exists|contains|includes|knows?)$/.test(words[0] ?? '');
  if (asks(left) !== asks(right) && !nounsOf(left).every((word) => nounsOf(right).includes(word))) return null;
  const lone = (words: readonly string[], others: readonly string[]): string[] =>
    words.filter((word) => !isVerb(word) && !joining.has(word) && !has(others, word) && !place.has(singular(word)));
  const clash = lone(left, right).length > 0 && lone(right, left).length > 0;
  const alike = left.some((word) => right.includes(word));
  if (clash && alike) return null;
  // `deleteOrder` and `orderTotal`, of which the last word says what it is: the one is an order, the other a total.
  const [head, other] = [left, right].map((words) => words.findLast((word) => !isVerb(word)));
  const isOther = (last: string | undefined, words: readonly string[], others: readonly string[]): boolean =>
    last !== undefined && lone(words, others).includes(last);
  const isOfOne = functionOf(value) !== null && left.some((word) => !isVerb(word) && right.includes(word));
  if (isOfOne && (isOther(head, left, right) || isOther(other, right, left))) return null;
  const nouns = left.some((word) => !isVerb(word) && has(right, word));
  const fromPlace = right.some((word) => !isVerb(word) && !has(left, word) && place.has(singular(word)));
  const isWhole = left.length > 1 && left.every((word) => has(right, word));
  // The words of the place alone speak for all that is there.
  const own = Number(sameVerb) + Number(nouns);
  return own === 0 ? 0 : own + Number(fromPlace || isWhole);
}

function takes(fn: FunctionNode, count: number): boolean {
  const least =
    fn.params.findLastIndex((param) => param.type !== 'AssignmentPattern' && param.type !== 'RestElement') + 1;
  return count >= least && (count <= fn.params.length || fn.params.at(-1)?.type === 'RestElement');
}

const anyValue = /^(?:id|key|value|data|body|item|name|input|options?|args?|req|request|res|response|ctx|next|\w)$/;

/** An argument is called like its parameter, by a name that does not fit everything. */
function areNamedSo(fn: FunctionNode, given: readonly Node[]): boolean {
  return fn.params.some((param, index) => {
    const at = bare(given[index]);
    const name = at?.type === 'MemberExpression' ? keyName(at.property) : at === undefined ? null : keyName(at);
    return param.type === 'Identifier' && param.name === name && !anyValue.test(param.name);
  });
}

/** `order` of `order` and `cart.order`, `orderId` of `order.id`. */
function namesFor(at: Node): string[] {
  const [last, owner] = (chainOf(at) ?? '').split('.').toReversed();
  if (at.type !== 'MemberExpression') return [keyName(at) ?? ''];
  const name = keyName(at.property) ?? '';
  return owner === undefined || name !== last ? [name] : [name, owner + name.slice(0, 1).toUpperCase() + name.slice(1)];
}

/** Each parameter has the name of what every call gives for it, and one of them says something. */
export function isNamedByAll(fn: FunctionNode, calls: readonly (readonly Node[])[]): boolean {
  const isOne = (param: Node, given: Node | undefined): boolean => {
    const at = bare(given);
    return param.type === 'Identifier' && at !== undefined && namesFor(at).includes(param.name);
  };
  const says = fn.params.some((param) => param.type === 'Identifier' && !anyValue.test(param.name));
  const isAll = (given: readonly Node[]): boolean =>
    given.length === fn.params.length && fn.params.every((param, at) => isOne(param as Node, given[at]));
  return says && calls.length > 0 && calls.every(isAll);
}

/** That it takes an `order` says nothing where all that there is takes one. */
function isDistinct(param: Node): boolean {
  const name = param.type === 'Identifier' ? param.name : null;
  const program = upwards(param).at(-1);
  const named = program === undefined ? [] : all(program, 'Identifier').filter((each) => each.name === name);
  const isMade = (each: Node): boolean => {
    const { parent } = each;
    const isTaken = parent != null && isFunction(parent) && parent.params.some((one) => one === each);
    return isTaken || (parent?.type === 'VariableDeclarator' && parent.id === each);
  };
  return named.filter(isMade).length <= 2;
}

/** `isFree(code, day)` of `isAvailable(code, day)`: each of two arguments or more is called like its parameter. */
function isWhollyNamed(fn: FunctionNode, given: readonly Node[]): boolean {
  const alone = (param: Node, index: number): boolean =>
    areNamedSo({ ...fn, params: [param] } as FunctionNode, given.slice(index));
  return (
    given.length >= 2 && fn.params.length === given.length && fn.params.every((param, index) => alone(param, index))
  );
}

/** `row as Row`. */
function bare(node: Node | undefined): Node | undefined {
  return node?.type === 'TSAsExpression' ? bare(node.expression) : node;
}

const changing =
  /(?:^|\.)(?:push|pop|shift|unshift|splice|set|add|delete|clear|write\w*|send\w*|json|end|emit|exec\w*|run|query|save\w*|insert\w*|update\w*|remove\w*|create\w*|destroy|assign|append\w*|unlink\w*|rename\w*)$/i;

/** Changes nothing and waits for nothing, as far as its text tells. */
function isPure(fn: FunctionNode): boolean {
  const assigned = [
    ...all(fn, 'AssignmentExpression').map((each) => each.left),
    ...all(fn, 'UpdateExpression').map((each) => each.argument),
  ];
  return (
    !fn.async &&
    assigned.every((each) => each.type !== 'MemberExpression') &&
    all(fn, 'UnaryExpression').every((each) => each.operator !== 'delete') &&
    all(fn, 'CallExpression').every(({ callee }) => !changing.test(lastOf(callee)))
  );
}

function lastOf(callee: Node): string {
  return callee.type === 'MemberExpression' ? (keyName(callee.property) ?? '') : (chainOf(callee) ?? '');
}
