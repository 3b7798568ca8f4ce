/** Helpers and filters that templates call by a name that nobody registers: the near one, the idle one, or what is called elsewhere of the same. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { rankedNames, shareWord } from '../../code/names.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { templatesOf } from '../../code/templates.ts';
import type { Template } from '../../code/templates.ts';
import { partsOf } from '../../code/words.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';

const registers = new Set(['registerHelper', 'registerFilter', 'addFilter', 'registerTag']);
const builtIn =
  `if unless each with lookup log abs batch capitalize center default dictsort dump escape first float forceescape groupby indent int join
  last length list lower nl2br random reject rejectattr replace reverse round safe select selectattr slice sort string striptags sum title trim
  truncate upper urlencode urlize wordcount upcase downcase date plus minus times divided_by append prepend size split strip uniq where map json`.split(
    /\s+/,
  );

interface Registered {
  readonly source: Source;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** What the function itself is called. */
  readonly says?: string;
}

/** Where the project gives helpers and filters their names. */
function registered(tree: SourceTree): Registered[] {
  return allSources(tree).flatMap((source) => {
    const calls = all(source.program, 'CallExpression').flatMap((call) => {
      const [first, second] = call.arguments;
      if (first === undefined || !registers.has(chainOf(call.callee)?.split('.').at(-1) ?? '')) return [];
      const name = stringValue(first);
      const says = second?.type === 'Identifier' ? second.name : undefined;
      if (name !== null)
        return [{ source, name, start: first.start + 1, end: first.end - 1, ...(says !== undefined && { says }) }];
      return first.type === 'ObjectExpression' ? keysIn(source, first) : [];
    });
    const tables = all(source.program, 'Property').flatMap((each) =>
      keyName(each.key) === 'helpers' && each.value.type === 'ObjectExpression' ? keysIn(source, each.value) : [],
    );
    return [...calls, ...tables];
  });
}

export function keysIn(source: Source, object: Parameters<typeof all>[0] & { readonly type: 'ObjectExpression' }) {
  return object.properties.flatMap((each) => {
    if (each.type !== 'Property' || each.computed || each.shorthand || each.key.type !== 'Identifier') return [];
    return [{ source, name: each.key.name, start: each.key.start, end: each.key.end }];
  });
}

/** `{{kilos weight}}`: the one name that templates give something to and nobody registers; the engine does not say it. */
export function strayHelper(tree: SourceTree): Idea[] {
  const known = new Set([...registered(tree).map((each) => each.name), ...builtIn]);
  const called = templatesOf(tree).flatMap(({ text }) =>
    [...text.matchAll(/\{\{~?\s*([\w-]+)\s+[\w."'(@]/g)].map(([, name = '']) => name),
  );
  const [only, more] = new Set(called.filter((name) => name !== 'else' && !known.has(name)));
  return only === undefined || more !== undefined ? [] : helperIdeas(tree, only);
}

/** The one of the two names is wrong that fewer templates use. */
export function helperIdeas(tree: SourceTree, name: string): Idea[] {
  const known = registered(tree);
  const users = (wanted: string): Template[] =>
    templatesOf(tree).filter(({ words }) => words.some((word) => word.name === wanted && word.of === null));
  const near = rankedNames(name, new Set([...known.map((each) => each.name), ...builtIn]));
  const alike = near.length === 0 ? filteredAlike(tree, name) : [];
  if (alike.length > 0) return alike;
  if (near.length === 0)
    return loneHelper(
      known.filter((each) => users(each.name).length === 0),
      name,
    );
  return near.flatMap((near) => {
    const own = known.find((each) => each.name === near.name);
    if (own !== undefined && users(near.name).length === 0) {
      const splices = [{ start: own.start, end: own.end, text: name }];
      const title = `\`${near.name}\` is registered, templates call it \`${name}\``;
      return [ideaIn('template-parts', own.source, { title, rank: near.rank, splices })];
    }
    return users(name).map((template) => renamed(template, name, near));
  });
}

/** `order.startsAt | startTime`, where other templates say `show.startsAt | start`, and nothing else, of what is called so. */
function filteredAlike(tree: SourceTree, name: string): Idea[] {
  const filtered = templatesOf(tree).flatMap((template) =>
    [...template.text.matchAll(/([\w$]+)\s*\|\s*([\w$]+)/g)].map((found) => ({
      template,
      of: found[1],
      by: found[2] ?? '',
      end: found.index + found[0].length,
    })),
  );
  const wrong = filtered.filter(({ by }) => by === name);
  const others = filtered.filter(({ of, by }) => by !== name && wrong.some((each) => each.of === of));
  const [only, more] = new Set(others.map(({ by }) => by));
  if (only === undefined || more !== undefined || !shareWord(only, name)) return [];
  const title = `\`${name}\` should be \`${only}\`, as elsewhere`;
  const changes = wrong.map(({ template, end }) => ({
    source: template,
    splices: [{ start: end - name.length, end, text: only }],
  }));
  return [ideaOf('template-parts', { title, rank: 0 }, changes)];
}

/** The one helper that no template calls, for the one name that nobody registers: whether they are one is for a person. */
function loneHelper([only, more]: readonly Registered[], name: string): Idea[] {
  if (only === undefined || more !== undefined) return [];
  const title = `\`${only.name}\` is registered, templates call it \`${name}\``;
  const splices = [{ start: only.start, end: only.end, text: name }];
  const ask =
    only.says !== undefined && partsOf(only.says).includes(name.toLowerCase()) ? null : `${title}: are they one?`;
  return [ideaIn('template-parts', only.source, { title, rank: 1, ask, splices })];
}

function renamed(template: Template, name: string, near: { readonly name: string; readonly rank: number }): Idea {
  const splices = template.words
    .filter((word) => word.name === name)
    .map(({ start, end }) => ({ start, end, text: near.name }));
  return ideaIn('template-parts', template, {
    title: `\`${name}\` should be \`${near.name}\``,
    rank: near.rank,
    splices,
  });
}
