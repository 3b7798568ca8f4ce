/** Two CommonJS files that require each other: one of them takes names out of the other before they are given out. */
import type { Idea, SourceTree } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import type { Import } from '../code/bindings.ts';
import { isOwn, resolveSpecifier } from '../code/modules.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, functionsAround, isReference, openSource } from '../code/syntax.ts';
import type { Source } from '../code/syntax.ts';
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
  if (from.style !== 'require' || !isGiven || target === null || !isOutermost(from)) return [];
  const closing = importsOf(target).filter((each) => each.style === 'require' && isOutermost(each));
  const back = closing.find((each) => leadsTo(context.tree, fileOf(context.tree, target, each), source.path));
  if (back === undefined || !isMovable(target, back)) return [];
  const { text } = target;
  const start = lineStart(text, back.statement.start);
  const newline = text.indexOf('\n', back.statement.end);
  const end = newline < 0 ? text.length : newline + 1;
  const eol = eolOf(text);
  const line = text.slice(back.statement.start, back.statement.end);
  const after = `${splice(text, { start, end, text: '' }).replace(/\s*$/, '')}${eol}${eol}${line}${eol}`;
  return [
    idea('import-cycle', {
      title: `${target.path} requires \`${back.specifier}\`, which requires it: only after it has given out its own`,
      rank: 0,
      edits: [{ path: target.path, before: text, after }],
    }),
  ];
}

function isOutermost(from: Import): boolean {
  return from.statement.type === 'VariableDeclaration' && from.statement.parent?.type === 'Program';
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
        .filter(isOutermost)
        .map((each) => fileOf(tree, source, each)),
    );
  }
  return false;
}

/** The only declaration of its statement, and nothing reads it while the file loads. */
function isMovable(source: Source, from: Import): boolean {
  const { statement } = from;
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return false;
  return all(source.program, 'Identifier').every((id) => {
    const isOwn = id.start >= statement.start && id.end <= statement.end;
    if (isOwn || !isReference(id) || functionsAround(id).length > 0) return true;
    const binding = namesInScope(source, id.start).get(id.name);
    const names = importsOf(source).filter((each) => each.statement === statement);
    return binding?.node.parent !== statement && !names.some((each) => each.local === id.name);
  });
}
