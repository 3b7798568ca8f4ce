/** A field of a part, where the object has it under one name. */
import type { Idea } from '../../../incident/nouns.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { nearNames } from '../../code/names.ts';
import { schemaOf } from '../../code/sql.ts';
import { all, allSources, chainOf, keyName, keysIn, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { likeChains } from '../../evidence/like-chains.ts';
import { valueOf } from '../../evidence/site.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `person.manager.id` where `person` has a `managerId`: that is what was meant. Where it has others that begin so, `id` is of another thing: null where it has none. */
export function flattened(
  context: RecipeContext,
  source: Source,
  of: { readonly part: Of<'MemberExpression'>; readonly wanted: string; readonly names: readonly string[] },
): Idea[] | null {
  const { part, wanted, names } = of;
  const middle = part.computed ? null : keyName(part.property);
  const begins = names.filter((each) => middle !== null && new RegExp(`^${escapeRegExp(middle)}[A-Z_]`).test(each));
  if (begins.length === 0) return isOthers(names, middle, wanted) ? [] : null;
  const meant = begins.find(
    (each) => each.replace(`${middle}`, '').replace(/^_/, '').toLowerCase() === wanted.toLowerCase(),
  );
  const whole = part.parent;
  if (meant === undefined || whole?.type !== 'MemberExpression') return [];
  const chain = chainOf(part);
  const alike = chain === null ? [] : likeChains(context, source, `${chain}.${wanted}`);
  const changes = alike.flatMap(({ source: there, member: { object, end } }) =>
    object.type === 'MemberExpression'
      ? [{ source: there, splices: [{ start: object.property.start, end, text: meant }] }]
      : [],
  );
  const own = { source, splices: [{ start: part.property.start, end: whole.end, text: meant }] };
  const ask = nullDoubt(context, whole, meant);
  const title = `\`${middle}.${wanted}\` is \`${meant}\` here`;
  return [ideaOf('property', { title, rank: 0, ask }, [own, ...changes])];
}

/** `parcel.user.id` where `parcel` has an `id`: what every record has, this one has as its own, and that of another was meant. */
function isOthers(names: readonly string[], middle: string | null, wanted: string): boolean {
  const isRecord = names.some((each) => /^(?:_?id|uuid)$|[a-z](?:Id|_id)$/.test(each));
  return isRecord && ofEach.test(wanted) && middle !== null && !wrappers.test(middle);
}

const ofEach =
  /^(?:_?id|uuid|name|title|label|code|slug|number|type|kind|status|state|email|(?:created|updated)(?:At|_at))$/;
/** What stands around the fields of one and the same thing. */
const wrappers =
  /^(?:_?doc|data|body|item|record|row|values?|result|attributes|fields|payload|object|entity|current|profile|details?|info|meta(?:data)?|contact|props|properties)$/i;

/** A column that may be NULL, of a table that has others which may not: NULL means something, and arithmetic takes it for 0. */
function nullDoubt(context: RecipeContext, { parent }: Node, column: string): string | null {
  const isReckoned = parent?.type === 'BinaryExpression' && /^(?:[-*/%<>]|\*\*|[<>]=)$/.test(parent.operator);
  const isOpen = [...schemaOf(context).values()].some(
    ({ numbers, open }) => open.includes(column) && open.length < numbers.length,
  );
  return isReckoned && isOpen ? `\`${column}\` may be NULL, which counts as 0 there` : null;
}

/** `config.size` where `config.page` alone has a `size`. Only by what the debugger saw, and of what a literal of the project gives. */
export function deeperIdeas(context: RecipeContext, suspect: Suspect): Idea[] {
  const { node, object, site, name } = suspect;
  const seen = valueOf(site, object);
  if (node.type !== 'MemberExpression' || node.computed || seen?.keys.includes(name) === true) return [];
  if (nearNames(name, seen?.keys ?? []).length > 0) return [];
  const sections = allSources(context.tree).flatMap((source) =>
    all(source.program, 'ObjectExpression').flatMap((literal) => {
      const keys = keysIn(literal);
      if (keys.length !== seen?.keys.length || !keys.every((key) => seen.keys.includes(key))) return [];
      return literal.properties.flatMap((each) =>
        each.type === 'Property' && each.value.type === 'ObjectExpression' && keysIn(each.value).includes(name)
          ? [keyName(each.key) ?? '']
          : [],
      );
    }),
  );
  const [section, more] = new Set(sections.length > 0 ? sections : saidElsewhere(context, suspect, seen?.keys ?? null));
  if (section === undefined || more !== undefined) return [];
  const splices = [{ start: object.end, end: object.end, text: `.${section}` }];
  return [ideaIn('property', site.source, { title: `\`${name}\` stands in \`${section}\``, rank: 0, splices })];
}

/** `driver.expires`, where other places read `driver.licence.expires` and nobody reads the one: the sections that they name. */
function saidElsewhere(
  { tree }: RecipeContext,
  { object, node, name }: Suspect,
  keys: readonly string[] | null,
): string[] {
  // What `this` is, only its own class tells.
  const home = object.type === 'ThisExpression' ? upwards(object).find(({ type }) => type === 'ClassBody') : undefined;
  const own = lastNameOf(object);
  const members = (home === undefined ? allSources(tree).map(({ program }): Node => program) : [home]).flatMap((each) =>
    all(each, 'MemberExpression'),
  );
  const isOwn = (each: Node): boolean =>
    home === undefined ? own !== null && lastNameOf(each) === own : each.type === 'ThisExpression';
  const others = members.filter((each) => each !== node && !each.computed && keyName(each.property) === name);
  if (others.some((each) => isOwn(each.object))) return [];
  return others.flatMap(({ object: part }) => {
    const section =
      part.type === 'MemberExpression' && !part.computed && isOwn(part.object) ? keyName(part.property) : null;
    return section !== null && keys?.includes(section) !== false ? [section] : [];
  });
}
