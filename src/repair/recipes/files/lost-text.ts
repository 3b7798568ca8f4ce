/** A file whose text nobody has any more, or a folder that lies in its place: what a person is asked. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { insideProject } from '../../code/paths.ts';
import { all, chainOf, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { lineOf, quoted } from '../../code/text.ts';
import { backupOf } from '../../evidence/backups.ts';
import { wrap } from '../../evidence/conversions.ts';
import { keptText, successorOf } from '../../evidence/moved.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { entriesOf, lostView } from './moved-data.ts';

const posix = path.posix;

/** Not there, and neither the last good release, git nor a copy beside it knows its text. */
export async function lostText(context: RecipeContext): Promise<string | null> {
  const { named } = context.diagnosis;
  const view = await lostTemplate(context);
  if (view !== null) return view;
  const isRead = /^(?:open|stat|lstat|access|readlink)$/.test(named.syscall ?? '');
  const wanted = named.code === 'ENOENT' && isRead ? insideProject(context, named.path) : null;
  if (wanted === null || isAskedFor(context, wanted) || context.tree.read(wanted) !== null) return null;
  if (backupOf(context.tree, wanted) !== null || (await keptText(context, wanted)) !== null) return null;
  const link = isLink(context, wanted) ? ', or is a link that leads nowhere' : '';
  return `${wanted} is not there${link}, and neither the last good release, git nor a copy beside it has its text${reader(context)}: put it back, or tell the code where it lies`;
}

/** A view that is asked for in a folder which is there and has none of that name. */
async function lostTemplate(context: RecipeContext): Promise<string | null> {
  const lost = lostView(context);
  const folder = lost === null ? null : insideProject(context, lost.folder);
  if (lost === null || folder === null || !context.tree.exists(folder)) return null;
  const endings = new Set(context.tree.list(folder).flatMap((each) => posix.extname(each) || []));
  const [ending, more] = posix.extname(lost.view) === '' ? endings : [''];
  if (ending === undefined || more !== undefined) return null;
  const wanted = posix.join(folder, lost.view + ending);
  const successor = await successorOf(context, wanted);
  if (successor?.isSame === true)
    return `${wanted} is not there, and ${successor.file} has the text that it had${reader(context)}: ask for that one, or give it its name back`;
  if ((await keptText(context, wanted)) !== null) return null;
  return `${wanted} is not there, and neither the last good release nor git has its text${reader(context)}: put it back, or ask for another view`;
}

/** `data/rooms.json/` in the place of `data/rooms.json`: no repair removes a folder, so a person is told what lies in it. */
export async function folderForFile(context: RecipeContext): Promise<string | null> {
  if (!isOfFolder(context)) return null;
  const folder =
    insideProject(context, context.diagnosis.named.path) ?? folderRead(context)?.folder ?? folderCalledSo(context);
  if (folder === null) return null;
  const name = posix.basename(folder);
  const held = context.tree.list(folder);
  const isFileName = posix.extname(name) !== '';
  if (isFileName && held.includes(name))
    return `${folder} is a folder, and the file of that name lies in it${reader(context)}: move it up`;
  if (isFileName && held.length === 0) {
    const kept = await keptText(context, folder);
    const where = kept === null ? '' : `: \`rmdir ${folder} && git checkout HEAD -- ${folder}\``;
    return `${folder} is an empty folder where a file is wanted${reader(context)}; a mount makes one where its file is missing: remove it and put the file back${where}`;
  }
  const files = held.filter((each) => !each.endsWith('/')).slice(0, 5);
  const which = files.length === 0 ? '' : `: it holds ${files.join(', ')}`;
  return `${folder} is a folder, and is read as a file${reader(context)}${which}; which one is meant?`;
}

/** `readFileSync(dataDir)` in what is called `sheets`, where `sheets.json` lies in it: the name of the file was left out. */
export function leftOutName(context: RecipeContext): Idea[] {
  const read = isOfFolder(context) ? folderRead(context) : null;
  if (read === null) return [];
  const { source, given, folder } = read;
  const names = new Set(upwards(given).flatMap((each) => calledIn(each)));
  const files = context.tree.list(folder).filter((each) => !each.endsWith('/') && names.has(posix.parse(each).name));
  const [only, more] = files;
  if (only === undefined || more !== undefined) return [];
  const part = quoted(only, source.text);
  const isJoin = given.type === 'CallExpression' && /(?:^|\.)(?:join|resolve)$/.test(chainOf(given.callee) ?? '');
  const last = isJoin ? given.arguments.at(-1) : undefined;
  const join = joinIn(source);
  if (last === undefined && join === null) return [];
  const splices =
    last === undefined
      ? wrap(given, `${join}(`, `, ${part})`)
      : [{ start: last.end, end: last.end, text: `, ${part}` }];
  return [ideaIn('missing-file', source, { title: `${only} of ${folder} is read`, kind: 'cause', rank: 0, splices })];
}

/** Node's error of reading a folder names none. */
function isOfFolder({ diagnosis }: RecipeContext): boolean {
  return diagnosis.named.code === 'EISDIR' || /\bEISDIR\b/.test(diagnosis.message);
}

/** The read that failed, and the folder that it was given. */
function folderRead(
  context: RecipeContext,
): { readonly source: Source; readonly given: Node; readonly folder: string } | null {
  for (const site of sitesOf(context)) {
    const { source, line } = site;
    for (const {
      callee,
      arguments: [given],
      start,
      end,
    } of all(source.program, 'CallExpression')) {
      const isRead = /(?:^|\.)(?:readFile(?:Sync)?|createReadStream|open(?:Sync)?)$/.test(chainOf(callee) ?? '');
      const isHere = lineOf(source.text, start) <= line && line <= lineOf(source.text, end);
      const folder = isRead && isHere && given !== undefined ? folderOf(context, site, given as Node) : null;
      if (folder !== null && isFolder(context, folder)) return { source, given: given as Node, folder };
    }
  }
  return null;
}

/** As it is written; else as the debugger saw what is joined there. */
function folderOf(context: RecipeContext, site: Site, node: Node): string | null {
  const written = pathOf(context, site.source, node);
  if (written !== null) return written;
  const isJoin = node.type === 'CallExpression' && /(?:^|\.)(?:join|resolve)$/.test(chainOf(node.callee) ?? '');
  const [base, more] = isJoin ? (node.arguments as Node[]) : [node];
  const seen = base === undefined || more !== undefined ? null : valueOf(site, base);
  const said = /^"([^"\\]+)"$/.exec(seen?.preview ?? '')?.[1];
  return said === undefined ? null : insideProject(context, said);
}

/** The one folder of the project that is called as a file of data is. */
function folderCalledSo(context: RecipeContext): string | null {
  const [only, more] = entriesOf(context).filter(
    (each) => /\.(?:json|ya?ml|csv|tsv|txt|md|sql|html?|ini|xml)$/i.test(each) && isFolder(context, each),
  );
  return only === undefined || more !== undefined ? null : only;
}

function isFolder({ tree }: RecipeContext, path: string): boolean {
  const parent = posix.dirname(path);
  return tree.list(parent === '.' ? '' : parent).includes(`${posix.basename(path)}/`);
}

/** What a value or a function is called where it is made. */
function calledIn(node: Node): string[] {
  const named =
    node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration'
      ? node.id
      : node.type === 'Property' || node.type === 'MethodDefinition'
        ? node.key
        : node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression'
          ? node.left.property
          : null;
  const name = named === null ? null : keyName(named as Node);
  return name === null ? [] : [name];
}

/** `path.join` or `join`, as the file puts its other paths together. */
function joinIn(source: Source): string | null {
  const join = all(source.program, 'CallExpression').find(({ callee }) =>
    /(?:^|^path\.)(?:join)$/.test(chainOf(callee) ?? ''),
  );
  return join === undefined ? null : textOf(source, join.callee);
}

/** What the client's own path names need not be there. */
function isAskedFor({ signal }: RecipeContext, wanted: string): boolean {
  const asked = signal.request?.url ?? '';
  const name = posix.parse(wanted).name;
  return name.length > 2 && asked.split(/[/?&=]/).some((part) => posix.parse(part).name === name);
}

function isLink({ tree }: RecipeContext, file: string): boolean {
  const folder = posix.dirname(file);
  return tree.list(folder === '.' ? '' : folder).includes(posix.basename(file));
}

function reader(context: RecipeContext): string {
  const [site] = sitesOf(context);
  return site === undefined ? '' : ` (${site.source.path}:${site.line} reads it)`;
}
