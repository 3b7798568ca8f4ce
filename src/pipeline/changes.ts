/** Wiring: texts of edits to names of contents and back, and the diff that people and rules see. */
import { createTwoFilesPatch } from 'diff';
import type { Edit, FileChange } from '../incident/nouns.ts';
import { sha256 } from '../kit/hash.ts';
import type { Project } from '../project.ts';
import { getBlob, hasBlob, putBlob } from '../release/blobs.ts';

export function unifiedDiff(edit: Edit): string {
  const from = edit.before === null ? '/dev/null' : `a/${edit.path}`;
  const to = edit.after === null ? '/dev/null' : `b/${edit.path}`;
  return createTwoFilesPatch(from, to, edit.before ?? '', edit.after ?? '', undefined, undefined, {
    context: 3,
  }).replace(/^=+\n/, '');
}

export function toChange(project: Project, edit: Edit): FileChange {
  if (edit.after !== null) putBlob(project.paths, edit.after);
  if (edit.before !== null) putBlob(project.paths, edit.before);
  return {
    path: edit.path,
    before: edit.before === null ? null : sha256(edit.before),
    after: edit.after === null ? null : sha256(edit.after),
  };
}

export function toEdit(project: Project, change: FileChange): Edit {
  const text = (sha: string | null): string | null =>
    sha === null ? null : getBlob(project.paths, sha).toString('utf8');
  return { path: change.path, before: text(change.before), after: text(change.after) };
}

export function stored(project: Project, change: FileChange): boolean {
  return [change.before, change.after].every((sha) => sha === null || hasBlob(project.paths, sha));
}
