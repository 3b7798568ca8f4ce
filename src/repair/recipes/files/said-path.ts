/** A path that the program puts together, of which one part is a text of the code or of a data file and leads nowhere: the part says what is there. */
import path from 'node:path';
import { parseTree } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { memoize } from '../../../kit/memoize.ts';
import { importsOf } from '../../code/bindings.ts';
import { isRelative } from '../../code/modules.ts';
import { didYouMean, shareWord } from '../../code/names.ts';
import { insideProject, ownPath } from '../../code/paths.ts';
import { all, allSources, stringValue } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { yamlTree } from '../../code/yaml.ts';
import { isHeldAgainst } from '../../evidence/asked-for.ts';
import { isBackup } from '../../evidence/backups.ts';
import { dataPaths, isTemplateOf } from '../../evidence/data-paths.ts';
import { isImported, keptText, otherNumber, successorOf } from '../../evidence/moved.ts';
import { movedAlong } from '../../evidence/moved-along.ts';
import { everywhere } from '../../evidence/path-places.ts';
import { pathValues } from '../../evidence/path-values.ts';
import { isAddress } from '../../evidence/served.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { extraPart } from './extra-part.ts';
import { entriesOf } from './moved-data.ts';

const posix = path.posix;
const placesMax = 3;

export const saidPath: Recipe = {
  name: 'said-path',
  classes: ['missing_file', 'missing_module', 'config', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A file whose path is put together, and which moved or has another name or ending: the one text of the code or of a data file that names its part says what is there.',
  async ideas(context) {
    const missing = missingOf(context);
    if (missing === null || context.tree.exists(missing)) return [];
    // What git had lives on where its text does, and a file of a near name is another one.
    const isKept = (await keptText(context, missing)) !== null && (await successorOf(context, missing)) === null;
    const targets = targetsOf(context, missing).filter(
      (target) =>
        !isTemplateOf(missing, target) &&
        (!isKept || posix.basename(target) === posix.basename(missing)) &&
        !isAddress(context.tree, { file: target, named: missing }),
    );
    const found = longest(partsIn(context, missing)).flatMap((part) =>
      targets.flatMap((target) => {
        const said = middleOf(missing, part, target);
        return said === null ? [] : [{ part, said, target }];
      }),
    );
    if (found.length === 0) return extraPart('said-path', context, missing);
    return found.length > placesMax
      ? []
      : found.map(({ part, said, target }): Idea => {
          const one = ideaIn('said-path', part.source, {
            title: `\`${part.value}\` leads to no file, \`${said}\` to ${target}`,
            rank: found.length === 1 ? 0 : 1,
            ask: otherNumber(context.tree, missing, target),
            splices: [{ start: part.start, end: part.start + part.value.length, text: said }],
          });
          return movedAlong(context, { missing, target }, everywhere(context, { missing, target }, one));
        });
  },
};

/** Project-relative; null where no file is missing, or one that an import names whole. */
function missingOf(context: RecipeContext): string | null {
  const { code, path: file, module, importer } = context.diagnosis.named;
  if (code === 'ENOENT') return insideProject(context, file);
  if (module === undefined) return null;
  const from = ownPath(context, importer) ?? context.diagnosis.file;
  if (!isRelative(module)) return module.startsWith('/') ? insideProject(context, module) : null;
  return from === null ? null : posix.join(posix.dirname(from), module);
}

/** Of the same name elsewhere; in the same folder called almost so, or of another ending; below a folder that is called almost so. */
function targetsOf(context: RecipeContext, missing: string): string[] {
  const { tree } = context;
  const { dir, base, name, ext } = posix.parse(missing);
  const moved = entriesOf(context).filter(
    (entry) =>
      posix.basename(entry) === base && base !== `index${ext}` && !(isListed(context) && isImported(tree, entry)),
  );
  const beside = tree.list(dir).filter((each) => !each.endsWith('/') && !isBackup(each));
  const alike = beside.filter((each) => posix.extname(each) === ext).map((each) => posix.parse(each).name);
  const near = didYouMean(name, alike);
  const ended = beside.filter((each) => posix.parse(each).name === name);
  const folders = foldersAlike(tree, missing, isListed(context));
  return [
    ...(moved.length === 1 ? moved : []),
    ...(near === null ? unsaid(context, missing, alike) : [near]).map((each) => posix.join(dir, each + ext)),
    ...(ended.length === 1 ? ended.map((each) => posix.join(dir, each)) : []),
    ...folders,
  ];
}

/** `sowing` of `sowing-guide`: the one file beside it that nothing of the project names, and that has a word of the name. */
function unsaid(context: RecipeContext, missing: string, alike: readonly string[]): string[] {
  const { name, ext } = posix.parse(missing);
  const free = alike.filter((each) => each !== name && !isNamed(context, missing, each + ext));
  return free.length === 1 ? free.filter((each) => shareWord(name, each)) : [];
}

/** A text of the code or of a data file is its name; also without the ending, where the missing one is said so. */
function isNamed(context: RecipeContext, missing: string, file: string): boolean {
  const names = saidIn(context).map((said) => posix.basename(said));
  const isBare = !names.includes(posix.basename(missing));
  return names.includes(posix.basename(file)) || (isBare && names.includes(posix.parse(file).name));
}

/** All texts of the code and of the data. */
const saidIn = memoize((context: RecipeContext): readonly string[] => {
  const written = allSources(context.tree).flatMap(({ program }) =>
    all(program, 'Literal').flatMap((literal) => stringValue(literal) ?? []),
  );
  const kept = dataPaths(context).flatMap((file) => {
    const text = context.tree.read(file) ?? '';
    const root = file.endsWith('.json') ? parseTree(text) : /\.ya?ml$/.test(file) ? yamlTree(text) : null;
    return textsIn(root).map(({ value }) => String(value));
  });
  return [...written, ...kept];
});

/** The missing path is a folder whose entries were asked for. */
function isListed({ diagnosis }: RecipeContext): boolean {
  return /^(?:scandir|opendir)$/.test(diagnosis.named.syscall ?? '');
}

/** `features/notice/index.js` of `features/notices/index.js`; the folder itself, where it is one that is missing. */
function foldersAlike(tree: SourceTree, missing: string, isFolder: boolean): string[] {
  const parts = missing.split('/');
  const at = parts.findIndex((_, index) => !tree.exists(parts.slice(0, index + 1).join('/')));
  if (at < 0 || (at === parts.length - 1 && !isFolder)) return [];
  const folder = parts.slice(0, at).join('/');
  const names = tree.list(folder).flatMap((each) => (each.endsWith('/') ? [each.slice(0, -1)] : []));
  const near = didYouMean(parts[at] ?? '', names);
  const target = near === null ? null : parts.with(at, near).join('/');
  return target !== null && tree.exists(target) ? [target] : [];
}

interface Part {
  readonly source: { readonly path: string; readonly text: string };
  readonly value: string;
  readonly start: number;
}

/** `varieties/show` says more of the path than a mere `varieties`, which may be any word. */
function longest(parts: readonly Part[]): readonly Part[] {
  const most = Math.max(...parts.map(({ value }) => value.split('/').length));
  return parts.filter(({ value }) => value.split('/').length === most);
}

/** Where texts of the code and of data files say a part of the path that leads nowhere. */
function partsIn(context: RecipeContext, missing: string): Part[] {
  const wanted = spellings(context.tree, missing);
  const written = allSources(context.tree).flatMap((source) => {
    const imported = new Set(importsOf(source).map(({ literal }) => literal));
    // A join that leads there as a whole is mended as one, and one that names another file speaks of that.
    const whole = pathValues(context, source).filter(
      ({ path: each, isHead }) =>
        `${missing}/`.startsWith(`${each}/`) ||
        (!isHead && posix.extname(each) !== '' && posix.basename(each) !== posix.basename(missing)),
    );
    const isOfWhole = ({ start }: { start: number }): boolean =>
      whole.some(({ node }) => node.start <= start && start < node.end);
    return all(source.program, 'Literal').flatMap((literal) => {
      const isOther = imported.has(literal) || isOfWhole(literal) || isHeldAgainst(context, literal);
      const value = isOther ? null : stringValue(literal);
      return value !== null && wanted.has(value) ? [{ source, value, start: literal.start + 1 }] : [];
    });
  });
  const ending = posix.extname(missing);
  // Others that are read so, and lie there, would be lost.
  const isTaken = context.tree.list(posix.dirname(missing)).some((each) => posix.extname(each) === ending);
  const ended = isTaken ? [] : allSources(context.tree).flatMap((source) => endingsIn(source, ending));
  const kept = dataPaths(context).flatMap((file) => {
    const text = context.tree.read(file);
    if (text === null || !context.tree.files.includes(file)) return [];
    const root = file.endsWith('.json') ? parseTree(text) : yamlTree(text);
    return textsIn(root).flatMap(({ value, offset, length }) => {
      if (!wanted.has(String(value))) return [];
      const start = offset + text.slice(offset, offset + length).indexOf(String(value));
      return [{ source: { path: file, text }, value: String(value), start }];
    });
  });
  return [...written, ...ended, ...kept].filter(({ source, value, start }) => source.text.startsWith(value, start));
}

/** The ending of a file at the end of a text that is put together: `.html` of `${view}.html` and of `view + '.html'`. */
function endingsIn(source: Source, ending: string): Part[] {
  if (ending === '') return [];
  const tails = all(source.program, 'TemplateElement').flatMap((each) =>
    each.tail && each.value.raw === ending ? [source.text.indexOf(ending, each.start)] : [],
  );
  const put = all(source.program, 'BinaryExpression').flatMap(({ right, operator }) =>
    operator === '+' && stringValue(right) === ending ? [right.start + 1] : [],
  );
  return [...tails, ...put].map((start) => ({ source, value: ending, start }));
}

/** Every run of the path's own names, with and without the ending, that reaches where nothing is. */
function spellings(tree: SourceTree, missing: string): ReadonlySet<string> {
  const parts = missing.split('/');
  const runs = parts.flatMap((_, from) =>
    parts.slice(from).flatMap((__, length) => {
      const until = from + length + 1;
      return tree.exists(parts.slice(0, until).join('/')) ? [] : [parts.slice(from, until).join('/')];
    }),
  );
  const bare = runs.filter((run) => missing.endsWith(run)).map((run) => run.slice(0, -posix.extname(run).length));
  return new Set([...runs, ...bare].filter((run) => run !== ''));
}

function textsIn(node: JsonNode | null | undefined): JsonNode[] {
  if (!node) return [];
  if (node.type === 'property') return textsIn(node.children?.[1]);
  return node.type === 'string' ? [node] : (node.children ?? []).flatMap((each) => textsIn(each));
}

/** What the part must be so that the path leads to the target; null where another part differs. */
function middleOf(missing: string, { value }: Part, target: string): string | null {
  if (value === posix.extname(missing)) {
    const stem = missing.slice(0, -value.length);
    return posix.parse(target).name === posix.basename(stem) && target.startsWith(stem) ? posix.extname(target) : null;
  }
  const at = `/${missing}`.search(new RegExp(`/${value.replace(/\W/g, '\\$&')}(?=[/.]|$)`));
  const [before, after] = [missing.slice(0, at), missing.slice(at + value.length)];
  if (at < 0 || !target.startsWith(before) || !target.endsWith(after)) return null;
  const said = target.slice(before.length, target.length - after.length);
  return said === '' || said === value ? null : said;
}
