/** The failure began with a change: takes back the failing file, one hunk of it, or what else changed since the last good release (REP-3). */
import { isBuiltin } from 'node:module';
import { failureClasses } from '../../incident/nouns.ts';
import type { Edit, Evidence, Idea } from '../../incident/nouns.ts';
import { isCodeFile } from '../../kit/code.ts';
import { exportsOf, exportsOfSpecifier, importsOf } from '../code/bindings.ts';
import { hunksOf, withHunk } from '../code/hunks.ts';
import type { Hunk } from '../code/hunks.ts';
import { declared, packageName } from '../code/modules.ts';
import { all, allSources, chainOf, keyName, parseSource } from '../code/syntax.ts';
import { undeclaredNames } from '../code/undeclared.ts';
import { halfPutBack } from '../evidence/earlier-name.ts';
import { routeDoubt } from '../evidence/lost-route.ts';
import { isOtherWay } from '../evidence/other-way.ts';
import { onlyIdleKeys } from '../evidence/idle-keys.ts';
import { meantByWord, meantToGo, onlyLost, refuses } from '../evidence/meant.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import type { Found, ProposeDeps } from '../trying.ts';
import { isOwnPath } from '../sound.ts';
import { fileBehind } from './modules/wrong-imports.ts';

export const revert: Recipe = {
  name: 'revert',
  classes: failureClasses,
  kind: 'rollback',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'Takes back the change that the failure began with: a hunk, the failing file, or all files changed since the last good release.',
  ideas(context) {
    const good = context.lastGood;
    if (good === null) return [];
    const changed = changedFiles(context);
    const near = involvedFiles(context).filter((path) => changed.includes(path));
    const ideas: Idea[] = [];
    for (const [index, path] of near.slice(0, 3).entries()) {
      ideas.push(...hunkIdeas(context, path, index));
      ideas.push(
        rollback({ title: `take back the change of ${path}`, rank: index * 2 + 1, edits: [back(context, path)] }),
      );
    }
    const rest = changed.filter((path) => !near.includes(path));
    for (const path of rest.slice(0, 4)) {
      ideas.push(rollback({ title: `take back the change of ${path}`, rank: 7, edits: [back(context, path)] }));
      ideas.push(...renamedBack(context, path));
    }
    const parts = ideas.filter((each) => isWhole(context, each));
    const whole = wholeChange(context);
    return changed.length > 1 && whole !== null ? [...parts, whole] : parts;
  },
};

/** All that was changed since the last good text; null where nothing was, or too much. */
export function wholeChange(context: RecipeContext): Idea | null {
  const edits = changedFiles(context).map((path) => back(context, path));
  const files = edits.length === 1 ? '1 file' : `${edits.length} files`;
  if (edits.length === 0 || edits.length > 200) return null;
  return rollback({ title: `go back to the last good text (${files})`, rank: 9, edits });
}

/** A release that ran well comes back at once where the server is down; where it serves all else, a person may be asked. */
export function settled(
  context: RecipeContext,
  found: Found,
  { ran, tryOut }: Pick<ProposeDeps, 'tryOut'> & { readonly ran: boolean },
): Promise<Found> {
  return (ran && !isServing(context) ? unhalved : vouched)(context, found, tryOut);
}

/** One request failed, or ended it: all else is served. */
function isServing({ signal: { kind, beforeReady, request } }: RecipeContext): boolean {
  return kind === 'error' || (!beforeReady && request !== null);
}

/** What the last change brought or meant is the owner's to take away; and what stood before it is seen to run here, whole. */
async function vouched(context: RecipeContext, found: Found, tryOut: ProposeDeps['tryOut']): Promise<Found> {
  const { idea: part, evidence } = found;
  const asking = (ask: string | null): Found => ({ ...found, idea: { ...part, ask } });
  const refusal = evidence.after.find(({ status }) => (status ?? 0) >= 400)?.status;
  const whole = wholeChange(context);
  // A file that comes back takes nothing away.
  const altered = part.edits.filter(({ before }) => before !== null);
  const wasVain =
    altered.length === 0 || [isOtherPackage, isOtherWay, onlyIdleKeys].some((each) => each(context, altered));
  const meant =
    tableDropped(context, part.edits) ??
    routeDoubt(context, part.edits) ??
    meantToGo(context, part.edits, whole?.edits ?? []) ??
    (wasVain ? null : isAlteration(part.edits) ? meantByWord(context, part.edits) : brought);
  if (meant !== null) return asking(meant);
  if (refusal !== undefined && !wasVain && !isGuardBack(context, part) && !onlyLost(part.edits))
    return asking(`before the last change the request that failed was answered ${refusal}`);
  const renamed = part.edits.find(({ after }) => after === null)?.path;
  if (renamed !== undefined) return asking(`the last change gave ${renamed} that name, and it would go`);
  const before = whole === null ? null : await tryOut(whole);
  if (whole === null || before === null || !isWitness(before))
    return asking('it goes back to what stood before the last change, which was not seen to run');
  const lost = lostIn(evidence, before, part.edits);
  if (lost === null) return asking(part.ask);
  // Another part of that change made a value nothing that was something before.
  if (before.passed && isAlteration(whole.edits) && meantByWord(context, whole.edits) === null)
    return { ...found, idea: whole, evidence: before };
  return asking(lost);
}

const brought = 'it takes away what the last change brought';

/** SQL that lies nowhere any more may have gone together with what it was for, where all else is served without it. */
function tableDropped(context: RecipeContext, edits: readonly Edit[]): string | null {
  const { tree } = context;
  const back = edits.filter(({ path, before }) => before === null && path.endsWith('.sql'));
  const gone = back.find(({ after }) => !tree.files.some((file) => tree.read(file) === after));
  return gone === undefined || !isServing(context)
    ? null
    : `the last change took ${gone.path} away, which may be meant`;
}

/** Half of a change that is taken back may answer less than all of it: then all of it goes back. */
async function unhalved(context: RecipeContext, found: Found, tryOut: ProposeDeps['tryOut']): Promise<Found> {
  const whole = wholeChange(context);
  const part = { ...found, idea: { ...found.idea, ask: null } };
  if (whole === null || hunksOf(whole.edits).length === hunksOf(found.idea.edits).length) return part;
  const before = await tryOut(whole);
  return before.passed && lostIn(found.evidence, before, found.idea.edits) !== null
    ? { ...found, idea: whole, evidence: before }
    : part;
}

/** What a repair answers otherwise than the project did before its last change: half of it may be left; null where nothing tells so. */
export async function lostSince(
  context: RecipeContext,
  { idea: repair, evidence }: Found,
  tryOut: ProposeDeps['tryOut'],
): Promise<string | null> {
  const half = halfPutBack(context, repair);
  if (half !== null) return `the last change took \`${half}\` out of that line in more places than one`;
  const whole = wholeChange(context);
  const isTold =
    (evidence.nulls?.length ?? 0) > 0 ||
    ((evidence.shape?.length ?? 0) > 0 && ofValues(context)) ||
    evidence.after.some(({ status }) => (status ?? 0) >= 400) ||
    (whole !== null && hunksOf(whole.edits).some(({ lines }) => lines.some((line) => refuses.test(line))));
  const before = whole === null || !isTold ? null : await tryOut(whole);
  return before !== null && isWitness(before) ? lostIn(evidence, before, repair.edits) : null;
}

/** A value was missing, or another one than was thought: what took its place may be one more. */
function ofValues({ diagnosis }: RecipeContext): boolean {
  return /^(?:type|range|assertion|unknown)$/.test(diagnosis.class);
}

/** It answers what failed; that it answers others otherwise, which the last change brought, says nothing against that. */
function isWitness({ passed, checks }: Evidence): boolean {
  const others = checks.find(({ name }) => name === 'others');
  return passed || (others !== undefined && checks.every((check) => check.ok || check === others));
}

function lostIn(now: Evidence, before: Evidence, edits: readonly Edit[]): string | null {
  if (now.odd !== undefined && before.odd === undefined) return `the answer is odd with it: ${now.odd}`;
  // The last change brought that route: what was answered for want of it tells nothing.
  if (before.unrouted === true) return null;
  const lost = now.nulls?.find((place) => before.nulls?.includes(place) !== true && !isFresh(place, before, edits));
  if (lost !== undefined) return `before the last change the answer had something at \`${lost}\``;
  const refusal = before.after.find(({ status }, at) => (status ?? 0) >= 400 && status !== now.after[at]?.status);
  if (refusal !== undefined) return `before the last change the request that failed was answered ${refusal.status}`;
  const granted = before.after.find(({ status }, at) => isWell(status) && (now.after[at]?.status ?? 0) >= 400);
  if (granted !== undefined) return `before the last change the request that failed was answered ${granted.status}`;
  const { shape = [] } = now;
  const gone = shape.length === 0 ? undefined : before.shape?.find((place) => !shape.includes(place));
  return gone === undefined ? null : `before the last change the answer had \`${gone}\``;
}

/** The answer had no such key before the last change, and the repair writes nothing there: its value is what the change made of it. */
function isFresh(place: string, { shape = [] }: Evidence, edits: readonly Edit[]): boolean {
  const key = /([\w$]+)$/.exec(place)?.[1];
  const held = place.slice(0, -(key?.length ?? 0)).replace(/\.$/, '');
  const isHeld = held === '' ? shape.length > 0 : shape.some((each) => each.startsWith(`${held}: `));
  const isThere = shape.some((each) => each.startsWith(`${place}: `));
  // A bracket or a placeholder more writes no value.
  const isWritten = hunksOf(edits).some(({ lines }) => {
    const [gone, come] = ['-', '+'].map((sign) =>
      lines.filter((line) => line.startsWith(sign)).flatMap((line) => line.match(/[\w$]+/g) ?? []),
    );
    return gone?.join() !== come?.join() && [gone, come].some((words) => words?.includes(key ?? '') === true);
  });
  return key !== undefined && isHeld && !isThere && !isWritten;
}

function isWell(status: number | null | undefined): boolean {
  return status != null && status < 400;
}

/** The last change took a guard away and put nothing in its place: a slip, and no new way to answer what it refused. */
function isGuardBack(context: RecipeContext, { edits }: Idea): boolean {
  const linesOf = (all: readonly Edit[]): string[] =>
    hunksOf(all).flatMap(({ lines }) => lines.filter((line) => /^[-+].*\S/.test(line)));
  const changed = linesOf(wholeChange(context)?.edits ?? []);
  const guard = linesOf(edits).join('\n');
  const isGuard = /\bif\s*\(/.test(guard) && /\b(?:throw|return)\b|\.throw\(/.test(guard);
  const isNothingNew = context.tree.files.every((path) => context.lastGood?.files.includes(path) === true);
  return isGuard && isNothingNew && changed.every((line) => line.startsWith('+'));
}

/** What only an owner can have meant: a package, a variable of the environment, somebody else's address. */
const meant =
  /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"`][^./'"`][^'"`]*|\benv\b[.[\w'"]+|\w+:\/\/[^\s'"`]+/g;

/** True where going back only alters lines or brings lines back: it takes away nothing that a change may have been made for. */
export function isAlteration(edits: readonly Edit[]): boolean {
  const whole = edits.every(({ before, after }) => before !== null && after !== null);
  return (
    whole &&
    (edits.every(movesOnly) ||
      hunksOf(edits).every((hunk) => {
        const starting = (sign: string): string[] => hunk.lines.filter((line) => line.startsWith(sign));
        const [gone, back] = [starting('-'), starting('+')];
        const kept = back.join('\n');
        return gone.length <= back.length && (gone.join('\n').match(meant) ?? []).every((word) => kept.includes(word));
      }))
  );
}

/** An import alone took a package that nobody declares, or a module that Node has not, for one that is there and that the code is still written for. */
function isOtherPackage({ tree }: RecipeContext, edits: readonly Edit[]): boolean {
  const taken = (line: string | undefined): string => /['"`]([^'"`]+)['"`]\)?;?\s*$/.exec(line ?? '')?.[1] ?? '';
  const hunks = hunksOf(edits);
  return (
    hunks.length > 0 &&
    hunks.every(({ path, lines }) => {
      const [gone, back] = ['-', '+'].map((sign) =>
        lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1)),
      );
      const known = declared(tree, path);
      return (
        gone?.length === back?.length &&
        gone?.every((line, at) => {
          const [now, then] = [taken(line), taken(back?.[at])];
          const isImport = /^\s*(?:import\b|(?:const|let|var)\b.*\brequire\()/.test(line) && now !== '' && then !== '';
          const isThere = (each: string): boolean => isBuiltin(each) || known.has(packageName(each) ?? '');
          const isSwap = packageName(now.replace(/^node:/, '')) !== null && !isThere(now) && isThere(then);
          return isImport && isSwap && line.replace(now, '') === back?.[at]?.replace(then, '');
        }) === true
      );
    })
  );
}

/** Every line is there as often as before, in another order; in code, also as far in as its new place is. */
function movesOnly({ path, before, after }: Edit): boolean {
  const bare = (line: string): string => (isCodeFile(path) ? line.trim() : line);
  const [old, next] = [before, after].map((text) => (text ?? '').split('\n').map(bare).toSorted().join('\n'));
  return old === next;
}

export function rollback(made: { title: string; rank: number; edits: readonly Edit[] }): Idea {
  return idea('revert', { ...made, kind: 'rollback' });
}

function back(context: RecipeContext, path: string): Edit {
  return { path, before: context.tree.read(path), after: context.lastGood?.read(path) ?? null };
}

/** A file that has another name since: what it is called now goes, where it is in the way beside itself. */
function renamedBack({ tree, lastGood }: RecipeContext, path: string): Idea[] {
  const after = tree.exists(path) ? null : (lastGood?.read(path) ?? null);
  if (after === null) return [];
  const known = new Set(lastGood?.files);
  const now = tree.files.find((file) => !known.has(file) && tree.read(file) === after);
  if (now === undefined) return [];
  const edits = [
    { path, before: null, after },
    { path: now, before: after, after: null },
  ];
  return [rollback({ title: `${now} is called ${path} again`, rank: 8, edits })];
}

/** Text files that differ; a file that is new is only in the way where it is involved, so it is not removed here. */
function changedFiles(context: RecipeContext): string[] {
  const good = context.lastGood;
  if (good === null) return [];
  return good.files.filter((path) => {
    const before = good.read(path);
    return before !== null && isOwnPath(path) && before !== context.tree.read(path);
  });
}

/** The files that the failure names, nearest first. */
function involvedFiles(context: RecipeContext): string[] {
  const { diagnosis } = context;
  const own = diagnosis.frames.filter((frame) => frame.own).map((frame) => frame.file);
  const named = [diagnosis.file, diagnosis.named.importer, diagnosis.named.path?.replace(/^\.\//, '')];
  return [...new Set([...named.filter((each) => each !== null && each !== undefined), ...own])];
}

/** One idea a hunk, where the file has several; the hunk nearest to the failing line first. */
function hunkIdeas(context: RecipeContext, path: string, index: number): Idea[] {
  const { before, after } = back(context, path);
  if (before === null || after === null) return [];
  const hunks = hunksOf([{ path, before, after }]);
  if (hunks.length < 2 || hunks.length > 40) return [];
  const line = context.diagnosis.file === path ? (context.diagnosis.line ?? 1) : 1;
  const away = (hunk: Hunk): number => Math.max(0, hunk.oldStart - line, line - (hunk.oldStart + hunk.oldLines));
  return [...hunks]
    .sort((a, b) => away(a) - away(b))
    .slice(0, 4)
    .map((hunk) =>
      rollback({
        title: `take back the change of ${path} at line ${hunk.oldStart}`,
        rank: index * 2,
        edits: [{ path, before, after: withHunk(before, hunk) }],
      }),
    );
}

/** Half of a rename that goes back leaves a name that nothing declares, or that another file takes in vain, for another request to fail at. */
export function isWhole(context: RecipeContext, { edits }: Idea): boolean {
  return edits.every(({ path, before, after }) => {
    const good = isCodeFile(path) ? (context.lastGood?.read(path) ?? null) : null;
    if (good === null || before === null || after === null) return true;
    if (isTorn({ path, before, after }, good)) return false;
    const known = undeclaredNames(path, good);
    const isDeclared = undeclaredNames(path, after).every((name) => known.includes(name));
    return isDeclared && !isMissed(context, { path, before, after }, edits);
  });
}

/** A statement that was moved comes back where it stood and stays where it is, or goes from there alone: it would be there twice, or not at all. */
function isTorn(edit: Edit, good: string): boolean {
  const [then, now, back] = [good, edit.before, edit.after].map(timesOf);
  return hunksOf([edit]).some(({ lines }) =>
    lines.some((each) => {
      const line = each.slice(1).trim();
      const had = then?.get(line) ?? 0;
      const more = (back?.get(line) ?? 0) - had;
      const isMoved = had > 0 && now?.get(line) === had;
      return isMoved && /\w\W+\w/.test(line) && (each.startsWith('+') ? more > 0 : more < 0);
    }),
  );
}

/** How often each line is there, however far in. */
function timesOf(text: string | null): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of (text ?? '').split('\n').map((each) => each.trim())) times.set(line, (times.get(line) ?? 0) + 1);
  return times;
}

/** Another file, as it is then, takes a name that this one gives out now and not any more then, or the reverse. */
function isMissed(
  context: RecipeContext,
  { path, before, after }: { readonly path: string; readonly before: string; readonly after: string },
  edits: readonly Edit[],
): boolean {
  const { tree } = context;
  const [now, then] = [before, after].map((text) => parseSource(path, text));
  if (now == null || then == null) return false;
  const taken = importsOf(now).map(({ imported }) => imported);
  const isVain = importsOf(then).some((from) => {
    const file = taken.includes(from.imported) ? null : fileBehind(context, then, from);
    const given =
      file === null || edits.some((edit) => edit.path === file) ? null : exportsOfSpecifier(tree, path, from.specifier);
    return (
      given?.complete === true &&
      given.whole === null &&
      !['*', 'default'].includes(from.imported) &&
      !given.names.has(from.imported) &&
      !given.types.has(from.imported)
    );
  });
  if (isVain) return true;
  const left = exportsOf(tree, then);
  const gone = [...exportsOf(tree, now).names.keys()].filter((name) => !left.names.has(name));
  if (gone.length === 0 || !left.complete) return false;
  const others = allSources(tree).flatMap((source) => {
    const text = edits.find((edit) => edit.path === source.path)?.after;
    return (text == null ? source : parseSource(source.path, text)) ?? [];
  });
  return others.some((source) => {
    const imports = importsOf(source).filter((from) => fileBehind(context, source, from) === path);
    const reads = imports.some(({ imported }) => imported === '*') ? all(source.program, 'MemberExpression') : [];
    return (
      imports.some(({ imported }) => gone.includes(imported)) ||
      reads.some(
        ({ object, property }) =>
          gone.includes(keyName(property) ?? '') &&
          imports.some(({ local, imported }) => imported === '*' && local === chainOf(object)),
      )
    );
  });
}
