/** Two CommonJS files that require each other: one of them takes names out of the other before they are given out. */
import type { Idea, SourceTree } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import type { Import } from '../code/bindings.ts';
import { isOwn, resolveSpecifier } from '../code/modules.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, functionsAround, isReference, openSource, upwards } from '../code/syntax.ts';
import type { Of, Source } from '../code/syntax.ts';
import { eolOf, lineStart, splice } from '../code/text.ts';
import { wrongImports } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

export const importCycle: Recipe = {
  name: 'import-cycle',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'Files that require each other: the require that closes the circle moves behind what its file gives out.',
  ideas(context) {
    return wrongImports(context).flatMap((each) => cycleIdeas(context, each));
  },
};

function cycleIdeas(context: RecipeContext, { source, from, exported, member }: Wrong): Idea[] {
  const wanted = member ?? from.imported;
  const isGiven = exported.names.has(wanted) || (wanted === '*' && exported.whole !== null);
  const target = fileOf(context.tree, source, from);
  if (from.style !== 'require' || !isGiven || target === null || outermostOf(from) === null) return [];
  const closing = importsOf(target).filter((each) => each.style === 'require');
  const back = closing.find((each) => leadsTo(context.tree, fileOf(context.tree, target, each), source.path));
  const statement = back === undefined ? null : outermostOf(back);
  if (back === undefined || statement === null || !isMovable(target, statement)) return [];
  const { text } = target;
  const start = lineStart(text, statement.start);
  const newline = text.indexOf('\n', statement.end);
  const end = newline < 0 ? text.length : newline + 1;
  const eol = eolOf(text);
  const line = text.slice(statement.start, statement.end);
  const after = `${splice(text, { start, end, text: '' }).replace(/\s*$/, '')}${eol}${eol}${line}${eol}`;
  return [
    idea('import-cycle', {
      title: `${target.path} requires \`${back.specifier}\`, which requires it: only after it has given out its own`,
      rank: 0,
      edits: [{ path: target.path, before: text, after }],
    }),
  ];
}

/** The declaration that requires it while the file loads; `require('./log')('orders')` is one, too. */
function outermostOf({ node }: Import): Of<'VariableDeclaration'> | null {
  const statement = upwards(node).find((each) => each.type === 'VariableDeclaration');
  return statement?.type === 'VariableDeclaration' && statement.parent?.type === 'Program' ? statement : null;
}

function fileOf(tree: SourceTree, source: Source, from: Import): Source | null {
  const to = isOwn(tree, source.path, from.specifier) ? resolveSpecifier(tree, source.path, from.specifier) : null;
  return to?.to === 'file' ? openSource(tree, to.path) : null;
}

/** Follows what is required while a file loads. */
function leadsTo(tree: SourceTree, from: Source | null, path: string): boolean {
  const seen = new Set<string>();
  const most = allSources(tree).length;
  const queue = [from];
  for (let at = queue.shift(); at !== undefined && seen.size <= most; at = queue.shift()) {
    if (at === null || seen.has(at.path)) continue;
    if (at.path === path) return true;
    seen.add(at.path);
    const source = at;
    queue.push(
      ...importsOf(source)
        .filter((each) => outermostOf(each) !== null)
        .map((each) => fileOf(tree, source, each)),
    );
  }
  return false;
}

/** The only declaration of its statement, and nothing reads it while the file loads. */
function isMovable(source: Source, statement: Of<'VariableDeclaration'>): boolean {
  if (statement.declarations.length !== 1) return false;
  return all(source.program, 'Identifier').every((id) => {
    const isOwn = id.start >= statement.start && id.end <= statement.end;
    if (isOwn || !isReference(id) || functionsAround(id).length > 0) return true;
    const bound = namesInScope(source, id.start).get(id.name)?.id;
    return bound === undefined || bound.start < statement.start || bound.end > statement.end;
  });
}
