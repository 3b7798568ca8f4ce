/** Parts of templates of which the whole folder moved, that somebody set aside under another name, or that were lost. */
import path from 'node:path';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { backupOf } from '../../evidence/backups.ts';
import { keptText, movedLately } from '../../evidence/moved.ts';
import { stemOf, templatesOf } from '../../code/templates.ts';
import type { Template } from '../../code/templates.ts';
import { idea, ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;

/** What was set aside or lies in a moved folder, else what was last there. */
export async function keptParts(context: RecipeContext, near: readonly Template[], part: string): Promise<Idea[]> {
  const whole = near.flatMap((template) => [
    ...setAside(context.tree, template, part),
    ...movedFolder(context.tree, template, part),
  ]);
  if (whole.length > 0) return whole;
  return (await Promise.all(near.map((each) => lostPart(context, each, part)))).flat();
}

/** `partials/head`, of which all that lay in `partials` lies in `shared` now: whoever takes in any of it, from whatever folder, finds it there. */
function movedFolder(tree: SourceTree, template: Template, part: string): Idea[] {
  // Engines count from the template's own folder, or from the one that holds all templates.
  const [root = ''] = template.path.split('/');
  const ways = [folderOf, (): string => root];
  const found = ways.flatMap((baseOf) => movedFrom(tree, { template, part, baseOf }));
  // By the other one fewer of them lead there.
  return found.toSorted((a, b) => b.edits.length - a.edits.length).slice(0, 1);
}

function movedFrom(
  tree: SourceTree,
  { template, part, baseOf }: { template: Template; part: string; baseOf: (template: Template) => string },
): Idea[] {
  const templates = templatesOf(tree);
  const gone = posix.dirname(posix.join(baseOf(template), part));
  const [to, other] = new Set(
    templates.filter((each) => posix.basename(stemOf(each.path)) === posix.basename(stemOf(part))).map(folderOf),
  );
  const isLeft = to === undefined || other !== undefined || templates.some((each) => folderOf(each) === gone);
  if (isLeft || !part.includes('/')) return [];
  const stems = new Set(templates.map((each) => stemOf(each.path)));
  const places = templates.map((source) => ({
    source,
    splices: quotedIn(source.text).flatMap(({ start, text }) => {
      const was = posix.join(baseOf(source), text);
      const is = posix.join(to, posix.basename(was));
      if (posix.dirname(was) !== gone || !stems.has(stemOf(is))) return [];
      const said = posix.relative(baseOf(source), is);
      return [{ start, end: start + text.length, text: text.startsWith('./') ? `./${said}` : said }];
    }),
  }));
  const found = places.filter(({ splices }) => splices.length > 0);
  const title = `what lay in ${gone} lies in ${to}`;
  return found.length === 0 ? [] : [ideaOf('template-parts', { title, rank: 0 }, found)];
}

/** `partials/foot.ejs` is gone, and `partials/foot.ejs.bak` is there. */
function setAside(tree: SourceTree, template: Template, part: string): Idea[] {
  const file = fileOf(template, part, folderOf(template));
  const backup = tree.exists(file) ? null : backupOf(tree, file);
  return backup === null ? [] : [putBack('template-parts', file, { ...backup, from: backup.file })];
}

/** A part that was there when last released or committed, and whose text no other template has. */
async function lostPart(context: RecipeContext, template: Template, part: string): Promise<Idea[]> {
  const [root = ''] = template.path.split('/');
  const files = new Set([folderOf(template), root].map((folder) => fileOf(template, part, folder)));
  return (await Promise.all([...files].map((file) => lostTemplate('template-parts', context, file)))).flat();
}

const foldersMax = 20;

/** A part that was last there in a folder of templates, and lies under another name or in another folder now, by which nothing asks for it. */
export async function renamedPart(context: RecipeContext, part: string): Promise<Idea[]> {
  const templates = templatesOf(context.tree);
  const [root = ''] = templates[0]?.path.split('/') ?? [];
  const folders = [...new Set([root, ...templates.map(folderOf)])].slice(0, foldersMax);
  const files = new Set(templates.flatMap((each) => folders.map((folder) => fileOf(each, part, folder))));
  const found = await Promise.all([...files].map((file) => lostTemplate('template-parts', context, file, true)));
  return found.flat();
}

/** The same of any template. */
export async function lostTemplate(
  recipe: string,
  context: RecipeContext,
  file: string,
  isMoved = false,
): Promise<Idea[]> {
  const text = context.tree.exists(file) ? null : await keptText(context, file);
  if (text === null) return [];
  const isElsewhere = templatesOf(context.tree).some((each) => each.text === text);
  // What it became is the one to ask for.
  if (!isElsewhere && movedLately(context, file, text) !== null) return [];
  return isElsewhere !== isMoved ? [] : [putBack(recipe, file, { text, from: 'what was last there' })];
}

function fileOf(template: Template, part: string, folder: string): string {
  const end = posix.extname(part) === '' ? posix.extname(template.path) : '';
  return posix.join(folder, part) + end;
}

function putBack(recipe: string, file: string, { text, from }: { readonly text: string; readonly from: string }): Idea {
  const edits = [{ path: file, before: null, after: text }];
  return idea(recipe, { title: `put back ${file} from ${from}`, kind: 'operational', rank: 0, edits });
}

function folderOf({ path: file }: Template): string {
  return posix.dirname(file);
}

function quotedIn(text: string): { readonly start: number; readonly text: string }[] {
  return [...text.matchAll(/(['"])([\w./-]+)\1/g)].map((found) => ({ start: found.index + 1, text: found[2] ?? '' }));
}
