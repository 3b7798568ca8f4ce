/** A base from which nothing is there: `const home = resolve(import.meta.dirname)`, `export const root = __dirname`, and all lies above it; `join(__dirname, …)`, where its siblings say `join(settings.root, …)`. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, chainOf, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { importsOf } from '../../code/bindings.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;
const levelsAbove = [1, 2, 3];

/** One path alone may be wrong by itself: at least two start from the base, and none of them leads anywhere. Null where it is so, and cannot be written. */
export function lowBase(context: RecipeContext, missing: string): Idea[] | null {
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'VariableDeclarator').flatMap(({ id, init }) => {
      const name = keyName(id as Node);
      const from = name !== null && init !== null && isBase(source, init) ? pathOf(context, source, init) : null;
      if (name === null || init === null || from === null || !missing.startsWith(`${from}/`)) return [];
      const said = startedFrom(context, source, name);
      const isNowhere = said.length > 1 && said.every((each) => !context.tree.exists(posix.join(from, each)));
      const levels = levelsAbove.find((count) => {
        const to = posix.join(from, ...Array.from({ length: count }, () => '..'));
        return !to.startsWith('..') && said.every((each) => context.tree.exists(posix.join(to, each)));
      });
      return isNowhere && levels !== undefined ? [{ source, name, from, init, levels }] : [];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, name, from, levels, init } = only;
  const splices = raised(source, init, levels);
  const title = `\`${name}\` is \`${from}\`, and what is read from there lies ${levels} above it`;
  return splices === null ? null : [ideaIn('moved-data', source, { title, rank: -1, splices })];
}

/** `join(here, 'src')`, `dirname(fileURLToPath(import.meta.url))`, `__dirname`. */
function isBase(source: Source, init: Node): boolean {
  if (init.type === 'CallExpression') return isJoining(init) || /(?:^|\.)dirname$/.test(chainOf(init.callee) ?? '');
  return /^(?:__dirname|import\.meta\.dirname)$/.test(textOf(source, init));
}

/** By what the file joins paths with; a folder of a file is its folder's once more. */
function raised(source: Source, init: Node, levels: number): Splice[] | null {
  const dots = `, ${quoted('..', source.text)}`.repeat(levels);
  const last = init.type === 'CallExpression' && isJoining(init) ? init.arguments.at(-1) : undefined;
  if (last !== undefined) return [{ start: last.end, end: last.end, text: dots }];
  const around = (head: string, tail: string): Splice[] => [
    { start: init.start, end: init.start, text: head },
    { start: init.end, end: init.end, text: tail },
  ];
  const join = all(source.program, 'CallExpression').find(isJoining);
  if (join !== undefined) return around(`${textOf(source, join.callee)}(`, `${dots})`);
  if (init.type !== 'CallExpression') return null;
  return around(`${textOf(source, init.callee)}(`.repeat(levels), ')'.repeat(levels));
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

/** The texts that are joined to it, here and wherever it is taken in, also such as stand in for a variable that is not set; hidden files are not looked for. */
function startedFrom({ tree }: RecipeContext, owner: Source, name: string): string[] {
  const users = allSources(tree).flatMap((source) => {
    if (source.path === owner.path) return [{ source, local: name }];
    return importsOf(source).flatMap(({ imported, local, specifier }): { source: Source; local: string }[] => {
      const to = imported === name ? resolveSpecifier(tree, source.path, specifier) : null;
      return local !== null && to?.to === 'file' && to.path === owner.path ? [{ source, local }] : [];
    });
  });
  const said = users.flatMap(({ source, local }) => joinedTo(source, local));
  return said.filter((each) => !/(?:^|\/)\.(?!\.?(?:\/|$))/.test(each));
}

function joinedTo(source: Source, name: string): string[] {
  return all(source.program, 'CallExpression').flatMap((call) => {
    const [base, ...parts] = call.arguments as Node[];
    if (!isJoining(call) || base?.type !== 'Identifier' || base.name !== name) return [];
    const said = parts.map((part) => stringValue(part.type === 'LogicalExpression' ? part.right : part));
    const end = said.indexOf(null);
    const written = end < 0 ? said : said.slice(0, end);
    return written.length === 0 ? [] : [posix.join(...written.map((each) => each ?? ''))];
  });
}
