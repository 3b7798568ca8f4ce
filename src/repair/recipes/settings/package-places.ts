/** What is wrong in package.json, which no repair writes: the line, and what it should say. */
import { posix } from 'node:path';
import type { Action } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { isRecord, packageName, readJson, workspaces } from '../../code/modules.ts';
import { didYouMean } from '../../code/names.ts';
import { keptText } from '../../evidence/moved.ts';
import { allSources, hasModuleSyntax } from '../../code/syntax.ts';
import { lineOf } from '../../code/text.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import type { RecipeContext } from '../../recipe.ts';
import { compiledNote } from './compiled-file.ts';

/** `"type": "commonjs"` over sources that are ES modules, or no `"type"` where a loader then writes all of them as CommonJS. */
export function commonType(context: RecipeContext): Action | null {
  const { class: kind, message } = context.diagnosis;
  const isOfImports = kind === 'import_export' && / is a CommonJS module\b/.test(message);
  const isWritten = /not supported with the "cjs" output format/.test(message);
  if (kind !== 'module_format' && !isOfImports && !isWritten) return null;
  const { at, file, text } = manifestBehind(context);
  const start = text.search(/"type"\s*:\s*"commonjs"/);
  const below = (path: string): boolean => at === '' || path.startsWith(`${at}/`);
  const plain = allSources(context.tree).filter(({ path }) => /\.[jt]s$/.test(path) && below(path));
  const modules = plain.filter((source) => hasModuleSyntax(source)).length;
  const isMissing = isWritten && text !== '' && !/"type"\s*:/.test(text);
  if ((start < 0 && !isMissing) || modules * 4 < plain.length * 3) return null;
  if (isMissing) {
    const why = `${file}: ${modules} of ${plain.length} sources are ES modules, and without "type": "module" they are written as CommonJS: add it`;
    return { why, command: null };
  }
  const why = `${file}:${lineOf(text, start)}: "type" is "commonjs", and ${modules} of ${plain.length} sources are ES modules: it should be "module"`;
  return { why, command: null };
}

interface Manifest {
  /** Its folder; `''` for the project's own. */
  readonly at: string;
  readonly file: string;
  readonly text: string;
}

/** The project's own and those of its packages. */
function manifests({ tree }: RecipeContext): Manifest[] {
  return ['', ...workspaces(tree).values()].map((at) => {
    const file = posix.join(at, 'package.json');
    return { at, file, text: tree.read(file) ?? '' };
  });
}

/** Of the package that was imported, else of the one that the failing file is of. */
function manifestBehind(context: RecipeContext): Manifest {
  const all = manifests(context).toSorted((a, b) => b.at.length - a.at.length);
  const { file, named } = context.diagnosis;
  const imported = workspaces(context.tree).get(packageName(named.module ?? '') ?? '');
  const own = all.find(({ at }) => at === '' || file?.startsWith(`${at}/`) === true);
  return all.find(({ at }) => at === imported) ?? own ?? { at: '', file: 'package.json', text: '' };
}

/** A path in `imports`, `exports` or `main` of package.json that leads nowhere. */
export async function deadImport(context: RecipeContext): Promise<Action | null> {
  const { diagnosis, tree } = context;
  if (diagnosis.class !== 'missing_module') return null;
  for (const { at, file, text } of manifests(context)) {
    const name = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
    for (const { 1: said = '', index } of text.matchAll(/"((?:\.\/|(?<="main"\s*:\s*"))[\w./-]+\.[cm]?[jt]s)"/g)) {
      const path = posix.join(at, said);
      // One of several packages is named by the link that leads to it.
      const told = [`/${path}`, ...(at === '' ? [] : [`/node_modules/${posix.join(name ?? '', said)}`])];
      if (tree.exists(path) || !told.some((each) => diagnosis.message.includes(each))) continue;
      // The path was right, and what it led to is put back.
      if ((await keptText(context, path)) !== null) continue;
      const place = `${file}:${lineOf(text, index)}`;
      const compiled = compiledNote(tree, at, path);
      const why =
        compiled === null
          ? `${place}: ${said} is not there${insteadOf(context, path)}${earlier(context, file, text, index)}; correct the path`
          : `${place}: ${compiled}`;
      return { why, command: null };
    }
  }
  return null;
}

/** `, lib/orders.js is`: the one file of that name, and of its folder's where it is an index; else the one beside it of another ending, or that is called almost so. */
function insteadOf({ tree }: RecipeContext, path: string): string {
  const tail = posix.basename(path).startsWith('index.') ? path.split('/').slice(-2).join('/') : posix.basename(path);
  const [only, more] = tree.files.filter((file) => file.endsWith(`/${tail}`));
  if (only !== undefined && more === undefined) return `, ${only} is`;
  const stem = (file: string): string => file.replace(/\.\w+$/, '');
  const beside = tree.files.filter((file) => posix.dirname(file) === posix.dirname(path));
  const near = beside.find((file) => stem(file) === stem(path)) ?? didYouMean(path, beside);
  return only !== undefined || near === null ? '' : `, ${near} is`;
}

/** `; before the last change it was ./src/lib/*.js`: what the same key said then. */
function earlier({ lastGood }: RecipeContext, file: string, text: string, index: number): string {
  const lineAt = text.split('\n')[lineOf(text, index) - 1] ?? '';
  const said = (line: string): readonly string[] => /^\s*("[^"]+")\s*:\s*"([^"]*)",?\s*$/.exec(line)?.slice(1) ?? [];
  const [key, now] = said(lineAt);
  const lines = key === undefined ? [] : (lastGood?.read(file) ?? '').split('\n').map(said);
  const [then, more] = lines.filter(([name]) => name === key);
  const was = then?.[1];
  return was === undefined || more !== undefined || was === now ? '' : `; before the last change it was ${was}`;
}

/** Fastify refuses a plugin that was written for another one of its majors: package.json says which is wanted. */
export function otherMajor(context: RecipeContext): Action | null {
  const [, name = '', wanted, there = ''] =
    /fastify-plugin: (\S+) - expected '([^']+)' fastify version, '([^']+)' is installed/.exec(
      context.diagnosis.message,
    ) ?? [];
  for (const { file, text } of wanted === undefined ? [] : manifests(context)) {
    const found = new RegExp(`"${escapeRegExp(name)}"\\s*:\\s*"([^"]*)"`).exec(text);
    if (found === null) continue;
    const why = `${file}:${lineOf(text, found.index)}: ${name} ${found[1]} is written for fastify ${wanted}, and ${there} is installed${earlier(context, file, text, found.index)}: install one that goes with fastify ${there.split('.')[0]}`;
    return { why, command: null };
  }
  return null;
}

/** `"./src/services/*.tss"` of package.json, where the files end in `.ts`; `"./app/stor.js"`, where there is a `store.js`. */
export function deadTarget(context: RecipeContext): Action | null {
  const { diagnosis, tree } = context;
  if (diagnosis.class !== 'missing_module') return null;
  for (const { at, file, text } of manifests(context)) {
    for (const { 1: said = '', index } of text.matchAll(/"(\.\/[\w./*-]+)"/g)) {
      const [head = '', tail] = posix.join(at, said).split('*');
      const star = new RegExp(`/${escapeRegExp(head)}([\\w./-]*)${escapeRegExp(tail ?? '')}['"]`);
      const wanted = star.exec(diagnosis.message)?.[1];
      const path = `${head}${wanted ?? ''}${tail ?? ''}`;
      if (wanted === undefined || (tail === undefined && wanted !== '') || tree.exists(path)) continue;
      const stem = path.replace(/\.\w+$/, '');
      const files = tree.files.filter((each) => posix.dirname(each) === posix.dirname(path));
      const near =
        files.find((each) => each.replace(/\.\w+$/, '') === stem) ??
        (tail === undefined ? didYouMean(path, files) : null);
      if (near === null || near === undefined) continue;
      const why = `${file}:${lineOf(text, index)}: ${said} leads to ${path}, which is not there; ${near} is${earlier(context, file, text, index)}: correct the path`;
      return { why, command: null };
    }
  }
  return null;
}

/** `"#core/*": "./src/lib/*.js"` of package.json, where there is no such folder. */
export function deadFolder(context: RecipeContext): Action | null {
  const { diagnosis, tree } = context;
  if (diagnosis.class !== 'missing_module') return null;
  for (const { at, file, text } of manifests(context)) {
    for (const { 1: said = '', index } of text.matchAll(/"\.\/([\w./-]+)\/\*[\w./-]*"/g)) {
      const folder = posix.join(at, said);
      if (tree.exists(folder) || !diagnosis.message.includes(`/${folder}/`)) continue;
      const wanted = `${folder}/${diagnosis.message.split(`/${folder}/`)[1]?.split(/['"\s]/)[0] ?? ''}`;
      const instead = insteadOf(context, wanted);
      const why = `${file}:${lineOf(text, index)}: the folder ./${said} is not there${instead}${earlier(context, file, text, index)}; correct the path`;
      return { why, command: null };
    }
  }
  return null;
}

/** `"#utils/*"` of package.json that nobody imports, where more files than a repair may change import `#util/…`. */
export function idleName({ diagnosis, tree }: RecipeContext): Action | null {
  const wrong = /Package import specifier "(#[^"/]+)[^"]*" is not defined/.exec(diagnosis.message)?.[1];
  const names = Object.keys(importNames(readJson(tree, 'package.json')?.['imports']));
  const near =
    wrong === undefined
      ? null
      : didYouMean(
          wrong,
          names.map((each) => each.replace(/\/.*/, '')),
        );
  const users = (head: string): number =>
    allSources(tree).filter((source) =>
      importsOf(source).some(({ specifier }) => specifier === head || specifier.startsWith(`${head}/`)),
    ).length;
  if (wrong === undefined || near === null || users(near) > 0 || users(wrong) <= filesMax) return null;
  const text = tree.read('package.json') ?? '';
  const at = text.indexOf(`"${near}`);
  const why = `package.json:${lineOf(text, at)}: "${near}" is imported as "${wrong}" by ${users(wrong)} files; correct the name`;
  return { why, command: null };
}

/** What package.json's `imports` lack: a name, the dot before a path, the ending of files. */
export function lostSubpath({ diagnosis, tree }: RecipeContext): Action | null {
  const text = tree.read('package.json') ?? '';
  const { message } = diagnosis;
  const name = /Package import specifier "(#[^"]+)" is not defined/.exec(message)?.[1];
  if (name !== undefined)
    return { why: `package.json: its "imports" have no "${name}"; add where that leads`, command: null };
  if (diagnosis.class !== 'missing_module') return null;
  for (const { 1: target = '', index } of text.matchAll(/"#[^"]*"\s*:\s*"([\w-]+\/[^"]*)"/g)) {
    const said = message.includes(`'${target.split('/')[0] ?? ''}'`) || message.includes(`"${target}"`);
    if (!said || !tree.exists(target.replace(/\/?\*.*/, ''))) continue;
    return { why: `package.json:${lineOf(text, index)}: "${target}" must begin with "./"`, command: null };
  }
  for (const { 1: folder = '', index } of text.matchAll(/"\.\/([\w./-]+\/)\*"/g)) {
    const wanted = message.split(`/${folder}`)[1]?.split(/['"]/)[0];
    const ending = ['.js', '.ts', '.mjs', '.cjs'].find((end) => tree.exists(`${folder}${wanted}${end}`));
    if (wanted !== undefined && ending !== undefined)
      return { why: `package.json:${lineOf(text, index)}: "./${folder}*" lacks the ending ${ending}`, command: null };
  }
  return null;
}

const filesMax = 5;
const importNames = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
