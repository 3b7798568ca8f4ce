/** A script of package.json that starts a file, loads a file of settings or runs a command which is not there: the line, and what is there. */
import { posix } from 'node:path';
import { isTest } from '../../../kit/code.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { importsOf } from '../../code/bindings.ts';
import { declared, isRecord, isRelative, packageName, readJson, resolveSpecifier } from '../../code/modules.ts';
import { didYouMean } from '../../code/names.ts';
import { allSources } from '../../code/syntax.ts';
import { lineOf } from '../../code/text.ts';
import { keptText } from '../../evidence/moved.ts';
import type { RecipeContext } from '../../recipe.ts';
import { compiledNote } from './compiled-file.ts';

const sample = /[.-](?:example|sample|template|dist|defaults?)$/i;

/** `sh: 1: tcs: not found` of a script: the line, and what is called almost so among the commands that packages bring. */
export function lostCommand({ cwd, diagnosis, tree }: RecipeContext): string | null {
  const wanted = /^(?:\S{0,20}\/)?(?:sh|bash|dash|ash)(?:: (?:line )?\d+)?: ([\w.-]+): (?:command )?not found$/m.exec(
    diagnosis.message,
  )?.[1];
  const manifest = posix.join(cwd, 'package.json');
  const text = tree.read(manifest) ?? '';
  const at = wanted === undefined ? -1 : text.search(new RegExp(`(?<=[\\s";&|])${escapeRegExp(wanted)}(?=[\\s";&|])`));
  if (wanted === undefined || at < 0) return null;
  const near = didYouMean(
    wanted,
    tree.list(posix.join(cwd, 'node_modules/.bin')).map((each) => each.replace(/\/$/, '')),
  );
  const what = near === null ? 'install what brings it, or correct the script' : `${near} is one: correct the script`;
  return `${manifest}:${lineOf(text, at)}: there is no command ${wanted}; ${what}`;
}

/** `npm error Missing script: "start"`, and what yarn, pnpm and Bun say of it: the script of a near name, or the only one that starts a file of the project. */
export function lostScript({ cwd, diagnosis, tree }: RecipeContext): string | null {
  const wanted = /(?:Missing script:? |Command |Script not found )"?([\w:.-]{1,60})"?(?=$|\s| not found)/im.exec(
    diagnosis.message,
  )?.[1];
  const manifest = posix.join(cwd, 'package.json');
  const text = tree.read(manifest);
  const given = readJson(tree, manifest)?.['scripts'];
  if (wanted === undefined || text === null || (isRecord(given) && Object.hasOwn(given, wanted))) return null;
  if (!/^(?:npm (?:error|ERR!) |error Command |\W*ERR_PNPM|error: Script)/im.test(diagnosis.message)) return null;
  const scripts = Object.entries(isRecord(given) ? given : {});
  const starts = scripts.filter(([name, line]) => !aside.test(name) && startsFile(tree, cwd, String(line)));
  const near = didYouMean(
    wanted,
    scripts.map(([name]) => name),
  );
  const [meant] = scripts.filter(([name]) =>
    near === null ? starts.length === 1 && name === starts[0]?.[0] : name === near,
  );
  if (meant === undefined) return `${manifest}: there is no script "${wanted}": write it, or start another one`;
  const [name, line] = meant;
  const at = lineOf(text, Math.max(0, text.indexOf(`"${name}"`, text.indexOf('"scripts"'))));
  return `${manifest}:${at}: there is no script "${wanted}"; "${name}" runs ${String(line).slice(0, 100)}: rename it, or start that`;
}

const aside = /^(?:test|lint|build|types?|typecheck|check|format|prepare|pre|post|seed|migrate)/i;

function startsFile(tree: RecipeContext['tree'], cwd: string, line: string): boolean {
  const files = line.match(/(?<=\s)[\w./-]+\.[cm]?[jt]s(?=\s|$)/g) ?? [];
  return /\b(?:node|tsx|ts-node|bun|nodemon)\s/.test(line) && files.some((file) => tree.exists(posix.join(cwd, file)));
}

/** How packages that compile as a program is loaded are named to Node. */
const loaders: Readonly<Record<string, string>> = {
  tsx: '--import tsx',
  'ts-node': '--loader ts-node/esm',
  '@swc-node/register': '--import @swc-node/register/esm-register',
};

/** `node --loader ts-node/esm src/main.ts`, where nobody declares or installed `ts-node`: the line, and the loader that is declared. */
export function lostLoader({ cwd, diagnosis, tree }: RecipeContext): string | null {
  const { module } = diagnosis.named;
  const wanted = module === undefined || isRelative(module) ? null : packageName(module);
  if (diagnosis.class !== 'missing_module' || diagnosis.file !== null || wanted === null) return null;
  const manifest = posix.join(cwd, 'package.json');
  const text = tree.read(manifest) ?? '';
  const loads = /(?:--(?:experimental-)?loader|--import|--require|\s-r)[ =](?:\.\/)?/.source;
  const at = text.search(new RegExp(`${loads}${escapeRegExp(wanted)}(?=[/\\s"])`));
  const own = declared(tree, manifest);
  if (at < 0 || own.has(wanted)) return null;
  const [other] = Object.entries(loaders).filter(([name]) => name !== wanted && own.has(name));
  const what =
    other === undefined || loaders[wanted] === undefined
      ? 'declare and install it, or correct the script'
      : `${other[0]} is declared: "${other[1]}" loads it`;
  return `${manifest}:${lineOf(text, at)}: the script loads ${wanted}, which nobody declares; ${what}`;
}

/** No repair writes package.json, and none makes up settings: a person is asked. */
export async function deadStart(context: RecipeContext): Promise<string | null> {
  const { cwd, diagnosis, tree } = context;
  const wanted = startedFile(context) ?? /^node: ([\w./-]+): not found$/m.exec(diagnosis.message)?.[1];
  if (wanted === undefined || wanted.startsWith('..')) return null;
  const file = posix.join(cwd, wanted);
  if (tree.exists(file) || (await keptText(context, file)) !== null) return null;
  const manifest = posix.join(cwd, 'package.json');
  const text = tree.read(manifest) ?? '';
  const bare = escapeRegExp(wanted.replace(/\.[cm]?[jt]s$/, ''));
  const at = text.search(new RegExp(`(?<=[\\s"=])(?:\\./)?${bare}(?:\\.[cm]?[jt]s)?(?=[\\s"])`));
  if (at < 0) return null;
  const line = `${manifest}:${lineOf(text, at)}`;
  const example = tree
    .list(posix.dirname(file) === '.' ? '' : posix.dirname(file))
    .find((each) => each.startsWith(posix.basename(file)) && sample.test(each));
  if (example !== undefined)
    return `${file} is not there, and ${posix.join(posix.dirname(file), example)} is (${line} loads it): copy it, and fill in what it lacks`;
  const compiled = compiledNote(tree, cwd, file);
  if (compiled !== null) return `${line}: ${compiled}`;
  const instead = beside(context, file);
  return `${line}: ${wanted} is not there${instead === null ? '' : `, ${instead} is`}: correct the path`;
}

/** Node was to run it, and nobody imported it. */
function startedFile({ cwd, diagnosis, root }: RecipeContext): string | undefined {
  if (diagnosis.class !== 'missing_module' || diagnosis.file !== null) return undefined;
  const said = /Cannot find module '(\/[^']+)'/.exec(diagnosis.message)?.[1];
  return said?.startsWith(`${root}/`) === true ? posix.relative(posix.join(root, cwd), said) : undefined;
}

/** The one file of that name elsewhere, of whatever ending; else one in its folder that is called almost so. */
function beside(context: RecipeContext, file: string): string | null {
  const { tree } = context;
  const stem = (path: string): string => posix.basename(path).replace(/\.[cm]?[jt]s$/, '');
  const isBuilt = /(?:^|\/)(?:dist|build|out)\//.test(file);
  const isSame = (path: string): boolean =>
    posix.basename(path).startsWith('.') === posix.basename(file).startsWith('.') && stem(path) === stem(file);
  const hidden = posix.basename(file).startsWith('.')
    ? tree.list('').filter((each) => each === posix.basename(file))
    : [];
  const [only, more] = [
    ...tree.files.filter((path) => !isBuilt && isSame(path) && /\.[cm]?[jt]s$/.test(path)),
    ...hidden,
  ];
  if (only !== undefined && more === undefined) return only;
  const near = didYouMean(
    file,
    tree.files.filter((path) => posix.dirname(path) === posix.dirname(file)),
  );
  return near ?? (isBuilt ? null : unimported(context, file));
}

/** The one program of the folder that no other file imports. */
function unimported({ tree }: RecipeContext, file: string): string | null {
  const sources = allSources(tree).filter(({ path }) => !isTest(path));
  const taken = new Set(
    sources.flatMap((source) =>
      importsOf(source).flatMap(({ specifier }) => {
        const to = resolveSpecifier(tree, source.path, specifier);
        return to?.to === 'file' ? to.path : [];
      }),
    ),
  );
  const [only, more] = sources.filter(
    (source) =>
      posix.dirname(source.path) === posix.dirname(file) && !taken.has(source.path) && importsOf(source).length > 0,
  );
  return more === undefined ? (only?.path ?? null) : null;
}
