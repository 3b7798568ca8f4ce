/** Files whose names are put together, and which are all called by another pattern than the one that is written. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources } from '../../code/syntax.ts';
import type { Of, Source } from '../../code/syntax.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;

interface Built {
  readonly source: Source;
  /** What stands before and behind what is put in, from the last slash on. */
  readonly head: string;
  readonly tail: string;
  readonly start: number;
  readonly end: number;
  readonly inner: string;
}

/** `prices-${year}.csv`, where the folder holds `2023.csv` and `2024.csv`, and nothing that is called as it is written. */
export function builtNames(context: RecipeContext, wanted: string): Idea[] {
  const { dir, base } = posix.parse(wanted);
  const names = context.tree.list(dir).filter((each) => !each.endsWith('/'));
  const found = allSources(context.tree)
    .flatMap(builtIn)
    .filter(({ head, tail }) => fits(base, head, tail) && !names.some((each) => fits(each, head, tail)));
  const [built, more] = found;
  if (built === undefined || more !== undefined) return [];
  const value = base.slice(built.head.length, base.length - built.tail.length);
  const [pattern, other] = patterns(names, value);
  if (pattern === undefined || other !== undefined) return [];
  const { source, start, end, inner } = built;
  const text = pattern.head + inner + pattern.tail;
  const title = `the files of \`${dir}\` are called \`${text}\``;
  return [ideaIn('missing-file', source, { title, kind: 'cause', rank: 0, splices: [{ start, end, text }] })];
}

const fits = (name: string, head: string, tail: string): boolean =>
  name.length > head.length + tail.length && name.startsWith(head) && name.endsWith(tail);

/** What stands around the value in the one file that has it, where all others of that ending, and at least one, have the like of it there. */
function patterns(names: readonly string[], value: string): { readonly head: string; readonly tail: string }[] {
  const like = escapeRegExp(value)
    .replace(/\d+/g, '\\d+')
    .replace(/(?<!\\)[A-Za-z]+/g, '[A-Za-z]+');
  const whole = new RegExp(`(?<![A-Za-z\\d])${escapeRegExp(value)}(?![A-Za-z\\d])`);
  return names.flatMap((name) => {
    const at = name.search(whole);
    if (at < 0) return [];
    const [head, tail] = [name.slice(0, at), name.slice(at + value.length)];
    const alike = new RegExp(`^${escapeRegExp(head)}${like}${escapeRegExp(tail)}$`);
    const others = names.filter((each) => each !== name && posix.extname(each) === posix.extname(name));
    return others.length > 0 && others.every((each) => alike.test(each)) ? [{ head, tail }] : [];
  });
}

/** Templates with one thing put in behind their last slash. */
function builtIn(source: Source): Built[] {
  return all(source.program, 'TemplateLiteral').flatMap((template: Of<'TemplateLiteral'>) => {
    const [before, behind] = template.quasis.slice(-2);
    if (before === undefined || behind === undefined || behind.value.raw.includes('/')) return [];
    const head = before.value.raw.slice(before.value.raw.lastIndexOf('/') + 1);
    const isAlone = template.quasis.length === 2 || before.value.raw.includes('/');
    const from = source.text.lastIndexOf('${', behind.start);
    const [start, end] = [from - head.length, template.end - 1];
    const inner = source.text.slice(from, end - behind.value.raw.length);
    const isWritten = source.text.startsWith(head, start) && inner.startsWith('${') && inner.endsWith('}');
    return isAlone && isWritten ? [{ source, head, tail: behind.value.raw, start, end, inner }] : [];
  });
}
