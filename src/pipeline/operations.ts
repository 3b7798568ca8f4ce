/** Wiring: carries the operations of an approved proposal out for real; file changes are not among them. */
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { ensureFolder } from '../kit/files.ts';
import type { Operation } from '../incident/nouns.ts';
import { sleep } from '../kit/clock.ts';
import { answerOf, databaseScript, type DatabaseAsk } from '../kit/database-script.ts';
import { Fault } from '../kit/errors.ts';
import { exec } from '../kit/exec.ts';
import { bootId, isAlive, signalProcess } from '../kit/identity.ts';
import type { Project } from '../project.ts';
import { installModules } from '../release/modules.ts';
import { installEnv } from '../sandbox/install.ts';

const staleGraceMs = 5_000;
const dataMs = 60_000;

/** What was done, in a few words each. `key` names the repair. @throws Fault where one could not be done; each may simply be done again. */
export async function carryOut(project: Project, operations: readonly Operation[], key: string): Promise<string[]> {
  const done: string[] = [];
  for (const [index, operation] of operations.entries())
    done.push(await one(project, operation, `${key}-${index + 1}`));
  return done.filter((text) => text !== '');
}

async function one(project: Project, operation: Operation, key: string): Promise<string> {
  switch (operation.op) {
    case 'install': {
      const env = installEnv(project.env);
      const changed = await installModules({ paths: project.paths, argv: operation.argv, env });
      return ['node_modules', ...changed].join(', ');
    }
    case 'mkdir':
      mkdirSync(inside(project, operation.path), { recursive: true });
      return operation.path;
    case 'chmod': {
      const file = inside(project, operation.path);
      chmodSync(file, (lstatSync(file).mode | operation.addBits) & 0o777);
      return operation.path;
    }
    case 'endStale':
      return endStale(operation);
    case 'sql':
      return changeData(project, operation, key);
    case 'rollback':
    case 'restart':
      return '';
  }
}

/** Ends exactly the process that was named when it was proposed: one with its pid and another start time is left alone. */
async function endStale({ pid, startTime }: { pid: number; startTime: string }): Promise<string> {
  const identity = { pid, startTime, bootId: bootId() };
  signalProcess(identity, 'SIGTERM');
  for (let waited = 0; waited < staleGraceMs && isAlive(identity); waited += 50) await sleep(50);
  signalProcess(identity, 'SIGKILL');
  return `ended the stale process ${pid}`;
}

/** What a person approved, to the letter. Where this was killed in between, it is told what was done and not done twice. */
async function changeData(
  project: Project,
  { database, sql }: Extract<Operation, { op: 'sql' }>,
  key: string,
): Promise<string> {
  const { paths } = project;
  const backup = path.join(paths.backups, 'databases', `${key}.db`);
  ensureFolder(path.dirname(backup));
  const at = inside(project, database);
  const question: DatabaseAsk = { project: paths.project, dialect: 'sqlite', at, want: 'fix', sql, backup };
  const input = JSON.stringify(question);
  const how = { cwd: paths.project, env: {}, input, timeoutMs: dataMs };
  const { error, changed = [] } = answerOf(await exec([process.execPath, '-e', databaseScript], how));
  if (error !== undefined) throw new Fault('data_change', `${database}: ${error}`);
  const rows = changed.map(({ table, before, after }) => `${table}: ${before} rows before, ${after} after`);
  return `${database} (${rows.join('; ') || 'no rows counted'}; as it was: ${backup})`;
}

/** The real path of something in the project; links do not lead out of it. @throws Fault internal */
function inside(project: Project, relative: string): string {
  const root = realpathSync(project.paths.project);
  const wanted = path.resolve(root, relative);
  let existing = wanted;
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) existing = path.dirname(existing);
  const real = path.join(realpathSync(existing), path.relative(existing, wanted));
  if (real === root || real.startsWith(root + path.sep)) return real;
  throw new Fault('internal', `${relative} lies outside the project; nothing was done.`);
}
