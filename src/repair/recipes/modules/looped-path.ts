/** A name of a list from which paths of modules are put together, and its file, which was renamed: what else the name is used for tells which of the two follows. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import { isEsm } from '../../code/insert.ts';
import { all, allSources, chainOf, isFunction, openSource, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, quoted, semicolonOf } from '../../code/text.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { fileBehind } from './wrong-imports.ts';

const posix = path.posix;

export interface Listed {
  readonly source: Source;
  /** Where the name stands in the list. */
  readonly start: number;
  readonly stem: string;
}

/** `use(`/${name}`, require(`./${name}`))`: a path of the API is made of it as well. */
export function isUsedBeside({ source, start }: Listed): boolean {
  const list = all(source.program, 'ArrayExpression').find((each) => each.start < start && start < each.end);
  const loops = list === undefined ? [] : loopsOver(source, list);
  return loops.some(({ name, body }) =>
    all(body, 'Identifier').some((each) => each.name === name && !isOfPath(each, body) && !isKey(each)),
  );
}

interface Loop {
  readonly name: string;
  readonly body: Node;
}

/** `for (const name of list)`, `list.forEach((name) => …)`, be the list written there or a constant. */
function loopsOver(source: Source, list: Node): Loop[] {
  const { parent } = list;
  if (parent?.type === 'ForOfStatement' && parent.right === list) {
    const [declared] = parent.left.type === 'VariableDeclaration' ? parent.left.declarations : [];
    return declared?.id.type === 'Identifier' ? [{ name: declared.id.name, body: parent.body as Node }] : [];
  }
  if (parent?.type === 'MemberExpression' && parent.object === list) {
    const fn = parent.parent?.type === 'CallExpression' ? (parent.parent.arguments[0] as Node | undefined) : undefined;
    const param = fn !== undefined && isFunction(fn) ? fn.params[0] : undefined;
    return fn !== undefined && isFunction(fn) && param?.type === 'Identifier' && fn.body !== null
      ? [{ name: param.name, body: fn.body as Node }]
      : [];
  }
  const name = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
  return name === null
    ? []
    : all(source.program, 'Identifier')
        .filter((each) => each.name === name && each.parent?.type !== 'VariableDeclarator')
        .flatMap((each) => loopsOver(source, each));
}

function isOfPath(node: Node, body: Node): boolean {
  const around = upwards(node);
  return around.slice(0, around.indexOf(body) + 1).some((each) => {
    if (each.type === 'ImportExpression' || each.type === 'NewExpression') return true;
    return each.type === 'CallExpression' && /(?:^|\.)(?:require|resolve|join)$/.test(chainOf(each.callee) ?? '');
  });
}

function isKey({ parent, start }: Node): boolean {
  return parent?.type === 'MemberExpression' && !parent.computed && parent.property.start === start;
}

/** Somebody says the word, besides this list. */
export function isSaidElsewhere({ tree }: RecipeContext, word: string, { source, start }: Listed): boolean {
  const said = new RegExp(`(?<![\\w$])${escapeRegExp(word)}(?![\\w$])`, 'g');
  return allSources(tree).some((each) =>
    [...each.text.matchAll(said)].some(({ index }) => each !== source || Math.abs(index - start) > 1),
  );
}

/** The one file of the folder that nobody imports or lists, and that speaks of the name: `repertoire.js`, which serves the `pieces`. */
export function orphanOf(
  context: RecipeContext,
  folder: string,
  { stem, beside }: { readonly stem: string; readonly beside: readonly string[] },
): string | null {
  const sources = allSources(context.tree);
  const taken = new Set(
    sources.flatMap((source) => importsOf(source).flatMap((from) => fileBehind(context, source, from) ?? [])),
  );
  const left = sources.filter(({ path: file }) => {
    const { dir, name } = posix.parse(file);
    const isListed = beside.includes(name) || name === 'index' || /\.(?:test|spec)$/.test(name);
    return dir === folder && !isListed && !taken.has(file);
  });
  const [only, more] = left;
  if (only === undefined || more !== undefined) return null;
  return new RegExp(`(?<![\\w$])${escapeRegExp(stem)}(?![\\w$])`).test(only.text) ? only.path : null;
}

/** A file by the old name that hands on the one that there is now: what else is made of the name stays as it is. */
export function handedOnBy(context: RecipeContext, wanted: string, orphan: string): Idea[] {
  const target = openSource(context.tree, orphan);
  const { base, ext } = posix.parse(orphan);
  const file = posix.extname(wanted) === '' ? wanted + ext : wanted;
  if (target === null || !/^\.[cm]?js$/.test(ext) || context.tree.exists(file)) return [];
  const { names } = exportsOf(context.tree, target);
  const from = quoted(`./${base}`, target.text);
  const end = `${semicolonOf(target.text)}${eolOf(target.text)}`;
  const isModule = isEsm(context.tree, target);
  const lines = isModule
    ? [
        ...(names.has('default') ? [`export { default } from ${from}`] : []),
        ...([...names.keys()].some((name) => name !== 'default') ? [`export * from ${from}`] : []),
      ]
    : [`module.exports = require(${from})`];
  const after = lines.map((line) => line + end).join('');
  const title = `\`${posix.parse(file).name}\` is ${orphan} now, and more than its path is made of the name: it hands that on`;
  return after === '' ? [] : [idea('import-path', { title, rank: 1, edits: [{ path: file, before: null, after }] })];
}
