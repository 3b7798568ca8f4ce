/** The names of members that the files of a package speak of, read as text: for values that no debugger has seen. */
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { exportsOf, exportsOfSpecifier, importsOf } from './bindings.ts';
import type { Import } from './bindings.ts';
import { isOwn, isRecord, packageName, readJson, resolveSpecifier } from './modules.ts';
import { namesInScope } from './scope.ts';
import type { Binding } from './scope.ts';
import { keyName, openSource, upwards } from './syntax.ts';
import type { Node, Source } from './syntax.ts';
import { typedNames } from './typings.ts';

const filesMax = 2_000;
const readMax = 250;
const charsMax = 3_000_000;
const known = memoize<SourceTree, Map<string, ReadonlySet<string>>>(() => new Map());

/** Methods, fields and exports, of its types (`@types/…` too) and of its code; more than are there, never fewer of note. */
function packageWords(tree: SourceTree, packageName: string): ReadonlySet<string> {
  const made = known(tree);
  const before = made.get(packageName);
  if (before !== undefined) return before;
  const words = new Set<string>();
  let chars = 0;
  for (const [at, file] of filesOf(tree, packageName).entries()) {
    // `lodash/uniq.js`
    words.add(file.replace(/^.*\//, '').replace(/\..*$/, ''));
    const text = at < readMax && chars < charsMax ? (tree.read(file) ?? '') : '';
    chars += text.length;
    for (const pattern of /\.d\.[cm]?ts$/.test(file) ? [declared] : written)
      for (const [, word = ''] of text.matchAll(pattern)) words.add(word);
  }
  made.set(packageName, words);
  return words;
}

/** Those of the package that a specifier in a file of the project leads to; none where that is the project's own or Node's. */
export function wordsBehind(tree: SourceTree, file: string, specifier: string): readonly string[] {
  const name = packageBehind(tree, file, specifier);
  return name === null ? [] : [...packageWords(tree, name)];
}

/** The names that a package gives out: by its types, else by its code as far as that shows. */
export function givenNames(tree: SourceTree, importer: string, packageName: string): ReadonlySet<string> {
  const typed = typedNames(tree, packageName);
  return typed.size > 0 ? typed : new Set(exportsOfSpecifier(tree, importer, packageName)?.names.keys());
}

function packageBehind(tree: SourceTree, file: string, specifier: string): string | null {
  return specifier.startsWith('node:') || isOwn(tree, file, specifier) ? null : packageName(specifier);
}

const promises = memoize<SourceTree, Map<string, ReadonlySet<string>>>(() => new Map());

/** What a package's types say gives a promise, however it is called: `export declare function jwtVerify(…): Promise<…>`. */
export function promisedBy(tree: SourceTree, packageName: string): ReadonlySet<string> {
  const made = promises(tree);
  const before = made.get(packageName);
  if (before !== undefined) return before;
  const [given, other] = [new Set<string>(), new Set<string>()];
  const files = filesOf(tree, packageName).filter((file) => /\.d\.[cm]?ts$/.test(file));
  for (const file of files.slice(0, readMax))
    for (const [, word = '', type] of (tree.read(file) ?? '').matchAll(returning))
      (type === 'Promise' ? given : other).add(word);
  const names = new Set([...given].filter((word) => !other.has(word)));
  made.set(packageName, names);
  return names;
}

/** Those of the package that made it. */
export function wordsOfMaker(tree: SourceTree, source: Source, node: Node): readonly string[] {
  const name = makerOf(tree, source, node);
  return name === null ? [] : [name, ...builtOn(tree, name)].flatMap((each) => [...packageWords(tree, each)]);
}

/** `moment` of `moment-timezone`: a package that says by its name what it adds something to. */
function builtOn(tree: SourceTree, name: string): string[] {
  const given = readJson(tree, `node_modules/${name}/package.json`)?.['dependencies'];
  return isRecord(given) ? Object.keys(given).filter((each) => name.startsWith(`${each}-`)) : [];
}

/** The package whose function, class or object began a chain: `dayjs(at).add(1)`, `new Ajv()`, what is kept, reduced or made of one, here or in another file, and a parameter of one of its types. */
export function makerOf(tree: SourceTree, source: Source, node: Node, depth = 2): string | null {
  if (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    keyName(node.callee.property) === 'reduce'
  )
    return makerOf(tree, source, (node.arguments[1] as Node | undefined) ?? node.callee, depth);
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return makerOf(tree, source, node.callee, depth);
  if (node.type === 'MemberExpression') return makerOf(tree, source, node.object, depth);
  if (node.type === 'ArrowFunctionExpression') return depth > 0 ? makerOf(tree, source, node.body, depth - 1) : null;
  if (node.type === 'AwaitExpression') return makerOf(tree, source, node.argument, depth);
  if (node.type === 'Property') return makerOf(tree, source, node.value, depth);
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression')
    return node.superClass === null ? null : makerOf(tree, source, node.superClass, depth);
  if (node.type === 'VariableDeclarator') return node.init === null ? null : makerOf(tree, source, node.init, depth);
  if (node.type !== 'Identifier') return null;
  const binding = namesInScope(source, node.start).get(node.name);
  if (binding === undefined) return null;
  const from = importsOf(source).find((each) => each.local === node.name && upwards(binding.id).includes(each.node));
  if (from !== undefined && isOwn(tree, source.path, from.specifier)) return makerElsewhere(tree, source, from, depth);
  if (from !== undefined) return packageBehind(tree, source.path, from.specifier);
  const type = typeOf(binding.id);
  const typed = type === null ? undefined : importsOf(source).find((each) => each.local === type);
  if (typed !== undefined) return packageBehind(tree, source.path, typed.specifier);
  const isMade = binding.node.type === 'VariableDeclarator' || binding.node.type === 'ClassDeclaration';
  return isMade && depth > 0 ? makerOf(tree, source, binding.node, depth - 1) : null;
}

/** `class Booking extends Model` of another file. */
function makerElsewhere(tree: SourceTree, source: Source, from: Import, depth: number): string | null {
  const aim = depth === 0 ? null : resolveSpecifier(tree, source.path, from.specifier);
  const target = aim?.to === 'file' ? openSource(tree, aim.path) : null;
  if (target === null) return null;
  const { names, whole } = exportsOf(tree, target);
  const given = names.get(from.imported) ?? whole;
  return given === null ? null : makerOf(tree, target, given, depth - 1);
}

/** `Request` of `request: Request`. */
function typeOf(id: Binding['id']): string | null {
  const type = id.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : null;
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : null;
}

/** A function or method with what it gives. */
const returning =
  /^\s*(?:export |declare |default |function |static |public |abstract )*([A-Za-z_$][\w$]{1,40})\??\s*(?:<[^<>()]{0,200}>)?\([^;{}]{0,600}?\)\s*:\s*([\w$]+)/gm;

/** `format(template?: string): string;`, `readonly size: number;`, `export function uniq<T>(…)` */
const declared =
  /^\s*(?:export |declare |default |function |const |let |class |static |readonly |public |abstract )*([A-Za-z_$][\w$]{2,40})\??\s*[(:<{]/gm;
const written = [
  // `lodash.uniq = uniq`, `exports.parse = …`
  /\.([A-Za-z_$][\w$]{2,40})\s*=(?!=)/g,
  // `format(template) {` of a class or an object, `format: function (`
  /(?<=[{},;\n]\s*(?:(?:async|static|get|set|function|class|export|default|const|let|var)\s+)*)([A-Za-z_$][\w$]{2,40})\s*(?:\([^()\n]{0,120}\)\s*\{|:\s*(?:async\s*)?(?:function\b|\())/g,
];

function filesOf(tree: SourceTree, packageName: string): string[] {
  const found: string[] = [];
  const types = `node_modules/@types/${packageName.replace(/^@/, '').replace('/', '__')}/`;
  const open = [`node_modules/${packageName}/`, types];
  while (open.length > 0 && found.length < filesMax) {
    const folder = open.shift() ?? '';
    for (const name of tree.list(folder.slice(0, -1))) {
      if (/^(?:node_modules|test|tests|docs?|umd.*|\..*)\/$/.test(name)) continue;
      if (name.endsWith('/')) open.push(folder + name);
      else if (/(?<!\.min)\.(?:[cm]?js|d\.[cm]?ts)$/.test(name)) found.push(folder + name);
    }
  }
  return found.slice(0, filesMax).toSorted((a, b) => Number(!a.endsWith('.ts')) - Number(!b.endsWith('.ts')));
}
