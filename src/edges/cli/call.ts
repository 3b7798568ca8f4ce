/** What every command is given. */
import { knownPaths } from '../../kit/known.ts';
import { findProject, linkedProject, type StatePaths } from '../../kit/paths.ts';
import type { Args } from './args.ts';
import type { Output } from './output.ts';

/** Exit code after SIGINT or SIGTERM (CLI-1). */
export const cancelled = 11;

export interface Call {
  readonly args: Args;
  readonly env: NodeJS.ProcessEnv;
  readonly output: Output;
}

/** Where the project of this call keeps its state: from the current folder upwards, or --cwd (CLI-12). */
export function placesOf({ args, env }: Call): StatePaths {
  return knownPaths(findProject(args.cwd), env, linkedProject(args.cwd));
}
