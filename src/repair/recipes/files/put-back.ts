/** A file that is not there is put back: from the last good release, git, a copy that was set aside, or its template. */
import { posix } from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { isRecord } from '../../code/modules.ts';
import { allSources } from '../../code/syntax.ts';
import { backupDoubt, backupOf } from '../../evidence/backups.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { keptText, movedDoubt } from '../../evidence/moved.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { shortNamed } from './inferred-file.ts';

const secretKey = /pass(?:word|wd)?|secret|token|api[-_]?key|private[-_]?key|credential|salt/i;

function put(
  wanted: string,
  after: string,
  how: { readonly title: string; readonly rank: number; readonly ask?: string | null },
): Idea {
  return idea('missing-file', { kind: 'operational', ...how, edits: [{ path: wanted, before: null, after }] });
}

/** The last good release, git, the copy or the template beside it. */
export async function fileIdeas(context: RecipeContext, wanted: string, late: boolean): Promise<Idea[]> {
  const rank = late ? 1 : 0;
  const kept = await keptText(context, wanted);
  const from = context.lastGood?.read(wanted) === kept ? 'the last good release' : 'git';
  const ask = (await removalDoubt(context, wanted)) ?? (await movedDoubt(context, wanted));
  if (kept !== null) return [put(wanted, kept, { title: `put back ${wanted} from ${from}`, rank, ask })];
  const called = late ? null : shortNamed(context, wanted);
  if (called !== null) return [put(wanted, called.text, { title: `${called.file} is read as ${wanted}`, rank })];
  const backup = late ? null : backupOf(context.tree, wanted);
  if (backup !== null) {
    const doubt = backupDoubt(context.tree, wanted, backup);
    return [put(wanted, backup.text, { title: `put back ${wanted} from ${backup.file}`, rank, ask: doubt })];
  }
  return templateIdeas(context, wanted, rank);
}

/** Removed by a commit, and what is answered without it may be meant: the rest, or that there is no such thing. */
async function removalDoubt({ signal, lastGood, git }: RecipeContext, wanted: string): Promise<string | null> {
  const { status, route } = signal;
  const isAnswered =
    status !== null && (status < 400 || (status < 500 && route?.endsWith(`/${posix.basename(wanted)}`)));
  if (!isAnswered || lastGood?.exists(wanted) === true || ((await git?.show(wanted)) ?? null) !== null) return null;
  return `a commit removed ${wanted}, and the server answers without it`;
}

/** `config.example.json` beside the `config.json` that is missing. */
function templateIdeas(context: RecipeContext, wanted: string, rank: number): Idea[] {
  const { tree } = context;
  const { dir, name, ext } = posix.parse(wanted);
  const marks = ['example', 'sample', 'dist', 'default', 'template'];
  const templates = marks.flatMap((mark) => [
    `${name}${ext}.${mark}`,
    `${name}.${mark}${ext}`,
    `${name}-${mark}${ext}`,
    `${mark}.${name}${ext}`,
  ]);
  for (const template of templates) {
    const file = posix.join(dir, template);
    const text = tree.read(file);
    if (text === null) continue;
    const ask = secretKey.test(text)
      ? `${file} speaks of secrets: fill them in`
      : isMadeUp(context, file, text)
        ? `${file} holds records that nothing else names: they may be made up`
        : null;
    return [put(wanted, text, { title: `copy ${template} to ${wanted}`, rank, ask })];
  }
  return [];
}

/** Settings have defaults; a list of records has none: an example of one is it only where other data or code speak of what it holds. */
function isMadeUp(context: RecipeContext, file: string, text: string): boolean {
  const list = file.includes('.json') ? parsed(text) : null;
  const records = Array.isArray(list) ? list.filter((each) => isRecord(each)) : [];
  if (records.length === 0) return false;
  const called = records.flatMap((each) => Object.values(each).slice(0, 1)).filter((each) => typeof each === 'string');
  const others = [...dataFiles(context), ...allSources(context.tree)].filter((each) => each.path !== file);
  return !called.some((each) =>
    others.some((other) => new RegExp(`["'\`]${escapeRegExp(each)}["'\`]`).test(other.text)),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // what does not parse is the next failure
  }
}
