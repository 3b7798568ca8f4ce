/** Tags of Handlebars and its like: one that is half closed, a section that ends by another name, and a part that others take in with the very same words. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { templatesOf } from '../../code/templates.ts';
import type { Template } from '../../code/templates.ts';
import { ideaIn } from '../../recipe.ts';

/** `{{kiln.name}`: the one tag of a template that has half of its end. */
export function halfMustache(template: Template): Idea[] {
  const [only, more] = template.text.matchAll(/\{\{[^{}\n]*\}(?!\})/g);
  if (only === undefined || more !== undefined) return [];
  const at = only.index + only[0].length;
  return [
    ideaIn('template-parts', template, {
      title: 'the tag is closed',
      rank: 0,
      splices: [{ start: at, end: at, text: '}' }],
    }),
  ];
}

const sections = new Set(['if', 'unless', 'each', 'with']);

/** `{{#each rows}}…{{/eech}}`: the one of the two is wrong that is no section of the engine, nor opened elsewhere. */
export function sectionIdeas(tree: SourceTree, near: readonly Template[], message: string): Idea[] {
  const [, opened, closed] = /(?:^|: )([\w-]+) doesn't match ([\w-]+)(?: - \d+:\d+)?\s*$/.exec(message) ?? [];
  if (opened === undefined || closed === undefined) return [];
  const isKnown = (name: string): boolean =>
    sections.has(name) || templatesOf(tree).some(({ text }) => text.includes(`{{#${name} `) && closes(text, name));
  if (isKnown(opened) === isKnown(closed)) return [];
  const [sign, from, to] = isKnown(opened) ? ['/', closed, opened] : ['#', opened, closed];
  const places = near.flatMap((template) =>
    [...template.text.matchAll(new RegExp(String.raw`\{\{~?\s*[${sign}]\s*(${from})(?![\w-])`, 'g'))].map((found) => ({
      template,
      start: found.index + found[0].length - from.length,
    })),
  );
  const [only, more] = places;
  if (only === undefined || more !== undefined) return [];
  const splices = [{ start: only.start, end: only.start + from.length, text: to }];
  return [ideaIn('template-parts', only.template, { title: `the section is \`${to}\``, rank: 0, splices })];
}

const closes = (text: string, name: string): boolean => text.includes(`{{/${name}}}`);

/** `{{> heading app=app nav=nav}}`, where the other pages take in one part with those words, and none takes in this one. */
export function likePart(tree: SourceTree, name: string): Idea[] {
  const taken = templatesOf(tree).flatMap((template) =>
    [...template.text.matchAll(/(?<=\{\{~?>\s*)([\w./-]+)\s+([^}]*?\S)\s*~?\}\}/g)].map(
      ({ index, 1: part = '', 2: words = '' }) => ({ template, start: index, part, words: words.replace(/\s+/g, ' ') }),
    ),
  );
  const [own, second] = taken.filter(({ part }) => part === name);
  const alike = taken.filter(({ part, words }) => part !== name && words === own?.words);
  const [to, other] = new Set(alike.map(({ part }) => part));
  if (own === undefined || second !== undefined || to === undefined || other !== undefined) return [];
  const splices = [{ start: own.start, end: own.start + name.length, text: to }];
  return [ideaIn('template-parts', own.template, { title: `\`${name}\` should be \`${to}\``, rank: 0, splices })];
}
