/** May these files become these texts? The same rules for a diff, a recipe and a model: paths, text, size, meaning (POL-3, POL-8). */
import { printable } from '../kit/text.ts';
import { diffLimits, parseDiff, type FilePatch, type Hunk } from './diff.ts';
import { changedLines } from './lines.ts';
import { madeAmong } from './made.ts';
import { readMeanings, type TextChange } from './meaning.ts';
import { checkPath } from './paths.ts';
import { allow, ask, deny, type PolicySettings, type Verdict } from './settings.ts';
import { hiddenCharacter, linesOf, mixedScriptWord } from './text.ts';
import { isCode } from './syntax.ts';
import { sourcesOf, type View } from './view.ts';

export interface ChangeContext {
  readonly view?: View;
  /** Files that are themselves what failed: they may be repaired although protected (PRO-6). */
  readonly causes?: readonly string[];
  /** True for going back to texts that ran before: size and removals ask instead of being refused, and nothing is read as new code. */
  readonly revert?: boolean;
  /** True where new static files come from the project itself, as a sample beside them does. */
  readonly ownTexts?: boolean;
  /** No model wrote it: a file that is put back where it was, as it is elsewhere in the project, brings nothing new. */
  readonly moves?: boolean;
  /** What the failure says is no function, `auth.verifyToken`, or not defined. */
  readonly absent?: string | null;
}

export interface DiffVerdict extends Verdict {
  readonly files: readonly TextChange[];
}

/** Reads the diff, applies it to the texts of the view, and judges the result. */
export function checkDiff(diffText: string, settings: PolicySettings, view: View): DiffVerdict {
  const parsed = parseDiff(diffText);
  if ('refused' in parsed) return { ...parsed.refused, files: [] };
  for (const file of parsed.files) {
    const refused = checkPath(file.path, settings) ?? checkReal(file.path, settings, { view });
    if (refused !== null) return { ...refused, files: [] };
  }
  const unknown = parsed.files.every((file) => file.created || view.read(file.path) === null);
  if (unknown && view.read('package.json') === null && parsed.files.some((file) => !file.created)) {
    return { ...ask('diff-unknown-base', 'The files are not here, so their lines cannot be compared.'), files: [] };
  }
  const changes: TextChange[] = [];
  for (const file of parsed.files) {
    const before = view.read(file.path);
    const after = applyPatch(file, before);
    if (typeof after !== 'string') return { ...after, files: [] };
    changes.push({ path: file.path, before, after });
  }
  const verdict = checkChange(changes, settings, { view });
  return { ...verdict, files: verdict.decision === 'deny' ? [] : changes };
}

/** Judges changes that are texts already. */
export function checkChange(
  changes: readonly TextChange[],
  settings: PolicySettings,
  context: ChangeContext = {},
): Verdict {
  for (const change of changes) {
    const refused =
      checkPath(change.path, settings, context.causes) ??
      checkReal(change.path, settings, context) ??
      checkText(change, context);
    if (refused !== null) return refused;
  }
  return checkSize(changes, context) ?? checkMeaning(changes, settings, context);
}

/** Links are judged where they lead, and a file that is a link is not written at all. */
function checkReal(path: string, settings: PolicySettings, context: ChangeContext): Verdict | null {
  const real = context.view?.realpath === undefined ? path : context.view.realpath(path);
  if (real === null) return deny('path-link', `\`${path}\` leads out of the project.`);
  if (real === path) return checkReleased(path, context);
  return (
    checkPath(real, settings, context.causes) ?? deny('path-link', `\`${path}\` is a link to \`${printable(real)}\`.`)
  );
}

function checkReleased(path: string, { view, causes }: ChangeContext): Verdict | null {
  if (view?.released === undefined || view.released(path) || causes?.includes(path) === true) return null;
  if (view.read(path) === null) return null;
  return deny('path-outside', `\`${path}\` is no part of the release.`);
}

/** What was added must be what it looks like; what was there before may stay. */
function checkText(change: TextChange, context: ChangeContext): Verdict | null {
  if (context.revert === true) return null;
  if (change.after === null) return deny('change-delete', `\`${change.path}\` would be deleted.`);
  const added = changedLines(change.before, change.after).added;
  const crlf = change.before === null ? false : change.before.includes('\r\n');
  for (const line of added) {
    const text = crlf ? line.replace(/\r?\n$/, '') : line.replace(/\n$/, '');
    const hidden = text.includes('\r') ? 'U+000D' : hiddenCharacter(text);
    if (hidden !== null) return deny('text-hidden', `\`${change.path}\` would get ${hidden}, which cannot be seen.`);
    const mixed = mixedScriptWord(text);
    if (mixed !== null) return deny('text-mixed-script', `\`${printable(mixed)}\` mixes letters that look alike.`);
  }
  return null;
}

function checkSize(changes: readonly TextChange[], context: ChangeContext): Verdict | null {
  const lines = changes.reduce((sum, one) => sum + changedLines(one.before, one.after).count, 0);
  const bytes = changes.reduce((sum, one) => sum + changedLines(one.before, one.after).bytes, 0);
  const verdict = context.revert === true ? ask : deny;
  const isMade = madeAmong(changes, context.view);
  const written = changes.filter(({ path }) => !isMade(path)).length;
  if (written > diffLimits.filesMax) {
    return verdict('change-size', `It changes ${written} files; at most ${diffLimits.filesMax} are.`);
  }
  if (lines > diffLimits.linesMax) {
    return verdict('change-size', `It changes ${lines} lines; at most ${diffLimits.linesMax} are.`);
  }
  return bytes > diffLimits.bytesMax ? verdict('change-size', 'It changes more than 64 KB.') : null;
}

/** A text that is no code, and lies elsewhere under the same name. */
function isMoved({ path, before, after }: TextChange, view: View | undefined): boolean {
  if (before !== null || isCode(path)) return false;
  const name = path.split('/').at(-1) ?? '';
  return (view?.files?.() ?? []).some((file) => file.split('/').at(-1) === name && view?.read(file) === after);
}

function checkMeaning(changes: readonly TextChange[], settings: PolicySettings, context: ChangeContext): Verdict {
  if (context.revert === true) {
    const gone = changes.find((change) => change.after === null);
    return gone === undefined
      ? allow('change-revert', 'It puts back texts that ran before.')
      : ask('change-delete', `\`${gone.path}\` would be deleted.`);
  }
  const own = (change: TextChange): boolean =>
    context.ownTexts === true && change.before === null && !isCode(change.path);
  const judged = changes.filter((change) => !own(change) && !(context.moves === true && isMoved(change, context.view)));
  const meaning = readMeanings(judged, sourcesOf(context.view), madeAmong(judged, context.view), context.absent);
  const [finding] = meaning.findings;
  if (finding !== undefined) return ask(`meaning-${finding.rule}`, finding.detail);
  if (meaning.guardOnly && settings.autonomy !== 'full') {
    return ask('meaning-mitigation', 'It only adds guards or removes code: the symptom would go, not the cause.');
  }
  return allow('change-clean', 'It stays inside the sources and does nothing that must be asked for.');
}

/** The new text, or why the patch does not fit: every context and removed line must be there, at the line it names. */
function applyPatch(file: FilePatch, before: string | null): string | Verdict {
  if (file.created) {
    if (before !== null) return deny('diff-exists', `\`${file.path}\` is there already.`);
  } else if (before === null) return deny('diff-no-file', `There is no \`${file.path}\`.`);
  const old = linesOf(before ?? '');
  const out: string[] = [];
  let at = 0;
  for (const hunk of file.hunks) {
    const start = hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1;
    if (start < at || start > old.length) return misfit(file.path, hunk);
    out.push(...old.slice(at, start));
    at = start;
    for (const line of sidesOf(hunk)) {
      if (line.old !== null && old[at] !== line.old) return misfit(file.path, hunk);
      if (line.old !== null) at += 1;
      if (line.new !== null) out.push(line.new);
    }
    if ((hunk.oldOpen || hunk.newOpen) && at !== old.length) return misfit(file.path, hunk);
  }
  out.push(...old.slice(at));
  // Only the last line of a file may be without its newline.
  return out.slice(0, -1).some((line) => !line.endsWith('\n')) ? misfit(file.path, file.hunks.at(-1)) : out.join('');
}

function misfit(path: string, hunk: Hunk | undefined): Verdict {
  return deny('diff-context', `\`${path}\` is not as the diff says at line ${hunk?.oldStart ?? 0}.`);
}

/** The lines of a hunk with their endings, on the side or sides they stand on. */
function sidesOf(hunk: Hunk): { readonly old: string | null; readonly new: string | null }[] {
  const lastOld = hunk.lines.findLastIndex((line) => line[0] !== '+');
  const lastNew = hunk.lines.findLastIndex((line) => line[0] !== '-');
  return hunk.lines.map((line, index) => {
    const text = line.slice(1);
    const old = line[0] === '+' ? null : text + (hunk.oldOpen && index === lastOld ? '' : '\n');
    const next = line[0] === '-' ? null : text + (hunk.newOpen && index === lastNew ? '' : '\n');
    return { old, new: next };
  });
}
