/** `tickets.comments.length`, where `ticket` beside it has `comments`: another variable, called almost so, was meant. */
import type { Idea } from '../../../incident/nouns.ts';
import { customaryMember } from '../../code/framework-members.ts';
import { knownMembers } from '../../code/members.ts';
import { slip } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import type { Binding } from '../../code/scope.ts';
import { valueOfChain } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { all, functionsAround, keyName } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';

export const nearVariable: Recipe = {
  name: 'near-variable',
  classes: ['type', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A member that the variable does not have, and another one has that is called almost so: that one is read.',
  ideas: (context) =>
    suspectsOf(context)
      .slice(0, suspectsMax)
      .flatMap((suspect) => nearIdeas(context, suspect)),
};

const suspectsMax = 3;

function nearIdeas(context: RecipeContext, { site, object, name }: Suspect): Idea[] {
  const { source } = site;
  const written = object.type === 'Identifier' ? object.name : null;
  const own = written === null ? null : membersOf(context, site, written, object);
  if (written === null || own === null || own.includes(name)) return [];
  // `req.getHeader(…)` in Express: what other frameworks call so, this one has under a name of its own.
  if (customaryMember(context.tree, source, object, name) !== null) return [];
  const hasAs = ({ name: other, id }: Binding, member: string): boolean =>
    membersOf(context, site, other, id)?.includes(member) === true;
  const scope = namesInScope(source, object.start);
  const [only, more] = [...scope.values()].filter(
    (each) => (slip(written, each.name) ?? 9) <= slipMax && each.kind !== 'import' && hasAs(each, name),
  );
  if (only === undefined || more !== undefined) return [];
  const fn = functionsAround(object)[0] ?? source.program;
  // What else the function reads of it that only the other one has.
  const reads = all(fn, 'MemberExpression').filter(({ object: of, property, computed }) => {
    const key = computed ? null : keyName(property);
    const isSame = of.type === 'Identifier' && of.name === written && key !== null && !own.includes(key);
    const isMeant = isSame && namesInScope(source, of.start).get(only.name)?.id === only.id;
    return isMeant && (of.start === object.start || hasAs(only, key));
  });
  const splices = reads.map(({ object: { start, end } }) => ({ start, end, text: only.name }));
  // Seen to be there: surer than another member of what was written.
  const rank = valueOfChain(site, only.name) === null ? 0 : -1;
  const title = `\`${name}\` is read of \`${only.name}\`, not of \`${written}\``;
  return splices.length === 0 ? [] : [ideaIn('near-variable', source, { title, rank, splices })];
}

const slipMax = 1.4;

/** By what the debugger saw, else by what the text tells; null where neither does. */
function membersOf(context: RecipeContext, site: Site, name: string, node: Node): readonly string[] | null {
  const seen = valueOfChain(site, name);
  return seen?.keys ?? knownMembers(context, site.source, node)?.names ?? null;
}
