/** The redactor of a project: its .env files and the environment of this command. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { listed, readText } from '../../kit/files.ts';
import { createRedactor, type Redactor } from '../../kit/redact.ts';
import { secretsFrom } from '../../kit/redact-env.ts';
import { workspacesIn } from '../../kit/workspaces.ts';

export function redactorFor(folders: readonly string[], env: NodeJS.ProcessEnv): Redactor {
  const all = folders.flatMap((folder) => workspacesIn(folder).map((at) => path.join(folder, at)));
  const files = [...new Set(all)].flatMap((folder) =>
    listed(folder)
      .filter((name) => name.startsWith('.env'))
      .map((name) => path.join(folder, name)),
  );
  const envFiles = files
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => ({ path: file, text: readText(file) ?? '' }));
  return createRedactor(secretsFrom({ env, envFiles }));
}
