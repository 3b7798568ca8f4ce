/** `kintsugi policy check`: what policy says to a command, a diff or an address; nothing is done, exit 0 (CLI-5). */
import { lookup } from 'node:dns/promises';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../../kit/errors.ts';
import { readText } from '../../kit/files.ts';
import { findProject } from '../../kit/paths.ts';
import { explain as judge } from '../../policy/policy.ts';
import type { PolicySettings, Verdict } from '../../policy/settings.ts';
import { hasFlag, textOf } from './args.ts';
import type { Call } from './call.ts';
import { inputText } from './input.ts';

/** `settings` loads the project's; only then is it known that they are valid. */
export async function policyCheck(call: Call, settings: () => Promise<PolicySettings>): Promise<number> {
  const given = ['command', 'diff', 'url'].filter((name) => call.args.options.has(name));
  if (given.length !== 1) throw new Fault('usage', 'policy check needs exactly one of --command, --diff, --url');
  const policy = await settings();
  const { decision, rule, reason } = await verdictOf(call, given[0] ?? '', policy);
  call.output.result({ decision, rule, reason }, () => `${decision} (${rule}): ${reason}`);
  return 0;
}

async function verdictOf(call: Call, what: string, policy: PolicySettings): Promise<Verdict> {
  const text = textOf(call.args, what) ?? '';
  if (what === 'command') return judge({ command: text }, policy);
  if (what === 'url') return urlVerdict(text, hasFlag(call.args, 'resolve'), policy);
  const view = projectView(findProject(call.args.cwd));
  return judge({ diff: inputText(call, text, '--diff'), view }, policy);
}

/** A refused address is not looked up: the look-up alone would tell its owner something. */
async function urlVerdict(url: string, resolve: boolean, policy: PolicySettings): Promise<Verdict> {
  const plain = judge({ url }, policy);
  if (!resolve || plain.decision === 'deny') return plain;
  try {
    const found = await lookup(new URL(url).hostname.replace(/^\[|\]$/g, ''), { all: true });
    return judge({ url, resolved: found.map(({ address }) => address) }, policy);
  } catch (error) {
    if (!(error instanceof Error) || !isErrno(error)) throw error;
    // nothing to connect to is a finding too
    return { decision: 'deny', rule: 'url-unresolved', reason: `the host cannot be looked up (${error.code})` };
  }
}

/** The files a diff speaks of. `read` gives null where there is none; `realpath` null where it is outside the project. */
function projectView(project: string): { read(file: string): string | null; realpath(file: string): string | null } {
  const realpath = (file: string): string | null => {
    const inside = path.relative(project, realPathOf(path.join(project, file)));
    return inside.startsWith('..') || path.isAbsolute(inside) ? null : inside.split(path.sep).join('/');
  };
  return { realpath, read: (file) => (realpath(file) === null ? null : readOrNull(path.join(project, file))) };
}

/** Of what is not there yet: the real path of the nearest folder that is, with the rest of the name. */
function realPathOf(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const folder = path.dirname(file);
  return folder === file ? file : path.join(realPathOf(folder), path.basename(file));
}

function readOrNull(file: string): string | null {
  try {
    return readText(file);
  } catch (error) {
    if (isErrno(error, 'EISDIR', 'EACCES', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE')) return null; // as good as not there
    throw error;
  }
}
