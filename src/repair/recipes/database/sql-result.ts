/** A row is read by a name that its statement does not give out. */
import type { Idea } from '../../../incident/nouns.ts';
import { reached } from '../../code/callees.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { partsOf, queriesNear, queryIdea, schemaOf, statementsOf, tablesIn } from '../../code/sql.ts';
import type { Query } from '../../code/sql.ts';
import { all, chainOf, functionsAround, keyName, upwards } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits, suspectsOf } from '../../evidence/suspects.ts';
import type { Suspect } from '../../evidence/suspects.ts';

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
    return handedRow(context);
  },
};

/** `toPiece(row)` reads a column of the row that it is handed: the one statement of whoever called it that has the table and leaves the column out. */
function handedRow(context: RecipeContext): Idea[] {
  const [site, ...callers] = sitesOf(context);
  const fn = site?.nodes[0] === undefined ? undefined : functionsAround(site.nodes[0])[0];
  const param = fn?.params[0];
  if (site === undefined || param === undefined) return [];
  const keys = new Set(
    culprits(context, site).flatMap((node) => {
      if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && !node.computed)
        return param.type === 'Identifier' && node.object.name === param.name ? (keyName(node.property) ?? []) : [];
      const taken = param.type === 'ObjectPattern' && node.type === 'Identifier' ? param.properties : [];
      const found = taken.find((each) => each.type === 'Property' && keyName(each.value as Node) === chainOf(node));
      return found?.type === 'Property' ? (keyName(found.key) ?? []) : [];
    }),
  );
  const [key, more] = keys;
  if (key === undefined || more !== undefined) return [];
  for (const { source, nodes } of callers) {
    const around = nodes[0] === undefined ? undefined : functionsAround(nodes[0])[0];
    if (around === undefined) continue;
    const through = all(around, 'CallExpression').flatMap(({ callee }) => reached(context, source, callee as Node));
    const queries = [{ source, fn: around }, ...through].flatMap((made) => statementsOf(context, made));
    const ideas = [...new Map(queries.map((each) => [each.node, each])).values()].flatMap((query) =>
      lacking(context, query, key),
    );
    if (ideas.length > 0) return ideas.length === 1 ? ideas : [];
  }
  return [];
}

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

/** A column of one table of the statement that its list of results leaves out. */
function lacking(context: RecipeContext, query: Query, name: string): Idea[] {
  const list = listOf(query);
  const given = givenOut(query);
  if (list === null || given === null || given.includes(name)) return [];
  const schema = schemaOf(context);
  const owners = tablesIn(query.text).filter((each) => schema.get(each.table)?.columns.includes(name) === true);
  const [owner] = owners;
  if (owner === undefined || owners.length !== 1) return [];
  const end = list[0].replace(/\s+from$/i, '').length;
  const text = /\w\.\w/.test(list[1] ?? '') ? `, ${owner.alias}.${name}` : `, ${name}`;
  const splices = [{ start: end, end, text }];
  return [queryIdea('sql-result', query, { title: `the statement gives out \`${name}\``, rank: 0, splices })];
}

function ideasFor(context: RecipeContext, suspect: Suspect, query: Query): Idea[] {
  const { name, key, site } = suspect;
  const added = lacking(context, query, name);
  const given = givenOut(query);
  if (added.length > 0 || given === null || given.includes(name)) return added;
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

function listOf({ text }: Query): RegExpExecArray | null {
  return /^\s*select\s+(?:distinct\s+)?([\s\S]*?)\s+from\b/i.exec(text);
}

/** What the results are called; null where that cannot be read. */
function givenOut(query: Query): string[] | null {
  const list = listOf(query)?.[1];
  if (list === undefined || /(?:^|[,.])\s*\*/.test(list)) return null;
  const given = partsOf(list).map((part) => /["`]?(\w+)["`]?\s*$/.exec(part)?.[1] ?? '');
  return given.includes('') ? null : given;
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
