/** `for (const item in list)` over an array hands out "0", "1" …: where its members are read, the items were meant. */
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { prototypeMembers } from '../../code/members.ts';
import { boundIdentifiers } from '../../code/scope.ts';
import { all, keyName } from '../../code/syntax.ts';
import type { Of } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';

export const loopKeys: Recipe = {
  name: 'loop-keys',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: '`for … in` over a list whose items were meant: `for … of`. Only by what the debugger saw.',
  ideas(context: RecipeContext) {
    const site = sitesOf(context)[0];
    if (site === undefined || site.facts === null) return [];
    return site.nodes.flatMap((node) => (node.type === 'ForInStatement' ? loopIdeas(site, node) : []));
  },
};

function loopIdeas(site: Site, loop: Of<'ForInStatement'>): Idea[] {
  const { source } = site;
  const [id] = loop.left.type === 'VariableDeclaration' ? boundIdentifiers(loop.left.declarations[0]?.id) : [];
  if (id === undefined || !/^"\d+"$/.test(valueOf(site, id)?.preview ?? '')) return [];
  const list = valueOf(site, loop.right);
  const uses = all(loop.body, 'MemberExpression');
  const isKey = uses.some(
    (each) => each.computed && each.property.type === 'Identifier' && each.property.name === id.name,
  );
  const ofText = new Set([...prototypeMembers('String'), 'length']);
  const reads = uses.filter(
    (each) => !each.computed && each.object.type === 'Identifier' && each.object.name === id.name,
  );
  const isItem = reads.some((each) => !ofText.has(keyName(each.property) ?? 'length'));
  if (isKey || !isItem || (list !== null && list.className !== 'Array')) return [];
  const between = source.text.slice(loop.left.end, loop.right.start);
  const at = loop.left.end + between.indexOf('in');
  const after = splice(source.text, { start: at, end: at + 'in'.length, text: 'of' });
  return [
    idea('loop-keys', {
      title: `\`for … in\` gives the keys of a list: \`for … of\` gives \`${id.name}\``,
      rank: list === null ? 1 : 0,
      edits: [{ path: source.path, before: source.text, after }],
    }),
  ];
}
