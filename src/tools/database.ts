/** inspect_db, check_migration and run_db_fix: SQLite, and PostgreSQL or MySQL where the project has their driver (SPEC TOOL-4). */
import { exec } from '../kit/exec.ts';
import { serviceOf } from '../kit/services.ts';
import type { ToolContext } from './context.ts';
import { answerOf, databaseScript, type DatabaseAnswer, type DatabaseAsk } from '../kit/database-script.ts';
import { checkStatements } from '../policy/statements.ts';
import { Refusal } from './refusal.ts';
import { declare, integer, longText, optional, word } from './tool.ts';

const askMs = 15_000;
const foldersMax = 300;
const valueCharsMax = 60;
const secretColumn = /pass(?:word|wd)?|secret|token|hash|salt|card|iban|ssn|key$|cvv|session/i;

interface Database {
  /** How it is named to a model: a file, or the variable whose URL leads there. */
  readonly name: string;
  readonly dialect: DatabaseAsk['dialect'];
  readonly at: string;
}

export const inspectDb = declare({
  name: 'inspect_db',
  description:
    'Databases of the project: without input their names and tables; with a table its columns, keys and, if asked, some rows. Read-only.',
  input: {
    database: optional(word('one of the names that this tool lists')),
    table: optional(word('a table of it')),
    rows: optional(integer('sample rows of the table, default none', [0, 5])),
  },
  touches: ['reads', 'network'],
  more: 'name one table',
  run: async ({ database, table, rows = 0 }, context) => {
    const all = databasesOf(context);
    const wanted = database === undefined ? all : all.filter(({ name }) => name === database);
    if (wanted.length === 0) return `there is no such database; there are: ${namesOf(all)}`;
    const said: string[] = [];
    for (const one of wanted.slice(0, 5)) {
      const answer = await ask(context, one, table === undefined ? { want: 'tables' } : { want: 'table', table, rows });
      said.push(`${one.name} (${one.dialect}): ${described(answer)}`);
    }
    return said.join('\n');
  },
});

export const checkMigration = declare({
  name: 'check_migration',
  description: 'Migration files of the project, and which of them its databases have not had.',
  input: {},
  touches: ['reads', 'network'],
  run: async (_input, context) => {
    const files = migrationsOf(context);
    const said = [`migrations in the project: ${files.join(', ') || 'none'}`];
    for (const one of databasesOf(context).slice(0, 5)) {
      const { error, applied } = await ask(context, one, { want: 'applied' });
      if (error !== undefined) said.push(`${one.name}: ${error}`);
      else if (applied == null) said.push(`${one.name}: it keeps no record of migrations`);
      else
        said.push(
          `${one.name}: ${applied.names.length} applied (${applied.from}); not applied: ${pending(files, applied.names)}`,
        );
    }
    return said.join('\n');
  },
});

export const runDbFix = declare({
  name: 'run_db_fix',
  description:
    'Rehearse SQL on a throwaway copy of a SQLite database and make it a part of the repair. A person is asked before it is run live, after a backup.',
  input: {
    database: word('name as inspect_db lists it'),
    sql: longText('the statements'),
    why: longText('what is wrong in the data or the schema'),
  },
  touches: ['runs', 'proposes'],
  isHere: ({ copy }) => copy !== null,
  run: async ({ database, sql, why }, context) => {
    const one = databasesOf(context).find(({ name }) => name === database);
    if (one?.dialect !== 'sqlite')
      return one === undefined
        ? `there is no such database; there are: ${namesOf(databasesOf(context))}`
        : 'only a SQLite database can be rehearsed on a copy; say in done what a person should run';
    const refused = checkStatements(sql);
    if (refused !== null) throw new Refusal(refused.reason);
    if (context.redact(sql) !== sql) throw new Refusal('the statements hold a secret');
    const { error, changed = [] } = await ask(context, one, { want: 'fix', sql });
    if (error !== undefined) return `Not proposed: ${error}`;
    const effect = changed
      .map(({ table, before, after }) => `${table}: ${before} rows before, ${after} after`)
      .join('; ');
    const [operations, wishes] = [context.operations, context.wishes];
    const what = `run on ${database}, after a backup: `;
    // Each was rehearsed on the database as it is: the last one counts.
    operations.splice(
      0,
      operations.length,
      ...operations.filter((each) => each.op !== 'sql' || each.database !== database),
    );
    wishes.splice(0, wishes.length, ...wishes.filter((wish) => !wish.what.startsWith(what)));
    operations.push({ op: 'sql', database, sql });
    wishes.push({
      what: what + sql,
      isTried: true,
      why: `${why.slice(0, 300)} (rehearsed: ${effect || 'no table changed'})`,
    });
    const samples = changed.flatMap(({ table, sample }) => sample.map((row) => `${table}: ${shownRow(row as Row)}`));
    return [
      `Rehearsed on a copy with a backup: ${effect || 'no table changed'}`,
      ...samples,
      'It is a part of the repair now: `done` tries it in a copy, and a person is asked before it is run.',
    ].join('\n');
  },
});

type Row = Readonly<Record<string, unknown>>;

function databasesOf(context: ToolContext): Database[] {
  const files = sqliteFiles(context).map((file) => ({ name: file, dialect: 'sqlite' as const, at: file }));
  const services = Object.entries(context.env).flatMap(([name, value]) => {
    const protocol = value === undefined ? undefined : serviceOf(value)?.protocol;
    return value !== undefined && (protocol === 'postgres' || protocol === 'mysql')
      ? [{ name, dialect: protocol, at: value }]
      : [];
  });
  return [...files, ...services];
}

function sqliteFiles({ draft }: ToolContext): string[] {
  const found: string[] = [];
  const folders = [''];
  for (const folder of folders) {
    for (const name of draft.tree.list(folder)) {
      const at = folder === '' ? name : `${folder}/${name}`;
      if (/\.(?:db|sqlite3?)$/i.test(name)) found.push(at);
      else if (name.endsWith('/') && !/^(?:node_modules|\.)/.test(name) && folders.length < foldersMax)
        folders.push(at.slice(0, -1));
    }
  }
  return found;
}

/** A SQLite file is opened in the copy, by a confined process where there is confinement; a service by one with the login and nothing else. */
async function ask(
  context: ToolContext,
  { dialect, at }: Database,
  want: Pick<DatabaseAsk, 'want' | 'table' | 'rows' | 'sql'>,
): Promise<DatabaseAnswer> {
  const { project, copy, signal } = context;
  const question = JSON.stringify({ project, dialect, at: dialect === 'sqlite' ? `${project}/${at}` : at, ...want });
  const run = { cwd: project, env: {}, input: question, timeoutMs: askMs, signal };
  return answerOf(
    dialect === 'sqlite' && copy !== null
      ? await copy.run(['node', '-e', databaseScript, question], askMs)
      : await exec([process.execPath, '-e', databaseScript], run),
  );
}

function described({ error, tables, columns = [], indexes = [], keys = [], rows = [] }: DatabaseAnswer): string {
  if (error !== undefined) return error;
  if (tables !== undefined)
    return tables.map(({ name, rows: number }) => `\n  ${name}: ${number} rows`).join('') || 'no tables';
  const fields = columns.map(
    (one) =>
      `\n  ${String(one['name'])} ${String(one['type'])}${isRequired(one) ? ' NOT NULL' : ''}${one['dflt_value'] == null ? '' : ` DEFAULT ${String(one['dflt_value'])}`}`,
  );
  return [
    `columns${fields.join('')}`,
    indexes.length > 0 ? `indexes ${JSON.stringify(indexes)}` : '',
    keys.length > 0 ? `foreign keys ${JSON.stringify(keys)}` : '',
    ...rows.map((row) => `row ${shownRow(row)}`),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function isRequired(column: Row): boolean {
  return column['notnull'] === 1 || column['nullable'] === 'NO';
}

/** Values are shortened, and those of columns that are named like secrets not shown. */
function shownRow(row: Row): string {
  const shown = Object.entries(row).map(([name, value]) => [
    name,
    secretColumn.test(name)
      ? '[hidden]'
      : typeof value === 'string' && value.length > valueCharsMax
        ? `${value.slice(0, valueCharsMax)}…`
        : value,
  ]);
  return JSON.stringify(Object.fromEntries(shown));
}

/** Files below a folder of migrations, or the folders that hold one migration each. */
function migrationsOf({ draft }: ToolContext): string[] {
  const names = draft.tree.files.flatMap((file) => /(?:^|\/)(?:migrations?|migrate)\/([^/]+)/.exec(file)?.[1] ?? []);
  return [...new Set(names)].filter((name) => /^[\dA-Za-z]+[\d_-]/.test(name)).toSorted();
}

function pending(files: readonly string[], applied: readonly string[]): string {
  const plain = (name: string): string => name.replace(/\.\w+$/, '').toLowerCase();
  const had = applied.map(plain);
  return (
    files.filter((file) => !had.some((one) => plain(file) === one || plain(file).startsWith(`${one}_`))).join(', ') ||
    'none'
  );
}

function namesOf(all: readonly Database[]): string {
  return all.map(({ name }) => name).join(', ') || 'none';
}
