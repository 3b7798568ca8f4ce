/** A base from which nothing is there: `const home = resolve(import.meta.dirname)`, and all lies above it; `join(__dirname, …)`, where its siblings say `join(settings.root, …)`. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, chainOf, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;
const levelsAbove = [1, 2, 3];

/** One path alone may be wrong by itself: at least two start from the base, and none of them leads anywhere. */
export function lowBase(context: RecipeContext, missing: string): Idea[] {
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'VariableDeclarator').flatMap(({ id, init }) => {
      const name = keyName(id as Node);
      const isJoin = init?.type === 'CallExpression' && isJoining(init);
      const from = name !== null && isJoin ? pathOf(context, source, init) : null;
      if (name === null || from === null || !isJoin || !missing.startsWith(`${from}/`)) return [];
      const said = startedFrom(source, name);
      const isNowhere = said.length > 1 && said.every((each) => !context.tree.exists(posix.join(from, each)));
      const levels = levelsAbove.find((count) => {
        const to = posix.join(from, ...Array.from({ length: count }, () => '..'));
        return !to.startsWith('..') && said.every((each) => context.tree.exists(posix.join(to, each)));
      });
      return isNowhere && levels !== undefined ? [{ source, name, from, init, levels }] : [];
    }),
  );
  const [only, more] = found;
  const last = only?.init.arguments.at(-1);
  if (only === undefined || more !== undefined || last === undefined) return [];
  const { source, name, from, levels } = only;
  const text = `, ${quoted('..', source.text)}`.repeat(levels);
  const title = `\`${name}\` is \`${from}\`, and what is read from there lies ${levels} above it`;
  return [ideaIn('moved-data', source, { title, rank: -1, splices: [{ start: last.end, end: last.end, text }] })];
}

/** `join(__dirname, paths.migrations)` where all other paths of the file are put together from the one `paths.root`, and below that lies what is missing. */
export function otherBase(context: RecipeContext, missing: string): Idea[] {
  const sources = new Set(sitesOf(context).map(({ source }) => source));
  const found = [...sources].flatMap((source) => {
    const bases = all(source.program, 'CallExpression').flatMap((call) => {
      const base = call.arguments[0] as Node | undefined;
      const isBase = isJoining(call) && call.arguments.length > 1 && base !== undefined && chainOf(base) !== null;
      const from = isBase ? pathOf(context, source, base) : null;
      return from === null || base === undefined ? [] : [{ call, base, from, text: textOf(source, base) }];
    });
    const below = (from: string): string | null =>
      missing.startsWith(`${from}/`) ? missing.slice(from.length + 1) : null;
    return bases.flatMap(({ call, base, from, text }) => {
      const rest = below(from);
      const whole = pathOf(context, source, call);
      const others = bases.filter((each) => each.call !== call);
      const [other] = others;
      const isOne = others.length > 1 && others.every((each) => each.text === other?.text);
      if (rest === null || (whole !== null && whole !== missing) || !isOne || other?.text === text) return [];
      const isThere = context.tree.exists(posix.join(other?.from ?? '', rest));
      return isThere ? [{ source, base, text: other?.text ?? '' }] : [];
    });
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { start, end } = only.base;
  const title = `this path starts from \`${only.text}\`, as the others of the file do`;
  return [ideaIn('moved-data', only.source, { title, rank: -1, splices: [{ start, end, text: only.text }] })];
}

function isJoining({ callee }: Of<'CallExpression'>): boolean {
  return /(?:^|\.)(?:join|resolve)$/.test(chainOf(callee) ?? '');
}

/** The texts that are joined to it, also such as stand in for a variable that is not set. */
function startedFrom(source: Source, name: string): string[] {
  return all(source.program, 'CallExpression').flatMap((call) => {
    const [base, ...parts] = call.arguments as Node[];
    if (!isJoining(call) || base?.type !== 'Identifier' || base.name !== name) return [];
    const said = parts.map((part) => stringValue(part.type === 'LogicalExpression' ? part.right : part));
    const end = said.indexOf(null);
    const written = end < 0 ? said : said.slice(0, end);
    return written.length === 0 ? [] : [posix.join(...written.map((each) => each ?? ''))];
  });
}
