/** `const { lastInsertId } = db.prepare(…).run(…)`: what another database driver calls it is nothing here, and fails elsewhere. */
import { declared } from '../../code/modules.ts';
import { namesInScope } from '../../code/scope.ts';
import { keyName } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { memberNames } from '../../evidence/member-names.ts';
import type { Read } from '../../evidence/member-names.ts';
import { ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'driver-result';

export const driverResult: Recipe = {
  name,
  classes: ['type', 'range', 'database', 'unknown', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'What a statement gave, read by the name that another database driver has for it (`insertId` of SQLite, `affectedRows` of PostgreSQL).',
  ideas(context) {
    const drivers = [...declared(context.tree).keys()].flatMap((each) => resultOf[each] ?? []);
    const [driver, more] = new Set(drivers);
    if (driver === undefined || more !== undefined) return [];
    const wrong = [...words].flatMap(([field, spellings]) => {
      const own = driver[field];
      const others = own === undefined ? [] : spellings.filter((each) => !Object.values(driver).includes(each));
      return others.flatMap((each) => readsOf(context, each, driver.by).map((read) => ({ read, own: own ?? each })));
    });
    const [first] = wrong;
    if (first === undefined || wrong.some(({ read }) => read.name !== first.read.name)) return [];
    const title = `\`${first.read.name}\` is called \`${first.own}\` by this database driver`;
    const changes = wrong.map(({ read: { source, key, node }, own }) => ({
      source,
      splices: [{ start: key.start, end: key.end, text: isShort(node) ? `${own}: ${first.read.name}` : own }],
    }));
    return [ideaOf(name, { title, rank: -1, ask: null }, changes)];
  },
};

type Field = 'id' | 'count';
type Result = Partial<Record<Field, string>> & {
  readonly by: RegExp;
  /** What else it has of that kind, which is another number. */
  readonly also?: string;
};

/** What the drivers call the key of a new row and the number of changed rows, and the methods that give those. */
const sqlite: Result = { id: 'lastInsertRowid', count: 'changes', by: /^run$/ };
const mysql: Result = { id: 'insertId', count: 'affectedRows', also: 'changedRows', by: /^(?:query|execute)$/ };
const resultOf: Readonly<Record<string, Result>> = {
  'better-sqlite3': sqlite,
  libsql: sqlite,
  mysql2: mysql,
  mysql,
  pg: { count: 'rowCount', by: /^query$/ },
};

const words: ReadonlyMap<Field, readonly string[]> = new Map([
  [
    'id',
    'lastInsertRowid lastInsertRowId lastInsertId lastInsertID lastID lastId insertId insertedId lastRowId'.split(' '),
  ],
  ['count', 'changes affectedRows rowCount rowsAffected changedRows modifiedCount numAffected'.split(' ')],
]);

/** Where it is read of what such a method gave, where nothing of the project gives that name. */
function readsOf({ tree }: RecipeContext, wanted: string, by: RegExp): Read[] {
  const { given, read } = memberNames(tree);
  return given.has(wanted) ? [] : (read.get(wanted) ?? []).filter(({ source, object }) => isResult(source, object, by));
}

/** `stmt.run(…)`, `await pool.query(…)`, what is taken apart of it, and a variable that holds it: `const [result] = …`. */
function isResult(source: Source, object: Node, by: RegExp): boolean {
  if (object.type === 'AwaitExpression') return isResult(source, object.argument, by);
  if (object.type === 'CallExpression')
    return object.callee.type === 'MemberExpression' && by.test(keyName(object.callee.property) ?? '');
  if (object.type === 'ObjectPattern' || object.type === 'ArrayPattern') {
    const { parent } = object;
    if (parent?.type === 'ArrayPattern') return isResult(source, parent, by);
    return parent?.type === 'VariableDeclarator' && parent.init !== null && isResult(source, parent.init, by);
  }
  if (object.type !== 'Identifier') return false;
  const made = namesInScope(source, object.start).get(object.name)?.node;
  if (made?.type !== 'VariableDeclarator' || made.init === null) return false;
  const isWhole = made.id.type === 'Identifier' || made.id.type === 'ArrayPattern';
  return isWhole && isResult(source, made.init, by);
}

function isShort(node: Node): boolean {
  return node.type === 'Property' && node.shorthand;
}
