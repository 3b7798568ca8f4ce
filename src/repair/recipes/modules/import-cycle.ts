/** Files that load each other: one of them takes names out of the other, or of a file that only hands them on, before they are given out. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { declaredAt } from '../../code/callees.ts';
import { specifierFor } from '../../code/insert.ts';
import { isOwn, resolveSpecifier } from '../../code/modules.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import {
  all,
  allSources,
  functionsAround,
  isReference,
  keyName,
  openSource,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { Of, Source } from '../../code/syntax.ts';
import { eolOf, lineStart, nextLine, quoted, semicolonOf, splice } from '../../code/text.ts';
import { wrongImports } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

export const importCycle: Recipe = {
  name: 'import-cycle',
  classes: ['type', 'unknown', 'reference'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'Files that load each other: the require that closes the circle moves behind what its file gives out, an import takes a name from the file that declares it, and what nobody takes is no longer handed on.',
  ideas(context) {
    if (context.diagnosis.class === 'reference') return [...pastBarrel(context), ...idleWayBack(context)];
    return wrongImports(context).flatMap((each) => cycleIdeas(context, each));
  },
};

function cycleIdeas(context: RecipeContext, { source, from, exported, member }: Wrong): Idea[] {
  const wanted = member ?? from.imported;
  // What a class made has is its class's to tell.
  const isGiven =
    exported.names.has(wanted) ||
    (exported.whole !== null && (wanted === '*' || exported.whole.type === 'NewExpression'));
  const target = fileOf(context.tree, source, from);
  if (from.style !== 'require' || !isGiven || target === null || outermostOf(from) === null) return [];
  const closing = importsOf(target).filter((each) => each.style === 'require');
  const back = closing.find((each) => leadsTo(context.tree, fileOf(context.tree, target, each), source.path));
  const statement = back === undefined ? null : outermostOf(back);
  if (back === undefined || statement === null || !isMovable(target, statement)) return [];
  const { text } = target;
  const start = lineStart(text, statement.start);
  const newline = text.indexOf('\n', statement.end);
  const end = newline < 0 ? text.length : newline + 1;
  const eol = eolOf(text);
  const line = text.slice(statement.start, statement.end);
  const after = `${splice(text, { start, end, text: '' }).replace(/\s*$/, '')}${eol}${eol}${line}${eol}`;
  return [
    idea('import-cycle', {
      title: `${target.path} requires \`${back.specifier}\`, which requires it: only after it has given out its own`,
      rank: 0,
      edits: [{ path: target.path, before: text, after }],
    }),
  ];
}

/** The file that asks for a name before it is there, and by which import; null where that is not what failed. */
function tooEarly(context: RecipeContext): { source: Source; name: string; from: Import | undefined } | null {
  const [site] = sitesOf(context);
  const { named, message } = context.diagnosis;
  const name = named.identifier;
  if (site === undefined || name === undefined || !/before initialization/.test(message)) return null;
  const from = importsOf(site.source).find((each) => each.local === name && each.style === 'import');
  return { source: site.source, name, from };
}

/** `class Late extends Problem` of a file that its own `index` loads before it comes to `Problem`: taken from where it is declared. */
function pastBarrel(context: RecipeContext): Idea[] {
  const { tree } = context;
  const early = tooEarly(context);
  if (early === null) return [];
  const { source, name, from } = early;
  const given =
    from === undefined ? null : exportsOfSpecifier(tree, source.path, from.specifier)?.names.get(from.imported);
  const home = given ? declaredAt(context, given)?.source : undefined;
  if (from?.statement.type !== 'ImportDeclaration' || home === undefined || home === source) return [];
  if (home === fileOf(tree, source, from)) return [];
  const { statement, literal, node } = from;
  const there = specifierFor(tree, source, home.path);
  const others = statement.specifiers.filter((each) => each !== node);
  const { text } = source;
  const at = statement.specifiers.findIndex((each) => each === node);
  const [before, next] = [statement.specifiers[at - 1], statement.specifiers[at + 1]];
  const gone =
    next === undefined ? { start: before?.end ?? node.start, end: node.end } : { start: node.start, end: next.start };
  const line = `${eolOf(text)}import { ${textOf(source, node)} } from ${quoted(there, text)}${semicolonOf(text)}`;
  const after =
    others.length === 0
      ? splice(text, { start: literal.start, end: literal.end, text: quoted(there, text) })
      : splice(text, { ...gone, text: '' }, { start: statement.end, end: statement.end, text: line });
  if (node.type !== 'ImportSpecifier') return [];
  const title = `\`${name}\` is taken from ${home.path}, which is there before \`${from.specifier}\` is`;
  return [idea('import-cycle', { title, rank: 0, edits: [{ path: source.path, before: text, after }] })];
}

/** `export { Reply } from './respond.js'` of the file that is asked for `HttpError` too early, and which nobody takes from there: it only closes the circle. */
function idleWayBack(context: RecipeContext): Idea[] {
  const { tree } = context;
  const early = tooEarly(context);
  if (early === null) return [];
  const { source, from } = early;
  const home = from === undefined ? null : fileOf(tree, source, from);
  if (home === null) return [];
  const ways = importsOf(home).filter((each) => fileOf(tree, home, each) === source);
  const [first] = ways;
  if (first === undefined || ways.some((each) => each.statement !== first.statement || !isIdle(context, home, each)))
    return [];
  const { start, end } = first.statement;
  const splices = [{ start: lineStart(home.text, start), end: nextLine(home.text, end), text: '' }];
  const title = `nobody takes what ${home.path} hands on from ${source.path}, which needs it first`;
  return [ideaIn('import-cycle', home, { title, rank: 0, splices })];
}

/** What is handed on and nobody takes from there, or taken and never read. */
function isIdle({ tree }: RecipeContext, home: Source, { style, node, local }: Import): boolean {
  const out = style === 'from' && node.type === 'ExportSpecifier' ? keyName(node.exported) : null;
  const takers = allSources(tree).flatMap((each) => importsOf(each).filter((one) => fileOf(tree, each, one) === home));
  if (style === 'from') return out !== null && takers.every(({ imported }) => imported !== out && imported !== '*');
  return (
    style === 'import' &&
    local !== null &&
    all(home.program, 'Identifier').every((id) => id.name !== local || !isReference(id))
  );
}

/** The declaration that requires it while the file loads; `require('./log')('orders')` is one, too. */
function outermostOf({ node }: Import): Of<'VariableDeclaration'> | null {
  const statement = upwards(node).find((each) => each.type === 'VariableDeclaration');
  return statement?.type === 'VariableDeclaration' && statement.parent?.type === 'Program' ? statement : null;
}

function fileOf(tree: SourceTree, source: Source, from: Import): Source | null {
  const to = isOwn(tree, source.path, from.specifier) ? resolveSpecifier(tree, source.path, from.specifier) : null;
  return to?.to === 'file' ? openSource(tree, to.path) : null;
}

/** Follows what is required while a file loads. */
function leadsTo(tree: SourceTree, from: Source | null, path: string): boolean {
  const seen = new Set<string>();
  const most = allSources(tree).length;
  const queue = [from];
  for (let at = queue.shift(); at !== undefined && seen.size <= most; at = queue.shift()) {
    if (at === null || seen.has(at.path)) continue;
    if (at.path === path) return true;
    seen.add(at.path);
    const source = at;
    queue.push(
      ...importsOf(source)
        .filter((each) => outermostOf(each) !== null)
        .map((each) => fileOf(tree, source, each)),
    );
  }
  return false;
}

/** The only declaration of its statement, and nothing reads it while the file loads. */
function isMovable(source: Source, statement: Of<'VariableDeclaration'>): boolean {
  if (statement.declarations.length !== 1) return false;
  return all(source.program, 'Identifier').every((id) => {
    const isOwn = id.start >= statement.start && id.end <= statement.end;
    if (isOwn || !isReference(id) || functionsAround(id).length > 0) return true;
    const bound = namesInScope(source, id.start).get(id.name)?.id;
    return bound === undefined || bound.start < statement.start || bound.end > statement.end;
  });
}
