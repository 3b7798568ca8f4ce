/** `res.render('exhibits')` where the folder of views has `exhibit.html`; `app.set('view engine', 'pgu')`. */
import path from 'node:path';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { isPlural, rankedNames } from '../../code/names.ts';
import {
  addedPlaces,
  isFilter,
  rendersFor,
  rendersOf,
  sharedLocals,
  stemOf,
  templatesOf,
  viewStem,
} from '../../code/templates.ts';
import { partsOf, singular } from '../../code/words.ts';
import { otherNumber } from '../../evidence/moved.ts';
import { lostTemplate } from './moved-parts.ts';
import { eolOf, quoted, semicolonOf } from '../../code/text.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { all, allSources, chainOf, keyName, keysIn, stringValue } from '../../code/syntax.ts';
import type { Of } from '../../code/syntax.ts';

const posix = path.posix;

export const viewName: Recipe = {
  name: 'view-name',
  classes: ['unknown', 'missing_file', 'missing_module', 'config'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A view that is not there, and one of a near name that is, or one that nobody renders: the name, or the ending, that the folder of views has; an engine of views that is not there.',
  async ideas(context) {
    const { diagnosis, signal, tree } = context;
    // The diagnosis may speak of a file that the framework looked for on the way.
    const message = `${signal.error?.message ?? ''} ${diagnosis.message}`;
    const engine = /Cannot find module '([\w-]+)'/.exec(message)?.[1];
    if (engine !== undefined) return engineIdeas(tree, engine);
    if (/No default engine was specified/.test(message)) return unnamedEngine(tree);
    const layout = layoutIdeas(tree, message);
    if (layout.length > 0) return layout;
    const ended = endingIdeas(tree, message);
    if (ended.length > 0) return ended;
    const [, asked, folder] =
      /Failed to lookup view "([^"]+)" in views director(?:y|ies) "([^"]+)"/.exec(message) ?? unfound(tree, message);
    if (asked === undefined || folder === undefined) return [];
    const [dots = ''] = /^(?:\.\/)*/.exec(asked) ?? [];
    const wanted = asked.slice(dots.length);
    const parts = folder.split('/');
    const root = parts
      .map((_, at) => parts.slice(at).join('/'))
      .find((each) => tree.files.some((file) => file.startsWith(`${each}/`)));
    // What is known to have been there is put back: no other view is it.
    const ends = new Set(templatesOf(tree).map((each) => posix.extname(each.path)));
    const kept = [...ends].map((end) => lostTemplate('view-name', context, `${root ?? '.'}/${stemOf(wanted)}${end}`));
    const lost = root === undefined ? [] : (await Promise.all(kept)).flat();
    if (lost.length > 0) return lost;
    const views = tree.files
      .filter((file) => root !== undefined && file.startsWith(`${root}/`))
      .map((file) => posix.relative(root ?? '', file).replace(/\.\w+$/, ''));
    const near = new Map(rankedNames(wanted, new Set(views)).map(({ name, rank }) => [name, rank]));
    for (const name of views) {
      if (isPlural(wanted, name)) near.set(name, 0);
      else if (posix.basename(name) === posix.basename(wanted)) near.set(name, near.get(name) ?? 0);
    }
    // A near one that is rendered by its own name is another view.
    const isOther = [...near.keys()].every((name) => rendersOf(tree).some(({ view }) => view === name));
    const sole = isOther ? unrendered(tree, { wanted, views }) : null;
    if (sole !== null) {
      near.clear();
      near.set(sole, 1);
    }
    // Whoever else renders it finds it as little.
    const places = allSources(tree).map((source) => ({
      source,
      at: all(source.program, 'Literal').filter(
        (literal) =>
          literal.parent?.type === 'CallExpression' &&
          (/(?:^|\.)(?:render\w*|view)$/.test(chainOf(literal.parent.callee) ?? '') ||
            rendering(tree).has(chainOf(literal.parent.callee))) &&
          stringValue(literal) === asked,
      ),
    }));
    const found = places.filter(({ at }) => at.length > 0);
    if (found.length === 0) return [];
    return [...near].map(([name, rank]) =>
      ideaOf(
        'view-name',
        {
          title: `the view is called \`${name}\``,
          rank,
          ask: rendersOf(tree).some(({ view }) => view === name) ? otherNumber(tree, wanted, name) : null,
        },
        found.map(({ source, at }) => ({
          source,
          splices: at.map(({ start, end }) => ({ start: start + 1, end: end - 1, text: dots + name })),
        })),
      ),
    );
  },
};

/** `render('home.njk')`, where `home.html` is and no `home.njk`: of every view that is so. */
function endingIdeas(tree: SourceTree, message: string): Idea[] {
  const view = /(?:template not found: |Failed to lookup view "|Could not find template: )([\w./-]+\.\w+)/.exec(
    message,
  )?.[1];
  const end = posix.extname(view ?? '');
  const endsOf = (name: string): string[] =>
    templatesOf(tree).flatMap(({ path: file }) => (isOf(file, name) ? [posix.extname(file)] : []));
  const [to, more] = view === undefined ? [] : new Set(endsOf(view));
  if (to === undefined || more !== undefined || to === end) return [];
  const places = allSources(tree).map((source) => ({
    source,
    splices: all(source.program, 'Literal').flatMap((literal) => {
      const name = literal.parent?.type === 'CallExpression' ? stringValue(literal) : null;
      const isLeft = name?.endsWith(end) === true && endsOf(name).join() === to;
      return isLeft ? [{ start: literal.end - 1 - end.length, end: literal.end - 1, text: to }] : [];
    }),
  }));
  const found = places.filter(({ splices }) => splices.length > 0);
  const title = `views end in \`${to}\``;
  return found.length === 0 ? [] : [ideaOf('view-name', { title, rank: 0 }, found)];
}

/** `layout: 'main.hbs'`, which is not there, where one template alone has a place for the body of others. */
function layoutIdeas(tree: SourceTree, message: string): Idea[] {
  const asked = /unable to access template "([^"\n]+)"/.exec(message)?.[1];
  const framing = /\{\{\{\s*(?:> *)?(?:body|@?content)\s*\}\}\}|<%[-~]\s*(?:it\.)?body\s*-?%>|\bbody\s*\|\s*safe\b/;
  const [only, more] = templatesOf(tree).filter(({ text }) => framing.test(text));
  if (asked === undefined || only === undefined || more !== undefined) return [];
  const own = templatesOf(tree).some(({ path: file }) => posix.basename(file) === posix.basename(asked));
  const name = posix.basename(/\.\w+$/.test(asked) ? only.path : stemOf(only.path));
  const places = allSources(tree).map((source) => ({
    source,
    splices: all(source.program, 'Property').flatMap(({ key, value }) =>
      keyName(key) === 'layout' && stringValue(value) === asked
        ? [{ start: value.start + 1, end: value.end - 1, text: posix.join(posix.dirname(asked), name) }]
        : [],
    ),
  }));
  const found = places.filter(({ splices }) => splices.length > 0);
  const title = `the layout is \`${name}\``;
  return own || found.length === 0 ? [] : [ideaOf('view-name', { title, rank: 0 }, found)];
}

/** What other templates are rendered by: `reply.page`. */
function rendering(tree: SourceTree): ReadonlySet<string | null> {
  const known = rendersOf(tree).filter(({ view }) => templatesOf(tree).some((each) => isOf(each.path, view)));
  return new Set(known.map(({ call }) => chainOf(call.callee)));
}

const isOf = (file: string, view: string): boolean => `/${stemOf(file)}`.endsWith(`/${viewStem(view)}`);

/** `template not found: ticket.njk`, of Nunjucks: the name, and the folder in which all that is rendered lies. */
function unlisted(tree: SourceTree, message: string): readonly string[] {
  const file = /template not found: ([\w./-]+)/.exec(message)?.[1];
  if (file === undefined) return [];
  const folders = rendersOf(tree).flatMap(({ view }) =>
    templatesOf(tree).flatMap((each) =>
      isOf(each.path, view) ? [stemOf(each.path).slice(0, -stemOf(view).length - 1)] : [],
    ),
  );
  const [folder, more] = new Set(folders);
  return folder === undefined || more !== undefined ? [] : ['', stemOf(file), folder];
}

/** `Could not find template: /app/views/exhibits.eta`, of Eta: what is rendered so, and the folder before it. */
function unfound(tree: SourceTree, message: string): readonly string[] {
  if (message.includes('template not found: ')) return unlisted(tree, message);
  // Express looks for a folder of that name last of all; of a page that is rendered with a callback nobody throws the error that says so.
  const tried = /ENOENT: no such file or directory, stat '([^'\n]+?)(?:\/index)?\.\w+'/.exec(message)?.[1];
  const file = /Could not find template: ([^\n]+)\.\w+$/m.exec(message)?.[1] ?? tried ?? '';
  const view = rendersOf(tree).find((each) => file.endsWith(`/${viewStem(each.view)}`))?.view;
  return view === undefined ? [] : ['', view, file.slice(0, -viewStem(view).length - 1)];
}

const isSpread = ({ type }: { readonly type: string }): boolean => type === 'SpreadElement';

/** The one view that nobody renders or takes in, where it speaks of a word of the name, or asks for all that is given to it alone, and for nothing that it would not be given. */
function unrendered(
  tree: SourceTree,
  { wanted, views }: { readonly wanted: string; readonly views: readonly string[] },
): string | null {
  const templates = templatesOf(tree);
  const taken = templates.flatMap(({ text }) =>
    [...text.matchAll(/(['"])([^'"\n]+)\1/g)].map((found) => found[2] ?? ''),
  );
  const isNamed = (file: string): boolean =>
    rendersFor(tree, { path: file }).length > 0 ||
    taken.some((name) => posix.basename(stemOf(name)) === posix.basename(stemOf(file)));
  const [only, more] = templates.filter(({ path: file }) => !isNamed(file));
  if (only === undefined || more !== undefined) return null;
  const words = partsOf(wanted).map(singular);
  const isAkin = partsOf(posix.basename(stemOf(only.path))).some((part) => words.includes(singular(part)));
  const given = new Set(localsFor(tree, wanted).flatMap(keysIn));
  // Of other words it is, where it asks for what is given here and to no other view.
  const elsewhere = new Set(
    rendersOf(tree).flatMap(({ view, locals }) => (view !== wanted && locals !== null ? keysIn(locals) : [])),
  );
  const own = [...given].filter((name) => !elsewhere.has(name));
  const isAsked =
    own.length > 0 && own.every((name) => only.words.some((word) => word.of === null && word.name === name));
  if (!isAkin && !isAsked) return null;
  const isGiven = (name: string): boolean =>
    [given, only.bound, sharedLocals(tree), new Set(addedPlaces(tree).map((each) => each.name))].some((names) =>
      names.has(name),
    ) || name in globalThis;
  const asked = only.words.filter((word) => word.of === null && !isGiven(word.name) && !isFilter(only, word));
  // What is spread into it may be all that it asks for.
  const isOpen = isAkin && localsFor(tree, wanted).some(({ properties }) => properties.some(isSpread));
  return asked.length > 0 && !isOpen ? null : (views.find((view) => stemOf(only.path).endsWith(view)) ?? null);
}

/** What is handed over with the name, by whatever renders others. */
function localsFor(tree: SourceTree, view: string): Of<'ObjectExpression'>[] {
  const callees = rendering(tree);
  return allSources(tree).flatMap(({ program }) =>
    all(program, 'CallExpression')
      .filter((call) => stringValue(call.arguments[0]) === view)
      .filter((call) => callees.has(chainOf(call.callee)) || /(?:^|\.)render\w*$/.test(chainOf(call.callee) ?? ''))
      .flatMap((call) => call.arguments.flatMap((each) => (each.type === 'ObjectExpression' ? [each] : []))),
  );
}

/** `app.set('view engine', 'ejss')`: what all templates end with. */
function engineIdeas(tree: SourceTree, engine: string): Idea[] {
  const [end, more] = new Set(templatesOf(tree).map((template) => posix.extname(template.path).slice(1)));
  if (end === undefined || more !== undefined || end === engine) return [];
  return allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap(({ arguments: [key, value] }) => {
      if (key === undefined || value === undefined) return [];
      if (stringValue(key) !== 'view engine' || stringValue(value) !== engine) return [];
      const splices = [{ start: value.start + 1, end: value.end - 1, text: end }];
      return [ideaIn('view-name', source, { title: `the engine of views is \`${end}\``, rank: 0, splices })];
    }),
  );
}

/** All templates end alike, the package of that engine is named as needed, and nothing says `view engine`. */
function unnamedEngine(tree: SourceTree): Idea[] {
  const [end, more] = new Set(templatesOf(tree).map((template) => posix.extname(template.path).slice(1)));
  const manifest = tree.read('package.json') ?? '';
  if (end === undefined || more !== undefined || !new RegExp(`"${end}"\\s*:`).test(manifest)) return [];
  const places = allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const isViews = stringValue(call.arguments[0]) === 'views' && /\.set$/.test(chainOf(call.callee) ?? '');
      const isPlain = call.parent?.type === 'ExpressionStatement' && call.arguments.length === 2;
      return isViews && isPlain ? [{ source, call, statement: call.parent }] : [];
    }),
  );
  const [only, other] = places;
  if (only === undefined || other !== undefined || only.statement === undefined) return [];
  const { source, call, statement } = only;
  const indent = /[ \t]*$/.exec(source.text.slice(0, statement.start))?.[0] ?? '';
  const given = `'view engine', '${end}'`.replaceAll("'", quoted('', source.text)[0] ?? "'");
  const line = `${source.text.slice(call.callee.start, call.callee.end)}(${given})${semicolonOf(source.text)}`;
  const splices = [{ start: statement.end, end: statement.end, text: `${eolOf(source.text)}${indent}${line}` }];
  return [ideaIn('view-name', source, { title: `the engine of views is \`${end}\``, rank: 0, splices })];
}
