/** What a look-up asked for is nowhere, and a slip away from something that is: the text that was asked for stands in one place of the project. */
import path from 'node:path';
import { parseTree } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { classMembers } from '../../code/bindings.ts';
import { knownMembers } from '../../code/members.ts';
import { didYouMean, slip } from '../../code/names.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, keyName, stringValue } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { isVariant } from '../../code/words.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { originsOf } from '../../evidence/origins.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { isOwnPath } from '../../sound.ts';

const posix = path.posix;
const name = 'dangling-key';

export const danglingKey: Recipe = {
  name,
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A text of the project by which something is looked up or called that is spelt otherwise where it is kept.',
  ideas(context) {
    const [site] = sitesOf(context);
    if (site === undefined) return [];
    if (/is not a function/.test(context.diagnosis.message)) return calledBy(context, site);
    if (context.diagnosis.named.nullish === undefined) return [];
    const found = culprits(context, site).flatMap((node) => {
      const kept = keptUnder(context, node);
      if (kept.length > 0) return kept;
      const lookup = lookupOf(context, site, bare(site.source, node));
      const said = lookup === null ? undefined : saidAt(context, site, lookup);
      if (lookup === null || said === undefined) return [];
      const meant = didYouMean(said, lookup.kept);
      const isSlip = meant !== null && (slip(said, meant) ?? 9) <= 1.4;
      return isSlip ? respeltOnce(context, said, meant) : variantOf(context, said, lookup.kept);
    });
    return [...found, ...textPaths(context).flatMap((said) => byPath(context, said))];
  },
};

/** `config.jobs[name]` of a section of settings, where modules say `name = '…'`: one text has no key, and one key is no text. The side is wrong that nobody else says. */
function keptUnder(context: RecipeContext, node: Node): Idea[] {
  if (node.type !== 'MemberExpression' || !node.computed || node.property.type !== 'Identifier') return [];
  const [word, section] = [node.property.name, lastNameOf(node.object)];
  const sources = allSources(context.tree);
  const texts = sources.flatMap((source) =>
    all(source.program, 'VariableDeclarator').flatMap(({ id, init }) => {
      const text = init === null || keyName(id) !== word ? null : stringValue(init);
      return text === null || init === null ? [] : [{ source, text, node: init }];
    }),
  );
  const isSaid = (name: string, but: string): boolean =>
    sources.some(
      ({ path, program }) =>
        posix.parse(path).name === name || all(program, 'Identifier').some((each) => each.name === name),
    ) &&
    !sources.some(
      ({ path, program }) =>
        posix.parse(path).name === but || all(program, 'Identifier').some((each) => each.name === but),
    );
  return dataFiles(context).flatMap((file) => {
    const keys = file.keys.filter(({ around }) => around.at(-1) === section);
    const names = keys.map((key) => key.name);
    const [odd, more] = texts.filter(({ text }) => !names.includes(text));
    const [idle, other] = keys.filter((key) => texts.every(({ text }) => text !== key.name));
    const isPair =
      odd !== undefined && more === undefined && idle !== undefined && other === undefined && keys.length > 1;
    if (!isPair || !context.tree.files.includes(file.path)) return [];
    const { start, end } = odd.node;
    const title = `\`${idle.name}\` of \`${section}\` is asked for as \`${odd.text}\``;
    if (isSaid(odd.text, idle.name))
      return [ideaIn(name, file, { title, rank: 0, splices: [{ start: idle.start, end: idle.end, text: odd.text }] })];
    if (!isSaid(idle.name, odd.text)) return [];
    const text = quoted(idle.name, odd.source.text);
    return [ideaIn(name, odd.source, { title, rank: 0, splices: [{ start, end, text }] })];
  });
}

/** Texts in the names of the failing functions that could be the path of a key: `errors.notFound`. */
function textPaths(context: RecipeContext): string[] {
  const seen = sitesOf(context).flatMap(({ facts }) => Object.values(facts?.locals ?? {}));
  const said = seen.flatMap(({ preview }) => /^"([A-Za-z_][\w-]*(?:\.[\w-]+)*)"$/.exec(preview)?.[1] ?? []);
  return [...new Set(said)].filter((each) => each.length >= 4);
}

/** A key of one of several files of a kind (`en.json`, `de.json`) that is spelt otherwise than in the others; else the text that asks. */
function byPath(context: RecipeContext, said: string): Idea[] {
  const files = dataFiles(context).map((file) => ({
    file,
    paths: new Map(file.keys.map((key) => [[...key.around, key.name].join('.'), key])),
  }));
  const having = files.filter(({ paths }) => paths.has(said));
  const isNear = (path: string): boolean => (slip(said, path) ?? 9) <= 1.4;
  if (having.length === 0) {
    const meant = didYouMean(said, [...new Set(files.flatMap(({ paths }) => [...paths.keys()]))]);
    return meant === null || !isNear(meant) ? [] : respeltOnce(context, said, meant);
  }
  const odd = files.flatMap(({ file, paths }) => {
    const shared = [...paths.keys()].filter((path) => having.some((other) => other.paths.has(path))).length;
    const strange = [...paths].filter(([each]) => !having.some((other) => other.paths.has(each)));
    const beside = strange.filter(([each]) => parentOf(each) === parentOf(said));
    const [path] = strange.find(([each]) => isNear(each)) ?? (beside.length === 1 ? (beside[0] ?? []) : []);
    if (path === undefined || paths.has(said) || shared * 2 < paths.size) return [];
    // The part that is spelt otherwise may be a section around the key.
    const at = said.split('.').findIndex((part, index) => part !== path.split('.')[index]);
    const meant = said.split('.')[at] ?? said;
    const place = path.split('.').slice(0, at + 1);
    const isTaken = [...paths.keys()].some((each) => each === [...place.slice(0, -1), meant].join('.'));
    const key = paths.get(place.join('.'));
    return key === undefined || isTaken ? [] : [{ file, key, meant }];
  });
  return odd.map(({ file, key, meant }) => {
    const splices = [{ start: key.start, end: key.end, text: meant }];
    return ideaIn(name, file, {
      title: `\`${key.name}\` in ${file.path} is \`${meant}\` in its like`,
      rank: 0,
      splices,
    });
  });
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** `controller[action]()`, and the class has no such method: the near one, or the only one that nobody speaks of. */
function calledBy(context: RecipeContext, site: Site): Idea[] {
  const call = site.nodes.find((node) => node.type === 'CallExpression');
  const callee = call?.type === 'CallExpression' ? call.callee : null;
  if (callee?.type !== 'MemberExpression' || !callee.computed) return [];
  const said = /^"([^"\\]{2,80})"$/.exec(valueOf(site, callee.property)?.preview ?? '')?.[1];
  const owner = valueOf(site, callee.object)?.className ?? '';
  const kept = owner === 'Object' ? keysAt(context, site, callee.object) : [];
  if (said !== undefined && kept.length > 0 && !kept.includes(said)) return variantOf(context, said, kept);
  const { read, spoken } = memberNames(context.tree);
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'ClassDeclaration').flatMap((node) => {
      if (said === undefined || node.id?.name !== owner) return [];
      const methods = [...classMembers(node, false).names].flatMap(([method, at]) =>
        at?.type === 'MethodDefinition' && !method.startsWith('#') ? [method] : [],
      );
      const unused = methods.filter((method) => !read.has(method) && !spoken.has(method));
      const meant = didYouMean(said, methods) ?? (unused.length === 1 ? (unused[0] ?? null) : null);
      const places = all(source.program, 'Literal').filter(({ value }) => value === said);
      return meant === null || places.length !== 1 ? [] : respelt(source, { said, meant, at: places[0]! });
    }),
  );
}

/** `read('tideUrl')` of a table that has `tideBaseUrl`, the one key of it that nobody asks for: the key, where a type tells of the text; else the text. */
function variantOf(context: RecipeContext, said: string, kept: readonly string[]): Idea[] {
  const { read, given } = memberNames(context.tree);
  const sources = allSources(context.tree);
  const isAsked = (key: string): boolean =>
    read.has(key) || sources.some(({ program }) => all(program, 'Literal').some((each) => isText(each, key)));
  const [only, more] = kept.filter((key) => !isAsked(key));
  if (only === undefined || more !== undefined || !isVariant(said, only)) return [];
  const isTyped = sources.some(({ program }) =>
    all(program, 'TSPropertySignature').some((each) => !each.computed && keyName(each.key) === said),
  );
  const [giver, other] = given.get(only) ?? [];
  if (!isTyped || giver === undefined || other !== undefined || giver.key.type !== 'Identifier')
    return respeltOnce(context, said, only);
  const { start, end } = giver.key;
  const title = `\`${only}\` is asked for as \`${said}\``;
  return [ideaIn(name, giver.source, { title, rank: 0, splices: [{ start, end, text: said }] })];
}

/** A text of code, neither a key nor a word of a type. */
function isText({ value, parent }: Of<'Literal'>, text: string): boolean {
  const isKey = parent?.type === 'Property' && !parent.computed && stringValue(parent.key) === text;
  return value === text && parent?.type !== 'TSLiteralType' && !(isKey && stringValue(parent.value as Node) !== text);
}

interface Lookup {
  /** The expression that holds the text. */
  readonly asked: Node;
  readonly kept: readonly string[];
}

function keysAt(context: RecipeContext, site: Site, node: Node): readonly string[] {
  return valueOf(site, node)?.keys ?? knownMembers(context, site.source, node)?.names ?? [];
}

/** The text as the debugger saw it; else the only one that callers hand over and that is not kept. */
function saidAt(context: RecipeContext, site: Site, { asked, kept }: Lookup): string | undefined {
  const seen = valueOf(site, asked);
  const shown = seen === null ? shownIn(site, asked) : undefined;
  if (shown !== undefined) return shown;
  if (seen !== null) return /^"([^"\\]{3,80})"$/.exec(seen.preview)?.[1];
  const given = originsOf(context, site.source, asked).flatMap(({ node }) => stringValue(node) ?? []);
  const [only, more] = [...new Set(given)].filter((text) => !kept.includes(text));
  return more === undefined && kept.length > 0 ? only : undefined;
}

/** `plan` of `member`, which the debugger saw as `Object {id: 11, plan: "resident"}`. */
function shownIn(site: Site, asked: Node): string | undefined {
  const key = asked.type === 'MemberExpression' && !asked.computed ? keyName(asked.property) : null;
  const preview = asked.type === 'MemberExpression' && key !== null ? (valueOf(site, asked.object)?.preview ?? '') : '';
  return [...preview.matchAll(/[{,] ?([\w$]+): "([^"\\]{3,80})"(?=[,}])/g)].find(([, name]) => name === key)?.[2];
}

/** The look-up behind a name, `!` and `await`. */
function bare(source: Source, node: Node): Node {
  if (node.type === 'ChainExpression') return bare(source, node.expression);
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  return made?.type === 'VariableDeclarator' && made.init !== null && made.id.type === 'Identifier'
    ? bare(source, made.init)
    : node;
}

/** `kinds[item.kind]`, `parts.find((part) => part.code === code)`. */
function lookupOf(context: RecipeContext, site: Site, node: Node): Lookup | null {
  if (node.type === 'MemberExpression' && node.computed)
    return { asked: node.property, kept: keysAt(context, site, node.object) };
  const isFind =
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    keyName(node.callee.property) === 'find';
  const [test] = isFind ? all(node, 'BinaryExpression') : [];
  if (test === undefined || !/^={2,3}$/.test(test.operator)) return null;
  const [field, asked] = [test.left, test.right].sort((a, b) => Number(isOwn(node, b)) - Number(isOwn(node, a)));
  if (field?.type !== 'MemberExpression' || asked === undefined) return null;
  const list = isFind && node.callee.type === 'MemberExpression' ? lastNameOf(node.callee.object) : null;
  return { asked: asked as Node, kept: textsOf(context, keyName(field.property) ?? '', list) };
}

/** True where an expression is read from what the callback is given. */
function isOwn(call: Node, { type, ...node }: Node): boolean {
  const [given] = all(call, 'ArrowFunctionExpression').flatMap(({ params }) => params);
  const object = type === 'MemberExpression' && 'object' in node ? (node.object as Node) : undefined;
  return given?.type === 'Identifier' && object?.type === 'Identifier' && object.name === given.name;
}

/** The texts that the records of a list have by this name; of one that stands in no file, all records of the project. */
function textsOf(context: RecipeContext, field: string, list: string | null): string[] {
  const written = allSources(context.tree).flatMap(({ program }) =>
    all(program, 'Property').flatMap(({ key, value }) =>
      keyName(key) === field ? (stringValue(value as Node) ?? []) : [],
    ),
  );
  const keys = dataFiles(context).flatMap((file) => file.keys);
  const data = keys.filter(({ name: key, value }) => key === field && value?.type === 'string');
  const own = data.filter(({ around }) => list !== null && around.at(-1) === '*' && around.at(-2) === list);
  const texts = (own.length > 0 ? own : data).map(({ value }) => String(value?.value));
  return own.length > 0 ? texts : [...written, ...texts];
}

interface Place {
  readonly source: Pick<Source, 'path' | 'text'>;
  readonly start: number;
  readonly end: number;
}

/** The one place where the text stands, in sources and data; what the request brought along is not ours. */
function respeltOnce(context: RecipeContext, said: string, meant: string): Idea[] {
  const { tree, signal } = context;
  if (`${signal.request?.url ?? ''} ${signal.request?.body ?? ''}`.includes(said)) return [];
  const [only, more] = [...placesOf(context, said), ...placeholders(context, said)];
  const [kept, others] = placesOf(context, meant);
  // Several say the one, and one alone the other.
  if (more !== undefined && kept !== undefined && others === undefined)
    return respelt(kept.source, { said: meant, meant: said, at: kept });
  if (only === undefined || more !== undefined) return [];
  const [key, other] = keysCalled(context, meant);
  const isLone = key !== undefined && other === undefined && !isSpoken(tree, meant, said);
  if (!isLone) return respelt(only.source, { said, meant, at: only });
  // Neither is said but here: which of the two is the slip nobody tells, but who says one of them besides.
  const title = `\`${meant}\` in ${key.source.path} is asked for as \`${said}\``;
  const ask = isSpoken(tree, said, meant) ? null : `${title}: only you know which of them is the slip`;
  const splices = [{ start: key.start, end: key.end, text: said }];
  return [ideaIn(name, key.source, { title, rank: 0, ask, splices })];
}

/** The texts of sources and JSON that are the word. */
function placesOf(context: RecipeContext, word: string): Place[] {
  const written = allSources(context.tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap(({ start, end, value }) => (value === word ? [{ source, start, end }] : [])),
  );
  const data = dataFiles(context).flatMap((file) =>
    file.path.endsWith('.json') ? stringsIn(parseTree(file.text), word).map((at) => ({ source: file, ...at })) : [],
  );
  return [...written, ...data];
}

function keysCalled(context: RecipeContext, word: string): Place[] {
  return dataFiles(context).flatMap((file) =>
    file.keys.flatMap(({ name: key, start, end }) => (key === word ? [{ source: file, start, end }] : [])),
  );
}

/** A word that is said more than once in the sources, the data and the texts of the project, in whatever case but that of the other one. */
function isSpoken(tree: SourceTree, word: string, other: string): boolean {
  const flags = word.toLowerCase() === other.toLowerCase() ? 'g' : 'gi';
  const whole = new RegExp(
    String.raw`(?<![A-Za-z0-9])${word.replaceAll(/\W/g, String.raw`\$&`)}(?![A-Za-z0-9])`,
    flags,
  );
  const counts = tree.files.filter(isOwnPath).map((path) => [...(tree.read(path) ?? '').matchAll(whole)].length);
  return counts.reduce((sum, count) => sum + count, 0) > 1;
}

const template = /\.(?:json|html?|txt|md|ejs|hbs|mustache|njk|liquid|tpl|eta|xml|svg)$/i;

/** `{{custmer}}`, `<%= custmer %>` in the templates of the project; the place has a sign on either side, as a literal has. */
function placeholders(
  { tree }: RecipeContext,
  said: string,
): { source: Pick<Source, 'path' | 'text'>; start: number; end: number }[] {
  return tree.files
    .filter((path) => template.test(path) && isOwnPath(path))
    .flatMap((path) => {
      const text = tree.read(path) ?? '';
      return [...text.matchAll(/(?<=\{\s*|[%=$#:]\s*)[\w$.-]+(?=\s*[%}])|(?<=:)[\w$.-]+(?=:)/g)]
        .filter(([word]) => word === said)
        .map(({ index }) => ({ source: { path, text }, start: index - 1, end: index + said.length + 1 }));
    });
}

function respelt(
  source: Pick<Source, 'path' | 'text'>,
  { said, meant, at }: { said: string; meant: string; at: { readonly start: number; readonly end: number } },
): Idea[] {
  const splices = [{ start: at.start + 1, end: at.end - 1, text: meant }];
  return [ideaIn(name, source, { title: `\`${said}\` is kept as \`${meant}\``, rank: 0, splices })];
}

function stringsIn(node: JsonNode | undefined, said: string): { start: number; end: number }[] {
  if (node === undefined) return [];
  if (node.type === 'string' && node.value === said) return [{ start: node.offset, end: node.offset + node.length }];
  return (node.children ?? []).flatMap((each) => stringsIn(each, said));
}
