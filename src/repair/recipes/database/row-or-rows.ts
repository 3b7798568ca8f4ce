/** One where all were meant, and all where one was: `prepare(…).get().map(…)`, `prepare(…).all().title`, `users.filter(…).name.trim()`. */
import { prototypeMembers } from '../../code/members.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import { chainOf, functionsAround, isFunction, keyName, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import type { Place } from '../../evidence/fields.ts';
import { originsOf } from '../../evidence/origins.ts';
import { bySibling, sharedHelper } from './row-helper.ts';

export const rowOrRows: Recipe = {
  name: 'row-or-rows',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A prepared statement or a list is asked for one and used as a list, or for all and used as one: `get` and `all`, `find` and `filter`.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    const list = new Set(prototypeMembers('Array'));
    return culprits(context, site)
      .slice(0, 2)
      .flatMap((node) => readsOf(context, site.source, node))
      .flatMap(({ source, call, name, way }) => {
        const { property } = call.callee as Of<'MemberExpression'>;
        const has = keyName(property) ?? '';
        const isList = list.has(name) || name === 'length';
        const [one, many] = isPrepared(source, call) ? ['get', 'all'] : ['find', 'filter'];
        const wants = isList ? many : one;
        if (has !== (isList ? one : many)) return [];
        // What has that id is one: its list stands in a member of it. And nothing that was found is no list.
        const isOne = /\b(?:id|key|slug|code|sku)\s*={2,3}/i.test(textOf(source, call));
        if (wants === 'filter' && (isOne || !/is not a function/.test(context.diagnosis.message))) return [];
        const shared = isPrepared(source, call) ? sharedHelper(context, call) : null;
        const isElsewhere = shared !== null && !site.nodes.some((each) => functionsAround(each).includes(shared));
        if (isElsewhere) return bySibling(context, way, { source, call, wants }, shared);
        const title = `\`${has}\` gives ${isList ? 'one' : 'a list'}, and ${isList ? 'a list' : 'one'} is wanted: \`${wants}\``;
        const splices = [{ start: property.start, end: property.end, text: wants }];
        return [ideaIn('row-or-rows', source, { title, rank: 0, splices })];
      });
  },
};

interface RowRead {
  readonly source: Source;
  /** `statement.get(…)`, `list.find(…)`. */
  readonly call: Of<'CallExpression'>;
  /** The member that is read of what it gives. */
  readonly name: string;
  /** How it came from there to here. */
  readonly way: readonly Place[];
}

/** `row.name` of what was asked for, or what stands behind it: `row.name.trim()`. */
function readsOf(context: RecipeContext, source: Source, node: Node): RowRead[] {
  const outer = node.parent;
  const members = [node, outer].filter(
    (each): each is Of<'MemberExpression'> => each?.type === 'MemberExpression' && !each.computed,
  );
  return members.flatMap(({ object, property }) => {
    const way = originsOf(context, source, object);
    return way.flatMap((place) => {
      const name = keyName(property);
      const isAsked =
        place.node.type === 'CallExpression' && (isPrepared(place.source, place.node) || isChosen(place.node));
      return name !== null && isAsked && place.node.type === 'CallExpression'
        ? [{ source: place.source, call: place.node, name, way }]
        : [];
    });
  });
}

function isPrepared(source: Source, { callee }: Of<'CallExpression'>): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed) return false;
  const { object } = callee;
  const made = object.type === 'Identifier' ? namesInScope(source, object.start).get(object.name)?.node : undefined;
  const statement = made?.type === 'VariableDeclarator' ? made.init : object;
  return statement?.type === 'CallExpression' && /\.prepare$/.test(chainOf(statement.callee) ?? '');
}

/** `list.find((each) => …)`. */
function isChosen({ callee, arguments: [test] }: Of<'CallExpression'>): boolean {
  const name = callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
  return (name === 'find' || name === 'filter') && test !== undefined && isFunction(test as Node);
}
