/** The failure began with a change: takes back the failing file, one hunk of it, or what else changed since the last good release (REP-3). */
import { structuredPatch } from 'diff';
import { failureClasses } from '../../incident/nouns.ts';
import type { Edit, Idea } from '../../incident/nouns.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { isOwnPath } from '../sound.ts';

export const revert: Recipe = {
  name: 'revert',
  classes: failureClasses,
  kind: 'rollback',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'Takes back the change that the failure began with: a hunk, the failing file, or all files changed since the last good release.',
  ideas(context) {
    const good = context.lastGood;
    if (good === null) return [];
    const changed = changedFiles(context);
    const near = involvedFiles(context).filter((path) => changed.includes(path));
    const ideas: Idea[] = [];
    for (const [index, path] of near.slice(0, 3).entries()) {
      ideas.push(...hunkIdeas(context, path, index));
      ideas.push(
        rollback({ title: `take back the change of ${path}`, rank: index * 2 + 1, edits: [back(context, path)] }),
      );
    }
    const rest = changed.filter((path) => !near.includes(path));
    for (const path of rest.slice(0, 4)) {
      ideas.push(rollback({ title: `take back the change of ${path}`, rank: 7, edits: [back(context, path)] }));
    }
    if (changed.length > 1 && changed.length <= 200) {
      const edits = changed.map((path) => back(context, path));
      ideas.push(rollback({ title: `go back to the last good release (${changed.length} files)`, rank: 9, edits }));
    }
    return ideas;
  },
};

function rollback(made: { title: string; rank: number; edits: readonly Edit[] }): Idea {
  return idea('revert', { ...made, kind: 'rollback' });
}

function back(context: RecipeContext, path: string): Edit {
  return { path, before: context.tree.read(path), after: context.lastGood?.read(path) ?? null };
}

/** Text files that differ; a file that is new is only in the way where it is involved, so it is not removed here. */
function changedFiles(context: RecipeContext): string[] {
  const good = context.lastGood;
  if (good === null) return [];
  return good.files.filter((path) => {
    const before = good.read(path);
    return before !== null && isOwnPath(path) && before !== context.tree.read(path);
  });
}

/** The files that the failure names, nearest first. */
function involvedFiles(context: RecipeContext): string[] {
  const { diagnosis } = context;
  const own = diagnosis.frames.filter((frame) => frame.own).map((frame) => frame.file);
  const named = [diagnosis.file, diagnosis.named.importer, diagnosis.named.path?.replace(/^\.\//, '')];
  return [...new Set([...named.filter((each) => each !== null && each !== undefined), ...own])];
}

/** One idea a hunk, where the file has several; the hunk nearest to the failing line first. */
function hunkIdeas(context: RecipeContext, path: string, index: number): Idea[] {
  const { before, after } = back(context, path);
  if (before === null || after === null) return [];
  const { hunks } = structuredPatch(path, path, before, after, '', '', { context: 0 });
  if (hunks.length < 2 || hunks.length > 40) return [];
  const line = context.diagnosis.file === path ? (context.diagnosis.line ?? 1) : 1;
  const away = (hunk: { oldStart: number; oldLines: number }): number =>
    Math.max(0, hunk.oldStart - line, line - (hunk.oldStart + hunk.oldLines));
  return [...hunks]
    .sort((a, b) => away(a) - away(b))
    .slice(0, 4)
    .map((hunk) =>
      rollback({
        title: `take back the change of ${path} at line ${hunk.oldStart}`,
        rank: index * 2,
        edits: [{ path, before, after: withHunk(before, hunk) }],
      }),
    );
}

function withHunk(text: string, hunk: { oldStart: number; oldLines: number; lines: readonly string[] }): string {
  const lines = text.split('\n');
  const added = hunk.lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
  lines.splice(start, hunk.oldLines, ...added);
  return lines.join('\n');
}
