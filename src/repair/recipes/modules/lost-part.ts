/** A file that hands on whole files of its folder under their names, and lost the line of one: `exports.pages = require('./pages')`. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { specifierFor } from '../../code/insert.ts';
import { all, allSources, chainOf, keyName, openSource, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, splice } from '../../code/text.ts';
import type { RecipeContext } from '../../recipe.ts';
import { edit, make } from './import-form.ts';
import { fileBehind, missedName } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

/** The one file beside it that is called so and that nobody takes, handed on as the others are. */
export function lostPart(context: RecipeContext, wrong: Wrong): Idea[] {
  const { source, from, exported } = wrong;
  const wanted = missedName(wrong);
  if (wanted === null || exported.names.has(wanted)) return [];
  const path = fileBehind(context, source, from);
  const target = path === null ? null : openSource(context.tree, path);
  const like = target === null ? undefined : partsOf(target).at(-1);
  if (target === null || like === undefined) return [];
  const sources = allSources(context.tree);
  const taken = new Set(
    sources.flatMap((each) => importsOf(each).flatMap((one) => fileBehind(context, each, one) ?? [])),
  );
  const [only, more] = sources.filter(
    (each) => isBeside(each.path, target.path) && !taken.has(each.path) && plain(stemOf(each.path)) === plain(wanted),
  );
  if (only === undefined || more !== undefined) return [];
  const { unit, name, specifier } = like;
  const line = splice(
    target.text.slice(unit.start, unit.end),
    { start: name.start - unit.start, end: name.end - unit.start, text: wanted },
    {
      start: specifier.start + 1 - unit.start,
      end: specifier.end - 1 - unit.start,
      text: specifierFor(context.tree, target, only.path),
    },
  );
  const indent = /[ \t]*$/.exec(target.text.slice(0, unit.start))?.[0] ?? '';
  const isOwnLine = /(?:^|\n)[ \t]*$/.test(target.text.slice(0, unit.start));
  const gap = unit.type === 'Property' ? ',' : '';
  const text = isOwnLine ? `${gap}${eolOf(target.text)}${indent}${line}` : `${gap} ${line}`;
  const after = splice(target.text, { start: unit.end, end: unit.end, text });
  return [make(`${target.path} hands on ${only.path} as \`${wanted}\``, 0, [edit(target, after)])];
}

interface Part {
  readonly unit: Node;
  readonly name: Node;
  readonly specifier: Node;
}

/** `exports.wines = require('./wines')`, `{ wines: require('./wines') }`, `export { default as wines } from './wines.js'`. */
function partsOf(target: Source): Part[] {
  const required = all(target.program, 'CallExpression').flatMap((call): Part[] => {
    const [specifier] = call.arguments;
    const { parent } = call;
    if (chainOf(call.callee) !== 'require' || specifier === undefined || !isInFolder(specifier)) return [];
    if (parent?.type === 'Property' && !parent.computed)
      return isGivenOut(parent.parent?.parent) ? [{ unit: parent, name: parent.key as Node, specifier }] : [];
    const left = parent?.type === 'AssignmentExpression' ? parent.left : null;
    const isNamed = left?.type === 'MemberExpression' && /^(?:module\.)?exports$/.test(chainOf(left.object) ?? '');
    const unit = parent?.parent;
    return isNamed && unit?.type === 'ExpressionStatement' ? [{ unit, name: left.property as Node, specifier }] : [];
  });
  const handed = all(target.program, 'ExportNamedDeclaration').flatMap((unit): Part[] => {
    const [one, more] = unit.specifiers;
    if (one === undefined || more !== undefined || unit.source === null || !isInFolder(unit.source as Node)) return [];
    return keyName(one.local) === 'default'
      ? [{ unit, name: one.exported as Node, specifier: unit.source as Node }]
      : [];
  });
  return [...required, ...handed];
}

function isGivenOut(node: Node | null | undefined): boolean {
  return node?.type === 'AssignmentExpression' && /^(?:module\.)?exports$/.test(chainOf(node.left) ?? '');
}

const isInFolder = (specifier: Node): boolean => /^\.\/[^/]+$/.test(stringValue(specifier) ?? '');
const folderOf = (path: string): string => path.replace(/[^/]*$/, '');
const isBeside = (path: string, other: string): boolean => path !== other && folderOf(path) === folderOf(other);
const stemOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.\w+$/, '');
/** `page.controller`, `pageController`, `PageController`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9$]/g, '');
