/** A source that does not parse: the token whose change mends it. */
import type { Idea } from '../../../incident/nouns.ts';
import { isCodeFile } from '../../../kit/code.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import { moduleKindOf } from '../../code/modules.ts';
import { undeclaredNames } from '../../code/undeclared.ts';
import { losesLines, mayHaveOpened } from '../../mending/lost-parts.ts';
import { brokenPattern } from '../../mending/patterns.ts';
import { hasUnseen } from '../../mending/unseen.ts';
import { idea } from '../../recipe.ts';
import { withAsync } from './function-kind.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { all, isFunction, parseSource, syntaxErrors } from '../../code/syntax.ts';
import type { ModuleKind } from '../../code/syntax.ts';
import { mend } from '../../mending/syntax-repair.ts';
import type { Mended } from '../../mending/syntax-repair.ts';

export const syntax: Recipe = {
  name: 'syntax',
  classes: ['syntax', 'module_format', 'unknown', 'type', 'reference'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A source that does not parse: brackets, quotes, commas, misspelt keywords, merge markers; laid out as its indentation says.',
  async ideas(context) {
    const found = await Promise.all(brokenFiles(context).map((path) => fileIdeas(context, path)));
    return found.flat();
  },
};

/** How V8 says that a text does not parse. */
const ofParser =
  /^(?:SyntaxError: )?(?:Unexpected (?:token|identifier|string|number|end of input|reserved word)|Invalid or unexpected token|missing \) after argument list)/;

/** The file that the loader named, else those that do not parse; at most 2. */
function brokenFiles(context: RecipeContext): string[] {
  const { file } = context.diagnosis;
  const isBroken = (path: string): boolean => {
    const text = context.tree.read(path);
    return (
      text !== null &&
      text.length < 400_000 &&
      (syntaxErrors(path, text, moduleKindOf(context.tree, path)).length > 0 ||
        brokenPattern(path, text) !== null ||
        hasUnseen(text))
    );
  };
  if (file !== null && isCodeFile(file) && isBroken(file)) return [file];
  // A program may say no more of it than the message, and a compiler speaks of what a text that does not parse fails to declare.
  const { class: kind, message } = context.diagnosis;
  if (kind !== 'syntax' && !ofParser.test(message) && !/^TS\d{4,5}: /.test(message)) return [];
  return context.tree.files.filter((path) => isCodeFile(path) && isBroken(path)).slice(0, 2);
}

/** Trees that cost nearly the same are rivals: all are tried, and where more than one works a person chooses. */
const margin = 0.6;

async function fileIdeas(context: RecipeContext, path: string): Promise<Idea[]> {
  const before = context.tree.read(path);
  if (before === null || isUnasync(path, before, moduleKindOf(context.tree, path))) return [];
  const kind = moduleKindOf(context.tree, path);
  const earlier = context.lastGood?.read(path) ?? (await context.git?.show(path)) ?? null;
  // What was committed broken tells nothing of how it was meant.
  const lastGood = earlier === null || syntaxErrors(path, earlier, kind).length > 0 ? null : earlier;
  const line = context.diagnosis.file === path ? context.diagnosis.line : null;
  const beside = textsBeside(context, path);
  const found = mend({ path, text: before, kind, line, lastGood, beside });
  const isCut = isCutShort(before);
  const words = new Set(beside.flatMap(wordsIn));
  const known = found.map((each) => ({
    ...each,
    guess:
      ((isCut || overfills(context, path, each) || lacksMore(path, before, each, words)) && each.text !== lastGood) ||
      each.guess === true,
    // The text has lost more than a sign.
    strange: each.text === lastGood ? null : (undeclaredNames(path, each.text)[0] ?? null),
  }));
  // What names something that is nowhere is no rival, however cheap.
  const best = (known.find(({ strange }) => strange === null) ?? known[0])?.cost ?? 0;
  // Nor is what a person would have to be asked about, where another one costs less.
  const isGuess = known.find(({ strange }) => strange === null)?.guess === true;
  const near = known.filter(
    ({ cost, strange, guess }) => strange === null && Math.abs(cost - best) < margin && (isGuess || guess !== true),
  );
  // Two words that ran into one stand nowhere else.
  const isOfSigns = near.every(({ what }) => /, column \d+$/.test(what));
  const least = Math.min(...near.map(({ text }) => loneWords(words, text)));
  const isRival = (each: (typeof known)[number]): boolean =>
    near.includes(each) && (!isOfSigns || loneWords(words, each.text) === least);
  const rivals = near.filter(isRival).length;
  return known.map((each) => {
    const away = each.cost - best;
    const rank = isRival(each) ? (rivals === 1 ? 0 : 1) : away < margin && rivals === 0 ? 1 : away < 2 ? 2 : 3;
    const title = `${path}: ${each.what}`;
    return idea('syntax', { ask: doubtOf(each), title, rank, edits: [{ path, before, after: each.text }] });
  });
}

function lacksMore(path: string, before: string, each: Mended, words: ReadonlySet<string>): boolean {
  return (
    isEmptied(before, each.text) ||
    isStump(words, before, each.text) ||
    losesLines(path, before, each.text, words) ||
    mayHaveOpened(path, before, each)
  );
}

const wordsIn = (text: string): string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? [];

/** The project's other sources, 400 at most. */
function textsBeside({ tree }: RecipeContext, path: string): string[] {
  const others = tree.files.filter((each) => each !== path && isCodeFile(each)).slice(0, 400);
  return others.map((each) => tree.read(each) ?? '');
}

/** How many words a text has once that no other file has. */
function loneWords(known: ReadonlySet<string>, text: string): number {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].filter(([word, count]) => count === 1 && !known.has(word)).length;
}

/** `push(transform(` at the end of a line, closed by more than one sign: what was handed over is lost with them. */
function isEmptied(before: string, after: string): boolean {
  const at = [...before].findIndex((sign, index) => sign !== after[index]);
  const head = before.slice(0, at).trimEnd();
  const put = after.slice(at, at + after.length - before.length).replace(/\s/g, '');
  return /[([{]$/.test(head) && /^[^\S\n]*(?:\n|$)/.test(before.slice(head.length)) && /^[)\]}].+$/.test(put);
}

/** `numbers.l)`: what is closed at the end of a line begins like another word, and stands nowhere else: the line was cut off there. */
function isStump(known: ReadonlySet<string>, before: string, after: string): boolean {
  const at = [...before].findIndex((sign, index) => sign !== after[index]);
  const head = before.slice(0, at).trimEnd();
  const rest = before.slice(head.length).split('\n', 1)[0];
  const stump = /[\w$]+$/.exec(head)?.[0];
  if (stump === undefined || rest?.trim() !== '' || known.has(stump)) return false;
  const own = wordsIn(before);
  const isLone = own.filter((word) => word === stump).length === 1;
  return isLone && [...known, ...own].some((word) => word !== stump && word.startsWith(stump));
}

/** `hoursOf(end start)` of a function that takes one value: it lost another sign than a comma. */
function overfills({ tree }: RecipeContext, path: string, { text, what }: Mended): boolean {
  const source = what.startsWith('missing `,`') ? parseSource(path, text) : null;
  if (source === null) return false;
  return all(source.program, 'CallExpression').some(({ callee, arguments: given }) => {
    const name = callee.type === 'Identifier' ? callee.name : null;
    const from = importsOf(source).find(({ local }) => name !== null && local === name);
    const made = from === undefined ? null : exportsOfSpecifier(tree, path, from.specifier)?.names.get(from.imported);
    const fn = made?.type === 'VariableDeclarator' ? made.init : made;
    if (!fn || !isFunction(fn)) return false;
    return given.length > fn.params.length && fn.params.every(({ type }) => type === 'Identifier');
  });
}

/** `request.` at the end of a line, and a statement or a brace behind it: what was read there is lost, whatever sign is changed. */
function isCutShort(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.some(
    (line, at) =>
      /^(?!\s*(?:\/\/|\/?\*))(?:(?!\/\/).)*[\w$)\]]\??\.\s*$/.test(line) &&
      /^\s*(?:\}|(?:return|const|let|var|if|for|while|throw|switch|try|function|class)\b)/.test(lines[at + 1] ?? '}'),
  );
}

/** All that is wrong is an `await` in a function that is not async: the matter of `language`, and no sign is missing. */
function isUnasync(path: string, text: string, kind: ModuleKind): boolean {
  const source = parseSource(path, text);
  const mended = source === null ? null : withAsync(source);
  return mended !== null && syntaxErrors(path, mended, kind).length === 0;
}

function doubtOf({ what, guess, strange }: Mended & { readonly strange: string | null }): string | null {
  if (guess === true) return `the text does not tell what was meant: ${what}`;
  return strange === null ? null : `with this repair it parses, but \`${strange}\` is not defined anywhere`;
}
