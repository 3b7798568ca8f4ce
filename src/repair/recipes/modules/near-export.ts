/** Whether an export of a near name may be meant by an import: the object and not its class, a function that takes as much, one that nobody else takes. */
import { classMembers, declarationOf, importsOf } from '../../code/bindings.ts';
import { rankedNames } from '../../code/names.ts';
import { partsOf } from '../../code/words.ts';
import { allSources, isFunction, keyName, upwards } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import type { RecipeContext } from '../../recipe.ts';
import { fileBehind, referencesTo } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

/** `repository.find(id)`, and the class `Repository`, which has no such member by itself. */
function isClassForObject({ source, from, exported }: Wrong, name: string): boolean {
  const made = exported.names.get(name);
  if (made?.type !== 'ClassDeclaration' || made.superClass !== null) return false;
  const own = classMembers(made, true).names;
  return referencesTo(source, from).some(({ parent, start }) => {
    const isRead = parent?.type === 'MemberExpression' && parent.object.start === start && !parent.computed;
    const member = isRead ? (keyName(parent.property) ?? '') : null;
    return member !== null && !own.has(member) && !(member in Function.prototype);
  });
}

/** Nobody takes the near one, which is made of what is wanted: `exports.discount = season.discounts`. */
export function isIdle(context: RecipeContext, { source, from, exported }: Wrong, name: string): boolean {
  const target = fileBehind(context, source, from);
  const given = exported.names.get(name) ?? null;
  const value = given?.type === 'Property' || given?.type === 'VariableDeclarator' ? valueOf(given) : given;
  const isMade = value !== null && value.parent?.type === 'AssignmentExpression' ? value.parent.right : value;
  const isTaken = allSources(context.tree).some((other) =>
    importsOf(other).some((each) => each.imported === name && fileBehind(context, other, each) === target),
  );
  if (target === null || !exported.complete || isTaken || isMade === null) return false;
  // `registerListener`, all that the file gives out: of what reads one or all, the number still makes another thing.
  const isSole = exported.names.size === 1 && isFunction(isMade as Node) && !reads.test(name);
  return isSole || lastNameOf(isMade as Node) === from.imported;
}

/** Of what gives something and does nothing: `createOrder` is not what `order` or `formatOrder` says. */
const verbs = /^(?:to|as|get|format|compute|calc|calculate)(?=[A-Z])/;

interface Fitting {
  readonly name: string;
  readonly rank: number;
  /** Nothing else can be meant. */
  readonly isSure: boolean;
}

/** The near names, else the one that differs in its verb alone. */
export function fittingNames(wrong: Wrong, names: readonly string[]): Fitting[] {
  const near = rankedNames(wrong.from.imported, names).filter(({ name }) => !isClassForObject(wrong, name));
  const verb = near.length > 0 ? null : besideVerb(wrong);
  return verb === null ? near.map((each) => ({ ...each, isSure: false })) : [{ name: verb, rank: 0, isSure: true }];
}

/** `toTonnes` for `tonnes`, or the reverse: the one function that says the same but for its verb, and takes as much as every use hands over. */
function besideVerb({ source, from, exported }: Wrong): string | null {
  const isWithout = (longer: string, name: string): boolean =>
    verbs.test(longer) && longer.replace(verbs, '').toLowerCase() === name.toLowerCase();
  const uses = referencesTo(source, from);
  const [only, more] = [...exported.names].filter(
    ([name]) => isWithout(name, from.imported) || isWithout(from.imported, name),
  );
  const count = only === undefined ? null : parameters(only[1]);
  const isCalledSo = uses.every(
    ({ parent, start }) =>
      parent?.type === 'CallExpression' && parent.callee.start === start && parent.arguments.length === count,
  );
  return only === undefined || more !== undefined || uses.length === 0 || !isCalledSo ? null : only[0];
}

/** `parseToml(text)` of what is no function and gives out a `parse`: the one name all words of which the own name has, where it is called and nothing else. */
export function saidInName({ source, from, exported }: Wrong): string | null {
  const words = partsOf(from.local ?? '');
  const uses = referencesTo(source, from);
  const isCalled = uses.every(
    ({ parent, start }) => parent?.type === 'CallExpression' && parent.callee.start === start,
  );
  const [only, more] = [...exported.names.keys()].filter(
    (name) => !/^(?:default|__esModule)$/.test(name) && partsOf(name).every((part) => words.includes(part)),
  );
  return uses.length > 0 && isCalled && more === undefined ? (only ?? null) : null;
}

const reads = /^(?:get|find|list|load|fetch|read|query|select|all|delete|remove|update|create|save|count)(?:[A-Z_]|$)/;

function valueOf(given: Of<'Property'> | Of<'VariableDeclarator'>): Node | null {
  return given.type === 'Property' ? given.value : given.init;
}

/** How many parameters the exported function takes; null where that does not show. */
export function parameters(node: Node | null): number | null {
  if (node === null) return null;
  if (isFunction(node)) return node.params.length;
  if (node.type === 'VariableDeclarator') return node.init === null ? null : parameters(node.init);
  if (node.type === 'Property') {
    if (!node.shorthand) return parameters(node.value);
    const program = upwards(node).at(-1);
    const name = keyName(node.key);
    const binding = program?.type !== 'Program' || name === null ? null : declarationOf({ program }, name);
    return binding === null ? null : parameters(binding);
  }
  return null;
}
