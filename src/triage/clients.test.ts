import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, report, signal, told } from './signals.test-helper.ts';
import { triage } from './triage.ts';

/** As printed when the service was stopped, cut the connection, kept silent or refused: [class, first frame below node_modules, words]. */
const said: readonly (readonly [string, string, string])[] = [
  [
    'connection',
    'ioredis/built/redis/event_handler.js',
    'MaxRetriesPerRequestError: Reached the max retries per request limit (which is 1). Refer to "maxRetriesPerRequest" option for details.',
  ],
  ['timeout', 'ioredis/built/Command.js', 'Error: Command timed out'],
  [
    'connection',
    '@redis/client/dist/lib/client/socket.js',
    'SocketClosedUnexpectedlyError: Socket closed unexpectedly',
  ],
  ['connection', 'kafkajs/src/network/connection.js', 'KafkaJSConnectionClosedError: Closed connection'],
  ['connection', 'pg/lib/client.js', 'Error: Connection terminated unexpectedly'],
  [
    'connection',
    '.pnpm/pg-pool@3.10.1/node_modules/pg-pool/index.js',
    'Error: Connection terminated due to connection timeout',
  ],
  [
    'connection',
    'mongoose/lib/drivers/node-mongodb-native/collection.js',
    'MongooseError: Operation `users.find()` buffering timed out after 10000ms',
  ],
  ['connection', 'amqplib/lib/connection.js', 'Error: Socket closed abruptly during opening handshake'],
  [
    'auth',
    'amqplib/lib/connection.js',
    'Error: Handshake terminated by server: 403 (ACCESS-REFUSED) with message "ACCESS_REFUSED"',
  ],
  ['connection', 'mqtt/build/lib/client.js', 'Error: connack timeout'],
  ['auth', 'openid-client/lib/helpers/process_response.js', 'OPError: invalid_client (Client authentication failed)'],
  [
    'auth',
    'firebase-admin/lib/app/credential-internal.js',
    'Error: Credential implementation provided to initializeApp() via the "credential" property failed to fetch a valid Google OAuth2 access token',
  ],
  [
    'auth',
    'google-auth-library/build/src/auth/googleauth.js',
    'Error: Could not load the default credentials. Browse to https://cloud.google.com/docs/authentication/getting-started for more information.',
  ],
  [
    'connection',
    'stripe/cjs/RequestSender.js',
    'StripeConnectionError: An error occurred with our connection to Stripe.',
  ],
  ['rate_limited', 'stripe/cjs/Error.js', 'StripeRateLimitError: no'],
  ['timeout', 'openai/client.js', 'APIConnectionTimeoutError: Request timed out.'],
  ['timeout', '@elastic/transport/lib/Transport.js', 'TimeoutError: Request timed out'],
  ['auth', '@aws-sdk/core/dist-cjs/submodules/protocols/index.js', 'UnrecognizedClientException: no'],
  ['rate_limited', '@aws-sdk/core/dist-cjs/submodules/protocols/index.js', 'ThrottlingException: Rate exceeded'],
  ['connection', '@smithy/smithy-client/dist-cjs/index.js', 'ServiceUnavailable: Please reduce your request rate.'],
  [
    'connection',
    '@grpc/grpc-js/build/src/call.js',
    'Error: 14 UNAVAILABLE: No connection established. Last error: Failed to connect',
  ],
  [
    'timeout',
    '@grpc/grpc-js/build/src/call.js',
    'Error: 4 DEADLINE_EXCEEDED: Deadline exceeded after 2.000s,name resolution: 0.001s',
  ],
  [
    'auth',
    '@grpc/grpc-js/build/src/call.js',
    'Error: 16 UNAUTHENTICATED: Request had invalid authentication credentials.',
  ],
];

test('TRI-3 TRI-4 what the clients of services say of an outage is told to a person', () => {
  for (const [name, file, words] of said) {
    const verdict = told(
      `${words}\n    at x (/srv/app/node_modules/${file}:1:1)\n    at async list (/srv/app/orders.js:3:9)\n`,
    );
    assert.deepEqual([words, verdict.class, verdict.personOnly], [words, name, true]);
  }
});

test('TRI-4 the same words thrown by the project, or by another package, are no outage', () => {
  for (const [, , words] of said) {
    for (const file of ['/srv/app/orders.js', '/srv/app/node_modules/pg-like/lib/client.js']) {
      const { class: found, personOnly } = told(`${words}\n    at x (${file}:1:1)\n`);
      assert.deepEqual(
        [words, personOnly, ['connection', 'auth', 'rate_limited'].includes(found)],
        [words, false, false],
      );
    }
  }
  const wrongCall = told(
    'Error: 12 UNIMPLEMENTED: The server does not implement the method\n    at callErrorFromStatus (/srv/app/node_modules/@grpc/grpc-js/build/src/call.js:32:19)\n    at async list (/srv/app/orders.js:3:9)\n',
  );
  assert.deepEqual([wrongCall.class, wrongCall.personOnly, wrongCall.file], ['unknown', false, 'orders.js']);
});

test('TRI-2 one error may have two stacks: where it was made, and where the program asked', () => {
  const diagnosis = told(`Error: 5 NOT_FOUND: no such order
    at callErrorFromStatus (/srv/app/node_modules/@grpc/grpc-js/build/src/call.js:32:19)
    ... 4 lines matching cause stack trace ...
    at process.processTicksAndRejections (node:internal/process/task_queues:77:11)
for call at
    at ServiceClientImpl.makeUnaryRequest (/srv/app/node_modules/@grpc/grpc-js/build/src/client.js:161:32)
    at show (/srv/app/orders.js:7:9) {
  code: 5,
  details: 'no such order'
}
`);
  assert.equal(diagnosis.message, 'Error: 5 NOT_FOUND: no such order');
  assert.deepEqual([diagnosis.file, diagnosis.line], ['orders.js', 7]);
});

test('TRI-4 the status of an answer is found where the client keeps it, and nowhere else', () => {
  const printed = (more: string): string =>
    `ResponseError: no\n    at run (/srv/app/node_modules/@elastic/transport/lib/Transport.js:586:31)\n    at list (/srv/app/orders.js:3:9) {\n${more}\n}\n`;
  const meta =
    '  meta: {\n    body: {\n      error: {\n        statusCode: 503\n      }\n    },\n    statusCode: 401,\n  }';
  assert.deepEqual([told(printed(meta)).class, told(printed(meta)).personOnly], ['auth', true]);
  const aws = "  '$fault': 'client',\n  '$metadata': {\n    httpStatusCode: 429,\n    attempts: 1\n  }";
  assert.equal(told(printed(aws).replaceAll('@elastic/transport', '@smithy/core')).class, 'rate_limited');
  assert.equal(told(printed('  body: {\n    statusCode: 503\n  }')).class, 'unknown');
  const toAnswer = printed('  expose: false,\n  statusCode: 500,\n  status: 500').replace(
    '@elastic/transport',
    'raw-body',
  );
  assert.deepEqual([told(toAnswer).class, told(toAnswer).personOnly], ['unknown', false]);
  const error = { ...report('no', '    at run (/srv/app/node_modules/superagent/lib/node/index.js:1:1)'), status: 401 };
  assert.equal(triage(signal({ error }), context).class, 'auth');
});

test('TRI-3 the path of a file that is missing, not that of the request which a logger puts beside it', () => {
  const stack =
    "Error: ENOENT: no such file or directory, open '/srv/app/views/invoice.html'\n    at Object.openSync (node:fs:573:18)\n    at render (/srv/app/invoices.js:12:9)";
  const line = (path: string): string => JSON.stringify({ level: 'error', message: 'no', path, stack });
  assert.equal(told(line('/jobs/1/invoice')).named.path, '/srv/app/views/invoice.html');
  assert.equal(told(line('/srv/app/views/invoice.html')).named.path, '/srv/app/views/invoice.html');
});

test('TRI-3 TRI-4 a handshake that Node ended, a socket file that nobody serves, a mail server that is away, YAML that cannot be read', () => {
  const node = (words: string, frame: string, more = ''): string => `Error: ${words}\n    at ${frame}${more}\n`;
  const verdicts: readonly (readonly [string, string, boolean])[] = [
    [
      node('self-signed certificate in certificate chain', 'TLSSocket.onConnectSecure (node:_tls_wrap:1659:34)'),
      'tls',
      true,
    ],
    [
      node(
        "Hostname/IP does not match certificate's altnames: Host: a.b.",
        'Object.checkServerIdentity (node:tls:337:12)',
      ),
      'tls',
      true,
    ],
    [
      node(
        'connect ENOENT /run/redis.sock',
        'PipeConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)',
        " {\n  code: 'ENOENT',\n  syscall: 'connect'\n}",
      ),
      'connection',
      true,
    ],
    [
      node(
        'connect ECONNREFUSED 127.0.0.1:25',
        'TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)',
        " {\n  code: 'ESOCKET',\n  command: 'CONN'\n}",
      ),
      'connection',
      true,
    ],
    [
      'YAMLException: bad indentation of a mapping entry (4:3)\n    at load (/srv/app/node_modules/js-yaml/lib/loader.js:183:10)\n    at read (/srv/app/config.js:3:9)\n',
      'config',
      false,
    ],
  ];
  for (const [text, name, personOnly] of verdicts) {
    const verdict = told(text);
    assert.deepEqual([text, verdict.class, verdict.personOnly], [text, name, personOnly]);
  }
});
