/** What a person is asked to do where no change of code can help (SPEC TRI-4). */
import type { Action, Diagnosis, FailureClass, Named } from '../incident/nouns.ts';
import { isLocked } from './codes.ts';

export function actionFor(name: FailureClass, named: Named): Action {
  const target =
    named.host === undefined
      ? (named.path ?? null)
      : `${named.host}${named.port === undefined ? '' : `:${named.port}`}`;
  const where = target ?? 'the other side';
  const status = /^UPSTREAM_(\d{3})$/.exec(named.code ?? '')?.[1];
  const code = codeText(named.code, status);
  switch (name) {
    case 'connection':
      if (status !== undefined) return act(`${where} fails${code}: see whether it is up`);
      return act(`${where} ${connectionText(named.code ?? '', code)}`);
    case 'timeout':
      return act(`${where} did not answer in time${code}: see whether it is up and reachable`);
    case 'dns':
      return act(
        `the name ${named.host ?? ''} cannot be resolved${code}: correct the name, or see to DNS`,
        named.host === undefined ? null : `getent hosts ${shellWord(named.host)}`,
      );
    case 'tls':
      return act(`the certificate of ${where} is not accepted${code}: renew or install it, or its authority`);
    case 'auth':
      return act(`the credentials for ${where} were refused${code}: renew them and restart`);
    case 'rate_limited':
      return act(`${where} limits the rate of requests${code}: wait, or have the limit raised`);
    case 'billing':
      return act(`${where} asks for payment, or a licence is over${code}: see to the account`);
    case 'disk_full':
      return act('the disk is full: free some space', 'df -h');
    case 'file_descriptors':
      return act('too many files are watched or open: raise the limit, or have fewer of them', 'ulimit -n');
    case 'out_of_memory':
      return act(`the process ran out of memory${code}: see what it holds, or give it more (--max-old-space-size)`);
    case 'database':
      return act(
        `${where === 'the other side' ? 'the database' : where} refuses what it is asked because of its own state${code}: see to it`,
      );
    case 'permission':
      return act(
        `${target ?? 'what it needs'} may not be used by this user${code}: it lies outside what may be changed here`,
      );
    case 'config':
      return act('Node was given an option that it refuses: correct NODE_OPTIONS or the command, or use another Node');
    case 'env_missing':
      return act(`the environment variable ${named.envKey ?? ''} is missing: set it and restart`);
    default:
      return act(`this needs a person${code}`);
  }
}

/** Numbers (of a DOMException) say nothing to a person. */
function codeText(code = '', status?: string): string {
  if (status !== undefined) return ` (it answered ${status})`;
  return code === '' || /^\d{1,4}$/.test(code) ? '' : ` (${code})`;
}

/** How a connection failed: it never came about, it broke, or the service has no room or is not ready for it. */
function connectionText(code: string, shown: string): string {
  if (/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|PROTOCOL_CONNECTION_LOST|08006|Z_\w+)$/.test(code))
    return `broke the connection off${shown}: see whether it is up`;
  if (/^(?:53300|53400|ER_CON_COUNT_ERROR|ER_TOO_MANY_USER_CONNECTIONS)$/.test(code))
    return `takes no more connections${shown}: see who holds them, or raise its limit`;
  if (/^57P0[123]$/.test(code)) return `is being started or stopped${shown}: wait, or see whether it is up`;
  return `does not answer${shown}: start it, or correct its address`;
}

/** What a person can do where the class may be the code's fault, and no repair helped; null where there is no more to say. */
export function leftAction({
  class: name,
  named,
  message,
}: Pick<Diagnosis, 'class' | 'named' | 'message'>): Action | null {
  const program = /\bspawn(?:Sync)? (\S{1,300}) ENOENT\b/.exec(message)?.[1];
  if (name === 'missing_file' && program !== undefined)
    return act(`the program ${program} is not found: install it, or correct PATH, or the folder that it is started in`);
  if (name === 'file_descriptors' || name === 'out_of_memory') return actionFor(name, named);
  const by = codeText(named.code);
  const text = name === 'database' ? databaseText(named.code ?? '') : undefined;
  return text === undefined ? lockedAction(named, message) : act(text.replace(':', `${by}:`));
}

function databaseText(code: string): string | undefined {
  if (/^(?:3D000|ER_BAD_DB_ERROR)$/.test(code))
    return 'the database that is asked for is not there: create it, or correct its name in the address';
  if (/^(?:42501|ER_TABLEACCESS_DENIED_ERROR|ER_SPECIFIC_ACCESS_DENIED_ERROR)$/.test(code))
    return 'the user of the database may not do that: grant it, or connect as another user';
  if (/^(?:57014|ER_QUERY_TIMEOUT)$/.test(code))
    return 'the database ended a statement that took too long: see what it waits for, or allow it more time';
  if (/^(?:XX00[12]|58030)$/.test(code))
    return 'the database cannot read its own data: see to its disk and its backups';
  return undefined;
}

/** What was told and is not seen in a copy, as the want or the lock that it speaks of was elsewhere: what a person can do; null for all else. */
export function toldAction({
  class: name,
  named,
  message,
}: Pick<Diagnosis, 'class' | 'named' | 'message'>): Action | null {
  if (name === 'out_of_memory' || name === 'file_descriptors') return actionFor(name, named);
  return lockedAction(named, message);
}

function lockedAction(named: Named, message: string): Action | null {
  if (!isLocked(named.code, message)) return null;
  const by = (named.code ?? '') === '' ? '' : ` (${named.code})`;
  return act(
    `the database was locked${by}: another process or transaction holds what this one asked for; see which and end it, or let this one wait longer`,
  );
}

function act(why: string, command: string | null = null): Action {
  return { why, command };
}

/** The host comes from an error text: shown as a command only where it is a plain name. */
function shellWord(text: string): string {
  return /^[\w.:-]{1,253}$/.test(text) ? text : "''";
}
