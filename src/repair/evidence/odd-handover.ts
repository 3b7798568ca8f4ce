/** `emit('paid', { order, sum, by })`, taken apart as `{ order, total, by }`: an object that is handed over with every key but one that is taken. */
import { isTest } from '../../kit/code.ts';
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  keyName,
  keysIn,
  stringValue,
  upwards,
} from '../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../code/syntax.ts';
import { areOpposites, areSynonyms, beginAlike, partsOf } from '../code/words.ts';
import { lastNameOf } from './fields.ts';
import { memberNames } from './member-names.ts';

export interface OddKey {
  readonly source: Source;
  /** The property whose key is the odd one. */
  readonly property: Of<'Property'>;
  readonly name: string;
}

export interface OddHandover {
  readonly keys: readonly OddKey[];
  /** All others call it as it is given, and nobody but the pattern as it is taken: the pattern is the odd one. */
  readonly isTaker: boolean;
}

/**
 * The keys that are given where `missing` of the pattern is taken; null where several could be meant, where others read
 * that key and the missing one as well, or where somebody hands over all that the pattern takes.
 */
export function oddHandover(tree: SourceTree, pattern: Of<'ObjectPattern'>, missing: string): OddHandover | null {
  const fn = functionsAround(pattern)[0];
  const others = keysIn(pattern).filter((name) => name !== missing);
  if (fn === undefined || !fn.params.some((param) => (param as Node) === pattern) || others.length === 0) return null;
  const event = eventHeardBy(tree, fn);
  const alike = literalsOf(tree).filter(({ keys }) => others.every((name) => keys.includes(name)));
  const direct = alike.filter(
    ({ literal, isGivenBack }) => !isGivenBack && (event === null || eventSent(literal) === event),
  );
  const isByReturn = direct.length === 0 && event === null && others.length > 1;
  const handed = isByReturn ? alike : direct;
  if (handed.some(({ keys }) => keys.includes(missing))) return null;
  const odd = handed.flatMap(({ source, literal, keys }): OddKey[] => {
    const [name, more] = keys.filter((key) => !others.includes(key));
    const property = literal.properties.find((each) => each.type === 'Property' && keyName(each.key) === name);
    return name === undefined || more !== undefined || property?.type !== 'Property'
      ? []
      : [{ source, property, name }];
  });
  const [name, more] = new Set(odd.map((each) => each.name));
  if (name === undefined || more !== undefined || saysAnother(name, missing) || areOpposites(name, missing))
    return null;
  const { given, read, spoken } = memberNames(tree);
  // What is given back may go anywhere: its value must say that it is what is taken.
  if (isByReturn) {
    const isSaid = odd.every(({ property: { value } }) => isMadeAs(value as Node, missing));
    return isSaid && !given.has(missing) && !spoken.has(missing) ? { keys: odd, isTaker: true } : null;
  }
  // Of an event it is known who takes it.
  const isRead = event === null ? read.has(name) || spoken.has(name) : isHeardOf(tree, event, name);
  const reads = read.get(missing) ?? [];
  const isOwnName = odd.every(({ property: { value } }) => lastNameOf(value as Node) === name);
  const isLone = reads.length === 1 && !given.has(missing) && !spoken.has(missing);
  const isTaker = event === null && others.length > 1 && isOwnName && isLone;
  if (isRead) return isTaker ? { keys: odd, isTaker } : null;
  const isAlike = beginAlike(name, missing) || partsOf(name).some((part) => partsOf(missing).includes(part));
  return others.length > 1 || isAlike ? { keys: odd, isTaker: false } : null;
}

/** `userName`, `userEmail`: of the same thing two that are no one. */
function saysAnother(name: string, missing: string): boolean {
  const [left, right] = [partsOf(name), partsOf(missing)];
  const lone = (words: readonly string[], others: readonly string[]): boolean =>
    words.some((word) => !others.some((other) => areSynonyms(word, other) || beginAlike(word, other)));
  return left.some((word) => right.includes(word)) && lone(left, right) && lone(right, left);
}

/** `new BookingController(…)`, `bookingController`: the value is called as the missing one is. */
function isMadeAs(value: Node, missing: string): boolean {
  const name = lastNameOf(value.type === 'NewExpression' ? (value.callee as Node) : value);
  return name?.toLowerCase() === missing.toLowerCase();
}

/** Literals that are handed over, or given back by a function, with the keys that they have, all of them known. */
const literalsOf = memoize((tree: SourceTree) =>
  allSources(tree)
    .filter(({ path }) => !isTest(path))
    .flatMap((source) =>
      all(source.program, 'ObjectExpression')
        .map((literal) => ({ source, literal, keys: keysIn(literal), isGivenBack: isGivenBack(literal) }))
        .filter(({ literal: { parent }, isGivenBack }) => isGivenBack || parent?.type === 'CallExpression')
        .filter(({ literal, keys }) => keys.length === literal.properties.length),
    ),
);

function isGivenBack({ parent }: Node): boolean {
  return parent?.type === 'ReturnStatement' || parent?.type === 'ArrowFunctionExpression';
}

/** The event that a function is told of, as it is written: `on('paid', (order) => …)`, `on(EVENTS.PAID, this.onPaid)`. */
function eventHeardBy(tree: SourceTree, fn: FunctionNode): string | null {
  const events = hearersOf(tree).flatMap(({ event, hearer }) => (isHearer(hearer, fn) ? [event] : []));
  const [only, more] = new Set(events);
  return more === undefined ? (only ?? null) : null;
}

/** Does anybody who is told of the event take this of it, or the whole of it? */
function isHeardOf(tree: SourceTree, event: string, name: string): boolean {
  const hearers = hearersOf(tree).filter((each) => each.event === event);
  const functions = allSources(tree).flatMap(({ program }) =>
    functionTypes.flatMap((type): FunctionNode[] => all(program, type)),
  );
  return hearers.some(({ hearer }) => {
    const found = functions.filter((fn) => isHearer(hearer, fn));
    return found.length === 0 || found.some(({ params: [first] }) => takes(first as Node | undefined, name));
  });
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'] as const;

function takes(param: Node | undefined, name: string): boolean {
  if (param === undefined) return false;
  return param.type !== 'ObjectPattern' || keysIn(param).length < param.properties.length
    ? true
    : keysIn(param).includes(name);
}

const hearersOf = memoize((tree: SourceTree) =>
  allSources(tree)
    .filter(({ path }) => !isTest(path))
    .flatMap(({ program }) =>
      all(program, 'CallExpression').flatMap(({ callee, arguments: [on, hearer] }) => {
        const event = on === undefined ? null : eventText(on as Node);
        const isHearing = callee.type === 'MemberExpression' && hearing.test(keyName(callee.property) ?? '');
        return isHearing && event !== null && hearer !== undefined ? [{ event, hearer: hearer as Node }] : [];
      }),
    ),
);

const hearing = /^(?:on|once|addListener|subscribe)$/;

function eventSent({ parent, start }: Node): string | null {
  if (parent?.type !== 'CallExpression' || parent.arguments[1]?.start !== start) return null;
  return eventText(parent.arguments[0] as Node);
}

function eventText(node: Node): string | null {
  return stringValue(node) ?? (node.type === 'MemberExpression' ? chainOf(node) : null);
}

/** The function itself, or the method or function that is named: `this.onPaid`, `this.onPaid.bind(this)`, `onPaid`. */
function isHearer(hearer: Node, fn: FunctionNode): boolean {
  if (hearer.start === fn.start && hearer.end === fn.end && hearer === fn) return true;
  const named =
    hearer.type === 'CallExpression' && hearer.callee.type === 'MemberExpression' ? hearer.callee.object : hearer;
  const name = lastNameOf(named);
  const { parent } = fn;
  if (name === null || parent == null) return false;
  if (named.type === 'MemberExpression')
    return (
      parent.type === 'MethodDefinition' && keyName(parent.key) === name && upwards(fn).at(-1) === upwards(named).at(-1)
    );
  const declared = parent.type === 'VariableDeclarator' ? parent.id : 'id' in fn ? fn.id : null;
  return declared?.type === 'Identifier' && declared.name === name && upwards(fn).at(-1) === upwards(named).at(-1);
}

/** The pattern of a parameter that takes `name` under its own key. */
export function patternOf(name: Node): { readonly pattern: Of<'ObjectPattern'>; readonly key: string } | null {
  const property = name.parent;
  const pattern = property?.parent;
  if (property?.type !== 'Property' || pattern?.type !== 'ObjectPattern' || property.computed) return null;
  const key = keyName(property.key);
  return key === null || !isFunction(pattern.parent ?? pattern) ? null : { pattern, key };
}
