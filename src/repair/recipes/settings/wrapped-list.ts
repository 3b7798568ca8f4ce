/** A file that holds its list under a name, where the code goes through what it holds: `{ "lifts": […] }`. */
import { posix } from 'node:path';
import { parseTree } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, keyName } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { indentUnit } from '../../code/text.ts';
import { dataFiles, filesOutside } from '../../evidence/data-keys.ts';
import type { DataFile } from '../../evidence/data-keys.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { listMethods } from './list-shape.ts';

/** The one file that is wrapped so, where nobody reads its list by the name: it holds the list and nothing else. */
export function wrappedLists(context: RecipeContext): Idea[] {
  const { message } = context.diagnosis;
  const method = /\.([\w$]+) is not a function/.exec(message)?.[1];
  const isOfList = method === undefined ? /is not iterable/.test(message) : listMethods.test(method);
  const files = isOfList ? [...dataFiles(context), ...filesOutside(context)] : [];
  const seen = keysSeen(context, method);
  const found = files.flatMap((file) => {
    const wrapped = wrappedIn(file);
    if (wrapped === null || (seen !== null && seen.join() !== wrapped.key)) return [];
    return isNamedSo(files, file, wrapped.key) && !isReadSo(context, file, wrapped.key) ? [{ file, ...wrapped }] : [];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { file, key, list } = only;
  const { text } = file;
  const own = text.slice(list.offset, list.offset + list.length);
  const after = `${own.replaceAll(`\n${indentUnit(text)}`, '\n')}\n`;
  const title = `${file.path} holds its list under \`${key}\`, and the code goes through what the file holds`;
  return [idea('config-shape', { title, rank: 0, edits: [{ path: file.path, before: text, after }] })];
}

function wrappedIn({ path, text }: DataFile): { readonly key: string; readonly list: JsonNode } | null {
  const root = path.endsWith('.json') ? parseTree(text) : undefined;
  const [only, more] = root?.type === 'object' ? (root.children ?? []) : [];
  const [key, list] = only?.children ?? [];
  return more === undefined && list?.type === 'array' ? { key: String(key?.value), list } : null;
}

/** What the debugger saw the value to have of which the method was asked; null where it saw none. */
function keysSeen(context: RecipeContext, method: string | undefined): readonly string[] | null {
  const [site] = sitesOf(context);
  const nodes = site === undefined ? [] : culprits(context, site);
  const values = nodes.flatMap((node) => {
    const isAsked = node.type === 'MemberExpression' && keyName(node.property) === method;
    const value = site === undefined ? null : valueOf(site, isAsked ? node.object : node);
    return value === null || isAsked === (method === undefined) ? [] : [value.keys];
  });
  return values[0] ?? null;
}

/** `lifts` in `lifts.json`; or what lies beside it begins with its list. */
function isNamedSo(files: readonly DataFile[], { path }: DataFile, key: string): boolean {
  const beside = files.filter(
    (other) => other.path !== path && posix.dirname(other.path) === posix.dirname(path) && other.path.endsWith('.json'),
  );
  const isAlone = beside.length > 0 && beside.every(({ text }) => text.trimStart().startsWith('['));
  return isAlone || posix.basename(path, '.json').toLowerCase() === key.toLowerCase();
}

/** Whoever names the file, or takes its name of the text that it was, reads it by the name of its list. */
function isReadSo({ tree }: RecipeContext, { path }: DataFile, key: string): boolean {
  const naming = ({ text }: Source): boolean => text.includes(posix.basename(path));
  return allSources(tree).some(
    (source) =>
      all(source.program, 'MemberExpression').some(
        ({ object, property }) =>
          keyName(property) === key && (naming(source) || /^(?:Call|Await)Expression$/.test(object.type)),
      ) ||
      all(source.program, 'VariableDeclarator').some(
        ({ id, init }) =>
          id.type === 'ObjectPattern' &&
          (naming(source) || /^(?:Call|Await)Expression$/.test(init?.type ?? '')) &&
          id.properties.some((each) => each.type === 'Property' && keyName(each.key) === key),
      ),
  );
}
