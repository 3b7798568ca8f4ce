/** What a member that is not there is called, where the text around it leaves no choice: by the local name that it gets, by a type, by the key without its `Id`. */
import { classMembers } from '../code/bindings.ts';
import { knownMembers } from '../code/members.ts';
import { all, allSources, keyName, keysIn, upwards } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { lastNameOf } from './fields.ts';
import { memberNames } from './member-names.ts';
import type { Given } from './member-names.ts';
import { isNamed } from './renames.ts';
import { shapeFit } from './shape-fit.ts';
import { valueOf } from './site.ts';
import { isPlural, shareWord } from '../code/names.ts';
import { saysOwner } from '../code/words.ts';
import type { Suspect } from './suspects.ts';
import { toldType } from './told-type.ts';

export function toldMember(context: RecipeContext, suspect: Suspect): string | null {
  return (
    fieldOfType(suspect) ??
    fieldWith(context, suspect) ??
    loadedAs(context, suspect) ??
    localGiven(context, suspect) ??
    byOwner(context, suspect) ??
    ofTime(context, suspect) ??
    withoutId(context, suspect) ??
    shapeFit(context, suspect) ??
    byCompiler(context, suspect)
  );
}

/** `Property 'minutes' does not exist on type 'typeof Format'. Did you mean 'inMinutes'?`, of what is there at run time, too. */
function byCompiler(context: RecipeContext, { name }: Suspect): string | null {
  const [, meant] = /^TS2551: .* Did you mean '([\w$]+)'\?/.exec(context.diagnosis.message) ?? [];
  const told = meant === undefined ? null : toldType(context);
  const isTold = name === context.diagnosis.named.property && told?.isShape === false;
  return meant !== undefined && isTold && !isPlural(name, meant) && shareWord(name, meant) ? meant : null;
}

/** `const { zooService: zoo } = app`, where `zoo` is what is given, and nothing else is. */
function localGiven({ tree }: RecipeContext, { node, name }: Suspect): string | null {
  const local = node.type === 'Property' && node.value.type === 'Identifier' ? node.value.name : name;
  const { given } = memberNames(tree);
  return local !== name && given.has(local) && !given.has(name) ? local : null;
}

/** `order.orderId` of what has an `id`, `site.name` of what has a `siteName`. */
export function byOwner(context: RecipeContext, suspect: Suspect): string | null {
  const { object, name } = suspect;
  const owner = lastNameOf(object);
  const names = namesOf(context, suspect);
  if (owner === null || names.includes(name)) return null;
  const [only, more] = names.filter((each) => saysOwner(owner, name, each));
  return more === undefined ? (only ?? null) : null;
}

/** What the object has, as the debugger saw, else as far as its text tells. */
function namesOf(context: RecipeContext, { object, site }: Suspect): readonly string[] {
  return valueOf(site, object)?.keys ?? knownMembers(context, site.source, object)?.names ?? [];
}

/** `order.created`, `order.createdOn` of what has a `createdAt`; the day of a thing is not its hour. */
function ofTime(context: RecipeContext, suspect: Suspect): string | null {
  const { name } = suspect;
  const names = namesOf(context, suspect);
  const endOf = (text: string): string =>
    /(?<=[a-z\d]{3})(?:At|On|Date|Time|_(?:at|on|date|time))$/.exec(text)?.[0] ?? '';
  // `startsAt` is the `startTime`.
  const bare = (text: string): string =>
    text
      .slice(0, text.length - endOf(text).length)
      .toLowerCase()
      .replace(/(?<=^(?:start|end|open|close|begin|expire|arrive|depart|leave))s$/, '');
  const [only, more] = names.filter((each) => {
    const ends = [name, each].map((text) => endOf(text).replace('_', '').toLowerCase());
    const isOther = ends.includes('date') && ends.includes('time');
    return bare(each) === bare(name) && ends.some((end) => end !== '') && !isOther;
  });
  return names.includes(name) || more !== undefined ? null : (only ?? null);
}

/** `kinds[item.kindId]`, `kinds.get(item.kindId)`, where `item.kind` is there and the other is not. */
function withoutId(context: RecipeContext, suspect: Suspect): string | null {
  const { node, name } = suspect;
  const { parent } = node;
  const isAsked = parent?.type === 'CallExpression' && parent.arguments.length === 1 && parent.arguments[0] === node;
  const isKey = isAsked
    ? parent.callee.type === 'MemberExpression' && keyName(parent.callee.property) === 'get'
    : parent?.type === 'MemberExpression' && parent.computed && parent.property === node;
  const names = isKey ? namesOf(context, suspect) : [];
  if (names.includes(name)) return null;
  const bare = (text: string): string => text.replace(/_?(?:id|key|code|slug)$/i, '').toLowerCase();
  const [only, more] = names.filter((each) => bare(each) === bare(name));
  return more === undefined ? (only ?? null) : null;
}

/** `this.partsService` of `constructor(private readonly service: PartsService)`: called as its type is. */
function fieldOfType({ object, name }: Suspect): string | null {
  const fields = typedFields(object);
  const [only, more] = fields.filter(({ type }) => type?.toLowerCase() === name.toLowerCase());
  return more !== undefined || fields.some(({ field }) => field === name) ? null : (only?.field ?? null);
}

/** `this.singer.get(id)` of `constructor(private readonly singers: Singers)`, a class of the project that has a `get`: no data, of which there may be one or many. */
function fieldWith({ tree }: RecipeContext, { object, node, name }: Suspect): string | null {
  const { parent } = node;
  const isRead = parent?.type === 'MemberExpression' && parent.object === node && !parent.computed;
  const read = isRead && parent.parent?.type === 'CallExpression' ? keyName(parent.property) : null;
  const fields = read === null ? [] : typedFields(object);
  const classes = allSources(tree).flatMap(({ program }) => all(program, 'ClassDeclaration'));
  const hasIt = (type: string | null): boolean => {
    const [only, more] = classes.filter(({ id }) => id !== null && id.name === type);
    return only !== undefined && more === undefined && classMembers(only, false).names.has(read ?? '');
  };
  const [only, more] = fields.filter(({ field, type }) => isPlural(name, field ?? '') && hasIt(type));
  return more !== undefined || fields.some(({ field }) => field === name) ? null : (only?.field ?? null);
}

/** `games` of `{ players: await read('players'), matches: await read('games') }`, where nobody reads `matches`, and nothing else is called `games`, or `players` is taken with it. */
function loadedAs({ tree }: RecipeContext, { name, node }: Suspect): string | null {
  const { given, read, spoken } = memberNames(tree);
  const beside = node.parent?.type === 'ObjectPattern' ? keysIn(node.parent).filter((key) => key !== name) : [];
  const isTakenWith = ({ key: { parent } }: Given): boolean =>
    parent?.parent?.type === 'ObjectExpression' && keysIn(parent.parent).some((key) => beside.includes(key));
  const isIt = ({ value }: Given): boolean =>
    value !== null && /^(?:Call|Await)Expression$/.test(value.type) && isNamed(value, name);
  const [only, more] = [...given].filter(
    ([, each]) => each.length === 1 && each.every((one) => isIt(one) && (!given.has(name) || isTakenWith(one))),
  );
  if (only === undefined || more !== undefined) return null;
  return read.has(only[0]) || spoken.has(only[0]) ? null : only[0];
}

/** What the constructor of the class around is given and keeps, and the name of its type. */
function typedFields(object: Node): { readonly field: string | null; readonly type: string | null }[] {
  const owner = upwards(object).find((each) => each.type === 'ClassDeclaration');
  if (object.type !== 'ThisExpression' || owner === undefined) return [];
  return all(owner, 'TSParameterProperty').map(({ parameter }) => {
    const type = 'typeAnnotation' in parameter ? parameter.typeAnnotation?.typeAnnotation : undefined;
    return {
      field: keyName(parameter),
      type: type?.type === 'TSTypeReference' ? keyName(type.typeName as Node) : null,
    };
  });
}
