/** `const [company, country] = ship.owner` of an object that has a `company` and a `country`: it is taken apart by its keys. */
import type { Idea } from '../../../incident/nouns.ts';
import { keyName } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { dataFields } from '../../evidence/data-fields.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { originsOf } from '../../evidence/origins.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

export function listForObject(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  if (site === undefined || !/not iterable/.test(context.diagnosis.message)) return [];
  return site.nodes.flatMap((node): Idea[] => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'ArrayPattern' || node.init === null) return [];
    const names = node.id.elements.map((each) => (each?.type === 'Identifier' ? each.name : null));
    const keys = keysOf(context, site, node.init);
    // One name alone may be that of an item of a list.
    if (names.length < 2 || !names.every((each) => each !== null && keys.has(each))) return [];
    const { start, end } = node.id;
    const title = `\`${names.join('` and `')}\` are parts of an object, not of a list`;
    return [
      ideaIn('result-shape', site.source, {
        title,
        rank: 0,
        splices: [{ start, end, text: `{ ${names.join(', ')} }` }],
      }),
    ];
  });
}

/** What the object has: as the debugger saw it, as the project makes it, else as its data files have it. */
function keysOf(context: RecipeContext, site: Site, value: Node): ReadonlySet<string> {
  const seen = valueOf(site, value)?.keys ?? [];
  const made = originsOf(context, site.source, value).flatMap(({ node }) =>
    node.type === 'ObjectExpression' ? [node] : [],
  );
  const [only, more] = made.map(({ properties }) =>
    properties.flatMap((each) => (each.type === 'Property' && !each.computed ? (keyName(each.key) ?? []) : [])),
  );
  const inner = value.type === 'MemberExpression' ? dataFields(context).get(lastNameOf(value) ?? '')?.inner : undefined;
  return new Set([seen, more === undefined ? (only ?? []) : [], [...(inner ?? [])]].find(({ length }) => length > 0));
}
