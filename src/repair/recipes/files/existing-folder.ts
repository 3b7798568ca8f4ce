/** A folder is made that is there already: `mkdir` with `recursive`, which takes it as it is. */
import { insideProject } from '../../code/paths.ts';
import { all, chainOf, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'existing-folder';

export const existingFolder: Recipe = {
  name,
  classes: ['missing_file', 'config', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A folder of the program is made as it starts, and is there already: `mkdir` with `recursive: true`.',
  ideas(context) {
    const { code, syscall, path } = context.diagnosis.named;
    if (code !== 'EEXIST' || syscall !== 'mkdir') return [];
    const folder = insideProject(context, path);
    // A lock is to fail where it is held, and what a request asks to be made is told to be there.
    if (folder === null || context.tree.read(folder) !== null || /lock|mutex|pid/i.test(folder)) return [];
    const [site] = sitesOf(context);
    const call = site?.nodes.find(
      (each): each is Of<'CallExpression'> =>
        each.type === 'CallExpression' && /(?:^|\.)mkdir(?:Sync)?$/.test(chainOf(each.callee) ?? ''),
    );
    if (site === undefined || call === undefined || !isOwn(context, site.source, call)) return [];
    const splice = withRecursive(site.source, call);
    const title = `${folder} may be there already`;
    return splice === null ? [] : [ideaIn(name, site.source, { title, rank: 0, splices: [splice] })];
  },
};

/** The path is the program's own: it is written out, or made before anybody asked for anything. */
function isOwn(context: RecipeContext, source: Source, { arguments: [given] }: Of<'CallExpression'>): boolean {
  return given !== undefined && (context.signal.beforeReady || pathOf(context, source, given as Node) !== null);
}

function withRecursive(source: Source, { arguments: [given, options] }: Of<'CallExpression'>): Splice | null {
  if (given === undefined) return null;
  const isLast = options === undefined || /^(?:ArrowFunctionExpression|FunctionExpression)$/.test(options.type);
  if (isLast) return { start: given.end, end: given.end, text: ', { recursive: true }' };
  if (options.type === 'Literal' && typeof options.value === 'number')
    return { start: options.start, end: options.end, text: `{ recursive: true, mode: ${textOf(source, options)} }` };
  if (options.type !== 'ObjectExpression') return null;
  const [set] = all(options, 'Property').filter(({ key }) => textOf(source, key) === 'recursive');
  if (set !== undefined) return { start: set.value.start, end: set.value.end, text: 'true' };
  const [first] = options.properties;
  return first === undefined
    ? { start: options.start, end: options.end, text: '{ recursive: true }' }
    : { start: first.start, end: first.start, text: 'recursive: true, ' };
}
