/** `pause`, `resume` and `init`: one file each, made or taken away. */
import { readdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Desk } from '../../engine/desk.ts';
import { isErrno } from '../../kit/errors.ts';
import { exec } from '../../kit/exec.ts';
import { readJson } from '../../kit/files.ts';
import { ensureState } from '../../kit/paths.ts';
import { textOf } from './args.ts';
import { placesOf, type Call } from './call.ts';

/** The kill switch (POL-6). A second `pause` keeps the first one's name and time. */
export async function pause(call: Call, desk: Desk): Promise<number> {
  const places = placesOf(call);
  const before = desk.paused();
  if (!before) {
    ensureState(places);
    desk.pause(await whoDecides(call));
  }
  const pausing = readJson<{ by: string; at: string }>(places.paused);
  const text = `${before ? 'Already paused' : 'Paused'}: no automatic action in ${places.project}. Servers are still restarted and served. To go on: kintsugi resume`;
  call.output.result({ paused: true, by: pausing?.by ?? null, at: pausing?.at ?? null }, () => text);
  return 0;
}

export function resume(call: Call, desk: Desk): number {
  const before = desk.paused();
  desk.resume();
  const text = before ? 'Automatic action is allowed again.' : 'It was not paused.';
  call.output.result({ paused: false, was: before }, () => text);
  return 0;
}

/** CLI-8: `--by`, else git's user.name, else the login. */
export async function whoDecides({ args, env }: Call): Promise<string> {
  const named = textOf(args, 'by')?.trim();
  if (named) return named;
  const git = await exec(['git', 'config', 'user.name'], { cwd: args.cwd, env, timeoutMs: 5_000 });
  return git.stdout.trim() || loginName(env);
}

function loginName(env: NodeJS.ProcessEnv): string {
  try {
    return userInfo().username;
  } catch (error) {
    // a container may run under a uid that has no name
    if (isErrno(error)) return env['USER'] ?? `uid ${process.getuid?.() ?? 'unknown'}`;
    throw error;
  }
}

/** `initialFile` is the whole text; what is there already is never overwritten. */
export function init(call: Call, initialFile: () => string): number {
  const { project } = placesOf(call);
  const there = readdirSync(project).find((name) => /^kintsugi\.config\.(?:ts|mjs|js|json)$/.test(name));
  const file = path.join(project, there ?? 'kintsugi.config.mjs');
  if (there === undefined) writeFileSync(file, initialFile(), { flag: 'wx' });
  const text =
    there === undefined
      ? `Wrote ${file}: every setting in a comment. \`kintsugi doctor\` checks the rest.`
      : `${file} is there already and was left as it is.`;
  call.output.result({ file, written: there === undefined }, () => text);
  return 0;
}
