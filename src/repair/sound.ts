/** Cheap reasons to drop an idea before a boot is spent on it: nothing changes, a path that is not ours, text that does not parse. */
import { parse as parseJsonc } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { Edit, Idea, SourceTree } from '../incident/nouns.ts';
import { isCodeFile } from '../kit/code.ts';
import { isCutOff, isNoChoice } from './code/cut-off.ts';
import { moduleKindOf } from './code/modules.ts';
import { syntaxErrors } from './code/syntax.ts';
import { lineOf } from './code/text.ts';

export function isSound(tree: SourceTree, idea: Idea): boolean {
  return unsoundness(tree, idea) === null;
}

/** What is wrong with the idea, in a sentence; null where nothing is. */
export function unsoundness(tree: SourceTree, idea: Idea): string | null {
  if (idea.edits.length + idea.operations.length === 0) return 'It changes nothing.';
  for (const edit of idea.edits) {
    if (edit.before === edit.after) return `\`${edit.path}\` would not change.`;
    if (!isOwnPath(edit.path)) return `\`${edit.path}\` is no file of the project's own.`;
    const wrong = syntaxError(tree, edit);
    if (wrong !== null) return `\`${edit.path}\` would not parse: ${wrong}`;
    const senseless = senselessness(edit);
    if (senseless !== null) return `in \`${edit.path}\` ${senseless}.`;
  }
  return null;
}

function senselessness({ path, before, after }: Edit): string | null {
  if (!isCodeFile(path) || before === null || after === null) return null;
  if (isCutOff(path, before, after)) return 'two guards would leave nothing to run behind them';
  return isNoChoice(path, before, after) ? 'both sides of a choice would be the same' : null;
}

/** A path inside the project, outside node_modules and hidden folders. */
export function isOwnPath(path: string): boolean {
  // eslint-disable-next-line no-control-regex -- a control character in a path is never ours
  if (path === '' || path.length > 500 || /^[/\\]|^[A-Za-z]:|\\|[\u0000-\u001f]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.') && part !== 'node_modules');
}

function syntaxError(tree: SourceTree, edit: Edit): string | null {
  if (edit.after === null) return null;
  if (isCodeFile(edit.path)) {
    const [error] = syntaxErrors(edit.path, edit.after, moduleKindOf(tree, edit.path));
    const offset = error?.labels[0]?.start;
    if (error === undefined) return null;
    return offset === undefined ? error.message : `line ${lineOf(edit.after, offset)}: ${error.message}`;
  }
  if (!edit.path.endsWith('.json') || /(?:^|\/)(?:tsconfig|jsconfig)[^/]*\.json$/.test(edit.path)) return null;
  const errors: ParseError[] = [];
  parseJsonc(edit.after, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error !== undefined) return `line ${lineOf(edit.after, error.offset)} is no JSON`;
  return edit.after.startsWith('\uFEFF') ? 'it begins with a byte order mark' : null;
}
