/** One row where all were meant, and all where one was: `prepare(…).get().map(…)`, `prepare(…).all().title`. */
import { prototypeMembers } from '../code/members.ts';
import { ideaIn } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { sitesOf } from '../evidence/site.ts';
import { chainOf, keyName } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { culprits } from '../evidence/suspects.ts';
import { originsOf } from '../evidence/origins.ts';

export const rowOrRows: Recipe = {
  name: 'row-or-rows',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A prepared statement is asked for one row and used as a list, or for all and used as one: `get` and `all`.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    const list = new Set(prototypeMembers('Array'));
    return culprits(context, site)
      .slice(0, 2)
      .flatMap((node) => readsOf(context, site.source, node))
      .flatMap(({ source, call, name }) => {
        const { property } = call.callee as Of<'MemberExpression'>;
        const [has, wants] = [keyName(property), list.has(name) || name === 'length' ? 'all' : 'get'];
        if (has === wants || !/^(?:get|all)$/.test(has ?? '')) return [];
        const title = `the statement is asked for ${wants === 'all' ? 'all its rows' : 'one row'}`;
        const splices = [{ start: property.start, end: property.end, text: wants }];
        return [ideaIn('row-or-rows', source, { title, rank: 0, splices })];
      });
  },
};

interface RowRead {
  readonly source: Source;
  /** `statement.get(…)`. */
  readonly call: Of<'CallExpression'>;
  /** The member that is read of what it gives. */
  readonly name: string;
}

/** `row.name` of a row that a prepared statement gave, or that stands behind it: `row.name.trim()`. */
function readsOf(context: RecipeContext, source: Source, node: Node): RowRead[] {
  const outer = node.parent;
  const members = [node, outer].filter(
    (each): each is Of<'MemberExpression'> => each?.type === 'MemberExpression' && !each.computed,
  );
  return members.flatMap(({ object, property }) =>
    originsOf(context, source, object).flatMap((place) => {
      const name = keyName(property);
      return name !== null && place.node.type === 'CallExpression' && isPrepared(place.source, place.node)
        ? [{ source: place.source, call: place.node, name }]
        : [];
    }),
  );
}

function isPrepared(source: Source, { callee }: Of<'CallExpression'>): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed) return false;
  const { object } = callee;
  const made = object.type === 'Identifier' ? namesInScope(source, object.start).get(object.name)?.node : undefined;
  const statement = made?.type === 'VariableDeclarator' ? made.init : object;
  return statement?.type === 'CallExpression' && /\.prepare$/.test(chainOf(statement.callee) ?? '');
}
