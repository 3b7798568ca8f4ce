/** Git lines that name a program, another repository or another place; the rest a person can judge, for git's own config runs programs. */
import { deny, type Verdict } from './settings.ts';

/** Global or shared flags that name a program, a folder or a file to write. */
const longDenied =
  `--config-env --exec-path --git-dir --work-tree --namespace --super-prefix --upload-pack --receive-pack --upload-archive --output
  --output-directory --exec --ext-diff --textconv --open-files-in-pager --config --template --separate-git-dir --extcmd --unsafe-paths`.split(
    /\s+/,
  );

/** Subcommands that run a program by their nature, change git's config, serve, or bring in another repository. */
const subDenied = new Set(
  `config clone filter-branch difftool mergetool credential credential-store credential-cache daemon shell hook send-email instaweb gui
  gitk web--browse remote-ext remote-fd remote-http remote-https upload-pack receive-pack upload-archive fast-import http-backend
  cvsserver p4 svn imap-send`.split(/\s+/),
);
const pairDenied = new Set([
  'bisect run',
  'submodule foreach',
  'submodule add',
  'remote add',
  'remote set-url',
  'archive --remote',
]);

export function judgeGit(args: readonly string[]): Verdict | null {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  const before = at < 0 ? args : args.slice(0, at);
  const sub = at < 0 ? '' : (args[at] ?? '').toLowerCase();
  const bad = before.find((arg) => /^-[cC]/.test(arg)) ?? args.find((arg) => deniedFlag(arg, sub));
  if (bad !== undefined) return deny('command-git', `\`git ${bad}\` can run another program or reach another place.`);
  const pair = args.slice(at + 1).map((arg) => `${sub} ${arg.split('=')[0] ?? ''}`);
  if (subDenied.has(sub) || pair.some((one) => pairDenied.has(one))) {
    return deny('command-git', `\`git ${sub}\` can run another program, reach elsewhere or change git's settings.`);
  }
  const remote = args.find((arg) => isRemote(arg));
  if (remote !== undefined) return deny('command-git', `\`${remote}\` names another repository by its address.`);
  return null;
}

/** Git takes any unambiguous beginning of a long flag, so a beginning counts as the flag. */
function deniedFlag(arg: string, sub: string): boolean {
  if (arg.startsWith('--')) {
    const name = arg.split('=')[0] ?? '';
    if (name === '--text') return false;
    return longDenied.some((flag) => flag === name || (name.length >= 5 && flag.startsWith(name)));
  }
  if (sub === 'rebase') return /^-[a-z]*x/.test(arg);
  if (sub === 'grep') return arg.startsWith('-O');
  return (sub === 'format-patch' || sub === 'archive') && arg.startsWith('-o');
}

/** `scheme://…`, `ext::…`, `user@host:path` and `host:path` (a ref:path of the same repository has no dot or @ before the colon). */
function isRemote(arg: string): boolean {
  return (
    /^[a-z][a-z0-9+.-]*:\/\//i.test(arg) ||
    /^[a-z0-9+.-]+::/i.test(arg) ||
    /^([^\s/:]+@)[^\s/:]+:/.test(arg) ||
    /^[a-z0-9-]+(\.[a-z0-9-]+)+:/i.test(arg)
  );
}
