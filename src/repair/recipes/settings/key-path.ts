/** `settings.get('mail.from')`, where the files of settings have no such path: the section or key that nobody asks for takes the name, or the text follows what moved. */
import type { Idea } from '../../../incident/nouns.ts';
import { isPlural, nearNames, shareWord, slip } from '../../code/names.ts';
import { splice } from '../../code/text.ts';
import { askedParts, askedPaths } from '../../evidence/asked-paths.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { namesIn } from '../../evidence/holders.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { idea, ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'key-path';

export const keyPath: Recipe = {
  name,
  classes: ['type', 'range', 'config', 'assertion', 'env_missing', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A path of keys that is asked for as one text (`mail.from`) and that no data file has: the key or section that nobody asks for takes its name, or the text follows what moved.',
  ideas(context) {
    const files = dataFiles(context).filter(({ path }) => context.tree.files.includes(path));
    return saidPaths(context).flatMap((said) => {
      if (files.some((file) => file.keys.some((key) => pathOf(key) === said))) return [];
      for (const ideas of [renamedIdeas, respeltIdeas, movedIdeas]) {
        const found = ideas(context, files, said);
        if (found.length > 0) return found;
      }
      return [];
    });
  },
};

const pathOf = ({ around, name: last }: Key): string => [...around, last].join('.');

/** The paths that the failure speaks of, or that the debugger saw, of those that the code asks for. */
function saidPaths({ diagnosis, facts, tree }: RecipeContext): string[] {
  const asked = new Set(askedPaths(tree).map(({ path }) => path));
  const seen = (facts?.frames ?? []).flatMap(({ locals, expressions }) =>
    Object.values({ ...locals, ...expressions }).map(({ preview }) => preview),
  );
  const texts = [diagnosis.message, ...seen].flatMap((text) => text.match(/[A-Za-z_][\w-]*(?:\.[\w-]+)+/g) ?? []);
  return [...new Set(texts)].filter((text) => asked.has(text));
}

/** `"quote": { "validDays": … }` for `quotes.validDays`: the same place, all that is asked of it below, and nobody asks for it. */
function renamedIdeas(context: RecipeContext, files: readonly DataFile[], said: string): Idea[] {
  const parts = said.split('.');
  const idle = files.flatMap((file) =>
    file.keys.flatMap((key) => {
      const at = key.around.length;
      const meant = parts[at];
      const isPlace = meant !== undefined && key.around.join('.') === parts.slice(0, at).join('.');
      const isFree = !key.siblings.includes(meant ?? '') && isIdle(context, key.name);
      return isPlace && isFree && hasBelow(file, key, parts.slice(at + 1)) ? [{ file, key, meant }] : [];
    }),
  );
  const isNear = ({ key, meant }: (typeof idle)[number]): boolean =>
    nearNames(meant, [key.name]).length > 0 || isPlural(meant, key.name) || shareWord(meant, key.name);
  const near = idle.filter(isNear);
  const found = near.length > 0 ? near : idle;
  const [first] = found;
  if (first === undefined || found.some(({ key }) => pathOf(key) !== pathOf(first.key))) return [];
  const { key, meant } = first;
  const isLike = near.length > 0;
  const isSection = key.around.length < parts.length - 1;
  const title = `nobody asks for \`${pathOf(key)}\`, which holds what \`${said}\` asks for`;
  return [
    idea(name, {
      title,
      rank: isLike || isSection ? 0 : 1,
      ask: isLike || isSection ? null : `nothing but its place speaks for \`${pathOf(key)}\` as \`${said}\``,
      edits: found.map(({ file, key: { start, end } }) => ({
        path: file.path,
        before: file.text,
        after: splice(file.text, { start, end, text: meant }),
      })),
    }),
  ];
}

function isIdle({ tree }: RecipeContext, word: string): boolean {
  const { read, spoken } = memberNames(tree);
  return !read.has(word) && !spoken.has(word) && !askedParts(tree).has(word);
}

function hasBelow(file: DataFile, key: Key, [next, ...rest]: readonly string[]): boolean {
  if (next === undefined) return !/^(?:object|array)$/.test(key.value?.type ?? '');
  if (!namesIn(key.value).includes(next)) return false;
  const inner = file.keys.find((each) => pathOf(each) === `${pathOf(key)}.${next}`);
  return inner !== undefined && hasBelow(file, inner, rest);
}

/** `fees.permetre` for `fees.perMetre`: the one path that is written so but for case, or for a slip in one key of it. */
function respeltIdeas(context: RecipeContext, files: readonly DataFile[], said: string): Idea[] {
  const parts = said.split('.');
  const isLeaf = ({ value }: Key): boolean => !/^(?:object|array)$/.test(value?.type ?? '');
  const paths = new Set(files.flatMap(({ keys }) => keys.filter(isLeaf).map(pathOf)));
  const bare = (path: string): string => path.replaceAll(/[_-]/g, '').toLowerCase();
  const cased = [...paths].filter((path) => bare(path) === bare(said));
  const oneOff = (path: string): boolean => {
    const others = path.split('.');
    const odd = parts.filter((part, at) => part !== others[at]);
    const [written = '', meant = ''] = [odd[0], others[parts.indexOf(odd[0] ?? '')]];
    return (
      others.length === parts.length &&
      odd.length === 1 &&
      !isPlural(written, meant) &&
      (slip(written, meant) ?? 9) <= 1.4
    );
  };
  const [only, more] = cased.length > 0 ? cased : [...paths].filter(oneOff);
  return only === undefined || more !== undefined
    ? []
    : [asked(context, said, { to: only, title: `\`${said}\` should be \`${only}\`` })];
}

/** Wherever code asks for one path, it asks for the other. */
function asked({ tree }: RecipeContext, said: string, { to, title }: { to: string; title: string }): Idea {
  const changes = askedPaths(tree)
    .filter(({ path }) => path === said)
    .map(({ source, literal }) => ({
      source,
      splices: [{ start: literal.start + 1, end: literal.end - 1, text: to }],
    }));
  return ideaOf(name, { title, rank: 0 }, changes);
}

/** The one key of that name, which nobody asks for where it stands now: the text says where. */
function movedIdeas(context: RecipeContext, files: readonly DataFile[], said: string): Idea[] {
  const last = said.split('.').at(-1) ?? said;
  const keys = files.flatMap((file) => file.keys.filter((key) => key.name === last && !key.around.includes('*')));
  const [only, more] = new Set(keys.map(pathOf));
  const places = askedPaths(context.tree);
  const { read, spoken } = memberNames(context.tree);
  const isTaken = places.some(({ path }) => path !== said && path.split('.').at(-1) === last);
  if (only === undefined || more !== undefined || isTaken || read.has(last) || spoken.has(last)) return [];
  return [asked(context, said, { to: only, title: `\`${said}\` stands in \`${only}\` now` })];
}
