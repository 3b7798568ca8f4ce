/** One segment too many in a chain of members, `config.app.port` of a `config` that has the `port` itself; or another than the one that has it. */
import type { Idea } from '../../../incident/nouns.ts';
import { classMembers } from '../../code/bindings.ts';
import { frameworkMembers } from '../../code/framework-members.ts';
import { nearNames, shareWord } from '../../code/names.ts';
import { all, allSources, chainOf, keyName } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { beginAlike, saysTheSame } from '../../code/words.ts';
import { dataFields } from '../../evidence/data-fields.ts';
import { likeChains } from '../../evidence/like-chains.ts';
import { valueOf } from '../../evidence/site.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { flattened } from './flat-field.ts';

/** `config.app.port` where `config` itself has `port`, `ctx.req.query` where `ctx` has `query`: one segment too many. Only by what the debugger saw. */
export function segmentIdeas(context: RecipeContext, suspect: Suspect): Idea[] {
  const { node, object, site, name } = suspect;
  if (node.type !== 'MemberExpression') return [];
  const cut = (part: Of<'MemberExpression'>, wanted: string): Idea[] => {
    const names = namesSeen(context, suspect, part.object);
    const flat = names === null ? null : flattened(context, site.source, { part, wanted, names });
    if (flat !== null) return flat;
    if (
      names === null ||
      !names.includes(wanted) ||
      nearNames(name, namesSeen(context, suspect, object) ?? []).some(({ cost }) => cost <= 2)
    )
      return [];
    if (isGroup(part.object, wanted)) return [];
    const chain = chainOf(part);
    const alike = chain === null ? [] : likeChains(context, site.source, `${chain}.${wanted}`);
    const changes = alike.flatMap(({ source, member: { object: inner } }) =>
      inner.type === 'MemberExpression'
        ? [{ source, splices: [{ start: inner.object.end, end: inner.end, text: '' }] }]
        : [],
    );
    const own = { source: site.source, splices: [{ start: part.object.end, end: part.end, text: '' }] };
    const isLeft = sameSegment(context, part).some(({ parent }) => {
      const read = parent?.type === 'MemberExpression' && !parent.computed ? keyName(parent.property) : null;
      return read !== null && read !== wanted && !names.includes(read);
    });
    const title = `\`${wanted}\` stands directly on the object`;
    const ask = isLeft ? 'other parts of it are read elsewhere, too, and are not there' : null;
    return [ideaOf('property', { title, rank: 1, ask }, [own, ...changes])];
  };
  /** A group of settings, as the debugger saw it, where the place takes a single value. */
  const isGroup = (of: Node, wanted: string): boolean => {
    const shown = valueOf(site, of)?.preview ?? '';
    return new RegExp(`[{ ]${wanted.replace(/\W/g, '\\$&')}: (?:\\{|Object)`).test(shown) && !isReadOn(wanted);
  };
  const isReadOn = (wanted: string): boolean => {
    const read = [node, node.parent].find(
      (each) => each?.type === 'MemberExpression' && keyName(each.property) === wanted,
    );
    return read?.parent?.type === 'MemberExpression' && read.parent.object === read;
  };
  const outer = node.parent;
  const inner =
    outer?.type === 'MemberExpression' && outer.object === node && !outer.computed ? keyName(outer.property) : null;
  if (namesSeen(context, suspect, object)?.includes(name) === true) return [];
  return [
    ...(inner === null ? [] : cut(node, inner)),
    ...(object.type === 'MemberExpression' && !object.computed ? cut(object, name) : []),
  ];
}

/** Other reads of the same part of what a module gives out: `settings.limits` in another handler. */
function sameSegment({ tree }: RecipeContext, part: Of<'MemberExpression'>): Of<'MemberExpression'>[] {
  const chain = chainOf(part);
  if (chain === null || !/^(?:config|settings|options|conf|cfg)\./i.test(chain)) return [];
  return allSources(tree).flatMap(({ program }) =>
    all(program, 'MemberExpression').filter((each) => each !== part && chainOf(each) === chain),
  );
}

/** What an object has by itself, and by its class where the project declares that; null where the debugger did not see it. */
export function namesSeen({ tree }: RecipeContext, { site }: Suspect, object: Node): string[] | null {
  const seen = valueOf(site, object);
  const given = frameworkMembers(tree, site.source, object);
  if (seen === null) return given.length === 0 ? null : [...given];
  const made = allSources(tree)
    .flatMap((source) => all(source.program, 'ClassDeclaration'))
    .find(({ id }) => id !== null && id.name === seen.className);
  const own = made === undefined ? [] : classMembers(made, false).names.keys();
  return [...seen.keys, ...own, ...given];
}

/** `config.paging.pageSize`, where of all that `config` has the `pagination` of the data alone has a `pageSize`; by a word of its own a person is asked. */
export function otherSegment(context: RecipeContext, suspect: Suspect): { to: string; ask: string | null } | null {
  const { node, object, name } = suspect;
  const outer = node.parent;
  const part =
    outer?.type === 'MemberExpression' && outer.object === node && !outer.computed ? keyName(outer.property) : null;
  const names = namesSeen(context, suspect, object) ?? [];
  if (part === null || names.includes(name)) return null;
  const [to, more] = names.filter((each) => dataFields(context).get(each)?.inner.has(part) === true);
  if (to === undefined || more !== undefined) return null;
  const isLike = beginAlike(name, to) || saysTheSame(name, to) || shareWord(name, to);
  return { to, ask: isLike ? null : `nothing but that it has a \`${part}\` speaks for \`${to}\`` };
}
