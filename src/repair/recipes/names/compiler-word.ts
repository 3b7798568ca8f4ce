/** What TypeScript's compiler itself suggests, of what nothing but types tells: a word of a union, a type, a key of a literal. Names of values are other recipes' matter. */
import { slip } from '../../code/names.ts';
import { all, openSource } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { offsetAt } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const compilerWord: Recipe = {
  name: 'compiler-word',
  classes: ['type', 'import_export'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A word of a union, a type or a key of a literal that is misspelt, as the compiler suggests when a server is started by it.',
  ideas({ diagnosis: { message, file, line, column }, tree }: RecipeContext) {
    const said = suggestions.map((each) => each.exec(message)).find((match) => match !== null);
    const [, wrong = '', meant = ''] = said ?? [];
    const source = said === undefined || file === null ? null : openSource(tree, file);
    const from = source === null || line === null ? null : offsetAt(source.text, line, column ?? 1);
    const cost = slip(wrong, meant);
    if (source === null || from === null || cost === null) return [];
    const place = placeOf(source, from, wrong);
    if (place === null) return [];
    const title = `\`${wrong}\` should be \`${meant}\`, as the compiler says`;
    const ask = cost > sureMax ? 'The two words are not that near.' : null;
    return [ideaIn(compilerWord.name, source, { title, rank: 0, ask, splices: [{ ...place, text: meant }] })];
  },
};

/** As far apart as one slip of the pen. */
const sureMax = 1.4;

const suggestions: readonly RegExp[] = [
  /^TS2820: Type '"([^"\n]+)"' is not assignable to type .*\. Did you mean '"([^"\n]+)"'\?/,
  /^TS2724: '"[^"\n]+"' has no exported member named '([\w$]+)'\. Did you mean '([\w$]+)'\?/,
  /^TS2561: Object literal may only specify known properties, but '([\w$]+)' does not exist in type .*\. Did you mean to write '([\w$]+)'\?/,
];

/** The name at that very place; of a word in quotes, which stands behind the key that the compiler points at, the only one on the line. */
function placeOf({ text, program }: Source, from: number, wrong: string): Omit<Splice, 'text'> | null {
  const written = all(program, 'Identifier').filter((each) => each.name === wrong);
  const name = written.find(({ start }) => start === from);
  const isUsed = written.some(({ start }) => start !== from);
  if (name !== undefined) return isUsed && name.parent?.type === 'ImportSpecifier' ? null : name;
  const newline = text.indexOf('\n', from);
  const end = newline < 0 ? text.length : newline;
  const [word, more] = all(program, 'Literal').filter(
    (each) => each.value === wrong && each.start >= from && each.end <= end,
  );
  return word === undefined || more !== undefined ? null : { start: word.start + 1, end: word.end - 1 };
}
