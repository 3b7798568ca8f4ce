/** Package managers: what may be named, and the flags and subcommands that run code, publish, or move the place of work. */
import { judgeInterpreter } from './interpreters.ts';
import { deny, type Verdict } from './settings.ts';

export const packageManagers: ReadonlySet<string> = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'npx',
  'pnpx',
  'bunx',
  'yarnpkg',
]);

/** Flags that move the place, change the source, or run a program. */
const longDenied =
  `--global --registry --prefix --script-shell --userconfig --globalconfig --npmrc --node-options --git --cwd --dir --global-dir
  --global-bin-dir --modules-folder --modules-dir --virtual-store-dir --store-dir --cache-folder --cache --use-yarnrc --shell --editor
  --viewer --browser --node-gyp --onload-script --init-module --init-package --otp --auth-type --proxy --https-proxy --noproxy --cafile
  --ca --cert --key --strict-ssl --no-strict-ssl --config --preload --eval --print --inspect --location --unsafe-perm
  --scripts-prepend-node-path --trust --dangerously-allow-all-builds --pnpmfile --global-pnpmfile --no-ignore-scripts`.split(
    /\s+/,
  );
/** These decide for the person, or name what is fetched and run. */
const runnerDenied = ['--yes', '--package', '--call', '--shell-mode'];

const subDenied = new Set(
  `publish unpublish token exec x dlx adduser login logout owner access deprecate undeprecate dist-tag dist-tags hook org team profile
  trust star unstar explore edit link ln create config c set get env setup server patch-commit store node repl upgrade-interactive
  policies plugin import global npm innit`.split(/\s+/),
);

const installs = new Set(
  `install i in ins inst insta instal isnt isnta isntal isntall add a ci clean-install ic install-clean isntall-clean
  install-test it install-ci-test cit update up upgrade u udpate remove rm r un uninstall unlink why view v info show outdated
  rebuild rb dedupe ddp audit fund`.split(/\s+/),
);

/** A deny verdict, or null where a person can judge the line. */
export function judgePackageManager(name: string, args: readonly string[]): Verdict | null {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const flag = own.find((arg) => deniedFlag(arg, name));
  if (flag !== undefined) {
    return deny('command-package', `\`${name} ${flag}\` changes the place, the source or the way of an install.`);
  }
  if (name === 'pnpx' || name === 'bunx') return deny('command-package', `\`${name}\` fetches and runs a package.`);
  const words = own.filter((arg) => !arg.startsWith('-'));
  if (name === 'npx') return judgeSpecs(name, words.slice(0, 1));
  const [sub = '', ...rest] = words;
  if (subDenied.has(sub.toLowerCase()) || (['init', 'innit'].includes(sub) && rest.length > 0)) {
    return deny(
      'command-package',
      `\`${name} ${sub}\` publishes, fetches and runs a package, or changes its settings.`,
    );
  }
  if (name === 'bun' && isFile(sub)) return judgeInterpreter(name, args);
  const carrier = rest.find((word) => ['dlx', 'exec', 'publish', 'token'].includes(word));
  if (carrier !== undefined && !['run', 'run-script'].includes(sub) && !installs.has(sub)) {
    return deny('command-package', `\`${name} … ${carrier}\` publishes, or fetches and runs a package.`);
  }
  const specs = end < 0 ? rest : [...rest, ...args.slice(end + 1)];
  return installs.has(sub.toLowerCase()) ? judgeSpecs(name, specs) : judgeRun(name, args);
}

function isFile(word: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(word);
}

function judgeRun(name: string, words: readonly string[]): Verdict | null {
  const address = words.find((word) => /[a-z][a-z0-9+.-]*:\/\//i.test(word));
  return address === undefined ? null : deny('command-package', `\`${name}\` is given the address \`${address}\`.`);
}

/** npm takes any unambiguous beginning of a flag, with one dash or two; `-g` may hide in a cluster. */
function deniedFlag(arg: string, name: string): boolean {
  if (!arg.startsWith('-')) return false;
  const flag = (arg.split('=')[0] ?? '').toLowerCase();
  if (/^--(@|\/\/|_)/.test(flag) || (flag === '--ignore-scripts' && /=(false|0|no)$/i.test(arg))) return true;
  const runner = name === 'npx' || name === 'bun';
  const denied = runner ? [...longDenied, ...runnerDenied] : longDenied;
  const long = flag.replace(/^--?/, '--');
  if (denied.some((one) => one === flag || (long.length >= 5 && one.startsWith(long)))) return true;
  if (arg.startsWith('--')) return false;
  return /^-[A-Za-z]*[gC]/.test(arg) || (runner && /^-[A-Za-z]*[ypcer]/.test(arg));
}

const packageName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[A-Za-z0-9~-][A-Za-z0-9._~-]*$/;
/** An exact version, a range without spaces, or a dist tag. */
const version = /^[A-Za-z0-9.^~+=-]+$/;

function judgeSpecs(name: string, specs: readonly string[]): Verdict | null {
  const bad = specs.find((spec) => !isPlainSpec(spec));
  if (bad === undefined) return null;
  return deny(
    'command-package',
    `\`${name} … ${bad}\` is not a plain registry name: addresses, git, files and aliases are refused.`,
  );
}

/** `name`, `@scope/name`, `name@1.2.3`: nothing that could name another source. */
export function isPlainSpec(spec: string): boolean {
  const at = spec.indexOf('@', 1);
  const [name, tag] = at < 0 ? [spec, null] : [spec.slice(0, at), spec.slice(at + 1)];
  if (name.length > 214 || !packageName.test(name) || /\.(tgz|tar|tar\.gz)$/i.test(spec)) return false;
  return tag === null || (version.test(tag) && !/^(git|https?|file|link|npm|workspace|portal|patch|exec)\b/i.test(tag));
}
