/** The other places that lead to a file which is not there: where one of them is to lead to another file, all are. */
import { isTest } from '../../kit/code.ts';
import path from 'node:path';
import type { Edit, Idea } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import { all, allSources, stringValue } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import { quoted, splice, type Splice } from '../code/text.ts';
import type { RecipeContext } from '../recipe.ts';
import { pathValues } from './path-values.ts';

const posix = path.posix;

interface Way {
  readonly missing: string;
  readonly target: string;
}

/** The idea, with every other place that says the missing file; a person is asked where one of them cannot be made to lead to the target. */
export function everywhere(context: RecipeContext, way: Way, idea: Idea): Idea {
  let isWhole = true;
  // The one text that is its name says nothing of the folder: it is the place that failed, and the idea says where that leads now.
  const isMoved = posix.basename(way.missing) === posix.basename(way.target);
  const isSole = isMoved && named(context, posix.basename(way.missing)) === 1;
  const edits = new Map<string, Edit>(idea.edits.map((edit) => [edit.path, edit]));
  for (const source of allSources(context.tree).filter((each) => !isTest(each.path))) {
    const places = placesIn(context, source, way, isSole);
    const splices = places.filter((each) => each !== null);
    const { text: before } = source;
    const own = edits.get(source.path);
    const isOwn = own === undefined || splices.some((each) => splice(before, each) === own.after);
    isWhole &&= splices.length === places.length && (isOwn || splices.length < 2);
    if (splices.length > 0 && isOwn)
      edits.set(source.path, { path: source.path, before, after: splice(before, ...splices) });
  }
  const ask = isWhole ? idea.ask : (idea.ask ?? `other places lead to ${way.missing} as well`);
  return { ...idea, ask, edits: [...edits.values()].sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

/** How often the code says the bare name of a file. */
function named(context: RecipeContext, name: string): number {
  const sources = allSources(context.tree).filter((each) => !isTest(each.path));
  return sources.flatMap(({ program }) => all(program, 'Literal').filter((each) => stringValue(each) === name)).length;
}

/** What each place is to say; null where it cannot be told. */
function placesIn(
  context: RecipeContext,
  source: Source,
  { missing, target }: Way,
  isSole: boolean,
): (Splice | null)[] {
  const whole = pathValues(context, source).filter((each) => each.path === missing && !each.isHead);
  const imported = new Set(importsOf(source).map(({ literal }) => literal));
  const open = all(source.program, 'Literal').flatMap((literal) => {
    const value = stringValue(literal);
    const isPart = whole.some(({ node }) => node.start <= literal.start && literal.end <= node.end);
    if (value === null || posix.extname(value) === '' || isPart || imported.has(literal)) return [];
    if (isSole && value === posix.basename(missing)) return [];
    const said = saidWith(literal, value);
    // `get('/guests.csv')` is a route.
    if (said.startsWith('/') || !`/${missing}`.endsWith(`/${said}`)) return [];
    // By itself it is the whole path: `serveStatic({ path: './web/index.html' })`.
    const isJoined = literal.parent?.type === 'CallExpression' && literal.parent.arguments[0] !== literal;
    const own = (value.startsWith('./') ? './' : '') + posix.relative(context.cwd, target);
    if (!isJoined && posix.normalize(value) === missing)
      return [{ start: literal.start, end: literal.end, text: quoted(own, source.text) }];
    if (posix.dirname(target) !== posix.dirname(missing)) return [null];
    const text = value.slice(0, -posix.basename(missing).length) + posix.basename(target);
    return [{ start: literal.start, end: literal.end, text: quoted(text, source.text) }];
  });
  return [...whole.map((each) => each.giving(target)), ...open];
}

/** `data/guests.csv` of `join(root, 'data', 'guests.csv')`. */
function saidWith(literal: Node, value: string): string {
  const { parent } = literal;
  const given = parent?.type === 'CallExpression' ? (parent.arguments as Node[]) : [];
  const before = given.slice(0, Math.max(0, given.indexOf(literal))).map((each) => stringValue(each));
  const from = before.lastIndexOf(null) + 1;
  return posix.join(...before.slice(from).map((each) => each ?? ''), value).replace(from > 0 ? /^\// : '', '');
}
