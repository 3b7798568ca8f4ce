/** How other places use a value of the same name: the members that they read of it, and the very statement with another method. */
import { lastNameOf } from './fields.ts';
import { prototypeMembers } from '../code/members.ts';
import { isTest } from './member-names.ts';
import { all, allSources, chainOf, keyName, statementOf, textOf } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { shareWord } from '../code/names.ts';
import type { RecipeContext } from '../recipe.ts';
import type { Suspect } from './suspects.ts';

/** `a.b` → `b`, `a.b(c)` → `b()`. */
function receiverOf(node: Node): string | undefined {
  const isCall = node.type === 'CallExpression';
  const name = lastNameOf(isCall ? node.callee : node) ?? undefined;
  return isCall && name !== undefined ? `${name}()` : name;
}

/** Members that the project reads from a value of the same name, or sets of it. */
export function readElsewhere(context: RecipeContext, suspect: Suspect): Set<string> {
  const own = receiverOf(suspect.object);
  const names = allSources(context.tree)
    .slice(0, sourcesMax)
    .flatMap((source) =>
      all(source.program, 'MemberExpression').flatMap((member) => {
        const isIt = own !== undefined && !member.computed && receiverOf(member.object) === own;
        const isSet = member.parent?.type === 'AssignmentExpression' && member.parent.left === member;
        return isIt && (isSet || keyName(member.property) !== suspect.name) ? (keyName(member.property) ?? []) : [];
      }),
    );
  return new Set(names);
}

const sourcesMax = 120;

/** Members that the project reads from or gives to a value of the same name: `user.name`, `const user = { name }`. */
export function usedElsewhere(context: RecipeContext, suspect: Suspect): Set<string> {
  const names = readElsewhere(context, suspect);
  for (const source of allSources(context.tree).slice(0, sourcesMax))
    for (const literal of all(source.program, 'ObjectExpression'))
      for (const each of literal.properties) {
        const key = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
        if (key !== null && key !== suspect.name) names.add(key);
      }
  return names;
}

/** The one kind of collection that has all that others read of it: `get`, `values` → Map. Null where that does not tell. */
export function collectionOf(read: ReadonlySet<string>): 'Map' | 'Set' | null {
  const fits = (['Map', 'Set'] as const).filter(
    (kind) => read.size > 0 && [...read].every((name) => prototypeMembers(kind).includes(name)),
  );
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/** `Collection.loadAll('drivers', 'id')`, where other places call `Collection.load('trips', 'id')`, with arguments of one kind: what is a word shorter or longer. */
export function calledBeside(
  context: RecipeContext,
  { node, object, name }: Suspect,
  names: readonly string[],
): string[] {
  const call = node.parent;
  const on = chainOf(object);
  if (call?.type !== 'CallExpression' || call.callee !== node || on === null) return [];
  const isByAWord = (one: string, other: string): boolean =>
    one.startsWith(other) && /^[A-Z][a-z]+$/.test(one.slice(other.length));
  const near = names.filter((each) => isByAWord(name, each) || isByAWord(each, name));
  const isAlike = (given: Node, index: number): boolean => {
    const own = call.arguments[index];
    const [left, right] = [lastNameOf(given), own === undefined ? null : lastNameOf(own as Node)];
    return given.type === own?.type && (given.type === 'Literal' || (left !== null && left === right));
  };
  const calls = allSources(context.tree).flatMap((source) =>
    near.length === 0 || isTest(source.path) ? [] : all(source.program, 'CallExpression'),
  );
  return near.filter((each) =>
    calls.some(
      (other) =>
        chainOf(other.callee) === `${on}.${each}` &&
        other.arguments.length === call.arguments.length &&
        other.arguments.every((given, index) => isAlike(given as Node, index)),
    ),
  );
}

/** `store.loans.dueOf(loan)`, where others call `store.loans.dueDate(loan)`: the same object, the same arguments and a word in common. */
export function calledAlike(context: RecipeContext, { node, object, name, site }: Suspect): string[] {
  const call = node.parent;
  const on = chainOf(object);
  if (call?.type !== 'CallExpression' || call.callee !== node || call.arguments.length === 0 || on === null) return [];
  const given = (source: Source, { arguments: args }: Of<'CallExpression'>): string =>
    args.map((each) => textOf(source, each as Node)).join();
  const own = given(site.source, call);
  const found = allSources(context.tree).flatMap((source) =>
    isTest(source.path)
      ? []
      : all(source.program, 'CallExpression').flatMap((other) => {
          const { callee } = other;
          const said = callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
          const isSame =
            callee.type === 'MemberExpression' && chainOf(callee.object) === on && given(source, other) === own;
          return said !== null && said !== name && isSame && shareWord(name, said) ? [said] : [];
        }),
  );
  return [...new Set(found)];
}

/** The methods by which other places say the failing statement word for word: `const show = shows.require(ctx.params.slug);`. */
export function usedAlike(context: RecipeContext, { node, name, key, site }: Suspect): string[] {
  const call = node.parent;
  const isCall = call?.type === 'CallExpression' && call.callee === node && call.arguments.length > 0;
  const said = isCall ? saidBut(site.source, key) : null;
  if (said === null) return [];
  const found = allSources(context.tree).flatMap((source) =>
    isTest(source.path)
      ? []
      : all(source.program, 'MemberExpression').flatMap(({ property, computed }) => {
          const other = computed ? null : keyName(property);
          return other === null || other === name || saidBut(source, property) !== said ? [] : [other];
        }),
  );
  return [...new Set(found)];
}

/** The statement around a method's name without that name, blanks aside; null where it declares nothing or goes over many lines. */
function saidBut(source: Source, key: Node): string | null {
  const statement = statementOf(key);
  if (statement?.type !== 'VariableDeclaration') return null;
  const text = textOf(source, statement);
  const at = key.start - statement.start;
  return text.length > 200 ? null : `${text.slice(0, at)}?${text.slice(at + key.end - key.start)}`.replace(/\s+/g, ' ');
}
