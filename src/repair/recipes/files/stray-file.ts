/** A file that is no code lies in a folder of which every file is loaded: `readdirSync(folder).map((name) => require(…))`. */
import path from 'node:path';
import { isCodeFile } from '../../../kit/code.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { all, allSources, chainOf, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { wrap } from '../../evidence/conversions.ts';

const posix = path.posix;

export const strayFile: Recipe = {
  name: 'stray-file',
  classes: ['syntax', 'module_format', 'missing_module', 'config', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A file that is no code, or no JSON, lies in a folder of which every file is loaded or parsed: only those of the ending of the others are.',
  ideas(context) {
    const { file, class: kind, message, named } = context.diagnosis;
    // Node quotes the text, line breaks and all, before it says what it is not.
    const said = `${message}\n${context.signal.error?.message ?? context.signal.stderr.slice(-2048)}`;
    if (kind === 'config' && /JSON/.test(said)) return amongJson(context);
    if (named.code === 'EISDIR' || /\bEISDIR\b/.test(message)) return amongJson(context, true);
    if (file === null || isCodeFile(file) || file.endsWith('.json') || !context.tree.exists(file)) return [];
    const folder = posix.dirname(file);
    const [ending, more] = new Set(
      context.tree
        .list(folder)
        .filter(isCodeFile)
        .map((name) => posix.extname(name)),
    );
    if (ending === undefined || more !== undefined) return [];
    const found = allSources(context.tree).flatMap((source) =>
      listings(source, posix.basename(folder)).map((call) => ({ source, call })),
    );
    return chosen(found, {
      ending,
      title: `${posix.basename(file)} is no code: only files that end in ${ending} are loaded`,
    });
  },
};

/** Every file of a folder is parsed, and one of them has another ending, or is a folder: `.DS_Store` beside `de.json`. */
function amongJson(context: RecipeContext, isFolder = false): Idea[] {
  const [site] = sitesOf(context);
  if (site === undefined) return [];
  const { source } = site;
  return all(source.program, 'CallExpression')
    .filter((call) => isListing(call))
    .flatMap((call) => {
      const folder = pathOf(context, source, call.arguments[0] as Node);
      const held = folder === null ? [] : context.tree.list(folder);
      const beside = isFolder ? held : held.filter((name) => !name.endsWith('/'));
      const strays = beside.filter((name) => !name.endsWith('.json'));
      if (strays.length !== 1 || beside.length < 3) return [];
      return chosen([{ source, call }], {
        ending: '.json',
        title: `${strays[0]} in ${folder} is no JSON: only files that end in .json are read`,
      });
    });
}

interface Listing {
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
}

function chosen([only, another]: readonly Listing[], { ending, title }: { ending: string; title: string }): Idea[] {
  if (only === undefined || another !== undefined) return [];
  const { source, call } = only;
  const outer = call.parent?.type === 'AwaitExpression' ? call.parent : call;
  const [before, after] = outer === call ? ['', ''] : ['(', ')'];
  const splices = wrap(outer, before, `${after}.filter((name) => name.endsWith('${ending}'))`);
  return [ideaIn('stray-file', source, { title, rank: 0, splices })];
}

function listings(source: Source, folder: string): Of<'CallExpression'>[] {
  return all(source.program, 'CallExpression').filter(
    (call) => isListing(call) && (names(source, folder) || listsOwn(source, call, folder)),
  );
}

/** What lists a folder by plain names, where the list is not chosen from already. */
function isListing(call: Of<'CallExpression'>): boolean {
  const outer = call.parent?.type === 'AwaitExpression' ? call.parent.parent : call.parent;
  const isChosen = outer?.type === 'MemberExpression' && keyName(outer.property) === 'filter';
  const isRead = /(?:^|\.)readdir(?:Sync)?$/.test(chainOf(call.callee) ?? '');
  return isRead && call.arguments.length === 1 && !isChosen;
}

/** `readdirSync(__dirname)` */
function listsOwn(source: Source, { arguments: [given] }: Of<'CallExpression'>, folder: string): boolean {
  const isOwn = given !== undefined && /^(?:__dirname|import\.meta\.dirname)$/.test(textOf(source, given));
  return isOwn && posix.basename(posix.dirname(source.path)) === folder;
}

function names(source: Source, folder: string): boolean {
  return all(source.program, 'Literal').some((each) => posix.basename(stringValue(each) ?? '') === folder);
}
