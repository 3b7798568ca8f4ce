/** A name that its module no longer gives out, and one that nobody takes from there: the same thing under its new name. */
import { isTest } from '../../../kit/code.ts';
import path from 'node:path';
import type { Edit, Idea } from '../../../incident/nouns.ts';
import { declarationOf, importsOf } from '../../code/bindings.ts';
import { nearNames, shareWord } from '../../code/names.ts';
import { idea, ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import {
  evidenceFor,
  functionOf,
  isInVain,
  isNamedByAll,
  isSameDeed,
  spellsOut,
} from '../../evidence/rename-evidence.ts';
import { isTestedAs } from '../../evidence/tested-names.ts';
import { all, allSources, chainOf, isReference, keyName, openSource } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { areOpposites, isSameThing, isVariant, isVerb, partsOf, singular } from '../../code/words.ts';
import { bindingText } from './import-export.ts';
import {
  declaredIn,
  everywhere,
  fileBehind,
  givenAs,
  referencesTo,
  sameImports,
  wrongImports,
} from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

const posix = path.posix;

export const renamedExport: Recipe = {
  name: 'renamed-export',
  classes: ['import_export', 'type', 'reference', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'An export was renamed, and its importers were not: they take it under its new name.',
  ideas: (context) =>
    wrongImports(context).flatMap((wrong) => {
      const back = testedIdeas(context, wrong);
      if (back.length > 0) return back;
      return wrong.member === null ? renamings(context, wrong) : memberRenamings(context, wrong, wrong.member);
    }),
};

const sureFrom = 2;

/** The name that its module has for it now, where all that speaks for one is weighed. */
export function renamings(context: RecipeContext, wrong: Wrong): Idea[] {
  const { source, from, exported, member } = wrong;
  const target = fileBehind(context, source, from);
  const isTaken = from.local !== null || from.style === 'from';
  const isName = from.imported !== '*' && from.imported !== 'default' && isTaken && member === null;
  if (target === null || !isName || !exported.complete || exported.names.has(from.imported)) return [];
  if (nearNames(from.imported, exported.names.keys()).length > 0) return [];
  const taken = takenNames(context, target);
  const idle = [...exported.names].filter(([name]) => name !== 'default' && !taken.has(name));
  const left = [...idle, ...takenByOthers(context, wrong, target).filter(([name]) => taken.has(name))];
  const takers = sameImports(context, wrong).flatMap((one) => [one, ...takersOf(context, one)]);
  const uses = takers.flatMap((one) => referencesTo(one.source, one.from));
  const scored = left
    .map(([name, node]) => ({ name, score: scoreOf(context, from.imported, { name, node, target, uses }) }))
    .filter((each): each is { name: string; score: number } => each.score !== null)
    .sort((a, b) => b.score - a.score);
  // It is given out already, by another name.
  const given = givenAs(exported, from.imported) ?? soleClass(context, wrong, target);
  const [best, next] =
    given !== null
      ? [{ name: given, score: sureFrom }]
      : scored.length > 0
        ? scored
        : soleGiven(context, wrong, { target, uses });
  if (best === undefined || best.score === next?.score) return [];
  // All that the file gives out, called by no other words than what is wanted and the file itself.
  const known = new Set([...partsOf(target), ...partsOf(from.imported)].map(singular));
  const isAll = exported.names.size === 1 && partsOf(best.name).every((part) => known.has(singular(part)));
  const isOnly = left.length === 1 && isVariant(from.imported, best.name);
  const isSame = given !== null || isOfPlace(from.imported, best.name, target);
  const isLone = exported.names.size === 1 && isCalledSo(from.imported, target);
  const isProven =
    isSame || best.score >= sureFrom || isOnly || isLone || (isAll && shareWord(from.imported, best.name));
  const isSure = isProven && (best.score >= 0 || isLone);
  const edits = everywhere(context, wrong, best.name, (one) => {
    const { start, end } = one.from.node;
    return splice(one.source.text, { start, end, text: bindingText(one, best.name, nameBeside(one)) });
  });
  return [
    idea('renamed-export', {
      // As git tells it (see import-export): two ways to write down the same repair.
      title: `\`${from.imported}\` is called \`${best.name}\` now`,
      rank: given !== null ? -1 : isSure ? 0 : 2,
      ask: isSure ? null : unproven(best.name),
      edits,
    }),
  ];
}

/** Tests take it under the name that the module no longer gives out, and it has one function that nobody takes: that one was renamed, and not they. */
function testedIdeas(context: RecipeContext, wrong: Wrong): Idea[] {
  const { source, from, exported } = wrong;
  const wanted = wrong.member ?? from.imported;
  const target = fileBehind(context, source, from);
  if (target === null || !exported.complete || exported.names.has(wanted) || /^(?:\*|default)$/.test(wanted)) return [];
  const taken = takenNames(context, target);
  const [only, more] = [...exported.names].filter(([name]) => name !== 'default' && !taken.has(name));
  const fn = only === undefined ? null : functionOf(valueBehind(context, target, only[1]));
  if (only === undefined || more !== undefined || fn === null || !isTestedAs(context.tree, wanted, only[0])) return [];
  const edits = renamedBack(context, wrong, only[0], wanted);
  const title = `\`${only[0]}\` is called \`${wanted}\` by its takers, the tests among them`;
  return edits.length === 0 ? [] : [idea('renamed-export', { title, rank: -1, edits })];
}

/** The declaration gets the name back that others have for it, wherever its file says the other one. */
function renamedBack(context: RecipeContext, { exported }: Wrong, is: string, was: string): Edit[] {
  const home = declaredIn(context, exported.names.get(is) ?? null);
  if (home === null || all(home.program, 'Identifier').some(({ name }) => name === was)) return [];
  const says = all(home.program, 'Identifier').filter(({ name }) => name === is);
  const isOwn = (id: Of<'Identifier'>): boolean => {
    const { parent } = id;
    const isMember = parent?.type === 'MemberExpression' && !parent.computed && parent.property.start === id.start;
    return !isMember || /^(?:module\.)?exports$/.test(chainOf(parent.object) ?? '');
  };
  const places = new Map(says.map(({ start }) => [start, { start, end: start + is.length, text: was }]));
  if (!says.every(isOwn)) return [];
  return [{ path: home.path, before: home.text, after: splice(home.text, ...places.values()) }];
}

/** `requireRole`, all that its file gives out and taken by nobody, where `requireAdmin('admin')` is called with as much as it takes: little speaks for it, and nothing for anything else. */
function soleGiven(
  context: RecipeContext,
  { exported, from }: Wrong,
  { target, uses }: { target: string; uses: readonly Of<'Identifier'>[] },
): { name: string; score: number }[] {
  const [[name, node] = ['', null]] = exported.names;
  const fn = functionOf(valueBehind(context, target, node));
  const isOnly = exported.names.size === 1 && name !== 'default' && !takenNames(context, target).has(name);
  const isTaken = ({ parent, start }: Node): boolean =>
    parent?.type === 'CallExpression' && parent.callee.start === start && parent.arguments.length === fn?.params.length;
  const verbs = [from.imported, name].map((each) => partsOf(each).find(isVerb));
  const isLike = shareWord(from.imported, name) && !areOpposites(from.imported, name) && verbs[0] === verbs[1];
  if (!isOnly || !isLike || uses.length === 0 || !uses.every(isTaken)) return [];
  const calls = uses.map(({ parent }) => (parent?.type === 'CallExpression' ? parent.arguments : []));
  return [{ name, score: fn !== null && isNamedByAll(fn, calls) ? sureFrom : -1 }];
}

/** `FeeCalculator`, all that the file gives out and taken by nobody, where `new FeeService()` is said and no file has such a class: of one thing another kind of class. */
function soleClass(context: RecipeContext, wrong: Wrong, target: string): string | null {
  const wanted = wrong.from.imported;
  const [[name, node] = ['', null]] = wrong.exported.names;
  const isClass = (each: Node | null): boolean => /^Class(?:Declaration|Expression)$/.test(each?.type ?? '');
  const isIdle = wrong.exported.names.size === 1 && !takenNames(context, target).has(name);
  const [left, right] = [partsOf(wanted), partsOf(name)];
  const isLike = left.length > 1 && left.slice(0, -1).join() === right.slice(0, -1).join();
  if (!isIdle || !isLike || !isClass(valueBehind(context, target, node))) return null;
  if (![left, right].every((parts) => classKinds.test(parts.at(-1) ?? ''))) return null;
  const isMade = ({ parent, start }: Node): boolean =>
    (parent?.type === 'NewExpression' && parent.callee.start === start) ||
    (isClass(parent ?? null) && parent != null && 'superClass' in parent && parent.superClass?.start === start);
  const uses = sameImports(context, wrong).flatMap((one) => referencesTo(one.source, one.from));
  const isElsewhere = allSources(context.tree).some((source) => isClass(declarationOf(source, wanted)));
  return uses.length > 0 && uses.every(isMade) && !isElsewhere ? name : null;
}

/** What kind of thing a class is, as the last word of its name says. */
const classKinds =
  /^(?:service|store|storage|repository|repo|manager|calculator|provider|client|gateway|factory|helper|registry|engine|handler|processor|worker|queue|cache|logger|mailer|sender|notifier|scheduler|runner|job|loader|reader|writer|builder|formatter|parser|validator|checker|controller|api|book|desk)$/;

/** `bus` of `lib/bus.js`, which gives out one thing. */
function isCalledSo(name: string, target: string): boolean {
  return partsOf(posix.parse(target).name).join() === partsOf(name).join();
}

/** `findOrder`, by which other files call already what this one calls `orderById`. */
function takenByOthers(
  context: RecipeContext,
  { source, from, exported }: Wrong,
  target: string,
): [string, Node | null][] {
  const own = new Set(importsOf(source).map(({ imported }) => imported));
  // `missing = (what) => new ApiError('not_found', 404)` where `notFound` is wanted.
  const says = (node: Node | null): boolean => {
    const fn = functionOf(valueBehind(context, target, node));
    return fn !== null && spellsOut(fn, from.imported);
  };
  return [...exported.names].filter(
    ([name, node]) =>
      name !== 'default' &&
      !own.has(name) &&
      (isSameDeed(from.imported, name) || isOfPlace(from.imported, name, target) || says(node)),
  );
}

/** `formatMoney` and the `format` of `money.js`: one has the words of the other, and of the file besides. */
function isOfPlace(one: string, other: string, target: string): boolean {
  const [few, many] = [one, other].map(partsOf).toSorted((a, b) => a.length - b.length);
  const stem = posix.parse(target).name;
  const place = partsOf(stem === 'index' ? posix.basename(posix.dirname(target)) : stem).map(singular);
  const more = many?.filter((part) => few?.includes(part) === false) ?? [];
  const isWhole = few !== undefined && few.length > 0 && few.every((part) => many?.includes(part) === true);
  return isWhole && more.length > 0 && more.every((part) => place.includes(singular(part)));
}

function unproven(name: string): string {
  return `nothing but that nobody takes it speaks for \`${name}\``;
}

/** `util.propagate` of a module that is taken as a whole, and the one function of it that nobody reads, here or there: it is read by its name. */
function memberRenamings(context: RecipeContext, { source, from, exported }: Wrong, member: string): Idea[] {
  const target = fileBehind(context, source, from);
  const home = target === null ? null : openSource(context.tree, target);
  if (home === null || target === null || from.imported !== '*' || !exported.complete) return [];
  if (exported.names.has(member)) return [];
  if (nearNames(member, exported.names.keys()).some((near) => !isUndone(member, near.name))) return [];
  const taken = takenNames(context, target);
  const idle = [...exported.names].flatMap(([name, node]) => {
    const value = valueBehind(context, target, node);
    const uses = all(home.program, 'Identifier').filter((id) => id.name === name && isReference(id));
    const isGiven = uses.every(
      ({ parent, start }) =>
        /^(?:Property|AssignmentExpression|ExportSpecifier)$/.test(parent?.type ?? '') ||
        (parent != null && 'id' in parent && parent.id?.start === start),
    );
    return name !== 'default' && !taken.has(name) && isGiven && value !== null ? [{ name, value }] : [];
  });
  const isSure = (name: string): boolean => isVariant(member, name) || isSameThing(member, name);
  const meant = idle.filter(({ name }) => isSure(name) || isHead(member, name));
  // `longDay` and `dayInWords`: of all that the module gives out the one thing that nobody takes.
  const lone = idle.length === 1 ? idle : [];
  const [only, more] = meant.length > 0 ? meant : lone;
  if (only === undefined || more !== undefined) return [];
  const changes = allSources(context.tree).flatMap((other) =>
    readsOf(context, other, target, member).map(({ start, end, parent }) => ({
      source: other,
      call: parent?.parent?.type === 'CallExpression' && parent.parent.callee === parent ? parent.parent : null,
      splices: [{ start, end, text: only.name }],
    })),
  );
  const calls = changes.flatMap(({ call }) => (call === null ? [] : [call.arguments]));
  const place = new Set(partsOf(target).map(singular));
  const { length } = functionOf(only.value)?.params ?? [];
  if (calls.some((given) => given.length > length)) return [];
  const isMeant =
    calls.length > 0 && evidenceFor({ wanted: member, name: only.name, value: only.value, calls, place }) !== null;
  const isDoubtful = [...exported.names.keys()].length > 1 && !areOpposites(member, only.name);
  const isLike = shareWord(member, only.name) || isDoubtful;
  const isLone = meant.length === 0 && isLike && calls.length > 0 && calls.every((given) => given.length === length);
  if (!isMeant && !isLone) return [];
  const title = `${target} gives \`${member}\` out as \`${only.name}\``;
  // `orders.removeOrder` of a module that gives out a `remove`.
  const owner = new Set([...place, ...partsOf(from.local ?? '').map(singular)]);
  const isOwn = partsOf(member).every((part) => owner.has(singular(part)) || partsOf(only.name).includes(part));
  const ask = isMeant && isSure(only.name) && (isOwn || idle.length === 1) ? null : unproven(only.name);
  return [ideaOf('renamed-export', { title, rank: ask === null ? 0 : 2, ask }, changes)];
}

/** `unsign` takes back what `sign` does: near as it is, it is not meant. */
function isUndone(one: string, other: string): boolean {
  const [short, long] = [one, other].sort((a, b) => a.length - b.length);
  return (
    /^(?:un|de|dis|non)/.test(long ?? '') &&
    long?.replace(/^(?:un|de|dis|non)/, '').toLowerCase() === short?.toLowerCase()
  );
}

/** `getI` of `getIPList`: its beginning, and more than a verb. */
function isHead(one: string, other: string): boolean {
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  return few.length >= 4 && many.startsWith(few);
}

/** Where a file reads a member of a module that it takes as a whole. */
function readsOf(context: RecipeContext, source: Source, target: string, member: string): Node[] {
  return importsOf(source)
    .filter((from) => from.imported === '*' && fileBehind(context, source, from) === target)
    .flatMap((from) => referencesTo(source, from))
    .flatMap(({ parent, start }) =>
      parent?.type === 'MemberExpression' && parent.object.start === start && keyName(parent.property) === member
        ? [parent.property as Node]
        : [],
    );
}

function scoreOf(
  context: RecipeContext,
  wanted: string,
  given: {
    readonly name: string;
    readonly node: Node | null;
    readonly target: string;
    readonly uses: readonly Of<'Identifier'>[];
  },
): number | null {
  const { name, node, target, uses } = given;
  const calls = uses.flatMap((id) => {
    const { parent } = id;
    const isCall = parent?.type === 'CallExpression' || parent?.type === 'NewExpression';
    return isCall && parent.callee === id ? [parent.arguments] : [];
  });
  const place = new Set(partsOf(target).map(singular));
  const value = valueBehind(context, target, node);
  return isInVain(value, uses) ? null : evidenceFor({ wanted, name, value, calls, place });
}

/** The name that a file has for what it takes, or that others have for what it hands on. */
function nameBeside({ from }: Wrong): string {
  const handed = from.node.type === 'ExportSpecifier' ? keyName(from.node.exported) : null;
  return from.local ?? handed ?? from.imported;
}

/** Who takes it of a file that only hands it on. */
function takersOf(context: RecipeContext, wrong: Wrong): Wrong[] {
  const imported = nameBeside(wrong);
  if (wrong.from.style !== 'from') return [];
  return allSources(context.tree).flatMap((source) =>
    importsOf(source)
      .filter((from) => from.imported === imported && fileBehind(context, source, from) === wrong.source.path)
      .map((from) => ({ ...wrong, source, from })),
  );
}

/** What stands behind `{ name }` of an export list. */
function valueBehind(context: RecipeContext, target: string, node: Node | null): Node | null {
  const source = openSource(context.tree, target);
  const id =
    node?.type === 'Property' && node.shorthand ? node.value : node?.type === 'ExportSpecifier' ? node.local : null;
  const name = id === null ? null : keyName(id as Node);
  return source === null || name === null ? node : declarationOf(source, name);
}

/** What the files of the project take from a module; the members that are read from it as a whole too. */
function takenNames(context: RecipeContext, target: string): Set<string> {
  const found = new Set<string>();
  for (const source of allSources(context.tree).filter(({ path }) => !isTest(path))) {
    for (const from of importsOf(source)) {
      if (fileBehind(context, source, from) !== target) continue;
      found.add(from.imported);
      if (from.imported !== '*') continue;
      for (const each of all(source.program, 'MemberExpression'))
        if (each.object.type === 'Identifier' && each.object.name === from.local)
          found.add(keyName(each.property) ?? '');
    }
  }
  return found;
}
