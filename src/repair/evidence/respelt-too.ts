/** What else is read of the same object in the spelling that was wrong: `drive.closes_at` beside `drive.opens_at`, which is `opensAt`. */
import { knownMembers } from '../code/members.ts';
import { partsOf } from '../code/words.ts';
import type { Node } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { lastNameOf } from './fields.ts';
import { isOneKind } from './kin.ts';
import { memberNames } from './member-names.ts';
import type { Read } from './member-names.ts';
import { valueOf } from './site.ts';
import type { Suspect } from './suspects.ts';

type Respelt = Read & { readonly meant: string };

/** Of the names that the object has in the other spelling, what the file reads of it in the wrong one. */
export function styledToo(context: RecipeContext, suspect: Suspect, to: string): Respelt[] {
  const { site, object, name } = suspect;
  if (!isRespelt(name, to) || isCallee(suspect.node)) return [];
  const keys = valueOf(site, object)?.keys ?? knownMembers(context, site.source, object)?.names ?? [];
  return [...memberNames(context.tree).read.values()].flat().flatMap((each) => {
    const isOther = each.source === site.source && each.name !== name && !keys.includes(each.name);
    const meant = isOther ? keys.find((key) => isRespelt(each.name, key)) : undefined;
    return meant !== undefined && isOneKind(site.source, object, each.object) ? [{ ...each, meant }] : [];
  });
}

/** `opens_at` and `opensAt`: the same words, joined in another way. */
function isRespelt(one: string, other: string): boolean {
  return one !== other && one.includes('_') !== other.includes('_') && partsOf(one).join() === partsOf(other).join();
}

/** `redis.hGetAll` is `redis.hgetall`: what else is called of it as another client spells it (`lRange`), where all the rest is called in lower case. */
export function loweredToo(context: RecipeContext, { node, object, name, site }: Suspect, to: string): Respelt[] {
  const own = lastNameOf(object);
  if (own === null || to === name || to !== name.toLowerCase() || !isCallee(node)) return [];
  const keys = valueOf(site, object)?.keys ?? [];
  const called = [...memberNames(context.tree).read.values()]
    .flat()
    .filter((each) => lastNameOf(each.object) === own && isCallee(each.node) && each.name !== name);
  const [camel, plain] = [
    called.filter((each) => /[A-Z]/.test(each.name)),
    called.filter((each) => !/[A-Z]/.test(each.name)),
  ];
  if (plain.length === 0 || camel.some((each) => keys.includes(each.name))) return [];
  return camel.map((each) => ({ ...each, meant: each.name.toLowerCase() }));
}

function isCallee(node: Node): boolean {
  return node.parent?.type === 'CallExpression' && node.parent.callee === node;
}
