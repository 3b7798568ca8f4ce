/** A JSON file of the project that does not parse: commas, quotes, comments, brackets, a byte order mark. */
import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { Action, Idea } from '../../../incident/nouns.ts';
import { isJson, keyPaths, repairJson, withoutMarkers } from '../../mending/json-repair.ts';
import { backupDoubt, backupOf } from '../../evidence/backups.ts';
import { keptText } from '../../evidence/moved.ts';
import { dataOutside } from '../../evidence/data-paths.ts';
import { oneSign } from '../../mending/json-signs.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { isOwnPath } from '../../sound.ts';

export const jsonConfig: Recipe = {
  name: 'json-config',
  classes: ['config', 'syntax', 'type', 'missing_module', 'module_format', 'import_export', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A JSON file that does not parse: trailing or missing commas, comments, quotes, brackets, a byte order mark.',
  ideas(context) {
    const broken = brokenFiles(context).filter((path) => !isHollow(context.tree.read(path) ?? ''));
    const named = broken.filter((path) => isNamed(context, path));
    const chosen = named.length > 0 ? named : speaksOfJson(context) ? broken : [];
    if (chosen.length === 0 && speaksOfJson(context)) return emptyIdeas(context);
    return chosen.slice(0, 3).flatMap((path, index) => fileIdeas(context, path, index));
  },
  outside(context) {
    const before = context.tree.read('package.json');
    const isOpen = before !== null && brokenFiles(context).includes('package.json');
    if (!isOpen || (!isNamed(context, 'package.json') && !speaksOfJson(context)))
      return brokenLine(context) ?? brokenOutside(context);
    const [mended] = fileIdeas(context, 'package.json', 0).flatMap(({ edits }) => edits[0]?.after ?? []);
    const where = mended === undefined ? '' : `, which shows on line ${lineOf(before, mended)}`;
    return {
      why: `package.json is not valid JSON${where}; it says how the project is built, so only you mend it`,
      command: null,
    };
  },
  question: async (context) => (await unreadable(context)) ?? unmended(context),
};

/** The one JSON file that no sign mends, such as one that has lost a value, and the line that its reader stops at. */
function unmended(context: RecipeContext): string | null {
  if (!speaksOfJson(context)) return null;
  const broken = brokenFiles(context).filter((path) => !isHollow(context.tree.read(path) ?? ''));
  const named = broken.filter((path) => isNamed(context, path));
  // What a client sent breaks none of them.
  const [only, more] = named.length > 0 ? named : context.signal.beforeReady ? broken : [];
  if (only === undefined || more !== undefined || fileIdeas(context, only, 0).length > 0) return null;
  const text = context.tree.read(only) ?? '';
  const errors: ParseError[] = [];
  parse(text, errors);
  const line = text.slice(0, errors[0]?.offset).split('\n').length;
  return `${only}:${line} is not valid JSON, and no sign makes it so: only you know what is meant there`;
}

/** The one JSON file that holds nothing, or is written in another encoding than it is read in. */
async function unreadable(context: RecipeContext): Promise<string | null> {
  if (!speaksOfJson(context)) return null;
  const { tree, diagnosis, signal } = context;
  const paths = [...tree.files, ...dataOutside(context)].filter((path) => path.endsWith('.json') && isOwnPath(path));
  const found = paths.filter(
    (path) => tree.exists(path) && isHollow(tree.read(path) ?? '') && !isJson(tree.read(path) ?? ''),
  );
  const named = found.filter((path) => isNamed(context, path));
  const [only, more] = named.length > 0 ? named : found;
  if (only === undefined || more !== undefined) return null;
  const text = tree.read(only);
  if (text !== null) {
    const kept = await keptText(context, only);
    if (kept !== null && kept !== text) return null;
    return `${only} holds nothing, and neither the last good release, git nor a copy beside it has its text: put it back, or write what an empty one is`;
  }
  // Of UTF-16 that is read as UTF-8 every second sign is none, and its mark are two that are none.
  const said = `${diagnosis.message}\n${signal.error?.message ?? ''}`;
  if (!/\0|\\u0000|\uFFFD{2}/.test(said)) return null;
  return `${only} is written in UTF-16 and is read as UTF-8: save it as UTF-8 (\`iconv -f UTF-16 -t UTF-8\`)`;
}

/** The one file of data that no repair writes, and the line that its reader stops at. */
function brokenOutside(context: RecipeContext): Action | null {
  if (brokenFiles(context).length > 0) return null;
  const broken = dataOutside(context).filter((path) => path.endsWith('.json') && isBroken(context, path));
  const named = broken.filter((path) => isNamed(context, path));
  const [only, more] = named.length > 0 ? named : speaksOfJson(context) ? broken : [];
  if (only === undefined || more !== undefined) return null;
  const before = context.tree.read(only) ?? '';
  const signs = oneSign(before);
  const after = signs.length === 1 ? signs[0] : repairJson(before);
  const where = after == null ? '' : `, which shows on line ${lineOf(before, after)}`;
  return { why: `${only} is not valid JSON${where}; it is no part of the release, so only you mend it`, command: null };
}

/** The first line that is no JSON of the one file of such lines that has any: no repair writes these, which the server adds to. */
function brokenLine(context: RecipeContext): Action | null {
  const { tree } = context;
  if (!context.signal.beforeReady || !speaksOfJson(context) || brokenFiles(context).length > 0) return null;
  const found = tree.files
    .filter((path) => /\.(?:ndjson|jsonl)$/.test(path) && isOwnPath(path))
    .map((path) => {
      const lines = (tree.read(path) ?? '').split('\n');
      return { path, at: lines.findIndex((line) => line.trim() !== '' && !isJson(line)) };
    })
    .filter(({ at }) => at >= 0);
  const [only, more] = found;
  if (only === undefined || more !== undefined) return null;
  return {
    why: `${only.path}:${only.at + 1} is not valid JSON; it is data that no repair writes, so only you mend the line`,
    command: null,
  };
}

/** Nothing is left in it but brackets. */
function isHollow(text: string): boolean {
  return !/["\w]/.test(text);
}

/** The one file that holds nothing, where a copy of it lies beside it. */
function emptyIdeas(context: RecipeContext): Idea[] {
  const { tree } = context;
  const found = tree.files.flatMap((path) => {
    const text = path.endsWith('.json') && isOwnPath(path) ? tree.read(path) : null;
    const isEmpty = text !== null && isHollow(text) && !isJson(text);
    const backup = isEmpty ? backupOf(tree, path) : null;
    return backup === null || !isJson(backup.text) ? [] : [{ path, backup }];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { path, backup } = only;
  const edits = [{ path, before: tree.read(path), after: backup.text }];
  const title = `${path} is empty: put back from ${backup.file}`;
  return [idea('json-config', { title, rank: 0, ask: backupDoubt(tree, path, backup), edits })];
}

function brokenFiles(context: RecipeContext): string[] {
  return context.tree.files
    .filter(
      (path) => path.endsWith('.json') && isOwnPath(path) && !/(?:^|\/)(?:tsconfig|jsconfig)[^/]*\.json$/.test(path),
    )
    .slice(0, 400)
    .filter((path) => isBroken(context, path));
}

function isBroken({ tree }: RecipeContext, path: string): boolean {
  const text = tree.read(path);
  return text !== null && text.length < 1_000_000 && text.trim() !== '' && !isJson(text);
}

function isNamed(context: RecipeContext, path: string): boolean {
  const { diagnosis, signal } = context;
  if (diagnosis.file === path || diagnosis.frames.some((frame) => frame.file === path)) return true;
  const name = path.split('/').at(-1) ?? path;
  const texts = [
    diagnosis.named.path,
    diagnosis.named.module,
    diagnosis.message,
    signal.error?.stack,
    signal.stderr.slice(-8192),
  ];
  if (texts.some((text) => text?.includes(name) === true)) return true;
  return diagnosis.frames.some((frame) => frame.own && (context.tree.read(frame.file)?.includes(name) ?? false));
}

function speaksOfJson(context: RecipeContext): boolean {
  const { diagnosis, signal } = context;
  // Node quotes the text, line breaks and all, before it says what it is not.
  const said = `${diagnosis.message}\n${signal.error?.message ?? signal.stderr.slice(-2048)}`;
  return /\bJSON\b|ERR_INVALID_PACKAGE_CONFIG|package config/.test(said);
}

function fileIdeas(context: RecipeContext, path: string, index: number): Idea[] {
  const before = context.tree.read(path);
  if (before === null) return [];
  const signs = oneSign(before);
  const other = signs.length === 1 ? null : repairJson(before);
  const mended = signs.length > 0 ? signs : other === null ? [] : [other];
  return mended.slice(0, 3).map((after) => {
    const ask = lackOf(context, path, after) ?? sidesOf(context, path, { before, after, read: asJson });
    return idea('json-config', {
      title: `${path} is not valid JSON: mend its punctuation${mended.length > 1 ? ` ${placeOf(before, after)}` : ''}`,
      rank: index + (ask === null ? 0 : 2) + (mended.length > 1 ? 1 : 0),
      edits: [{ path, before, after }],
      ask,
    });
  });
}

/** Two sides of a merge that say different things: what is dropped is lost. The one that ran before is no guess. */
export function sidesOf(
  { lastGood }: RecipeContext,
  path: string,
  { before, after, read }: { before: string; after: string; read: (text: string) => unknown },
): string | null {
  const [ours, theirs] = (['ours', 'theirs'] as const).map((side) => withoutMarkers(before, side));
  const isOpen = !saySame(ours ?? null, theirs ?? null, read) && lastGood?.read(path) !== after;
  return isOpen ? `${path} holds both sides of a merge: only you know which one is meant` : null;
}

/** The same values, laid out in two ways. */
function saySame(ours: string | null, theirs: string | null, read: (text: string) => unknown): boolean {
  if (ours === null || theirs === null || ours === theirs) return ours === theirs;
  const [one, other] = [read(ours), read(theirs)];
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

function asJson(text: string): unknown {
  return isJson(text) ? (JSON.parse(text) as unknown) : undefined;
}

/** Where the first sign differs: two ways to mend one line are two. */
function placeOf(before: string, after: string): string {
  const at = [...before].findIndex((sign, index) => sign !== after[index]);
  const start = before.lastIndexOf('\n', at - 1) + 1;
  return `on line ${lineOf(before, after)}, column ${at - start + 1}`;
}

/** The first line that differs. */
function lineOf(before: string, after: string): number {
  const lines = after.split('\n');
  return before.split('\n').findIndex((line, index) => line !== lines[index]) + 1;
}

/** Keys that the last good release has and the repaired text has not. */
function lackOf(context: RecipeContext, path: string, after: string): string | null {
  const good = context.lastGood?.read(path) ?? null;
  const wanted = good === null ? null : keyPaths(good);
  const has = keyPaths(after);
  const lost = wanted === null || has === null ? [] : [...wanted].filter((key) => !has.has(key));
  return lost.length > 0 ? `the repaired ${path} lacks ${lost.slice(0, 3).join(', ')} of the last good release` : null;
}
