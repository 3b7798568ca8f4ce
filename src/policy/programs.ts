/** What is never run, by program, subcommand and flag; null means that a person can judge the line. Safety rests on asking, not on this table. */
import { judgeFetch } from './fetching.ts';
import { judgeGit } from './git.ts';
import { judgeInterpreter, judgeUrls } from './interpreters.ts';
import { judgePackageManager, packageManagers } from './packages.ts';
import { deny, type Verdict } from './settings.ts';
import { isSecretPath, pathEscapes } from './words.ts';

/** Programs whose purpose or well-known side door is to run other programs, read other hosts or write any file (GTFOBins class). */
const wrappers = new Set(
  `sh bash zsh dash ksh mksh csh tcsh fish ash busybox toybox rbash pwsh powershell cmd osascript
  env printenv export declare typeset set unset alias unalias source . eval exec command builtin trap read cd pushd popd history ulimit umask
  if then else fi for while until do done case esac function select coproc
  xargs parallel awk gawk mawk nawk sed ed ex red m4 tee dd
  python python2 python3 pypy pypy3 perl ruby irb php lua luajit tclsh wish guile scheme ghci julia rscript r jshell groovy scala erl iex elixir
  sudo su doas pkexec runuser setpriv capsh chroot unshare nsenter setarch bwrap firejail proot
  nohup nice ionice timeout time stdbuf unbuffer setsid script expect watch entr strace ltrace gdb lldb perf valgrind taskset chrt flock
  run-parts start-stop-daemon at batch crontab systemd-run logsave
  ssh scp sftp rsync rsh rlogin mosh nc ncat netcat socat telnet ftp tftp lftp aria2c openssl nmap tcpdump
  vi vim nvim view rview vimdiff emacs nano pico joe micro less more most man screen tmux byobu
  sqlite3 psql mysql mariadb mongosh mongo
  open xdg-open start mount umount insmod modprobe sysctl ld.so ldconfig
  kintsugi`.split(/\s+/),
);

const containers = new Set([
  'docker',
  'docker-compose',
  'podman',
  'podman-compose',
  'nerdctl',
  'kubectl',
  'oc',
  'lxc',
  'machinectl',
]);
const containerVerbs = new Set(['run', 'exec', 'create', 'cp', 'build', 'buildx', 'attach', 'debug', 'login', 'push']);

/** A deny verdict, or null where nothing speaks against asking a person. */
export function judgeProgram(argv: readonly string[]): Verdict | null {
  const [word = '', ...args] = argv;
  return refuseWord(word) ?? refuseArguments(args) ?? judgeByName(programName(word), args);
}

/** `NPM.CMD` and `npm` are one program. */
function programName(word: string): string {
  return word.toLowerCase().replace(/\.(exe|cmd|bat|com|ps1|sh)$/, '');
}

function refuseWord(word: string): Verdict | null {
  if (/^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(word)) {
    return deny('command-assignment', 'A variable is set in front of the command.');
  }
  if (word.includes('/') || /^[.~-]/.test(word) || word === '') {
    return deny('command-path', 'The program is named by a path; only plain program names are judged.');
  }
  const name = programName(word);
  if (wrappers.has(name) || /^(python|perl|ruby|php|lua|pypy|node)[\d.]+$/.test(name)) {
    return deny('command-wrapper', `\`${name}\` can run or reach anything else.`);
  }
  return null;
}

function refuseArguments(args: readonly string[]): Verdict | null {
  for (const arg of args) {
    if (pathEscapes(arg)) return deny('command-path', `\`${arg}\` leads out of the project.`);
    if (isSecretPath(arg)) return deny('command-secret', `\`${arg}\` is a secret or belongs to the supervisor.`);
  }
  return null;
}

function judgeByName(name: string, args: readonly string[]): Verdict | null {
  if (name === 'git') return judgeGit(args);
  if (packageManagers.has(name)) return judgePackageManager(name, args);
  if (name === 'curl' || name === 'wget') return judgeFetch(name, args);
  if (['node', 'nodejs', 'tsx', 'ts-node', 'deno'].includes(name)) return judgeInterpreter(name, args);
  if (containers.has(name)) return judgeContainer(name, args);
  if (name === 'rm' || name === 'find' || name === 'tar' || name === 'make') return judgeFileTool(name, args);
  return judgeUrls(args) ?? judgeInstaller(name, args) ?? judgeExec(name, args);
}

function judgeContainer(name: string, args: readonly string[]): Verdict | null {
  const verbs = args.filter((arg) => !arg.startsWith('-')).slice(0, 2);
  const verb = verbs.find((one) => containerVerbs.has(one));
  return verb === undefined ? null : deny('command-wrapper', `\`${name} ${verb}\` runs programs of its own.`);
}

function judgeFileTool(name: string, args: readonly string[]): Verdict | null {
  if (name === 'rm') {
    const whole = args.find((arg) => /^\.?\/?\.?$/.test(arg) || arg === '--no-preserve-root');
    return whole === undefined ? null : deny('command-path', `\`rm ${whole}\` would remove the project itself.`);
  }
  const runs = {
    find: /^-(exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls|files0-from)$/,
    tar: /^(--to-command|--checkpoint-action|--use-compress-program|--rsh-command|--info-script|--new-volume-script|--absolute-names|-[A-Za-z]*[IFP])/,
    make: /^(-f|--file|--makefile|--eval|-E|-C|--directory|-I|--include-dir|[A-Za-z_]+\+?=|SHELL)/,
  }[name];
  const bad = runs === undefined ? undefined : args.find((arg) => runs.test(arg));
  return bad === undefined ? null : deny('command-wrapper', `\`${name} ${bad}\` can run or write anything else.`);
}

/** Installers of other languages take addresses as packages. */
function judgeInstaller(name: string, args: readonly string[]): Verdict | null {
  const installer = /^(pip3?|pipx|uv|gem|cargo|go|brew|apt|apt-get|dpkg|yum|dnf|rpm|apk|pacman|snap|composer)$/.test(
    name,
  );
  const address = installer ? args.find((arg) => arg.includes('://') || /^(git|svn)\+/.test(arg)) : undefined;
  return address === undefined ? null : deny('command-package', `\`${name} … ${address}\` installs from an address.`);
}

function judgeExec(name: string, args: readonly string[]): Verdict | null {
  const bad = args.find((arg, index) => (index === 0 && arg === 'exec') || /^--(exec|eval)(=|$)/.test(arg));
  return bad === undefined ? null : deny('command-wrapper', `\`${name} ${bad}\` runs another program.`);
}
