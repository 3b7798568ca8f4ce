/** The code a repair of one failure needs to see: where it failed, and what that code leans on, nearest first. */
import type { SourceTree } from '../../incident/nouns.ts';
import { declarationOf, exportsOf, importsOf } from '../code/bindings.ts';
import { methodsNamed } from '../code/callees.ts';
import { resolveSpecifier } from '../code/modules.ts';
import type { RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { isOwnPath } from '../sound.ts';
import { functionsAround, isReference, keyName, nodeAt, openSource, upwards, walk } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import { lineOf, offsetAt } from '../code/text.ts';

/** Lines of a file, 1-based, both included. */
export interface Piece {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** The nearer to the failure, the smaller. */
  readonly distance: number;
}

export interface Spot {
  readonly file: string;
  readonly line: number;
}

const spotsMax = 5;
/** A file of so many lines is shown whole where it failed. */
const wholeMax = 90;
const functionMax = 60;
const windowLines = 18;
const definitionMax = 20;
const definitionHead = 12;

/** Pieces of the project's own files, nearest first; they may overlap. */
export function piecesFor(context: RecipeContext, more: readonly Spot[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, spot] of spotsOf(context, more).entries()) {
    const far = index * 3;
    const here = hereOf(context.tree, spot, far);
    const source = openSource(context.tree, spot.file);
    pieces.push(here);
    if (source === null) continue;
    pieces.push(...importLines(source, far + 1));
    pieces.push(...leansOn(context, source, here).map((piece) => ({ ...piece, distance: far + 2 })));
  }
  pieces.push(...schemaOf(context));
  return pieces.toSorted((a, b) => a.distance - b.distance);
}

/** The places that the failure names, innermost first. */
export function spotsOf({ diagnosis, facts, tree }: RecipeContext, more: readonly Spot[]): Spot[] {
  const { file, line, named } = diagnosis;
  const spots: Spot[] = [
    ...(file === null ? [] : [{ file, line: line ?? 1 }]),
    ...(facts?.frames ?? []),
    ...diagnosis.frames.filter((frame) => frame.own),
    ...[named.importer, named.path?.replace(/^\.\//, '')].flatMap((each) =>
      each === undefined ? [] : [{ file: each, line: 1 }],
    ),
    ...more,
  ];
  const seen = new Set<string>();
  return spots
    .filter((spot) => isOwnPath(spot.file) && tree.read(spot.file) !== null)
    .filter((spot) => !seen.has(`${spot.file}:${spot.line}`) && seen.add(`${spot.file}:${spot.line}`))
    .slice(0, spotsMax);
}

/** The whole file where it is small, else the function around the line, else the lines around it. */
function hereOf(tree: SourceTree, { file, line }: Spot, distance: number): Piece {
  const text = tree.read(file) ?? '';
  const last = lineOf(text, Math.max(0, text.length - 1));
  if (last <= wholeMax) return { path: file, from: 1, to: last, distance };
  const source = openSource(tree, file);
  const offset = source === null ? null : offsetAt(source.text, line, firstColumn(source.text, line));
  const around = source === null || offset === null ? [] : functionsAround(nodeAt(source, offset));
  const ranges = source === null ? [] : around.map((fn) => linesOf(source, statementAround(fn)));
  const fitting = ranges.findLast(({ from, to }) => to - from < functionMax);
  const window = { from: Math.max(1, line - windowLines), to: Math.min(last, line + windowLines) };
  return { path: file, ...(fitting ?? window), distance };
}

function firstColumn(text: string, line: number): number {
  return (text.split('\n', line).at(-1)?.search(/\S/) ?? 0) + 1;
}

/** `app.get('/x', (req, res) => …)` says more than the arrow function in it. */
function statementAround(fn: Node): Node {
  const [, parent, over] = upwards(fn);
  const isWrapped = parent?.type === 'CallExpression' || parent?.type === 'VariableDeclarator';
  if (isWrapped && over !== undefined && /Statement$|Declaration$/.test(over.type)) return over;
  return parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? parent : fn;
}

function linesOf(source: Source, node: Node): { from: number; to: number } {
  return { from: lineOf(source.text, node.start), to: lineOf(source.text, node.end - 1) };
}

function importLines(source: Source, distance: number): Piece[] {
  const ranges = importsOf(source)
    .filter((each) => each.style === 'import' || each.style === 'require')
    .map((each) => linesOf(source, each.statement));
  return ranges.map((range) => ({ path: source.path, ...range, distance }));
}

/** What the piece uses and does not define itself: functions, constants and classes of the project's own files. */
function leansOn(context: RecipeContext, source: Source, here: Piece): Omit<Piece, 'distance'>[] {
  const [start, end] = [offsetAt(source.text, here.from, 1) ?? 0, offsetAt(source.text, here.to + 1, 1)];
  const isInside = (node: Node): boolean => node.start >= start && node.end <= (end ?? source.text.length);
  const names = new Map<string, Node>();
  const found: Omit<Piece, 'distance'>[] = [];
  walk(source.program, (node) => {
    if (isInside(node) && isReference(node) && !names.has(node.name)) names.set(node.name, node);
    const member = isInside(node) && node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
    if (member !== null && node.parent?.type === 'CallExpression' && node.parent.callee === node)
      names.set(`.${member}`, node);
    return true;
  });
  for (const [name, node] of names) {
    if (name.startsWith('.')) found.push(...methodOf(context, name.slice(1)));
    else {
      const binding = namesInScope(source, node.start).get(name);
      if (binding === undefined || isInside(binding.node)) continue;
      const from = importsOf(source).find((each) => each.local === name && each.node === binding.node);
      const range = from === undefined ? definitionIn(source, binding.node) : imported(context.tree, source, from);
      if (range !== null) found.push(range);
    }
  }
  return found;
}

/** A method that only one class or object of the project has. */
function methodOf(context: RecipeContext, name: string): Omit<Piece, 'distance'>[] {
  const made = methodsNamed(context, name);
  const [only] = made;
  return only === undefined || made.length > 1 ? [] : [shortened(only.source, statementAround(only.fn))];
}

function imported(
  tree: SourceTree,
  source: Source,
  from: { imported: string; specifier: string },
): Omit<Piece, 'distance'> | null {
  const resolved = resolveSpecifier(tree, source.path, from.specifier);
  if (resolved?.to !== 'file') return null;
  const target = openSource(tree, resolved.path);
  if (target === null) return whole(tree, resolved.path);
  const given = exportsOf(tree, target);
  const node = given.names.get(from.imported) ?? (from.imported === '*' ? given.whole : null) ?? null;
  return node === null ? whole(tree, resolved.path) : definitionIn(target, node);
}

/** All of it where it is short: a module that is taken as a whole, or a JSON file. */
function whole(tree: SourceTree, path: string): Omit<Piece, 'distance'> | null {
  const text = tree.read(path);
  if (text === null) return null;
  const last = lineOf(text, Math.max(0, text.length - 1));
  return { path, from: 1, to: Math.min(last, 3 * definitionMax) };
}

function definitionIn(source: Source, node: Node): Omit<Piece, 'distance'> | null {
  const named =
    node.type === 'Identifier'
      ? node.name
      : node.type === 'ExportSpecifier'
        ? keyName(node.local)
        : node.type === 'Property' && node.value.type === 'Identifier'
          ? node.value.name
          : null;
  const declared = named === null ? node : declarationOf(source, named);
  if (declared === null || upwards(declared).at(-1) !== source.program) return null;
  const statement = upwards(declared).find((each) => /Declaration$|Statement$|^Method|^Property$/.test(each.type));
  return shortened(source, statement ?? declared);
}

/** A long definition begins with what matters to its callers. */
function shortened(source: Source, node: Node): Omit<Piece, 'distance'> {
  const { from, to } = linesOf(source, node);
  return { path: source.path, from, to: to - from < definitionMax ? to : from + definitionHead };
}

/** Where the tables of a failing statement are made. */
function schemaOf({ diagnosis, tree }: RecipeContext): Piece[] {
  const { table, column } = diagnosis.named;
  if (diagnosis.class !== 'database' && table === undefined && column === undefined) return [];
  const found: Piece[] = [];
  for (const path of tree.files.filter((file) => /\.(?:sql|prisma|[cm]?[jt]s)$/.test(file) && isOwnPath(file))) {
    const text = tree.read(path) ?? '';
    for (const match of text.matchAll(/create table (?:if not exists )?["'`]?(\w+)[^;]{0,2000}?\n?\s*\)/gi)) {
      if (table !== undefined && match[1]?.toLowerCase() !== table.toLowerCase()) continue;
      const [from, to] = [lineOf(text, match.index), lineOf(text, match.index + match[0].length - 1)];
      found.push({ path, from, to, distance: 2 });
    }
  }
  return found.slice(0, 4);
}

/** As many pieces as fit, in the order of their files; lines of one file that touch become one. `cost` is of one line. */
export function pack(pieces: readonly Piece[], budget: number, cost: (path: string, line: number) => number): Piece[] {
  const files = new Map<string, Set<number>>();
  let left = budget;
  for (const { path, from, to } of pieces) {
    const taken = files.get(path) ?? new Set<number>();
    const fresh = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((line) => !taken.has(line));
    const price = fresh.reduce((sum, line) => sum + cost(path, line), 0);
    if (price > left) continue;
    left -= price;
    for (const line of fresh) taken.add(line);
    files.set(path, taken);
  }
  return [...files].flatMap(([path, taken]) =>
    runsOf([...taken].sort((a, b) => a - b)).map((run) => ({ path, ...run })),
  );
}

/** Two stretches that only a line or two part are shown as one. */
function runsOf(lines: readonly number[]): { from: number; to: number; distance: number }[] {
  const runs: { from: number; to: number; distance: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && line - last.to <= 2) last.to = line;
    else runs.push({ from: line, to: line, distance: 0 });
  }
  return runs;
}
