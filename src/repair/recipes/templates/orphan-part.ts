/** A part of a template that is not there, and the one file beside it that no template takes in: it is called that now. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { templatesOf } from '../../code/templates.ts';
import type { Template } from '../../code/templates.ts';
import { all, allSources, stringValue } from '../../code/syntax.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;

/** `{{> footer}}` of an engine of the project's own, where `parts/` has `imprint.html`, which nobody names. */
export function orphanPart(recipe: string, { tree }: RecipeContext, wanted: string): Idea[] {
  const { dir, name, ext } = posix.parse(wanted);
  const templates = templatesOf(tree);
  const beside = templates.filter(({ path: file }) => posix.dirname(file) === dir && posix.extname(file) === ext);
  const isTaken = (file: string): boolean =>
    templates.some(({ text }) => takenIn(text, posix.parse(file).name) !== null);
  const orphans = beside.filter(({ path: file }) => !isTaken(file) && !isSaid(posix.parse(file).name));
  const [template, more] = templates.filter(({ text }) => takenIn(text, name) !== null);
  const [orphan, other] = orphans;
  if (template === undefined || more !== undefined || orphan === undefined || other !== undefined) return [];
  // That others beside it are taken in so tells how parts are named here; of a lone one its name must tell.
  if ((beside.length < 2 && posix.parse(orphan.path).name.slice(0, 4) !== name.slice(0, 4)) || !isServed(orphan))
    return [];
  const start = takenIn(template.text, name) ?? 0;
  const to = posix.parse(orphan.path).name;
  const splices = [{ start, end: start + name.length, text: to }];
  return [ideaIn(recipe, template, { title: `\`${name}\` is called \`${to}\` now`, kind: 'cause', rank: 1, splices })];

  function isSaid(stem: string): boolean {
    return allSources(tree).some((source) =>
      all(source.program, 'Literal').some((each) => posix.parse(stringValue(each) ?? '').name === stem),
    );
  }

  /** What it asks for, somebody has a name for. */
  function isServed({ words, bound }: Template): boolean {
    const asked = words.filter((word) => word.of === null && !bound.has(word.name)).map((word) => word.name);
    return asked.every((word) => allSources(tree).some(({ text }) => new RegExp(`\\b${word}\\b`).test(text)));
  }
}

/** Where a template takes in the part of that name, as most engines write it. */
function takenIn(text: string, name: string): number | null {
  const found = new RegExp(
    `(?:\\{\\{>|\\b(?:include|partial|layout|extends))\\W*(?:[\\w-]+/)*(?=${name}(?![\\w-]))`,
  ).exec(text);
  return found === null ? null : found.index + found[0].length;
}
