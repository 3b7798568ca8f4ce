/** Settings that the code reads under a name, on a level or as a kind that they do not have: a rename or a move that was half done. */
import { posix } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import type { JSONPath, Node as JsonNode } from 'jsonc-parser';
import type { Edit, Idea } from '../../../incident/nouns.ts';
import { askedPaths } from '../../evidence/asked-paths.ts';
import { dataFiles, keysAt, keysOf } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { holdersOf, layersOf, namesIn, topKeys } from '../../evidence/holders.ts';
import type { Held, Holder, Read } from '../../evidence/holders.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { keptNames, readOf } from '../../evidence/kept-names.ts';
import { innerNames as innerNamesOf, isSlipOf } from '../../evidence/read-so.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import { nearNames } from '../../code/names.ts';
import { partsOf } from '../../code/words.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { functionsAround, keyName } from '../../code/syntax.ts';
import type { Of, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { asKind, dataChanged } from '../../code/data-text.ts';
import { modelsOf, toldKey } from './earlier-settings.ts';
import { listIdeas, listMethods, soleItems } from './list-shape.ts';
import { comparedTexts, textNumbers } from './text-number.ts';
import { lostSections } from './lost-section.ts';
import { wrappedLists } from './wrapped-list.ts';

const name = 'config-shape';

export const configShape: Recipe = {
  name,
  classes: ['type', 'range', 'config', 'assertion', 'env_missing', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A setting that the code reads under another name or on another level than the file or the module has it, that the file lacks, or that is of another kind than its template says.',
  async ideas(context) {
    return (await ideasOf(context)).filter(({ edits }) => edits.every(({ path }) => context.tree.files.includes(path)));
  },
  async outside(context) {
    const made = (await ideasOf(context)).filter(({ edits }) =>
      edits.some(({ path }) => !context.tree.files.includes(path)),
    );
    const sure = made.find((each) => each.rank <= 0 && each.ask === null);
    return sure === undefined
      ? null
      : { why: `${sure.title}; it is no part of the release, so nobody but you changes it`, command: null };
  },
};

async function ideasOf(context: RecipeContext): Promise<Idea[]> {
  const holders = holdersOf(context);
  const found = await Promise.all(holders.map((holder) => holderIdeas(context, holder)));
  const files = new Map(holders.flatMap((holder) => holder.files.map((file) => [file.path, file] as const)));
  const told = await Promise.all([...files.values()].map((file) => templateIdeas(context, file)));
  return [
    ...found.flat(),
    ...told.flat(),
    ...holders.flatMap((holder) => [...listIdeas(context, holder), ...emptiedIdeas(holder)]),
    ...soleItems(context),
    ...wrappedLists(context),
    ...textNumbers(context),
    ...comparedTexts(context),
  ].slice(0, 8);
}

/** What is read and not there, paired with what is there and not read. */
async function holderIdeas(context: RecipeContext, holder: Holder): Promise<Idea[]> {
  const has = new Set(holder.held.map((each) => each.name));
  const failing = new Set(suspectsOf(context).map((suspect) => suspect.name));
  // What only the file of another environment has is missing as well.
  const isEverywhere = (each: string): boolean =>
    has.has(each) &&
    !(failing.has(each) && holder.files.some((file) => topKeys(file).every((key) => key.name !== each)));
  const missing = [...new Set(holder.reads.map((read) => read.name))].filter(
    (each) => !isEverywhere(each) && !holder.set.has(each),
  );
  const peers = holdersOf(context).filter(
    (each) => each === holder || each.files.some((file) => holder.files.includes(file)),
  );
  const read = new Set(peers.flatMap(({ reads }) => reads.map((each) => each.name)));
  // `views` of `need('views.folder')`
  const asked = new Set(askedPaths(context.tree).map(({ path }) => path.split('.')[0]));
  const idle = holder.held.filter((each) => !read.has(each.name) && !asked.has(each.name));
  const found: Idea[] = [];
  for (const wanted of missing) {
    const reads = holder.reads.filter((each) => each.name === wanted);
    const told = await toldKey(
      context,
      wanted,
      [...has].filter((each) => read.has(each)),
    );
    if (told !== null) {
      const title = `\`${wanted}\` is called \`${told}\` now`;
      found.push(idea(name, { title, rank: 0, edits: readEdits(reads, told) }));
      continue;
    }
    // `cache: defaults.cache` gives nothing but what it reads.
    const given = memberNames(context.tree).given.get(wanted) ?? [];
    const isGiven = given.some(({ value }) => value === null || reads.every(({ member }) => member !== value));
    const gathered = isGiven ? [] : lostSections(context, holder, wanted);
    found.push(...gathered);
    if (gathered.length > 0) continue;
    const moved = isGiven ? null : movedIdea(context, holder, { wanted, reads });
    if (moved !== null) found.push(moved);
    const fitting = idle.filter((held) => isLike(context, held, { wanted, reads }));
    const isLast = missing.length === 1 && idle.length === 1 && !isGiven;
    const only = isLast && idle.every((held) => 'key' in held) ? idle : [];
    const pairs = fitting.length > 0 ? fitting : only;
    if (moved === null && pairs.length === 1 && pairs[0] !== undefined)
      found.push(
        withDoubt(
          await renamedIdea(context, pairs[0], { wanted, reads }),
          fitting.length === 0 || isByChance(context, pairs[0], { wanted, reads }),
        ),
      );
    if (moved === null && pairs.length === 0 && !isGiven)
      found.push(...sectionIdeas(context, holder, { wanted, reads }));
  }
  return [...found, ...idle.flatMap((held) => flattenedIdeas(context, holder, held))];
}

/** `config.paging.limit`, where one section alone has a `limit`, and others read it by its own name. */
function sectionIdeas(context: RecipeContext, { held }: Holder, { wanted, reads }: Missing): Idea[] {
  const inner = [...new Set(reads.flatMap((each) => innerNames(context, each)))];
  const [only, more] = held.filter(
    (each) => 'key' in each && inner.length > 0 && inner.every((one) => namesIn(each.key.value).includes(one)),
  );
  if (only === undefined || more !== undefined) return [];
  const title = `\`${inner.join('`, `')}\` stands in \`${only.name}\`, not in \`${wanted}\``;
  const made = idea(name, { title, rank: 0, edits: readEdits(reads, only.name) });
  return [withDoubt(made, isByChance(context, only, { wanted, reads }))];
}

/** `config.pages.folder`, where the file has `pages` without it and `pagesFolder` beside that. */
function flattenedIdeas(context: RecipeContext, { held: all, reads }: Holder, held: Held): Idea[] {
  const lacking = reads.filter((read) => {
    const section = all.find((each) => each.name === read.name && 'key' in each);
    const inner = section !== undefined && 'key' in section ? namesIn(section.key.value) : [];
    return (
      inner.length > 0 &&
      innerNames(context, read).every((each) => !inner.includes(each)) &&
      chainWords(read) === wordsOf(held.name).join()
    );
  });
  if (lacking.length === 0) return [];
  return [
    idea(name, { title: `\`${held.name}\` stands beside its section`, rank: 0, edits: readEdits(lacking, held.name) }),
  ];
}

/** `tax.rate`, where what is idle is `mail` and has a `rate` among others: one word that both have tells nothing. Nor does a section that has no `rate`. */
function isByChance(context: RecipeContext, held: Held, { wanted, reads }: Missing): boolean {
  const has = 'key' in held ? namesIn(held.key.value) : [];
  const inner = new Set(reads.flatMap((read) => [...innerNames(context, read), ...readWhereItFails(context, read)]));
  if (has.length > 0 && inner.size > 0 && !has.some((each) => inner.has(each))) return true;
  const isAkin = isLikeNamed(held, { wanted, reads }) || held.name.slice(0, 3) === wanted.slice(0, 3);
  // The module that it is handed to bears its name.
  const isHome = context.diagnosis.frames.some(({ file }) => file.replace(/^.*\/|\.\w+$/g, '') === held.name);
  return inner.size === 1 && has.length > 1 && !isAkin && !isHome;
}

/** Two names with nothing in common are one setting only where another text says so. */
function withDoubt(made: Idea, isUnlike: boolean): Idea {
  return isUnlike && made.rank >= 0 ? { ...made, ask: `${made.title}: only you know whether that is so` } : made;
}

interface Missing {
  readonly wanted: string;
  readonly reads: readonly Read[];
}

/** A word in common, or all that is read of it. */
function isLike(context: RecipeContext, held: Held, { wanted, reads }: Missing): boolean {
  if (isLikeNamed(held, { wanted, reads }) || isOfKind(held, reads)) return true;
  const inner = new Set(reads.flatMap((read) => [...innerNames(context, read), ...readWhereItFails(context, read)]));
  const has = 'key' in held ? namesIn(held.key.value) : [];
  return inner.size > 0 && [...inner].every((each) => has.includes(each));
}

/** `languages.forEach(…)`, and the idle one is a list. */
function isOfKind(held: Held, reads: readonly Read[]): boolean {
  const called = reads.flatMap(({ member }) => (member === null ? [] : innerNamesOf(member)));
  const isList = 'key' in held && held.key.value?.type === 'array';
  return isList && called.length > 0 && called.every((each) => listMethods.test(each));
}

function isLikeNamed({ name: own }: Held, { wanted, reads }: Missing): boolean {
  return (
    nearNames(wanted, [own]).length > 0 ||
    reads.some((read) => chainWords(read) === wordsOf(own).join()) ||
    wordsOf(wanted).some((word) => word.length > 2 && wordsOf(own).includes(word))
  );
}

/** `loanDays` and `loans_days`: loan, day. */
function wordsOf(text: string): string[] {
  return partsOf(text).map((word) => word.replace(/(?<=\w\w)s$/, ''));
}

/** The words of `loans.days` in `settings.loans.days`. */
function chainWords({ name: first, member }: Read): string | null {
  const outer = member?.parent;
  const second =
    outer?.type === 'MemberExpression' && outer.object === member && !outer.computed ? keyName(outer.property) : null;
  return second === null ? null : [...wordsOf(first), ...wordsOf(second)].join();
}

/** What is taken out of the value that is read. */
function innerNames(context: RecipeContext, { member, source, key }: Read): string[] {
  const local = key.parent?.type === 'Property' ? key.parent.value : null;
  if (member === null)
    return local?.type === 'Identifier' ? readOf(functionsAround(key)[0] ?? source.program, local.name) : [];
  return [...innerNamesOf(member), ...keptNames(context, source, member)];
}

/** `settings.limits` that was handed over, and is nothing where `limits.most` is read. */
function readWhereItFails(context: RecipeContext, { member }: Read): string[] {
  const { nullish, property } = context.diagnosis.named;
  const isIt = nullish !== undefined && suspectsOf(context).some(({ node }) => node === member);
  return isIt && property !== undefined && member?.parent?.type !== 'MemberExpression' ? [property] : [];
}

/** The side is renamed that fewer say: the key, where a template or more than one reader has it as it is wanted. */
async function renamedIdea(context: RecipeContext, held: Held, { wanted, reads }: Missing): Promise<Idea> {
  const title = `\`${held.name}\` and \`${wanted}\` are one setting`;
  if ('property' in held) {
    const { key, shorthand } = held.property;
    const text = shorthand ? `${wanted}: ${held.name}` : wanted;
    const edits =
      reads.length > 1
        ? [{ ...editOf(held.source), after: splice(held.source.text, { start: key.start, end: key.end, text }) }]
        : readEdits(reads, held.name);
    return idea(name, { title, rank: 0, edits });
  }
  const models = await modelsOf(context, held.file.path);
  const says = (key: string): boolean =>
    models.some((text) => keysOf(held.file.path, text).some((each) => each.name === key && each.around.length === 0));
  const isSlipped = !says(held.name) && (reads.length > 1 || isSlipOf(context.tree, held.name, wanted));
  const isData = says(wanted) || isSaidBeside(context, held, wanted) || isSlipped;
  const { path } = held.file;
  const edits = isData
    ? layersOf(context, held.file, held.name).map(({ file, key: { start, end } }) => ({
        ...editOf({ path: file.path, text: file.text }),
        after: splice(file.text, { start, end, text: wanted }),
      }))
    : readEdits(reads, held.name);
  return idea(name, {
    title: isData ? `\`${held.name}\` in ${path} should be \`${wanted}\`` : title,
    rank: says(wanted) ? -1 : 0,
    edits,
  });
}

/** Another file of the folder says it as it is read: the code may put the name of the file together, and reads that one, too. */
function isSaidBeside(context: RecipeContext, held: Extract<Held, { key: Key }>, wanted: string): boolean {
  const folderOf = (path: string): string => `${posix.dirname(path)}/${posix.extname(path)}`;
  return dataFiles(context).some((file) => {
    const names = topKeys(file).map((key) => key.name);
    const isBeside = file.path !== held.file.path && folderOf(file.path) === folderOf(held.file.path);
    return isBeside && names.includes(wanted) && !names.includes(held.name);
  });
}

function editOf({ path, text }: Pick<Source, 'path' | 'text'>): { path: string; before: string } {
  return { path, before: text };
}

/** Every reader takes the other name; `config.loans.days` becomes `config.loanDays` as a whole. */
function readEdits(reads: readonly Read[], to: string): Edit[] {
  return [...new Set(reads.map(({ source }) => source))].map((source) => {
    const splices = reads
      .filter((read) => read.source === source)
      .map((read) => {
        const pattern = read.member === null && read.key.parent?.type === 'Property' ? read.key.parent : null;
        if (pattern !== null && to.includes('.')) return takenDeeper(source, pattern, to.split('.'));
        const isChain = chainWords(read) === wordsOf(to).join();
        const end = isChain ? (read.member?.parent?.end ?? read.key.end) : read.key.end;
        return { start: read.key.start, end, text: pattern?.shorthand === true ? `${to}: ${read.name}` : to };
      });
    return { ...editOf(source), after: splice(source.text, ...splices) };
  });
}

/** `{ fees, paging }` as `{ fees, http: { paging } }`. */
function takenDeeper(source: Source, taken: Of<'Property'>, [section = '', last = '']: readonly string[]): Splice {
  const { start, end, key, shorthand } = taken;
  const rest = source.text.slice(shorthand ? start : key.end, end);
  const inner = !shorthand ? last + rest : keyName(key) === last ? rest : `${last}: ${rest}`;
  return { start, end, text: `${section}: { ${inner} }` };
}

/** The file has it one level too deep, and all that read it agree: it moves up. */
function movedIdea(context: RecipeContext, { files }: Holder, { wanted, reads }: Missing): Idea | null {
  const deeper = files.flatMap((file) =>
    file.keys
      .filter((key) => key.around.length === 1 && (key.name === wanted || isSplit(key, wanted)))
      .map((key) => ({ file, key })),
  );
  const [only, more] = deeper;
  if (only === undefined || more !== undefined || only.key.value === null || only.key.around[0] === '*') return null;
  const { file, key } = only;
  const [section = ''] = key.around;
  const isRead = holdersOf(context).some(({ reads: others }) => others.some(({ name: other }) => other === section));
  const after = isRead || key.name !== wanted ? null : lifted(file, key);
  if (after === null)
    return idea(name, {
      title: `\`${wanted}\` stands in \`${section}\``,
      rank: 0,
      edits: readEdits(reads, `${section}.${key.name}`),
    });
  return idea(name, {
    title: `\`${wanted}\` in ${file.path} stands one level too deep`,
    rank: 0,
    edits: [{ path: file.path, before: file.text, after }],
  });
}

/** `pages.folder` of `pagesFolder`. */
function isSplit(key: Key, wanted: string): boolean {
  return [...wordsOf(key.around[0] ?? ''), ...wordsOf(key.name)].join() === wordsOf(wanted).join();
}

/** The text with a key of a section at its top; the section goes where it held nothing else. */
function lifted(file: DataFile, { name: key, around, siblings, value }: Key): string | null {
  if (value === null) return null;
  const place: JSONPath = siblings.length === 1 ? [...around] : [...around, key];
  return dataChanged({ ...file, text: dataChanged(file, place, undefined) }, [key], getNodeValue(value));
}

/** A value that nobody should take from a template. */
const placeholder = /^$|change|replace|your|todo|xxx|secret|password|<.*>|\.\.\./i;

/** What a template or an earlier text has and the file lacks, or has as another kind, and the code reads. */
async function templateIdeas(context: RecipeContext, file: DataFile): Promise<Idea[]> {
  const { path } = file;
  const read = new Set(holdersOf(context).flatMap(({ reads }) => reads.map((each) => each.name)));
  const found: Idea[] = [];
  for (const model of await modelsOf(context, path)) {
    for (const key of keysOf(path, model).filter((each) => read.has(each.name) && !each.around.includes('*'))) {
      const own = keysAt(file, key.place).find((each) => each.name === key.name);
      const value: unknown = key.value === null ? undefined : getNodeValue(key.value);
      const place: JSONPath = [...key.around, key.name];
      const isParentThere =
        key.around.length === 0 ||
        keysAt(file, key.around.slice(0, -1).join('/')).some(
          (each) => each.name === key.around.at(-1) && each.value?.type === 'object',
        );
      const names = file.keys.flatMap((each) => (read.has(each.name) ? each.name : []));
      const isElsewhere =
        file.keys.some((each) => each.name === key.name) || (await toldKey(context, key.name, names)) !== null;
      if (own === undefined && isParentThere && !isElsewhere && !(typeof value === 'string' && placeholder.test(value)))
        found.push(
          written(file, {
            title: `\`${place.join('.')}\` is missing in ${path}`,
            after: dataChanged(file, place, value),
          }),
        );
      else if (own?.value != null && key.value !== null && own.value.type !== key.value.type)
        found.push(
          written(file, {
            title: `\`${place.join('.')}\` in ${path} should be ${kindOf(key.value)}`,
            after: dataChanged(file, place, asKind(own.value, key.value)),
          }),
        );
    }
  }
  return found;
}

function written({ path, text }: DataFile, { title, after }: { title: string; after: string }): Idea {
  return idea(name, { title, rank: 0, edits: [{ path, before: text, after }] });
}

function kindOf({ type }: JsonNode): string {
  return type === 'array' ? 'a list' : type === 'object' ? 'an object' : `a ${type}`;
}

/** `null` in the file of one environment, over what the file for all has. */
function emptiedIdeas({ files }: Holder): Idea[] {
  const [base, ...others] = files;
  return others.flatMap((file) =>
    file.keys.flatMap((key) => {
      const path = [...key.around, key.name];
      const below = base?.keys.find((each) => [...each.around, each.name].join('/') === path.join('/'));
      if (key.value?.type !== 'null' || below?.value == null || below.value.type === 'null' || path.includes('*'))
        return [];
      return [
        written(file, {
          title: `\`${path.join('.')}\` is emptied by ${file.path}`,
          after: dataChanged(file, path, undefined),
        }),
      ];
    }),
  );
}
