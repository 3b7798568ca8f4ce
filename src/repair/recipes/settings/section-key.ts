/** `content.shows`, where the section `content` of the settings has a `showsDir`: of all that is read of it the one that it lacks, and of all that it has the one that nobody reads. */
import { isTest } from '../../../kit/code.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { shareWord } from '../../code/names.ts';
import { allSources } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { readsIn } from '../../evidence/holders.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

export function sectionKeys(context: RecipeContext): Idea[] {
  const found = suspectsOf(context).flatMap(({ object, name }) => {
    const section = lastNameOf(object);
    return section === null ? [] : renamed(context, section, name);
  });
  return found.slice(0, 1);
}

function renamed(context: RecipeContext, section: string, wanted: string): Idea[] {
  const { given, read, spoken } = memberNames(context.tree);
  const isSet = (name: string): boolean => given.get(name)?.some((each) => each.isSet) === true;
  const [only, more] = dataFiles(context).flatMap((file) => sectionOf(file, section));
  const sources = allSources(context.tree).filter(({ path }) => !isTest(path));
  const reads = new Set(sources.flatMap(readsIn).flatMap((each) => (each.holder === section ? [each.name] : [])));
  if (only === undefined || more !== undefined || isSet(wanted)) return [];
  const has = only.keys.map(({ name }) => name);
  const missing = [...reads].filter((each) => !has.includes(each));
  const [idle, other] = only.keys.filter(({ name }) => !reads.has(name));
  const isPair = missing.join() === wanted && idle !== undefined && other === undefined && has.length > 1;
  if (!isPair || given.has(idle.name) || read.has(idle.name) || spoken.has(idle.name)) return [];
  const { file } = only;
  const after = splice(file.text, { start: idle.start, end: idle.end, text: wanted });
  return [
    idea('data-file', {
      title: `\`${section}.${idle.name}\` in ${file.path} is read as \`${wanted}\``,
      rank: 0,
      ask: shareWord(idle.name, wanted) ? null : `nothing but that nobody reads it speaks for \`${idle.name}\``,
      edits: [{ path: file.path, before: file.text, after }],
    }),
  ];
}

/** The keys of a section that stands in nothing else, and in no list. */
function sectionOf(file: DataFile, name: string): { readonly file: DataFile; readonly keys: readonly Key[] }[] {
  const keys = file.keys.filter((key) => key.around.length === 1 && key.place === name);
  return keys.length === 0 ? [] : [{ file, keys }];
}
