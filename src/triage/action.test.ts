import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toldAction } from './action.ts';

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
