/** What a member that is not there is called, where the text around it leaves no choice: by the local name that it gets, by a type, by the key without its `Id`. */
import { knownMembers } from '../code/members.ts';
import { all, keyName, upwards } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { memberNames } from './member-names.ts';
import { valueOf } from './site.ts';
import { isPlural, shareWord } from '../code/names.ts';
import type { Suspect } from './suspects.ts';
import { toldType } from './told-type.ts';

export function toldMember(context: RecipeContext, suspect: Suspect): string | null {
  return (
    fieldOfType(suspect) ?? localGiven(context, suspect) ?? withoutId(context, suspect) ?? byCompiler(context, suspect)
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

/** `kinds[item.kindId]`, `kinds.get(item.kindId)`, where `item.kind` is there and the other is not. */
function withoutId(context: RecipeContext, { node, object, name, site }: Suspect): string | null {
  const { parent } = node;
  const isAsked = parent?.type === 'CallExpression' && parent.arguments.length === 1 && parent.arguments[0] === node;
  const isKey = isAsked
    ? parent.callee.type === 'MemberExpression' && keyName(parent.callee.property) === 'get'
    : parent?.type === 'MemberExpression' && parent.computed && parent.property === node;
  const names = isKey ? (valueOf(site, object)?.keys ?? knownMembers(context, site.source, object)?.names ?? []) : [];
  if (names.includes(name)) return null;
  const bare = (text: string): string => text.replace(/_?(?:id|key|code|slug)$/i, '').toLowerCase();
  const [only, more] = names.filter((each) => bare(each) === bare(name));
  return more === undefined ? (only ?? null) : null;
}

/** `this.partsService` of `constructor(private readonly service: PartsService)`: called as its type is. */
function fieldOfType({ object, name }: Suspect): string | null {
  const owner = upwards(object).find((each) => each.type === 'ClassDeclaration');
  if (object.type !== 'ThisExpression' || owner === undefined) return null;
  const fields = all(owner, 'TSParameterProperty').flatMap(({ parameter }) => {
    const type = 'typeAnnotation' in parameter ? parameter.typeAnnotation?.typeAnnotation : undefined;
    const called = type?.type === 'TSTypeReference' ? keyName(type.typeName as Node) : null;
    return [{ field: keyName(parameter), called }];
  });
  const [only, more] = fields.filter(({ called }) => called?.toLowerCase() === name.toLowerCase());
  return more !== undefined || fields.some(({ field }) => field === name) ? null : (only?.field ?? null);
}
