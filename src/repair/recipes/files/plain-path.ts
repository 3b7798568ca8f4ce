/** A folder that options or arguments name by a plain text, from the working folder: `serveStatic({ root: './web' })`, `express.static('public')`. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { fromCwd } from '../../code/paths.ts';
import { all, allSources, chainOf, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { movedAlong } from '../../evidence/moved-along.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;

/** `targets`: what is there by the name of what is missing. */
export function plainPaths(context: RecipeContext, missing: string, targets: readonly string[]): Idea[] {
  const [target, other] = targets;
  const found = allSources(context.tree).flatMap((source) => foldersIn(context, source));
  const gone = found.filter(({ folder }) => missing.startsWith(`${folder}/`) && !context.tree.exists(folder));
  const [first, more] = new Set(gone.map(({ folder }) => folder));
  const [{ source } = { source: null }] = gone;
  if (first === undefined || more !== undefined || source === null) return [];
  const rest = missing.slice(first.length);
  if (target === undefined || other !== undefined || !target.endsWith(rest) || target === rest.slice(1)) return [];
  const to = target.slice(0, -rest.length);
  const splices = gone
    .filter((each) => each.source === source)
    .map(({ said, start }) => {
      const [, head = '', end = ''] = /^(\.\/)?.*?(\/?)$/.exec(said) ?? [];
      const text = head + posix.relative(context.cwd, to) + end;
      return { start: start + 1, end: start + 1 + said.length, text };
    });
  // What another file says is another thing to look at.
  if (splices.length < gone.length) return [];
  const one = ideaIn('moved-data', source, { title: `\`${first}\` is \`${to}\``, rank: 0, splices });
  return [movedAlong(context, { missing, target }, one)];
}

interface Said {
  readonly source: Source;
  readonly said: string;
  readonly start: number;
  readonly folder: string;
}

function foldersIn(context: RecipeContext, source: Source): Said[] {
  const imported = new Set(importsOf(source).map(({ literal }) => literal));
  return all(source.program, 'Literal').flatMap((literal) => {
    const said = imported.has(literal) ? null : stringValue(literal);
    const isPlain = said !== null && /^(?:\.\/)?[\w@-][\w./@-]*$/.test(said) && posix.extname(said) === '';
    if (!isPlain || !source.text.startsWith(said, literal.start + 1)) return [];
    if (!said.startsWith('./') && !isOfFolder(literal)) return [];
    const folder = posix.normalize(fromCwd(context, said)).replace(/\/$/, '');
    return [{ source, said, start: literal.start, folder }];
  });
}

/** A name by itself may be anything, unless it is where a folder is wanted. */
function isOfFolder(literal: Node): boolean {
  const { parent } = literal;
  if (parent?.type === 'CallExpression')
    return (
      parent.arguments[0] === literal &&
      /(?:^|\.)(?:static|serve\w*|sirv|readdir\w*)$/.test(chainOf(parent.callee) ?? '')
    );
  return (
    parent?.type === 'Property' &&
    parent.value === literal &&
    /^(?:root|dir|folder|directory)$/i.test(keyOf(parent.key))
  );
}

const keyOf = (key: Node): string => (key.type === 'Identifier' ? key.name : (stringValue(key) ?? ''));
