/** Whether the last change did nothing but use a package in a way that the package does not have. */
import type { Edit, SourceTree } from '../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../code/bindings.ts';
import { handlerAround } from '../code/frameworks.ts';
import { hunksOf } from '../code/hunks.ts';
import { declared, isBuiltin, isOwn, packageName } from '../code/modules.ts';
import { boundIdentifiers } from '../code/scope.ts';
import { all, allSources, chainOf, keyName, openSource, parseSource, textOf } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { sitesOf, valueOf } from './site.ts';
import type { Site } from './site.ts';

/**
 * `YAML.safeLoad(text)` where it was `YAML.parse(text)`, and this `yaml` has no `safeLoad`: written for another version or
 * another package of the kind, it cannot run here, and going back takes nothing else away. Not where the same change
 * declares another version, which may only have to be installed.
 */
export function isOtherWay(context: RecipeContext, edits: readonly Edit[]): boolean {
  const { tree, lastGood } = context;
  const lacking = lackingPart(context);
  const isWhole = edits.every(({ before, after }) => before !== null && after !== null);
  if (lacking === null || !isWhole) return false;
  const { missing, name, receiver } = lacking;
  const brought = hunksOf(edits).flatMap(({ lines }) => lines.filter((line) => line.startsWith('-')));
  const isKept = (each: string): boolean =>
    lastGood === null || declared(tree).get(each) === declared(lastGood).get(each);
  const concerned = name === null ? [...declared(tree).keys()] : [name];
  if (!brought.some((line) => wordsOf(line).includes(missing)) || !concerned.every(isKept)) return false;
  return edits.every((edit) => isOf(tree, edit, { name, receiver: edit.path === lacking.path ? receiver : null }));
}

interface Lacking {
  readonly path: string;
  /** What the failure says is no function, or is not there. */
  readonly missing: string;
  /** The package that was asked for it; null where only an object of a package is known. */
  readonly name: string | null;
  /** That object's name, in that file. */
  readonly receiver: string | null;
}

/** What a package, what its call gave, or an object of a class that is none of the project's own lacks. */
function lackingPart(context: RecipeContext): Lacking | null {
  const { diagnosis, tree } = context;
  const { message, named } = diagnosis;
  const file = diagnosis.file ?? named.importer ?? null;
  const source = file === null ? null : openSource(tree, file);
  if (source === null) return null;
  const taken = takenIn(tree, source);
  const of = taken.find(({ specifier }) => specifier === named.module);
  const isHad = of !== undefined && (isBuiltin(of.name) || declared(tree, source.path).has(of.name));
  // `zod/lib`, of a package that has no such part.
  const lost = diagnosis.class === 'missing_module' && isHad ? wordsOf(of.specifier).at(-1) : undefined;
  const called = /([\w$]+) is not (?:a function|a constructor|iterable)/.exec(message)?.[1];
  const missing = called ?? named.property ?? named.exportName ?? lost;
  if (missing === undefined) return null;
  const part = { path: source.path, missing, receiver: null };
  if (missing === (named.exportName ?? lost)) return of === undefined ? null : { ...part, name: of.name };
  const [site] = sitesOf(context);
  if (site?.source.path !== source.path) return null;
  for (const node of site.nodes) {
    const object = objectOf(node, missing);
    if (object === null) continue;
    const from = taken.find((each) => each.local !== null && each.local === rootOf(object));
    if (from !== undefined && isPart(tree, source, object, from)) return { ...part, name: from.name };
    const asked = called === undefined ? receiverOf(object) : object;
    if (asked !== null && isForeign(context, site, asked)) return { ...part, name: null, receiver: lastOf(asked) };
  }
  return null;
}

/** `c` of `c.status(404).json(…)`, where the first call gave nothing. */
function receiverOf(node: Node): Node | null {
  return node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee.object : null;
}

/** Seen to be of a class that is none of the project's own, or what a framework hands to who answers requests. */
function isForeign({ tree }: RecipeContext, site: Site, node: Node): boolean {
  const handler = node.type === 'Identifier' ? handlerAround(tree, site.source, node) : null;
  if (handler !== null && [handler.request, handler.response].includes(chainOf(node))) return true;
  const kind = valueOf(site, node)?.className ?? null;
  return kind !== null && !(kind in globalThis) && !isDeclared(tree, kind);
}

/** `db` of `db.query(sql)`; `ms` of `ms(text)`, and of `const { parse } = ms`. */
function objectOf(node: Node, missing: string): Node | null {
  if (node.type === 'MemberExpression') return keyName(node.property) === missing ? node.object : null;
  if (node.type === 'Identifier') return node.name === missing ? node : null;
  return node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern' ? node.init : null;
}

/** `z` of `z.string().min(1)`, `YAML`; what was read of what a call gave is no part of the package. */
function rootOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return chainOf(node)?.split('.')[0] ?? null;
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  const { callee } = node;
  const isChained = callee.type === 'MemberExpression' && callee.object.type === 'CallExpression';
  return rootOf(isChained ? callee.object : callee);
}

/** What a call of it gave, itself, or something that it gives out for certain: `fs.promises`, and not `config.rules`, which are somebody's data. */
function isPart(tree: SourceTree, { path }: Source, node: Node, { specifier }: Taken): boolean {
  const [, member, ...more] = node.type === 'MemberExpression' ? (chainOf(node) ?? '').split('.') : [];
  if (member === undefined || member === 'default') return true;
  return more.length === 0 && exportsOfSpecifier(tree, path, specifier)?.names.has(member) === true;
}

function isDeclared(tree: SourceTree, kind: string): boolean {
  return allSources(tree).some(({ program }) =>
    [...all(program, 'ClassDeclaration'), ...all(program, 'FunctionDeclaration')].some(({ id }) => id?.name === kind),
  );
}

/** `redis` of `this.#redis`. */
function lastOf(node: Node): string | null {
  return node.type === 'MemberExpression' ? keyName(node.property) : node.type === 'Identifier' ? node.name : null;
}

interface Taken {
  readonly name: string;
  readonly specifier: string;
  readonly local: string | null;
}

function takenIn(tree: SourceTree, source: Source): Taken[] {
  return importsOf(source).flatMap(({ specifier, local }) => {
    const name = isOwn(tree, source.path, specifier) ? null : packageName(specifier.replace(/^node:/, ''));
    return name === null ? [] : [{ name, specifier, local }];
  });
}

/** Every line that was altered speaks of the package, and none of them brings a name, a text, a number or a way out that was not there. */
function isOf(tree: SourceTree, edit: Edit, part: Pick<Lacking, 'name' | 'receiver'>): boolean {
  const lines = hunksOf([edit]).flatMap((hunk) => hunk.lines);
  const linesOf = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
  const [gone, back] = [linesOf('-'), linesOf('+')];
  if (lines.join('').length > lettersMax) return false;
  const texts = [
    [edit.before, gone],
    [edit.after, back],
  ] as const;
  const known = new Set(
    texts.flatMap(([text, altered]) => {
      const source = parseSource(edit.path, text ?? '');
      return source === null ? [] : namesIn(tree, source, part, altered);
    }),
  );
  const speaks = (line: string): boolean =>
    wordsOf(line).every(isGrammar) || wordsOf(line).some((word) => known.has(word));
  const isLess = gone.filter(isCalling).length <= back.filter(isCalling).length;
  return [...gone, ...back].every(speaks) && isLess && !bringsMore(gone.join('\n'), back.join('\n'), known);
}

/** What is longer was not written by hand. */
const lettersMax = 20_000;

/** A line that only takes the package, or what it gives out, does nothing. */
function isCalling(line: string): boolean {
  return /\w/.test(line) && !/^\s*import\b|\brequire\(|^\s*(?:const|let|var)\s*\{/.test(line);
}

function bringsMore(gone: string, back: string, known: ReadonlySet<string>): boolean {
  const ways = (text: string): string =>
    (text.match(/(?<![\w$.])(?:if|return|throw)(?![\w$])/g) ?? []).toSorted().join();
  if (ways(gone) !== ways(back)) return true;
  if ((gone.match(quoted) ?? []).some((text) => !back.includes(text) && !known.has(text.slice(1, -1)))) return true;
  const words = gone
    .replace(quoted, '')
    .replace(/\[\d+\]/g, '')
    .matchAll(/(\.\s*)?(?<![\w$])([\w$]+)/g);
  return [...words].some(([, dot, word = '']) => {
    const isMember = dot !== undefined && !/^\d/.test(word);
    return !isMember && !isGrammar(word) && !known.has(word) && !wordsOf(back).includes(word);
  });
}

const quoted = /(['"`])(?:(?!\1)[^\\\n]|\\.)*\1/g;

/** The package, what it is called here, and what an altered line makes of it: `parsed` of `const parsed = schema.validate(…)`. */
function namesIn(
  tree: SourceTree,
  source: Source,
  { name, receiver }: Pick<Lacking, 'name' | 'receiver'>,
  altered: readonly string[],
): string[] {
  const names = new Set(receiver === null ? [] : [receiver]);
  for (const taken of takenIn(tree, source))
    if (taken.name === name) for (const each of [taken.specifier, taken.local]) if (each !== null) names.add(each);
  let end = 0;
  const spans = source.text.split('\n').flatMap((line) => {
    const start = end;
    end += line.length + 1;
    return altered.includes(line) ? [{ start, end }] : [];
  });
  for (const { id, init, start } of all(source.program, 'VariableDeclarator')) {
    const isAltered = spans.some((span) => span.start <= start && start < span.end);
    if (isAltered && init !== null && wordsOf(textOf(source, init)).some((word) => names.has(word)))
      for (const each of boundIdentifiers(id)) names.add(each.name);
  }
  return [...names];
}

function wordsOf(text: string): string[] {
  return text.match(/[\w$]+/g) ?? [];
}

function isGrammar(word: string): boolean {
  return grammar.test(word);
}

const grammar =
  /^(?:await|async|return|new|const|let|var|import|from|as|default|require|if|throw|typeof|this|true|false|null|undefined)$/;
