/** How other places use a value of the same name: the members that they read of it, and the very statement with another method. */
import { isTest } from '../../kit/code.ts';
import { lastNameOf } from './fields.ts';
import { wordOfAny, wordOfValue } from '../code/builtin-words.ts';
import { prototypeMembers } from '../code/members.ts';
import { memberNames } from './member-names.ts';
import { functionOf, isOtherNumber, valueGiven } from './rename-evidence.ts';
import { valueOf } from './site.ts';
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
function readElsewhere(context: RecipeContext, suspect: Suspect): Set<string> {
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

/** What the language calls that which others call so, of what was seen, or is used as nothing else is: `set` for the `add` of a Map. */
export function wordFor(context: RecipeContext, suspect: Suspect, names: readonly string[]): string | undefined {
  const seen = valueOf(suspect.site, suspect.object);
  const own = seen?.type === 'string' ? 'String' : (seen?.className ?? null);
  const kind = own ?? collectionOf(readElsewhere(context, suspect));
  if (kind !== null) return wordOfValue(kind, suspect.name);
  return seen === null ? wordOfAny(suspect.name, names) : undefined;
}

/** The one kind of collection that has all that others read of it: `get`, `values` → Map. Null where that does not tell. */
function collectionOf(read: ReadonlySet<string>): 'Map' | 'Set' | null {
  const fits = (['Map', 'Set'] as const).filter(
    (kind) => read.size > 0 && [...read].every((name) => prototypeMembers(kind).includes(name)),
  );
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/** `Collection.loadAll('drivers', 'id')`, where other places call `Collection.load('trips', 'id')`, with arguments of one kind: what is a word shorter or longer. */
export function calledBeside(context: RecipeContext, suspect: Suspect, names: readonly string[]): string[] {
  const { name } = suspect;
  const isByAWord = (one: string, other: string): boolean =>
    one.startsWith(other) && /^[A-Z][a-z]+$/.test(one.slice(other.length));
  const near = names.filter((each) => isByAWord(name, each) || isByAWord(each, name));
  const isAlike = (given: Node, own: Node): boolean =>
    given.type === own.type &&
    (given.type === 'Literal' || (lastNameOf(given) !== null && lastNameOf(given) === lastNameOf(own)));
  return near.length === 0 ? [] : near.filter((each) => calledOn(context, suspect, isAlike).has(each));
}

/** `store.loans.dueOf(loan)`, where others call `store.loans.dueDate(loan)`: the same object, the same arguments and a word in common. */
export function calledAlike(context: RecipeContext, suspect: Suspect): string[] {
  const { node, name, site } = suspect;
  const hasArguments = node.parent?.type === 'CallExpression' && node.parent.arguments.length > 0;
  const isSame = (given: Node, own: Node, source: Source): boolean =>
    textOf(source, given) === textOf(site.source, own);
  // What has a name that nobody calls may be what others do not mean.
  if (!hasArguments || hasIdle(context, suspect)) return [];
  return [...calledOn(context, suspect, isSame)].filter((each) => shareWord(name, each) && !isOtherNumber(name, each));
}

/** A function of the object, seen there, that nobody calls or takes. */
function hasIdle(context: RecipeContext, { site, object }: Suspect): boolean {
  const { given, read, spoken } = memberNames(context.tree);
  return (valueOf(site, object)?.keys ?? []).some(
    (each) =>
      !read.has(each) &&
      !spoken.has(each) &&
      given.get(each)?.some((one) => functionOf(valueGiven(one)) !== null) === true,
  );
}

/** `app.delete(path, access.authenticate(), access.authorize('boss'), …)`, where `app.post(path, access.authenticate(), access.allow('boss'), …)` stands: the same in the same place of a like call. */
export function standsAlike(suspect: Suspect): string[] {
  const call = suspect.node.parent;
  const place = call?.type === 'CallExpression' && call.callee === suspect.node ? placeOf(call) : null;
  if (call?.type !== 'CallExpression' || call.arguments.length === 0 || place === null) return [];
  const { source } = suspect.site;
  const given = (each: Of<'CallExpression'>): string => each.arguments.map((one) => textOf(source, one)).join();
  const found = all(source.program, 'CallExpression').flatMap((other) => {
    const { callee } = other;
    const isSame =
      callee.type === 'MemberExpression' && textOf(source, callee.object) === textOf(source, suspect.object);
    const name = isSame && placeOf(other) === place && given(other) === given(call) ? keyName(callee.property) : null;
    return name === null || name === suspect.name ? [] : [name];
  });
  return [...new Set(found)];
}

/** `app 2`: the third argument of a method of `app`; null where it is no argument. */
function placeOf(node: Of<'CallExpression'>): string | null {
  const { parent } = node;
  const at = parent?.type === 'CallExpression' ? (parent.arguments as Node[]).indexOf(node) : -1;
  const owner =
    parent?.type === 'CallExpression' && parent.callee.type === 'MemberExpression' ? parent.callee.object : null;
  return at < 0 || owner === null ? null : `${chainOf(owner) ?? ''} ${at}`;
}

/** A chain of names; what an object keeps of its own (`this.store`) is what others are handed (`store`). */
function held(node: Node): string | null {
  return chainOf(node)?.replace(/^this\.(?=\w+\.)/, '') ?? null;
}

/** Other methods that are called on an object of the same chain of names, with arguments each of which is like the failing call's. */
function calledOn(
  { tree }: RecipeContext,
  { node, object, name }: Suspect,
  isLike: (given: Node, own: Node, source: Source) => boolean,
): Set<string> {
  const call = node.parent;
  const on = held(object);
  if (call?.type !== 'CallExpression' || call.callee !== node || on === null) return new Set();
  const own = call.arguments as Node[];
  const found = allSources(tree).flatMap((source) =>
    isTest(source.path)
      ? []
      : all(source.program, 'CallExpression').flatMap(({ callee, arguments: given }) => {
          const said = callee.type === 'MemberExpression' && held(callee.object) === on ? held(callee) : null;
          const isIt = given.length === own.length && own.every((each, at) => isLike(given[at] as Node, each, source));
          return said !== null && isIt ? [said.slice(on.length + 1)] : [];
        }),
  );
  return new Set(found.filter((each) => each !== name));
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
