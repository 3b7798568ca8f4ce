import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureClass, Named } from '../incident/nouns.ts';
import { actionFor, leftAction, toldAction } from './action.ts';

const told = (message: string, code?: string) =>
  toldAction({ class: 'database', message, named: code === undefined ? {} : { code } });

test('TRI-4 a lock of somebody else that was told and not seen is told with its code', () => {
  assert.match(
    told('SqliteError: database is locked', 'SQLITE_BUSY')?.why ?? '',
    /locked \(SQLITE_BUSY\): another process/,
  );
  assert.match(told('Error: database is locked', 'ERR_SQLITE_ERROR')?.why ?? '', /another process/);
  assert.match(told('Error: SQLITE_BUSY: database is locked')?.why ?? '', /another process/);
  assert.match(told('error: canceling statement due to lock timeout', '55P03')?.why ?? '', /55P03/);
  assert.match(told('error: deadlock detected', '40P01')?.why ?? '', /another process/);
  assert.match(
    told('Lock wait timeout exceeded; try restarting transaction', 'ER_LOCK_WAIT_TIMEOUT')?.why ?? '',
    /another process/,
  );
});

test('TRI-4 a lock of the same connection, and what only speaks of locks, are left to repair', () => {
  assert.equal(told('SqliteError: database table is locked', 'SQLITE_LOCKED'), null);
  assert.equal(told('SqliteError: cannot commit transaction - SQL statements in progress', 'SQLITE_BUSY'), null);
  assert.equal(told('Error: database is locked by the migration of Monday'), null);
  assert.equal(told('SqliteError: no such column: locked', 'SQLITE_ERROR'), null);
});

test('TRI-4 CLI-2 a connection that broke, and a service that has no room or is not ready, do answer', () => {
  const of = (code: string, named: Named = {}): string =>
    actionFor('connection', { host: 'db.example', port: 5432, code, ...named }).why;
  assert.match(of('ECONNREFUSED'), /^db\.example:5432 does not answer \(ECONNREFUSED\): start it/);
  for (const code of ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'Z_DATA_ERROR'])
    assert.match(of(code), /^db\.example:5432 broke the connection off \(/, code);
  for (const code of ['53300', 'ER_CON_COUNT_ERROR']) assert.match(of(code), /takes no more connections \(/, code);
  assert.match(of('57P03'), /is being started or stopped \(57P03\): wait/);
  assert.match(of('UPSTREAM_503'), /^db\.example:5432 fails \(it answered 503\)/);
  const late = actionFor('timeout', { code: '23' }).why; // of a DOMException
  assert.equal(late, 'the other side did not answer in time: see whether it is up and reachable');
});

test('TRI-4 CLI-2 what may be the fault of code and is not mended is told in the terms of its owner', () => {
  const of = (name: FailureClass, message: string, code?: string): string | undefined =>
    leftAction({ class: name, message, named: code === undefined ? {} : { code } })?.why;
  assert.match(
    of('database', 'error: database "shop" does not exist', '3D000') ?? '',
    /is not there \(3D000\): create/,
  );
  assert.match(
    of('database', 'error: permission denied for table x', '42501') ?? '',
    /may not do that \(42501\): grant/,
  );
  assert.match(
    of('database', 'error: canceling statement due to statement timeout', '57014') ?? '',
    /too long \(57014\)/,
  );
  assert.match(of('database', 'error: invalid page in block 3', 'XX001') ?? '', /its own data \(XX001\)/);
  assert.match(of('database', 'error: deadlock detected', '40P01') ?? '', /another process/);
  for (const told of ['spawnSync convert ENOENT', 'spawn convert ENOENT'])
    assert.match(of('missing_file', `Error: ${told}`, 'ENOENT') ?? '', /^the program convert is not found: install it/);
  assert.match(
    of('file_descriptors', 'Error: EMFILE: too many open files', 'EMFILE') ?? '',
    /raise the limit, or have/,
  );
  assert.equal(of('missing_file', "Error: ENOENT: no such file or directory, open 'x'", 'ENOENT'), undefined);
  assert.equal(of('database', 'error: column "x" does not exist', '42703'), undefined);
  assert.equal(of('type', 'TypeError: x is not a function'), undefined);
});
