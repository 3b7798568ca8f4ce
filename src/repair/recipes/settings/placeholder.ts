/** `{{ member.firstname }}` in a letter, `{naem}` in a text of a translation: a word between the marks of the project's own templates that nothing is called by. */
import path from 'node:path';
import { didYouMean } from '../../code/names.ts';
import { beginAlike } from '../../code/words.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { isOwnPath } from '../../sound.ts';

const posix = path.posix;
const name = 'placeholder';

export const placeholder: Recipe = {
  name,
  classes: ['unknown', 'type', 'reference', 'range', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A word between the marks of a text that the project fills in itself (`{{ user.nmae }}`, `${total}`, `%name%`), which nothing is called by: takes the near name that the project has.',
  ideas(context) {
    const { given, read, spoken } = memberNames(context.tree);
    const isKnown = (word: string): boolean => given.has(word) || read.has(word) || spoken.has(word);
    const strange = wordsOf(context).filter(({ word }) => !isKnown(word));
    const said = strange.filter(({ word }) =>
      new RegExp(`(?<![\\w$])${word}(?![\\w$])`).test(context.diagnosis.message),
    );
    const found = said.flatMap((each) => {
      const near = didYouMean(each.word, given.keys()) ?? partNear(context, each);
      return near === null ? [] : [{ ...each, near }];
    });
    const [first] = found;
    if (first === undefined || found.some(({ word }) => word !== first.word)) return [];
    const title = `\`${first.word}\` in ${first.path} should be \`${first.near}\``;
    const splices = found
      .filter(({ path }) => path === first.path)
      .map(({ start, word, near }) => ({ start, end: start + word.length, text: near }));
    return [ideaIn(name, first, { title, rank: 0, splices })];
  },
};

/** `{{> foot}}` beside `footer.html`: the one text with that ending that is called almost so. */
function partNear({ tree }: RecipeContext, { path: file, text, word, start }: Word): string | null {
  if (!/\{\{>\s*$/.test(text.slice(0, start))) return null;
  const like = tree.files.filter((each) => each !== file && posix.extname(each) === posix.extname(file));
  const names = [...new Set(like.map((each) => posix.basename(each, posix.extname(each))))];
  const [only, more] = names.filter((each) => beginAlike(word, each));
  return names.includes(word) || more !== undefined ? null : (only ?? didYouMean(word, names));
}

interface Word {
  readonly path: string;
  readonly text: string;
  readonly word: string;
  readonly start: number;
}

const texts = /\.(?:txt|html?|md|tpl|tmpl|mustache|eml|xml|svg|json|ya?ml|ini|properties)$/i;
const marks = /\{\{\{?\s*[#/^&>]?\s*([\w.]+)|\$\{\s*([\w.]+)|<%[=-]?\s*([\w.]+)|(?<![{$])\{([\w.]+)\}|%([a-z]\w*)%/dg;
const charsMax = 200_000;

/** The words between marks, of the texts of the release. */
function wordsOf({ tree }: RecipeContext): Word[] {
  return tree.files.flatMap((path) => {
    const text = texts.test(path) && isOwnPath(path) ? tree.read(path) : null;
    if (text === null || text.length > charsMax) return [];
    return [...text.matchAll(marks)].flatMap(({ indices }) =>
      (indices ?? []).slice(1).flatMap((place) => (place === undefined ? [] : partsAt(path, text, place))),
    );
  });
}

function partsAt(path: string, text: string, [from, to]: readonly [number, number]): Word[] {
  return [...text.slice(from, to).matchAll(/[A-Za-z_]\w*/g)].map(({ 0: word, index }) => ({
    ...{ path, text, word },
    start: from + index,
  }));
}
