/** The templates of a project (EJS, Pug, Handlebars, Nunjucks, Eta, Liquid), as far as names go: which words of code they hold, which they bind themselves, and who renders them. */
import path from 'node:path';
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { all, allSources, chainOf, functionsAround, keyName, keysIn, stringValue } from './syntax.ts';
import type { Node, Of, Source } from './syntax.ts';
import { lineOf } from './text.ts';

const posix = path.posix;

export interface Word {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  /** `shop` for the second word of `shop.items`, empty for that of `shops[0].items`; null for the first. */
  readonly of: string | null;
  /** Eta's `it.name`: what is handed over, and no variable of the template. */
  readonly isHanded?: true;
}

export interface Template {
  readonly path: string;
  readonly text: string;
  readonly words: readonly Word[];
  /** Loop variables, parameters, what it sets. */
  readonly bound: ReadonlySet<string>;
}

/** A call that renders a template by its name, or hands its name and what it is given on. */
export interface Render {
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
  readonly view: string;
  /** What is handed over, where it is written at the call. */
  readonly locals: Of<'ObjectExpression'> | null;
}

type Language = 'ejs' | 'pug' | 'curly';

const languages: Readonly<Record<string, Language>> = {
  ...{ '.ejs': 'ejs', '.eta': 'ejs', '.pug': 'pug', '.jade': 'pug' },
  ...{ '.hbs': 'curly', '.handlebars': 'curly', '.mustache': 'curly' },
  ...{ '.njk': 'curly', '.nunjucks': 'curly', '.liquid': 'curly', '.twig': 'curly' },
};

/** Ends of the names of template files, for patterns. */
export const templateEnds = [...Object.keys(languages), '.html'].map((end) => end.slice(1)).join('|');

const bytesMax = 200_000;

export const templatesOf = memoize((tree: SourceTree): readonly Template[] =>
  tree.files.flatMap((file) => {
    if (languages[posix.extname(file)] === undefined && !/(?:^|\/)(?:views|templates)\/.*\.html$/.test(file)) return [];
    const text = tree.read(file);
    return text === null || text.length > bytesMax ? [] : [readTemplate(file, text)];
  }),
);

export function readTemplate(file: string, text: string): Template {
  const language = languages[posix.extname(file)] ?? (text.includes('<%') ? 'ejs' : 'curly');
  const regions = language === 'pug' ? pugRegions(text) : tagRegions(text, language);
  const bound = new Set(regions.flatMap(({ code }) => boundIn(code)));
  const words = regions.flatMap((region) => wordsIn(text, region));
  return { path: file, text, words: file.endsWith('.eta') ? words.flatMap(handedWord) : words, bound };
}

/** `it.shop.items` is `shop.items`. */
function handedWord(word: Word): Word[] {
  const { name, of } = word;
  if (of === 'it') return [{ ...word, of: null, isHanded: true }];
  return of === null && name === 'it' ? [] : [{ ...word, of: of?.replace(/^it\./, '') ?? null }];
}

interface Region {
  readonly start: number;
  readonly code: string;
}

const tags = {
  ejs: /<%(?![%#])[-=_~]?([^]*?)[-_]?%>/g,
  curly: /\{[{%](?![!#]--|!)[{#/^&>~!-]*([^]*?)[-~]?[%}]\}/g,
};

function tagRegions(text: string, language: 'ejs' | 'curly'): Region[] {
  return [...text.matchAll(tags[language])].map((found) => {
    const code = found[1] ?? '';
    const start = found.index + found[0].indexOf(code, 2);
    // `{{> header title=title}}`: the name of a part is no word of its own.
    const part = /^\{\{~?#?>\s*[\w./-]+/.exec(found[0])?.[0].length ?? 0;
    const from = Math.max(0, found.index + part - start);
    return { start: start + from, code: code.slice(from) };
  });
}

/** What a line of Pug holds of code: after a word of control, `=` or `-`, in the brackets of a tag or a mixin, and in `#{ }`. */
function pugRegions(text: string): Region[] {
  const found: Region[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    found.push(...pugLine(line).map(({ start, code }) => ({ start: at + start, code })));
    at += line.length + 1;
  }
  return found;
}

const pugControl = /^\s*(?:(?:each|for|if|else if|unless|while|case|when|mixin)\b|-)(.*)$/;
const pugTag = /^\s*(?:\+?[\w#.:-]+)?(\((?:[^()]|\([^()]*\))*\))?\s*(?:!?=(.*))?/;

function pugLine(line: string): Region[] {
  if (/^\s*(?:\/\/|\|)/.test(line)) return inserts(line);
  const control = pugControl.exec(line);
  if (control !== null) return [{ start: line.indexOf(line.trim()), code: line.trim() }];
  const [, brackets, value] = pugTag.exec(line) ?? [];
  const parts = [brackets, value].flatMap((code) =>
    code === undefined || code === '' ? [] : [{ start: line.indexOf(code), code }],
  );
  return [...parts, ...inserts(line)];
}

function inserts(line: string): Region[] {
  return [...line.matchAll(/[#!]\{([^}]*)\}/g)].map((found) => ({ start: found.index + 2, code: found[1] ?? '' }));
}

const binders: readonly RegExp[] = [
  /\b(?:each|for)\s+(\w+)(?:\s*,\s*(\w+))?\s+(?:in|of)\b/g,
  /\b(?:const|let|var|set|assign|macro|import|as)\s+\|?\s*([\w$]+)(?:\s+([\w$]+)\s*\|)?/g,
  /\(?\s*([\w$]+)\s*(?:,\s*([\w$]+)\s*)?\)?\s*=>/g,
];

function boundIn(code: string): string[] {
  const listed = [...code.matchAll(/\b(?:function\s*\w*|mixin\s+[\w-]+|macro\s+\w+)\s*\(([^)]*)\)/g)];
  const destructured = [...code.matchAll(/(?:const|let|var|\()\s*[{[]([\w\s,]*)[}\]]\s*(?:=|\)\s*=>)/g)];
  return [
    ...binders.flatMap((binder) => [...code.matchAll(binder)].flatMap(([, one, other]) => [one, other])),
    ...[...listed, ...destructured].flatMap(([, names]) => (names ?? '').split(',').map((name) => name.trim())),
  ].filter((name) => name !== undefined && name !== '') as string[];
}

const reserved = new Set(
  `and as assign async await block break case catch class const continue default do each else elseif elsif endblock endcall endfilter endfor endif
  endmacro endset extends false filter finally for from function if import in include is let macro mixin new not null of or raw return set switch
  this throw true try typeof undefined unless var when while with`.split(/\s+/),
);

/** Strings hold no words, and neither do keys and attributes. */
function wordsIn(text: string, { start, code }: Region): Word[] {
  const found: Word[] = [];
  const blank = code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, (string) => ' '.repeat(string.length));
  for (const one of blank.matchAll(/(?<![\w$@])([A-Za-z_$][\w$]*)/g)) {
    const [name] = one;
    const before = blank.slice(0, one.index);
    const after = blank.slice(one.index + name.length);
    const of = /([\w$.]+)(?:\?\.|\.)\s*$/.exec(before)?.[1] ?? null;
    if (of === null && (reserved.has(name) || /^\s*(?::(?!:)|=(?![=>]))/.test(after))) continue;
    if (/^\s*block\s+$/.test(before)) continue;
    const at = start + one.index;
    // `rows[0].name` is of something, whatever it is.
    const holder = of?.replaceAll('?', '') ?? (/[\])]\s*\??\.\s*$/.test(before) ? '' : null);
    found.push({ name, start: at, end: at + name.length, line: lineOf(text, at), of: holder });
  }
  return found;
}

const renderers = new Set(['render', 'renderFile', 'renderView', 'renderAsync', 'view']);

export const rendersOf = memoize((tree: SourceTree): readonly Render[] => {
  const names = new Set(templatesOf(tree).map((template) => posix.basename(stemOf(template.path))));
  return allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const view = call.arguments.map((each) => stringValue(each)).find((text) => text !== null);
      const locals = call.arguments.find((each) => each.type === 'ObjectExpression') ?? null;
      const isRenderer = renderers.has((chainOf(call.callee) ?? '').split('.').at(-1) ?? '');
      if (view === undefined || view === null || (!isRenderer && (locals === null || !names.has(view)))) return [];
      return [{ source, call, view, locals }];
    }),
  );
});

export const stemOf = (file: string): string => file.replace(/\.\w+$/, '');

/** What a view is called below its folder: `home` of `./home.eta`. */
export const viewStem = (view: string): string => stemOf(view).replace(/^(?:\.?\/)+/, '');

/** Those who render this very template. */
export function rendersFor(tree: SourceTree, template: Pick<Template, 'path'>): readonly Render[] {
  const stem = stemOf(template.path);
  return rendersOf(tree).filter(({ view }) => {
    const wanted = viewStem(view);
    return stem === wanted || stem.endsWith(`/${wanted}`);
  });
}

export interface Shared {
  readonly source: Source;
  readonly name: string;
  /** Where it is given its name. */
  readonly key: Node;
  readonly value: Node;
}

/** `app.locals.title = …`, `res.locals.user = …`, `ctx.state.user = …`: what every template is given. */
export const sharedPlaces = memoize((tree: SourceTree): readonly Shared[] =>
  allSources(tree).flatMap((source) =>
    all(source.program, 'AssignmentExpression').flatMap(({ left, right }): Shared[] => {
      const chain = chainOf(left)?.split('.') ?? [];
      const at = chain.findIndex((part) => part === 'locals' || part === 'state');
      if (at > 0 && at === chain.length - 1 && right.type === 'ObjectExpression') return keyPlaces(source, right);
      const members = membersOf(left);
      const member = members[chain.length - at - 2];
      const name = chain[at + 1];
      return at > 0 && name !== undefined && member !== undefined
        ? [{ source, name, key: member.property, value: right }]
        : [];
    }),
  ),
);

/** `a.b.c`, `a.b`: a chain's member expressions, the whole first. */
function membersOf(node: Node): Of<'MemberExpression'>[] {
  return node.type === 'MemberExpression' ? [node, ...membersOf(node.object)] : [];
}

export const sharedLocals = memoize(
  (tree: SourceTree): ReadonlySet<string> => new Set(sharedPlaces(tree).map(({ name }) => name)),
);

/** `club` of `{ club, ...given }`, where a function adds it to what it is given. */
export const addedPlaces = memoize((tree: SourceTree): readonly Shared[] => {
  const isAdding = (object: Of<'ObjectExpression'>): boolean =>
    object.properties.some(
      (each) =>
        each.type === 'SpreadElement' &&
        each.argument.type === 'Identifier' &&
        functionsAround(object)[0]?.params.some((param) => keyName(param) === keyName(each.argument)) === true,
    );
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ObjectExpression')
      .filter(isAdding)
      .flatMap((object) => keyPlaces(source, object)),
  );
});

function keyPlaces(source: Source, object: Of<'ObjectExpression'>): Shared[] {
  return object.properties.flatMap((each) => {
    const name = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
    return each.type !== 'Property' || name === null ? [] : [{ source, name, key: each.key, value: each.value }];
  });
}

/** A word of a template, or its name alone. */
export type Asked = Pick<Word, 'name' | 'isHanded'>;

export function isGiven(tree: SourceTree, template: Template, { name, isHanded }: Asked): boolean {
  const isBound = isHanded !== true && template.bound.has(name);
  return isBound || sharedLocals(tree).has(name) || givenBy(tree, template).has(name);
}

/** By those who render it; a part is given what the page around it is given. */
export function givenBy(tree: SourceTree, template: Template): Set<string> {
  return new Set(rendersAround(tree, template).flatMap(({ locals }) => (locals === null ? [] : keysIn(locals))));
}

export function rendersAround(tree: SourceTree, template: Template): readonly Render[] {
  const own = rendersFor(tree, template);
  return own.length > 0 ? own : rendersOf(tree);
}

/** `euros` of `{{ total | euros }}`. */
export function isFilter({ text }: Template, { start }: Word): boolean {
  return /[^|]\|\s*$/.test(text.slice(0, start));
}

/** `include('parts/price', { cents, money })`: what a part is given by the pages that take it in. */
export function includedWith(tree: SourceTree, template: Pick<Template, 'path'>): Set<string> {
  const taken = templatesOf(tree).flatMap(({ text }) =>
    [...text.matchAll(/\binclude\(\s*(['"])([^'"\n]+)\1\s*,\s*\{([^{}]*)\}/g)].flatMap(([, , part = '', given = '']) =>
      stemOf(template.path).endsWith(stemOf(part))
        ? [...given.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, key = '']) => key)
        : [],
    ),
  );
  return new Set(taken);
}
