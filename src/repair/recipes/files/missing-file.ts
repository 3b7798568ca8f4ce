/** A file or folder that is not there: another name, place or ending, a copy or a template beside it, the last good release, git, or an empty folder. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { isHeldAgainst } from '../../evidence/asked-for.ts';
import { backupOf, isBackup } from '../../evidence/backups.ts';
import { goneBeside, goneWith, heldBy, isFilledByProgram, type Held } from '../../evidence/lost-folder.ts';
import { keptText, otherNumber, successorOf } from '../../evidence/moved.ts';
import { movedAlong } from '../../evidence/moved-along.ts';
import { everywhere } from '../../evidence/path-places.ts';
import { pathValues } from '../../evidence/path-values.ts';
import { didYouMean, rankedNames } from '../../code/names.ts';
import { isRelative } from '../../code/modules.ts';
import { fromCwd, insideProject, ownPath } from '../../code/paths.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { isAddress } from '../../evidence/served.ts';
import { sitesOf } from '../../evidence/site.ts';
import { isOwnPath } from '../../sound.ts';
import { all, allSources, chainOf, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { quoted, splice } from '../../code/text.ts';
import { beginAlike, partsOf } from '../../code/words.ts';
import { besideSource } from './beside-source.ts';
import { entriesOf } from './moved-data.ts';
import { builtNames } from './built-name.ts';
import { standingIn } from './file-case.ts';
import type { Named } from './file-case.ts';
import { fileForFolder } from './file-for-folder.ts';
import { folderForFile, leftOutName, lostText } from './lost-text.ts';
import { endingIdeas, inferred, sameSort, unspoken } from './inferred-file.ts';
import { fileIdeas } from './put-back.ts';
import { orphanPart } from '../templates/orphan-part.ts';

const posix = path.posix;

export const missingFile: Recipe = {
  name: 'missing-file',
  classes: ['missing_file', 'missing_module', 'database', 'unknown'],
  kind: 'operational',
  needs: 'probed',
  risk: 'safe',
  summary:
    'A file that is not there: corrects its path, copies its template or a copy set aside, restores it from the last good release or git; makes a missing folder; tells of a file where one is wanted.',
  async ideas(context) {
    const { named, message } = context.diagnosis;
    const required = context.diagnosis.class === 'missing_module' ? requiredData(context) : null;
    if (required !== null) return fileIdeas(context, required, false);
    const leftOut = leftOutName(context);
    if (leftOut.length > 0) return leftOut;
    const database = unopened.test(message) ? databaseFile(context) : null;
    if (
      named.code !== undefined &&
      named.code !== 'ENOENT' &&
      context.diagnosis.class !== 'database' &&
      database === null
    )
      return [];
    const wanted = insideProject(context, named.path) ?? database;
    if (wanted === null || context.tree.exists(wanted)) return [];
    const whole = await goneWith(context, wanted);
    // Empty, the folder will do where some of what it held may not be written.
    const empty = async (): Promise<Idea[]> =>
      (await folderIdeas(context, wanted)).map((each) => ({ ...each, rank: each.rank + 2 }));
    if (whole?.isMoved === false) return [putBack(whole), ...(await empty())];
    const moved = await renamedIdeas(context, wanted);
    // What is known to have been there is put back: no other file is it.
    const isKept =
      backupOf(context.tree, wanted) !== null || (moved.length === 0 && (await keptText(context, wanted)) !== null);
    const fixes = isKept
      ? []
      : [
          ...moved,
          ...pathIdeas(context, wanted),
          ...partIdeas(context, wanted),
          ...endingIdeas(context, wanted),
          ...builtNames(context, wanted),
          ...orphanPart('missing-file', context, wanted),
        ];
    return [
      ...fixes,
      // Of a folder that is gone whole, one file put back is half of it.
      ...(whole === null ? await fileIdeas(context, wanted, fixes.length > 0) : [putBack(whole)]),
      ...(await folderIdeas(context, wanted)),
      ...literalsOf(context, wanted)
        .slice(0, 1)
        .flatMap(({ literal }) => inferred(wanted, literal)),
    ];
  },
  action(context) {
    const { named } = context.diagnosis;
    const inTheWay = fileForFolder(context);
    if (inTheWay !== null) return inTheWay;
    if (named.code !== 'ENOENT' || named.path === undefined || insideProject(context, named.path) !== null) return null;
    const shown = named.path.slice(0, 200);
    return { why: `${shown} does not exist and lies outside what may be written here`, command: null };
  },
  question: async (context) => (await folderForFile(context)) ?? (await lostText(context)),
};

const unopened = /unable to open (?:database file|connection to local database)|directory does not exist/i;
export const databaseName = /\.(?:sqlite3?|db)$/;

/** SQLite says only that it cannot open the file: the debugger saw its name, or the failing code makes it. */
function databaseFile(context: RecipeContext): string | null {
  for (const frame of context.facts?.frames ?? []) {
    for (const { type, preview } of Object.values({ ...frame.expressions, ...frame.locals })) {
      const shown = /^"([^"\\]+)"$/.exec(preview)?.[1];
      const file = type === 'string' && shown !== undefined && databaseName.test(shown) ? shown : undefined;
      const inside = insideProject(context, file);
      if (inside !== null) return inside;
    }
  }
  for (const site of sitesOf(context)) {
    const made = pathValues(context, site.source).find(({ path: to, isHead }) => !isHead && databaseName.test(to));
    if (made !== undefined) return isOwnPath(made.path) ? made.path : null;
    for (const literal of all(site.source.program, 'Literal')) {
      const value = stringValue(literal);
      if (value === null || !/^[\w./-]+$/.test(value) || !databaseName.test(value)) continue;
      const clean = fromCwd(context, value);
      if (isOwnPath(clean)) return clean;
    }
  }
  return null;
}

/** The JSON file that a module asked for and nobody has; null for others. */
function requiredData(context: RecipeContext): string | null {
  const { module, importer } = context.diagnosis.named;
  const from = ownPath(context, importer) ?? context.diagnosis.file;
  if (module?.endsWith('.json') !== true) return null;
  const here = from === null || !isRelative(module) ? null : posix.join(posix.dirname(from), module);
  const wanted = here ?? insideProject(context, module);
  return wanted !== null && isOwnPath(wanted) && !context.tree.exists(wanted) ? wanted : null;
}

/** The database of that name in another folder: an empty one beside it is not what anybody wants. */
function otherDatabase({ tree }: RecipeContext, wanted: string): string | null {
  if (!databaseName.test(wanted)) return null;
  const name = posix.basename(wanted);
  const folders = ['', ...tree.list('').filter((each) => each.endsWith('/') && each !== 'node_modules/')];
  return folders.map((folder) => folder + name).find((file) => file !== wanted && tree.exists(file)) ?? null;
}

interface Written {
  readonly source: Source;
  /** A text, or the end of a template. */
  readonly literal: Of<'Literal'> | Of<'TemplateElement'>;
  readonly value: string;
}

/** The text with another path in its place. */
function respelt({ source, literal, value }: Written, to: string): string {
  const { start, end } = literal;
  if (literal.type === 'Literal') return splice(source.text, { start, end, text: quoted(to, source.text) });
  const at = source.text.indexOf(value, start);
  return splice(source.text, { start: at, end: at + value.length, text: to });
}

/** The texts and ends of templates that end in the wanted path, nearest frame first. */
function literalsOf(context: RecipeContext, wanted: string): Written[] {
  const near = sitesOf(context).map((site) => site.source);
  const sources = [...new Set([...near, ...allSources(context.tree)])];
  const name = posix.basename(wanted);
  const found: Written[] = [];
  for (const source of sources) {
    for (const literal of all(source.program, 'Literal')) {
      const value = stringValue(literal);
      if (value !== null && (fromCwd(context, value) === wanted || posix.basename(value) === name))
        found.push({ source, literal, value });
    }
    for (const literal of all(source.program, 'TemplateElement')) {
      const { raw: value } = literal.value;
      if (literal.tail && value.includes('/') && posix.basename(value) === name) found.push({ source, literal, value });
    }
    if (found.length > 0) break;
  }
  // `get('/timetable.csv')` is a route.
  const relative = found.filter(({ value }) => !value.startsWith('/'));
  return relative.length > 0 ? relative : found;
}

/** Its text lives on under another name, or the folder holds one other file of the sort that nothing speaks of. */
async function renamedIdeas(context: RecipeContext, wanted: string): Promise<Idea[]> {
  const [written, more] = literalsOf(context, wanted);
  if (written === undefined || more !== undefined) return [];
  const successor = await successorOf(context, wanted);
  const { source, value } = written;
  if (successor === null || posix.dirname(successor.file) !== posix.dirname(wanted)) return [];
  const { file: to, isSame, isRead: fits } = successor;
  const address = isSame ? null : addressOf(context, written, { file: to, named: wanted });
  if (address !== null) return address;
  const name = posix.basename(to);
  const after = respelt(written, value.slice(0, value.length - posix.basename(wanted).length) + name);
  const isData =
    !isSame &&
    !fits &&
    !holdsAllWords(posix.parse(to).name, posix.parse(wanted).name) &&
    !beginAlike(posix.parse(to).name, posix.parse(wanted).name) &&
    /\.(?:json[5c]?|ya?ml|csv|txt|md|toml|ini|xml|pem|key|crt)$/i.test(wanted);
  const one = idea('missing-file', {
    title: `\`${posix.basename(wanted)}\` is called \`${name}\` now`,
    kind: 'cause',
    rank: isSame ? 0 : 1,
    ask: isData ? `${to} may hold other data than ${wanted}: nothing but its place speaks for it` : null,
    edits: [{ path: source.path, before: source.text, after }],
  });
  return [everywhere(context, { missing: wanted, target: to }, one)];
}

/** `stay-confirmation` of `confirmation`. */
function holdsAllWords(name: string, wanted: string): boolean {
  return partsOf(wanted).every((part) => partsOf(name).includes(part));
}

/** The file is there under another name, ending, case or folder: the code is corrected. */
function pathIdeas(context: RecipeContext, wanted: string): Idea[] {
  const [written, more] = literalsOf(context, wanted);
  if (written === undefined || more !== undefined) return [];
  const found: Idea[] = [];
  const isFolder = /^(?:scandir|opendir|watch|chdir)$/.test(context.diagnosis.named.syscall ?? '');
  const put = (target: string, text: string, made: { title: string; rank: number; ask?: string | null }): void => {
    const { source } = written;
    const edits = [{ path: source.path, before: source.text, after: respelt(written, text) }];
    const one = idea('missing-file', { ...made, kind: 'cause', edits });
    const way = { missing: wanted, target };
    const all = everywhere(context, way, one);
    found.push(isFolder ? movedAlong(context, way, all) : all);
  };
  const folder = posix.dirname(wanted);
  const names = context.tree
    .list(folder === '.' ? '' : folder)
    .filter((name) => name.endsWith('/') === isFolder)
    .map((name) => name.replace(/\/$/, ''))
    .filter((name) => !/\.(?:example|sample|dist|default|template)\b/.test(name) && !isBackup(name));
  const stem = posix.parse(wanted).name;
  const near = rankedNames(posix.basename(wanted), names).filter((each) => each.rank < 2);
  const otherEnding = names.filter((name) => posix.parse(name).name === stem).map((name) => ({ name, rank: 0 }));
  for (const each of near.length > 0 || otherEnding.length > 1 ? near : otherEnding) {
    if (!sameSort(wanted, each.name)) continue;
    const address = isFolder
      ? null
      : addressOf(context, written, { file: posix.join(folder, each.name), named: wanted });
    if (address !== null) {
      found.push(...address);
      continue;
    }
    const [end = ''] = /\/*$/.exec(written.value) ?? [];
    const text = written.value.slice(0, -end.length - posix.basename(wanted).length) + each.name + end;
    const title = `\`${posix.basename(wanted)}\` is \`${each.name}\``;
    put(posix.join(folder, each.name), text, {
      title,
      rank: each.rank,
      ask: otherNumber(context.tree, wanted, each.name),
    });
  }
  if (isReadBy(written.literal)) found.push(...besideSource('missing-file', context, written));
  const parts = wanted.split('/');
  // A database is no part of the release.
  const files = databaseName.test(wanted) ? entriesOf(context) : context.tree.files;
  const elsewhere = files.filter((file) => posix.basename(file) === posix.basename(wanted));
  const only = elsewhere[0];
  const plain = fromCwd(context, written.value) === wanted;
  if (
    found.length === 0 &&
    plain &&
    elsewhere.length === 1 &&
    only !== undefined &&
    parts.length + 2 > only.split('/').length
  ) {
    const text = (written.value.startsWith('./') ? './' : '') + posix.relative(context.cwd, only);
    put(only, text, { title: `\`${wanted}\` is \`${only}\``, rank: 0 });
  }
  return found;
}

/** Somebody else asks for the file by the name that is gone: a link to a folder that is served, a client whose word is held against a list of names. Then the file is to have that name, whatever the code says. */
function addressOf(context: RecipeContext, { literal }: Written, at: Named): Idea[] | null {
  return isAddress(context.tree, at) || isHeldAgainst(context, literal)
    ? standingIn('missing-file', context, at, { isTwice: true })
    : null;
}

/** `read('boookings')`, of which the code makes `data/boookings.json`: the part of the path that somebody wrote. */
function partIdeas(context: RecipeContext, wanted: string): Idea[] {
  const { dir, name, ext } = posix.parse(wanted);
  const stems = context.tree.list(dir).flatMap((each) => (posix.extname(each) === ext ? [posix.parse(each).name] : []));
  const written = allSources(context.tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap((literal) =>
      stringValue(literal) === name && !isHeldAgainst(context, literal) ? [{ source, literal }] : [],
    ),
  );
  const bare = name.slice(0, -ext.length);
  const isTwice = ext !== '' && name.endsWith(ext) && stems.includes(bare);
  const near = isTwice ? [{ name: bare, rank: 0 }] : rankedNames(name, stems).filter(({ rank }) => rank < 2);
  // `beer` beside `beers`, which others ask for, and `beer-detail`, which nobody does: as likely the one as the other.
  const left = unspoken(context, name, stems)
    .filter((each) => near.every((other) => other.name !== each.name))
    .map((each) => ({ ...each, rank: near[0]?.rank ?? each.rank }));
  return [...near, ...left].flatMap((near) =>
    written.map(({ source, literal: { start, end } }) =>
      ideaIn('missing-file', source, {
        title: `\`${name}\` is \`${near.name}\``,
        rank: written.length === 1 ? near.rank : 1,
        splices: [{ start, end, text: quoted(near.name, source.text) }],
      }),
    ),
  );
}

function isReadBy(literal: Node): boolean {
  const call = literal.parent;
  return (
    call?.type === 'CallExpression' &&
    call.arguments[0] === literal &&
    /(?:^|\.)(?:readFile\w*|readdir\w*|createReadStream|stat\w*|open\w*|access\w*|sendFile|existsSync)$/.test(
      chainOf(call.callee) ?? '',
    )
  );
}

/** The folder is missing: put back with what it held, else made empty. */
async function folderIdeas(context: RecipeContext, wanted: string): Promise<Idea[]> {
  const { tree } = context;
  const { syscall } = context.diagnosis.named;
  const parent = posix.dirname(wanted);
  const held = await heldBy(context, wanted);
  if (held !== null) return [putBack({ folder: wanted, ...held })];
  const other = otherDatabase(context, wanted);
  const isListed = syscall === 'scandir' || syscall === 'opendir';
  const near = nearFolder(context, isListed ? wanted : parent);
  const ask =
    other !== null
      ? `the database may be ${other}: an empty one would be made in ${parent}`
      : isListed && !isFilledByProgram(context, wanted)
        ? `${wanted} is read: made empty, it lacks what should be in it`
        : near;
  const make = (folder: string, rank: number, beside: readonly string[] = []): Idea =>
    idea('missing-file', {
      title: `make the folder ${[folder, ...beside].join(', and ')}`,
      kind: 'operational',
      rank,
      ask,
      operations: [folder, ...beside].map((path) => ({ op: 'mkdir', path })),
    });
  const isFolder = isListed || syscall === 'watch' || syscall === 'chdir';
  if (isFolder || (syscall === 'mkdir' && tree.exists(parent))) return [make(wanted, 1)];
  if (parent === '.' || tree.exists(parent)) return [];
  return isRead(context, wanted) ? [make(parent, 3)] : [make(parent, 0, await goneBeside(context, parent))];
}

function putBack({ folder, from, edits }: Held & { readonly folder: string }): Idea {
  const title = `put back the folder ${folder} from ${from}`;
  return idea('missing-file', { title, kind: 'operational', rank: 0, edits });
}

/** `upload` is to be made beside `uploads`, of which nothing speaks: why a person is asked which one is meant. */
function nearFolder({ tree }: RecipeContext, folder: string): string | null {
  const [parent, name] = [posix.dirname(folder), posix.basename(folder)];
  const names = tree
    .list(parent === '.' ? '' : parent)
    .flatMap((each) => (each.endsWith('/') ? [each.slice(0, -1)] : []));
  const near = tree.exists(folder) ? null : didYouMean(name, names);
  const isSpoken = allSources(tree).some(({ program }) =>
    all(program, 'Literal').some((each) => {
      const said = stringValue(each) ?? '';
      return !said.startsWith('/') && said.split('/').includes(near ?? '');
    }),
  );
  return near === null || isSpoken ? null : `${posix.join(parent, near)} is there: ${folder} may be a slip of it`;
}

function isRead(context: RecipeContext, wanted: string): boolean {
  if (/^(?:stat|lstat|access|readlink)$/.test(context.diagnosis.named.syscall ?? '')) return true;
  return literalsOf(context, wanted).some(({ literal }) =>
    upwards(literal).some(
      (each) =>
        each.type === 'CallExpression' && /(?:^|\.)(?:readFile\w*|createReadStream)$/.test(chainOf(each.callee) ?? ''),
    ),
  );
}
