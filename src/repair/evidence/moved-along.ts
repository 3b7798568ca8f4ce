/** What moved along with a file that is found elsewhere: the other texts that lead through the folder that is gone. */
import path from 'node:path';
import { parseTree } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { Edit, Idea, SourceTree } from '../../incident/nouns.ts';
import { isTest } from '../../kit/code.ts';
import { memoize } from '../../kit/memoize.ts';
import { importsOf } from '../code/bindings.ts';
import { all, allSources, chainOf, openSource, parseSource, stringValue } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import { splice, type Splice } from '../code/text.ts';
import { yamlTree } from '../code/yaml.ts';
import type { RecipeContext } from '../recipe.ts';
import { dataPaths } from './data-paths.ts';
import { leftBehind, pathValues, type PathValue } from './path-values.ts';

const posix = path.posix;

interface Way {
  readonly missing: string;
  readonly target: string;
}

interface Said {
  readonly value: string;
  readonly start: number;
}

/** What stands before and behind a text in the path that is made of it. */
interface Around {
  readonly head: string;
  readonly tail: string;
}

/** The idea, with the other texts of the code and of the data that it changes which lead through the same folder to what lies there now as well: half a move is none. */
export function movedAlong(context: RecipeContext, { missing, target }: Way, idea: Idea): Idea {
  const { tree } = context;
  const [from, to] = folders(tree, { missing, target });
  if (from === to || from === '.' || idea.edits.some(({ before, after }) => before === null || after === null))
    return idea;
  const edits = new Map<string, Edit>(idea.edits.map((edit) => [edit.path, edit]));
  const around = idea.edits.flatMap((edit) => partsOf(edit, missing));
  const put = (path: string, text: string, splices: readonly Splice[]): void => {
    const before = edits.get(path)?.before ?? text;
    if (splices.length > 0) edits.set(path, { path, before, after: splice(text, ...splices) });
  };
  const texts = (file: Text, isOwn: boolean, ways: readonly Around[]): Splice[] =>
    file.texts.flatMap(({ value, start }) => {
      // Beside the text that is changed, what is no more than a name counts as well; elsewhere it may be anything.
      const isPath = value.includes('/') || (isOwn && posix.extname(value) !== '');
      const [now] = isPath ? [whole, ...ways].flatMap((way) => led(tree, value, way, { from, to })) : [];
      return now === undefined ? [] : [{ start, end: start + value.length, text: now }];
    });
  const along = new Map<string, string>();
  // With the idea made: what counts from a folder that it corrects leads there already.
  const after: SourceTree = { ...tree, read: (file) => edits.get(file)?.after ?? tree.read(file) };
  const nowOf = ({ path: old }: PathValue): string | null =>
    tree.exists(old) ? null : old === from && tree.exists(to) ? to : moved(tree, old, { from, to });
  const joins = (source: Source): Splice[] => {
    if (!pathValues(context, source).some((each) => nowOf(each) !== null)) return [];
    return pathValues({ ...context, tree: after }, source).flatMap((each) => {
      const now = nowOf(each);
      if (now !== null) along.set(each.path, now);
      return now === null ? [] : [each.giving(now)];
    });
  };
  const data = dataTexts(context).filter((each) => !edits.has(each.path));
  const sources = allSources(tree).filter((each) => !isTest(each.path) && !edits.has(each.path));
  for (const { path: file, after } of idea.edits) {
    const source = parseSource(file, after ?? '');
    const own = { path: file, text: after ?? '', texts: textsIn(file, after) };
    put(file, own.text, [...texts(own, true, around), ...(source === null ? [] : joins(source))]);
  }
  for (const source of sources) {
    const file = { path: source.path, text: source.text, texts: literalsIn(source) };
    put(file.path, file.text, [...texts(file, false, around), ...joins(source)]);
  }
  // What a list of files names lies beside it.
  for (const file of data)
    put(file.path, file.text, texts(file, true, [{ head: `${posix.dirname(file.path)}/`, tail: '' }]));
  for (const [old, now] of along) {
    const source = edits.has(now) ? null : openSource(tree, now);
    if (source !== null) put(now, source.text, leftBehind(context, source, old));
  }
  return { ...idea, edits: [...edits.values()] };
}

interface Text {
  readonly path: string;
  readonly text: string;
  readonly texts: readonly Said[];
}

/** Where what lay there lies now; null where the path does not lead through the folder that is gone. */
function moved(
  tree: SourceTree,
  old: string,
  { from, to }: { readonly from: string; readonly to: string },
): string | null {
  const now = to + old.slice(from.length);
  return old.startsWith(`${from}/`) && !tree.exists(old) && tree.exists(now) ? now : null;
}

const dataTexts = memoize((context: RecipeContext) =>
  dataPaths(context).flatMap((file) => {
    const text = /\.(?:json|ya?ml)$/.test(file) && context.tree.files.includes(file) ? context.tree.read(file) : null;
    return text === null ? [] : [{ path: file, text, texts: textsIn(file, text) }];
  }),
);

const whole: Around = { head: '', tail: '' };

/** Without what both end in: the folder that is gone, and the one in its place. */
function folders(tree: SourceTree, { missing, target }: Way): readonly [string, string] {
  if (tree.list(target).length > 0) return [missing, target];
  const [one, other] = [posix.dirname(missing).split('/'), posix.dirname(target).split('/')];
  if (posix.basename(missing) !== posix.basename(target)) return ['', ''];
  while (one.length > 1 && other.length > 1 && one.at(-1) === other.at(-1)) {
    one.pop();
    other.pop();
  }
  return [one.join('/'), other.join('/')];
}

/** What the text must say to lead where the file is now; nothing where it leads somewhere already, or nowhere either way. */
function led(
  tree: SourceTree,
  said: string,
  { head, tail }: Around,
  { from, to }: { readonly from: string; readonly to: string },
): string[] {
  const old = posix.normalize(head + said + tail);
  const now = moved(tree, old, { from, to });
  const start = said.startsWith('./') ? './' : '';
  if (now === null || !now.startsWith(head)) return [];
  return [start + now.slice(head.length, now.length - tail.length)];
}

/** The texts that the edit changes, as parts of the path that was missing. */
function partsOf({ path: file, before, after }: Edit, missing: string): Around[] {
  const left = new Set(textsIn(file, after).map(({ value }) => value));
  const gone = textsIn(file, before).filter(({ value }) => value !== '' && !left.has(value));
  return gone.flatMap(({ value }) => {
    const tail = missing.endsWith(value) ? '' : posix.extname(missing);
    const said = value + tail;
    return `/${missing}`.endsWith(`/${said}`) ? [{ head: missing.slice(0, missing.length - said.length), tail }] : [];
  });
}

function textsIn(file: string, text: string | null): readonly Said[] {
  if (text === null) return [];
  if (/\.(?:json|ya?ml)$/.test(file)) return valuesIn(file.endsWith('.json') ? parseTree(text) : yamlTree(text), text);
  const source = parseSource(file, text);
  return source === null ? [] : literalsIn(source);
}

/** Imports and joins are no texts of that kind: what they lead to is found in another way. */
const literalsIn = memoize((source: Source): readonly Said[] => {
  const imported = new Set(importsOf(source).map(({ literal }) => literal));
  return all(source.program, 'Literal').flatMap((literal) => {
    const value = imported.has(literal) || isJoined(literal) ? null : stringValue(literal);
    const start = literal.start + 1;
    return value !== null && source.text.startsWith(value, start) ? [{ value, start }] : [];
  });
});

/** A part of `join(folder, 'a', 'b')` or of a URL says no path by itself. */
function isJoined({ parent }: Node): boolean {
  if (parent?.type === 'NewExpression') return true;
  return parent?.type === 'CallExpression' && /(?:^|\.)(?:join|resolve)$/.test(chainOf(parent.callee) ?? '');
}

function valuesIn(node: JsonNode | null | undefined, text: string): Said[] {
  if (!node) return [];
  if (node.type === 'property') return valuesIn(node.children?.[1], text);
  if (node.type !== 'string') return (node.children ?? []).flatMap((each) => valuesIn(each, text));
  const value = String(node.value);
  const at = text.slice(node.offset, node.offset + node.length).indexOf(value);
  return at < 0 ? [] : [{ value, start: node.offset + at }];
}
