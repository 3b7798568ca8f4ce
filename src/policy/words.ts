/** What a single word of a command may point at: paths out of the project, secrets, the supervisor's own files. */

/** Something with a scheme is judged as an address elsewhere. */
const address = /[a-z][a-z0-9+.-]*:\/\//i;

/** The word itself and the parts of it that a program may take as a path: `--opt=VALUE`, `-oVALUE`, `ref:path`, `a,b`. */
function pathCandidates(word: string): string[] {
  const found = [word, ...word.split(/[=:,@]/)];
  const short = /^-[A-Za-z](.+)$/.exec(word)?.[1];
  return short === undefined || word.startsWith('--') ? found : [...found, short];
}

/** Absolute, home-relative, with a `..` segment, or with a drive letter. Web addresses are judged as addresses instead. */
export function pathEscapes(word: string): boolean {
  if (/\bfile:/i.test(word)) return true;
  if (address.test(word)) return word.split(/[/?#&=]/).includes('..');
  return pathCandidates(word).some(
    (one) => /^(\/|~([A-Za-z_][\w.-]*)?(\/|$)|[A-Za-z]:\/)/.test(one) || one.split('/').includes('..'),
  );
}

const secretSegment =
  /^(\.env(\..*|rc)?|\.npmrc|\.yarnrc(\.yml)?|\.netrc|_netrc|\.pypirc|\.git|\.git-credentials|\.gitconfig|\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.config|\.pgpass|\.my\.cnf|\.htpasswd|\.bash_history|\.vault-token|\.kintsugi|kintsugi\.config\..*|id_(rsa|dsa|ecdsa|ed25519)(\.pub)?|.*\.(pem|key|p12|pfx|jks|keystore|kdbx|vault)|credentials(\..*)?|secrets?(\..*)?|master\.key|admin\.key|.*service-account.*\.json)$/;

/** Files that hold secrets, or that decide what Kintsugi may do. Compared without regard to case. */
export function isSecretPath(word: string): boolean {
  if (address.test(word)) return false;
  return pathCandidates(word.toLowerCase()).some((one) => one.split('/').some((part) => secretSegment.test(part)));
}
