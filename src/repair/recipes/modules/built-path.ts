/** Modules whose path is put together as the program runs: `require(`../features/${name}`)`. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { isCodeFile } from '../../../kit/code.ts';
import { importsOf } from '../../code/bindings.ts';
import { isRelative, relativeSpecifier } from '../../code/modules.ts';
import { rankedNames, shareWord } from '../../code/names.ts';
import { insideProject, ownPath } from '../../code/paths.ts';
import { all, allSources, stringValue, textOf } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { beginAlike } from '../../code/words.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { handedOnBy, isSaidElsewhere, isUsedBeside, orphanOf } from './looped-path.ts';
import { importersOf } from '../../evidence/site.ts';

const posix = path.posix;

export const builtPathIdeas = (context: RecipeContext): Idea[] => [...folderIdeas(context), ...partIdeas(context)];

/** A module whose path is put together, `../locales/${language}.json`: the one folder of that name, else the one that holds the module, where the written one is not. */
function folderIdeas(context: RecipeContext): Idea[] {
  const { tree } = context;
  const folders = [...new Set(tree.files.map((file) => posix.dirname(file)))];
  const module = wantedModule(context);
  const name = module === null ? '' : posix.basename(module);
  // Called otherwise, it is the one that has what was asked for.
  const holders = folders.filter((folder) => isCodeFile(name) && tree.files.includes(posix.join(folder, name)));
  return importersOf(context).flatMap((source) =>
    all(source.program, 'TemplateLiteral').flatMap((template) => {
      const head = template.quasis[0];
      const written = /^(\.{1,2}\/.*)\/[^/]*$/.exec(head?.value.raw ?? '')?.[1];
      const { parent } = template;
      const isImport =
        parent?.type === 'ImportExpression' ||
        (parent?.type === 'CallExpression' && /^require(?:\.resolve)?$/.test(textOf(source, parent.callee)));
      if (head === undefined || written === undefined || !isImport) return [];
      const wanted = posix.join(posix.dirname(source.path), written);
      const named = folders.filter((folder) => posix.basename(folder) === posix.basename(wanted));
      const [only, more] = named.length > 0 ? named : holders;
      if (only === undefined || more !== undefined || tree.exists(wanted)) return [];
      const start = source.text.indexOf(written, template.start);
      const text = relativeSpecifier(source.path, only).replace(/\/$/, '');
      return [
        ideaIn('import-path', source, {
          title: `\`${written}\` is \`${text}\``,
          rank: 0,
          splices: [{ start, end: start + written.length, text }],
        }),
      ];
    }),
  );
}

/** `['papers', 'order']`, of which the code makes `../features/order`: the one text that says the part, where a near one is there. */
function partIdeas(context: RecipeContext): Idea[] {
  const { tree, diagnosis } = context;
  const wanted = wantedModule(context);
  if (wanted === null || tree.exists(wanted)) return [];
  const stemOf = (entry: string): string => (isCodeFile(entry) ? posix.parse(entry).name : entry.replace(/\/$/, ''));
  const [folder, stem] = [posix.dirname(wanted), stemOf(posix.basename(wanted))];
  const isWritten = allSources(tree).some((source) =>
    importsOf(source).some(
      ({ specifier }) => specifier === diagnosis.named.module || posix.basename(specifier) === stem,
    ),
  );
  const stems = new Set(tree.list(folder).map(stemOf));
  const listed = listedPlaces(context, stem, stems);
  if (isWritten && listed.length !== 1) return [];
  const near = rankedNames(stem, stems).filter(({ rank }) => rank < 2);
  const [place, more] = listed.length > 0 ? listed : near.length > 0 ? placesOf(context, stem) : [];
  if (place === undefined || more !== undefined) return [];
  const beside = listed[0]?.beside ?? [...stems];
  const [left, other] = [...stems].filter((each) => !beside.includes(each));
  const isLeft = left !== undefined && other === undefined && (beginAlike(left, stem) || shareWord(left, stem));
  const orphan = near.length > 0 || listed.length === 0 ? null : orphanOf(context, folder, { stem, beside });
  const alike = near.length > 0 ? near : isLeft ? [{ name: left, rank: 0 }] : [];
  const meant = orphan === null || alike.length > 0 ? alike : [{ name: stemOf(posix.basename(orphan)), rank: 1 }];
  const [only] = listed;
  const said = only === undefined ? null : { source: only.source, start: only.start, stem };
  return meant.flatMap(({ name, rank }) => {
    const isMore = said !== null && isUsedBeside(said);
    // Said by nobody else, the name is the slip; else it was the file that was renamed.
    const isFile = isMore && isSaidElsewhere(context, stem, said);
    const isBoth = isFile && isSaidElsewhere(context, name, said);
    const file = isFile && !isBoth ? tree.files.find((each) => each.startsWith(`${folder}/${name}.`)) : undefined;
    if (file !== undefined) return handedOnBy(context, wanted, file);
    return [
      ideaIn('import-path', place.source, {
        title: `\`${folder}\` has \`${name}\`, and no \`${stem}\``,
        rank,
        ask: isFile
          ? `more than its path is made of \`${stem}\`: whether that or its file is right, the text does not tell`
          : null,
        splices: [{ start: place.start + 1, end: place.start + 1 + stem.length, text: name }],
      }),
    ];
  });
}

/** In a list of texts of which all others name what is there. */
function listedPlaces(
  { tree }: RecipeContext,
  stem: string,
  stems: ReadonlySet<string>,
): { readonly source: Source; readonly start: number; readonly beside: readonly string[] }[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ArrayExpression').flatMap(({ elements }) => {
      const texts = elements.map((each) => (each === null ? null : stringValue(each)));
      const beside = texts.filter((each) => each !== null && each !== stem) as string[];
      const at = texts.indexOf(stem);
      const isList = at >= 0 && beside.length === texts.length - 1 && beside.length > 0;
      const start = elements[at]?.start;
      return isList && start !== undefined && beside.every((each) => stems.has(each))
        ? [{ source, start, beside }]
        : [];
    }),
  );
}

function wantedModule(context: RecipeContext): string | null {
  const { module, importer } = context.diagnosis.named;
  if (module === undefined) return null;
  const from = ownPath(context, importer) ?? context.diagnosis.file;
  if (!isRelative(module)) return insideProject(context, module.replace(/^file:\/\//, ''));
  return from === null ? null : posix.join(posix.dirname(from), module);
}

/** Where the text stands by itself, in sources and in JSON. */
function placesOf(
  context: RecipeContext,
  text: string,
): { readonly source: { readonly path: string; readonly text: string }; readonly start: number }[] {
  const written = allSources(context.tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap((each) =>
      stringValue(each) === text ? [{ source, start: each.start }] : [],
    ),
  );
  const data = dataFiles(context)
    .filter((file) => file.path.endsWith('.json'))
    .flatMap((source) =>
      [...source.text.matchAll(new RegExp(`"${text.replace(/\W/g, '\\$&')}"(?!\\s*:)`, 'g'))].map(({ index }) => ({
        source,
        start: index,
      })),
    );
  // Where the path is put together, or in what that file lists, before the same word elsewhere.
  const here = new Set(importersOf(context).map((source) => source.path));
  const own = written.filter(({ source }) => here.has(source.path));
  return own.length > 0 ? own : [...written, ...data];
}
