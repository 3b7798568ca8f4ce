/** What a template asks for by a name that nobody has: helpers, filters, partials, includes and layouts; and tags that are not closed. */
import path from 'node:path';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { rankedNames, shareWord } from '../../code/names.ts';
import { insideProject } from '../../code/paths.ts';
import { unclosedBlock, unopenedBlock } from '../../mending/template-blocks.ts';
import { isWhole, mendTemplate } from '../../mending/template-code.ts';
import { idea, ideaIn, ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { stemOf, templatesOf } from '../../code/templates.ts';
import type { Template } from '../../code/templates.ts';
import type { Splice } from '../../code/text.ts';
import { helperIdeas, keysIn, strayHelper } from './helper-names.ts';
import { keptParts, renamedPart } from './moved-parts.ts';
import { halfMustache, likePart, sectionIdeas } from './mustache-tags.ts';
import { likeLayout, loneIn, lookedUpPart } from './orphan-part.ts';
import { templateFailure } from './template-names.ts';

const posix = path.posix;

export const templateParts: Recipe = {
  name: 'template-parts',
  classes: ['unknown', 'missing_file', 'type', 'syntax', 'config'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A helper, filter, mixin, partial, include or layout that a template names and nobody has: the near name that is there, or the name under which it is registered; a tag of EJS, a block or a section that is not closed.',
  async ideas(context) {
    const message = context.signal.error?.message ?? context.diagnosis.message;
    const failing = templateFailure(context)?.template;
    const near = failing === undefined ? templatesOf(context.tree) : [failing];
    const helper = /Missing helper: "([\w.-]+)"|(?:filter not found|undefined filter): (\w+)/.exec(message);
    if (helper !== null) return helperIdeas(context.tree, helper[1] ?? helper[2] ?? '');
    const strict = /^(?:\w*Error: )?"([\w.-]+)" not defined in /.exec(message)?.[1];
    if (strict !== undefined) return isCalled(context.tree, strict) ? helperIdeas(context.tree, strict) : [];
    if (/\.call is not a function$/.test(message)) return strayHelper(context.tree);
    const macro = /cannot import '(\w+)'/.exec(message)?.[1];
    if (macro !== undefined) return macroIdeas(context.tree, near, macro);
    const tag = /unknown block tag: (\w+)/.exec(message)?.[1];
    if (tag !== undefined) return tagIdeas(near, tag);
    const mixin = /pug_mixins\.(\w+) is not a function|pug_mixins\["([\w-]+)"\] is not a function/.exec(message);
    if (mixin !== null) return mixinIdeas(context.tree, near, mixin[1] ?? mixin[2] ?? '');
    if (/Could not find matching close tag for "<%/.test(message)) return unclosed(context.tree);
    if (/while compiling ejs/.test(message)) return failing === undefined ? [] : unfinished(failing);
    if (/Bad template syntax/.test(message)) {
      const [only, more] = templatesOf(context.tree).filter(({ text }) => text.includes('<%') && !isWhole(text));
      return only === undefined || more !== undefined ? [] : unfinished(only);
    }
    if (/ doesn't match /.test(message)) return sectionIdeas(context.tree, near, message);
    if (isUnclosed.test(message)) {
      const half = near.flatMap(halfMustache);
      if (half.length === 1) return half;
      const open = near.filter(({ text }) => unclosedBlock(text) !== null);
      return open.length === 1 ? open.flatMap(unclosedBlocks) : [];
    }
    const part = partNamed(context, message);
    if (part === null) return lookedUpPart('template-parts', context);
    const like = [partialIdeas, likePart]
      .map((ideasOf) => ideasOf(context.tree, part))
      .find(({ length }) => length > 0);
    if (like !== undefined) return like;
    const kept = await keptParts(context, near, part);
    if (kept.length > 0) return kept;
    // A layout may ask for it in place of the page that is named.
    const found = [near, templatesOf(context.tree)].map((each) =>
      each.flatMap((template) => partIdeas(context.tree, template, part)),
    );
    return found.find(({ length }) => length > 0) ?? renamedPart(context, part);
  },
};

/** Of Handlebars, Mustache, and of an engine by hand. */
const isUnclosed = /got end of file|(?:never|not) closed|unclosed section|parse error on line \d+[^]*expecting/i;
/** `{{kg weight}}`: what is given something is a helper. */
function isCalled(tree: SourceTree, name: string): boolean {
  return templatesOf(tree).some(({ text }) => new RegExp(String.raw`\{\{~?[{#]?\s*${name}\s+[\w."'(]`).test(text));
}

/** `{% from "macros.njk" import rows %}`: what the templates of the project define as a macro. */
function macroIdeas(tree: SourceTree, near: readonly Template[], name: string): Idea[] {
  const defined = templatesOf(tree).flatMap(({ text }) =>
    [...text.matchAll(/\{%-?\s*macro\s+(\w+)/g)].map((found) => found[1] ?? ''),
  );
  const taken = new RegExp(String.raw`(?<=\{%-?\s*from\b[^%]*\bimport\b[^%]*)\b${name}\b|(?<![\w.])${name}(?=\()`, 'g');
  const ranked = rankedNames(name, new Set(defined));
  const [lone, more] = defined.filter(
    (each) => !templatesOf(tree).some(({ text }) => new RegExp(`import[^%]*\\b${each}\\b|\\.${each}\\(`).test(text)),
  );
  // The one that nobody takes.
  const known = ranked.length > 0 || lone === undefined || more !== undefined ? ranked : [{ name: lone, rank: 1 }];
  return known.flatMap(({ name: known, rank }) =>
    near.flatMap((template) => {
      const uses = [...template.text.matchAll(taken)];
      const splices = uses.map(({ index }) => ({ start: index, end: index + name.length, text: known }));
      const title = `the macro is called \`${known}\``;
      return splices.length === 0 ? [] : [ideaIn('template-parts', template, { title, rank, splices })];
    }),
  );
}

const blockTags =
  `for endfor if elif elseif else endif block endblock set endset macro endmacro call endcall filter endfilter raw endraw include import from
  extends switch case default endswitch asyncEach endeach asyncAll endall`.split(/\s+/);

function tagIdeas(near: readonly Template[], tag: string): Idea[] {
  return rankedNames(tag, new Set(blockTags)).flatMap(({ name, rank }) =>
    near.flatMap((template) => {
      const uses = [...template.text.matchAll(new RegExp(String.raw`(?<=\{%-?\s*)${tag}\b`, 'g'))];
      const splices = uses.map(({ index }) => ({ start: index, end: index + tag.length, text: name }));
      const title = `\`${tag}\` should be \`${name}\``;
      return splices.length === 0 ? [] : [ideaIn('template-parts', template, { title, rank, splices })];
    }),
  );
}

/** `registerPartial('header', read('head'))` where templates take in `head`, and nothing takes in `header`. */
function partialIdeas(tree: SourceTree, name: string): Idea[] {
  const isTaken = (part: string): boolean => templatesOf(tree).some(({ text }) => takenPlaces(text, part).length > 0);
  const calls = allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const [first] = call.arguments;
      const known = stringValue(first);
      const isIt = /\bregisterPartial$/.test(chainOf(call.callee) ?? '') && known !== null && first !== undefined;
      return isIt ? [{ source, from: call as Node, known, start: first.start + 1, end: first.end - 1 }] : [];
    }),
  );
  // `options: { partials: { row: 'row.hbs' } }`
  const tables = allSources(tree).flatMap((source) =>
    all(source.program, 'Property').flatMap(({ key, value }) =>
      keyName(key) === 'partials' && value.type === 'ObjectExpression'
        ? keysIn(source, value).map((each) => ({ ...each, from: value as Node, known: each.name }))
        : [],
    ),
  );
  const [only, more] = [...calls, ...tables].filter(({ known }) => !isTaken(known));
  if (only === undefined || more !== undefined || !isTaken(name)) return [];
  const { source, from, known, start, end } = only;
  // The text of it is read from a file of that name.
  const isIt = all(from, 'Literal').some(
    (each) => each.start >= end && stemOf(posix.basename(stringValue(each) ?? '')) === name,
  );
  if (!isIt && rankedNames(name, [known]).length === 0 && !shareWord(name, known)) return [];
  const splices = [{ start, end, text: name }];
  const title = `\`${known}\` is registered, templates take in \`${name}\``;
  return [ideaIn('template-parts', source, { title, rank: 0, splices })];
}

function mixinIdeas(tree: SourceTree, near: readonly Template[], name: string): Idea[] {
  const defined = templatesOf(tree).flatMap(({ text }) =>
    [...text.matchAll(/^\s*mixin\s+([\w-]+)/gm)].map((found) => found[1] ?? ''),
  );
  return rankedNames(name, new Set(defined)).flatMap((known) =>
    near.flatMap((template) => {
      const uses = [...template.text.matchAll(new RegExp(String.raw`\+(${name})\b`, 'g'))];
      const splices = uses.map(({ index }) => ({ start: index + 1, end: index + 1 + name.length, text: known.name }));
      const title = `the mixin is called \`${known.name}\``;
      return splices.length === 0 ? [] : [ideaIn('template-parts', template, { title, rank: known.rank, splices })];
    }),
  );
}

/** The name of a file as the template gives it. */
function partNamed(context: RecipeContext, message: string): string | null {
  const named =
    /Could not find the include file "([^"\n]+)"|The partial ([^\s]+) could not be found|template not found: (\S+)|Failed to lookup "([^"\n]+)" in/.exec(
      message,
    );
  if (named !== null) return named.slice(1).find((each) => each !== undefined) ?? null;
  const file =
    /(?:ENOENT: no such file or directory, open '|Could not find template: )([^'\n]+\.(?:pug|jade|eta))/.exec(
      message,
    )?.[1];
  const wanted = insideProject(context, file);
  return wanted === null || context.tree.files.includes(wanted) ? null : wanted;
}

/** As it is written: whole, without its ending, or from the template's folder. */
function partIdeas(tree: SourceTree, template: Template, part: string): Idea[] {
  const folder = posix.dirname(template.path);
  const spellings = [part, stemOf(part), posix.relative(folder, part), stemOf(posix.relative(folder, part))];
  const written = [...new Set([...spellings, ...spellings.map((each) => `./${each}`)])];
  for (const wanted of written.toSorted((a, b) => b.length - a.length)) {
    // Before a call of that name.
    const at = quotedPlaces(template.text, wanted)[0] ?? template.text.indexOf(wanted);
    if (wanted === '' || at < 0 || /[\w-]/.test(template.text[at + wanted.length] ?? '')) continue;
    // Whoever takes it in from the same folder by the same name does not find it, either.
    const others = templatesOf(tree).filter((each) => each !== template);
    const placesIn = ({ path: file, text }: Template): number[] => [
      ...(posix.dirname(file) === folder ? quotedPlaces(text, wanted) : []),
      ...takenPlaces(text, wanted),
    ];
    return namesFor(tree, template, wanted).map(({ name, rank }) => {
      const splicesAt = (starts: readonly number[]): Splice[] =>
        starts.map((start) => ({ start, end: start + wanted.length, text: name }));
      const places = [
        { source: template, splices: splicesAt([at, ...placesIn(template)]) },
        ...others.map((source) => ({ source, splices: splicesAt(placesIn(source)) })),
      ].filter(({ splices }) => splices.length > 0);
      return ideaOf('template-parts', { title: `\`${wanted}\` should be \`${name}\``, rank }, places);
    });
  }
  return [];
}

/** `{{> footer}}`: by a name that all templates share. */
function takenPlaces(text: string, wanted: string): number[] {
  return [...text.matchAll(/(?<=\{\{~?#?>\s*)[\w./-]+/g)].flatMap((found) =>
    found[0] === wanted ? [found.index] : [],
  );
}

function quotedPlaces(text: string, wanted: string): number[] {
  return [...text.matchAll(/(['"])([^'"\n]*)\1/g)].flatMap((found) => (found[2] === wanted ? [found.index + 1] : []));
}

/** Templates of a near name, or of the same name in another folder. */
function namesFor(
  tree: SourceTree,
  template: Template,
  wanted: string,
): { readonly name: string; readonly rank: number }[] {
  const hasEnd = /\.\w+$/.test(wanted);
  const files = templatesOf(tree)
    .map((each) => (hasEnd ? each.path : stemOf(each.path)))
    .filter((file) => file !== stemOf(template.path));
  const folder = posix.dirname(wanted);
  const inFolder = files.filter(
    (file) => folder === '.' || posix.dirname(file).endsWith(folder.replace(/^(?:\.\.?\/)+/, '')),
  );
  const slips = rankedNames(posix.basename(wanted), new Set(inFolder.map((file) => posix.basename(file))));
  const named = slips.map(({ name, rank }) => ({ name: folder === '.' ? name : `${folder}/${name}`, rank }));
  if (named.length > 0) return named;
  const moved = files.filter((file) => posix.basename(file) === posix.basename(wanted));
  const roots = [posix.dirname(template.path), template.path.split('/')[0] ?? ''];
  const spelt = moved.flatMap((file) => roots.map((root) => posix.relative(root, file)));
  const found = [...new Set(spelt)].filter((name) => name !== wanted);
  if (found.length > 0) return found.map((name) => ({ name, rank: 1 }));
  const like = likeLayout(tree, template, wanted);
  return (like.length > 0 ? like : loneIn(tree, template, wanted)).map((name) => ({ name, rank: 1 - like.length }));
}

/** A block that is not closed; else one sign that its code lacks or has too much of. */
function unfinished(template: Template): Idea[] {
  const closed = unclosedBlocks(template).filter(({ edits: [edit] }) => isWhole(edit?.after ?? ''));
  if (closed.length > 0) return closed;
  const found = mendTemplate(template.text);
  const isRival = ({ cost }: (typeof found)[number]): boolean => cost - (found[0]?.cost ?? 0) < signMargin;
  const rivals = found.filter(isRival).length;
  return found.map((each) =>
    idea('template-parts', {
      title: `${template.path}: ${each.what}`,
      rank: isRival(each) ? (rivals === 1 ? 0 : 1) : 2,
      ask: each.guess === true ? `the text does not tell what was meant: ${each.what}` : null,
      edits: [{ path: template.path, before: template.text, after: each.text }],
    }),
  );
}

/** Mendings that cost nearly the same are rivals. */
const signMargin = 0.6;

/** `<% for (const item of items) { %>` without its `<% } %>`. */
function unclosedBlocks(template: Template): Idea[] {
  const found = unclosedBlock(template.text);
  if (found === null) return unopened(template);
  const title = 'the block is closed';
  const splices = [{ start: found.at, end: found.at, text: found.text }];
  const ask = found.isSure ? null : `${title}: where it ends is for you to say`;
  return [ideaIn('template-parts', template, { title, rank: 0, ask, splices })];
}

function unopened(template: Template): Idea[] {
  const at = unopenedBlock(template.text);
  if (at === null) return [];
  const splices = [{ start: at, end: at, text: ' {' }];
  return [ideaIn('template-parts', template, { title: 'the block is opened', rank: 0, splices })];
}

/** `<%= item.name </li>`: closed before the next tag of HTML, else at the end of the line; `<% } >` has half of its end. */
function unclosed(tree: SourceTree): Idea[] {
  return templatesOf(tree).flatMap((template) =>
    [...template.text.matchAll(/<%(?![%#])(?:(?!%>|<%)[^])*(?=<%|$(?![^]))/g)].flatMap((found) => {
      const [open] = found;
      const line = open.split('\n', 1)[0] ?? '';
      const markup = line.slice(2).search(/<\/?[a-z]/i) + 2;
      const end = found.index + (markup > 2 ? markup : line.trimEnd().length);
      const isHalf = / >\s*$/.test(template.text.slice(found.index, end));
      const at = isHalf ? template.text.lastIndexOf('>', end - 1) : end;
      const before = template.text[at - 1] ?? '';
      const text = isHalf ? '%' : before === '%' ? '>' : before === ' ' ? '%>' : ' %>';
      return [
        ideaIn('template-parts', template, {
          title: 'the tag is closed',
          rank: 0,
          splices: [{ start: at, end: at, text }],
        }),
      ];
    }),
  );
}
