/** A member that is not there, and one that nobody reads: the same thing, renamed on one side only. */
import type { Idea } from '../../../incident/nouns.ts';
import { dataFields, kindOfLiteral } from '../../evidence/data-fields.ts';
import { dataFiles, shapesOf } from '../../evidence/data-keys.ts';
import type { Key } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { usedAlike } from '../../evidence/like-uses.ts';
import { isKinMethod } from '../../evidence/kin-methods.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { knownMembers } from '../../code/members.ts';
import { isPlural, nearNames, shareWord, slip } from '../../code/names.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { evidenceFor, functionOf, isSameDeed, valueGiven, wantsCall } from '../../evidence/rename-evidence.ts';
import {
  giverEdits,
  hasPart,
  isGone,
  keySplice,
  renameDoubt,
  renameEdits,
  soleKeyEdits,
} from '../../evidence/renames.ts';
import { originsOf } from '../../evidence/origins.ts';
import { rivalDoubt } from '../../evidence/rival.ts';
import { isNullish, sitesOf, valueOf } from '../../evidence/site.ts';
import { fieldOtherwise } from './field-otherwise.ts';
import { handedOtherwise } from './handed-otherwise.ts';
import { madeKey } from './made-key.ts';
import { privateFieldIdeas, unreadFieldIdeas } from './private-field.ts';
import { calledOtherwise, setOtherwise } from './set-otherwise.ts';
import { byOwner } from '../../evidence/told-member.ts';
import { toldType } from '../../evidence/told-type.ts';
import { isTestedAs } from '../../evidence/tested-names.ts';
import { isUsedAs } from '../../evidence/used-as.ts';
import { untoldKey } from '../../evidence/typed-keys.ts';
import { servedDoubt, untoldRecords } from '../../evidence/untold-records.ts';
import { culprits, suspectsOf } from '../../evidence/suspects.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { all, allSources, chainOf, keyName, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { beginAlike, isEndOf, isOtherUnit, manyHave, partsOf, singular } from '../../code/words.ts';

export const halfRenamed: Recipe = {
  name: 'half-renamed',
  classes: ['type', 'range', 'unknown', 'config', 'assertion', 'database'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A member was renamed where it is given or where it is read, not both: both sides take one name.',
  ideas(context) {
    const suspects = suspectsOf(context).slice(0, suspectsMax);
    const [site] = sitesOf(context);
    const failing = site === undefined ? [] : culprits(context, site).flatMap((node) => lastNameOf(node) ?? []);
    const missing = new Set([...suspects.map(({ name }) => name), ...failing]);
    const keys = slippedKeys(context, missing);
    const handed =
      site === undefined
        ? []
        : culprits(context, site).flatMap((node) => [
            ...handedOtherwise(context, site, node),
            ...madeKey(context, node),
            ...privateFieldIdeas(site, node),
            ...unreadFieldIdeas(context, site, node),
            // What a method of another file gave was the member of its own.
            ...originsOf(context, site.source, node).flatMap((each) =>
              each.node === node ? [] : unreadFieldIdeas(context, each, each.node),
            ),
          ]);
    return [
      ...suspects.flatMap((suspect) => [
        ...setOtherwise(context, suspect),
        ...calledOtherwise(context, suspect),
        ...renamings(context, suspect),
      ]),
      ...handed,
      ...fieldOtherwise(context, [...missing]),
      ...keys,
      ...keysOfValues(context),
    ];
  },
};

/**
 * `{ Name: 'Mia' }` among records that are read by `name`: a key near the missing one, which nobody reads. The missing one must
 * be given elsewhere, or read more often than the key is given: else it is the reader that slipped.
 */
function slippedKeys(context: RecipeContext, missing: ReadonlySet<string>): Idea[] {
  const { given, read, spoken } = memberNames(context.tree);
  const odd = [...given].flatMap(([name, places]) => {
    if (read.has(name) || spoken.has(name)) return [];
    // `{ catalog: catalogue }`, and `catalogue` is what is missed.
    const own = places.filter(
      ({ key, value }) => isPlainKey(key) && value !== null && missing.has(lastNameOf(value) ?? ''),
    );
    if (own.length > 0) return own.map((place) => ({ place, meant: lastNameOf(place.value as Node) ?? name }));
    const meant = [...missing].find((each) => !isPlural(name, each) && (slip(name, each) ?? 9) <= 1.4);
    if (meant === undefined) return [];
    if (!given.has(meant) && (read.get(meant)?.length ?? 0) <= places.length) return [];
    return places
      .filter(({ key }) => isPlainKey(key) && !siblingsOf(key).includes(meant))
      .map((place) => ({ place, meant }));
  });
  return odd.map(({ place, meant }) =>
    ideaIn('half-renamed', place.source, {
      title: `\`${place.name}\` is read as \`${meant}\``,
      rank: odd.length === 1 ? 0 : 1,
      splices: [keySplice(place.key, meant, place)],
    }),
  );
}

/** `{ Fetch: app.fetch }`, `{ messages: message }`: a key that nobody reads here, a slip away from what its value is called. */
function keysOfValues(context: RecipeContext): Idea[] {
  const { given, read, spoken } = memberNames(context.tree);
  const odd = [...given.values()].flat().flatMap((place) => {
    const called = place.value === null ? null : lastNameOf(place.value);
    // `{ classId: row.class_id }` is how a column becomes a member.
    const isColumn = called !== null && called.includes('_') !== place.name.includes('_');
    const isSlip =
      called !== null && !isColumn && !isPlural(place.name, called) && (slip(place.name, called) ?? 9) <= 1.4;
    return isSlip && isPlainKey(place.key) && !read.has(place.name) && !spoken.has(place.name)
      ? [{ ...place, called }]
      : [];
  });
  return odd.slice(0, 2).map(({ called, ...place }) =>
    ideaIn('half-renamed', place.source, {
      title: `\`${place.name}\` is called \`${called}\`, as its value is`,
      rank: 2,
      splices: [keySplice(place.key, called, place)],
    }),
  );
}

function isPlainKey({ type, parent }: Node): boolean {
  return (
    type === 'Identifier' &&
    parent?.type === 'Property' &&
    !parent.shorthand &&
    parent.parent?.type === 'ObjectExpression'
  );
}

function siblingsOf({ parent }: Node): (string | null)[] {
  const object = parent?.parent;
  return object?.type === 'ObjectExpression'
    ? object.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null))
    : [];
}

const suspectsMax = 4;
const sureFrom = 2;

function renamings(context: RecipeContext, suspect: Suspect): Idea[] {
  // What is taken out of a required module is the matter of other recipes, which correct all that take it.
  const { node, object } = suspect;
  const isRequired = object.type === 'CallExpression' && chainOf(object.callee) === 'require';
  if (isRequired && node.type === 'Property') return [];
  // Headers have the names that HTTP gives them: another one that was sent is not the one that is missing.
  if (lastNameOf(object) === 'headers') return [];
  const names = namesOf(context, suspect);
  const untold = names.includes(suspect.name) ? null : untoldName(context, suspect, names);
  const isLike = untold !== null && isOfLike(context, suspect.name, untold);
  const seen = valueOf(suspect.site, object)?.keys ?? [];
  const records =
    untold === null || isLike ? [] : untoldRecords(context, { missing: suspect.name, other: untold, seen });
  if (records.length > 0) {
    const title = `\`${untold}\` is called \`${suspect.name}\` by its type, and wherever it is given`;
    return [idea('half-renamed', { title, rank: -1, edits: records })];
  }
  const odd = untold === null ? [] : soleKeyEdits(context, suspect, untold);
  if (odd.length > 0) {
    const title = `\`${untold}\` is called \`${suspect.name}\` by its type`;
    return [idea('half-renamed', { title, rank: -1, edits: odd })];
  }
  if (isLike) return [];
  if (untold === null && byOwner(context, suspect) !== null) return [];
  const left = names.includes(suspect.name) ? null : (untold ?? leftOver(context, suspect, names));
  // `CALL_OPEN` beside `CALL_OPENED`: what only is left over, by quite another name, is no equal of that.
  const isBegun = nearNames(suspect.name, names).some((near) => beginAlike(suspect.name, near.name));
  if (left !== null && untold === null && isBegun && !shareWord(suspect.name, left)) return [];
  if (left !== null)
    return [
      idea('half-renamed', {
        title: `\`${suspect.name}\` is called \`${left}\` in what is read`,
        rank: 0,
        ask:
          renameDoubt(context, suspect, left) ??
          servedDoubt(context, suspect, left) ??
          (untold === null ? rivalDoubt(context, suspect, names, left) : null),
        edits: renameEdits(context, suspect, left),
      }),
    ];
  if (names.length === 0 || names.includes(suspect.name) || nearNames(suspect.name, names).length > 0) return [];
  const found = names
    .map((name) => ({ name, score: scoreOf(context, suspect, name) }))
    .filter((each): each is { name: string; score: number } => each.score !== null)
    .sort((a, b) => b.score - a.score);
  const best = found[0]?.score ?? 0;
  const fits = found.filter(({ score }) => score === best);
  const isSure =
    best >= sureFrom || (fits.length === 1 && fits.every((each) => isKinMethod(context, suspect, each.name)));
  // Of data that nobody reads there is much; of functions there is not.
  if (fits.length > 2 || (!isSure && !wantsCall(suspect.node))) return [];
  return fits.flatMap(({ name }) => {
    const how = {
      // What little speaks for is no equal of what something does.
      rank: isSure ? Number(fits.length > 1) : 2,
      ask: isSure ? null : `nothing but that nobody uses it speaks for \`${name}\``,
    };
    const asRead = { title: `\`${suspect.name}\` is called \`${name}\` elsewhere`, ...how };
    const asGiven = { title: `\`${name}\` is called \`${suspect.name}\` by its like`, ...how, rank: how.rank + 1 };
    const isTested = fits.length === 1 && isTestedAs(context.tree, suspect.name, name);
    const back = isTested ? soleKeyEdits(context, suspect, name) : [];
    // Tests have the old name: whoever reads it so is right, and no repair changes them.
    if (back.length > 0) return [idea('half-renamed', { ...asGiven, rank: -1, ask: null, edits: back })];
    return [
      idea('half-renamed', {
        ...asRead,
        ask: asRead.ask ?? renameDoubt(context, suspect, name),
        edits: renameEdits(context, suspect, name),
      }),
      idea('half-renamed', { ...asGiven, edits: giverEdits(context, suspect, name) }),
    ];
  });
}

/** Other records beside the one with that key have the missing name: the record is odd, and not who reads it. */
function isOfLike(context: RecipeContext, missing: string, other: string): boolean {
  const placesOf = (keys: readonly Key[], name: string): string[] =>
    keys.flatMap((key) => (key.name === name ? [key.place] : []));
  return dataFiles(context).some(({ keys }) => {
    const places = placesOf(keys, missing);
    return placesOf(keys, other).some((place) => places.includes(place));
  });
}

/** What types tell of what was seen; where nothing was, of the records of data files. */
function untoldName(context: RecipeContext, suspect: Suspect, names: readonly string[]): string | null {
  const { name: missing, object, site } = suspect;
  const told = (keys: readonly string[]): string | null =>
    untoldKey(context.tree, { source: site.source, object, missing, keys });
  if (names.length > 0) return told(names);
  const [only, more] = new Set(
    dataFiles(context)
      .flatMap(shapesOf)
      .flatMap((keys) => told(keys) ?? []),
  );
  return more === undefined ? (only ?? null) : null;
}

/** The one field that nobody reads, where it is what the missing one is used as, and nothing of the project has the missing one. */
function leftOver(context: RecipeContext, suspect: Suspect, names: readonly string[]): string | null {
  const { given, read, spoken } = memberNames(context.tree);
  const fields = dataFields(context);
  const { parent } = suspect.node;
  const isCalled = parent?.type === 'CallExpression' && parent.callee === suspect.node;
  const { property } = context.diagnosis.named;
  // What is handed on is read further on, by the member that the failure names.
  const isReadHere = parent?.type === 'MemberExpression' && parent.object === suspect.node;
  const isMember = suspect.node.type === 'MemberExpression';
  const part = isMember && isReadHere ? null : (property ?? (isMember ? null : ''));
  if (isCalled || fields.has(suspect.name)) return null;
  // Where objects of another kind get that name, only what begins like it may be meant.
  const isNowhere = isGone(context, suspect);
  const reads = (value: Node): boolean =>
    all(value, 'MemberExpression').some(({ property }) => keyName(property) === suspect.name);
  const fits = names.filter((name) => {
    if (isOtherUnit(suspect.name, name)) return false;
    if ((read.has(name) || spoken.has(name)) && !isEndOf(suspect.name, name)) return false;
    const field = fields.get(name);
    if (!isNowhere && (field === undefined || !beginAlike(suspect.name, name))) return false;
    const values = (given.get(name) ?? []).flatMap(({ value }) => (value === null || reads(value) ? [] : [value]));
    if (field === undefined && values.length === 0) return false;
    const isField =
      field === undefined || isUsedAs(suspect.node, part, { kinds: [...field.kinds], inner: [...field.inner] });
    // What other objects have by the name of a field of the data says nothing of it.
    const isValue = (value: Node): boolean =>
      isUsedAs(suspect.node, part, { kinds: [kindOfLiteral(value)], inner: keysOf(value) });
    return isField && ((field !== undefined && beginAlike(suspect.name, name)) || values.every(isValue));
  });
  const [only, more] = fits;
  return more === undefined ? (only ?? null) : null;
}

function keysOf(value: Node): string[] {
  return value.type === 'ObjectExpression'
    ? value.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []))
    : [];
}

/** The names that the object has, by the debugger, else by its text. */
function namesOf(context: RecipeContext, { site, object, name }: Suspect): readonly string[] {
  const seen = valueOf(site, object);
  if (isNullish(seen) || seen?.thenable === true) return [];
  const told = name === context.diagnosis.named.property && seen === null ? toldType(context) : null;
  if (told !== null) return told.isShape ? [] : told.members.map((each) => each.name);
  return [...new Set([...(seen?.keys ?? []), ...(knownMembers(context, site.source, object)?.names ?? [])])];
}

function scoreOf(context: RecipeContext, suspect: Suspect, name: string): number | null {
  const { given, read, spoken } = memberNames(context.tree);
  const owner = classOf(context, suspect);
  const isOwned = (key: Node): boolean => owner === null || upwards(key).includes(owner);
  const [only, more] = (given.get(name) ?? []).filter(({ key }) => isOwned(key));
  if (only === undefined || more !== undefined) return null;
  // What others call by its new name already is the same thing only where both names say so.
  const isReadOf = (each: string): boolean =>
    (read.get(each) ?? []).some(({ object }) => owner !== null && isOf(owner, object));
  const isWithin = (object: Node): boolean =>
    object.type === 'ThisExpression' &&
    classAround(object) !== undefined &&
    classAround(object) === classAround(only.key);
  const reads = read.get(name) ?? [];
  // Its own class was renamed with it; where others say the failing statement word for word, that class needs it for the one they call.
  const isRead =
    reads.some(({ object }) => !isWithin(object)) || (reads.length > 0 && usedAlike(context, suspect).length > 0);
  const told = toldType(context);
  const isSpoken = spoken.has(name) && told === null;
  const isTaken = owner === null ? isRead || isSpoken : isReadOf(name);
  if (isTaken && !(wantsCall(suspect.node) && isGone(context, suspect) && isSameDeed(suspect.name, name))) return null;
  const call = suspect.node.parent;
  const isCall = call?.type === 'CallExpression' && call.callee === suspect.node;
  const isHandedOn = wantsCall(suspect.node) && suspect.node.parent?.type === 'CallExpression' && !isCall;
  const value = valueGiven(only);
  if (!isHandedOn && wantsCall(suspect.node) !== (functionOf(value) !== null)) return null;
  const place = placeWords([only.source.path, chainOf(suspect.object) ?? ''], suspect.node);
  const calls = isCall ? [call.arguments] : [];
  const isLone = isCall && isLoneOf(context, suspect, name);
  const words = evidenceFor({ wanted: suspect.name, name, value, calls, place, isLone });
  if (words === null) return null;
  const isSaid = isGone(context, suspect) && (isSaidMore(suspect.name, name) || isLoneField(context, suspect, name));
  // The compiler has weighed what it takes and gives.
  const others = told?.members.filter((each) => each.name !== name) ?? [];
  const isToldSo = isCall && others.length > 0 && others.every((each) => read.has(each.name));
  return words + Number(isToldSo) + (hasPart(context, only) || isSaid ? sureFrom : 0);
}

/** Of the functions that the project gave the object, another one at least, all are read by others but the one of that name. */
function isLoneOf(context: RecipeContext, suspect: Suspect, name: string): boolean {
  const { given, read } = memberNames(context.tree);
  const isOwn = (each: string): boolean => (given.get(each) ?? []).some((one) => functionOf(valueGiven(one)) !== null);
  const others = namesOf(context, suspect).filter((each) => each !== name && isOwn(each));
  const isRead = (each: string): boolean =>
    read.get(each)?.some(({ object }) => object.type !== 'ThisExpression') === true;
  return others.length > 0 && others.every(isRead);
}

/** `user.hash`, where of all that the project gives and the user has only `passwordHash` is read by nobody, and no other has that word. */
function isLoneField(context: RecipeContext, suspect: Suspect, name: string): boolean {
  const { given, read } = memberNames(context.tree);
  const [wanted, words] = [partsOf(suspect.name), partsOf(name)];
  const isWithin = wanted.length < words.length && wanted.every((part) => words.includes(part));
  const others = namesOf(context, suspect).filter((each) => each !== name);
  const isAlone = others.length > 0 && others.every((each) => !given.has(each) || read.has(each));
  const isOnly = others.every((each) => !shareWord(each, suspect.name));
  const { parent } = suspect.node;
  const isCall = parent?.type === 'CallExpression' && parent.callee === suspect.node;
  return isWithin && isAlone && isOnly && !isCall && !manyHave.test(suspect.name) && !read.has(name);
}

/** `currency`, `currencyCode`: the longer one says what kind of value it is, and names the same thing. */
function isSaidMore(one: string, other: string): boolean {
  const [few, many] = [partsOf(one), partsOf(other)].sort((a, b) => a.length - b.length);
  const [more, rest] = many?.slice(few?.length) ?? [];
  const isKind = /^(?:code|name|text|string|number|value|path|url|key|list)$/.test(more ?? '');
  return isKind && rest === undefined && few?.every((part, at) => many?.[at] === part) === true;
}

/** The one class of the project whose own member is read: `Money.sum(parts)`. */
function classOf({ tree }: RecipeContext, { object }: Suspect): Of<'ClassDeclaration'> | null {
  if (object.type !== 'Identifier') return null;
  const [only, more] = allSources(tree)
    .flatMap(({ program }) => all(program, 'ClassDeclaration'))
    .filter(({ id }) => id?.name === object.name);
  return more === undefined ? (only ?? null) : null;
}

function classAround(node: Node): Node | undefined {
  return upwards(node).find(({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression');
}

function isOf(owner: Of<'ClassDeclaration'>, object: Node): boolean {
  return object.type === 'ThisExpression' ? upwards(object).includes(owner) : lastNameOf(object) === owner.id?.name;
}

/** The words of these names and of the texts that stand in the same call, such as a route. */
function placeWords(names: readonly string[], node: Node): Set<string> {
  const call = upwards(node).find((each) => each.type === 'CallExpression' && each.callee !== node);
  const texts = call === undefined ? [] : all(call, 'Literal').map((each) => stringValue(each) ?? '');
  return new Set(
    [...names, ...texts]
      .flatMap(partsOf)
      .filter((part) => part.length > 2)
      .map(singular),
  );
}
