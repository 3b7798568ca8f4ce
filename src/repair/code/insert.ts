/** Adds an import or a require to a file, in the style the file has. */
import type { Edit, SourceTree } from '../../incident/nouns.ts';
import { importsOf } from './bindings.ts';
import type { Import } from './bindings.ts';
import { aliasOf } from './aliases.ts';
import {
  aimOf,
  isBuiltin,
  isOwn,
  isSubpath,
  moduleKindOf,
  relativeSpecifier,
  subpathsOf,
  workspaces,
} from './modules.ts';
import { all, allSources, functionsAround, hasModuleSyntax, isReference } from './syntax.ts';
import type { Node, Source } from './syntax.ts';
import { eolOf, quoted, semicolonOf, splice } from './text.ts';

export interface Wanted {
  readonly local: string;
  /** `default`, `*` or a name. */
  readonly imported: string;
  readonly specifier: string;
  /** Names to take along, where `imported` is a name. */
  readonly also?: readonly string[];
}

export function isEsm(tree: SourceTree, source: Source): boolean {
  if (hasModuleSyntax(source)) return true;
  if (moduleKindOf(tree, source.path) === 'module') return true;
  return false;
}

/** The text of one import or require statement, without line break. */
export function importText(source: Source, esm: boolean, wanted: Wanted): string {
  const from = quoted(wanted.specifier, source.text);
  const end = semicolonOf(source.text);
  const { local, imported } = wanted;
  const list = namesOf(wanted, esm).join(', ');
  if (!esm) {
    if (imported === '*' || imported === 'default') return `const ${local} = require(${from})${end}`;
    return `const { ${list} } = require(${from})${end}`;
  }
  if (imported === '*') return `import * as ${local} from ${from}${end}`;
  if (imported === 'default') return `import ${local} from ${from}${end}`;
  return `import { ${list} } from ${from}${end}`;
}

function namesOf({ local, imported, also = [] }: Wanted, esm: boolean): string[] {
  return [imported === local ? local : `${imported}${esm ? ' as ' : ': '}${local}`, ...also];
}

/** The edit that adds the names to those that are taken from there already, else the statement behind the last import or require at the top. */
export function addImport(tree: SourceTree, source: Source, wanted: Wanted): Edit {
  const esm = isEsm(tree, source);
  const last = wanted.imported === '*' || wanted.imported === 'default' ? null : lastTaken(source, wanted);
  if (last === null) return addLine(source, importText(source, esm, wanted), esm ? null : wanted.local);
  const { text, path } = source;
  const gap = /\n[ \t]*$/.exec(text.slice(0, last.start))?.[0];
  const added = namesOf(wanted, last.type === 'ImportSpecifier').map((each) => `,${gap ?? ' '}${each}`);
  return { path, before: text, after: splice(text, { start: last.end, end: last.end, text: added.join('') }) };
}

/** `b` of `import { a, b } from 'x'`, and of `const { a, b } = require('x')` above all that needs the name as it is loaded. */
function lastTaken(source: Source, { specifier, local }: Wanted): Node | null {
  const last = importsOf(source).findLast(
    (each) =>
      each.specifier === specifier &&
      each.statement.parent?.type === 'Program' &&
      (each.node.type === 'ImportSpecifier' || each.node.type === 'Property'),
  );
  if (last === undefined) return null;
  const { node, statement } = last;
  const isType = statement.type === 'ImportDeclaration' && statement.importKind === 'type';
  const isLate = source.program.body.some((each) => each.start < statement.start && needs(each, local));
  return isType || isLate ? null : node;
}

/** The edit that adds a line behind the last import or require at the top of a file; before the statement that needs `name` as it is loaded. */
export function addLine(source: Source, line: string, name: string | null = null): Edit {
  const { text } = source;
  const eol = eolOf(text);
  const end = importEnd(source);
  const first = name === null ? undefined : source.program.body.find((each) => each.start < end && needs(each, name));
  const at = first === undefined ? end : text.lastIndexOf('\n', first.start) + 1;
  const before = at > 0 && text[at - 1] !== '\n' ? eol : '';
  return {
    path: source.path,
    before: text,
    after: splice(text, { start: at, end: at, text: `${before}${line}${eol}` }),
  };
}

/** The statement reads the name as it is carried out, not in a function that is called later. */
function needs(statement: Node, name: string): boolean {
  return all(statement, 'Identifier').some(
    (each) =>
      each.name === name && isReference(each) && !functionsAround(each).some((fn) => fn.start >= statement.start),
  );
}

/** Offset of the line behind the first imports or requires at the top, else behind hashbang and directives: code between two of them may need what is added. */
function importEnd(source: Source): number {
  const { program, text } = source;
  const imports = new Set<unknown>(
    importsOf(source).flatMap((each) => (each.style === 'from' ? [] : [each.statement, each.statement.parent])),
  );
  const isDirective = (each: Node): boolean => 'directive' in each && typeof each.directive === 'string';
  let end = program.hashbang?.end ?? 0;
  let began = false;
  for (const each of program.body) {
    if (imports.has(each)) began = true;
    else if (began) break;
    else if (!isDirective(each)) continue;
    end = each.end;
  }
  if (end === 0) return text.startsWith('\uFEFF') ? 1 : 0;
  const newline = text.indexOf('\n', end);
  const next = program.body.find((each) => each.start >= end);
  if (newline < 0) return text.length;
  return next !== undefined && next.start < newline ? end : newline + 1;
}

/** How this file would name another file of the project: with or without ending, as it does elsewhere, else as others do. */
export function specifierFor(tree: SourceTree, source: Source, target: string): string {
  const folder = [...workspaces(tree).values()].find((each) => target.startsWith(`${each}/`));
  const isForeign = folder !== undefined && !source.path.startsWith(`${folder}/`);
  const [named] = isForeign ? ([...subpathsOf(tree, source.path)].find(([, file]) => file === target) ?? []) : [];
  if (named !== undefined) return named;
  const away = relativeSpecifier(source.path, target);
  const isShort = importsOf(source).some(({ specifier }) => aimOf(tree, source.path, specifier) !== null);
  const relative = (isShort && away.startsWith('../') ? aliasOf(tree, source.path, target) : null) ?? away;
  const alike = (from: Source): Import[] =>
    importsOf(from).filter(
      ({ specifier }) =>
        isOwn(tree, from.path, specifier) && !isSubpath(tree, from.path, specifier) && !specifier.endsWith('.json'),
    );
  const typed = /\.[cm]?tsx?$/.test(target);
  const here = alike(source);
  // Of TypeScript its compiler and its loader decide, for all files alike.
  const everywhere = typed && here.length === 0 ? allSources(tree).filter(({ path }) => /\.[cm]?tsx?$/.test(path)) : [];
  const others = [...here, ...everywhere.flatMap(alike)];
  const withEnding = others.filter((each) => /\.[cm]?[jt]sx?$/.test(each.specifier));
  const esm = isEsm(tree, source);
  if (others.length === 0 ? !esm : withEnding.length === 0)
    return relative.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
  const asScript = typed && withEnding.every((each) => /js$/.test(each.specifier)) && withEnding.length > 0;
  return asScript ? relative.replace(/\.([cm]?)tsx?$/, '.$1js') : relative;
}

/** `node:fs` or `fs`, as the project writes it. */
export function builtinSpecifier(tree: SourceTree, name: string): string {
  const used = allSources(tree)
    .slice(0, 60)
    .flatMap((source) => importsOf(source).map((each) => each.specifier))
    .filter(isBuiltin);
  const plain = used.filter((each) => !each.startsWith('node:')).length;
  return plain > 0 && plain * 2 >= used.length ? name : `node:${name}`;
}
