/** One name declared twice, as after a merge or a paste: of two that say the same the later one goes, of others the one that does not fit. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { isBuiltin, moduleKindOf, resolveSpecifier } from '../../code/modules.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import {
  all,
  allSources,
  chainOf,
  keyName,
  nodeAt,
  openSource,
  statementOf,
  stringValue,
  syntaxErrors,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { lineOf, lineStart, splice } from '../../code/text.ts';
import { areAlike, before, fitting, waysOf, waysWithout, without } from '../../evidence/doubles.ts';
import type { Way } from '../../evidence/doubles.ts';

export const declaredTwice: Recipe = {
  name: 'declared-twice',
  classes: ['syntax', 'unknown', 'config'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A name that is brought in twice, a decorator that is added twice, a call that stands twice in a row: the second one is taken out, the one that says nothing, or the one that the rest of the project does not fit; of two that both fit the one that is new.',
  async ideas(context) {
    const { diagnosis, signal, tree } = context;
    const added = /decorator '([\w$]+)' has already been added/i.exec(diagnosis.message)?.[1];
    const decorators = added === undefined ? [] : decorated(context, added);
    if (decorators.length > 0) return decorators;
    if (doneTwice.test(diagnosis.message)) return repeatedStatement(context);
    // As Node says it, and as esbuild does, below its first line.
    const told = `${diagnosis.message}\n${signal.stderr.slice(-16_384)}`;
    const name = said.exec(told)?.slice(1).find(Boolean);
    const source = diagnosis.file === null ? null : openSource(tree, diagnosis.file);
    if (source === null) return [];
    const same = name === undefined ? [] : repeated(tree, source, name);
    return same.length > 0 ? same : otherwise(context, source, name ?? null);
  },
};

/** As Node says it, esbuild, and the compiler of TypeScript. */
const said =
  /(?:Identifier '|symbol ")(#?[\w$]+)['"] has already been declared|(?:Duplicate export of|Duplicated export) '([\w$]+)'|same name "([\w$]+)"|(?:block-scoped variable|Duplicate identifier) '([\w$]+)'/;

/** What is done a second time, as Node, Fastify, Koa and Hono say it. */
const doneTwice =
  /has already been added|next\(\) called multiple times|(?:write|set) headers after they are sent|reply (?:was )?already sent|already declared for route/i;

/** A call that stands twice in a row, in the same words, and is the only one in the project that does. */
function repeatedStatement({ tree }: RecipeContext): Idea[] {
  const found = allSources(tree).flatMap((source) => {
    const calls = all(source.program, 'ExpressionStatement')
      .filter((each) => all(each, 'CallExpression').length > 0)
      .sort((a, b) => a.start - b.start);
    return calls.flatMap((each) => {
      const first = calls.find(
        ({ parent, end }) =>
          parent === each.parent && end <= each.start && source.text.slice(end, each.start).trim() === '',
      );
      return first !== undefined && textOf(source, first) === textOf(source, each) ? [{ source, each }] : [];
    });
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const [said = ''] = /^[^(\n]+/.exec(textOf(only.source, only.each)) ?? [];
  return taken(only.source, `${said.replace(/^await\s+/, '')}()`, only.each);
}

/** Two that differ, or that the parser alone speaks of: an export, a constructor. */
async function otherwise(context: RecipeContext, source: Source, name: string | null): Promise<Idea[]> {
  const ways = (name === null ? null : waysOf(source, name)) ?? parts(context, source);
  if (ways === null) return [];
  const what = name === null ? 'the same' : `\`${name}\``;
  const put = ({ text, kept }: Way, rank: number, ask: string | null = null): Idea =>
    idea('declared-twice', {
      ask,
      title: `${what} is there twice: the one on line ${lineOf(source.text, kept.start)} stays`,
      rank,
      edits: [{ path: source.path, before: source.text, after: text }],
    });
  if (areAlike(source, ways)) return [put(ways.find(({ kept }) => /^Export/.test(kept.type)) ?? ways[0], 0)];
  const fit = name === null ? [...ways] : fitting(context, source, name, ways);
  const past = fit.length < 2 ? null : await before(context, source, fit);
  if (past?.whole === true) return [put(past.way, 0)];
  if (fit.length === 1) return fit.map((way) => put(way, 0));
  // Either of two values runs.
  const ask = fit.every(({ kept }) => isValue(kept)) ? `only you know which ${what} is meant` : null;
  return fit.map((way) => put(way, 1, ask));
}

/** `const port = 3000`, with what its text says and no more. */
function isValue(kept: Node): boolean {
  const declared = kept.type === 'ExportNamedDeclaration' ? kept.declaration : kept;
  const parts = declared?.type === 'VariableDeclaration' ? declared.declarations : [];
  return parts.some(
    ({ init }) => init !== null && !/Function|Class/.test(init.type) && all(init, 'Identifier').length === 0,
  );
}

/** What the parser points at twice in one list: exports, constructors. */
function parts({ tree }: RecipeContext, source: Source): [Way, Way] | null {
  const [error] = syntaxErrors(source.path, source.text, moduleKindOf(tree, source.path));
  if (error === undefined || !/Duplicated export|multiple default exports|Multiple constructor/.test(error.message))
    return null;
  const [one, other] = error.labels.map(({ start }) =>
    upwards(nodeAt(source, start)).find(({ type }) =>
      /^(?:ExportSpecifier|MethodDefinition|Export\w+Declaration)$/.test(type),
    ),
  );
  if (one === undefined || other === undefined) return null;
  const whole = (node: Node): Node => {
    const { parent } = node;
    const isOnly = node.type === 'ExportSpecifier' && parent?.type === 'ExportNamedDeclaration';
    return isOnly && parent.specifiers.length === 1 ? parent : node;
  };
  const [list, more] = [one, other].filter(({ type }) => type === 'ExportSpecifier');
  if (list === undefined || more !== undefined) return waysWithout(source, whole(one), whole(other));
  // `export const a` and `export { a }`: what the list says is said.
  const way = { text: without(source.text, whole(list)), kept: list === one ? other : one };
  return [way, way];
}

function repeated(tree: SourceTree, source: Source, name: string): Idea[] {
  const imports = importsOf(source).filter((each) => each.local === name && each.style === 'import');
  const [first, second] = imports;
  if (first !== undefined && second !== undefined) {
    const isOne = isSame(first, second) || isSameFile(tree, source, [first, second]);
    if (imports.length > 2 || !isOne) return [];
    const siblings = importsOf(source).filter((each) => each.statement === second.statement);
    return taken(source, name, siblings.length === 1 ? second.statement : second.node);
  }
  const exports = all(source.program, 'ExportNamedDeclaration').filter((each) => givesOut(each, name));
  const [given, again, third] = exports.sort((a, b) => a.start - b.start);
  if (given !== undefined && again !== undefined && third === undefined && areAsOne(source, given, again))
    return taken(source, name, again);
  if (name.startsWith('#')) return repeatedMember(source, name);
  const statements = [...all(source.program, 'VariableDeclaration'), ...all(source.program, 'FunctionDeclaration')];
  const same = [...statements, ...all(source.program, 'ClassDeclaration')].filter((each) => declares(each, name));
  const [one, other] = same.sort((a, b) => a.start - b.start);
  if (one === undefined || other === undefined || same.length > 2 || one.parent !== other.parent) return [];
  if (areAsOne(source, one, other)) return taken(source, name, other);
  const lesser = lesserPattern(source, one, other);
  if (lesser !== null) return taken(source, name, lesser);
  const empty = same.filter((each) => isEmpty(each));
  return empty.length === 1 && empty[0] !== undefined ? taken(source, name, empty[0]) : [];
}

/** `export { priceOf } from './tariff.js'`, which a compiler speaks of where the parser does not. */
function givesOut({ specifiers }: Of<'ExportNamedDeclaration'>, name: string): boolean {
  return specifiers.some(({ exported }) => keyName(exported) === name);
}

function areAsOne(source: Source, one: Node, other: Node): boolean {
  const [left, right] = [one, other].map((node) => textOf(source, node).replace(/\s+/g, ' '));
  return left === right;
}

/** `const { first, last } = range` and `const { last, first } = range`, in a row or with what is taken first: the one that takes no more. */
function lesserPattern(source: Source, one: Node, other: Node): Node | null {
  const [left, right] = [one, other].map((node) => taking(source, node));
  if (left == null || right == null || left.from !== right.from) return null;
  if ([...right.keys].every((key) => left.keys.has(key))) return other;
  const isRow = source.text.slice(one.end, other.start).trim() === '';
  return isRow && [...left.keys].every((key) => right.keys.has(key)) ? one : null;
}

function taking(source: Source, node: Node): { readonly keys: ReadonlySet<string>; readonly from: string } | null {
  const [made, more] = node.type === 'VariableDeclaration' && node.kind === 'const' ? node.declarations : [];
  if (made?.id.type !== 'ObjectPattern' || made.init === null || more !== undefined) return null;
  const isCalled = all(made.init, 'CallExpression').some(({ callee }) => chainOf(callee) !== 'require');
  const isPlain = !isCalled && made.id.properties.every(({ type }) => type === 'Property');
  const keys = made.id.properties.map((each) => textOf(source, each as Node).replace(/\s+/g, ' '));
  return isPlain ? { keys: new Set(keys), from: textOf(source, made.init) } : null;
}

/** A field of a class that is there twice, in the same words. */
function repeatedMember(source: Source, name: string): Idea[] {
  const same = all(source.program, 'PropertyDefinition').filter(
    ({ key }) => key.type === 'PrivateIdentifier' && `#${key.name}` === name,
  );
  const [one, other, more] = same;
  const isSame = one !== undefined && other !== undefined && textOf(source, one) === textOf(source, other);
  return isSame && more === undefined && one.parent === other.parent ? taken(source, name, other) : [];
}

/** `let total;`, `const cache = {};` beside one that says more. */
function isEmpty(node: Node): boolean {
  if (node.type !== 'VariableDeclaration' || node.declarations.length > 1) return false;
  const init = node.declarations[0]?.init ?? null;
  if (init === null || (init.type === 'Literal' && init.value === null)) return true;
  return init.type === 'ObjectExpression' && init.properties.length === 0;
}

/** `node:path` and `path` are one. */
function isSame(one: Import, other: Import): boolean {
  const [left, right] = [one, other].map(({ specifier, imported }) => {
    const bare = specifier.replace(/^node:/, '');
    const isWhole = isBuiltin(bare) && (imported === '*' || imported === 'default');
    return `${isBuiltin(bare) ? bare : specifier} ${isWhole ? '*' : imported}`;
  });
  return left === right;
}

/** `#core/problem` and `../core/problem.js` lead to one file. */
function isSameFile(tree: SourceTree, source: Source, imports: readonly Import[]): boolean {
  const [one, other] = imports.map(({ specifier, imported }) => {
    const to = resolveSpecifier(tree, source.path, specifier);
    return to?.to === 'file' ? `${to.path} ${imported}` : null;
  });
  return one != null && one === other;
}

/** `app.decorate('carts', …)` twice in one function: the one that failed, which is the later one, goes. */
function decorated(context: RecipeContext, name: string): Idea[] {
  return allSources(context.tree).flatMap((source) => {
    const calls = all(source.program, 'CallExpression').filter(
      (call) =>
        /\.decorate(?:Request|Reply)?$/.test(chainOf(call.callee) ?? '') &&
        stringValue(call.arguments[0] as Node | undefined) === name,
    );
    const [first, second, third] = calls;
    if (first === undefined || second === undefined || third !== undefined) return [];
    const isSame =
      chainOf(first.callee) === chainOf(second.callee) && statementOf(first)?.parent === statementOf(second)?.parent;
    const statement = statementOf(second);
    return isSame && statement?.type === 'ExpressionStatement' && statement.expression === second
      ? taken(source, name, statement)
      : [];
  });
}

function declares(node: Node, name: string): boolean {
  if (node.type !== 'VariableDeclaration')
    return 'id' in node && node.id?.type === 'Identifier' && node.id.name === name;
  return node.declarations.some(({ id }) => all(id, 'Identifier').some((each) => each.name === name));
}

/** A statement goes with its line; one name of a list with its comma. */
function taken(source: Source, name: string, node: Node): Idea[] {
  const { text } = source;
  const isOne = node.type === 'ImportSpecifier';
  const behind = /^\s*,[^\S\n]*/.exec(text.slice(node.end))?.[0].length ?? 0;
  const before = /,\s*$/.exec(text.slice(0, node.start))?.[0].length ?? 0;
  if (isOne && behind + before === 0) return [];
  const newline = text.indexOf('\n', node.end);
  const range = isOne
    ? { start: behind > 0 ? node.start : node.start - before, end: node.end + behind }
    : { start: lineStart(text, node.start), end: newline < 0 ? text.length : newline + 1 };
  const isAlone = isOne || (text.slice(range.start, node.start) + text.slice(node.end, range.end)).trim() === '';
  const after = splice(text, isAlone ? { ...range, text: '' } : { start: node.start, end: node.end, text: '' });
  return [
    idea('declared-twice', {
      title: `\`${name}\` is there twice: one goes`,
      rank: 0,
      edits: [{ path: source.path, before: text, after }],
    }),
  ];
}
