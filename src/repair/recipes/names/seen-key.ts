/** `const { email } = req.body` of a request that carries an `emailAddress`, `row.total` of a row with a `total_cents`, and nobody speaks of those: one of the two was renamed. */
import type { Idea } from '../../../incident/nouns.ts';
import { shareWord } from '../../code/names.ts';
import { isOtherUnit } from '../../code/words.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { isFromOutside } from '../../evidence/kin.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { valueOf } from '../../evidence/site.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { requestKeys } from './identifier.ts';

const name = 'seen-key';

export const seenKey: Recipe = {
  name,
  classes: ['type', 'range', 'unknown', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A key that is not there, of a request or a row that has one of like words which nothing gives or reads: asked, since either may be the right one.',
  ideas: (context) => suspectsOf(context).flatMap((suspect) => renamed(context, suspect)),
};

function renamed(context: RecipeContext, suspect: Suspect): Idea[] {
  const { site, node, key, name: wanted } = suspect;
  const { given, read, spoken } = memberNames(context.tree);
  const keys = keysOf(context, suspect);
  const [only, more] = keys
    .filter((each) => /^[A-Za-z_]\w*$/.test(each) && shareWord(each, wanted) && !isOtherUnit(each, wanted))
    .filter((each) => !given.has(each) && !read.has(each) && !spoken.has(each));
  const isCalled = node.parent?.type === 'CallExpression' && node.parent.callee === node;
  if (only === undefined || more !== undefined || keys.includes(wanted) || isCalled) return [];
  const isShort = node.type === 'Property' && node.shorthand;
  const { start, end } = key;
  return [
    ideaIn(name, site.source, {
      title: `\`${only}\` is there, and no \`${wanted}\``,
      rank: 1,
      ask: `whether \`${wanted}\` or \`${only}\` is right, the text does not tell`,
      splices: [{ start, end, text: isShort ? `${only}: ${wanted}` : only }],
    }),
  ];
}

/** What the request carried in the part that is read, else what the debugger saw of the object. */
function keysOf(context: RecipeContext, { site, object }: Suspect): readonly string[] {
  const part = object.type === 'ObjectPattern' ? partTaken(object) : lastNameOf(object);
  const sent = [...requestKeys(context)].filter((each) => part !== null && each.startsWith(`${part}.`));
  if (sent.length > 0 && isFromOutside(context.tree, site.source, object))
    return sent.map((each) => each.slice(each.indexOf('.') + 1));
  return valueOf(site, object)?.keys ?? [];
}

/** `body` of `const { email } = req.body`. */
function partTaken({ parent }: Suspect['object']): string | null {
  return parent?.type === 'VariableDeclarator' && parent.init !== null ? lastNameOf(parent.init) : null;
}
