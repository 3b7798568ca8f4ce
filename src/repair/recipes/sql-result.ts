/** A row is read by a name that its statement does not give out. */
import type { Idea } from '../../incident/nouns.ts';
import { ideaIn } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { partsOf, queriesNear, queryIdea, schemaOf, tablesIn } from '../code/sql.ts';
import type { Query } from '../code/sql.ts';
import { all, functionsAround, keyName, upwards } from '../code/syntax.ts';
import { suspectsOf } from '../evidence/suspects.ts';
import type { Suspect } from '../evidence/suspects.ts';

export const sqlResult: Recipe = {
  name: 'sql-result',
  classes: ['type', 'unknown', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A row is read by a name that its statement does not give out: by the one it does, or the column is added.',
  ideas(context) {
    const unreturned = returning(context);
    if (unreturned.length > 0) return unreturned;
    for (const suspect of suspectsOf(context)) {
      const around = functionsAround(suspect.node);
      const query = queriesNear(context, ({ text }) => /^\s*select\b/i.test(text)).find(
        ({ source, node }) =>
          source === suspect.site.source && around.some((fn) => fn.start <= node.start && node.end <= fn.end),
      );
      const found = query === undefined ? [] : ideasFor(context, suspect, query);
      if (found.length > 0) return found;
    }
    return [];
  },
};

/** `const { id } = await one('INSERT …')`, which gives no row without RETURNING. */
function returning(context: RecipeContext): Idea[] {
  if (!/Cannot (?:destructure|read propert)/.test(context.diagnosis.message)) return [];
  const schema = schemaOf(context);
  return queriesNear(
    context,
    ({ text }) => /^\s*(?:insert|update|delete)\b/i.test(text) && !/\breturning\b/i.test(text),
  )
    .flatMap((query) => {
      const around = upwards(query.node).find(({ type }) => type === 'VariableDeclarator');
      const pattern = around?.type === 'VariableDeclarator' ? around.id : undefined;
      const taken = (pattern?.type === 'ObjectPattern' ? pattern.properties : []).map((each) =>
        each.type === 'Property' ? (keyName(each.key) ?? '') : '',
      );
      const columns = schema.get(tablesIn(query.text)[0]?.table ?? '')?.columns ?? [];
      if (taken.length === 0 || !taken.every((each) => columns.includes(each))) return [];
      const end = query.text.trimEnd().replace(/;$/, '').length;
      const word = /^\s*[a-z]/.test(query.text) ? 'returning' : 'RETURNING';
      const splices = [{ start: end, end, text: ` ${word} ${taken.join(', ')}` }];
      return [queryIdea('sql-result', query, { title: 'the statement gives its row back', rank: 0, splices })];
    })
    .slice(0, 1);
}

function ideasFor(context: RecipeContext, suspect: Suspect, query: Query): Idea[] {
  const { name, key, site } = suspect;
  const list = /^\s*select\s+(?:distinct\s+)?([\s\S]*?)\s+from\b/i.exec(query.text);
  if (list === null || /(?:^|[,.])\s*\*/.test(list[1] ?? '')) return [];
  const given = partsOf(list[1] ?? '').map((part) => /["`]?(\w+)["`]?\s*$/.exec(part)?.[1] ?? '');
  if (given.includes(name) || given.includes('')) return [];
  const schema = schemaOf(context);
  const owners = tablesIn(query.text).filter((each) => schema.get(each.table)?.columns.includes(name) === true);
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) {
    const end = list[0].replace(/\s+from$/i, '').length;
    const text = /\w\.\w/.test(list[1] ?? '') ? `, ${owner.alias}.${name}` : `, ${name}`;
    const splices = [{ start: end, end, text }];
    return [queryIdea('sql-result', query, { title: `the statement gives out \`${name}\``, rank: 0, splices })];
  }
  const [unread, more] = given.filter((each) => !isRead(query, each));
  if (unread === undefined || more !== undefined) return [];
  const text = key.parent?.type === 'Property' && key.parent.shorthand ? `${unread}: ${name}` : unread;
  return [
    ideaIn('sql-result', site.source, {
      title: `the statement gives out \`${unread}\`, not \`${name}\``,
      rank: 0,
      splices: [{ start: key.start, end: key.end, text }],
    }),
  ];
}

function isRead(query: Query, name: string): boolean {
  const around = functionsAround(query.node).at(-1) ?? query.source.program;
  return (
    all(around, 'MemberExpression').some((each) => !each.computed && keyName(each.property) === name) ||
    all(around, 'ObjectPattern').some((each) =>
      each.properties.some((one) => one.type === 'Property' && keyName(one.key) === name),
    )
  );
}
