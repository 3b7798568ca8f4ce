/** `pause`, `resume` and `init`: one file each, made or taken away. */
import { readdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
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
  ensureState(placesOf(call));
  desk.resume();
  const text = before
    ? 'Automatic action is allowed again.'
    : 'Nobody had paused it; where failed repairs had, that is over.';
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

export interface Initial {
  /** Rows of `trial.services` that would let trials read the services in use. */
  readonly rows: readonly string[];
  /** The whole text; `consent` = those rows count. */
  initialFile(rows: readonly string[], consent: boolean): string;
}

/** What is there already is never overwritten. At a terminal the owner is asked once for the services (TRY-8). */
export async function init(call: Call, { rows, initialFile }: Initial): Promise<number> {
  const { project } = placesOf(call);
  const there = readdirSync(project).find((name) => /^kintsugi\.config\.(?:[mc]?[tj]s|json)$/.test(name));
  const file = path.join(project, there ?? 'kintsugi.config.mjs');
  const consent = there === undefined && rows.length > 0 && (await mayRead(call, rows));
  if (there === undefined) writeFileSync(file, initialFile(rows, consent), { flag: 'wx' });
  const text =
    there === undefined
      ? `Wrote ${file}: every setting in a comment. \`kintsugi doctor\` checks the rest.`
      : `${file} is there already and was left as it is.`;
  call.output.result({ file, written: there === undefined, services: consent ? rows : [] }, () => text);
  return 0;
}

/** Without a terminal nobody consents: the rows stand in a comment. */
async function mayRead({ args }: Call, rows: readonly string[]): Promise<boolean> {
  if (args.options.get('json') === true || !process.stdin.isTTY || !process.stdout.isTTY) return false;
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  const list = rows.map((row) => `  ${row}`).join('\n');
  const answer = await asked.question(
    `The server uses these services:\n${list}\nMay trials of repairs read there, with its own logins? Writes are refused. [y/N] `,
  );
  asked.close();
  return /^y(es)?$/i.test(answer.trim());
}
