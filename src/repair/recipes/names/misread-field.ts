/** `{ lengthM: dto.length }` of an object that has a `lengthM` and no `length`: what is handed on is nothing, and somebody else refuses it. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, chainOf, functionsAround, keyName } from '../../code/syntax.ts';
import { sitesOf, valueOfChain } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

const name = 'misread-field';

export const misreadField: Recipe = {
  name,
  classes: ['database', 'range', 'assertion', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A field that is handed on under its name is read by another one, which the object was seen not to have: it is read by that name.',
  ideas: (context) =>
    sitesOf(context).flatMap((site): Idea[] => {
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
    }),
};
