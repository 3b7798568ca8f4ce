/** `const { email } = req.body` of a request that carries an `emailAddress`, of which nobody speaks: one of the two was renamed. */
import type { Idea } from '../../../incident/nouns.ts';
import { shareWord } from '../../code/names.ts';
import { isOtherUnit } from '../../code/words.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { isFromOutside } from '../../evidence/kin.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { requestKeys } from '../names/identifier.ts';

const name = 'sent-key';

export const sentKey: Recipe = {
  name,
  classes: ['type', 'range', 'unknown', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'What is read of a request under a name that it does not carry, beside one of like words that it carries and nothing reads: asked, since it may be the caller who is wrong.',
  ideas(context) {
    const sent = requestKeys(context);
    return suspectsOf(context).flatMap((suspect) => asSent(context, suspect, sent));
  },
};

function asSent(context: RecipeContext, { site, object, node, key, name: wanted }: Suspect, sent: Set<string>): Idea[] {
  const part = object.type === 'ObjectPattern' ? partTaken(object) : lastNameOf(object);
  const { given, read, spoken } = memberNames(context.tree);
  if (part === null || sent.has(`${part}.${wanted}`) || !isFromOutside(context.tree, site.source, object)) return [];
  const [only, more] = [...sent]
    .filter((each) => each.startsWith(`${part}.`))
    .map((each) => each.slice(part.length + 1))
    .filter((each) => /^[A-Za-z_]\w*$/.test(each) && shareWord(each, wanted) && !isOtherUnit(each, wanted))
    .filter((each) => !given.has(each) && !read.has(each) && !spoken.has(each));
  if (only === undefined || more !== undefined) return [];
  const isShort = node.type === 'Property' && node.shorthand;
  const { start, end } = key;
  return [
    ideaIn(name, site.source, {
      title: `the request carries \`${only}\`, not \`${wanted}\``,
      rank: 1,
      ask: `whether \`${wanted}\` or \`${only}\` is right, the request does not tell`,
      splices: [{ start, end, text: isShort ? `${only}: ${wanted}` : only }],
    }),
  ];
}

/** `body` of `const { email } = req.body`. */
function partTaken({ parent }: Suspect['object']): string | null {
  return parent?.type === 'VariableDeclarator' && parent.init !== null ? lastNameOf(parent.init) : null;
}
