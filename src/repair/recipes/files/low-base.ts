/** `const home = resolve(import.meta.dirname)`, where all that is put together from there lies in a folder above it. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { pathOf } from '../../evidence/path-values.ts';
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
