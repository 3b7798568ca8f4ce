/** `Status.Opened` of an enum, or of a constant like one, that has `Open`: TypeScript would say so, and what only takes the types away reads nothing. */
import { closedSetOf } from '../../evidence/closed-sets.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { rankedNames, shareWord } from '../../code/names.ts';
import { all, allSources, chainOf, keyName } from '../../code/syntax.ts';
import { partsOf } from '../../code/words.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const enumMember: Recipe = {
  name: 'enum-member',
  classes: ['type', 'range', 'assertion', 'config', 'database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A member that an enum, or a constant like one, does not have: the near one that it has, wherever the wrong one is read.',
  ideas(context) {
    const stray = allSources(context.tree).flatMap((source) => strayIn(context, source));
    const [first] = stray;
    if (first === undefined) return [];
    const same = stray.filter(({ id, name }) => id === first.id && name === first.name);
    const near = rankedNames(first.name, first.members, 2);
    const found =
      [lacking(first), near, renamed(context, first), byParameter(context, first)].find(({ length }) => length > 0) ??
      [];
    return found.map(({ name: to, rank }) =>
      ideaOf(
        'enum-member',
        {
          title: `\`${first.name}\` is no member: \`${to}\``,
          rank: rank + (same.length < stray.length ? 1 : 0),
          ask: isReadElsewhere(context, same) ? `\`${first.name}\` is read of something else as well` : null,
        },
        same.map(({ source, node: { property: at } }) => ({
          source,
          splices: [{ start: at.start, end: at.end, text: to }],
        })),
      ),
    );
  },
};

/** `Kinds.Bus`, where nobody can tell what `Kinds` is: it may be the same set by another name. */
function isReadElsewhere(context: RecipeContext, same: readonly Stray[]): boolean {
  const reads = memberNames(context.tree).read.get(same[0]?.name ?? '') ?? [];
  return reads.some(({ source, node, object }) => {
    if (node.type !== 'MemberExpression' || object.type !== 'Identifier' || !/^[A-Z]/.test(object.name)) return false;
    const isKnown = same.some((each) => each.node === node);
    return !isKnown && closedSetOf(context.tree, source, object) === null;
  });
}

/** `Mode.Bus` of an enum that has `NightBus = 'bus'`, or in which `NightBus` alone is read nowhere, or alone has the word and is not read in this file. */
function renamed({ tree }: RecipeContext, { source, name, members, texts }: Stray): { name: string; rank: number }[] {
  const bare = (text: string): string => text.replace(/[^a-z\d]/gi, '').toLowerCase();
  const said = members.filter((each) => bare(texts.get(each) ?? '') === bare(name));
  const { read } = memberNames(tree);
  const idle = members.filter((each) => !read.has(each));
  const isHere = (each: string): boolean => read.get(each)?.some((place) => place.source === source) === true;
  const longer = members.filter((each) => partsOf(name).every((part) => partsOf(each).includes(part)));
  const ofWord = longer.length === 1 ? longer.filter((each) => !isHere(each)) : [];
  const fits = said.length === 1 ? said : idle.length === 1 ? idle.filter((each) => shareWord(each, name)) : ofWord;
  return fits.map((each) => ({ name: each, rank: 0 }));
}

/** `new Bookings(c.resolve(TOKENS.Customers))`, whose constructor takes a `CustomerRepository`: the member of that name. */
function byParameter({ tree }: RecipeContext, { node, members }: Stray): { name: string; rank: number }[] {
  const call = node.parent?.type === 'CallExpression' ? node.parent : null;
  const made = call?.parent?.type === 'NewExpression' ? call.parent : null;
  const at = made === null ? -1 : (made.arguments as Node[]).indexOf(call as Node);
  const [only, more] = allSources(tree).flatMap(({ program }) =>
    all(program, 'ClassDeclaration').filter(({ id }) => made !== null && id?.name === keyName(made.callee as Node)),
  );
  const making = only?.body.body.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor');
  const param = making?.type === 'MethodDefinition' && at >= 0 ? making.value.params[at] : undefined;
  const id = param?.type === 'TSParameterProperty' ? param.parameter : param;
  const type = id?.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : null;
  const name = type?.type === 'TSTypeReference' ? keyName(type.typeName as Node) : null;
  return name !== null && more === undefined && members.includes(name) ? [{ name, rank: 0 }] : [];
}

/** `{ [Status.Open]: [], [Status.Closed]: [] }` of an enum of `Open` and `Done`, or a `Map` of such keys: the one member that has none there. */
function lacking({ node, members }: Stray): { name: string; rank: number }[] {
  const keys = keysBeside(node).flatMap((key) =>
    key.type === 'MemberExpression' && !key.computed ? (keyName(key.property) ?? []) : [],
  );
  const left = members.filter((each) => !keys.includes(each));
  return left.length === 1 && keys.length === members.length ? left.map((name) => ({ name, rank: 0 })) : [];
}

/** The keys among which it stands, of a record or of the pairs of a `Map`. */
function keysBeside(node: Node): Node[] {
  const { parent } = node;
  if (parent?.type === 'Property' && parent.computed && parent.key === node)
    return parent.parent?.type !== 'ObjectExpression'
      ? []
      : parent.parent.properties.flatMap((each) => (each.type === 'Property' && each.computed ? [each.key] : []));
  const pairs = parent?.type === 'ArrayExpression' && parent.elements[0] === node ? parent.parent : null;
  const made = pairs?.type === 'ArrayExpression' ? pairs.parent : null;
  if (made?.type !== 'NewExpression' || chainOf(made.callee) !== 'Map' || pairs?.type !== 'ArrayExpression') return [];
  return pairs.elements.flatMap((each) => (each?.type === 'ArrayExpression' ? ((each.elements[0] as Node) ?? []) : []));
}

interface Stray {
  readonly source: Source;
  readonly node: Of<'MemberExpression'>;
  readonly name: string;
  readonly id: Node;
  readonly members: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

function strayIn(context: RecipeContext, source: Source): Stray[] {
  return all(source.program, 'MemberExpression').flatMap((node) => {
    const name = node.computed ? null : keyName(node.property);
    const set = node.object.type === 'Identifier' ? closedSetOf(context.tree, source, node.object) : null;
    if (name === null || set === null) return [];
    const { id, members, texts } = set;
    const isThere = members.includes(name) || /^(?:toString|valueOf|hasOwnProperty|constructor)$/.test(name);
    return isThere ? [] : [{ source, node, name, id, members, texts }];
  });
}
