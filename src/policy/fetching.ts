/** curl and wget: a GET of a public address may be asked for; a body, a file, a secret or another route may not. */
import { deny, type Verdict } from './settings.ts';
import { checkUrl } from './urls.ts';

/** Flags that a person can judge; every other flag is refused, abbreviations included. `true` = the next word is its value. */
const long: Readonly<Record<string, boolean>> = {
  silent: false,
  'show-error': false,
  fail: false,
  'fail-with-body': false,
  location: false,
  head: false,
  include: false,
  verbose: false,
  compressed: false,
  get: false,
  insecure: false,
  'progress-bar': false,
  'remote-name': false,
  'http1.1': false,
  http2: false,
  ipv4: false,
  ipv6: false,
  output: true,
  request: true,
  header: true,
  'user-agent': true,
  'max-time': true,
  'max-filesize': true,
  'max-redirs': true,
  'connect-timeout': true,
  retry: true,
  'retry-delay': true,
  range: true,
  'write-out': true,
  url: false,
  quiet: false,
  'no-verbose': false,
  spider: false,
  'server-response': false,
  'output-document': true,
  tries: true,
  timeout: true,
  'max-redirect': true,
};

const short = {
  curl: { plain: 'sSfLIivkOG46N#', valued: 'oXHAmwr' },
  wget: { plain: 'qvSc46', valued: 'OTtU' },
} as const;

export function judgeFetch(name: 'curl' | 'wget', args: readonly string[]): Verdict | null {
  const targets: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const taken = flagTakes(name, arg);
    if (taken === 'refused') return refused(name, arg);
    if (taken === 'value') {
      index += 1;
      if ((args[index] ?? '@').includes('@')) return refused(name, args[index] ?? arg);
    }
    if (!arg.startsWith('-')) targets.push(arg);
    else if (arg.startsWith('--url=')) targets.push(arg.slice(6));
    else if (arg.includes('@')) return refused(name, arg);
  }
  return judgeTargets(name, targets);
}

function refused(name: string, arg: string): Verdict {
  return deny('command-fetch', `\`${name} … ${arg}\` sends a body, reads or names a file, or takes another route.`);
}

function flagTakes(name: 'curl' | 'wget', arg: string): 'nothing' | 'value' | 'refused' {
  if (!arg.startsWith('-')) return 'nothing';
  if (arg.startsWith('--')) {
    const [flag = '', value] = arg.slice(2).split('=');
    const takes = Object.hasOwn(long, flag) ? long[flag] : undefined;
    if (takes === undefined) return 'refused';
    return takes && value === undefined ? 'value' : 'nothing';
  }
  if (name === 'wget' && /^-n[vcdH]$/.test(arg)) return arg === '-nH' ? 'refused' : 'nothing';
  for (let at = 1; at < arg.length; at += 1) {
    const letter = arg.charAt(at);
    if (short[name].valued.includes(letter)) return at === arg.length - 1 ? 'value' : 'nothing';
    if (!short[name].plain.includes(letter)) return 'refused';
  }
  return arg === '-' ? 'refused' : 'nothing';
}

function judgeTargets(name: string, targets: readonly string[]): Verdict | null {
  if (targets.length === 0) return null;
  for (const target of targets) {
    const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(target) ? target : `http://${target}`;
    const verdict = checkUrl(url);
    if (verdict.decision === 'deny') return deny('command-fetch', `\`${name} ${target}\`: ${verdict.reason}`);
  }
  return null;
}
