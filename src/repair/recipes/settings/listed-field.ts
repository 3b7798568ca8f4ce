/** A list of names by which fields are read (`fields.map((field) => item[field])`) with one that no record has, where the others stand side by side. */
import type { Node as JsonNode } from 'jsonc-parser';
import type { Idea } from '../../../incident/nouns.ts';
import { didYouMean, slip } from '../../code/names.ts';
import { all, allSources, functionsAround, isFunction, keyName, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { dataFiles, shapesOf } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'listed-field';

export const listedField: Recipe = {
  name,
  classes: ['type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A name in a list of fields that no record has: the near one that stands beside the others of the list.',
  ideas(context) {
    const lists = listsOf(context);
    return namesRead(context).flatMap((read) =>
      lists.filter((list) => list.name === read).flatMap((list) => listIdeas(context, list)),
    );
  },
};

interface Entry {
  readonly text: string;
  /** Of the text, without the signs around it. */
  readonly start: number;
  readonly end: number;
}

interface List {
  readonly name: string;
  readonly source: Pick<Source, 'path' | 'text'>;
  readonly entries: readonly Entry[];
}

/** The names of lists by whose texts the failing function reads: `fields` of `fields.flatMap((field) => item[field])`. */
function namesRead(context: RecipeContext): string[] {
  const [site] = sitesOf(context);
  const node = site?.nodes[0];
  if (site === undefined || node === undefined) return [];
  const scope = functionsAround(node).at(-1) ?? site.source.program;
  const found = all(scope, 'MemberExpression').flatMap((member) => {
    const fn = functionsAround(member)[0];
    const isGiven =
      member.computed &&
      fn?.params[0]?.type === 'Identifier' &&
      member.property.type === 'Identifier' &&
      fn.params[0].name === member.property.name;
    const call = fn?.parent;
    const isCallback = call?.type === 'CallExpression' && call.arguments.some((each) => isFunction(each as Node));
    const list = isGiven && isCallback && call.callee.type === 'MemberExpression' ? call.callee.object : null;
    return list === null ? [] : (lastNameOf(list) ?? []);
  });
  return [...new Set(found)];
}

function listIdeas(context: RecipeContext, { source, entries }: List): Idea[] {
  const records = recordsOf(context);
  const known = new Set(records.flat());
  const [odd, more] = entries.filter(({ text }) => !known.has(text));
  const others = entries.filter((each) => each !== odd).map(({ text }) => text);
  if (odd === undefined || more !== undefined || others.length === 0) return [];
  const beside = records.filter((keys) => others.every((each) => keys.includes(each))).flat();
  const meant = didYouMean(
    odd.text,
    [...new Set(beside)].filter((each) => !others.includes(each)),
  );
  if (meant === null || (slip(odd.text, meant) ?? 9) > 1.4) return [];
  const title = `no record has a field \`${odd.text}\`, and they have \`${meant}\``;
  return [ideaIn(name, source, { title, rank: 0, splices: [{ start: odd.start, end: odd.end, text: meant }] })];
}

/** What records of data files, and objects of the code, have side by side. */
function recordsOf(context: RecipeContext): (readonly string[])[] {
  const data = dataFiles(context).flatMap(shapesOf);
  const made = allSources(context.tree).flatMap(({ program }) =>
    all(program, 'ObjectExpression').map(({ properties }) =>
      properties.flatMap((each) => (each.type === 'Property' && !each.computed ? (keyName(each.key) ?? []) : [])),
    ),
  );
  return [...data, ...made];
}

/** Lists of texts in data files and in the code, under the names that they are given. */
function listsOf(context: RecipeContext): List[] {
  const data = dataFiles(context)
    .filter(({ path }) => context.tree.files.includes(path))
    .flatMap((file) =>
      file.keys.flatMap(({ name: key, value }) => {
        const entries = (value?.type === 'array' ? (value.children ?? []) : []).flatMap((each) => entryIn(file, each));
        return entries.length > 1 ? [{ name: key, source: file, entries }] : [];
      }),
    );
  const made = allSources(context.tree).flatMap((source) =>
    all(source.program, 'ArrayExpression').flatMap((array) => {
      const { parent } = array;
      const key = parent?.type === 'VariableDeclarator' ? parent.id : parent?.type === 'Property' ? parent.key : null;
      const own = key === null ? null : keyName(key as Node);
      const entries = array.elements.flatMap((each) => {
        const text = each === null ? null : stringValue(each as Node);
        return text === null || each === null ? [] : [{ text, start: each.start + 1, end: each.end - 1 }];
      });
      return own === null || entries.length < 2 ? [] : [{ name: own, source, entries }];
    }),
  );
  return [...data, ...made];
}

function entryIn({ text }: { readonly text: string }, { type, value, offset, length }: JsonNode): Entry[] {
  if (type !== 'string') return [];
  const quote = /^["']/.test(text.slice(offset, offset + length)) ? 1 : 0;
  return [{ text: String(value), start: offset + quote, end: offset + length - quote }];
}
