/** Whether a route that the last change took away was lost by a slip, or was meant to go. */
import { noRouteCode, type Edit } from '../../incident/nouns.ts';
import { isCodeFile } from '../../kit/code.ts';
import { leadsTo } from '../../kit/links.ts';
import { nearest } from '../../kit/nearest.ts';
import { hunksOf } from '../code/hunks.ts';
import type { RecipeContext } from '../recipe.ts';

const took = 'the last change took that route away';

/** What a person is asked before it comes back; null where its path is one slip away from what the project calls it, or where no route is lost. */
export function routeDoubt({ signal, tree }: RecipeContext, edits: readonly Edit[]): string | null {
  if (signal.error?.code !== noRouteCode) return null;
  const lines = hunksOf(edits).flatMap((hunk) => hunk.lines);
  const [now, then] = ['-', '+'].map((sign) => textsOf(lines.filter((line) => line.startsWith(sign))));
  const [old, ...otherOlds] = (then ?? []).filter((text) => now?.includes(text) !== true);
  const [fresh, ...otherFreshs] = (now ?? []).filter((text) => then?.includes(text) !== true);
  const path = signal.request?.url.split('?')[0] ?? '';
  if (old === undefined || fresh === undefined || otherOlds.length > 0 || otherFreshs.length > 0) return took;
  if (nearest(fresh, [old]) === null) return took;
  const others = tree.files.filter((file) => edits.every((edit) => edit.path !== file));
  const isLed = (address: string): boolean => others.some((file) => leadsTo(address)(tree.read(file) ?? ''));
  const isNamed = (text: string, other: string): boolean =>
    edits.some((edit) => isCodeFile(edit.path) && isNamedIn(edit, text, other));
  if (isLed(path.replace(old, fresh)) && path.includes(old)) return `the project leads to ${path.replace(old, fresh)}`;
  if (isNamed(fresh, old)) return `the last change wrote \`${fresh}\` there, which the project calls it`;
  return isLed(path) || isNamed(old, fresh) ? null : `${took}, and nothing else of the project speaks of it`;
}

function textsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => [...line.matchAll(/(['"`])([^'"`]*)\1/g)].map(([, , text = '']) => text));
}

/** `./lib/stats` or `stats.routes.js` for `/stats`, `params.id` for `/:id`: a word of the one that the other lacks is said elsewhere in that file. */
function isNamedIn({ path, after }: Edit, route: string, other: string): boolean {
  const others = wordsOf(other);
  const texts = [path, ...textsOf((after ?? '').split('\n')).filter((each) => each !== route)];
  const said = new Set(texts.flatMap(wordsOf));
  return wordsOf(route)
    .filter((word) => !others.includes(word))
    .some((word) =>
      word.startsWith(':')
        ? new RegExp(`\\bparams?(?:\\.|\\(['"\`])${word.slice(1)}\\b`).test(after ?? '')
        : said.has(word),
    );
}

/** `:id` is no `id`. */
function wordsOf(route: string): string[] {
  return route.match(/:?[A-Za-z_]\w+/g) ?? [];
}
