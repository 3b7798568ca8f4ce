/** A part of a template that is not there, and the one file beside it that no template takes in: it is called that now. */
import path from 'node:path';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { stemOf, templatesOf } from '../../code/templates.ts';
import type { Template } from '../../code/templates.ts';
import { all, allSources, stringValue } from '../../code/syntax.ts';
import { beginAlike } from '../../code/words.ts';
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
  if ((beside.length < 2 && !beginAlike(name, posix.parse(orphan.path).name)) || !isServed(orphan)) return [];
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

/** `parts.get(name).trim()` of an engine that read all parts before, where `name` is what a template takes in and no file is called. */
export function lookedUpPart(recipe: string, context: RecipeContext): Idea[] {
  const { tree, facts, diagnosis } = context;
  if (diagnosis.named.nullish === undefined) return [];
  const templates = templatesOf(tree);
  const seen = (facts?.frames ?? []).flatMap(({ locals }) =>
    Object.values(locals).flatMap(({ type, preview }) => (type === 'string' ? preview.replace(/^"|"$/g, '') : [])),
  );
  const isLost = (name: string): boolean =>
    /^[\w-]+$/.test(name) &&
    templates.some(({ text }) => takenIn(text, name) !== null) &&
    !templates.some(({ path: file }) => posix.parse(file).name === name);
  const folders = new Set(templates.map(({ path: file }) => `${posix.dirname(file)}/*${posix.extname(file)}`));
  const found = [...new Set(seen)]
    .filter(isLost)
    .flatMap((name) => [...folders].flatMap((each) => orphanPart(recipe, context, each.replace('*', name))));
  return found.length === 1 ? found : [];
}

/** Where a template takes in the part of that name, as most engines write it. */
function takenIn(text: string, name: string): number | null {
  const found = new RegExp(
    `(?:\\{\\{>|\\b(?:include|partial|layout|extends))\\W*(?:[\\w-]+/)*(?=${name}(?![\\w-]))`,
  ).exec(text);
  return found === null ? null : found.index + found[0].length;
}

/** `{% extends "base.njk" %}` and `layout('base')`: the one that all other templates that take one in name there. */
export function likeLayout(tree: SourceTree, template: Template, wanted: string): string[] {
  const named = ({ text }: Template): string[] =>
    [...text.matchAll(/(?:\bextends\b|\blayout\b)\W{1,4}([\w./-]+)/g)].map(([, name = '']) => name);
  if (!named(template).includes(wanted)) return [];
  const others = templatesOf(tree).flatMap((each) => (each === template ? [] : named(each)));
  const isThere = (name: string): boolean =>
    templatesOf(tree).some(({ path: file }) =>
      `/${stemOf(file)}`.endsWith(`/${stemOf(name).replace(/^(?:\.\.?\/)+/, '')}`),
    );
  const [only, more] = new Set(others.filter((name) => name !== wanted && isThere(name)));
  return only === undefined || more !== undefined ? [] : [only];
}

/** `layouts/base`, where all that lies in `layouts` is called otherwise, and of it one that no template and no code names. */
export function loneIn(tree: SourceTree, template: Template, wanted: string): string[] {
  const roots = [posix.dirname(template.path), template.path.split('/')[0] ?? ''];
  const folders = roots.map((root) => posix.join(root, posix.dirname(wanted)));
  const texts = [...templatesOf(tree), ...allSources(tree)].map(({ text }) => text);
  const isNamed = (file: string): boolean =>
    texts.some((text) => new RegExp(`['"/ ]${posix.basename(stemOf(file))}(?:\\.\\w+)?['"]`).test(text));
  const [only, more] = templatesOf(tree).filter(
    (each) => posix.dirname(wanted) !== '.' && folders.includes(posix.dirname(each.path)) && !isNamed(each.path),
  );
  if (only === undefined || more !== undefined) return [];
  const { base } = posix.parse(only.path);
  return [posix.join(posix.dirname(wanted), /\.\w+$/.test(wanted) ? base : stemOf(base))];
}
