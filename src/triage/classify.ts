/** Which class a failure is (SPEC TRI-3) and whether only a person can mend it (TRI-4): from codes and the failing frame, not from words, but for terms that are over (`byTerm`). */
import type { FailureClass } from '../incident/nouns.ts';
import { nearest } from '../kit/nearest.ts';
import { saidByClient } from './clients.ts';
import { outage, plain } from './codes.ts';
import { classOfComplaint } from './compiler.ts';
import type { PathContext } from './frames.ts';
import { insidePath, isAbsolute, ownPath } from './frames.ts';
import { nameThings, unopenedFile } from './named.ts';
import type { Parsed, ParsedError } from './parse.ts';

export interface Verdict {
  readonly class: FailureClass;
  readonly personOnly: boolean;
  /** The error of the chain that decided. */
  readonly by: ParsedError | null;
}

export interface ClassifyContext extends PathContext {
  /** True where the process died before it was ready: what it parsed was its own data, not a client's. */
  readonly beforeReady: boolean;
  /** True where somebody was failed by it: the process died, or a request did not get its answer. */
  readonly hurt: boolean;
  /** Names of environment variables that exist; a missing one that is nearly one of them is a slip in the code. */
  readonly knownEnv?: readonly string[];
}

/** The first error of the chain whose class is plain decides; wrappers (`fetch failed`) give way to their cause. */
export function classify(parsed: Parsed, context: ClassifyContext): Verdict {
  if (parsed.fatal !== null && /heap|memory|allocation/i.test(parsed.fatal)) {
    return { class: 'out_of_memory', personOnly: false, by: null };
  }
  let fallback: Verdict | null = null;
  for (const [index, error] of parsed.chain.entries()) {
    const verdict = classifyError(error, context);
    if (verdict === null) continue;
    const wraps = parsed.chain.length > index + 1 && isWrapper(error);
    if (!wraps) return { ...verdict, by: error };
    fallback ??= { ...verdict, by: error };
  }
  return fallback ?? { class: 'unknown', personOnly: false, by: parsed.chain[0] ?? null };
}

/**
 * Who asked went away before it had its answer or had said all: Node's server says so, or the parser that read from it. A bare reset that
 * failed nobody is such a one, too; nothing of the project and no library of an upstream stands in it.
 */
function isClientGone({ name, message, code, frames, fields }: ParsedError, { hurt }: ClassifyContext): boolean {
  if (!/^(?:ECONNRESET|ECONNABORTED|EPIPE)$/.test(code ?? '')) return false;
  if (frames.some(({ fn, file }) => fn === 'abortIncoming' || file.startsWith('node:_http_server'))) return true;
  if (fields['type'] === 'request.aborted' || (name === 'BadRequestError' && message === 'request aborted'))
    return true;
  const bare = frames.length > 0 && frames.every(({ file }) => file.startsWith('node:'));
  return !hurt && bare && /^(?:read|write) E[A-Z]+$/.test(message);
}

interface Part {
  readonly class: FailureClass;
  readonly personOnly: boolean;
}

function as(name: FailureClass, personOnly = false): Part {
  return { class: name, personOnly };
}

function isWrapper(error: ParsedError): boolean {
  const { name, message } = error;
  return (
    message === 'fetch failed' ||
    isCutOff(error) ||
    name === 'AggregateError' ||
    /^(?:Sequelize|Mongo|Prisma|Knex|KafkaJSNonRetriable|KafkaJSNumberOfRetries|QueryFailed|Drizzle)/.test(name)
  );
}

/** An answer that ended before it was whole: so `fetch` words it, with the reason as its cause. */
function isCutOff({ name, message, frames: [top] }: ParsedError): boolean {
  return name === 'TypeError' && message === 'terminated' && /\bundici\b/.test(top?.file ?? '');
}

function classifyError(error: ParsedError, context: ClassifyContext): Part | null {
  if (isClientGone(error, context)) return null;
  const said = saidByClient(error);
  if (said !== null) return as(said, true);
  if (isCutOff(error)) return as('connection', true);
  const refused = classOfComplaint(error);
  if (refused !== null) return as(refused);
  return (
    byHandshake(error) ??
    byCode(codeOf(error), error, context) ??
    byUpstream(error, context) ??
    byDatabase(error, context) ??
    byModules(error) ??
    byOptionOfNode(error) ??
    byEnvironment(error, context) ??
    byData(error, context) ??
    byTerm(error, context) ??
    byName(error, context)
  );
}

/** Node ends a TLS handshake in one of two functions of its own, whatever code is printed, or none. */
function byHandshake({ frames: [top] }: ParsedError): Part | null {
  const isNode = top?.file.startsWith('node:') === true;
  return isNode && /^(?:TLSSocket\.onConnectSecure|(?:Object\.)?checkServerIdentity)\b/.test(top.fn ?? '')
    ? as('tls', true)
    : null;
}

/** A code that was set as a property, or that stands in Node's own wording where nothing but Node's frames is above it. */
function codeOf(error: ParsedError): string {
  if (error.code !== null && !/^-?\d{1,4}$/.test(error.code)) return error.code;
  const printed =
    /^(ER_[A-Z_]{3,60}): /.exec(error.message) ??
    /^(?:accept|connect|listen|bind|read|write|send|getaddrinfo|query\w{0,10}|spawn \S{1,300}|open|watch|uv_\w{1,20}) (E[A-Z_]{2,15})\b/.exec(
      error.message,
    ) ??
    /^(E[A-Z]{2,15}): [a-z]/.exec(error.message) ??
    /, reason: (?:connect|getaddrinfo|read) (E[A-Z_]{2,15})\b/.exec(error.message);
  const top = error.frames[0];
  const foreign =
    top === undefined || top.file === '' || top.file.startsWith('node:') || top.file.includes('node_modules');
  const bundled = /^(?:TLS)?Socket\./.test(top?.fn ?? '') && printed?.[0] === error.message; // a client library, in a file of the project
  return printed !== null && (foreign || bundled) ? (printed[1] ?? '') : '';
}

function byCode(code: string, error: ParsedError, context: ClassifyContext): Part | null {
  if (code === '') return null;
  if (code === 'ENOSPC' && /watch/.test(`${error.message} ${error.fields['syscall'] ?? ''}`))
    return as('file_descriptors', true);
  // the socket file of a service that does not run
  if (code === 'ENOENT' && /^connect ENOENT\b/.test(error.message)) return as('connection', true);
  const external = outage.get(code) ?? byAnswer(code);
  if (external !== undefined) return as(external, true);
  if (
    /^(?:CERT_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF|ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA|ERROR_IN_CERT)/.test(
      code,
    )
  ) {
    const isDigest = error.frames[0]?.file.startsWith('node:internal/crypto/hash') === true; // an algorithm, no certificate
    return isDigest ||
      /ERR_TLS_(?:INVALID|REQUIRED|SNI_FROM|RENEGOTIATION)|ERR_OSSL_(?!PEM|X509|EVP_UNSUPPORTED)/.test(code)
      ? null
      : as('tls', true);
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return as('permission', !mendable(code, error, context));
  const name = plain.get(code);
  return name === undefined ? null : as(name);
}

/** The status that somebody else was seen to answer with while the failing request was replayed. */
function byAnswer(code: string): FailureClass | undefined {
  const status = Number(/^UPSTREAM_(\d{3})$/.exec(code)?.[1] ?? 0);
  if (status === 402) return 'billing';
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403 || status === 407) return 'auth';
  return status >= 500 ? 'connection' : undefined;
}

/** A missing bit may be set inside the project; everything else is the owner's. */
function mendable(code: string, error: ParsedError, context: ClassifyContext): boolean {
  const { path, syscall } = nameThings([error]);
  if (code === 'EROFS' || path === undefined || syscall === 'listen' || syscall === 'bind') return false;
  return !isAbsolute(path) ? !path.startsWith('..') : insidePath(path, context.project) !== null;
}

/** SQLite says so even where the driver gives no code. */
const unusable =
  /^(?:SQLITE_(?:READONLY|IOERR|NOTADB|CORRUPT)\b.{0,40}|attempt to write a readonly database|disk I\/O error|file is not a database|database disk image is malformed)$/;

/** A database file that cannot be opened: one that lies elsewhere is its owner's, one of the project may be found or made. */
function byUnopened(message: string, { project }: ClassifyContext): Part | null {
  const file = unopenedFile.exec(message)?.[1];
  if (file === undefined) return null;
  return isAbsolute(file) && insidePath(file, project) === null ? as('database', true) : as('missing_file');
}

const drivers =
  /^(?:Sequelize|Mongo|Mongoose|Prisma|SqliteError|QueryFailedError|Knex|Drizzle|DatabaseError|LibsqlError|Postgres|PostgresError|SQLite|ReplyError|ErrorReply|RedisError)/;

function isDriverCode(code: string): boolean {
  return (
    /^SQLITE_|^ERR_SQLITE|^ER_|^ORA-\d|^EREQUEST$|^Neo\.ClientError\.(?:Statement|Schema)\.|^P[12]\d{3}$|^ERR_SQLITE_ERROR$/.test(
      code,
    ) ||
    (/^[0-9A-Z]{5}$/.test(code) && /\d/.test(code))
  );
}

function isOfDriver({ name, code }: ParsedError): boolean {
  return drivers.test(name) || isDriverCode(code ?? '');
}

function byDatabase(error: ParsedError, context: ClassifyContext): Part | null {
  const { name, message } = error;
  const code = error.code ?? '';
  const connects = /^(?:[\w ]{0,60}: )?(?:connect|getaddrinfo|read) (E[A-Z_]{2,15})\b/.exec(message)?.[1];
  const driver = drivers.test(name);
  const away = connects === undefined ? undefined : outage.get(connects);
  if (driver && away !== undefined) return as(away, true);
  if (/^Sequelize(?:ConnectionRefused|HostNotFound|HostNotReachable|Connection)Error/.test(name))
    return as('connection', true);
  const told = `${name} ${code}`;
  if (/^(?:Neo4jError (?:ServiceUnavailable|SessionExpired)|NatsError (?:CONNECTION_REFUSED|TIMEOUT|503))$/.test(told))
    return as('connection', true);
  if (
    told === 'NatsError AUTHORIZATION_VIOLATION' ||
    /^SequelizeAccessDenied/.test(name) ||
    /^Neo\.ClientError\.Security\./.test(code) ||
    (/^Mongo/.test(name) && /^(?:18|8000)$/.test(code))
  )
    return as('auth', true);
  // ioredis says this to what waited when the connection was lost
  if (message === 'Connection is closed.' && /[\\/]ioredis[\\/].*event_handler\.js$/.test(error.frames[0]?.file ?? ''))
    return as('connection', true);
  // ioredis and node-redis
  const replied = name === 'ReplyError' || name === 'ErrorReply' || name === 'SimpleError';
  if (replied && /^(?:NOAUTH|WRONGPASS|NOPERM)\b/.test(message)) return as('auth', true);
  // the server speaks of itself, not of what it was told
  if (replied && /^(?:LOADING|MASTERDOWN|CLUSTERDOWN)\b/.test(message)) return as('connection', true);
  if (replied && /^(?:OOM|READONLY|MISCONF|NOREPLICAS|BUSY)\b/.test(message)) return as('database', true);
  if (
    /^(?:SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_IOERR|ER_OPTION_PREVENTS_STATEMENT|25006|53200)/.test(code) ||
    unusable.test(message)
  )
    return as('database', true);
  const unopened = byUnopened(message, context);
  if (unopened !== null) return unopened;
  if (/^MongoNetwork|^MongoServerSelection|^MongooseServerSelection/.test(name)) return as('connection', true);
  if (name === 'PrismaClientInitializationError' && /^\s*Can't reach database server/m.test(message))
    return as('connection', true);
  if (name === 'PrismaClientInitializationError' && /^\s*Authentication failed against database server/m.test(message))
    return as('auth', true);
  const coded = isDriverCode(code);
  const worded = /^(?:SQLITE|ER)_[A-Z_]+: /.test(message);
  if (code === 'P1012' || /^\s*error: Environment variable not found/m.test(message)) return null;
  return driver || coded || worded ? as('database') : null;
}

/** An upstream's 401/402/403/429/5xx, told by the client library that met it: never by the project's own throw. */
function byUpstream(error: ParsedError, context: ClassifyContext): Part | null {
  // Fastify, what loads its plugins, and those give their own faults the status that they are answered with.
  if (/^(?:FST|AVV)_/.test(error.code ?? ''))
    return /^FST_ERR_SCH_|_OPTIONS?$/.test(error.code ?? '') ? as('config') : null;
  const top = error.frames[0];
  if (top !== undefined && ownPath(top.file, context) !== null && !isClientError(error)) return null;
  const status = upstreamStatus(error);
  if (status === 402) return as('billing', true);
  if (status === 429) return as(/quota|billing|credit/i.test(error.message) ? 'billing' : 'rate_limited', true);
  if (status === 403 && /\brate limit exceeded\b/i.test(error.message)) return as('rate_limited', true);
  if (status === 401 || status === 403 || (status === null && isAuthName(error))) return as('auth', true);
  if (status !== null && status >= 500) return as('connection', true);
  return null;
}

function isClientError({ name, code }: ParsedError): boolean {
  return (
    /^(?:AxiosError|HTTPError|FetchError|GaxiosError|ResponseStatusCodeError)$/.test(name) ||
    /^ERR_BAD_RE|^ERR_NON_2XX|^UND_ERR_/.test(code ?? '')
  );
}

function isAuthName({ name, frames }: ParsedError): boolean {
  const bySdk = frames.length === 0 || frames[0]?.file.includes('node_modules') === true;
  return (
    bySdk &&
    /^(?:\w{0,30}Authentication(?:Failed)?|Unauthorized|PermissionDenied|InvalidApiKey|InvalidCredentials|CredentialsProvider|ExpiredToken)(?:Error|Exception)$/.test(
      name,
    )
  );
}

const ofLanguage = /^(?:Type|Reference|Range|Syntax)Error$/;

function upstreamStatus(error: ParsedError): number | null {
  const { name, message, fields } = error;
  const sdk =
    error.frames.length === 0 || error.frames[0]?.file.includes('node_modules') === true || isClientError(error);
  const worded =
    /^Request failed with status code (\d{3})\b/.exec(message) ??
    /^Response (?:status )?code (\d{3})\b/.exec(message) ??
    /^Unexpected server response: (\d{3})$/.exec(message) ??
    (/(?:Error|Exception)$/.test(name) && name !== 'Error' && sdk ? /^(\d{3})(?: |$|\b\{)/.exec(message) : null);
  // what `http-errors` made is to be answered, and was given by nobody
  const isGiven = sdk && error.frames.length > 0 && fields['expose'] === undefined;
  const field = isGiven ? (fields['status'] ?? fields['statusCode']) : undefined;
  const status = Number(worded?.[1] ?? field);
  // A database and the language have none: an application gave it the one that it is answered with.
  if (worded === null && status >= 500 && (ofLanguage.test(name) || isOfDriver(error))) return null;
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : null;
}

/** Linking and format: wordings of Node's loader, which only count where the loader (or nobody) is on top. */
function byModules(error: ParsedError): Part | null {
  const { name, message, frames } = error;
  if (name === 'ReferenceError' && /^[\w$]+ is not defined in ES module scope/.test(message))
    return as('module_format');
  const top = frames[0];
  const loader = top === undefined || top.file.startsWith('node:') || top.file.startsWith('internal/');
  if (!loader) return null;
  if (/^Cannot find (?:module|package) '/.test(message)) return as('missing_module');
  if (name !== 'SyntaxError') return null;
  if (
    /does not provide an export named|^Named export '|^Export '[^']{1,200}' is not defined|contains conflicting star exports/.test(
      message,
    )
  )
    return as('import_export');
  if (/^Cannot use (?:import statement|'import\.meta') outside a module|^Unexpected token 'export'/.test(message))
    return as('module_format');
  return null;
}

/** Node itself did not begin: it was given an option that it does not know, by its command line or NODE_OPTIONS. */
function byOptionOfNode({ name, message, frames }: ParsedError): Part | null {
  const isRefused =
    name === '' &&
    /^(?:\S{0,300}[\\/])?node(?:\.exe)?: (?:bad option: |\S{1,200} (?:is not allowed in NODE_OPTIONS|requires an argument)|invalid value for NODE_OPTIONS)/m.test(
      message,
    );
  if (name === '' && /^node: \S{1,300}: not found$/m.test(message)) return as('missing_file'); // of --env-file
  const isIllegal = frames.length === 0 && /^illegal value for flag --?\w/.test(message);
  return isRefused || isIllegal ? as('config', true) : null;
}

function byEnvironment(error: ParsedError, context: ClassifyContext): Part | null {
  const key = nameThings([error]).envKey;
  if (key === undefined) return null;
  const secret = /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|AUTH|DSN|_URL$|_URI$|CERT/.test(key);
  const known = context.knownEnv ?? [];
  // Set all the same: it is asked for by another name, or too early.
  const slip = known.includes(key) || nearest(key, known) !== null || known.some((each) => haveWords(key, each));
  return as('env_missing', secret && !slip);
}

/** `CARRIER_API_TOKEN` where `CARRIER_TOKEN` is set. */
function haveWords(key: string, other: string): boolean {
  const [few, many] = [key.split('_'), other.split('_')].sort((a, b) => a.length - b.length);
  return (few?.length ?? 0) > 1 && few?.every((word) => many?.includes(word)) === true;
}

/** JSON that is the project's own data is configuration; JSON that came in while serving is a value of the wrong kind. */
function byData(error: ParsedError, context: ClassifyContext): Part | null {
  const { name, message, frames } = error;
  if (/^Error parsing \S{1,500}package\.json/.test(message) || /^YAML(?:Parse)?(?:Error|Exception)$/.test(name))
    return as('config');
  if (name !== 'SyntaxError') return null;
  const first = frames[0];
  if (/^(?:file:\/\/)?[^\n:]{1,500}\.(?:json|jsonc|json5|ya?ml|toml): /.test(message)) return as('config');
  const atParse = first?.file === '' || (first === undefined && /JSON/.test(message));
  if (!atParse) return null;
  const loading = frames.some(
    ({ fn, file }) => /^Module\._compile$|^ModuleJob\.run$/.test(fn ?? '') && file.startsWith('node:'),
  );
  return as(/^JSON\.parse$/.test(first?.fn ?? 'JSON.parse') && (context.beforeReady || loading) ? 'config' : 'type');
}

/** What was bought or lent for a time is over, and the project refuses to start without it: it says so in its own words alone. */
function byTerm({ name, message }: ParsedError, { beforeReady }: ClassifyContext): Part | null {
  if (!beforeReady || /^(?:Type|Reference|Range|Syntax|Assertion)Error$/.test(name)) return null;
  if (
    /\b(?:(?:api|access|licen[cs]e)[ _-]?key|token|credentials?)\b[^\n]{0,80}\b(?:expired|revoked|no longer valid)\b/i.test(
      message,
    )
  )
    return as('auth', true);
  const isOver =
    /\b(?:licen[cs]e|subscription|trial)\b[^\n]{0,80}\b(?:expired|ended|lapsed|revoked|ran out|is over|no longer valid)\b/i;
  return isOver.test(message) ? as('billing', true) : null;
}

function byName(error: ParsedError, context: ClassifyContext): Part | null {
  const { name, message, frames, header } = error;
  if (message === 'fetch failed') return null;
  if (/AssertionError$/.test(name)) return as('assertion');
  if (/^(?:\S{1,500}:\d{1,9}:\d{1,9}: ERROR: |Transform failed with \d)/m.test(message)) return as('syntax');
  if (name === 'SyntaxError') {
    const first = frames[0];
    const ownThrow = first !== undefined && ownPath(first.file, context) !== null;
    return as(header !== null || (!ownThrow && first?.file !== '') ? 'syntax' : 'type');
  }
  if (name === 'ReferenceError') return as('reference');
  if (name === 'TypeError' || name === 'URIError') return as('type');
  if (name === 'RangeError')
    return as(
      /^Array buffer allocation failed|^Invalid (?:string|array buffer) length$/.test(message) &&
        /allocation/.test(message)
        ? 'out_of_memory'
        : 'range',
    );
  if (/^Config(?:uration|Validation)?Error$/.test(name)) return as('config');
  // of a `fetch` the service is late (from Node 24 on its signal's own error says no place); whose time was over elsewhere nobody knows
  if (name === 'TimeoutError' && (frames[0] === undefined || ownPath(frames[0].file, context) === null)) {
    const bySignal = frames.length === 0 && message === 'The operation was aborted due to timeout';
    return as('timeout', bySignal || frames[0]?.file.startsWith('node:internal/deps/undici') === true);
  }
  return null;
}
