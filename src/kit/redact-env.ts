/** Which values of a subject's environment are secrets, and what they are called. */

export interface Secret {
  /** Name of the environment variable, shown instead of the value. */
  readonly name: string;
  readonly value: string;
}

/** Words that make a name secret when they stand in it as a word of their own (`AWS_SECRET_KEY`, `sessionToken`). */
const secretWords = new Set(
  (
    'secret secrets token tokens password passwords passwd pass passphrase passcode pwd pw key keys apikey credential credentials ' +
    'cred creds auth oauth dsn salt pepper private cookie signing signature webhook pin otp totp mfa mnemonic seed jwt bearer cvv cvc ' +
    'ssn iban pan'
  ).split(' '),
);
/** Parts that make a name secret wherever they stand (`PGPASSWORD`, `clientsecret`). */
const secretParts =
  /passw(?:or)?d|passphrase|secret|apikey|api[-_]key|accesskey|privatekey|credential|accesstoken|authtoken|cardnumber|card[-_]?num/i;
/** Names that have such a word and yet hold nothing to hide. */
const plainNames =
  /^(?:PWD|OLDPWD|SSH_AUTH_SOCK|XAUTHORITY|GPG_KEY|AUTH_TYPE|TOKENIZERS_PARALLELISM|KEYBOARD|KEYMAP|npm_config_.*|npm_package_.*|npm_lifecycle_.*)$|^__proto__$/;
const placeNames = /(?:^|_)(?:PATH|FILE|DIR|SOCK|FOLDER|CREDENTIALS|PUBLIC_KEY)$/i;
/** Names of an .env file whose values are never secret. */
const openNames =
  /^(?:PORT|HOST|HOSTNAME|NODE_ENV|APP_ENV|ENV|NODE_OPTIONS|PATH|HOME|USER|USERNAME|LOGNAME|SHELL|TERM|LANG|LANGUAGE|LC_\w+|TZ|DEBUG|LOG_LEVEL|LOGLEVEL|CI|PWD|KINTSUGI_MANAGED|.*_PORT)$/i;
const commonValues = new Set(
  (
    'true false yes none null undefined default enabled disabled enable disable auto info debug warn warning error trace silent verbose ' +
    'production development staging testing test local localhost 127.0.0.1 0.0.0.0 example example.com http https utf8 utf-8 ' +
    'admin administrator root user guest postgres postgresql mysql mongo mongodb redis sqlite sqlite3 mariadb password passwd secret ' +
    'token changeme change-me change_me changeit placeholder dummy public private required optional master main string number object ' +
    'server client index email username memory file json text utc en-us en_us gmt api node express function unknown always never'
  ).split(' '),
);

/** True for a name that tells of a secret: an environment variable, a header, a field of a body, a query parameter. */
export function isSecretName(name: string): boolean {
  if (name.length > 200 || plainNames.test(name)) return false;
  if (secretParts.test(name)) return true;
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[^A-Za-z0-9]+/);
  return words.some((word) => secretWords.has(word.toLowerCase()));
}

/** The secrets among a subject's environment and its `.env*` files; sorted, each value once. */
export function secretsFrom(input: {
  env: Readonly<Record<string, string | undefined>>;
  envFiles: readonly { readonly path: string; readonly text: string }[];
}): Secret[] {
  const found: Secret[] = [];
  for (const file of input.envFiles) {
    // the examples that are checked in beside the real ones hold stand-ins, and redacting those would only blur errors
    if (/\.(?:example|sample|template|dist|defaults?|schema)$/i.test(file.path)) continue;
    for (const [name, value] of parseEnv(file.text)) if (hides(name, value)) found.push({ name, value });
  }
  for (const [name, value] of Object.entries(input.env)) {
    if (value !== undefined && looksSecret(name, value)) found.push({ name, value });
  }
  found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.value < b.value ? -1 : 1));
  const seen = new Set<string>();
  return found.filter(({ value }) => !seen.has(value) && seen.add(value));
}

/** The syntax of .env files: comments, `export`, three kinds of quotes (over several lines too), `\n` inside double ones. */
export function parseEnv(text: string): [string, string][] {
  const entry =
    /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*[=:][ \t]*('(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^\r\n]*)/gm;
  const entries: [string, string][] = [];
  for (const [, name = '', raw = ''] of text.replace(/^\ufeff/, '').matchAll(entry)) entries.push([name, unquote(raw)]);
  return entries;
}

function unquote(raw: string): string {
  const quote = raw[0];
  if (raw.length >= 2 && (quote === '"' || quote === "'" || quote === '`') && raw.endsWith(quote)) {
    const inner = raw.slice(1, -1);
    return quote === '"' ? inner.replace(/\\n/g, '\n').replace(/\\r/g, '\r').replace(/\\"/g, '"') : inner;
  }
  const comment = raw.search(/(?:^|\s)#/);
  return (comment < 0 ? raw : raw.slice(0, comment)).trim();
}

/** Every value of an .env file is hidden that is worth hiding and whose hiding would not make an error unreadable. */
function hides(name: string, value: string): boolean {
  if (isTrivial(value)) return false;
  if (isSecretName(name)) return !(placeNames.test(name) && isPlace(value));
  if (openNames.test(name) || value.length < 6 || isPlace(value) || isOwnPlace(name, value)) return false;
  return !/^[a-z]{1,10}$|^\d{1,10}(?:\.\d+)?[a-z]{0,3}$/i.test(value);
}

function looksSecret(name: string, value: string): boolean {
  if (isTrivial(value) || plainNames.test(name)) return false;
  if (isSecretName(name)) return !isPlace(value) || !(placeNames.test(name) || /^(?:\/[\w.@-]+){2,}$/.test(value));
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/@]*:[^\s/@]+@/i.test(value);
}

/** Too short or too common to be a secret. */
export function isTrivial(value: string): boolean {
  return value.trim().length < 4 || commonValues.has(value.toLowerCase()) || /^\d{1,5}$|^(.)\1*$/.test(value);
}

/** `config/app.yml`, and under the name of a place `data/files`: hidden, it would hide which file of the project an error speaks of. */
function isOwnPlace(name: string, value: string): boolean {
  return /^[a-z][a-z_-]*(?:\/[a-z][a-z_-]*)*$/.test(value)
    ? placeNames.test(name)
    : /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)?\.(?:json5?|ya?ml|toml|ini|csv|txt|md|html?|ejs|hbs|pug|njk|[cm]?[jt]s|db|sqlite3?)$/.test(
        value,
      );
}

function isPlace(value: string): boolean {
  return /^(?:\.{0,2}\/|~\/|file:|[A-Za-z]:\\)[^\s]*$/.test(value) && !/[+=]/.test(value);
}
