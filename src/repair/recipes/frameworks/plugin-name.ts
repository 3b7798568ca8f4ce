/** The name by which plugins of Fastify know each other: `dependencies: ['store']` of a plugin that is called otherwise, has no name, or is wrapped no longer. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { declared, isOwn, resolveSpecifier } from '../../code/modules.ts';
import { slip } from '../../code/names.ts';
import { all, allSources, chainOf, keyName, openSource, stringValue } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { quoteOf } from '../../code/text.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { referencesTo } from '../modules/wrong-imports.ts';

const recipe = 'fastify-scope';
const posix = path.posix;

interface Plugin {
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
  /** The text that names it, null where none does. */
  readonly name: Node | null;
  /** The text that says of which Fastify it is. */
  readonly version: Node | null;
  readonly dependencies: readonly Node[];
}

/** The plugin that others know by a name which none has. */
export function unnamedPlugin(context: RecipeContext, wanted: string): Idea[] {
  const sources = allSources(context.tree);
  const plugins = sources.flatMap(pluginsIn);
  if (plugins.some(({ name }) => stringValue(name) === wanted)) return [];
  const unwrapped = sources.flatMap((source) => wrapped(source, wanted));
  if (unwrapped.length > 0) return unwrapped;
  const listed = plugins.flatMap(({ dependencies }) => dependencies);
  const isIdle = (name: string): boolean => !listed.some((each) => stringValue(each) === name);
  const isSlip = (said: string): boolean => isIdle(said) && slip(said, wanted) !== null;
  const near = plugins.filter(
    ({ source, call, name }) => isOf(source, call.arguments[0] as Node, wanted) || isSlip(stringValue(name) ?? ''),
  );
  const [only, more] = near;
  if (more !== undefined) return [];
  if (only !== undefined) {
    const said = stringValue(only.name);
    return [said === null || isSlip(said) ? named(only, wanted) : renamed(sources, wanted, said)];
  }
  const [packaged, other] = packagedNames(context).filter((name) => isIdle(name) && bare(name) === bare(wanted));
  return packaged === undefined || other !== undefined ? [] : [renamed(sources, wanted, packaged)];
}

/** It decorates with that name, or it, or its file, is called so. */
function isOf({ program, path: file }: Source, plugin: Node, wanted: string): boolean {
  const stem = posix.basename(file).replace(/\.\w+$/, '');
  const own = stem === 'index' ? posix.basename(posix.dirname(file)) : stem;
  const decorates = all(program, 'CallExpression').some(
    ({ callee, arguments: [key] }) =>
      /\.decorate(?:Request|Reply)?$/.test(chainOf(callee) ?? '') && stringValue(key as Node | undefined) === wanted,
  );
  const id = 'id' in plugin ? plugin.id : plugin;
  const called = id?.type === 'Identifier' ? id.name : '';
  return decorates || [own, called].some((name) => bare(name) === bare(wanted));
}

/** `@fastify/cookie`, `fastify-cookie`, `cookiePlugin`. */
const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]|plugin|fastify/g, '');

/** `fp(async (app) => { … }, { name: 'audit', dependencies: ['store'] })`. */
function pluginsIn(source: Source): Plugin[] {
  const from = importsOf(source).find(({ specifier }) => specifier === 'fastify-plugin');
  return all(source.program, 'CallExpression').flatMap((call) => {
    if (from?.local == null || chainOf(call.callee) !== from.local) return [];
    const [, options] = call.arguments;
    if (options !== undefined && options.type !== 'ObjectExpression') return [];
    const valueOf = (key: string): Node | null => {
      const found = options?.properties.find((each) => each.type === 'Property' && keyName(each.key) === key);
      return found?.type === 'Property' ? found.value : null;
    };
    const list = valueOf('dependencies');
    const dependencies = list?.type === 'ArrayExpression' ? list.elements.filter((each) => each !== null) : [];
    return [{ source, call, name: valueOf('name'), version: valueOf('fastify'), dependencies }];
  });
}

/** `expected '4.x' fastify version, '5.12.8' is installed`, of plugins of the project, which itself asks for the one that is installed. */
export function outdatedPlugins({ diagnosis, tree }: RecipeContext): Idea[] {
  const [, said, major] =
    /expected '([^']+)' fastify version, '(\d+)\.[^']*' is installed/.exec(diagnosis.message) ?? [];
  const isAsked = new RegExp(`^[\\^~]?${major}(?:\\.|$)`).test(declared(tree).get('fastify') ?? '');
  const [, sign, rest = ''] = /^([\^~]?)\d+((?:\.(?:\d+|x|\*)){0,2})$/.exec(said ?? '') ?? [];
  if (said === undefined || sign === undefined || !isAsked) return [];
  const to = `${sign}${major}${rest.replaceAll(/\d+/g, '0')}`;
  const changes = allSources(tree).map((source) => ({
    source,
    splices: pluginsIn(source).flatMap(({ version }) =>
      version !== null && stringValue(version) === said
        ? [{ start: version.start + 1, end: version.end - 1, text: to }]
        : [],
    ),
  }));
  const own = changes.filter(({ splices }) => splices.length > 0);
  const title = `the plugin is one of Fastify ${major}, as the project is`;
  return own.length === 0 ? [] : [ideaOf(recipe, { title, rank: 0 }, own)];
}

/** What the packages that the project takes call their plugins. */
function packagedNames({ tree }: RecipeContext): string[] {
  const names = allSources(tree).flatMap((source) =>
    importsOf(source).flatMap(({ specifier }) => {
      const to =
        /fastify/.test(specifier) && !isOwn(tree, source.path, specifier)
          ? resolveSpecifier(tree, source.path, specifier)
          : null;
      const home = to?.to === 'package' && to.path !== null ? openSource(tree, to.path) : null;
      return home === null ? [] : pluginsIn(home).flatMap(({ name }) => stringValue(name) ?? []);
    }),
  );
  return [...new Set(names)];
}

/** The name is given back where it slipped or is gone. */
function named({ source, call, name }: Plugin, wanted: string): Idea {
  const quote = quoteOf(source.text);
  const [fn, options] = call.arguments as Node[];
  const text = `${quote}${wanted}${quote}`;
  const first = options?.type === 'ObjectExpression' ? options.properties[0] : undefined;
  const at = fn?.end ?? call.end;
  const splice =
    name !== null
      ? { start: name.start, end: name.end, text }
      : first !== undefined
        ? { start: first.start, end: first.start, text: `name: ${text}, ` }
        : options === undefined
          ? { start: at, end: at, text: `, { name: ${text} }` }
          : { start: options.start, end: options.end, text: `{ name: ${text} }` };
  return ideaIn(recipe, source, { title: `others know this plugin as \`${wanted}\``, rank: 0, splices: [splice] });
}

/** The plugin was renamed: all that depend on it take the name that it has now. */
function renamed(sources: readonly Source[], was: string, to: string): Idea {
  const changes = sources.map((source) => ({
    source,
    splices: pluginsIn(source).flatMap(({ dependencies }) =>
      dependencies
        .filter((each) => stringValue(each) === was)
        .map((each) => ({ start: each.start + 1, end: each.end - 1, text: to })),
    ),
  }));
  const title = `the plugin \`${was}\` is called \`${to}\``;
  return ideaOf(
    recipe,
    { title, rank: 0 },
    changes.filter(({ splices }) => splices.length > 0),
  );
}

/** `module.exports = database`, where `fastify-plugin` is imported and nothing is made of it: others know the plugin by its name. */
function wrapped(source: Source, wanted: string): Idea[] {
  const from = importsOf(source).find((each) => each.specifier === 'fastify-plugin');
  const given = [
    ...all(source.program, 'AssignmentExpression').flatMap(({ left, right }) =>
      chainOf(left) === 'module.exports' ? [right] : [],
    ),
    ...all(source.program, 'ExportDefaultDeclaration').map(({ declaration }): Node => declaration),
  ];
  const [plugin, more] = given;
  const isValue = /^(?:Identifier|ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(
    plugin?.type ?? '',
  );
  if (from === undefined || from.local === null || plugin === undefined || more !== undefined || !isValue) return [];
  if (referencesTo(source, from).length > 0 || !isOf(source, plugin, wanted)) return [];
  const quote = quoteOf(source.text);
  return [
    ideaIn(recipe, source, {
      title: `\`${wanted}\` is a plugin that shares what it decorates, under that name`,
      rank: 0,
      splices: [
        { start: plugin.start, end: plugin.start, text: `${from.local}(` },
        { start: plugin.end, end: plugin.end, text: `, { name: ${quote}${wanted}${quote} })` },
      ],
    }),
  ];
}
