/** `path.dirname(import.meta.url)`, `url.pathname`, `file://` as text: a URL where Node wants a path; `new URL('x', import.meta.dirname)`: a path where it wants a URL. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { addLine, builtinSpecifier, importText } from '../../code/insert.ts';
import {
  all,
  allSources,
  chainOf,
  hasModuleSyntax,
  keyName,
  parseSource,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { splice } from '../../code/text.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import { idea, ideaIn } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'file-url';

export const fileUrl: Recipe = {
  name,
  classes: ['missing_file', 'missing_module', 'type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    '`import.meta.url` that is put together as a path, the `pathname` or `href` of a URL as one: `fileURLToPath` of it; `file://` before a path: without it; a path as the base of a URL, or none: `import.meta.url`.',
  ideas(context) {
    const { path = '' } = context.diagnosis.named;
    if (/^(?:TypeError: )?Invalid URL\b/.test(context.diagnosis.message))
      return sitesOf(context).slice(0, 1).flatMap(urls);
    if (/must be of type string\b[^\n]*Received an instance of URL/.test(context.diagnosis.message))
      return handedOn(context);
    const isEncoded = /%[0-9A-Fa-f]{2}/.test(path);
    const isUrl = /(?:^|\/)file:\//.test(path);
    const sources = allSources(context.tree);
    return [
      ...(isUrl ? sources.flatMap((source) => withPaths(context, source)) : []),
      ...(isUrl ? sources.flatMap((source) => withoutScheme(context, source)) : []),
      ...(isUrl || isEncoded ? asPaths(context, isUrl ? /^(?:href|toString)$/ : /^pathname$/) : []),
    ];
  },
};

/** `new URL('../a.csv', import.meta.dirname)`: its base would have to be the file's own URL, as where a path beside the file has none. */
function urls({ source, nodes }: Site): Idea[] {
  const made = nodes
    .flatMap((node) => all(node, 'NewExpression'))
    .filter(
      ({ callee, start }, at, every) =>
        chainOf(callee) === 'URL' && every.findIndex((one) => one.start === start) === at,
    );
  const splices = made.flatMap(({ arguments: [said, base] }): Splice[] => {
    if (base !== undefined)
      return /^import\.meta\.(?:dir|file)name$/.test(textOf(source, base))
        ? [{ start: base.start, end: base.end, text: 'import.meta.url' }]
        : [];
    const isBeside = said !== undefined && /^\.{1,2}\//.test(stringValue(said) ?? '') && hasModuleSyntax(source);
    return isBeside ? [{ start: said.end, end: said.end, text: ', import.meta.url' }] : [];
  });
  const [only] = splices;
  return only === undefined
    ? []
    : [ideaIn(name, source, { title: 'the base of a URL is `import.meta.url`', rank: 0, splices: [only] })];
}

/** `'file://' + path` and `` `file://${path}` `` of what fails there, else of the one place that says it. */
function withoutScheme(context: RecipeContext, source: Source): Idea[] {
  const sums = all(source.program, 'BinaryExpression').flatMap(({ operator, left, right }): Splice[] =>
    operator === '+' && /^file:\/\/$/.test(stringValue(left) ?? '')
      ? [{ start: left.start, end: right.start, text: '' }]
      : [],
  );
  const templates = all(source.program, 'TemplateLiteral').flatMap(({ quasis: [head] }): Splice[] =>
    head?.value.raw === 'file://' ? [{ start: head.start, end: head.start + head.value.raw.length, text: '' }] : [],
  );
  const splices = [...sums, ...templates];
  if (splices.length === 0 || !isFailing(context, sitesOf(context), source, splices.length)) return [];
  return [ideaIn(name, source, { title: 'a path is read without `file://` before it', rank: 0, splices })];
}

/** The failure came from this file, or from one that takes a function of it; where no frame tells, it is the only place. */
function isFailing({ tree }: RecipeContext, sites: readonly Site[], { path }: Source, places: number): boolean {
  if (sites.length === 0) return places === 1;
  return sites.some(
    ({ source }) =>
      source.path === path ||
      importsOf(source).some(({ specifier }) => {
        const to = resolveSpecifier(tree, source.path, specifier);
        return to?.to === 'file' && to.path === path;
      }),
  );
}

/** `new URL('../a', import.meta.url).pathname` for a path: what is encoded in it, or its scheme, is no part of one. */
function asPaths({ tree }: RecipeContext, member: RegExp): Idea[] {
  return allSources(tree).flatMap((source) => {
    const found = all(source.program, 'MemberExpression').flatMap((each): Node[] => {
      const isIt = member.test(keyName(each.property) ?? '') && isOwnUrl(source, each.object);
      const isCalled = each.parent?.type === 'CallExpression' && each.parent.callee === each;
      return isIt ? [isCalled && each.parent ? each.parent : each] : [];
    });
    if (found.length === 0) return [];
    const splices = found.map((each) => {
      const url = all(each, 'NewExpression')[0] ?? each;
      return { start: each.start, end: each.end, text: `fileURLToPath(${textOf(source, url)})` };
    });
    const title = `${source.path}: the text of a URL is no path`;
    return [idea(name, { title, rank: 0, edits: [withImport(tree, source, splices, 'fileURLToPath')] })];
  });
}

/** `const dir = new URL('../data', import.meta.url)`, which the failing line hands on as a path. */
function handedOn(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  if (site === undefined) return [];
  const { source } = site;
  const line = source.text.split('\n')[site.line - 1] ?? '';
  const splices = all(source.program, 'VariableDeclarator').flatMap(({ id, init }): Splice[] => {
    const isUsed = id.type === 'Identifier' && line.split(/[^\w$]+/).includes(id.name);
    const [url] = isUsed && init ? all(init, 'NewExpression').filter((each) => isOwnUrl(source, each)) : [];
    const isBare = url !== undefined && /^(?:VariableDeclarator|TS\w+)$/.test(url.parent?.type ?? '');
    return isBare ? [{ start: url.start, end: url.end, text: `fileURLToPath(${textOf(source, url)})` }] : [];
  });
  if (splices.length !== 1) return [];
  const edits = [withImport(context.tree, source, splices, 'fileURLToPath')];
  return [idea(name, { title: `${source.path}: a URL is no path`, rank: 0, edits })];
}

/** `new URL(…, import.meta.url)` */
function isOwnUrl(source: Source, node: Node): node is Of<'NewExpression'> {
  if (node.type !== 'NewExpression' || chainOf(node.callee) !== 'URL') return false;
  const [, base] = node.arguments;
  return base !== undefined && textOf(source, base) === 'import.meta.url';
}

/** The changed text, with the import that it needs where the file has none. */
function withImport(
  tree: RecipeContext['tree'],
  source: Source,
  splices: readonly Splice[],
  local: string,
): { readonly path: string; readonly before: string; readonly after: string } {
  const text = splice(source.text, ...splices);
  const has = importsOf(source).some(({ imported, local: own }) => imported === 'fileURLToPath' && own === local);
  const again = has ? null : parseSource(source.path, text);
  const wanted = { local, imported: 'fileURLToPath', specifier: builtinSpecifier(tree, 'url') };
  const after = again === null ? text : (addLine(again, importText(again, true, wanted)).after ?? text);
  return { path: source.path, before: source.text, after };
}

function withPaths({ tree }: RecipeContext, source: Source): Idea[] {
  const joined = all(source.program, 'CallExpression')
    .filter(({ callee }) => /(?:^|\.)(?:dirname|join|resolve)$/.test(textOf(source, callee)))
    .flatMap((call) => call.arguments.filter((each) => textOf(source, each) === 'import.meta.url'));
  if (joined.length === 0) return [];
  const taken = importsOf(source).find(({ imported }) => imported === 'fileURLToPath');
  const made = taken?.local ?? 'fileURLToPath';
  const splices = joined.map(({ start, end }) => ({ start, end, text: `${made}(import.meta.url)` }));
  const title = `${source.path}: \`import.meta.url\` is no path`;
  return [idea(name, { title, rank: 0, edits: [withImport(tree, source, splices, made)] })];
}
