/** `{ lengthM: dto.length }` of an object that has a `lengthM` and no `length`, `{ options: choices.map(…) }` of records without `choices`: what is handed on is nothing, and somebody else refuses it, or it fails at once. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { shareWord } from '../../code/names.ts';
import { knownMembers } from '../../code/members.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { areSynonyms, partsOf } from '../../code/words.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { recordShapes } from '../../evidence/record-shapes.ts';
import type { Shape } from '../../evidence/record-shapes.ts';
import { isNullish, sitesOf, valueOf, valueOfChain } from '../../evidence/site.ts';
import { culprits, suspectsOf } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'misread-field';

export const misreadField: Recipe = {
  name,
  classes: ['type', 'database', 'range', 'assertion', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A field is read by another name than it is handed on by, or than the records that have all the rest have for it: it is read by that name.',
  ideas: (context) =>
    context.diagnosis.class === 'type'
      ? [...takenIdeas(context), ...oddIdeas(context)]
      : [...seenIdeas(context), ...oddIdeas(context)],
};

/** What the debugger saw of the object tells. */
function seenIdeas(context: RecipeContext): Idea[] {
  return sitesOf(context).flatMap((site): Idea[] => {
    const fn = site.nodes[0] === undefined ? undefined : functionsAround(site.nodes[0])[0];
    if (fn === undefined || site.facts === null) return [];
    return all(fn, 'Property').flatMap(({ key, value, parent, computed }): Idea[] => {
      const wanted = computed || parent?.type !== 'ObjectExpression' ? null : keyName(key);
      if (wanted === null || value.type !== 'MemberExpression' || value.computed) return [];
      const read = keyName(value.property) ?? '';
      const seen = valueOfChain(site, chainOf(value.object) ?? '');
      if (seen === null || seen.keys.includes(read) || !seen.keys.includes(wanted) || read === wanted) return [];
      const { start, end } = value.property;
      const title = `\`${chainOf(value)}\` should be \`${wanted}\`, by which it is handed on`;
      return [ideaIn(name, site.source, { title, rank: 0, splices: [{ start, end, text: wanted }] })];
    });
  });
}

/** `({ id, text, choices }) => ({ options: choices.map(…) })`: records that have all the rest have no such field, and one that it is answered under, or that says the same. */
function takenIdeas(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  if (site === undefined) return [];
  return culprits(context, site).flatMap((node): Idea[] => {
    const id = node.type === 'Identifier' ? namesInScope(site.source, node.start).get(node.name)?.id : undefined;
    const taken = id?.parent?.type === 'Property' && id.parent.shorthand ? id.parent : null;
    const pattern = taken?.parent;
    if (id?.type !== 'Identifier' || pattern?.type !== 'ObjectPattern') return [];
    // What a module gives out is the matter of import-export, which follows it in all files.
    if (importsOf(site.source).some((each) => each.local === id.name && upwards(each.node).includes(pattern)))
      return [];
    const seen = valueOf(site, id);
    if (seen !== null && !isNullish(seen)) return [];
    const to = meantBy(context, site.source, { pattern, wrong: id.name, under: keysAround(node) });
    if (to === null) return [];
    const title = `\`${id.name}\` is \`${to}\` in what is taken apart`;
    return [
      ideaIn(name, site.source, { title, rank: 0, splices: [{ start: id.start, end: id.start, text: `${to}: ` }] }),
    ];
  });
}

/** `since` of `{ since: received.slice(0, 7) }`: the name under which a value is answered. */
function keysAround(node: Node): string[] {
  const property = upwards(node).find((each) => each.type === 'Property' || isFunction(each));
  const isAnswered =
    property?.type === 'Property' && !property.computed && property.parent?.type === 'ObjectExpression';
  return isAnswered ? [keyName(property.key) ?? ''] : [];
}

interface Taken {
  readonly pattern: Of<'ObjectPattern'>;
  readonly wrong: string;
  readonly under: readonly string[];
}

function meantBy(context: RecipeContext, source: Source, { pattern, wrong, under }: Taken): string | null {
  const others = pattern.properties.flatMap((each) =>
    each.type === 'Property' && !each.computed && keyName(each.key) !== wrong ? (keyName(each.key) ?? []) : [],
  );
  const { parent } = pattern;
  const from = parent?.type === 'VariableDeclarator' && parent.id === pattern ? parent.init : null;
  const known = from === null ? null : knownMembers(context, source, from);
  const isAlike = ({ names, node }: Shape): boolean => {
    const isOwn = node !== null && functionsAround(pattern).some((fn) => upwards(node).includes(fn));
    return !isOwn && others.length > 0 && others.every((each) => names.includes(each));
  };
  const alike = known?.complete === true ? [known] : recordShapes(context).filter(isAlike);
  const shapes = alike.map(({ names }) => names);
  if (shapes.length === 0 || shapes.some((names) => names.includes(wrong))) return null;
  const free = [...new Set(shapes.flat())].filter((each) => !others.includes(each));
  const said = free.filter((each) => under.includes(each));
  const like =
    others.length > 1 || known !== null
      ? free.filter((each) => shareWord(wrong, each) || areSynonyms(wrong, each))
      : [];
  const [only, more] = said.length > 0 ? said : like;
  return more === undefined ? (only ?? null) : null;
}

const likeMin = 3;

/** `{ code: hash.code, topic: hash.topic, …, hostName: hash.host }`: all but one are read by the name that they get, and records with all of these have that one as well. */
function oddIdeas(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const failing = site === undefined ? [] : culprits(context, site).flatMap((node) => lastNameOf(node) ?? []);
  const missing = new Set([...failing, ...suspectsOf(context).map((each) => each.name)]);
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'ObjectExpression').flatMap((node) => oddIn(context, source, { node, missing })),
  );
  return found.length === 1 ? found : [];
}

function oddIn(
  context: RecipeContext,
  source: Source,
  { node, missing }: { readonly node: Of<'ObjectExpression'>; readonly missing: ReadonlySet<string> },
): Idea[] {
  const parts = node.properties.flatMap((each) => (each.type === 'Property' ? partOf(each) : []));
  const [odd, more] = parts.filter(({ key, read }) => bare(key) !== bare(keyName(read.property) ?? ''));
  if (odd === undefined || more !== undefined || !missing.has(odd.key)) return [];
  const like = parts.filter((each) => each !== odd && chainOf(each.read.object) === chainOf(odd.read.object));
  const isSnake = like.some(({ key, read }) => key !== keyName(read.property));
  const to = isSnake ? partsOf(odd.key).join('_') : odd.key;
  const beside = like.flatMap(({ read }) => keyName(read.property) ?? []);
  const wrong = keyName(odd.read.property) ?? '';
  const shapes = recordShapes(context).filter(
    (shape) => shape.node !== node && beside.every((each) => shape.names.includes(each)),
  );
  if (like.length < likeMin || !shapes.some(({ names }) => names.includes(to))) return [];
  if (shapes.some(({ names }) => names.includes(wrong))) return [];
  const { start, end } = odd.read.property;
  const title = `\`${chainOf(odd.read)}\` should be \`${to}\`, as all beside it are read by their names`;
  return [ideaIn(name, source, { title, rank: 1, splices: [{ start, end, text: to }] })];
}

/** What a key is read of a plain name by, and nothing else. */
function partOf({ key, value, computed }: Of<'Property'>): { key: string; read: Of<'MemberExpression'> }[] {
  const reads = [value as Node, ...all(value as Node, 'MemberExpression')].filter(
    (each): each is Of<'MemberExpression'> =>
      each.type === 'MemberExpression' && !each.computed && each.object.type === 'Identifier' && !isCallee(each),
  );
  const [read] = reads;
  const names = new Set(reads.map((each) => chainOf(each)));
  const called = keyName(key);
  return computed || called === null || read === undefined || names.size > 1 ? [] : [{ key: called, read }];
}

function isCallee({ parent, start }: Node): boolean {
  return parent?.type === 'CallExpression' && parent.callee.start === start;
}

function bare(text: string): string {
  return text.replaceAll('_', '').toLowerCase();
}
