/** A member that is not there: the near one that is, by what the debugger saw, else by what the text tells. */
import type { Idea, ValueFacts } from '../../../incident/nouns.ts';
import { customaryMember } from '../../code/framework-members.ts';
import { called, methodsNamed } from '../../code/callees.ts';
import { anyMethods, isForeign, knownMembers, prototypeMembers } from '../../code/members.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { templateKeys } from '../../evidence/env-files.ts';
import {
  handedDoubt,
  isAskedAround,
  isNobodys,
  isOfArgument,
  isOwnCount,
  pluralDoubt,
  takesTheSame,
  takingAsMuch,
  wordsDoubt,
} from '../../evidence/fits.ts';
import { isJoined, rankedNames, slip, wordAway } from '../../code/names.ts';
import { wordsOfMaker } from '../../code/package-words.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { calledAlike, calledBeside, standsAlike, usedAlike, usedElsewhere, wordFor } from '../../evidence/like-uses.ts';
import { cannotBe } from '../../evidence/lacking-part.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { isLastOfSection, isReadSo } from '../../evidence/read-so.ts';
import { holderOf, isGone, renameDoubt, renameEdits } from '../../evidence/renames.ts';
import { isGivenSo, isSoleHolder } from '../../evidence/sole-holder.ts';
import { shortDoubt } from '../../evidence/short-of.ts';
import { valueOf } from '../../evidence/site.ts';
import { all, allSources, chainOf, keyName, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { toldMember } from '../../evidence/told-member.ts';
import { toldType } from '../../evidence/told-type.ts';
import { declaredNames } from '../../evidence/typed-keys.ts';
import { servedDoubt } from '../../evidence/untold-records.ts';
import { splice } from '../../code/text.ts';
import { deeperIdeas } from './flat-field.ts';
import { isLastExport } from '../modules/lost-exports.ts';
import { notGivenOut } from './namespace-member.ts';
import { oddKey, oddOutside, recordsDoubt } from './odd-key.ts';
import { otherNumber } from './other-number.ts';
import { namesSeen, otherSegment, segmentIdeas } from './segments.ts';
import { deedOf, isBut, isFormOf, isUnitLost, saysTheSame } from '../../code/words.ts';

export const property: Recipe = {
  name: 'property',
  classes: ['type', 'range', 'unknown', 'config', 'assertion', 'missing_file', 'env_missing'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A misspelt property or method: takes the near one that the object has, or drops the call parentheses of a value.',
  async ideas(context) {
    const suspects = suspectsOf(context);
    const renamed = await Promise.all(suspects.slice(0, suspectsMax).map((each) => historyIdeas(context, each)));
    return suspects.flatMap((suspect, index) => [
      ...(renamed[index] ?? []),
      ...(registered(context, suspect) ?? notGivenOut(context, suspect) ?? nearIdeas(context, suspect)),
      ...callIdeas(context, suspect),
      ...deeperIdeas(context, suspect),
      ...segmentIdeas(context, suspect),
    ]);
  },
  outside: oddOutside,
};

/** Git is asked for the nearest ones only. */
const suspectsMax = 4;

interface Candidates {
  readonly names: readonly string[];
  /** Added to the rank: how far the source of the names is from what was seen. */
  readonly extra: number;
}

function nearIdeas(context: RecipeContext, suspect: Suspect): Idea[] {
  const typed = toldMember(context, suspect);
  if (typed !== null) return [renaming(context, suspect, { to: typed, rank: 0, ask: null })];
  if (chainOf(suspect.object) === 'process.env') return [];
  const { source } = suspect.site;
  const custom = isCalled(suspect) ? customaryMember(context.tree, source, suspect.object, suspect.name) : null;
  if (custom !== null) return [renaming(context, suspect, { to: custom, rank: 0, ask: null })];
  // What is taken out of a required module is the matter of import-export, which also corrects the uses.
  const required = suspect.object.type === 'CallExpression' && chainOf(suspect.object.callee) === 'require';
  if (required && suspect.node.type === 'Property' && suspect.site.depth === 0) return [];
  const found: Idea[] = [];
  const done = new Set<string>();
  for (const { names: every, extra } of candidates(context, suspect)) {
    const names = isCalled(suspect) ? every.filter((each) => !isUnitLost(suspect.name, each)) : every;
    const hidden = `#${suspect.name}`;
    if (names.includes(hidden) && !(names.includes(suspect.name) && isCalled(suspect)))
      return [renaming(context, suspect, { to: hidden, rank: 0, ask: null })];
    if (names.includes(suspect.name)) return found.length > 0 ? found : otherNumber(context, suspect, names);
    const joined = names.find(
      (name) => isJoined(name, suspect.name) && takesTheSame(allSources(context.tree), suspect.node.parent, name),
    );
    if (joined !== undefined) return [renaming(context, suspect, { to: joined, rank: 0, ask: null })];
    const plain = new Map(names.map((name) => [name.replace(/^#/, ''), name]));
    for (const near of takingAsMuch(suspect, rankedNames(suspect.name, plain.keys()))) {
      if (done.has(near.name)) continue;
      done.add(near.name);
      const isSaid =
        isLocalName(suspect, near.name) ||
        isReadSo(context, suspect, near.name) ||
        isLastOfSection(context, suspect, near.name) ||
        isNoOnesChoice(context, suspect, near.name) ||
        isAskedAround(suspect, near.name) ||
        isOwnCount(context.tree, suspect, near.name) ||
        isGivenSo(context, suspect, near.name) ||
        isSoleHolder(context, suspect, near.name) ||
        isLastExport(context, suspect, near.name) ||
        (isCalled(suspect) && wordsOfMaker(context.tree, suspect.site.source, suspect.object).includes(near.name));
      const plural = isSaid ? null : pluralDoubt(suspect.node, suspect.name, near.name);
      const doubt = plural ?? wordsDoubt(suspect.name, near.name, names);
      if (doubt?.no === true || cannotBe(context, suspect, near.name)) continue;
      // `order.canceled()` asks, and `order.cancel()` does it.
      if (isCalled(suspect) && [isFormOf(suspect.name, near.name), isFormOf(near.name, suspect.name)].includes(true))
        continue;
      if (!isCalled(suspect) && isNobodys(context.tree, suspect, near.name)) continue;
      const isSure = doubt === null || takesTheSame(allSources(context.tree), suspect.node.parent, near.name);
      found.push(
        renaming(context, suspect, {
          to: plain.get(near.name) ?? near.name,
          rank: Math.min(near.rank + extra + (suspect.steps > 1 ? 1 : 0), 4),
          ask: isSure ? null : doubt.why,
        }),
      );
    }
    const others = isCalled(suspect) ? names.filter((each) => !done.has(each)) : [];
    const rest = (each: string): string => (suspect.name.startsWith(each) ? suspect.name.slice(each.length) : '');
    // `validateSync` may be `validateAsync`, and `validate`; `station` may be `stations`, and `getStation`.
    const meant = others.filter(
      (each) =>
        /^A?[sS]ync$/.test(rest(each)) ||
        isOfArgument(suspect, each) ||
        (found.length > 0 && isBut(suspect.name, each)),
    );
    const rank = (to: string): number => Number(!isOfArgument(suspect, to));
    found.push(...meant.slice(0, 2).map((to) => renaming(context, suspect, { to, rank: rank(to), ask: null })));
    if (found.length === 0) found.push(...otherWord(context, suspect, names));
    if (found.length > 0) break;
  }
  const holder = found.length > 0 ? null : holderOf(context, suspect);
  if (holder !== null) return [renaming(context, suspect, { to: holder, rank: 0, ask: null })];
  const handed = found.length > 0 ? null : (handedAs(context, suspect) ?? idAsked(context, suspect));
  if (handed !== null) return [renaming(context, suspect, { to: handed, rank: 0, ask: null })];
  const segment = found.length > 0 ? null : otherSegment(context, suspect);
  if (segment !== null) return [renaming(context, suspect, { ...segment, rank: segment.ask === null ? 0 : 2 })];
  return found.length > 0 ? found : sameUse(context, suspect);
}

/** `guard(settings.auth)` of `function guard(security)`, where `settings` has no `auth` and a `security`. */
function handedAs(context: RecipeContext, { site, node, object, name }: Suspect): string | null {
  const call = node.parent;
  const at = call?.type === 'CallExpression' ? (call.arguments as Node[]).indexOf(node) : -1;
  const names = candidatesOf(context, { site, object });
  if (call?.type !== 'CallExpression' || at < 0 || names.includes(name)) return null;
  const [made, more] = called(context, site.source, call.callee);
  const param = made?.fn.params[at];
  const word = param === undefined ? null : keyName(param as Node);
  return more === undefined && word !== null && names.includes(word) ? word : null;
}

/** `customers.findById(booking.customer)` where a booking has no `customer` and a `customerId`. */
function idAsked(context: RecipeContext, { site, node, object, name }: Suspect): string | null {
  const call = node.parent;
  const isSole = call?.type === 'CallExpression' && call.arguments.length === 1 && call.arguments[0] === node;
  const names = candidatesOf(context, { site, object });
  if (!isSole || !looksUp.test(lastNameOf(call.callee) ?? '') || names.includes(name)) return null;
  const [only, more] = names.filter((each) => each === `${name}Id` || each === `${name}_id`);
  return more === undefined ? (only ?? null) : null;
}

const looksUp = /(?:[bB]yId|_by_id)$|^(?:get|find)$/;

/** What was seen of the object, else what its text or its type says that it has. */
function candidatesOf(context: RecipeContext, { site, object }: Pick<Suspect, 'site' | 'object'>): readonly string[] {
  const seen = valueOf(site, object)?.keys ?? knownMembers(context, site.source, object)?.names;
  return seen ?? declaredNames(context.tree, site.source, object);
}

/** `const show = shows.mustHave(slug)`, where another file says `const show = shows.require(slug)`. */
function sameUse(context: RecipeContext, suspect: Suspect): Idea[] {
  const said = usedAlike(context, suspect);
  const alike = said.length === 0 && isGone(context, suspect) ? calledAlike(context, suspect) : said;
  const [to, more] = alike.length > 0 ? alike : standsAlike(suspect);
  const has = namesSeen(context, suspect, suspect.object);
  const isNone = to === undefined || more !== undefined || has?.includes(suspect.name) === true;
  return isNone || has?.includes(to) === false ? [] : [renaming(context, suspect, { to, rank: 1, ask: null })];
}

function isCalled({ node }: Suspect): boolean {
  return node.parent?.type === 'CallExpression' && node.parent.callee === node;
}

/** `boats.add(id, boat)` of a Map, `token.setExpiration('2h')` of a package that has one `setExpirationTime`, `at.format('cccc')` of one that has `toFormat`; else what does the same. */
function otherWord(context: RecipeContext, suspect: Suspect, names: readonly string[]): Idea[] {
  const { site, object, name } = suspect;
  if (!isCalled(suspect)) return [];
  const word = wordFor(context, suspect, names);
  const longer = names.filter((each) => each.startsWith(name) && /^[A-Z]/.test(each.slice(name.length)));
  const isPackages = wordsOfMaker(context.tree, site.source, object).length > 0;
  const [beside, more] = calledBeside(context, suspect, names);
  const turned = names.filter(
    (each) => /^(?:is|to|get)[A-Z]/.test(each) && each.replace(/^[a-z]+/, '') === upper(name),
  );
  const [meant, other] = longer.length > 0 ? longer : turned;
  const only =
    isPackages && other === undefined && name.length >= 5 ? (meant ?? wordAway(name, names)) : wordAway(name, names);
  const to = word ?? (more === undefined ? (beside ?? only) : only);
  return to === undefined
    ? sameDeed(context, suspect, names)
    : [renaming(context, suspect, { to, rank: 1, ask: null })];
}

function upper(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

const isClass = ({ type }: Node): boolean => /^Class(?:Declaration|Expression)$/.test(type);

/** `Vehicle.findByPlate(plate)` of a class that has `find(plate)`, `money.formatMoney(sum)` of a module that has `format(cents)`. */
function sameDeed(context: RecipeContext, suspect: Suspect, names: readonly string[]): Idea[] {
  const call = suspect.node.parent;
  if (call?.type !== 'CallExpression' || call.callee !== suspect.node) return [];
  const own = suspect.object.type === 'ThisExpression' ? upwards(suspect.object).find(isClass) : undefined;
  const kind = own !== undefined && 'id' in own && own.id !== null ? keyName(own.id as Node) : null;
  const said = [kind, ...[suspect.object, ...call.arguments].map((each) => lastNameOf(each as Node))].flatMap(
    (each) => each ?? [],
  );
  const deed = deedOf(suspect.name, said);
  const isOfClass = /^[A-Z]/.test(lastNameOf(suspect.object) ?? '') && makers.test(suspect.name);
  const fits = names.filter(
    (each) => saysTheSame(deed, deedOf(each, said)) || isBut(suspect.name, each) || (isOfClass && makers.test(each)),
  );
  const taking = fits.filter((to) => takesAll(context, to, call.arguments.length));
  const meant = taking.length > 0 ? taking : fits;
  return meant.map((to) => renaming(context, suspect, { to, rank: 1, ask: null }));
}

/** `people.findCustomer(id)` is no `customers()`, which takes nothing. */
function takesAll(context: RecipeContext, to: string, count: number): boolean {
  return methodsNamed(context, to).every(
    ({ fn: { params } }) => params.length >= count || params.at(-1)?.type === 'RestElement',
  );
}

/** What the classes of different authors call the static method that makes one: `Money.of(5)`, `Money.from(5)`. */
const makers = /^(?:of|from|create|make)$/;

function renaming(
  context: RecipeContext,
  suspect: Suspect,
  how: { to: string; rank: number; ask: string | null },
): Idea {
  const { to, rank } = how;
  const ask =
    how.ask ??
    handedDoubt(context, suspect, to) ??
    shortDoubt(context, suspect, to) ??
    renameDoubt(context, suspect, to) ??
    recordsDoubt(context, suspect.name, to) ??
    servedDoubt(context, suspect, to);
  const edits = renameEdits(context, suspect, to);
  const made = idea('property', { title: `\`${suspect.name}\` should be \`${to}\``, rank, ask, edits });
  return oddKey(context, suspect.name, to) ?? made;
}

/** The last changes gave the member another name, and this place still has the old one. */
async function historyIdeas(context: RecipeContext, suspect: Suspect): Promise<Idea[]> {
  const { site, object, name } = suspect;
  const seen = valueOf(site, object);
  const names = seen === null ? knownMembers(context, site.source, object)?.names : seen.keys;
  if (context.git === null || names === undefined || names.includes(name)) return [];
  if (chainOf(object) === 'process.env' && templateKeys(context).has(name)) return [];
  const now = [...(await context.git.replaced(name)).keys()].filter((each) => names.includes(each));
  const ask = now.length > 1 ? `\`${name}\` became ${now.map((each) => `\`${each}\``).join(' and ')}` : null;
  return now.map((to) => renaming(context, suspect, { to, rank: now.length > 1 ? 1 : 0, ask }));
}

/** `app.decorate('cart', carts)`, `app.decorate('market', open())` where `app.carts` is read: handed over under a near name that nobody reads; null where it is not. */
function registered(context: RecipeContext, suspect: Suspect): Idea[] | null {
  const { site, object, name } = suspect;
  const sources = allSources(context.tree);
  const isRead = (near: string): boolean =>
    sources.some((source) =>
      all(source.program, 'MemberExpression').some((each) => !each.computed && keyName(each.property) === near),
    ) || sources.flatMap((source) => all(source.program, 'Literal')).filter((each) => each.value === near).length > 1;
  const isReadHere = (near: string): boolean =>
    (memberNames(context.tree).read.get(near) ?? []).some((each) => lastNameOf(each.object) === lastNameOf(object));
  if (valueOf(site, object)?.keys.includes(name) === true) return null;
  const found = sources.flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const [key, value] = call.arguments;
      const near = stringValue(key);
      const isItself = value?.type === 'Identifier' && value.name === name && call.callee.type === 'MemberExpression';
      const isIt = isItself || (value?.type === 'CallExpression' && decorates(call));
      if (key === undefined || near === null || !isIt) return [];
      // What is handed over bears the very name that is read.
      const isMeant = isItself && decorates(call) && !isReadHere(near);
      if (!isMeant && (slip(name, near) === null || isRead(near))) return [];
      const quote = source.text[key.start] ?? "'";
      const after = splice(source.text, { start: key.start, end: key.end, text: quote + name + quote });
      return [{ near, edit: { path: source.path, before: source.text, after } }];
    }),
  );
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  return [idea('property', { title: `\`${name}\` is handed over as \`${only.near}\``, rank: 0, edits: [only.edit] })];
}

function decorates({ callee }: Of<'CallExpression'>): boolean {
  return callee.type === 'MemberExpression' && /^decorate(?:Request|Reply)?$/.test(keyName(callee.property) ?? '');
}

/** `const { members: member } = …`, `const days = rush ? rules.day : …`: the name that it gets here says which one is meant. */
function isLocalName({ node }: Suspect, name: string): boolean {
  if (node.type === 'Property') return node.value.type === 'Identifier' && node.value.name === name;
  const { parent } = node;
  const at = parent?.type === 'ConditionalExpression' && parent.test !== node ? parent.parent : parent;
  // `{ session: config.sessions }`
  if (at?.type === 'Property' && at.parent?.type === 'ObjectExpression') return keyName(at.key) === name;
  return at?.type === 'VariableDeclarator' && at.id.type === 'Identifier' && at.id.name === name;
}

/** `fn.binds`, `req.apps`, `this.emits`: the member is a builtin's or a framework's, so the other number of it is nobody's; but `ends` may be `endAll`. */
function isNoOnesChoice(context: RecipeContext, suspect: Suspect, near: string): boolean {
  const { site, object, name } = suspect;
  const seen = valueOf(site, object);
  const isAlone = seen?.keys.every((each) => !each.startsWith(near) || !/^[A-Z_]/.test(each.slice(near.length)));
  const isGiven = isAlone === true && seen?.keys.includes(near) && methodsNamed(context, near).length === 0;
  if ((isCalled(suspect) && isGiven) || (seen !== null && builtinOf(seen).includes(near))) return true;
  if (seen === null && isCalled(suspect) && anyMethods.includes(near) && name.length > near.length) return true;
  const names = [...(seen?.keys ?? []), ...(knownMembers(context, site.source, object)?.names ?? [])];
  return isForeign(context, site.source, object) && names.includes(near);
}

/** Sets of names that the object may have, surest first. */
function candidates(context: RecipeContext, suspect: Suspect): Candidates[] {
  const { site, object } = suspect;
  const seen = valueOf(site, object);
  if (seen?.thenable === true && (seen.className === 'Promise' || seen.keys.length === 0)) return [];
  const known = knownMembers(context, site.source, object);
  const sets: Candidates[] = [];
  const told = suspect.name === context.diagnosis.named.property && seen === null ? toldType(context) : null;
  // What only a type calls so, nothing has at run time.
  if (told !== null) return told.isShape ? [] : [{ names: told.members.map((each) => each.name), extra: 0 }];
  if (seen !== null && seen.type !== 'undefined' && seen.type !== 'null') {
    sets.push({ names: [...seen.keys, ...builtinOf(seen), ...(known?.names ?? [])], extra: 0 });
    return sets;
  }
  if (known !== null) {
    sets.push({ names: known.names, extra: 0 });
    if (known.complete) return sets;
  }
  if (seen !== null) return sets;
  const declared = declaredNames(context.tree, site.source, object);
  if (declared.length > 0) return [...sets, { names: declared, extra: 0 }];
  // Nothing is known of the object but how others use it: what they too read or set of it is no slip.
  const others = usedElsewhere(context, suspect);
  if (others.has(suspect.name)) return sets;
  sets.push({ names: [...others], extra: 1 });
  sets.push({ names: wordsOfMaker(context.tree, site.source, object), extra: 0 });
  if (isCalled(suspect)) sets.push({ names: anyMethods, extra: 0 });
  else sets.push({ names: ['length', 'size', 'message', 'then'], extra: 1 });
  return sets;
}

function builtinOf(seen: ValueFacts): readonly string[] {
  if (seen.type === 'string') return prototypeMembers('String').concat('length');
  if (seen.type === 'number') return prototypeMembers('Number');
  if (seen.type === 'function') return prototypeMembers('Function');
  return prototypeMembers(seen.className ?? '').concat(seen.className === 'Array' ? ['length'] : []);
}

/** `list.length()`: the member is there and no function, so the parentheses go. */
function callIdeas(context: RecipeContext, suspect: Suspect): Idea[] {
  const { node, site } = suspect;
  const call = node.parent;
  if (call?.type !== 'CallExpression' || call.callee !== node || call.arguments.length > 0) return [];
  if (!/is not a function/.test(context.diagnosis.message)) return [];
  const value = valueOf(site, node);
  const sure = value !== null && value.type !== 'function' && value.type !== 'undefined';
  if (!sure && suspect.name !== 'length' && suspect.name !== 'size') return [];
  const after = splice(site.source.text, { start: node.end, end: call.end, text: '' });
  return [
    idea('property', {
      title: `\`${suspect.name}\` is a value, not a function`,
      rank: 0,
      edits: [{ path: site.source.path, before: site.source.text, after }],
    }),
  ];
}
