/** A path that is counted from the working folder and lies beside the source that names it. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { addLine, importText, isEsm } from '../../code/insert.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted, splice } from '../../code/text.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;

/** Relative to the working folder it is missing, beside the source it is there. */
export function besideSource(
  recipe: string,
  context: RecipeContext,
  { source, literal, value }: { readonly source: Source; readonly literal: Node; readonly value: string },
): Idea[] {
  const here = posix.join(posix.dirname(source.path), value);
  if (posix.dirname(source.path) === '.' || !context.tree.exists(here) || !/^[\w./-]+$/.test(value)) return [];
  const relative = value.startsWith('.') ? value : `./${value}`;
  const title = `\`${value}\` lies beside ${source.path}`;
  const { start, end } = literal;
  if (isEsm(context.tree, source)) {
    const text = `new URL(${quoted(relative, source.text)}, import.meta.url)`;
    return [ideaIn(recipe, source, { title, kind: 'cause', rank: 0, splices: [{ start, end, text }] })];
  }
  const has = importsOf(source).find((each) => /^(?:node:)?path$/.test(each.specifier) && each.imported === '*')?.local;
  const text = `${has ?? 'path'}.join(__dirname, ${quoted(value, source.text)})`;
  const replaced = splice(source.text, { start, end, text });
  const after =
    has === undefined || has === null
      ? addLine(
          { ...source, text: replaced },
          importText(source, false, { local: 'path', imported: '*', specifier: 'path' }),
        ).after
      : replaced;
  const edits = [{ path: source.path, before: source.text, after }];
  return [idea(recipe, { title, kind: 'cause', rank: 0 - Number(isSaidSo(source)), edits })];
}

/** The file reads another one beside it: it says itself how. */
function isSaidSo({ text }: Source): boolean {
  return /\b(?:readFile\w*|createReadStream|sendFile|existsSync)\([^()]*\bjoin\(\s*__dirname\s*,/.test(text);
}
