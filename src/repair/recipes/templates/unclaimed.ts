/** A word that a template asks for and nobody gives, and one that is given and that no template asks for: one thing under two names. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { ideaOf } from '../../recipe.ts';
import {
  addedPlaces,
  includedWith,
  isFilter,
  isGiven,
  rendersAround,
  rendersFor,
  rendersOf,
  sharedPlaces,
  templatesOf,
} from '../../code/templates.ts';
import type { Shared, Template, Word } from '../../code/templates.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName, keysIn } from '../../code/syntax.ts';
import type { FunctionNode, Node } from '../../code/syntax.ts';
import { shareWord } from '../../code/names.ts';
import { partsOf, saysTheSame, singular } from '../../code/words.ts';

/** Where no more of either is left. */
export function unclaimed(tree: SourceTree, template: Template, name: string): Idea[] {
  const added = addedPlaces(tree);
  const isAdded = (word: string): boolean => added.some((each) => each.name === word);
  const isWanting = (word: Word): boolean =>
    word.of === null &&
    // What it calls, filters by, and the parts that it takes in.
    template.text[word.end] !== '(' &&
    !isFilter(template, word) &&
    !/\{\{~?#?>\s*$/.test(template.text.slice(0, word.start)) &&
    !(word.name in globalThis) &&
    word.name !== 'locals' &&
    !isGiven(tree, template, word) &&
    !isAdded(word.name);
  const blocks = blocksOf(template);
  const block = blocks.find(({ words }) => words.some((word) => word.name === name));
  if (block !== undefined) return itemIdeas(tree, block, name);
  const isWithin = (word: Word): boolean => blocks.some(({ words }) => words.includes(word));
  if (template.words.some((word) => isWanting(word) && word.name !== name && !isWithin(word))) return [];
  const asked = askedFor(tree);
  const renders = rendersAround(tree, template).flatMap(({ source, locals }): Left[] =>
    (locals?.properties ?? []).flatMap((each) => {
      const key = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
      return each.type !== 'Property' || key === null ? [] : [{ source, name: key, key: each.key, value: each.value }];
    }),
  );
  // What the code reads of it is for the code.
  const shared = [...sharedPlaces(tree), ...added.filter((each) => isOfRenderer(tree, each))].filter(
    (each) => !isForCode(tree, each.name),
  );
  // What is called so itself is meant, though another template asks for it by the other name.
  const own = rendersFor(tree, template).length > 0 ? renders : [];
  const isOwn = (key: string): boolean => template.words.some((word) => word.of === null && word.name === key);
  const said = own.filter((each) => isNamed(each.value, name) && each.name !== name && !isOwn(each.name));
  const spare = said.length > 0 ? said : [...renders, ...shared].filter((each) => !asked.has(each.name));
  // What it calls is a function, and what it does not call is none.
  const isCalled = template.words.some((word) => word.name === name && template.text[word.end] === '(');
  const functions = spare.filter(({ value }) => value !== null && isFunction(value));
  const left = !isCalled ? spare.filter((each) => !functions.includes(each)) : functions.length > 0 ? functions : spare;
  const [only, more] = new Set(left.map((each) => each.name));
  if (only === undefined || more !== undefined) return [];
  const isInitial = name.length === 1 && only.startsWith(name);
  const isIt = left.some(({ value }) => isNamed(value, name) || hasAllOf(tree, value, name));
  // `prices.of(wine)` is a price.
  const isOne = ({ value }: Left): boolean =>
    value?.type === 'CallExpression' &&
    partsOf(chainOf(value.callee) ?? '')
      .map(singular)
      .includes(singular(name));
  const isAlike =
    isIt ||
    left.some(isOne) ||
    isInitial ||
    left.some(({ value }) => isMadeAs(tree, value, name)) ||
    template.bound.has(singular(only)) ||
    saysTheSame(only, name) ||
    partsOf(only).some((part) => partsOf(name).includes(part));
  const title = `templates ask for \`${name}\`, and are given \`${only}\``;
  return [renamed(left, name, { title, rank: 1, ask: isAlike ? null : `${title}: are they one?` })];
}

type Left = Shared;

/** `req.app.locals.store`, `const { store } = app.locals`. */
function isForCode(tree: SourceTree, name: string): boolean {
  return (memberNames(tree).read.get(name) ?? []).some(({ object }) =>
    /(?:^|\.)(?:locals|state)$/.test(chainOf(object) ?? ''),
  );
}

/** It is added by a function that others call with the name of a template. */
function isOfRenderer(tree: SourceTree, { key }: Shared): boolean {
  const [fn] = functionsAround(key);
  const name = fn === undefined ? null : nameOf(fn);
  return name !== null && rendersOf(tree).some(({ call }) => lastNameOf(call.callee) === name);
}

function nameOf(fn: FunctionNode): string | null {
  const { parent } = fn;
  if (fn.type !== 'ArrowFunctionExpression' && fn.id !== null) return fn.id.name;
  if (parent?.type === 'MethodDefinition' || parent?.type === 'Property') return keyName(parent.key);
  if (parent?.type === 'AssignmentExpression') return lastNameOf(parent.left);
  return parent?.type === 'VariableDeclarator' ? keyName(parent.id) : null;
}

/** Every word that some template asks of what it is given, but for what a page hands to its part. */
function askedFor(tree: SourceTree): Set<string> {
  return new Set(
    templatesOf(tree).flatMap(({ path, words, bound }) => {
      const included = includedWith(tree, { path });
      const asked = words.filter((word) => word.of === null && !included.has(word.name));
      return asked.flatMap((word) => (word.isHanded || !bound.has(word.name) ? [word.name] : []));
    }),
  );
}

function renamed(left: readonly Left[], name: string, how: { title: string; rank: number; ask?: string | null }): Idea {
  const changes = left.map(({ source, key }) => {
    const { parent } = key;
    const isShort = parent?.type === 'Property' && parent.shorthand;
    const text = isShort ? `${name}: ${keyName(key)}` : name;
    return { source, splices: [{ start: key.start, end: key.end, text }] };
  });
  return ideaOf('template-names', how, changes);
}

/** `{ name, currency }`, of which templates read `shop.name` and `shop.currency`. */
function hasAllOf(tree: SourceTree, value: Node, name: string): boolean {
  const keys = value.type === 'ObjectExpression' ? keysIn(value) : [];
  const read = new Set(
    templatesOf(tree).flatMap(({ words }) => words.flatMap((word) => (word.of === name ? [word.name] : []))),
  );
  return read.size > 1 && [...read].every((each) => keys.includes(each));
}

/** `catalog.byComposer()`, which gathers its `groups` under that very name. */
function isMadeAs(tree: SourceTree, value: Node, name: string): boolean {
  const called = value?.type === 'CallExpression' ? lastNameOf(value.callee) : null;
  const makers = allSources(tree).flatMap(({ program }) =>
    [...all(program, 'FunctionDeclaration'), ...all(program, 'FunctionExpression')].filter(
      (fn) => nameOf(fn) === called,
    ),
  );
  const [only, more] = makers;
  return (
    called !== null &&
    only !== undefined &&
    more === undefined &&
    all(only, 'VariableDeclarator').some(({ id }) => keyName(id as Node) === name)
  );
}

interface Block {
  /** What it asks of each thing that it goes through. */
  readonly words: readonly Word[];
}

/** `{{#each rows}}…{{/each}}`, `{{#rows}}…{{/rows}}`: words in it are of what it goes through. */
function blocksOf(template: Template): Block[] {
  return [...template.text.matchAll(/\{\{~?#(?!if\b|unless\b)(\w+)\b[^}]*\}\}[^]*?\{\{~?\/\1/g)].map((block) => {
    const start = block.index + block[0].indexOf('}}');
    const end = block.index + block[0].lastIndexOf('{{');
    return { words: template.words.filter((word) => word.of === null && word.start > start && word.start < end) };
  });
}

/** The one object of the code that has all else that the block asks for: its key that nobody asks for is the word that it lacks. */
function itemIdeas(tree: SourceTree, { words }: Block, name: string): Idea[] {
  const { given, read } = memberNames(tree);
  const asked = new Set(templatesOf(tree).flatMap((each) => each.words.map((word) => word.name)));
  const others = new Set(words.flatMap((word) => (word.name === name ? [] : [word.name])));
  const objects = allSources(tree).flatMap((source) =>
    all(source.program, 'ObjectExpression').flatMap((object) => {
      const keys = keysIn(object);
      const idle = keys.filter((each) => !asked.has(each) && !read.has(each));
      const isIt =
        isItem(object) &&
        others.size > 0 &&
        !keys.includes(name) &&
        [...others].every((each) => keys.includes(each)) &&
        idle.length === 1;
      return isIt ? [{ object, idle }] : [];
    }),
  );
  const [only, more] = objects;
  const [key] = only?.idle ?? [];
  if (only === undefined || more !== undefined || key === undefined) return [];
  const left = (given.get(key) ?? []).flatMap(({ source, key: id, value }) =>
    id.parent?.parent === only.object && value !== null ? [{ source, name: key, key: id, value }] : [],
  );
  return left.length === 0
    ? []
    : [renamed(left, name, { title: `the template asks each for \`${name}\`, and it has \`${key}\``, rank: 0 })];
}

/** What a callback makes of each, or stands in a list. */
function isItem({ parent }: Node): boolean {
  return /^(?:ArrowFunctionExpression|ReturnStatement|ArrayExpression)$/.test(parent?.type ?? '');
}

/** What `booking.room` may be called, where all else that templates read of a `booking` stands together in the code: the one key that shares a word with it. */
export function likeMember(tree: SourceTree, of: string, name: string): string | null {
  const others = new Set(
    templatesOf(tree).flatMap(({ words }) =>
      words.flatMap((word) => (word.of === of && word.name !== name ? [word.name] : [])),
    ),
  );
  const objects = allSources(tree).flatMap(({ program }) => all(program, 'ObjectExpression').map(keysIn));
  const fits = objects.filter(
    (keys) => others.size > 1 && !keys.includes(name) && [...others].every((each) => keys.includes(each)),
  );
  const [only, more] = new Set(fits.flat().filter((key) => shareWord(key, name)));
  return more === undefined ? (only ?? null) : null;
}

/** `since`, `member.since`, `listSince()` */
export function isNamed(node: Node, name: string): boolean {
  const called = node.type === 'CallExpression' ? chainOf(node.callee) : null;
  // `act.genres.join(', ')`
  if (called?.split('.').at(-2) === name) return true;
  const said = called === null ? [] : partsOf(called.split('.').at(-1) ?? '');
  return (chainOf(node)?.split('.').at(-1) ?? null) === name || (said.length > 1 && said.at(-1) === name);
}
