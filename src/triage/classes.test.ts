import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorReport } from '../incident/nouns.ts';
import { context, report, signal, told } from './signals.test-helper.ts';
import { triage } from './triage.ts';

/** [text or error, class, personOnly] */
const verdicts: readonly (readonly [ErrorReport | string, string, boolean])[] = [
  // what a process that was started printed, in the words of who started it
  ...(
    [
      ['digest ended with 1: ReferenceError: rows is not defined', 'reference', false],
      [
        "Command failed: node make.js\nnode:fs:573\n\nError: ENOENT: no such file or directory, open '/srv/app/a.tpl'\n    at readFileSync (node:fs:441:20)\n",
        'missing_file',
        false,
      ],
      [
        "digest ended with 1: Error: ENOENT: no such file or directory, open '/srv/app/var/a.txt'",
        'missing_file',
        false,
      ],
      ['job failed: Error: connect ECONNREFUSED 127.0.0.1:5432', 'connection', true],
      ['the digest says TypeError, and nothing else', 'unknown', false],
    ] as const
  ).map(
    ([text, name, personOnly]) =>
      [report(text, '    at run (/srv/app/src/run.js:3:9)', { name: 'Error' }), name, personOnly] as const,
  ),
  ...['constructor', '__proto__', 'toString'].map(
    (code) => [report('boom', '    at f (/srv/app/x.js:1:1)', { code }), 'unknown', false] as const,
  ),
  [
    report(
      'Request failed with status code 401',
      '    at settle (/srv/app/node_modules/axios/lib/core/settle.js:19:12)\n    at f (/srv/app/x.js:1:2)',
      { name: 'AxiosError', code: 'ERR_BAD_REQUEST' },
    ),
    'auth',
    true,
  ],
  [
    report('Request failed with status code 402', '    at settle (/srv/app/node_modules/axios/x.js:1:1)', {
      name: 'AxiosError',
      code: 'ERR_BAD_REQUEST',
    }),
    'billing',
    true,
  ],
  [
    report('Request failed with status code 429', '    at settle (/srv/app/node_modules/axios/x.js:1:1)', {
      name: 'AxiosError',
      code: 'ERR_BAD_REQUEST',
    }),
    'rate_limited',
    true,
  ],
  [
    report('Request failed with status code 503', '    at settle (/srv/app/node_modules/axios/x.js:1:1)', {
      name: 'AxiosError',
      code: 'ERR_BAD_RESPONSE',
    }),
    'connection',
    true,
  ],
  [
    report(
      'Request failed with status code 404',
      '    at settle (/srv/app/node_modules/axios/x.js:1:1)\n    at f (/srv/app/x.js:1:1)',
      { name: 'AxiosError', code: 'ERR_BAD_REQUEST' },
    ),
    'unknown',
    false,
  ],
  [
    report('Response code 502 (Bad Gateway)', '    at Request._beforeError (/srv/app/node_modules/got/x.js:1:1)', {
      name: 'HTTPError',
      code: 'ERR_NON_2XX_3XX_RESPONSE',
    }),
    'connection',
    true,
  ],
  [
    report(
      '401 Incorrect API key provided: sk-x',
      '    at APIError.generate (/srv/app/node_modules/openai/error.js:1:1)',
      { name: 'AuthenticationError' },
    ),
    'auth',
    true,
  ],
  [
    report(
      '429 You exceeded your current quota',
      '    at APIError.generate (/srv/app/node_modules/openai/error.js:1:1)',
      { name: 'RateLimitError', code: 'insufficient_quota' },
    ),
    'billing',
    true,
  ],
  [
    report('Invalid API Key provided', '    at StripeError.generate (/srv/app/node_modules/stripe/x.js:1:1)', {
      name: 'StripeAuthenticationError',
    }),
    'auth',
    true,
  ],
  [report('no', '    at login (/srv/app/src/login.js:1:1)', { name: 'AuthenticationError' }), 'unknown', false],
  // a code of five digits is not a database's where somebody answered with a status
  [
    report('Authenticate', '    at success (/srv/app/node_modules/twilio/lib/base/Version.js:79:15)', {
      name: 'RestException [Error]',
      code: '20003',
      status: 401,
    }),
    'auth',
    true,
  ],
  [
    "PrismaClientInitializationError: Authentication failed against database server at `db`, the provided database credentials for `app` are not valid.\n\nPlease make sure to provide valid database credentials.\n    at t (/srv/app/node_modules/@prisma/client/runtime/library.js:112:2488) {\n  errorCode: 'P1000'\n}",
    'auth',
    true,
  ],
  [
    report('Cannot create a string longer than 0x1fffffe8 characters', '    at Buffer.toString (node:buffer:851:17)', {
      code: 'ERR_STRING_TOO_LONG',
    }),
    'range',
    false,
  ],
  [
    '{"level":"error","message":"uncaughtException: itmes is not defined\\nReferenceError: itmes is not defined\\n    at handler (/srv/app/src/orders.js:42:17)","timestamp":"2026-11-01T10:00:00.000Z"}',
    'reference',
    false,
  ],
  [
    report('upstream said 401 unauthorized, certificate expired, ENOSPC', '    at f (/srv/app/x.js:1:1)'),
    'unknown',
    false,
  ],
  [
    report(
      'password authentication failed for user "app"',
      '    at Parser.parseErrorMessage (/srv/app/node_modules/pg-protocol/dist/parser.js:1:1)',
      { name: 'error', code: '28P01' },
    ),
    'auth',
    true,
  ],
  [
    report(
      'column "emial" does not exist',
      '    at Parser.parseErrorMessage (/srv/app/node_modules/pg-protocol/dist/parser.js:1:1)\n    at f (/srv/app/x.js:1:1)',
      { name: 'error', code: '42703' },
    ),
    'database',
    false,
  ],
  ...(
    [
      ['near "AND": syntax error', 'SqliteError', 'database'],
      ["Cannot read properties of undefined (reading 'id')", 'TypeError', 'type'],
    ] as const
  ).map(
    // Koa's own way: what was thrown is given the status that it is answered with.
    ([words, name, kind]) =>
      [
        {
          ...report(words, '    at prepare (/srv/app/node_modules/libsql/index.js:1:1)\n    at f (/srv/app/x.js:1:1)', {
            name,
            ...(name === 'SqliteError' ? { code: 'SQLITE_ERROR' } : {}),
          }),
          status: 500,
        },
        kind,
        false,
      ] as const,
  ),
  [
    report('no such column: emial', '    at f (/srv/app/x.js:1:1)', { name: 'SqliteError', code: 'SQLITE_ERROR' }),
    'database',
    false,
  ],
  [
    report(
      'ConnectionFailed("Unable to open connection to local database /srv/data/a.db: 14")',
      '    at f (/srv/app/node_modules/libsql/index.js:1:1)',
    ),
    'database',
    true,
  ],
  [
    report(
      'ConnectionFailed("Unable to open connection to local database /srv/app/data/a.db: 14")',
      '    at f (/srv/app/node_modules/libsql/index.js:1:1)',
    ),
    'missing_file',
    false,
  ],
  [
    report("Unknown column 'emial' in 'field list'", '    at f (/srv/app/node_modules/mysql2/x.js:1:1)', {
      code: 'ER_BAD_FIELD_ERROR',
    }),
    'database',
    false,
  ],
  [
    report(
      '\nInvalid `prisma.user.findMany()` invocation:\n\nThe column `users.emial` does not exist in the current database.',
      '    at f (/srv/app/node_modules/@prisma/client/x.js:1:1)',
      { name: 'PrismaClientKnownRequestError', code: 'P2022' },
    ),
    'database',
    false,
  ],
  [
    report('connect ECONNREFUSED 127.0.0.1:27017', '    at f (/srv/app/node_modules/mongodb/x.js:1:1)', {
      name: 'MongoServerSelectionError',
    }),
    'connection',
    true,
  ],
  [
    report('Connection is closed.', '    at close (/srv/app/node_modules/ioredis/built/redis/event_handler.js:353:25)'),
    'connection',
    true,
  ],
  [
    report('Connection is closed.', '    at get (/srv/app/node_modules/ioredis/built/redis/Redis.js:371:30)'),
    'unknown',
    false,
  ],
  [
    report('', '    at f (/srv/app/node_modules/sequelize/x.js:1:1)', {
      name: 'SequelizeConnectionRefusedError',
      cause: report('connect ECONNREFUSED 127.0.0.1:5432', '', { code: 'ECONNREFUSED' }),
    }),
    'connection',
    true,
  ],
  [
    report('certificate has expired', '    at TLSSocket.onConnectSecure (node:_tls_wrap:1:1)', {
      code: 'CERT_HAS_EXPIRED',
    }),
    'tls',
    true,
  ],
  [
    report('getaddrinfo EAI_AGAIN db', '    at GetAddrInfoReqWrap.onlookup [as oncomplete] (node:dns:1:1)', {
      code: 'EAI_AGAIN',
    }),
    'dns',
    true,
  ],
  [
    report('read ECONNRESET', '    at TLSWrap.onStreamRead (node:internal/stream_base_commons:1:1)', {
      code: 'ECONNRESET',
    }),
    'connection',
    true,
  ],
  [report('connect ETIMEDOUT 10.0.0.1:443', '', { code: 'ETIMEDOUT' }), 'timeout', true],
  [
    report(
      'listen EACCES: permission denied 0.0.0.0:80',
      '    at Server.setupListenHandle [as _listen2] (node:net:1:1)',
      { code: 'EACCES' },
    ),
    'permission',
    true,
  ],
  [report("EROFS: read-only file system, open '/srv/app/x'", '', { code: 'EROFS' }), 'permission', true],
  [
    report("ENOSPC: System limit for number of file watchers reached, watch '/srv/app'", '', { code: 'ENOSPC' }),
    'file_descriptors',
    true,
  ],
  [
    report(
      'The following variables were defined in .env.example but are not present in the environment:\n  SMTP_PASSWORD',
      '    at f (/srv/app/node_modules/dotenv-safe/index.js:1:1)',
      { name: 'MissingEnvVarsError' },
    ),
    'env_missing',
    true,
  ],
  [report('LOG_COLOUR is required', '    at f (/srv/app/config.js:1:1)'), 'env_missing', false],
  [report('MONTH_NAMES is not defined', '', { name: 'ReferenceError' }), 'reference', false],
  ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'connection', true],
  [
    '<--- Last few GCs --->\n\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n 1: 0xb0 node::Abort() [node]',
    'out_of_memory',
    false,
  ],
  ['', 'unknown', false],
  ['\u0000\u0001\ufffd\ufffd\u0007binary', 'unknown', false],
];

test('TRI-3 TRI-4 classes from codes and the failing frame, not from words', () => {
  for (const [text, name, personOnly] of verdicts) {
    const diagnosis = typeof text === 'string' ? told(text) : triage(signal({ error: text }), context);
    assert.deepEqual([diagnosis.class, diagnosis.personOnly], [name, personOnly], JSON.stringify(text));
    assert.equal(diagnosis.action !== null, personOnly);
  }
  assert.equal(triage(signal({ kind: 'freeze' }), context).class, 'freeze');
  assert.equal(triage(signal({ kind: 'timeout' }), context).class, 'timeout');
  assert.equal(triage(signal({ kind: 'memory' }), context).class, 'out_of_memory');
});

test('TRI-3 TRI-4 what was had for a time and is over, told by the project that refuses to start without it, is for a person', () => {
  const said = (message: string, beforeReady: boolean, name = 'Error') =>
    triage(signal({ error: report(message, '    at f (/srv/app/x.js:1:1)', { name }), beforeReady }), context);
  for (const [message, name] of [
    ['The licence of roastery ended on 2025-12-31', 'billing'],
    ['License key ACME-77 has expired', 'auth'],
    ['Your subscription is no longer valid', 'billing'],
    ['MAPS: the API key was revoked', 'auth'],
  ] as const) {
    assert.deepEqual([said(message, true).class, said(message, true).personOnly], [name, true], message);
    assert.equal(said(message, false).personOnly, false, `while it serves, a client may have worded it: ${message}`);
    assert.equal(said(message, true, 'TypeError').personOnly, false);
  }
  for (const message of ['unexpected token ended the file', 'the cache is over its limit', 'token table has no rows'])
    assert.equal(said(message, true).personOnly, false, message);
});

const gone = {
  parser: `BadRequestError: request aborted
    at IncomingMessage.onAborted (/srv/app/node_modules/raw-body/index.js:245:10)
    at abortIncoming (node:_http_server:825:9) {
  code: 'ECONNABORTED',
  type: 'request.aborted'
}
`,
  server: `Error: aborted
    at connResetException (node:internal/errors:787:14)
    at abortIncoming (node:_http_server:825:17) {
  code: 'ECONNRESET'
}
`,
  socket: `Error: read ECONNRESET
    at TCP.onStreamRead (node:internal/stream_base_commons:218:20) {
  errno: -104,
  code: 'ECONNRESET',
  syscall: 'read'
}
`,
};

test('TRI-4 who asked and went away is no outage; a reset that ended the process or came from an upstream is', () => {
  for (const [name, text] of Object.entries(gone)) {
    const { class: found, personOnly } = told(text, {}, 'described');
    assert.deepEqual([name, found, personOnly], [name, 'unknown', false]);
  }
  const dead = `${gone.socket}Emitted 'error' event on Socket instance at:\n    at emitErrorNT (node:internal/x:1:1)\n`;
  const upstream = gone.server.replaceAll('abortIncoming (node:_http_server', 'socketCloseListener (node:_http_client');
  for (const text of [dead, upstream]) assert.equal(told(text, {}, 'described').class, 'connection');
  assert.equal(told(gone.socket, {}, 'crash').class, 'connection');
});

test('TRI-3 a fault of Fastify’s own is answered 500 and is no upstream’s', () => {
  const text = `FastifyError [Error]: Failed building the validation schema for POST: /a, due to error schema is invalid
    at Boot.<anonymous> (/srv/app/node_modules/fastify/lib/route.js:437:21) {
  code: 'FST_ERR_SCH_VALIDATION_BUILD',
  statusCode: 500
}
`;
  const { class: found, personOnly } = told(text);
  assert.deepEqual([found, personOnly], ['config', false]);
  const plugin = told(
    text
      .replace(/Failed.*/, 'Plugin must be a function')
      .replace('FST_ERR_SCH_VALIDATION_BUILD', 'AVV_ERR_PLUGIN_NOT_VALID'),
  );
  assert.deepEqual([plugin.class, plugin.personOnly], ['unknown', false]);
  const option = told(
    text.replace(/Failed.*/, '"root" option must be an absolute path').replace(/FST_\w+/, 'FST_STATIC_INVALID_OPTION'),
  );
  assert.deepEqual([option.class, option.personOnly], ['config', false]);
});

test('TRI-3 names of columns, tables and variables are lifted out', () => {
  const named = (error: ErrorReport) => triage(signal({ error }), context).named;
  const stack = '    at f (/srv/app/x.js:1:1)';
  assert.deepEqual(named(report('column "nmae" of relation "users" does not exist', stack, { code: '42703' })), {
    code: '42703',
    column: 'nmae',
    table: 'users',
  });
  assert.deepEqual(named(report('table users has no column named nmae', stack, { code: 'SQLITE_ERROR' })), {
    code: 'SQLITE_ERROR',
    column: 'nmae',
    table: 'users',
  });
  assert.deepEqual(named(report('no such table: usrs', stack, { code: 'SQLITE_ERROR' })), {
    code: 'SQLITE_ERROR',
    table: 'usrs',
  });
  assert.deepEqual(named(report("Table 'shop.usrs' doesn't exist", stack, { code: 'ER_NO_SUCH_TABLE' })), {
    code: 'ER_NO_SUCH_TABLE',
    table: 'usrs',
  });
  const printed = `error: relation "usrs" does not exist\n${stack} {\n  code: '42P01',\n  table: undefined,\n  column: undefined\n}\n`;
  const unsaid = triage(signal({ stderr: printed, error: null }), context).named;
  assert.deepEqual([unsaid.table, unsaid.column], ['usrs', undefined]);
  const column = triage(
    signal({ stderr: printed.replace('relation "usrs"', 'column "nmae"'), error: null }),
    context,
  ).named;
  assert.deepEqual([column.table, column.column], [undefined, 'nmae']);
  assert.equal(named(report('Environment variable "SMTP_HOST" must be set', stack)).envKey, 'SMTP_HOST');
});

test('TRI-3 what a template of EJS, and one that it takes in, wrapped is named as it was thrown', () => {
  const at = (file: string): string => `/srv/app/views/${file}:1\n >> 1| <%= t('a') %>\n    2| <p>\n\n`;
  const thrown = "ENOENT: no such file or directory, open '/srv/app/locales/de.json'";
  const stack = '    at t (/srv/app/i18n.js:1:1)';
  const wrapped = report(at('page.ejs') + at('head.ejs') + thrown, stack, { code: 'ENOENT' });
  const { path, syscall } = triage(signal({ error: wrapped }), context).named;
  assert.deepEqual([path, syscall], ['/srv/app/locales/de.json', 'open']);
});

test('TRI-4 a variable that is nearly one that exists is a slip in the code', () => {
  const error = report('Missing required environment variable DATABSE_URL', '    at f (/srv/app/x.js:1:1)');
  assert.equal(triage(signal({ error }), context).personOnly, true);
  assert.equal(triage(signal({ error }), { ...context, knownEnv: ['PATH', 'DATABASE_URL'] }).personOnly, false);
});
