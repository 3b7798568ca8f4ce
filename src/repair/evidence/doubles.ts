/** A name that a file brings in twice at one place, as a merge leaves it, and what tells which of the two is meant. */
import type { RecipeContext } from '../recipe.ts';
import { exportsOfSpecifier, importsOf, membersOf } from '../code/bindings.ts';
import { moduleKindOf, resolveSpecifier } from '../code/modules.ts';
import { bindingsOf } from '../code/scope.ts';
import { all, allSources, isFunction, keyName, parseSource, syntaxErrors, upwards } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import { lineStart, nextLine, splice } from '../code/text.ts';
import { undeclaredNames } from '../code/undeclared.ts';
import { print } from '../mending/print.ts';

/** The text with one of the two alone. */
export interface Way {
  readonly text: string;
  /** What stays: a statement, or the part of one that brings the name in. */
  readonly kept: Node;
}

/** Both ways to have a name once, the earlier one kept first; null where it is not there twice at one place. */
export function waysOf(source: Source, name: string): [Way, Way] | null {
  const blocks = [source.program, ...all(source.program, 'BlockStatement')];
  for (const block of blocks) {
    const ids = bindingsOf(block as Node).filter((each) => each.name === name);
    const parts = [...new Map(ids.map((each) => [each.id.start, partOf(each.node, each.id)])).values()];
    const [one, other, more] = parts;
    if (one === undefined || other === undefined) continue;
    return one === null || other === null || more !== undefined ? null : waysWithout(source, one, other);
  }
  return null;
}

/** Both ways to keep one of two parts, the one that is kept first standing first. */
export function waysWithout(source: Source, one: Node, other: Node): [Way, Way] {
  return [
    { text: without(source.text, other), kept: one },
    { text: without(source.text, one), kept: other },
  ];
}

/** What goes with a name: its statement, one name of an import or a pattern; null where more would go. */
function partOf(node: Node, id: Node): Node | null {
  if (/^Import.*Specifier$/.test(node.type)) {
    const statement = node.parent;
    if (statement?.type !== 'ImportDeclaration') return null;
    if (statement.specifiers.length === 1) return statement;
    return node.type === 'ImportSpecifier' ? node : null;
  }
  if (node.type !== 'VariableDeclarator') return statementWith(node);
  const { parent } = node;
  if (parent?.type !== 'VariableDeclaration' || parent.declarations.length > 1) return null;
  if (node.id.type === 'Identifier') return statementWith(parent);
  const property = upwards(id).find(({ type }) => type === 'Property');
  if (node.id.type !== 'ObjectPattern' || property?.parent !== node.id) return null;
  return node.id.properties.length === 1 ? statementWith(parent) : property;
}

/** With the `export` before it. */
function statementWith(node: Node): Node {
  return /^Export(?:Named|Default)Declaration$/.test(node.parent?.type ?? '') ? node.parent! : node;
}

/** Whole lines with the comment right above them; one name of a list with its comma. */
export function without(text: string, node: Node): string {
  const isOne = /^(?:ImportSpecifier|ExportSpecifier|Property)$/.test(node.type);
  const behind = /^\s*,[^\S\n]*/.exec(text.slice(node.end))?.[0].length ?? 0;
  const before = /,\s*$/.exec(text.slice(0, node.start))?.[0].length ?? 0;
  if (isOne) {
    const range = behind > 0 ? [node.start, node.end + behind] : [node.start - before, node.end];
    return splice(text, { start: range[0]!, end: range[1]!, text: '' });
  }
  const [start, end] = [lineStart(text, node.start), nextLine(text, node.end - 1)];
  if ((text.slice(start, node.start) + text.slice(node.end, end)).replace(';', '').trim() !== '')
    return splice(text, { start: node.start, end: node.end, text: '' });
  const above =
    /(?:^|\n)((?:[ \t]*(?:\/\/.*|\/\*\*(?:[^*]|\*(?!\/))*\*\/)\r?\n)+)$/.exec(text.slice(0, start))?.[1] ?? '';
  // Of the blank lines around it one is enough, and none at the end of a block.
  const head = text.slice(0, start - above.length).replace(/(?<=\n)[^\S\n]*\n$/, '');
  const isApart = head === '' || head.length < start - above.length;
  const tail = text.slice(end);
  return isApart && /^\s*\n/.test(tail)
    ? text.slice(0, start - above.length) + tail.replace(/^\s*\n/, '')
    : (/^\s*(?:\}|$)/.test(tail) ? head : text.slice(0, start - above.length)) + tail;
}

/** Both say the same, the `export` before one of them aside. */
export function areAlike(source: Source, [one, other]: readonly [Way, Way]): boolean {
  const said = ({ kept }: Way): string => print(bare(kept), source.text);
  return said(one) === said(other);
}

function bare(node: Node): Node {
  const inner = node.type === 'ExportNamedDeclaration' ? node.declaration : null;
  return inner ?? node;
}

/** Those that the rest of the project fits: names that are there, as many arguments as are given, members that are read, what a module gives out. */
export function fitting(context: RecipeContext, source: Source, name: string, ways: readonly Way[]): Way[] {
  const known = undeclaredNames(source.path, source.text);
  const kind = moduleKindOf(context.tree, source.path);
  return ways.filter(({ text, kept }) => {
    const strange = undeclaredNames(source.path, text).some((each) => !known.includes(each));
    return (
      syntaxErrors(source.path, text, kind).length === 0 &&
      !strange &&
      isGiven(context, source, kept) &&
      takesCalls(context, source, name, bare(kept)) &&
      hasMembers(source, name, bare(kept))
    );
  });
}

/** What is imported is given out there. */
function isGiven({ tree }: RecipeContext, source: Source, kept: Node): boolean {
  return importsOf(source)
    .filter((each) => each.node === kept || each.statement === kept)
    .every(({ specifier, imported }) => {
      const given = exportsOfSpecifier(tree, source.path, specifier);
      const isThere = resolveSpecifier(tree, source.path, specifier) !== null;
      return isThere && (given === null || !given.complete || imported === '*' || given.names.has(imported));
    });
}

function valueOf(kept: Node): Node | null {
  return kept.type === 'VariableDeclaration' ? (kept.declarations[0]?.init ?? null) : kept;
}

function takesCalls({ tree }: RecipeContext, source: Source, name: string, kept: Node): boolean {
  const fn = valueOf(kept);
  if (fn === null || !isFunction(fn) || fn.params.some(({ type }) => type === 'RestElement')) return true;
  const needed = fn.params.findLastIndex(({ type }) => type !== 'AssignmentPattern') + 1;
  const elsewhere = allSources(tree).flatMap((other) =>
    importsOf(other).flatMap(({ local, imported, specifier }) => {
      const to = imported === name && other !== source ? resolveSpecifier(tree, other.path, specifier) : null;
      return to?.to === 'file' && to.path === source.path && local !== null ? [{ other, local }] : [];
    }),
  );
  return [{ other: source, local: name }, ...elsewhere].every(({ other, local }) =>
    all(other.program, 'CallExpression')
      .filter(({ callee, arguments: given }) => {
        const isSpread = given.some(({ type }) => type === 'SpreadElement');
        return callee.type === 'Identifier' && callee.name === local && !isSpread;
      })
      .every(({ arguments: given }) => needed <= given.length && given.length <= fn.params.length),
  );
}

function hasMembers(source: Source, name: string, kept: Node): boolean {
  const value = valueOf(kept);
  const members = value === null ? null : membersOf(source, value);
  if (members === null || !members.complete || kept.type !== 'VariableDeclaration') return true;
  return all(source.program, 'MemberExpression')
    .filter(({ object, computed }) => !computed && object.type === 'Identifier' && object.name === name)
    .every(({ property }) => members.names.has(keyName(property) ?? ''));
}

/** The one that the last text had in which the name stood once; `whole` where nothing else has changed since. Null where none tells. */
export async function before(
  context: RecipeContext,
  source: Source,
  ways: readonly Way[],
): Promise<{ readonly way: Way; readonly whole: boolean } | null> {
  const { lastGood, git } = context;
  const texts = [lastGood?.read(source.path), await git?.show(source.path), await git?.show(source.path, 1)];
  for (const text of texts) {
    const past = text == null ? null : parseSource(source.path, text);
    if (
      past === null ||
      text == null ||
      syntaxErrors(source.path, text, moduleKindOf(context.tree, source.path)).length > 0
    )
      continue;
    const [way, more] = ways.filter(({ kept }) => {
      const said = print(bare(kept), source.text);
      return all(past.program, bare(kept).type).some((each) => print(each, text) === said);
    });
    if (way !== undefined && more === undefined) return { way, whole: plain(way.text) === plain(text) };
    return null;
  }
  return null;
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
