/** Options that tsconfig.json lacks, or that contradict package.json, so that what is compiled cannot run: how a project is built is its owner's, who is told the line. */
import type { Action } from '../../../incident/nouns.ts';
import { compilerFor, typescriptConfigs } from '../../../kit/out-folders.ts';
import { importsOf } from '../../code/bindings.ts';
import { declared, isOwn, readJson } from '../../code/modules.ts';
import { lineOf } from '../../code/text.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { allSources, chainOf } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { askedByClass, fieldRead, nameOf } from '../frameworks/nest-inject.ts';

export const compilerOptions: Recipe = {
  name: 'compiler-options',
  classes: ['type', 'syntax', 'config', 'reference', 'module_format', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'An option of `tsconfig.json` that is lacking or wrong: decorators, the types that constructors ask by, default imports of CommonJS, the kind of modules; the line for a person.',
  ideas: () => [],
  outside: (context) =>
    refusedSettings(context) ??
    decorators(context) ??
    untoldTypes(context) ??
    noInterop(context) ??
    otherModules(context),
};

/** What the compiler says of its own settings: an option that there is not, a sign that is lost, a name that leads nowhere. */
function refusedSettings({ diagnosis, tree }: RecipeContext): Action | null {
  const { class: kind, file, line, message } = diagnosis;
  const [, said] = /^TS\d{4,5}: (.+)$/m.exec(message) ?? [];
  const text = file === null ? null : tree.read(file);
  if (kind !== 'config' || said === undefined || text === null || !/tsconfig[^/]*\.json$/.test(file ?? '')) return null;
  const word = /'([\w@./-]+)'/.exec(said)?.[1];
  const at = word === undefined ? -1 : text.indexOf(`"${word}"`);
  return { why: `${file}:${line === 1 && at >= 0 ? lineOf(text, at) : line}: ${said.slice(0, 300)}`, command: null };
}

function lacking(option: string, why: string): Action {
  return { why: `tsconfig.json: ${why}: set "${option}": true in its compilerOptions`, command: null };
}

/** Tools that compile say which option they miss. */
function decorators({ diagnosis, signal, tree }: RecipeContext): Action | null {
  const said = `${diagnosis.message}\n${signal.stderr}`;
  if (!tree.exists('tsconfig.json') || !/decorators only work when experimental decorators/.test(said)) return null;
  return lacking('experimentalDecorators', 'it does not switch on decorators');
}

/** TypeScript itself compiles the project, and none of its own settings has the option on; those of a package cannot be told. */
function isOff({ tree }: RecipeContext, option: string): boolean {
  const settings = typescriptConfigs.map((each) => tree.read(each) ?? '');
  const isOn = new RegExp(`"${option}"\\s*:\\s*true|"extends"\\s*:\\s*"(?!\\.)`);
  const others = [...declared(tree).keys()].filter((each) => /^tsx$|^@swc\/|^@babel\/|^esbuild$/.test(each));
  return compilerFor(tree, '') !== null && others.length === 0 && !settings.some((each) => isOn.test(each));
}

/** Constructors ask for classes by their types alone, and the compiler is not told to leave any of them: each of them gets nothing. */
function untoldTypes(context: RecipeContext): Action | null {
  const { diagnosis, tree } = context;
  const hasContainer = [...declared(tree).keys()].some((each) => /^(?:@nestjs\/common|tsyringe|inversify)$/.test(each));
  const read = fieldRead(context);
  if (diagnosis.named.nullish !== 'undefined' || read === null || !hasContainer) return null;
  if (isOff(context, 'experimentalDecorators') || !isOff(context, 'emitDecoratorMetadata')) return null;
  const isAsked = askedByClass(read.source).some((each) => nameOf(each) === read.name);
  const why = 'constructors ask for classes by their types, of which nothing is left at run time';
  return isAsked && askedByClass(...allSources(tree)).length > 1 ? lacking('emitDecoratorMetadata', why) : null;
}

/** `import express from 'express'` and its like all over a project that is compiled to CommonJS, where the default of such a package is nothing. */
function noInterop(context: RecipeContext): Action | null {
  const { diagnosis, tree } = context;
  const [site] = sitesOf(context);
  const isCommonJs = typescriptConfigs.some((each) => /"module"\s*:\s*"commonjs"/i.test(tree.read(each) ?? ''));
  const isNothing = diagnosis.named.nullish === 'undefined' || /_1\.default is not a /.test(diagnosis.message);
  if (site === undefined || !isCommonJs || !isNothing || !isOff(context, 'esModuleInterop')) return null;
  const foreign = allSources(tree).flatMap((source) =>
    importsOf(source)
      .filter(({ style, specifier }) => style === 'import' && !isOwn(tree, source.path, specifier))
      .map((from) => ({ source, from })),
  );
  const ofForm = (form: string) => foreign.filter(({ from }) => from.imported === form);
  const roots = culprits(context, site).map((each) => chainOf(each)?.split('.')[0]);
  const isIt = ofForm('default').some(({ source, from }) => source === site.source && roots.includes(from.local ?? ''));
  if (!isIt || ofForm('default').length < 2 || ofForm('default').length <= ofForm('*').length) return null;
  return lacking('esModuleInterop', 'packages of CommonJS are imported by their default, which is nothing there');
}

/** `import.meta` and `await` outside of functions are compiled to CommonJS, or Node is to run CommonJS as ES modules: package.json and tsconfig.json say different things. */
function otherModules({ diagnosis, tree }: RecipeContext): Action | null {
  const { message, file } = diagnosis;
  const isRefused = /^TS(?:1343|1378|1432|1470|1309): /.test(message);
  const isBuilt = /\b(?:exports|require|module) is not defined in ES module scope/.test(message);
  if (!(isRefused || (isBuilt && /\.[cm]?tsx?$/.test(file ?? ''))) || compilerFor(tree, '') === null) return null;
  const isModule = readJson(tree, 'package.json')?.['type'] === 'module';
  const config = typescriptConfigs.find((each) => /"module"\s*:/.test(tree.read(each) ?? ''));
  const text = config === undefined ? '' : (tree.read(config) ?? '');
  const said = /"module"\s*:\s*"(\w+)"/.exec(text);
  const kind = said?.[1] ?? '';
  if (isModule && said !== null && /^commonjs$/i.test(kind)) {
    const why = `${config}:${lineOf(text, said.index)}: "module" is "${kind}", and package.json says "type": "module": set "module": "nodenext"`;
    return { why, command: null };
  }
  if (isModule || !isRefused || !/^node(?:16|18|20|next)$/i.test(kind)) return null;
  const why = 'package.json: the sources are ES modules, and without "type": "module" they are compiled to CommonJS';
  return { why, command: null };
}
