/** GraphQL answers 200 whatever a resolver throws: where `graphql` itself meets the error, it is seen. Free until an error comes. */

import channels from 'node:diagnostics_channel';
import module from 'node:module';

import { tellSwallowed } from './errors.cts';
import { guard, patch, read } from './guard.cts';
import { isSlip } from './requests.cts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Version 17 tells of each execution on channels of its own. */
export function watchGraphql(): void {
  const look = (message: unknown): void => {
    const errors = read(read(message, 'result'), 'errors');
    if (Array.isArray(errors)) for (const one of errors) guard('errors', () => note(read(one, 'originalError')));
  };
  for (const name of ['end', 'asyncEnd']) channels.subscribe(`tracing:graphql:execute:${name}`, look);
}

/** Version 16, where the app has loaded it: what gives each error its place in the query. */
export function reachGraphql(): void {
  for (const [file, loaded] of Object.entries(module.createRequire(__filename).cache)) {
    if (loaded === undefined || !/[\\/]graphql[\\/]error[\\/]locatedError\.js$/.test(file)) continue;
    patch(loaded.exports as object, 'locatedError', ((original: AnyFunction): AnyFunction => {
      return function locatedError(this: unknown, error, ...rest) {
        guard('errors', () => note(error));
        return original.call(this, error, ...rest);
      };
    }) as never);
  }
}

/** What the language throws at a mistake, what the system refuses, what a database says of a statement; anything else may be what the resolver means to answer. */
function note(error: unknown): void {
  if (isSlip(error) || [error, ...behind(error)].some(isOfSystem)) tellSwallowed(error);
}

/** Query builders wrap what a driver said. */
function behind(error: unknown): unknown[] {
  return [read(error, 'cause'), read(error, 'parent')];
}

/** SQLite, PostgreSQL (class 42), MySQL and Prisma of tables and columns that are not there and of statements that do not parse: never of rows. */
const ofStatement =
  /^(?:SQLITE_ERROR|42[\dA-Z]{3}|ER_(?:BAD_FIELD|NO_SUCH_TABLE|PARSE|BAD_TABLE|NON_UNIQ|WRONG_FIELD)\w*|P202[12])$/;

function isOfSystem(error: unknown): boolean {
  const isPlain = read(error, 'code') === 'ERR_SQLITE_ERROR' && read(error, 'errcode') === 1;
  return isPlain || typeof read(error, 'syscall') === 'string' || ofStatement.test(String(read(error, 'code')));
}
