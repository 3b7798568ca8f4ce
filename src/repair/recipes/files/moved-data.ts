/** A file or folder that is read where it is not: the one of that name that is there, or the folder that nothing else names. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { isCodeFile } from '../../../kit/code.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { pathValues } from '../../evidence/path-values.ts';
import type { PathValue } from '../../evidence/path-values.ts';
import { movedAlong } from '../../evidence/moved-along.ts';
import { lowBase, otherBase } from './low-base.ts';
import { plainPaths } from './plain-path.ts';
import { unreadPath } from './unread-path.ts';
import { importsOf } from '../../code/bindings.ts';
import { didYouMean } from '../../code/names.ts';
import { templateEnds } from '../../code/templates.ts';
import { asSource, insideProject, projectRoot } from '../../code/paths.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { isImported } from '../../evidence/moved.ts';
import { all, allSources, chainOf, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';

const posix = path.posix;
const entriesMax = 5000;

export const movedData: Recipe = {
  name: 'moved-data',
  classes: ['missing_file', 'missing_module', 'type', 'config', 'database', 'env_missing', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A path that leads nowhere, by one level too many or too few, an old folder or a lost slash, also where what is not there is passed over: it leads to what is there by that name.',
  ideas(context) {
    const missing = missingPath(context);
    if (missing === null) return [...lostTemplates(context), ...unreadPath(context)];
    const open = openFolders(context, missing);
    return open.length > 0 ? open : pathIdeas(context, missing);
  },
};

/** `new URL('../handlers', import.meta.url)` as the base of other URLs: without its slash the last part falls away. */
function openFolders({ tree }: RecipeContext, missing: string): Idea[] {
  const found = allSources(tree).flatMap((source) =>
    all(source.program, 'NewExpression').flatMap(({ callee, arguments: [literal, base] }) => {
      const said = literal === undefined ? null : stringValue(literal);
      if (chainOf(callee) !== 'URL' || literal === undefined || said === null || said.endsWith('/')) return [];
      if (base === undefined || textOf(source, base) !== 'import.meta.url') return [];
      const folder = posix.join(posix.dirname(source.path), said);
      const name = posix.relative(posix.dirname(folder), missing);
      return !name.startsWith('..') && tree.exists(`${folder}/${name}`) ? [{ source, end: literal.end - 1 }] : [];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const splices = [{ start: only.end, end: only.end, text: '/' }];
  // Before what mends the one path that was asked for.
  return [
    ideaIn('moved-data', only.source, { title: 'a folder that URLs are based on ends in a slash', rank: -1, splices }),
  ];
}

/** Project-relative, `..` where it lies outside; null where nothing is missing. */
function missingPath(context: RecipeContext): string | null {
  const { named } = context.diagnosis;
  // A module that is named by its whole path was put together: a worker, a child, a plug-in.
  const module = named.module?.startsWith('/') === true ? named.module : undefined;
  const printed = lostView(context)?.folder ?? (named.code === 'ENOENT' ? named.path : module);
  const root = projectRoot(context);
  if (printed === undefined || printed.length > 1000) return null;
  const plain = printed.replace(/^file:\/\//, '');
  const printedAs = plain.startsWith('/') && root !== null ? posix.relative(root, plain) : null;
  const relative = printedAs === null ? insideProject(context, printed) : asSource(context, printedAs);
  const isThere = relative !== null && !relative.startsWith('..') && context.tree.exists(relative);
  return relative === null || relative === '' || isThere ? null : relative;
}

/** `template not found: home.njk`, `unable to access template "layout.hbs"`: the one folder of templates that is named and gone is the one folder that has it. */
function lostTemplates(context: RecipeContext): Idea[] {
  const name = /template not found: ([\w./-]+)|unable to access template "([\w./-]+)"/
    .exec(context.diagnosis.message)
    ?.slice(1)
    .find((each) => each !== undefined);
  if (name === undefined) return [];
  const [gone, more] = allSources(context.tree)
    .flatMap((source) => pathValues(context, source))
    .filter(
      ({ node, path: each }) =>
        /^\w/.test(each) && 'arguments' in node && node.arguments.length > 1 && !context.tree.exists(each),
    );
  const [file, other] = entriesOf(context).filter((entry) => entry.endsWith(`/${name}`));
  if (file === undefined) return otherEnding(context, name);
  if (other !== undefined || more !== undefined) return [];
  const to = file.slice(0, -name.length - 1);
  if (gone === undefined) return saidFolder(context, to);
  return [idea('moved-data', { title: `\`${gone.path}\` is \`${to}\``, rank: 0, edits: edits(gone, to) })];
}

/** `pages: pages` of a data file, which is no folder, where the templates lie in `app/pages`. */
function saidFolder(context: RecipeContext, to: string): Idea[] {
  const { tree } = context;
  const last = posix.basename(to);
  const found = dataFiles(context).flatMap((file) =>
    file.keys.flatMap(({ value }) => {
      const said = value?.type === 'string' ? String(value.value).replace(/^\.\//, '') : '';
      const isIt = posix.basename(said) === last && !tree.exists(said);
      return value !== null && isIt ? [{ file, said, start: value.offset, end: value.offset + value.length }] : [];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const at = only.start + only.file.text.slice(only.start, only.end).indexOf(only.said);
  const splices = [{ start: at, end: at + only.said.length, text: to }];
  return [ideaIn('moved-data', only.file, { title: `\`${only.said}\` is \`${to}\``, rank: 0, splices })];
}

/** `${name}.html`, where the template of that name ends otherwise. */
function otherEnding(context: RecipeContext, name: string): Idea[] {
  const ending = posix.extname(name);
  const stem = name.slice(0, name.length - ending.length);
  const ends = new Set(
    entriesOf(context).flatMap((entry) =>
      posix.extname(entry) !== '' && entry.endsWith(`/${stem}${posix.extname(entry)}`) ? [posix.extname(entry)] : [],
    ),
  );
  const tails = allSources(context.tree).flatMap((source) =>
    all(source.program, 'TemplateElement').flatMap((each) =>
      each.tail && each.value.raw === ending ? [{ source, start: source.text.indexOf(ending, each.start) }] : [],
    ),
  );
  const [[to, other], [tail, more]] = [[...ends], tails];
  if (ending === '' || to === undefined || other !== undefined || tail === undefined || more !== undefined) return [];
  const splices = [{ start: tail.start, end: tail.start + ending.length, text: to }];
  return [ideaIn('moved-data', tail.source, { title: `the templates end in \`${to}\``, rank: 0, splices })];
}

/** The folder in which Express looked for a view, and the view. */
export function lostView({
  diagnosis,
  signal,
}: RecipeContext): { readonly folder: string; readonly view: string } | null {
  const message = signal.error?.message ?? diagnosis.message;
  const [, view, folder] = /Failed to lookup view "([^"]+)" in views directory "([^"]+)"/.exec(message) ?? [];
  return view === undefined || folder === undefined ? null : { folder, view };
}

function pathIdeas(context: RecipeContext, missing: string): Idea[] {
  const values = allSources(context.tree).flatMap((source) => pathValues(context, source));
  const [likely] = targetsFor(context, missing);
  const exact = values.filter((value) => value.path === missing && !climbs(value, likely));
  const above = values.filter(
    (value) =>
      missing.startsWith(`${value.path}/`) && (!context.tree.exists(value.path) || isOfCode(context, value, missing)),
  );
  // Where one place alone names the folder that is gone, that one is wrong, and not what counts from it.
  const gone = above.filter(({ path: folder }) => !context.tree.exists(folder));
  const isFolder = gone.length === 1 && targetsFor(context, missing).some((each) => isBelow(missing, gone[0], each));
  const [value, more] = isFolder ? gone : exact.length > 0 ? exact : above;
  const low = lowBase(context, missing);
  const base = [...otherBase(context, missing), ...baseIdeas(context, values, missing), ...(low ?? [])];
  // Mended where it was asked for alone, all else that starts from there would still be missed.
  if (base.length > 0 || low === null) return base;
  if (value === undefined) {
    const plain = plainPaths(context, missing, targetsFor(context, missing));
    return plain.length > 0 ? plain : [...lastPartIdeas(context, missing), ...templateIdeas(context, missing)];
  }
  if (more !== undefined) return [];
  const rest = missing.slice(value.path.length);
  const targets = targetsFor(context, missing).filter((each) => each.endsWith(rest) && each.length > rest.length);
  return targets.slice(0, 3).map((target) => {
    const to = target.slice(0, target.length - rest.length);
    const one = idea('moved-data', {
      title: `\`${value.path}\` is \`${to}\``,
      rank: targets.length === 1 ? 0 : 1,
      edits: edits(value, to),
    });
    return movedAlong(context, { missing, target }, one);
  });
}

/** `fromRoot('..', 'config')` of `fromRoot('config')`: then what the helper counts from is wrong, and not this one call of it. */
function climbs({ node, giving }: PathValue, target: string | undefined): boolean {
  if (node.type !== 'CallExpression' || target === undefined) return false;
  const isHelper = node.callee.type === 'Identifier' && !/^(?:join|resolve|normalize)$/.test(node.callee.name);
  const said = stringValue(node.arguments[0]) ?? '';
  return isHelper && !said.startsWith('..') && /^['"]\.\./.test(giving(target).text);
}

/** What lies below the folder lies below the other one as it did. */
function isBelow(missing: string, gone: PathValue | undefined, target: string): boolean {
  const rest = gone === undefined ? '' : missing.slice(gone.path.length);
  return rest !== '' && target.endsWith(rest) && target.length > rest.length;
}

/** `resolve(here, '../data')` is `src/data`, which is there and holds the code that reads `data/points.yaml`. */
function isOfCode({ tree }: RecipeContext, { path: folder, isHead }: PathValue, missing: string): boolean {
  const files = tree.list(folder).filter((name) => !name.endsWith('/'));
  const isWithin = !isHead && folder === posix.dirname(missing) && !isCodeFile(missing);
  // A folder that was left empty by what moved.
  return isWithin && files.every(isCodeFile) && (files.length > 0 || tree.list(folder).length === 0);
}

/** `const root = resolve(here, '..')` is `src`, and `join(root, 'config', name)` lies above it: nothing that starts from there is there. */
function baseIdeas(context: RecipeContext, values: readonly PathValue[], missing: string): Idea[] {
  const [target, other] = targetsFor(context, missing);
  const rest = target === undefined ? '' : `/${target}`;
  if (target === undefined || other !== undefined || !missing.endsWith(rest)) return [];
  const from = missing.slice(0, -rest.length);
  const bases = values.flatMap((value) => {
    const { parent: around } = value.node;
    const isWrapped =
      around?.type === 'CallExpression' && chainOf(around.callee)?.split('.').at(-1) === 'fileURLToPath';
    const parent = isWrapped ? around.parent : around;
    const name = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
    return name !== null && value.path === from ? [{ value, name }] : [];
  });
  const [base, more] = bases;
  const ofBase = values.filter(({ node }) => all(node, 'Identifier').some((id) => id.name === base?.name));
  const isRight = ofBase.some(({ path: each, isHead }) => each !== from && !isHead && context.tree.exists(each));
  const isOther = values.some((each) => each.path === missing && !ofBase.includes(each) && !climbs(each, target));
  if (base === undefined || more !== undefined || isRight || isOther) return [];
  const title = `\`${base.name}\` is \`${from}\`, and what is read from there lies in the project's own folder`;
  // Before what mends the one path that was asked for.
  return [idea('moved-data', { title, rank: -1, edits: edits(base.value, '.') })];
}

/** `join(folder, 'viability')` of a folder that is handed over: the one text that names what is gone, where something else lies beside it. */
function lastPartIdeas(context: RecipeContext, missing: string): Idea[] {
  const [folder, name] = [posix.dirname(missing), posix.basename(missing)];
  const [target, other] = targetsFor(context, missing).filter((each) => posix.dirname(each) === folder);
  const written = allSources(context.tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap((literal) =>
      stringValue(literal) === name && literal.parent?.type === 'CallExpression' ? [{ source, literal }] : [],
    ),
  );
  const [only] = written;
  if (target === undefined || other !== undefined || only === undefined) return [];
  // Said again, it is joined to the same folder.
  const bases = new Set(written.map(({ source, literal }) => (written.length > 1 ? baseOf(source, literal) : '')));
  if (bases.size > 1 || bases.has(null) || written.some(({ source }) => source !== only.source)) return [];
  const splices = written.map(({ literal: { start, end } }) => ({
    start: start + 1,
    end: end - 1,
    text: posix.basename(target),
  }));
  return [ideaIn('moved-data', only.source, { title: `\`${missing}\` is \`${target}\``, rank: 0, splices })];
}

/** `folder` of `join(folder, 'acts', name)`. */
function baseOf(source: Source, literal: Node): string | null {
  const call = literal.parent;
  if (call?.type !== 'CallExpression' || !/(?:^|\.)(?:join|resolve)$/.test(chainOf(call.callee) ?? '')) return null;
  const [base] = call.arguments;
  return base === undefined || base === literal ? null : textOf(source, base);
}

/** `new URL(`./src/${folder}/`, import.meta.url)` of a file in `src`: the way to the folder in which the one of that name lies. */
function templateIdeas(context: RecipeContext, missing: string): Idea[] {
  const [target, other] = targetsFor(context, missing);
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'TemplateLiteral').flatMap(({ parent, start, quasis: [head] }) => {
      const [, way = ''] = /^(\.{1,2}\/(?:[\w.-]+\/)*)$/.exec(head?.value.raw ?? '') ?? [];
      const base = parent?.type === 'NewExpression' ? parent.arguments[1] : undefined;
      const isOwn = base !== undefined && textOf(source, base) === 'import.meta.url';
      const here = posix.dirname(source.path);
      const rest = posix.relative(posix.join(here, way), missing);
      const isIt = way !== '' && isOwn && !rest.startsWith('..') && target?.endsWith(`/${rest}`) === true;
      return isIt ? [{ source, at: start + 1, way, to: posix.relative(here, target.slice(0, -rest.length)) }] : [];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined || other !== undefined) return [];
  const text = only.to.startsWith('..') ? `${only.to}/` : posix.join('./', only.to, '/').replace(/^\/|^(?=\w)/, './');
  const splices = [{ start: only.at, end: only.at + only.way.length, text }];
  return [ideaIn('moved-data', only.source, { title: `\`${missing}\` is \`${target}\``, rank: 0, splices })];
}

function edits({ source, giving }: PathValue, to: string): Idea['edits'] {
  return [{ path: source.path, before: source.text, after: splice(source.text, giving(to)) }];
}

/** What is there by that name, with the most of the path in common; else the one folder beside it that no source names. */
function targetsFor(context: RecipeContext, missing: string): string[] {
  const entries = entriesOf(context);
  const name = posix.basename(missing);
  const common = (entry: string): number => {
    const [a, b] = [entry.split('/').toReversed(), missing.split('/').toReversed()];
    const at = a.findIndex((part, index) => part !== b[index]);
    return at < 0 ? a.length : at;
  };
  const isListed = /^(?:scandir|opendir)$/.test(context.diagnosis.named.syscall ?? '');
  const same = entries.filter(
    (entry) => posix.basename(entry) === name && !(isListed && isImported(context.tree, entry)),
  );
  const most = Math.max(...same.map(common));
  const best = same.filter((entry) => common(entry) === most);
  if (best.length > 0) return best;
  const near = isCodeFile(missing) ? didYouMean(missing, beside(entries, missing)) : null;
  if (near !== null) return [near];
  const view = lostView(context)?.view;
  return view === undefined ? unnamedFolder(context, missing) : folderWith(context, view);
}

/** The files of the same folder and ending: of a worker that is started by its path, the one that is called almost so. */
function beside(entries: readonly string[], missing: string): string[] {
  return entries.filter(
    (entry) => posix.dirname(entry) === posix.dirname(missing) && posix.extname(entry) === posix.extname(missing),
  );
}

/** The one folder that holds a template of that name. */
function folderWith({ tree }: RecipeContext, view: string): string[] {
  const named = new RegExp(`^(.+)/${escapeRegExp(view.replace(/\.\w+$/, ''))}\\.(?:${templateEnds})$`);
  const folders = new Set(tree.files.flatMap((file) => named.exec(file)?.[1] ?? []));
  return folders.size === 1 ? [...folders] : [];
}

/** Every file and folder of the project, hidden ones and packages aside. */
export function entriesOf({ tree }: RecipeContext): string[] {
  const found: string[] = [];
  const open = [''];
  for (let folder = open.pop(); folder !== undefined && found.length < entriesMax; folder = open.pop()) {
    for (const name of tree.list(folder)) {
      const plain = name.replace(/\/$/, '');
      if (plain === 'node_modules' || plain.startsWith('.')) continue;
      const at = folder === '' ? plain : `${folder}/${plain}`;
      found.push(at);
      if (name.endsWith('/')) open.push(at);
    }
  }
  return found;
}

/** Folders that nobody's program reads. */
const notRun =
  /^(?:node_modules|tests?|specs?|__\w+__|scripts|docs?|examples?|bench\w*|bin|coverage|dist|build|\..*)\/$/;

/** A folder was listed that is gone, and beside it is one of which no source speaks, with code or files of the ending that one does speak of. */
function unnamedFolder(context: RecipeContext, missing: string): string[] {
  const { syscall = '' } = context.diagnosis.named;
  // `existsSync(folder) ? readdirSync(folder) : []`
  const isAsked = /^(?:access|stat)$/.test(syscall) && posix.extname(missing) === '';
  if (!isAsked && !/^(?:scandir|opendir)$/.test(syscall)) return [];
  const texts = allSources(context.tree).flatMap((source) => {
    // `./lib/articles` is a module, and no folder of data.
    const imported = new Set(importsOf(source).map(({ literal }) => literal));
    return all(source.program, 'Literal').map((each) => (imported.has(each) ? '' : (stringValue(each) ?? '')));
  });
  const parent = posix.dirname(missing) === '.' ? '' : posix.dirname(missing);
  const folders = context.tree.list(parent).filter((name) => name.endsWith('/') && !notRun.test(name));
  const found = folders
    .map((name) => posix.join(parent, name.slice(0, -1)))
    .filter(
      (folder) => !texts.some((text) => !text.startsWith('/') && text.split('/').includes(posix.basename(folder))),
    )
    .filter((folder) => !isImported(context.tree, folder))
    .filter((folder) => !context.diagnosis.frames.some(({ file }) => file.startsWith(`${folder}/`)))
    .filter((folder) => {
      const files = context.tree.list(folder).filter((name) => !name.endsWith('/'));
      return files.length > 0 && files.every((name) => isCodeFile(name) || texts.includes(posix.extname(name)));
    });
  return found.length === 1 ? found : [];
}
