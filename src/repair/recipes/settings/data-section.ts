/** A key of a settings, data or catalogue file that nobody reads, where its like in the next file, or what is read out of it, tells its name. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { askedParts } from '../../evidence/asked-paths.ts';
import { dataFiles, keysAt } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { namesIn } from '../../evidence/holders.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { namesReadOf } from '../../evidence/read-so.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits, suspectsOf } from '../../evidence/suspects.ts';
import { called } from '../../code/callees.ts';
import { prototypeMembers } from '../../code/members.ts';
import { shareWord, slip } from '../../code/names.ts';
import { speakersOf } from '../../code/spoken.ts';
import { all } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'data-section';

export const dataSection: Recipe = {
  name,
  classes: ['type', 'range', 'config', 'assertion', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A key of a data file that nobody reads, where the file beside it has another one in that place, or all that is read of a missing one stands in it: it takes the name that is read.',
  ideas(context) {
    const files = dataFiles(context);
    // What the file is called says the name, so does the file beside it; what is read of it says only that it is another.
    const found =
      [wholeIdeas, besideIdeas, heldIdeas].map((of) => of(context, files)).find(({ length }) => length > 0) ?? [];
    return found.length === 1 ? found : [];
  },
};

/** `de.json` has `welcome.title` where `en.json` has `welcome.heading`, of which no code speaks. */
function besideIdeas(context: RecipeContext, files: readonly DataFile[]): Idea[] {
  return files.flatMap((file) => {
    const beside = files.filter((other) => other !== file && folderOf(other) === folderOf(file));
    const single = beside.length === 0 ? [] : file.keys.filter(({ around }) => !around.includes('*'));
    return single.flatMap((key) => {
      const isIdle = isIdleKey(context, key);
      const meant = beside
        .filter((other) => isIdle || isSameSection(context, key, other) || isWrapper(context, key, other))
        .flatMap((other) => {
          const siblings = keysAt(other, key.place)[0]?.siblings ?? [];
          const [lacking, more] = siblings.filter((each) => !key.siblings.includes(each));
          const [odd, next] = key.siblings.filter((each) => !siblings.includes(each));
          return odd === key.name && next === undefined && lacking !== undefined && more === undefined ? [lacking] : [];
        })
        .filter((each) => isSpoken(context, each))
        .filter((each) => !beside.some((other) => hasBoth(other, key, each)));
      const [only, more] = new Set(meant);
      return only === undefined || more !== undefined ? [] : [renamed(file, key, only)];
    });
  });
}

/** A third file has one beside the other: they are two things, of which each file sets what it needs. */
function hasBoth(file: DataFile, { place, name: one }: Key, other: string): boolean {
  return keysAt(file, place).some((key) => key.name === one && key.siblings.includes(other));
}

/** The code says `states.` of a path of keys and never `state.`, and what stands in both is called the same. */
function isSameSection(context: RecipeContext, key: Key, other: DataFile): boolean {
  const names = namesIn(key.value);
  const asked = askedParts(context.tree);
  return (
    !asked.has(key.name) &&
    keysAt(other, key.place).some(
      (each) => asked.has(each.name) && names.length > 1 && namesIn(each.value).join() === names.join(),
    )
  );
}

/** `{ "row": […] }` beside `{ "rows": […] }`, which is read of what a call gives: all that a file has stands in one list, whatever records call so. */
function isWrapper(context: RecipeContext, { name: own, around, siblings, value }: Key, { keys }: DataFile): boolean {
  const [only, more] = keys.filter((each) => each.around.length === 0);
  const isAlone = around.length === 0 && siblings.length === 1 && value?.type === 'array';
  const isOther = only?.value?.type === 'array' && more === undefined && slip(own, only.name) !== null;
  return isAlone && isOther && isParsed(context, only.name) && !isParsed(context, own);
}

/** `tariffs.yaml`, all of which stands in one `rates` that no code speaks of, where `tariffs` is read of what a call gives and no file has one. */
function wholeIdeas(context: RecipeContext, files: readonly DataFile[]): Idea[] {
  return files.flatMap((file) => {
    const [only, more] = file.keys.filter(({ around }) => around.length === 0);
    const stem = path.basename(file.path, path.extname(file.path));
    if (only === undefined || more !== undefined || !/^(?:object|array)$/.test(only.value?.type ?? '')) return [];
    const isMeant = isIdleKey(context, only) && isParsed(context, stem) && !files.some((each) => hasKey(each, stem));
    return isMeant ? [renamed(file, only, stem)] : [];
  });
}

const hasKey = ({ keys }: DataFile, wanted: string): boolean => keys.some((key) => key.name === wanted);

/** Read of what a call gives: `const { rows } = load('a')`. */
function isParsed({ tree }: RecipeContext, key: string): boolean {
  const { read } = memberNames(tree);
  return read.get(key)?.some(({ object }) => /^(?:Call|Await)Expression$/.test(object.type)) === true;
}

const folderOf = ({ path: file }: DataFile): string => `${path.dirname(file)}/${path.extname(file)}`;

/** `limits.perOrder` fails, no file has `limits`, and `limit`, of which no code speaks, holds a `perOrder`. */
function heldIdeas(context: RecipeContext, files: readonly DataFile[]): Idea[] {
  const { property, nullish } = context.diagnosis.named;
  const [site] = sitesOf(context);
  if (property === undefined || nullish === undefined || site === undefined) return [];
  const lacking = (names: readonly string[]): string[] =>
    [...new Set(names)].filter((each) => files.every(({ keys }) => keys.every((key) => key.name !== each)));
  const failing = lacking(culprits(context, site).flatMap((node) => namesGiven(context, site.source, node)));
  const missing = failing.length > 0 ? failing : lacking(suspectsOf(context).map((suspect) => suspect.name));
  const holding = files.flatMap((file) =>
    idleKeys(context, file)
      .filter((key) => namesIn(key.value).includes(property) || isNearKind(key, property, missing))
      .map((key) => ({ file, key })),
  );
  return missing.length === 0 || holding.length !== 1
    ? []
    : holding.flatMap(({ file, key }) => {
        const near = missing.filter((each) => slip(each, key.name) !== null);
        return (near.length > 0 ? near : missing).map((each) => ({
          ...renamed(file, key, each, layersOf(files, file, key)),
          ask:
            near.length > 0 || isWhole(context, key, each)
              ? null
              : `\`${key.name}\` may be another thing than \`${each}\``,
        }));
      });
}

/** All that is read of the missing one stands in it: one word among others that both have tells nothing. */
function isWhole(context: RecipeContext, { name: own, value }: Key, missing: string): boolean {
  const has = namesIn(value);
  const read = namesReadOf(context.tree, missing);
  return has.length < 2 || shareWord(own, missing) || (read.length > 1 && read.every((each) => has.includes(each)));
}

/** The name by which a value is read: `holidays` of `parse(text).holidays`, and of a function that returns that. */
function namesGiven(context: RecipeContext, source: Source, node: Node): string[] {
  if (node.type !== 'CallExpression') return [lastNameOf(node) ?? []].flat();
  return called(context, source, node.callee).flatMap(({ fn }) =>
    (fn.body?.type === 'BlockStatement' ? all(fn.body, 'ReturnStatement').map(({ argument }) => argument) : [fn.body])
      .map((given) => (given === null ? null : lastNameOf(given as Node)))
      .filter((name) => name !== null),
  );
}

const kinds = { array: 'Array', string: 'String', number: 'Number' } as const;

/** `holiday: […]` where `holidays` is mapped: nearly that name, and a value that has what is asked of it. */
function isNearKind({ name: word, value }: Key, property: string, missing: readonly string[]): boolean {
  const kind =
    value?.type === 'array' || value?.type === 'string' || value?.type === 'number' ? kinds[value.type] : null;
  const [near, more] = missing.filter((each) => slip(each, word) !== null);
  return kind !== null && near !== undefined && more === undefined && prototypeMembers(kind).includes(property);
}

/** Keys of no list, of whose names no code speaks. */
function idleKeys(context: RecipeContext, { keys }: DataFile): Key[] {
  return keys.filter((key) => isIdleKey(context, key));
}

function isIdleKey(context: RecipeContext, { around, name: word }: Key): boolean {
  return !around.includes('*') && !isSpoken(context, word);
}

/** Where a method of every list or text is called so, that alone speaks of no key: \`rows.filter(…)\`. */
function isSpoken(context: RecipeContext, word: string): boolean {
  const speaks = speakersOf(context.tree, word);
  if (!methods.has(word)) return speaks.length > 0;
  return speaks.some(({ text }) =>
    new RegExp(`(?<!\\.\\s{0,80})\\b${word}\\b|\\.\\s{0,80}${word}\\b(?!\\s{0,80}\\()`).test(text),
  );
}

const methods = new Set(Object.values(kinds).flatMap((kind) => prototypeMembers(kind)));

/** The key of that name and place in all files of the folder: `test.json` sets a part of what `default.json` has. */
function layersOf(files: readonly DataFile[], file: DataFile, { name: own, place }: Key): [DataFile, Key][] {
  return files
    .filter((other) => folderOf(other) === folderOf(file))
    .flatMap((other) =>
      keysAt(other, place).flatMap((key): [DataFile, Key][] => (key.name === own ? [[other, key]] : [])),
    );
}

function renamed(file: DataFile, key: Key, to: string, places: readonly [DataFile, Key][] = [[file, key]]): Idea {
  return idea(name, {
    title: `\`${key.name}\` in ${file.path} should be \`${to}\``,
    rank: 0,
    edits: places.map(([{ path: each, text }, { start, end }]) => ({
      path: each,
      before: text,
      after: splice(text, { start, end, text: to }),
    })),
  });
}
