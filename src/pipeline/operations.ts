/** Wiring: carries the operations of an approved proposal out for real; file changes are not among them. */
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Operation } from '../incident/nouns.ts';
import { sleep } from '../kit/clock.ts';
import { Fault } from '../kit/errors.ts';
import { bootId, isAlive, signalProcess } from '../kit/identity.ts';
import type { Project } from '../project.ts';
import { installModules } from '../release/modules.ts';
import { installEnv } from '../sandbox/install.ts';

const staleGraceMs = 5_000;

/** What was done, in a few words each. @throws Fault where one could not be done; each may simply be done again. */
export async function carryOut(project: Project, operations: readonly Operation[]): Promise<string[]> {
  const done: string[] = [];
  for (const operation of operations) done.push(await one(project, operation));
  return done.filter((text) => text !== '');
}

async function one(project: Project, operation: Operation): Promise<string> {
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
