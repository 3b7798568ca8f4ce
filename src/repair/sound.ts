/** Cheap reasons to drop an idea before a boot is spent on it: nothing changes, a path that is not ours, text that does not parse. */
import { parse as parseJsonc } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { Edit, Idea, SourceTree } from '../incident/nouns.ts';
import { moduleKindOf } from './modules.ts';
import { sourcePattern, syntaxErrors } from './syntax.ts';

export function isSound(tree: SourceTree, idea: Idea): boolean {
  if (idea.edits.length + idea.operations.length === 0) return false;
  return idea.edits.every((edit) => edit.before !== edit.after && isOwnPath(edit.path) && parses(tree, edit));
}

/** A path inside the project, outside node_modules and hidden folders. */
export function isOwnPath(path: string): boolean {
  // eslint-disable-next-line no-control-regex -- a control character in a path is never ours
  if (path === '' || path.length > 500 || /^[/\\]|^[A-Za-z]:|\\|[\u0000-\u001f]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.') && part !== 'node_modules');
}

function parses(tree: SourceTree, edit: Edit): boolean {
  if (edit.after === null) return true;
  if (sourcePattern.test(edit.path)) {
    return syntaxErrors(edit.path, edit.after, moduleKindOf(tree, edit.path)).length === 0;
  }
  if (!edit.path.endsWith('.json') || /(?:^|\/)(?:tsconfig|jsconfig)[^/]*\.json$/.test(edit.path)) return true;
  const errors: ParseError[] = [];
  parseJsonc(edit.after, errors, { disallowComments: true, allowTrailingComma: false });
  return errors.length === 0 && !edit.after.startsWith('\uFEFF');
}
