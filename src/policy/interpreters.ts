/** Node and its kin: a script of the project can be judged by a person; a text, a preload or code from elsewhere is refused. */
import { deny, type Verdict } from './settings.ts';
import { checkUrl } from './urls.ts';

/** Flags in front of the script that load or run nothing else and take no separate value; all others are refused. */
const nodeFlags =
  /^(-c|-v|-h|--(check|test|test-only|watch|no-warnings|trace-[a-z-]+|enable-source-maps|(experimental-)?strip-types|experimental-transform-types|version|help|throw-deprecation|max-old-space-size=\d+|stack-trace-limit=\d+|test-timeout=\d+|test-concurrency=\d+|test-name-pattern=[\w .-]+|unhandled-rejections=\w+))$/;

export function judgeInterpreter(name: string, args: readonly string[]): Verdict | null {
  const script = args.findIndex((arg) => !arg.startsWith('-'));
  const flags = script < 0 ? args : args.slice(0, script);
  const bad = flags.find((flag) => !nodeFlags.test(flag));
  if (args.length === 0 || bad !== undefined || ['eval', 'repl'].includes(args[script] ?? '')) {
    return deny('command-wrapper', `\`${name} ${bad ?? args[0] ?? ''}\` runs a text or loads other code.`);
  }
  const address = args.find((arg) => /^(https?|data|blob|jsr|npm):/i.test(arg));
  return address === undefined ? judgeUrls(args) : deny('command-wrapper', `\`${address}\` is code from elsewhere.`);
}

/** Every address in a command must be one that the network rules would allow. */
export function judgeUrls(args: readonly string[]): Verdict | null {
  for (const arg of args) {
    const url = /[a-z][a-z0-9+.-]*:\/\/.*/i.exec(arg)?.[0];
    if (url === undefined) continue;
    const verdict = checkUrl(url);
    if (verdict.decision === 'deny') return deny('command-url', `\`${arg}\`: ${verdict.reason}`);
  }
  return null;
}
