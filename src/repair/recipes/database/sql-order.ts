/** Rows that are written before those they refer to, or deleted after them: the statement that must come first goes first. */
import type { Idea } from '../../../incident/nouns.ts';
import { called } from '../../code/callees.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { schemaOf, statementsIn } from '../../code/sql.ts';
import { all, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { lifted } from '../http/setup-order.ts';

export const sqlOrder: Recipe = {
  name: 'sql-order',
  classes: ['database', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A foreign key fails because rows are written before their parents, or deleted after them: the other statement goes first.',
  ideas(context) {
    if (!/foreign key/i.test(context.diagnosis.message)) return [];
    for (const site of sitesOf(context)) {
      const found = statementsAround(site).flatMap((statement) => earlier(context, site.source, statement));
      if (found.length > 0) return found.slice(0, 2);
    }
    return [];
  },
};

function statementsAround({ nodes }: Site): Node[] {
  const [node] = nodes;
  return node === undefined
    ? []
    : upwards(node).filter(({ parent }) => parent?.type === 'BlockStatement' || parent?.type === 'Program');
}

/** What comes later in the same list and must come first. */
function earlier(context: RecipeContext, source: Source, statement: Node): Idea[] {
  const { parent } = statement;
  const list = parent?.type === 'BlockStatement' || parent?.type === 'Program' ? (parent.body as Node[]) : [];
  const own = writesOf(context, source, statement);
  const schema = schemaOf(context);
  const refersTo = (child: string, to: string): boolean => schema.get(child)?.parents.includes(to) === true;
  const isFirst = (later: Writes): boolean =>
    later.inserts.some((table) => own.inserts.some((child) => refersTo(child, table))) ||
    later.deletes.some((table) => own.deletes.some((to) => refersTo(table, to)));
  return list
    .filter((each) => each.start > statement.end && isFirst(writesOf(context, source, each)))
    .map((each) =>
      ideaIn('sql-order', source, {
        title: `\`${textOf(source, each).split('\n')[0]?.slice(0, 60) ?? ''}\` comes first`,
        rank: 0,
        splices: lifted(source, { statement: each, before: statement }),
      }),
    );
}

interface Writes {
  readonly inserts: readonly string[];
  readonly deletes: readonly string[];
}

/** The tables that a statement writes to: by its own SQL, that of a name it uses, or that of a function it calls. */
function writesOf(context: RecipeContext, source: Source, statement: Node): Writes {
  const places = [
    { source, node: statement },
    ...all(statement, 'Identifier').flatMap(({ name, start }) => {
      const node = namesInScope(source, start).get(name)?.node;
      return node?.type === 'VariableDeclarator' ? [{ source, node: node as Node }] : [];
    }),
    ...all(statement, 'CallExpression').flatMap(({ callee }) =>
      called(context, source, callee).map((made) => ({ source: made.source, node: made.fn as Node })),
    ),
  ];
  const texts = places.flatMap((place) =>
    statementsIn(place.source)
      .filter(({ node }) => node.start >= place.node.start && node.end <= place.node.end)
      .map(({ text }) => text),
  );
  const tables = (pattern: RegExp): string[] =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, table = '']) => table));
  return {
    inserts: tables(/\binsert\s+(?:or\s+\w+\s+)?into\s+["`]?(\w+)/gi),
    deletes: tables(/\bdelete\s+from\s+["`]?(\w+)/gi),
  };
}
