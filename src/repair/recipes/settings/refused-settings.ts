/** Settings or data that a schema refuses, and says where: the key that is called otherwise, stands elsewhere, or has a value of another kind. */
import { getNodeValue } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { Edit, Idea } from '../../../incident/nouns.ts';
import { groupBy } from '../../../kit/group-by.ts';
import { didYouMean, nearNames, shareWord, slip } from '../../code/names.ts';
import { speakersOf } from '../../code/spoken.ts';
import { beginAlike, isEndOf } from '../../code/words.ts';
import { all, allSources, keyName } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { dataChanged } from '../../code/data-text.ts';
import { dataFiles, keysAt, keysWithin } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { namesIn } from '../../evidence/holders.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { namesReadOf } from '../../evidence/read-so.ts';
import { refusalsOf, unknownPlaces } from '../../evidence/refusals.ts';
import type { Refusal } from '../../evidence/refusals.ts';
import { sitesOf } from '../../evidence/site.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { gathered } from './lost-section.ts';
import { misnamedFiles } from './refused-file.ts';
import { deeper, isOfKind, kindChanges, recounted } from './refused-kinds.ts';
import type { Change } from './refused-kinds.ts';
import { refusedPlace } from './refused-place.ts';

const name = 'refused-settings';

export const refusedSettings: Recipe = {
  name,
  classes: ['config', 'type', 'assertion', 'range', 'syntax', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'Settings that a schema refuses (zod, Joi, ajv, TypeBox or by hand), naming the place: its key is called almost so, stands elsewhere, or has a value of another kind.',
  ideas(context) {
    const refusals = refusalsOf(context).slice(0, refusalsMax);
    const unknown = unknownPlaces(context).slice(0, refusalsMax);
    const files = refusals.length + unknown.length === 0 ? [] : readFiles(context);
    const made = refusals.flatMap((refusal) => {
      const place = withoutRoot(files, refusal.place);
      const found = files.flatMap((file) => repairs(context, file, { ...refusal, place }));
      return found.length === 1 ? found : [];
    });
    const places = unknown.map((place) => withoutRoot(files, place));
    const outside = made.length > 0 ? [] : files.flatMap((file) => nested(file, places));
    const own = outside.length === 1 ? outside : made;
    const told = own.length > 0 ? own : [...listed(context), ...misnamed(context)];
    return [...together(context, told), ...misplaced(context)];
  },
  question: async (context) => {
    const refusals = refusalsOf(context).slice(0, refusalsMax);
    const files = refusals.length === 0 ? [] : readFiles(context);
    const placed = refusals.map((each) => ({ ...each, place: withoutRoot(files, each.place) }));
    return refusedPlace(context, files, placed);
  },
};

const refusalsMax = 6;

/** `config.server.port`, where the settings begin with `server`: the first word is what the check calls the whole. */
function withoutRoot(files: readonly DataFile[], place: readonly string[]): readonly string[] {
  const [root = '', ...rest] = place;
  const has = (at: readonly string[]): boolean => files.some((file) => keyAt(file, at) !== undefined);
  if (has([root])) return place;
  const isWhole = /^(?:conf|config|configuration|settings)$/i.test(root) || (rest.length > 1 && has(rest.slice(0, 1)));
  return isWhole ? rest : place;
}

/** `logging:` with nothing below it, and behind it, on its own level, the keys that nobody knows there. */
function nested(file: DataFile, unknown: readonly (readonly string[])[]): Change[] {
  const own = file.path.endsWith('.json') ? [] : unknown.flatMap((place) => keyAt(file, place) ?? []);
  const [first] = own;
  const beside = first === undefined ? [] : keysAt(file, first.place);
  const at = beside.findIndex((key) => key.name === first?.name);
  const section = beside[at - 1];
  const isRun = own.every((key, index) => beside[at + index]?.name === key.name);
  return section?.value?.type !== 'null' || !isRun ? [] : [deeper(file, section.name, own)];
}

/** `config.storage.files`, which the file has in a section of which nobody reads it, or at its top. */
function misplaced(context: RecipeContext): Idea[] {
  const files = dataFiles(context).filter(({ path }) => context.tree.files.includes(path));
  const made = suspectsOf(context).flatMap(({ object, name: wanted }) => {
    const owner = lastNameOf(object);
    const found = files.flatMap((file) =>
      file.keys
        .filter((key) => key.name === owner && key.value?.type === 'object' && !key.around.includes('*'))
        .filter((key) => !namesIn(key.value).includes(wanted))
        .map((key) => ({ place: [...key.around, key.name, wanted], wants: null, isMissing: true, file })),
    );
    const [only, more] = found.flatMap((each) => movings(context, each.file, each));
    return only === undefined || more !== undefined ? [] : [only];
  });
  return together(context, made.slice(0, 1));
}

/** Several refusals of one file have several causes, or one that shows in all: each alone, then all of them. */
function together(context: RecipeContext, changes: readonly Change[]): Idea[] {
  const [first] = changes;
  const single = [...new Map(changes.map((each) => [each.file.path + each.after, each])).values()];
  const ideas = single.map(({ title, file, after, also = [] }) =>
    idea(name, { title, rank: 0, edits: [{ path: file.path, before: file.text, after }, ...also] }),
  );
  const splices = single.flatMap((each) => (each.splice === null ? [] : [each.splice]));
  const isOne =
    single.every(({ file, also = [] }) => file.path === first?.file.path && also.length === 0) &&
    splices.length === single.length;
  if (first === undefined || single.length < 2 || !isOne || !context.tree.files.includes(first.file.path)) return ideas;
  const title = single.map((each) => each.title).join('; ');
  return [ideaIn(name, first.file, { title, rank: 0, splices }), ...ideas];
}

/** The files that the failing sources name; all where they name none. */
function readFiles(context: RecipeContext): DataFile[] {
  const files = dataFiles(context).filter(({ path }) => context.tree.files.includes(path));
  const texts = sitesOf(context).map(({ source }) => source.text);
  const named = files.filter(({ path }) => texts.some((text) => text.includes(path.split('/').at(-1) ?? path)));
  return named.length > 0 ? named : files;
}

function repairs(context: RecipeContext, file: DataFile, refusal: Refusal): Change[] {
  const { place, wants } = refusal;
  if (refusal.options !== undefined) return optionChanges(file, { place, options: refusal.options });
  const own = keyAt(file, place);
  if (own !== undefined && !refusal.isMissing)
    return wants === null ? [] : kindChanges(context, file, { key: own, wants });
  const parent = place.slice(0, -1);
  // An entry of a list has keys and no name.
  if (/^\d+$/.test(parent.at(-1) ?? '')) return renamings(context, file, refusal);
  const section = parent.length === 0 ? null : keyAt(file, parent);
  // The first of its keys is refused where the whole section is not there.
  if (section === undefined) return repairs(context, file, { place: parent, wants: 'object', isMissing: true });
  if (own !== undefined || (section !== null && section.value?.type !== 'object')) return [];
  const renamed = renamings(context, file, refusal);
  const moved = renamed.length > 0 ? renamed : movings(context, file, refusal);
  return moved.length > 0 || (wants !== null && wants !== 'object') ? moved : gathered(context, file, place);
}

/** One of the values that are allowed, misspelt. */
function optionChanges(file: DataFile, { place, options }: Required<Pick<Refusal, 'place' | 'options'>>): Change[] {
  const at = Number(place.at(-1));
  const list = Number.isInteger(at) ? keyAt(file, place.slice(0, -1))?.value?.children : undefined;
  const value = list === undefined ? keyAt(file, place)?.value : list[at];
  const meant = value?.type === 'string' ? didYouMean(String(value.value), options) : null;
  return value == null || meant === null ? [] : [spelt(file, value, meant)];
}

/** A text in a file of data, under its own kind of quotes. */
function spelt(file: DataFile, { value, offset, length }: JsonNode, to: string): Change {
  const written = file.text.slice(offset, offset + length);
  const text = written.replace(String(value), () => to);
  const put = { start: offset, end: offset + length, text };
  const title = `\`${value}\` in ${file.path} should be \`${to}\``;
  return { title, file, splice: put, after: splice(file.text, put) };
}

function misnamed(context: RecipeContext): Change[] {
  return misnamedFiles(context, readFiles(context)).map(({ file, value, to }) => spelt(file, value, to));
}

/** The one text of the settings that the message says is near a word that it lists, or a name that the project gives. */
function listed(context: RecipeContext): Change[] {
  const { message } = context.diagnosis;
  const words = [...new Set(message.slice(0, 2000).match(/[A-Za-z][\w-]{2,40}/g))];
  const files = dataFiles(context).filter(({ path }) => context.tree.files.includes(path));
  const found = words.flatMap((said) => {
    const [place, more] = files.flatMap((file) => textsIn(file, said).map((value) => ({ file, value })));
    if (place === undefined || more !== undefined) return [];
    const meant = nearListed(message, said, words) ?? nearGiven(context, said);
    return meant === null ? [] : [spelt(place.file, place.value, meant)];
  });
  return found.length === 1 ? found : [];
}

/** `unknown feature "loan" (there are items, loans, search)`, `warning is none of info, warn, error`. */
function nearListed(message: string, said: string, words: readonly string[]): string | null {
  const near = nearNames(said, words).filter(({ cost }) => cost <= 2);
  const others = words.filter((each) => each !== said && beginAlike(said, each) && list(message, each));
  const [only, more] = near.length > 0 ? near.map((each) => each.name) : others;
  return only !== undefined && more === undefined && list(message, only) ? only : null;
}

/** `helper plurals is not a function`, where nothing is called so, and `plural` is given out. */
function nearGiven({ tree, diagnosis }: RecipeContext, said: string): string | null {
  const { given, read, spoken } = memberNames(tree);
  const isKnown = given.has(said) || read.has(said) || spoken.has(said);
  const meant = isKnown || !isRefusal.test(diagnosis.message) ? null : didYouMean(said, given.keys());
  return meant === null || (slip(said, meant) ?? 9) > 1.4 ? null : meant;
}

const isRefusal = /\b(?:no|not|none|unknown|undefined|missing|invalid|unsupported|nothing)\b/i;

/** Stands in a list of words. */
function list(message: string, word: string): boolean {
  return new RegExp(`(?:[,|:(] ?|\\b(?:are|is|of) )["'\\x60]?${word}["'\\x60]?(?:[,|)]|$| (?:and|or) )`, 'm').test(
    message,
  );
}

function textsIn({ keys }: DataFile, said: string): JsonNode[] {
  const values = keys.flatMap(({ value }) => [value, ...(value?.type === 'array' ? (value.children ?? []) : [])]);
  return values.filter((each): each is JsonNode => each?.type === 'string' && each.value === said);
}

function keyAt(file: DataFile, place: readonly string[]): Key | undefined {
  return keysWithin(file, place.slice(0, -1)).find((key) => key.name === place.at(-1));
}

/** The one sibling that nobody speaks of and that is called almost so, or that holds all that is read of the missing one. */
function renamings(context: RecipeContext, file: DataFile, { place, wants }: Refusal): Change[] {
  const wanted = place.at(-1) ?? '';
  const inner = namesReadOf(context.tree, wanted);
  const siblings = keysWithin(file, place.slice(0, -1));
  const fits = siblings.filter(
    (key) =>
      (!isSpoken(context, key.name) || isFilledBy(context, key.name, wanted) || leftReads(context, key) !== null) &&
      (wants === null || key.value === null || isOfKind(key.value, wants)),
  );
  const near = fits.filter(
    (key) => nearNames(wanted, [key.name]).length > 0 || shareWord(wanted, key.name) || beginAlike(wanted, key.name),
  );
  const held = fits.filter(({ value }) => inner.length > 0 && inner.every((each) => namesIn(value).includes(each)));
  // Of sections the one that nobody speaks of, where it is the only one.
  const idle = siblings.filter(
    ({ name: key, value }) => /^(?:object|array)$/.test(value?.type ?? '') && !isSpoken(context, key),
  );
  const isSection = /^(?:object|array)$/.test(wants ?? '') && isSpoken(context, wanted);
  const sole = isSection && fits.length === 1 && idle.length === 1 ? fits.filter((key) => idle.includes(key)) : [];
  const [only, more] = near.length > 0 ? near : held.length > 0 ? held : sole;
  if (only !== undefined && more === undefined) {
    const put = { start: only.start, end: only.end, text: wanted };
    const title = `\`${only.name}\` in ${file.path} should be \`${wanted}\``;
    const also = (leftReads(context, only) ?? []).map(({ source, keys }) => editOf(source, keys, wanted));
    const { value } = only;
    const count = value?.type === 'number' ? recounted(only.name, wanted, Number(value.value)) : undefined;
    if (count === null) return [];
    if (value === null || count === undefined || count === value.value)
      return [{ title, file, splice: put, after: splice(file.text, put), also }];
    const amount = { start: value.offset, end: value.offset + value.length, text: String(count) };
    return [{ title, file, splice: null, after: splice(file.text, put, amount), also }];
  }
  return only === undefined ? schemaSlips(context, { place, wants, isMissing: true }, siblings) : [];
}

/** Who still reads a key that the schema says it does not know there, and that nobody else gives; null where that is not so. */
function leftReads(context: RecipeContext, { around, name: key }: Key): Left[] | null {
  const { given, read, spoken } = memberNames(context.tree);
  const place = [...around, key].join('.');
  // The first word may be what the check calls the whole.
  const isStranger = unknownPlaces(context).some((each) =>
    [each, each.slice(1)].some((one) => one.join('.') === place),
  );
  const reads = read.get(key) ?? [];
  const isPlain = reads.every(({ node }) => node.type === 'MemberExpression' && !node.computed);
  if (!isStranger || !isPlain || given.has(key) || spoken.has(key)) return null;
  const bySource = groupBy(reads, ({ source }) => source);
  return [...bySource].map(([source, own]) => ({ source, keys: own.map((each) => each.key) }));
}

interface Left {
  readonly source: Source;
  readonly keys: readonly Node[];
}

function editOf({ path, text }: Source, keys: readonly Node[], to: string): Edit {
  return { path, before: text, after: splice(text, ...keys.map(({ start, end }) => ({ start, end, text: to }))) };
}

/** The schema alone calls it so: everybody else reads what the file has. */
function schemaSlips(context: RecipeContext, { place, wants }: Refusal, siblings: readonly Key[]): Change[] {
  const wanted = place.at(-1) ?? '';
  const sources = speakersOf(context.tree, wanted);
  const [source] = sources;
  const said = source === undefined ? [] : all(source.program, 'Identifier').filter((id) => id.name === wanted);
  const [id] = said;
  const made = id?.parent;
  const isKey = made?.type === 'Property' && !made.shorthand && made.key.start === id?.start;
  if (source === undefined || sources.length > 1 || said.length !== 1 || id === undefined || !isKey) return [];
  // What the schema knows beside it is another thing.
  const known = namesBeside(made);
  const spoken = siblings.filter((key) => isSpoken(context, key.name) && !known.includes(key.name));
  const { read } = memberNames(context.tree);
  const isFit = ({ value }: Key): boolean => wants === null || value === null || isOfKind(value, wants);
  const near = spoken.filter((key) => nearNames(wanted, [key.name]).length > 0);
  const alike = spoken.filter((key) => read.has(key.name) && isFit(key) && isSaidMore(wanted, key.name));
  const [to, more] = near.length > 0 ? near : alike;
  if (to === undefined || more !== undefined) return [];
  const put = { start: id.start, end: id.end, text: to.name };
  const title = `\`${wanted}\` is \`${to.name}\` in the settings and wherever they are read`;
  return [{ title, file: source, splice: put, after: splice(source.text, put) }];
}

function isSaidMore(one: string, other: string): boolean {
  return beginAlike(one, other) || isEndOf(one, other);
}

function namesBeside({ parent }: Node): readonly (string | null)[] {
  return parent?.type === 'ObjectExpression'
    ? parent.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null))
    : [];
}

function isSpoken(context: RecipeContext, word: string): boolean {
  return speakersOf(context.tree, word).length > 0;
}

/** `bodyLimit: settings.bodyLimitKb * 1024`: an option of somebody else is called like the key, and gets what the wanted one holds. */
function isFilledBy({ tree }: RecipeContext, word: string, wanted: string): boolean {
  return speakersOf(tree, word).every(({ program, text }) => {
    const options = all(program, 'Property').filter(
      ({ key, value, shorthand, computed }) =>
        !shorthand &&
        !computed &&
        keyName(key) === word &&
        all(value, 'MemberExpression').some(({ property }) => keyName(property) === wanted),
    );
    return options.length === text.split(/[^\w$]+/).filter((each) => each === word).length;
  });
}

/** The key stands in the file once, in another place, where nobody reads it. */
function movings(context: RecipeContext, file: DataFile, { place, wants }: Refusal): Change[] {
  const wanted = place.at(-1) ?? '';
  const [only, more] = file.keys.filter((key) => key.name === wanted);
  if (only === undefined || more !== undefined || only.value === null || only.around.includes('*')) return [];
  if (wants !== null && !isOfKind(only.value, wants)) return [];
  const section = only.around.at(-1);
  const isRead = allSources(context.tree).some((source) =>
    all(source.program, 'MemberExpression').some(
      (member) =>
        keyName(member.property) === wanted &&
        (section === undefined ? lastNameOf(member.object) !== place.at(-2) : lastNameOf(member.object) === section),
    ),
  );
  if (isRead) return [];
  const without = dataChanged(
    file,
    [...only.around, ...(only.siblings.length === 1 && section ? [] : [wanted])],
    undefined,
  );
  const after = dataChanged({ ...file, text: without }, [...place], getNodeValue(only.value));
  const title = `\`${wanted}\` in ${file.path} belongs into \`${place.slice(0, -1).join('.') || 'the top'}\``;
  return without === file.text || after === without ? [] : [{ title, file, splice: null, after }];
}
