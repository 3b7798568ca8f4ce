/** The paths that expressions of the project give: `path.join(__dirname, '..', 'data')`, `new URL('../x', import.meta.url)`. */
import path from 'node:path';
import { declarationOf, exportsOfSpecifier, importsOf } from '../code/bindings.ts';
import { resolveSpecifier } from '../code/modules.ts';
import { fromCwd } from '../code/paths.ts';
import type { RecipeContext } from '../recipe.ts';
import { all, chainOf, keyName, openSource, stringValue, textOf, upwards } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { quoted } from '../code/text.ts';
import type { Splice } from '../code/text.ts';

const posix = path.posix;
const depthMax = 6;

/** What a parameter stands for, while the body of its function is read. */
interface Given {
  readonly param: string;
  readonly text: string;
}

/** Project-relative and normalised, `..` where it leads out; relative texts count from the working folder. Null where it cannot be read. */
export function pathOf(
  context: RecipeContext,
  source: Source,
  node: Node,
  depth = 0,
  param: Given | null = null,
): string | null {
  const inner = (each: Node): string | null => pathOf(context, source, each, depth + 1, param);
  const said = (each: Node | undefined): string | null =>
    each?.type === 'Identifier' && each.name === param?.param ? param.text : stringValue(each);
  if (depth > depthMax) return null;
  const text = said(node);
  if (text !== null) return text.startsWith('/') ? null : posix.normalize(text);
  if (node.type === 'Identifier') return named(context, source, node, depth);
  if (node.type === 'MemberExpression')
    return meta[textOf(source, node)]?.(source.path) ?? memberOf(context, source, node, depth);
  if (node.type === 'SpreadElement') return inner(node.argument as Node);
  if (node.type === 'NewExpression') {
    const base = isUrl(node) && node.arguments[1] !== undefined ? inner(node.arguments[1] as Node) : null;
    const relative = said(node.arguments[0] as Node | undefined);
    return base === null || relative === null ? null : posix.join(posix.dirname(base), relative);
  }
  if (node.type !== 'CallExpression') return null;
  const name = chainOf(node.callee)?.split('.').at(-1) ?? '';
  const parts = node.arguments.map((each) => inner(each as Node));
  if (chainOf(node.callee) === 'process.cwd') return context.cwd || '.';
  if (name === 'fileURLToPath') return parts[0] ?? null;
  if (name === 'dirname') return parts[0] === null || parts[0] === undefined ? null : posix.dirname(parts[0]);
  if (!joins.test(name) || parts.length === 0 || parts.some((part) => part === null)) return null;
  return posix.join(...parts.filter((part) => part !== null));
}

const joins = /^(?:join|resolve|normalize)$/;

const meta: Readonly<Record<string, (file: string) => string>> = {
  'import.meta.url': (file) => file,
  'import.meta.filename': (file) => file,
  'import.meta.dirname': (file) => posix.dirname(file),
};

function isUrl(node: Of<'NewExpression'>): boolean {
  return node.callee.type === 'Identifier' && node.callee.name === 'URL';
}

/** A constant of this file, or of another file of the project. */
function named(context: RecipeContext, source: Source, node: Of<'Identifier'>, depth: number): string | null {
  if (node.name === '__dirname') return posix.dirname(source.path);
  if (node.name === '__filename') return source.path;
  const from = importsOf(source).find((each) => each.local === node.name);
  const declared =
    from === undefined
      ? declarationOf(source, node.name)
      : (exportsOfSpecifier(context.tree, source.path, from.specifier)?.names.get(from.imported) ?? null);
  const program = declared === null ? undefined : upwards(declared).at(-1);
  const owner = program === source.program ? source : ownerOf(context, source, { program, specifier: from?.specifier });
  const value = declared === null ? null : given(declared);
  return value === null || value === node || !owner ? null : pathOf(context, owner, value, depth + 1);
}

/** The file that the import leads to, else the one that hands on from there. */
function ownerOf(
  { tree }: RecipeContext,
  { path: importer }: Source,
  { program, specifier = '' }: { readonly program: Node | undefined; readonly specifier: string | undefined },
): Source | null {
  const to = resolveSpecifier(tree, importer, specifier);
  const first = to?.to === 'file' ? openSource(tree, to.path) : null;
  if (first?.program === program) return first;
  return tree.files.map((file) => openSource(tree, file)).find((each) => each?.program === program) ?? null;
}

/** What a name stands for: of `const a = b`, of the `a` of an object that is given out, of `exports.a = b`, of `export { b as a }`. */
function given(declared: Node): Node | null {
  if (declared.type === 'VariableDeclarator') return declared.init;
  if (declared.type === 'Property') return declared.value as Node;
  if (declared.type === 'ExportSpecifier') return declared.local as Node;
  return declared.parent?.type === 'AssignmentExpression' ? declared : null;
}

/** `settings.root`, of a module that gives out one object with it. */
function memberOf(context: RecipeContext, source: Source, node: Of<'MemberExpression'>, depth: number): string | null {
  const name = node.computed ? null : keyName(node.property);
  const local = node.object.type === 'Identifier' ? node.object.name : null;
  const from = importsOf(source).find((each) => each.local === local);
  const to = from === undefined ? null : resolveSpecifier(context.tree, source.path, from.specifier);
  const owner = to?.to === 'file' ? openSource(context.tree, to.path) : null;
  if (owner === null || name === null) return null;
  const [property, more] = all(owner.program, 'ObjectExpression')
    .filter(({ parent }) => isGivenOut(parent))
    .flatMap(({ properties }) => properties)
    .flatMap((each) => (each.type === 'Property' && !each.computed && keyName(each.key) === name ? [each] : []));
  return property === undefined || more !== undefined
    ? null
    : pathOf(context, owner, property.value as Node, depth + 1);
}

/** `module.exports = {…}`, `export default {…}`, `export const config = {…}`. */
function isGivenOut(parent: Node | null | undefined): boolean {
  if (parent?.type === 'AssignmentExpression') return chainOf(parent.left) === 'module.exports';
  if (parent?.type === 'ExportDefaultDeclaration') return true;
  return parent?.type === 'VariableDeclarator' && parent.parent?.parent?.type === 'ExportNamedDeclaration';
}

/** An expression that gives a path, and its text where it is to give another one. */
export interface PathValue {
  readonly source: Source;
  readonly node: Node;
  readonly path: string;
  /** Something that is not written out comes behind it. */
  readonly isHead: boolean;
  readonly giving: (to: string) => { readonly start: number; readonly end: number; readonly text: string };
}

/** `here('../etc/app.ini')`, of `const here = (file) => join(__dirname, file)`; `fromRoot('data', 'a.csv')`, of `(...parts) => join(root, ...parts)` of another file. */
function helperValues(context: RecipeContext, source: Source): PathValue[] {
  return all(source.program, 'CallExpression').flatMap((node) => {
    const said = node.arguments.map((each) => stringValue(each));
    const [first, last] = [node.arguments[0], node.arguments.at(-1)];
    if (first === undefined || last === undefined || said.includes(null) || node.callee.type !== 'Identifier')
      return [];
    const fn = helperNamed(context, source, node.callee.name);
    if (fn === null || (said.length > 1 && !fn.isRest)) return [];
    const given = posix.join(...said.map((each) => each ?? ''));
    const made = (text: string): string | null => pathOf(context, fn.owner, fn.body, 0, { param: fn.param, text });
    const [folder, path] = [made('.'), made(given)];
    if (folder === null || path === null) return [];
    const end = given.endsWith('/') ? '/' : '';
    const giving = (to: string) => {
      const relative = posix.relative(folder, to) + end;
      const text =
        given !== said[0] || !said[0].startsWith('./') || relative.startsWith('.') ? relative : `./${relative}`;
      const parts = said.length > 1 ? relative.split('/') : [text];
      return { start: first.start, end: last.end, text: parts.map((part) => quoted(part, source.text)).join(', ') };
    };
    return [{ source, node, path: path.replace(/\/$/, ''), isHead: false, giving }];
  });
}

interface Helper {
  readonly owner: Source;
  readonly param: string;
  readonly isRest: boolean;
  readonly body: Node;
}

/** A function of this file, or of another one, that makes one expression of its one parameter. */
function helperNamed(context: RecipeContext, source: Source, name: string): Helper | null {
  const from = importsOf(source).find((each) => each.local === name);
  const to = from === undefined ? null : resolveSpecifier(context.tree, source.path, from.specifier);
  const owner = from === undefined ? source : to?.to === 'file' ? openSource(context.tree, to.path) : null;
  const declared = owner === null ? null : declarationOf(owner, from?.imported ?? name);
  const fn = declared?.type === 'VariableDeclarator' ? declared.init : declared;
  if (owner === null || (fn?.type !== 'ArrowFunctionExpression' && fn?.type !== 'FunctionDeclaration')) return null;
  const [first, more] = fn.params as Node[];
  const isRest = first?.type === 'RestElement';
  const param = isRest ? (first.argument as Node) : first;
  const [only] = fn.body?.type === 'BlockStatement' ? fn.body.body : [];
  const body = only?.type === 'ReturnStatement' ? only.argument : fn.body;
  const isIt = param?.type === 'Identifier' && more === undefined && body !== null && body.type !== 'BlockStatement';
  return isIt ? { owner, param: param.name, isRest, body: body as Node } : null;
}

/** The joins, URLs and plain texts of a file that give a path, where their last parts are written out. */
export function pathValues(context: RecipeContext, source: Source): PathValue[] {
  const { program } = source;
  const found: PathValue[] = helperValues(context, source);
  for (const node of [...all(program, 'CallExpression'), ...all(program, 'NewExpression')]) {
    const base = node.type === 'NewExpression' ? urlBase(node) : joinBase(node);
    if (base === null) continue;
    const { before, first, last, head } = base;
    const start = before === null ? context.cwd || '.' : pathOf(context, source, before);
    const given =
      head === undefined ? pathOf(context, source, node) : posix.join(before === null ? '.' : (start ?? '.'), head);
    if (start === null || given === null) continue;
    const path = before === null ? fromCwd(context, given) : given;
    const folder = node.type === 'NewExpression' ? posix.dirname(start) : start;
    const isSplit = node.type === 'CallExpression' && !(stringValue(first) ?? '').includes('/');
    const end = (stringValue(last) ?? '').endsWith('/') ? '/' : '';
    const giving = (to: string): { start: number; end: number; text: string } => {
      const relative = posix.relative(folder, to) + end;
      const parts = isSplit
        ? relative.split('/')
        : [node.type === 'NewExpression' && !relative.startsWith('.') ? `./${relative}` : relative];
      return { start: first.start, end: last.end, text: parts.map((part) => quoted(part, source.text)).join(', ') };
    };
    found.push({ source, node, path: path.replace(/\/$/, ''), isHead: head !== undefined, giving });
  }
  return found;
}

/** What a file that was moved reads relative to itself: the parts that led somewhere from where it stood and lead nowhere now, and with those the ones that lead up and no further. */
export function leftBehind({ tree }: RecipeContext, source: Source, was: string): Splice[] {
  const [here, there] = [source.path, was].map((file) => posix.dirname(file));
  if (here === undefined || there === undefined) return [];
  const exists = (path: string): boolean => /^\.?\/?$/.test(path) || tree.exists(path.replace(/\/$/, ''));
  const found = [...all(source.program, 'CallExpression'), ...all(source.program, 'NewExpression')].flatMap((node) => {
    const own = node.type === 'NewExpression' ? urlText(source, node) : joinedText(source, node);
    const old = own === null ? '..' : posix.join(there, own.said);
    if (own === null || old.startsWith('..') || !exists(posix.normalize(old))) return [];
    const isLost = !exists(posix.join(here, own.said));
    const relative = (posix.relative(here, old) || '.') + (own.said.endsWith('/') ? '/' : '');
    return isLost || /^[./]+$/.test(own.said) ? [{ isLost, splice: own.giving(relative) }] : [];
  });
  return found.some(({ isLost }) => isLost) ? found.map(({ splice }) => splice) : [];
}

/** What stands written out in a path that begins at the file itself. */
interface OwnText {
  readonly said: string;
  readonly giving: (to: string) => Splice;
}

function joinedText(source: Source, node: Of<'CallExpression'>): OwnText | null {
  const parts = joinedParts(source, node);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isSplit = !(stringValue(first) ?? '').includes('/');
  const giving = (to: string): Splice => ({
    start: first.start,
    end: last.end,
    text: (isSplit ? to.split('/') : [to]).map((part) => quoted(part, source.text)).join(', '),
  });
  return { said: posix.join(...parts.map((part) => stringValue(part) ?? '')), giving };
}

/** Also `../config/` of `` `../config/${name}` ``. */
function urlText(source: Source, node: Of<'NewExpression'>): OwnText | null {
  const [relative, base] = node.arguments as Node[];
  if (!isUrl(node) || relative === undefined || base === undefined || textOf(source, base) !== 'import.meta.url')
    return null;
  const whole = stringValue(relative);
  const head = relative.type === 'TemplateLiteral' && whole === null ? (relative.quasis[0]?.value.raw ?? '') : null;
  const said = whole ?? head?.slice(0, head.lastIndexOf('/') + 1) ?? '';
  const start = relative.start + 1;
  return said.startsWith('.') ? { said, giving: (text) => ({ start, end: start + said.length, text }) } : null;
}

/** The texts that follow `__dirname` in a join, as far as they are written out. */
function joinedParts(source: Source, node: Of<'CallExpression'>): Node[] {
  const [base, ...given] = node.arguments as Node[];
  const isOwn = base !== undefined && /^(?:__dirname|import\.meta\.dirname)$/.test(textOf(source, base));
  const end = given.findIndex((each) => stringValue(each) === null);
  return isOwn && joins.test(chainOf(node.callee)?.split('.').at(-1) ?? '')
    ? given.slice(0, end < 0 ? undefined : end)
    : [];
}

interface Base {
  /** What the written parts are joined to; null = the working folder. */
  readonly before: Node | null;
  readonly first: Node;
  readonly last: Node;
  /** The parts that are written, where others follow that are not: `views/mails` of `join(root, 'views', 'mails', file)`. */
  readonly head?: string;
}

function urlBase(node: Of<'NewExpression'>): Base | null {
  const [relative, base] = node.arguments;
  return isUrl(node) && relative !== undefined && base !== undefined && stringValue(relative) !== null
    ? { before: base as Node, first: relative as Node, last: relative as Node }
    : null;
}

/** `join(base, 'a', 'b')`, `join(base, 'a', name)` and `resolve('a')`; not where something else stands between. */
function joinBase(node: Of<'CallExpression'>): Base | null {
  const name = chainOf(node.callee)?.split('.').at(-1) ?? '';
  const given = node.arguments as Node[];
  const from = given.findIndex((each) => stringValue(each) !== null);
  if (!joins.test(name) || from < 0 || from > 1) return null;
  const tail = given.slice(from).findIndex((each) => stringValue(each) === null);
  const written = given.slice(from, tail < 0 ? undefined : from + tail);
  const [first, last] = [written[0], written.at(-1)];
  if (first === undefined || last === undefined) return null;
  const head = tail < 0 ? {} : { head: posix.join(...written.map((each) => stringValue(each) ?? '')) };
  return { before: from === 0 ? null : (given[0] ?? null), first, last, ...head };
}
