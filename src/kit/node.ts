/** Which Node starts what we start. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { present } from './files.ts';

/** Our own; where an upgrade cleared that away under us, the one in PATH: a keeper runs for months, and its server is to be started all the same. */
export function nodeProgram(env: NodeJS.ProcessEnv): string {
  const { execPath } = process;
  if (present(execPath)) return execPath;
  const all = (env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, path.basename(execPath)));
  return all.find((file) => path.isAbsolute(file) && statSync(file, { throwIfNoEntry: false })?.isFile()) ?? execPath;
}
