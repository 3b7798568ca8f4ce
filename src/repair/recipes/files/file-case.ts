/** A file that is asked for under a name put together as the program runs, and that is there but for its case or its ending: it is there under that name, too. */
import path from 'node:path';
import type { Idea, Kind } from '../../../incident/nouns.ts';
import { isCodeFile } from '../../../kit/code.ts';
import { importsOf } from '../../code/bindings.ts';
import { isRelative, resolveSpecifier } from '../../code/modules.ts';
import { insideProject, ownPath } from '../../code/paths.ts';
import { stemOf, templatesOf } from '../../code/templates.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { all, allSources, stringValue } from '../../code/syntax.ts';

const posix = path.posix;

export const fileCase: Recipe = {
  name: 'file-case',
  classes: ['missing_module', 'missing_file', 'unknown'],
  kind: 'operational',
  needs: 'probed',
  risk: 'safe',
  summary:
    'A file that is asked for by a name put together as the program runs, and that is there but for its case, or for the ending that all others beside it have: it is put there under that name, too.',
  ideas(context) {
    const wanted = wantedView(context) ?? wantedPath(context);
    if (wanted === null || context.tree.exists(wanted)) return [];
    const endings = context.diagnosis.class === 'missing_module' ? ['', '.js', '.cjs', '.mjs', '.json', '.ts'] : [''];
    const found = context.tree.files.flatMap((file) =>
      endings.flatMap((ending) => {
        const named = wanted + ending;
        const isIt = file !== named && posix.dirname(file) === posix.dirname(named);
        const isSame = file.toLowerCase() === named.toLowerCase() || isOddEnding(context, { file, named });
        return isIt && isSame ? [{ file, named }] : [];
      }),
    );
    const [only, more] = found;
    if (only === undefined || more !== undefined || isSaid(context, only)) return [];
    // Another ending no setting could say.
    const isMeant = stemOf(only.file) !== stemOf(only.named) && isListed(context, only);
    const how = isMeant ? { kind: 'cause' as const, rank: -1 } : {};
    return standingIn('file-case', context, only, { isTwice: isCodeFile(only.file), ...how });
  },
};

/** `room` of views that all end in `.ejs`; `room.njk` of a folder that has a `room.html`. */
function wantedView({ diagnosis, signal, tree }: RecipeContext): string | null {
  const message = `${signal.error?.message ?? ''} ${diagnosis.message}`;
  const whole = /template not found: ([\w./-]+\.\w+)/.exec(message)?.[1];
  const [there, other] = templatesOf(tree).filter(
    (each) => whole !== undefined && `/${stemOf(each.path)}`.endsWith(`/${stemOf(whole)}`),
  );
  if (whole !== undefined && there !== undefined && other === undefined)
    return `${stemOf(there.path).slice(0, -stemOf(whole).length)}${whole}`;
  const [, view, folder] = /Failed to lookup view "([\w/-]+)" in views directory "([^"]+)"/.exec(message) ?? [];
  const root = tree.files.map((file) => posix.dirname(file)).find((each) => folder?.endsWith(`/${each}`) === true);
  const views = root === undefined ? [] : templatesOf(tree).filter((each) => each.path.startsWith(`${root}/`));
  const [end, more] = new Set(
    views.flatMap(({ path: file }) => (stemOf(file) === `${root}/${view}` ? [] : [posix.extname(file)])),
  );
  return view === undefined || end === undefined || more !== undefined ? null : `${root}/${view}${end}`;
}

/** `de.yaml` beside `en.yml` and `nl.yml`, `room.html` with tags of EJS beside `home.ejs`: the one there that ends otherwise. */
function isOddEnding({ tree }: RecipeContext, { file, named }: Named): boolean {
  const [end, other] = [named, file].map((each) => posix.extname(each));
  const sort = sorts.find((each) => each.ends.test(named) && each.ends.test(file));
  if (stemOf(file) !== stemOf(named) || end === other || sort === undefined) return false;
  const beside = tree.files.filter((each) => each !== file && posix.dirname(each) === posix.dirname(file));
  return (
    sort.text.test(tree.read(file) ?? '') &&
    beside.some((each) => posix.extname(each) === end) &&
    beside.every((each) => posix.extname(each) !== other)
  );
}

const sorts = [
  { ends: /\.ya?ml$/, text: /:/ },
  { ends: /\.(?:txt|text|md|markdown|tmpl|tpl)$/, text: /\S/ },
  { ends: /\.(?:ejs|html?)$/, text: /<%/ },
  { ends: /\.(?:hbs|handlebars|mustache|njk|nunjucks|liquid|html?)$/, text: /\{[{%]/ },
];

export interface Named {
  readonly file: string;
  readonly named: string;
}

function wantedPath(context: RecipeContext): string | null {
  const { named, file } = context.diagnosis;
  if (named.module === undefined) return insideProject(context, named.path);
  if (!isRelative(named.module)) return insideProject(context, named.module);
  const from = ownPath(context, named.importer) ?? file;
  return from === null ? null : posix.join(posix.dirname(from), named.module);
}

/** The code says a name of it in full, as a path or with its ending: that is the one to change, or it is a file of its own. A route, and a module that is found, are no such names. */
function isSaid({ tree }: RecipeContext, { file, named }: Named): boolean {
  const names = new Set([file, named].flatMap((each) => [posix.basename(each), posix.parse(each).name]));
  return allSources(tree).some((source) => {
    const found = importsOf(source).filter(({ specifier }) => resolveSpecifier(tree, source.path, specifier) !== null);
    const modules = new Set(found.map(({ literal }) => literal));
    return all(source.program, 'Literal').some((each) => {
      const text = modules.has(each) ? '' : (stringValue(each) ?? '');
      const isRoute = text.startsWith('/') && posix.extname(text) === '';
      return /[./]/.test(text) && !isRoute && names.has(posix.basename(text));
    });
  });
}

interface Standing {
  /** A person is asked, since two files of one text are not what anybody wants, as of code. */
  readonly isTwice: boolean;
  readonly kind?: Kind;
  readonly rank?: number;
}

/** Nothing is deleted. */
export function standingIn(recipe: string, { tree }: RecipeContext, { file, named }: Named, how: Standing): Idea[] {
  const text = tree.read(file);
  if (text === null) return [];
  const { isTwice, kind = 'operational', rank = 1 } = how;
  const ask = isTwice ? `${file} would stand there under both names: call it ${named}` : null;
  const edits = [{ path: named, before: null, after: text }];
  return [idea(recipe, { title: `${file} is read as ${named}`, kind, rank, ask, edits })];
}

/** The settings say the name as it is asked for, and nothing says it as it is: `languages: [en, nl]` where `NL.yml` is. */
function isListed(context: RecipeContext, { file, named }: Named): boolean {
  const said = new Set(
    dataFiles(context).flatMap(({ keys }) =>
      keys.flatMap(({ value }) =>
        [value, ...(value?.children ?? [])].flatMap((each) => (each?.type === 'string' ? [String(each.value)] : [])),
      ),
    ),
  );
  return said.has(posix.basename(stemOf(named))) && !said.has(posix.basename(file));
}
