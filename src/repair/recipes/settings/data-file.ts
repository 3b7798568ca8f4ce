/** A value in a JSON or YAML file of the project that the code looks for under another name, or as another kind. */
import type { Idea } from '../../../incident/nouns.ts';
import { dataFiles, keysOf } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { templatesOf } from '../../evidence/data-paths.ts';
import { readersOf } from '../../evidence/fields.ts';
import { isPlural, nearNames } from '../../code/names.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { isNullish, sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { membersOnLine, suspectsOf } from '../../evidence/suspects.ts';
import { all, allSources, keyName, stringValue, textOf, upwards } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { sectionKeys } from './section-key.ts';

export const dataFile: Recipe = {
  name: 'data-file',
  classes: ['type', 'range', 'config', 'assertion', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A misspelt key in a JSON or YAML file, where an example, an earlier text or a type says which spelling is right; a number or a flag that was written as text.',
  async ideas(context) {
    const found = await ideasOf(context);
    return found.filter((each) => isReleased(context, each));
  },
  async outside(context) {
    const sure = (await ideasOf(context)).find((each) => each.ask === null && !isReleased(context, each));
    if (sure === undefined) return null;
    return { why: `${sure.title}; it is no part of the release, so nobody but you changes it`, command: null };
  },
};

async function ideasOf(context: RecipeContext): Promise<Idea[]> {
  const wanted = [
    ...missingMembers(context),
    ...unseenMembers(context),
    ...checkedMembers(context),
    ...loadedMembers(context),
    ...namedAtExit(context),
  ];
  const renamed = await Promise.all(wanted.map((each) => renameIdeas(context, each)));
  return [...renamed.flat(), ...sectionKeys(context), ...kindIdeas(context)];
}

function isReleased({ tree }: RecipeContext, { edits }: Idea): boolean {
  return edits.every(({ path }) => tree.files.includes(path));
}

/** A member that the code reads and the object has not. `has` are the keys that the debugger saw; null where it saw none. */
interface Wanted {
  readonly name: string;
  readonly has: readonly string[] | null;
  /** The text of the error speaks of it by this name. */
  readonly said: boolean;
  /** It is read of all that this file holds. */
  readonly file?: string;
}

function missingMembers(context: RecipeContext): Wanted[] {
  return suspectsOf(context).flatMap(({ site, object, name }) => {
    const seen = valueOf(site, object);
    return seen === null || seen.type !== 'object' || seen.keys.includes(name)
      ? []
      : [{ name, has: seen.keys, said: false }];
  });
}

/** `loadYaml('halls.yaml').halls` of nothing, read as the program began, when no debugger looked: the keys that the file has. */
function loadedMembers(context: RecipeContext): Wanted[] {
  if (context.diagnosis.named.nullish !== 'undefined') return [];
  return suspectsOf(context).flatMap(({ object, name }): Wanted[] => {
    const loaded = object.type === 'AwaitExpression' ? object.argument : object;
    const [given, other] = loaded.type === 'CallExpression' ? (loaded.arguments as Node[]) : [];
    const said = other === undefined ? stringValue(given) : null;
    const [file, more] = said === null ? [] : dataFiles(context).filter(({ path }) => `/${path}`.endsWith(`/${said}`));
    if (file === undefined || more !== undefined) return [];
    const has = file.keys.filter(({ around }) => around.length === 0).map((key) => key.name);
    return has.includes(name) ? [] : [{ name, has, said: false, file: file.path }];
  });
}

/** `this.seed.tiers[tier]` of nothing, where the debugger saw nothing: only what another text of the project confirms. */
function unseenMembers(context: RecipeContext): Wanted[] {
  const site = sitesOf(context)[0];
  if (site === undefined || context.diagnosis.named.nullish === undefined) return [];
  return membersOnLine(site).flatMap((member) => {
    const name = member.computed ? null : keyName(member.property);
    const isRead = member.parent?.type === 'MemberExpression' && member.parent.object === member;
    return name !== null && isRead && valueOf(site, member.object) === null ? [{ name, has: null, said: false }] : [];
  });
}

/** `if (!isFine(config.name)) throw new Error('name …')`: the members of the check that the error names. */
function checkedMembers(context: RecipeContext): Wanted[] {
  return checks(context).flatMap(({ site, member, name }) => {
    const value = valueOf(site, member);
    const seen = member.type === 'MemberExpression' ? valueOf(site, member.object) : null;
    return value === null || isNullish(value) ? [{ name, has: seen?.keys ?? null, said: true }] : [];
  });
}

/** `console.error('Missing config: database'); process.exit(1)`: words that the code has and no data file, as it said them last. */
function namedAtExit(context: RecipeContext): Wanted[] {
  const { diagnosis } = context;
  if (diagnosis.class !== 'unknown' || diagnosis.frames.length > 0) return [];
  const words = new Set(diagnosis.message.match(/(?<![\w$])[A-Za-z_$][\w$]{2,}(?![\w$])/g));
  const held = new Set(dataFiles(context).flatMap(({ keys }) => keys.map((key) => key.name)));
  return [...words]
    .filter((word) => !held.has(word) && readersOf(context, word).length > 0)
    .map((name) => ({ name, has: null, said: true }));
}

interface Check {
  readonly site: Site;
  readonly test: Node;
  readonly member: Node;
  readonly name: string;
}

function checks(context: RecipeContext): Check[] {
  const site = sitesOf(context)[0];
  const thrown = site?.nodes.find((node) => upwards(node).some((each) => each.type === 'ThrowStatement'));
  const branch = thrown === undefined ? undefined : upwards(thrown).find((each) => each.type === 'IfStatement');
  if (site === undefined || branch?.type !== 'IfStatement') return [];
  return all(branch.test, 'MemberExpression').flatMap((member) => {
    const name = member.computed ? null : keyName(member.property);
    const isSaid = name !== null && new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`).test(context.diagnosis.message);
    return isSaid ? [{ site, test: branch.test, member, name }] : [];
  });
}

/** The near key of a data file, where nothing reads it by the name that it has there. */
async function renameIdeas(context: RecipeContext, wanted: Wanted): Promise<Idea[]> {
  const { name, has } = wanted;
  const files = dataFiles(context).filter(({ path }) => path === (wanted.file ?? path));
  const names = new Set(files.flatMap(({ keys }) => keys.map((key) => key.name)));
  const near = new Set([...names].filter((each) => nearNames(name, [each]).length > 0));
  const found = files.flatMap((file) =>
    file.keys
      .filter(({ around }) => wanted.file === undefined || around.length === 0)
      .filter((key) => near.has(key.name) && !key.siblings.includes(name))
      // `req.params.hall` is not what the file holds.
      .filter((key) => (wanted.file !== undefined && isListOf(key, name)) || readersOf(context, key.name).length === 0)
      .filter((key) => has === null || key.siblings.every((each) => has.includes(each)))
      .map((key) => ({ file, key })),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { file, key } = only;
  const sure = wanted.said || isListOf(key, name) || (await isRight(context, file, { ...key, name }));
  if (has === null && !wanted.said && (!sure || isPlural(name, key.name))) return [];
  // Only its one reader writes it in other letters: he reads the owner's value either way.
  if (!sure && name.toLowerCase() === key.name.toLowerCase() && readersOf(context, name).length === 1) return [];
  return [
    idea('data-file', {
      title: `\`${key.name}\` in ${file.path} should be \`${name}\``,
      // The file is wrong, not the code that reads it; where that is not known, both are rivals.
      rank: sure ? -1 : 0,
      ask: sure ? null : `the code reads \`${name}\`, ${file.path} has \`${key.name}\`: only you know which is meant`,
      edits: [
        {
          path: file.path,
          before: file.text,
          after: splice(file.text, { start: key.start, end: key.end, text: name }),
        },
      ],
    }),
  ];
}

/** A list by the plural of its key. */
function isListOf(key: Key, name: string): boolean {
  return key.value?.type === 'array' && isPlural(name, key.name) && name.length > key.name.length;
}

/** The code reads it so in more than one place; an example, an earlier text or a type has the key by this name. */
async function isRight(context: RecipeContext, { path }: DataFile, { name, around }: Key): Promise<boolean> {
  const texts = [
    ...templatesOf(context, path).map((each) => context.tree.read(each)),
    context.lastGood?.read(path) ?? null,
    (await context.git?.show(path)) ?? null,
    (await context.git?.show(path, 1)) ?? null,
  ];
  if (readersOf(context, name).length > 1) return true;
  const at = [...around, name].join('/');
  const inTexts = texts.some(
    (text) => text !== null && keysOf(path, text).some((key) => [...key.around, key.name].join('/') === at),
  );
  return (
    inTexts ||
    allSources(context.tree).some((source) =>
      all(source.program, 'TSPropertySignature').some((each) => !each.computed && keyName(each.key) === name),
    )
  );
}

const number = /^-?\d+(?:\.\d+)?$/;

/** The check, or the method that was called, wants a number or a flag, and the file has it in quotes. */
function kindIdeas(context: RecipeContext): Idea[] {
  const checked = checks(context).map((each) => {
    const text = textOf(each.site.source, each.test);
    const isNumber = /\bNumber\.is\w+\(|\bisNaN\(|\bisFinite\(|['"]number['"]/.test(text);
    return { ...each, rank: 0, plain: isNumber ? number : /['"]boolean['"]/.test(text) ? /^(?:true|false)$/ : null };
  });
  return [...checked, ...countedWith(context)].flatMap(({ site, member, name, plain, rank }) => {
    const seen = valueOf(site, member);
    if (plain === null || (seen !== null && seen.type !== 'string')) return [];
    const found = dataFiles(context).flatMap((file) =>
      file.keys
        .filter((key) => key.name === name && key.value?.type === 'string' && plain.test(String(key.value.value)))
        .map(({ value }) => ({ file, value })),
    );
    const [only, more] = found;
    if (only === undefined || more !== undefined || only.value === null) return [];
    const { file, value } = only;
    const after = splice(file.text, {
      start: value.offset,
      end: value.offset + value.length,
      text: String(value.value),
    });
    const title = `\`${name}\` in ${file.path} is no text: ${String(value.value)}`;
    return [idea('data-file', { title, rank, edits: [{ path: file.path, before: file.text, after }] })];
  });
}

/** `config.page.size.toFixed()` of a text: the code says what it should be. */
function countedWith(context: RecipeContext): (Omit<Check, 'test'> & { plain: RegExp; rank: number })[] {
  const site = /\.to(?:Fixed|Precision|Exponential) is not a function/.test(context.diagnosis.message)
    ? sitesOf(context)[0]
    : undefined;
  return (site === undefined ? [] : membersOnLine(site)).flatMap((callee) => {
    const member = callee.object;
    const name = member.type === 'MemberExpression' && !member.computed ? keyName(member.property) : null;
    const isIt = /^to(?:Fixed|Precision|Exponential)$/.test(keyName(callee.property) ?? '');
    return site === undefined || name === null || !isIt ? [] : [{ site, member, name, plain: number, rank: -1 }];
  });
}
