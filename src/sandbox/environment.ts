/** What a trial sees of the subject's environment: settings as they are, secrets as stand-ins (SPEC TRY-9). */
import { createHash } from 'node:crypto';
import { credentialNames } from '../kit/services.ts';
import type { Swap } from './resign.ts';
import { looksSecret, standIn } from './standins.ts';

/** Entries that belong to the caller's session or would disturb the trial itself. */
const dropped =
  /^(KINTSUGI_.*|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_CHANNEL_.*|NODE_UNIQUE_ID|NODE_V8_COVERAGE|NODE_EXTRA_CA_CERTS|NODE_TEST_CONTEXT|SSH_.*|GPG_.*|DBUS_.*|XDG_.*|NOTIFY_SOCKET|LISTEN_FDS|LISTEN_PID|LISTEN_FDNAMES|OLDPWD|PWD|MAIL|BASH_ENV|ENV|PROMPT_COMMAND|_)$/;
const untouched =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TERM|TZ|NODE_ENV|HOSTNAME|TMPDIR|SHLVL|INIT_CWD|EDITOR|COLORTERM|npm_.*)$/;

export interface TrialEnv {
  readonly env: Record<string, string>;
  /** Names whose values were replaced. */
  readonly replaced: readonly string[];
  /** What requests may be signed with, and what they are signed with in the trial. */
  readonly swaps: readonly Swap[];
}

/** What a trial may have as it is. */
export interface Allowed {
  /** Setting `trial.env`. */
  readonly given: Readonly<Record<string, string>>;
  /** Live services it may read, `host:port`: it gets what leads there, logins included. */
  readonly open?: readonly string[];
  /** Credentials that the requests it is asked bring along anyway. */
  readonly carried?: ReadonlySet<string>;
  /** Values that it never gets, whatever they are called and whoever else may have them: keys of models (MOD-5). */
  readonly withheld?: ReadonlySet<string>;
}

/** What the requests bring along, and its hashes: some apps keep only those (`API_KEY_SHA256=…`). */
export function carriedBy(values: readonly string[]): Set<string> {
  const hashes = ['sha256', 'sha512', 'sha1', 'md5'];
  const hashed = values.flatMap((value) => hashes.map((hash) => createHash(hash).update(value).digest()));
  return new Set([...values, ...hashed.flatMap((made) => [made.toString('hex'), made.toString('base64')])]);
}

export function trialEnv(subject: NodeJS.ProcessEnv, { given, open = [], carried, withheld }: Allowed): TrialEnv {
  const values = Object.entries(subject).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const logins = credentialNames(open, new Map(values));
  const env: Record<string, string> = {};
  const replaced: string[] = [];
  const swaps: Swap[] = [];
  for (const [name, value] of values) {
    if (dropped.test(name)) continue;
    const isAllowed = given[name] !== undefined || logins.has(name) || carried?.has(value) === true;
    const looks = !isAllowed && !untouched.test(name) && looksSecret(name, value);
    const secret = looks || (given[name] === undefined && withheld?.has(value) === true);
    if (secret) replaced.push(name);
    env[name] = secret ? withCarried(name, value, carried, withheld) : value;
    const put = given[name] ?? env[name];
    if (put !== value && withheld?.has(value) !== true) swaps.push({ secret: value, standIn: put });
  }
  return { env: { ...env, ...given }, replaced, swaps };
}

export interface TrialText {
  readonly text: string;
  readonly replaced: readonly string[];
  readonly swaps: readonly Swap[];
}

/** A `.env` file with the same rule applied to each entry; comments, order and quotes stay. */
export function trialDotenv(text: string, { given, open = [], carried, withheld }: Allowed): TrialText {
  const replaced: string[] = [];
  const swaps: Swap[] = [];
  const entry = /^([ \t]*(?:export[ \t]+)?)([\w.-]+)([ \t]*[=:][ \t]*)("(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`|[^\r\n]*)/gm;
  const found = [...text.matchAll(entry)].map(([, , name = '', , raw = '']) => [name, unquoted(raw).value] as const);
  const logins = credentialNames(open, new Map(found));
  const result = text.replace(entry, (whole: string, lead: string, name: string, sign: string, raw: string) => {
    const { quote, comment, value } = unquoted(raw);
    const owner = given[name];
    const isAllowed = logins.has(name) || carried?.has(value) === true || !looksSecret(name, value);
    if (owner === undefined && isAllowed && withheld?.has(value) !== true) return whole;
    const put = owner ?? withCarried(name, value, carried, withheld);
    if (owner === undefined) replaced.push(name);
    if (withheld?.has(value) !== true) swaps.push({ secret: value, standIn: put });
    return `${lead}${name}${sign}${quote}${put}${quote}${comment}`;
  });
  return { text: result, replaced, swaps };
}

/** In a list of credentials (`k-ada:ada,k-bo:bo`) those that the requests bring along stay, with what each is the key of. */
function withCarried(
  name: string,
  value: string,
  carried: Allowed['carried'] | undefined,
  withheld: Allowed['withheld'] | undefined,
): string {
  const made = standIn(name, value);
  if (carried === undefined || made.length !== value.length || withheld?.has(value) === true) return made;
  let text = made;
  for (const { 0: entry, index } of value.matchAll(/[^\s,;|"'[\]{}]+/g))
    if (isCarried(entry, carried) && withheld?.has(entry) !== true)
      text = text.slice(0, index) + entry + text.slice(index + entry.length);
  return text;
}

/** A key is longer than what it is the key of; who says a name does not know the password beside it. */
function isCarried(entry: string, carried: ReadonlySet<string>): boolean {
  const [longest = '', second = ''] = entry.split(/[:=]/).toSorted((a, b) => b.length - a.length);
  return carried.has(entry) || (carried.has(longest) && longest.length > second.length);
}

function unquoted(raw: string): { quote: string; comment: string; value: string } {
  const quote = /^["'`]/.exec(raw)?.[0] ?? '';
  const comment = quote === '' ? (/\s+#.*$/.exec(raw)?.[0] ?? '') : '';
  const value = quote === '' ? raw.slice(0, raw.length - comment.length).trimEnd() : raw.slice(1, -1);
  return { quote, comment, value };
}

/** `.npmrc` with its credentials taken out. */
export function trialNpmrc(text: string): string {
  return text.replace(
    /^(.*(?:_authToken|_auth|_password|:key|:cert)\s*=\s*)(.+)$/gim,
    (_whole, key: string, value: string) => {
      return key + standIn('npmrc', value);
    },
  );
}
