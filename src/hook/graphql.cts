/** GraphQL answers 200 whatever a resolver throws: where `graphql` itself meets the error, it is seen. Free until an error comes. */

import channels from 'node:diagnostics_channel';
import module from 'node:module';
import { types } from 'node:util';

import { tellSwallowed } from './errors.cts';
import { guard, patch, read } from './guard.cts';

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

/** What the language throws at a mistake; anything else may be what the resolver means to answer. */
function note(error: unknown): void {
  if (types.isNativeError(error) && /^(?:Type|Reference|Range)Error$/.test(error.name)) tellSwallowed(error);
}
