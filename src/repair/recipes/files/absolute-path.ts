/** `res.sendFile('public/a.html')`, `{ root: 'assets' }`: a relative path where a framework takes none but absolute ones. */
import path from 'node:path';
import { importsOf } from '../../code/bindings.ts';
import { addImport, builtinSpecifier, isEsm } from '../../code/insert.ts';
import { fromCwd } from '../../code/paths.ts';
import { all, allSources, chainOf, keyName, parseSource, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted, splice } from '../../code/text.ts';
import type { Place } from '../../evidence/fields.ts';
import { originsOf } from '../../evidence/origins.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { sitesOf } from '../../evidence/site.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const posix = path.posix;

export const absolutePath: Recipe = {
  name: 'absolute-path',
  classes: ['type', 'config', 'unknown', 'missing_file'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A relative path where a framework wants an absolute one: it is put together from the folder of the file.',
  ideas(context) {
    const { message } = context.diagnosis;
    const given = /path must be absolute or specify root to res\.sendFile/.test(message)
      ? sent(context)
      : /"root" option must be an absolute path/.test(message)
        ? roots(context)
        : [];
    const said = given
      .flatMap(({ source, node }) => originsOf(context, source, node))
      .filter(({ source, node }) => isRelative(context, source, node));
    const files = [...new Set(said.map(({ source }) => source))];
    const edits = files.map((source) => {
      const own = new Set(said.flatMap((each) => (each.source === source ? [each.node] : [])));
      const ways = [...own].map((node) => ({ node, target: fromCwd(context, pathOf(context, source, node) ?? '') }));
      return { path: source.path, before: source.text, after: madeAbsolute(context, source, ways) };
    });
    return edits.length === 0 ? [] : [idea('absolute-path', { title: 'the path is absolute', rank: 0, edits })];
  },
};

/** What is sent where it fails, and by the like calls of that file. */
function sent(context: RecipeContext): Place[] {
  const [site] = sitesOf(context);
  return site === undefined
    ? []
    : all(site.source.program, 'CallExpression').flatMap(({ callee, arguments: given }) => {
        const [file, options] = given as Node[];
        const hasRoot = options?.type === 'ObjectExpression' && /\broot\b/.test(textOf(site.source, options));
        const isSent = callee.type === 'MemberExpression' && keyName(callee.property) === 'sendFile';
        return isSent && !hasRoot && file !== undefined ? [{ source: site.source, node: file }] : [];
      });
}

/** `root` of the options that a plug-in is registered with; a list of such folders, too. */
function roots({ tree }: RecipeContext): Place[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap(({ callee, arguments: [, options] }) => {
      if (!/(?:^|\.)register$/.test(chainOf(callee) ?? '') || options?.type !== 'ObjectExpression') return [];
      return options.properties.flatMap((each) => {
        if (each.type !== 'Property' || keyName(each.key) !== 'root') return [];
        const values: Node[] =
          each.value.type === 'ArrayExpression' ? each.value.elements.flatMap((one) => one ?? []) : [each.value];
        return values.map((node) => ({ source, node }));
      });
    }),
  );
}

/** A text, or texts that are joined, for what is there from where the server runs. */
function isRelative(context: RecipeContext, source: Source, node: Node): boolean {
  const isText = stringValue(node) !== null;
  const isJoin = node.type === 'CallExpression' && node.arguments.every((each) => stringValue(each) !== null);
  const said = isText || isJoin ? pathOf(context, source, node) : null;
  return said !== null && context.tree.exists(fromCwd(context, said).replace(/\/$/, ''));
}

/** An expression and what it is to lead to, project-relative. */
export interface Way {
  readonly node: Node;
  readonly target: string;
}

/** The text of the file with whole paths in place of the expressions, put together as the file does it. */
export function madeAbsolute(context: RecipeContext, source: Source, ways: readonly Way[]): string {
  const { tree } = context;
  const here = posix.dirname(source.path);
  const wayFrom = (folder: string, target: string): string => quoted(posix.relative(folder, target), source.text);
  const known = joinOf(context, source);
  const whole = importsOf(source).find(
    ({ specifier, imported }) => /^(?:node:)?path$/.test(specifier) && /^(?:\*|default)$/.test(imported),
  );
  const isModule = isEsm(tree, source);
  const by = whole?.local ?? `require('${builtinSpecifier(tree, 'path')}')`;
  const text = (target: string): string => {
    if (known !== null && (known.folder || '.') === target) return known.base;
    if (known !== null) return `${known.join}(${known.base}, ${wayFrom(known.folder, target)})`;
    if (!isModule) return `${by}.join(__dirname, ${wayFrom(here, target)})`;
    const way = posix.relative(here, target);
    return `fileURLToPath(new URL(${quoted(way.startsWith('.') ? way : `./${way}`, source.text)}, import.meta.url))`;
  };
  const after = splice(
    source.text,
    ...ways.map(({ node: { start, end }, target }) => ({ start, end, text: text(target) })),
  );
  const isTaken = known !== null || !isModule || importsOf(source).some(({ local }) => local === 'fileURLToPath');
  const again = isTaken ? null : parseSource(source.path, after);
  const wanted = { local: 'fileURLToPath', imported: 'fileURLToPath', specifier: builtinSpecifier(tree, 'url') };
  return again === null ? after : (addImport(tree, again, wanted).after ?? after);
}

/** `join(rootDir, 'data')` of this file: by what it puts its own paths together, and from where. */
function joinOf(context: RecipeContext, source: Source): { join: string; base: string; folder: string } | null {
  for (const { callee, arguments: given } of all(source.program, 'CallExpression')) {
    const [base, part] = given as Node[];
    const isJoin = /^(?:path\.)?(?:join|resolve)$/.test(chainOf(callee) ?? '');
    if (!isJoin || base === undefined || part === undefined || stringValue(base) !== null) continue;
    const folder = /\.\./.test(textOf(source, part)) ? null : pathOf(context, source, base);
    const isEverywhere =
      base.type === 'MemberExpression' || (base.type === 'Identifier' && isOfProgram(source, base.name));
    if (folder !== null && isEverywhere)
      return { join: textOf(source, callee), base: textOf(source, base), folder: folder === '.' ? '' : folder };
  }
  return null;
}

/** Node's own, or declared outside of all functions. */
function isOfProgram({ program }: Source, name: string): boolean {
  const isDeclared = (each: Node): boolean =>
    each.type === 'VariableDeclaration' && each.declarations.some(({ id }) => keyName(id) === name);
  return (
    name === '__dirname' ||
    program.body.some((each) =>
      isDeclared(each.type === 'ExportNamedDeclaration' && each.declaration !== null ? each.declaration : each),
    )
  );
}
