/** A name in a template that nobody gives it: the template's own slip, or that of who renders it. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { isPlural, rankedNames, shareWord, slip } from '../../code/names.ts';
import { ownPath } from '../../code/paths.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import { membersOnLine } from '../../evidence/suspects.ts';
import { all, allSources, functionsAround, isReference, keyName, upwards } from '../../code/syntax.ts';
import {
  givenBy,
  includedWith,
  isGiven,
  rendersAround,
  rendersFor,
  rendersOf,
  sharedLocals,
  templateEnds,
  templatesOf,
} from '../../code/templates.ts';
import type { Asked, Render, Template, Word } from '../../code/templates.ts';
import { lostLocal } from './lost-local.ts';
import { isNamed, likeMember, unclaimed } from './unclaimed.ts';
import { anyMethods } from '../../code/members.ts';
import { schemaOf } from '../../code/sql.ts';
import { singular } from '../../code/words.ts';

export const templateNames: Recipe = {
  name: 'template-names',
  classes: ['reference', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A name in a template (EJS, Pug, Nunjucks, Eta) that nobody gives it: corrects the slip there or where it is rendered, or hands over what is at hand.',
  ideas(context) {
    const failure = templateFailure(context);
    if (failure === null) return ownEngine(context);
    const { template, words, said } = failure;
    if (/^attempted to output null or undefined value/.test(said)) return outputIdeas(context.tree, template, words);
    const missing = /^(\w+) is not defined$|^"(\w+)" not defined in /.exec(said)?.slice(1).find(Boolean);
    const member = words.find(({ name, of }) => name === missing && of !== null);
    if (member !== undefined) return memberIdeas(context.tree, template, member, false);
    if (missing !== undefined) {
      const asked = words.find(({ name, of }) => name === missing && of === null);
      const found = nameIdeas(context.tree, template, asked ?? { name: missing });
      const inner = words.find((word) => word.name === missing && isInSection(template.text, word.start));
      return found.length > 0 || inner === undefined ? found : memberIdeas(context.tree, template, inner, false);
    }
    const wrong = wrongWord(words, said);
    if (wrong === null) return [];
    if (wrong.of === null)
      return isGiven(context.tree, template, wrong) ? [] : nameIdeas(context.tree, template, wrong);
    const data = dataIdeas(context, wrong);
    if (data.length > 0) return data;
    return memberIdeas(context.tree, template, wrong, /not a function|Unable to call/.test(said));
  },
};

/** `{{title}}` within `{{#each rows}}` is a member of a row. */
function isInSection(text: string, at: number): boolean {
  const before = text.slice(0, at);
  return (
    (before.match(/\{\{~?#\s*(?:each|with)\b/g) ?? []).length >
    (before.match(/\{\{~?\/\s*(?:each|with)\b/g) ?? []).length
  );
}

/** Nunjucks that is told to throw names the tag: what begins it is not given, or has no such member. */
function outputIdeas(tree: SourceTree, template: Template, words: readonly Word[]): Idea[] {
  const [first, ...rest] = words;
  if (first === undefined || first.of !== null) return [];
  if (!isGiven(tree, template, first)) return nameIdeas(tree, template, first);
  const [member] = rest.filter(({ of, line }) => of === first.name && line === first.line);
  return member === undefined ? [] : memberIdeas(tree, template, member, false);
}

/** `values[key]` of a template engine that is the project's own: the debugger saw the word, and of one template it is not given; or an error of its own says it. */
function ownEngine(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const read = site === undefined ? undefined : membersOnLine(site).find(({ computed }) => computed);
  const seen = site === undefined || read === undefined ? null : valueOf(site, read.property);
  const word = /^"([A-Za-z_]\w*)"$/.exec(seen?.preview ?? '')?.[1];
  const isRead = word !== undefined && context.diagnosis.named.nullish !== undefined;
  const said = isRead ? [word] : context.diagnosis.class === 'unknown' ? wordsSaid(context.diagnosis.message) : [];
  const asking = said.flatMap((name) =>
    templatesOf(context.tree)
      .filter((each) => each.words.some((word) => word.name === name && word.of === null))
      .filter((each) => !isGiven(context.tree, each, { name }))
      .map((template) => ({ template, name })),
  );
  const [only, more] = asking;
  if (only === undefined) return columnIdeas(context);
  return more !== undefined ? [] : nameIdeas(context.tree, only.template, { name: only.name });
}

/** `customer.name` of the message, a word of one template, where the table `customers` has a `full_name` and no `name`. */
function columnIdeas(context: RecipeContext): Idea[] {
  const [, of = '', name = ''] = /(?<![\w./])(\w+)\.(\w+)(?![\w./])/.exec(context.diagnosis.message) ?? [];
  const asking = templatesOf(context.tree).flatMap((template) =>
    template.words.flatMap((word) => (word.name === name && word.of === of ? [{ template, word }] : [])),
  );
  const tables = [...schemaOf(context)].filter(([table]) => singular(table) === singular(of));
  const columns = tables.flatMap(([, table]) => table.columns);
  const near = rankedNames(name, columns).filter(({ rank }) => rank === 0);
  const akin = columns.filter((column) => shareWord(column, name));
  const [to, more] = near.length > 0 ? near.map((each) => each.name) : akin;
  const isOne = new Set(asking.map(({ template }) => template)).size === 1;
  if (to === undefined || more !== undefined || columns.includes(name) || !isOne) return [];
  const [{ template } = { template: undefined }] = asking;
  if (template === undefined) return [];
  const splices = asking.map(({ word: { start, end } }) => ({ start, end, text: to }));
  return [
    ideaIn('template-names', template, { title: `\`${of}.${name}\` should be \`${of}.${to}\``, rank: 0, splices }),
  ];
}

/** An error of the project's own that says which word has no value. */
function wordsSaid(message: string): string[] {
  return [...new Set(message.replace(/^\w*Error: /, '').match(/[A-Za-z_]\w*/g) ?? [])];
}

export interface TemplateFailure {
  readonly template: Template;
  /** Of the line that the engine names, from the tag on where it names that, too; else all. */
  readonly words: readonly Word[];
  /** What was wrong, without the place. */
  readonly said: string;
}

const place = new RegExp(
  String.raw`(\/[^\n:"'()]+?\.(?:${templateEnds}))\)?(?::(\d+)| line (\d+)| \[Line (\d+), Column (\d+)\])?`,
  'g',
);

/** Engines put the file in front of what was wrong, with some lines of it between; of a part that a page takes in, behind the page. */
export function templateFailure(context: RecipeContext): TemplateFailure | null {
  const message = context.signal.error?.message ?? context.diagnosis.message;
  const found = [...message.matchAll(place)].flatMap(([, file, line, other = line, third = other, column]) => {
    const own = ownPath(context, file);
    const template = templatesOf(context.tree).find((each) => each.path === own);
    return template === undefined ? [] : [{ template, line: third, column }];
  });
  const { template, line, column } = found.at(-1) ?? unnamedTemplate(context, message) ?? {};
  if (template === undefined) return null;
  const at = Number(line ?? 0);
  const start = column === undefined ? 0 : placeOf(template.text, at, Number(column));
  const words = template.words.filter((word) => (at === 0 || word.line === at) && word.start >= start);
  const said = message.trim().split('\n').at(-1) ?? '';
  return { template, words, said: said.replace(/^\s*(?:\w*Error: )?/, '') };
}

/** Where the tag begins: both count from 1. */
function placeOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}

/** Of an engine that names no file: the one template that has the word of the message and that the failing code renders, or that alone is not given it. */
function unnamedTemplate(
  context: RecipeContext,
  message: string,
): { template: Template; line?: string; column?: string } | null {
  const { tree } = context;
  const strict = /"(\w+)" not defined in .* - (\d+):\d+\s*$/.exec(message);
  const said =
    /^(?:\w+: )?(?:(\w+) is not defined|Cannot read \w+ of \w+ \(reading '(\w+)'\)|it\.(?:[\w$]+\.)*([\w$]+) is not a function)/;
  const word = strict?.[1] ?? said.exec(message)?.slice(1).find(Boolean);
  if (word === undefined) return null;
  const asking = templatesOf(tree).filter(({ words }) => words.some(({ name }) => name === word));
  const rendered = sitesOf(context).flatMap(({ source, nodes: [node] }) =>
    rendersOf(tree).filter(
      ({ call }) => node !== undefined && source.program === upwards(node).at(-1) && upwards(node).includes(call),
    ),
  );
  const failing = asking.filter((each) => rendersFor(tree, each).some((render) => rendered.includes(render)));
  // A part of a page is rendered by no code.
  const parts = asking.filter((each) => rendersFor(tree, each).length === 0 && includedWith(tree, each).size > 0);
  const [only, more] = strict !== null ? asking : failing.length > 0 ? failing : parts;
  return only === undefined || more !== undefined
    ? null
    : { template: only, ...(strict?.[2] !== undefined && { line: strict[2] }) };
}

/** What of the line was undefined. */
function wrongWord(words: readonly Word[], said: string): Word | null {
  const called = /^(?:Unable to call `([^`]+)`|([\w$.]+) is not a function)/.exec(said);
  if (called !== null) {
    const chain = (called[1] ?? called[2] ?? '')
      .replaceAll(/\["(\w+)"\]/g, '.$1')
      .replace(/^it\./, '')
      .split('.');
    const isWhole = !/undefined or falsey/.test(said) || chain.length === 1;
    const found = words.find((word) => fullName(word) === chain.slice(0, isWhole ? undefined : -1).join('.'));
    return found ?? words.find((word) => fullName(word) === chain.join('.')) ?? null;
  }
  const read = /^Cannot read properties of undefined \(reading '([\w$]+)'\)$/.exec(said)?.[1];
  if (read === undefined) return null;
  const readers = words.filter((word) => word.name === read && word.of !== null);
  const holder = readers
    .map(({ of }) => words.find((word) => fullName(word) === of))
    .find((word) => word !== undefined);
  // `each item in items` asks for the length of what it is given.
  return holder ?? (read === 'length' || read === 'forEach' ? (words.findLast(isLast(words)) ?? null) : null);
}

function isLast(words: readonly Word[]): (word: Word) => boolean {
  return (word) => words.every(({ of }) => of !== fullName(word));
}

function fullName({ of, name }: Word): string {
  return of === null ? name : `${of}.${name}`;
}

function nameIdeas(tree: SourceTree, template: Template, asked: Asked): Idea[] {
  const { name } = asked;
  const included = [...includedWith(tree, template)];
  const idle = included.filter((key) => template.words.every((word) => word.name !== key || word.of !== null));
  const strange = new Set(
    template.words.flatMap((word) => (word.of === null && !included.includes(word.name) ? [word.name] : [])),
  );
  const [spare] = idle;
  if (spare !== undefined && idle.length === 1 && strange.size === 1 && strange.has(name))
    return [renameWords(template, asked, { name: spare, rank: 0 })];
  const handed = handedOver(tree, template, name);
  // What a part is given by the pages that take it in is known by its own words alone.
  const own = rendersFor(tree, template).length > 0 ? [] : template.words.filter(({ of }) => of === null);
  const bound = asked.isHanded === true ? [] : template.bound;
  const given = [...bound, ...sharedLocals(tree), ...givenBy(tree, template)];
  const known = new Set([...given, ...own.map((word) => word.name)]);
  known.delete(name);
  const near = rankedNames(name, known).filter((each) => !isMadeThere(template, name, each.name));
  const misnamed = near.filter((each) => isKeyToRename(tree, template, name, each.name));
  const renamed = misnamed.flatMap(({ name: key, rank }) => renameKey(tree, template, { key, name, rank }));
  const slips = near
    .filter((each) => !misnamed.includes(each))
    .map((each) => renameWords(template, asked, { ...each, rank: Math.max(each.rank, handed.length > 0 ? 1 : 0) }));
  const ideas = [...handed, ...renamed, ...slips, ...lostLocal(tree, name)];
  return ideas.length > 0 ? ideas : unclaimed(tree, template, name);
}

/** `for (const group of groups)`: what a loop makes of each is not what it goes through. */
function isMadeThere({ text, words }: Template, name: string, other: string): boolean {
  const heads = words.filter((word) => word.of === null && word.name === name);
  return heads.some(({ start }) => new RegExp(String.raw`\b${other}\s+(?:of|in)\s+$`).test(text.slice(0, start)));
}

function renameWords(template: Template, asked: Asked, to: { readonly name: string; readonly rank: number }): Idea {
  const { name, isHanded } = asked;
  const of = template.words.filter((word) => word.of === null && word.name === name && word.isHanded === isHanded);
  // Where a loop has a variable of that name, the others are its own.
  const line = template.bound.has(name) && 'line' in asked ? asked.line : null;
  const words = of.filter((word) => line === null || word.line === line);
  return ideaIn('template-names', template, {
    title: `\`${name}\` should be \`${to.name}\``,
    rank: to.rank,
    ask:
      isPlural(name, to.name) && !words.every((word) => isReadAs(template, word, to.name))
        ? inDoubt(name, to.name)
        : null,
    splices: words.map(({ start, end }) => ({ start, end, text: to.name })),
  });
}

const inDoubt = (one: string, other: string): string => `\`${one}\` and \`${other}\` may be two different things`;

/** A list where it is gone through, one thing where another member of it is read. */
function isReadAs({ text }: Template, { start, end }: Word, name: string): boolean {
  const isList = /^(?:\.(?:length|size|forEach|map|filter|join|at|find|some|every|sort|slice|reduce)\b|\[\d)/.test(
    text.slice(end),
  );
  const isGoneThrough = /(?:\b(?:of|in|each)\s+|#\s*)(?:it\.)?$/.test(text.slice(0, start));
  const isMany = isList || isGoneThrough;
  return singular(name) === name ? !isMany && /^\.\w/.test(text.slice(end)) : isMany;
}

/** The template never speaks of the key that it is given, and the rest of the project of its word rather than of the key. */
function isKeyToRename(tree: SourceTree, template: Template, name: string, key: string): boolean {
  if (template.bound.has(key) || sharedLocals(tree).has(key)) return false;
  if (template.words.some((word) => word.of === null && word.name === key)) return false;
  return spoken(tree, name) > spoken(tree, key);
}

/** How often the project says a word, keys of what is handed to a template apart. */
function spoken(tree: SourceTree, name: string): number {
  const keys = new Set(
    rendersOf(tree)
      .flatMap(({ locals }) => locals?.properties ?? [])
      .map((each) => each.start),
  );
  const inCode = allSources(tree).flatMap((source) =>
    all(source.program, 'Identifier').filter((id) => id.name === name && !keys.has(id.start)),
  );
  const inTemplates = templatesOf(tree).filter(({ words }) => words.some((word) => word.name === name));
  return inCode.length + inTemplates.length;
}

function renameKey(
  tree: SourceTree,
  template: Template,
  { key, name, rank }: { readonly key: string; readonly name: string; readonly rank: number },
): Idea[] {
  return rendersAround(tree, template).flatMap(({ source, locals }) =>
    (locals?.properties ?? []).flatMap((each) => {
      if (each.type !== 'Property' || each.computed || each.key.type !== 'Identifier' || each.key.name !== key)
        return [];
      const text = each.shorthand ? `${name}: ${key}` : name;
      const splices = [{ start: each.key.start, end: each.key.end, text }];
      return [
        ideaIn('template-names', source, { title: `the template is given \`${name}\`, not \`${key}\``, rank, splices }),
      ];
    }),
  );
}

/** `const items = …; res.render('list', { title })`: it stands ready and is not handed over. */
function handedOver(tree: SourceTree, template: Template, name: string): Idea[] {
  const edits = rendersFor(tree, template).flatMap(({ source, call, locals }) => {
    const binding = namesInScope(source, call.start).get(name);
    if (binding === undefined) return [];
    // What the file takes or declares for all is meant where nothing else needs it.
    const isIdle = all(source.program, 'Identifier').every(
      (id) => id.name !== name || id.start === binding.id.start || !isReference(id),
    );
    const isHandedElsewhere = rendersOf(tree).some((each) => each.source === source && isGivenAs(each, name));
    if (functionsAround(binding.id).length === 0 && !isIdle && !isHandedElsewhere) return [];
    if (locals?.properties.some((each) => each.type === 'Property' && isNamed(each.value, name))) return [];
    const last = locals?.properties.at(-1);
    const at = last?.end ?? (locals === null ? call.arguments.at(-1)?.end : locals.start + 1);
    if (at === undefined || (locals === null && call.arguments.length > 1)) return [];
    const text = last !== undefined ? `, ${name}` : locals === null ? `, { ${name} }` : ` ${name} `;
    return [{ path: source.path, before: source.text, after: source.text.slice(0, at) + text + source.text.slice(at) }];
  });
  const [edit, more] = edits;
  if (edit === undefined || more !== undefined) return [];
  return [idea('template-names', { title: `\`${name}\` is handed to the template`, rank: 0, edits: [edit] })];
}

/** `{ money }`: what another template is given by its own name. */
function isGivenAs({ locals }: Render, name: string): boolean {
  return (locals?.properties ?? []).some(
    (each) => each.type === 'Property' && keyName(each.key) === name && isNamed(each.value, name),
  );
}

/** `passes.day` of a data file whose `passes` have a `Day`, of which nobody speaks. */
function dataIdeas(context: RecipeContext, { name, of }: Word): Idea[] {
  const { tree } = context;
  const [owner] = of?.split('.').slice(-1) ?? [];
  const { read } = memberNames(tree);
  const isSpoken = (key: string): boolean =>
    read.has(key) || templatesOf(tree).some(({ words }) => words.some((word) => word.name === key));
  const found = dataFiles(context).flatMap((file) =>
    file.keys
      .filter((key) => key.around.at(-1) === owner && !key.siblings.includes(name))
      .filter((key) => (slip(key.name, name) ?? 9) <= 1 && !isPlural(key.name, name) && !isSpoken(key.name))
      .map((key) => ({ file, key })),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { file, key } = only;
  const title = `\`${key.name}\` in ${file.path} is read as \`${name}\``;
  return [
    ideaIn('template-names', file, { title, rank: 0, splices: [{ start: key.start, end: key.end, text: name }] }),
  ];
}

/** Members that the project gives to its objects, that templates read elsewhere, and for calls the methods of the language. */
function memberIdeas(tree: SourceTree, template: Template, { name, of, start, end }: Word, isCall: boolean): Idea[] {
  const read = templatesOf(tree).flatMap((each) => each.words.filter((word) => word.of !== null && word.name !== name));
  const names = new Set([
    ...memberNames(tree).given.keys(),
    ...read.map((word) => word.name),
    ...(isCall ? anyMethods : []),
  ]);
  const all = template.words.filter((word) => word.name === name && word.of === of);
  const places = all.length > 0 ? all : [{ start, end }];
  const ranked = rankedNames(name, names);
  // What other templates read of the same, where one word is the longer one.
  const [akin, other] = new Set(
    read.flatMap((word) => (word.of === of && of !== '' && shareWord(word.name, name) ? [word.name] : [])),
  );
  const like = akin === undefined && of !== null ? likeMember(tree, of, name) : other === undefined ? akin : null;
  const near =
    like == null || ranked.some((each) => each.name === like) ? ranked : [{ name: like, rank: 0 }, ...ranked];
  return near.map((near) =>
    ideaIn('template-names', template, {
      title: `\`${of === null ? '' : `${of}.`}${name}\` should be \`${near.name}\``,
      rank: near.rank,
      splices: places.map((word) => ({ start: word.start, end: word.end, text: near.name })),
    }),
  );
}
