/** `parse(text)` of `csv-parse` is a stream, where the code reads it as a list: `csv-parse/sync` gives out the same name, and the list. */
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { packageName } from '../../code/modules.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, isFunction } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { originsOf } from '../../evidence/origins.ts';
import type { Place } from '../../evidence/fields.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const syncPart: Recipe = {
  name: 'sync-part',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'What a function of a package gives is read as a list and is a stream: the part `/sync` of the package gives out the same name.',
  ideas(context) {
    const [site] = sitesOf(context);
    if (site === undefined || !/is not iterable|is not a function|of undefined/.test(context.diagnosis.message))
      return [];
    const made = culprits(context, site)
      .map(beneath)
      .filter((node) => mayBeStream(site, node))
      .flatMap((node) => originsOf(context, site.source, node));
    return made.flatMap((place) => partIdeas(context, place)).slice(0, 1);
  },
};

/** `rows` of `rows.map(toPair)`, and of `rows.map`: a stream has methods of a list, and gives a stream by them. */
function beneath(node: Node): Node {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') return beneath(node.callee.object);
  return node.type === 'MemberExpression' && !node.computed && node.parent?.type === 'CallExpression'
    ? beneath(node.object)
    : node;
}

function mayBeStream(site: Site, node: Node): boolean {
  const seen = valueOf(site, node);
  return seen === null || (seen.type === 'object' && (seen.keys.includes('_readableState') || seen.keys.length === 0));
}

function partIdeas({ tree }: RecipeContext, { source, node }: Place): Idea[] {
  const from = node.type === 'CallExpression' ? importOf(source, node) : null;
  if (from === null || packageName(from.specifier) !== from.specifier) return [];
  const part = `${from.specifier}/sync`;
  const taken = importsOf(source).filter((each) => each.specifier === from.specifier);
  const given = exportsOfSpecifier(tree, source.path, part)?.names;
  const calls = all(source.program, 'CallExpression').filter((call) => importOf(source, call)?.local === from.local);
  const isSame = taken.every(({ imported }) => given?.has(imported) === true);
  if (!isSame || !calls.every(isAtOnce)) return [];
  const title = `\`${from.imported}\` of \`${part}\` gives at once what that of \`${from.specifier}\` gives bit by bit`;
  const literals = new Set(taken.map(({ literal }) => literal));
  const splices = [...literals].map(({ start, end }) => ({ start, end, text: quoted(part, source.text) }));
  return [ideaIn('sync-part', source, { title, rank: 0, splices })];
}

/** The import that a plain call is of, where no name nearer by is. */
function importOf(source: Source, { callee }: Of<'CallExpression'>): Import | null {
  if (callee.type !== 'Identifier') return null;
  const isOwn = namesInScope(source, callee.start).get(callee.name)?.kind === 'import';
  const from = importsOf(source).find((each) => each.local === callee.name && each.imported === callee.name);
  return from !== undefined && (isOwn || from.style === 'require') ? from : null;
}

/** Handed the whole of it and no function; nothing is piped into it, and nobody waits for it or listens to it. */
function isAtOnce(call: Of<'CallExpression'>): boolean {
  const { parent } = call;
  const isAsked = parent?.type === 'MemberExpression' && parent.object === call;
  const isPiped = parent?.type === 'CallExpression' && parent.arguments.some((each) => each === call);
  const isWaited = parent?.type === 'AwaitExpression' || (parent?.type === 'ForOfStatement' && parent.await);
  return call.arguments.length > 0 && !call.arguments.some(isFunction) && !isAsked && !isPiped && !isWaited;
}
