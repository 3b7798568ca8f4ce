/** Files that the server hands out under their own names: what such a file is called is its address, and not only the code asks for it. */
import path from 'node:path';
import type { SourceTree } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, chainOf, isReference, stringValue } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';

/** The file is called almost so, and somebody else asks for it by the name that is gone: one that differs only in its case, or that a page links to. */
export function isAddress(
  tree: SourceTree,
  { file, named }: { readonly file: string; readonly named: string },
): boolean {
  if (path.posix.dirname(file) !== path.posix.dirname(named) || !isServed(tree, named)) return false;
  const name = path.posix.basename(named);
  const isLink = (text: string | null): boolean => text?.match(/[\w.-]+/g)?.includes(name) === true;
  return (
    file.toLowerCase() === named.toLowerCase() ||
    tree.files.some((each) => /\.(?:html?|css|md|ejs|hbs|njk|pug|svg)$/.test(each) && isLink(tree.read(each)))
  );
}

/** `public/Terms.txt`, where `express.static(join(root, 'public'))` serves what lies there. */
function isServed(tree: SourceTree, file: string): boolean {
  const around = `/${path.posix.dirname(file)}/`;
  return allSources(tree).some((source) =>
    servingCalls(source).some((call) => foldersIn(source, call).some((folder) => around.includes(`/${folder}/`))),
  );
}

const servers = /^(?:koa-static|serve-static|@fastify\/static|@hono\/node-server\/serve-static|sirv|serve-handler)$/;

/** `express.static('public')`, `serve('public')`, `app.register(fastifyStatic, { root })`, `app.useStaticAssets('public')`. */
function servingCalls(source: Source): Node[] {
  const named = importsOf(source).filter(({ specifier }) => servers.test(specifier));
  const names = new Set(named.map(({ local }) => local));
  const serves = (node: Node | undefined): boolean =>
    node !== undefined &&
    ((node.type === 'Identifier' && names.has(node.name)) ||
      named.some(({ literal }) => node.start <= literal.start && literal.end <= node.end));
  return all(source.program, 'CallExpression').filter(
    ({ callee, arguments: given }) =>
      serves(callee) ||
      serves(given[0]) ||
      (callee.type === 'MemberExpression' && /\.(?:static|useStaticAssets)$/.test(chainOf(callee) ?? '')),
  );
}

/** The folders that it says by a text, at once or by a name that was given one. */
function foldersIn(source: Source, call: Node): string[] {
  const names = all(call, 'Identifier').filter(isReference);
  const made = names.flatMap(({ name, start }) => {
    const node = namesInScope(source, start).get(name)?.node;
    return node?.type === 'VariableDeclarator' && node.init !== null ? [node.init] : [];
  });
  return [call, ...made]
    .flatMap((node) => all(node, 'Literal').map((each) => stringValue(each) ?? ''))
    .map((text) => path.posix.normalize(text).replace(/^(?:\.*\/)+|\/$/g, ''))
    .filter((text) => /^\w[\w./-]*$/.test(text));
}
