/** What the client libraries of services say where the service is gone, refuses the caller or has enough of him: by the package on top of the stack. */
import type { FailureClass } from '../incident/nouns.ts';
import type { ParsedError } from './parse.ts';

type Saying = readonly [kind: FailureClass, packages: readonly string[], said: RegExp];

const aws = ['@aws-sdk/', '@smithy/'];
const elastic = ['@elastic/transport', '@opensearch-project/opensearch'];
const ai = ['openai', '@anthropic-ai/sdk'];

/** `said` is held against `Name: message`. As the packages word it whose services were stopped, cut off and kept silent; `x/` = all of that scope. */
const sayings: readonly Saying[] = [
  ['connection', ['ioredis'], /^MaxRetriesPerRequestError:/],
  ['timeout', ['ioredis'], /: Command timed out$/],
  ['connection', ['@redis/client'], /^(?:SocketClosedUnexpectedly|ConnectionTimeout)Error:/],
  ['connection', ['kafkajs'], /^KafkaJS(?:Connection(?:Closed)?Error|BrokerNotFound|NumberOfRetriesExceeded):/],
  ['timeout', ['kafkajs'], /^KafkaJSRequestTimeoutError:/],
  ['auth', ['kafkajs'], /^KafkaJSSASLAuthenticationError:/],
  ['auth', ['pg-protocol'], /: (?:password authentication failed for user|no pg_hba\.conf entry for host) /],
  ['connection', ['pg', 'pg-pool'], /: (?:Connection terminated|Client has encountered a connection error)/],
  ['connection', ['mongoose'], /: Operation `[^`]{1,200}` buffering timed out/],
  [
    'connection',
    ['amqplib'],
    /: (?:Socket closed abruptly|Connection closed: 320|Unexpected close|Heartbeat timeout|Channel ended, no reply)/,
  ],
  ['connection', ['cassandra-driver'], /^NoHostAvailableError:/],
  ['connection', ['oracledb'], /: (?:NJS-5\d\d|ORA-(?:12\d{3}|0113\d)): /],
  ['auth', ['amqplib'], /: Handshake terminated by server: 403/],
  [
    'connection',
    ['mqtt'],
    /: (?:Couldn't connect to server|connack timeout|Keepalive timeout|Connection refused: Server unavailable)/,
  ],
  ['auth', ['mqtt'], /: Connection refused: (?:Not authorized|Bad username or password)/],
  ['connection', ['stripe'], /^Stripe(?:Connection|API)Error:/],
  ['rate_limited', ['stripe'], /^StripeRateLimitError:/],
  ['billing', ['stripe'], /^StripeCardError:/],
  ['auth', ['stripe'], /^Stripe(?:Permission|Authentication)Error:/],
  [
    'auth',
    ['openid-client', 'oauth4webapi', 'gaxios', 'google-auth-library'],
    /: (?:invalid_client|unauthorized_client|invalid_grant|Could not load the default credentials)\b/,
  ],
  ['auth', ['ssh2'], /: All configured authentication methods failed$/],
  ['auth', ['@sendgrid/client'], /: (?:Unauthorized|Forbidden)$/],
  ['auth', ['discord.js'], /: An invalid token was provided\.$/],
  ['auth', ['firebase-admin'], /: Credential implementation provided to initializeApp\(\)/],
  ['billing', ai, /\bcredit balance is too low\b/],
  ['timeout', ai, /^APIConnectionTimeoutError:/],
  ['connection', ai, /^APIConnectionError:/],
  ['timeout', elastic, /^TimeoutError:/],
  ['connection', elastic, /^(?:Connection|NoLivingConnections)Error:/],
  [
    'auth',
    aws,
    /^(?:AccessDenied|ExpiredToken|UnrecognizedClient|InvalidClientTokenId|InvalidAccessKeyId|InvalidSignature|SignatureDoesNotMatch|CredentialsProvider|TokenProvider|Provider)(?:Exception|Error)?:/,
  ],
  [
    'rate_limited',
    aws,
    /^(?:Throttling|TooManyRequests|RequestLimitExceeded|ProvisionedThroughputExceeded|SlowDown)(?:Exception|Error)?:/,
  ],
  [
    'connection',
    aws,
    /^(?:ServiceUnavailable|InternalServerError|InternalServer|InternalFailure)(?:Exception|Error)?:/,
  ],
];

/** Status codes of gRPC that say what an HTTP status of 401, 403, 429 and 5xx, or a lost connection, says. */
const grpc: Readonly<Record<string, FailureClass>> = {
  UNKNOWN: 'connection',
  DEADLINE_EXCEEDED: 'timeout',
  PERMISSION_DENIED: 'auth',
  RESOURCE_EXHAUSTED: 'rate_limited',
  INTERNAL: 'connection',
  UNAVAILABLE: 'connection',
  UNAUTHENTICATED: 'auth',
};

/** The class of a failure that lies with a service; null where no client library says so. */
export function saidByClient({ name, message, frames }: ParsedError): FailureClass | null {
  const from = packageOf(frames[0]?.file ?? '');
  if (from === null) return null;
  if (from === '@grpc/grpc-js') return grpc[/^\d{1,2} ([A-Z_]{2,30}): /.exec(message)?.[1] ?? ''] ?? null;
  const said = `${name}: ${message.slice(0, 500)}`;
  const isFrom = (packages: readonly string[]): boolean =>
    packages.some((each) => (each.endsWith('/') ? from.startsWith(each) : from === each));
  return sayings.find(([, packages, words]) => isFrom(packages) && words.test(said))?.[0] ?? null;
}

/** The innermost package that a file belongs to: `node_modules/.pnpm/pg@8/node_modules/pg/lib/client.js` is of `pg`. */
function packageOf(file: string): string | null {
  const inside = file.split(/(?:^|[\\/])node_modules[\\/]/).at(-1) ?? '';
  if (inside === file) return null;
  const [scope = '', name = ''] = inside.split(/[\\/]/);
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
