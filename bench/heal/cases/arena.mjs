const rosa = { authorization: 'Bearer t-rosa' };
const lena = { authorization: 'Bearer t-lena' };
const checkOf = (request, json, headers = undefined) => ({ request, status: 200, json, ...(headers === undefined ? {} : { headers }) });
const refused = (request, status, headers = undefined) => ({ request, status, ...(headers === undefined ? {} : { headers }) });

const redis = [
  ['hset', 'player:rosa', 'name', 'Rosa Vidal', 'pin', '1357', 'role', 'player', 'joined', '2024-05-17T10:00:00Z', 'wins', '3', 'losses', '1', 'clan', 'ember'],
  ['hset', 'player:ivo', 'name', 'Ivo Petrov', 'pin', '2468', 'role', 'player', 'joined', '2025-01-02T08:30:00Z', 'wins', '1', 'losses', '2'],
  ['hset', 'player:lena', 'name', 'Lena Holm', 'pin', '8642', 'role', 'admin', 'joined', '2023-11-30T23:15:00Z', 'wins', '2', 'losses', '2', 'clan', 'tide'],
  ['hset', 'player:sam', 'name', 'Sam Adeyemi', 'pin', '1111', 'role', 'player', 'joined', '2026-02-01T00:00:00Z'],
  ['zadd', 'ladder:s4', '1640', 'rosa', '1490', 'ivo', '1555', 'lena', '1200', 'sam'],
  ['zadd', 'ladder:s3', '1500', 'lena', '1400', 'ivo'],
  ['rpush', 'matches:s4',
    '{"id":1,"winner":"rosa","loser":"ivo","seconds":610,"at":"2026-01-10T18:00:00Z","map":{"name":"canyon","size":8}}',
    '{"id":2,"winner":"rosa","loser":"lena","seconds":905,"at":"2026-01-12T19:30:00Z"}',
    '{"id":3,"winner":"lena","loser":"rosa","seconds":1240,"at":"2026-01-15T20:00:00Z","map":{"name":"docks","size":4}}',
    '{"id":4,"winner":"ivo","loser":"lena","seconds":380,"at":"2026-02-01T17:45:00Z","map":{"name":"canyon","size":8}}',
    '{"id":5,"winner":"lena","loser":"ivo","seconds":715,"at":"2026-01-20T21:10:00Z"}',
    '{"id":6,"winner":"rosa","loser":"lena","seconds":550,"at":"2026-02-03T18:20:00Z","map":{"name":"docks","size":4}}'],
  ['set', 'session:t-rosa', '{"player":"rosa","role":"player"}'],
  ['set', 'session:t-lena', '{"player":"lena","role":"admin"}'],
];

const checks = [
  checkOf('GET /health', { ok: true }),
  checkOf('GET /ladder', {
    season: 's4',
    rows: [
      { rank: 1, name: '[EMBER] Rosa Vidal', rating: 1640 },
      { rank: 2, name: '[TIDE] Lena Holm', rating: 1555 },
      { rank: 3, name: 'Ivo Petrov', rating: 1490 },
    ],
  }),
  checkOf('GET /ladder?count=1&season=s3', { season: 's3', rows: [{ rank: 1, name: '[TIDE] Lena Holm', rating: 1500 }] }),
  checkOf('GET /ladder?count=4', { rows: [{ rank: 1 }, { rank: 2 }, { rank: 3 }, { rank: 4, name: 'Sam Adeyemi', rating: 1200 }] }),
  refused('GET /ladder?count=0', 400),
  refused('GET /ladder?season=x', 400),
  checkOf('GET /players/rosa', { name: 'Rosa Vidal', joined: '2024-05-17', winRate: 75, rating: 1640 }),
  checkOf('GET /players/sam', { joined: '2026-02-01', winRate: null, rating: 1200 }),
  checkOf('GET /players/sam?season=s3', { rating: null }),
  refused('GET /players/nobody', 404),
  checkOf('GET /players/rosa/against/ivo', { ifWon: 9, ifLost: -23 }),
  refused('GET /players/sam/against/rosa?season=s3', 404),
  checkOf('GET /matches', [
    { id: 6, winner: 'rosa', map: 'docks' },
    { id: 4, winner: 'ivo', map: 'canyon' },
  ]),
  checkOf('GET /matches?count=4', [{ id: 6 }, { id: 4 }, { id: 5 }, { id: 3, map: 'docks' }]),
  checkOf('GET /matches/of/rosa', { name: 'Rosa Vidal', played: 4, won: 3, streak: 2, minutes: 55 }),
  checkOf('GET /matches/of/sam', { played: 0, won: 0, streak: 0, minutes: 0 }),
  refused('GET /matches/of/x', 404),
  checkOf('POST /auth/login {"id":"rosa","pin":"1357"}', { player: 'rosa', role: 'player', tokenLength: 36 }),
  checkOf('POST /auth/login {"id":"lena","pin":"8642"}', { player: 'lena', role: 'admin' }),
  refused('POST /auth/login {"id":"rosa","pin":"1"}', 401),
  refused('POST /auth/login {"id":"rosa"}', 400),
  refused('POST /auth/login {"id":"no","pin":"1"}', 401),
  refused('GET /auth/me', 401),
  refused('GET /auth/me', 401, { authorization: 'Bearer expired' }),
  checkOf('GET /auth/me', { player: 'rosa', name: 'Rosa Vidal', role: 'player' }, rosa),
  refused('GET /admin/overview', 401),
  refused('GET /admin/overview', 403, rosa),
  checkOf('GET /admin/overview', { season: 's4', matches: 6, seconds: 4400 }, lena),
  refused('PUT /admin/players/ivo/name {"name":"Ivo P."}', 403, rosa),
  refused('PUT /admin/players/ivo/name {"name":""}', 400, lena),
  refused('PUT /admin/players/zoe/name {"name":"Zoe"}', 404, lena),
  checkOf('PUT /admin/players/ivo/name {"name":" Ivo Petrow "}', { id: 'ivo', name: 'Ivo Petrow' }, lena),
  checkOf('GET /players/ivo', { name: 'Ivo Petrow', winRate: 33.3 }),
];

const cases = [
  {
    id: 'arena-provider-lost',
    cause: 'other',
    expect: 'repair',
    break: [
      {
        file: 'src/app.module.ts',
        find: 'providers: [PlayersService, LadderService, MatchesService, SessionsService]',
        replace: 'providers: [PlayersService, MatchesService, SessionsService]',
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'arena-token-as-text',
    cause: 'name',
    expect: 'repair',
    break: [
      {
        file: 'src/players/ladder.service.ts',
        find: 'constructor(@Inject(REDIS)',
        replace: "constructor(@Inject('REDIS')",
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'arena-async-filter',
    cause: 'async',
    expect: 'repair',
    break: [
      {
        file: 'src/matches/matches.service.ts',
        find: '    const matches = await this.of(season);\n    return matches.filter(',
        replace: '    return this.of(season).filter(',
      },
    ],
    trigger: { requests: ['GET /matches/of/rosa'] },
  },
  {
    id: 'arena-rows-not-parsed',
    cause: 'data',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/matches/matches.service.ts',
        find: 'return rows.map((row) => JSON.parse(row));',
        replace: 'return rows as unknown as Match[];',
      },
    ],
    trigger: { requests: ['GET /matches'] },
  },
  {
    id: 'arena-match-without-map',
    cause: 'null',
    expect: 'repair',
    history: true,
    break: [{ file: 'src/matches/matches.controller.ts', find: "map: map?.name ?? 'random'", replace: 'map: map!.name' }],
    trigger: { requests: ['GET /matches?count=6'] },
    checks: [checkOf('GET /matches?count=6', [{}, {}, { id: 5, map: 'random' }, { map: 'docks' }, { id: 2, map: 'random' }, {}])],
  },
  {
    id: 'arena-no-session',
    cause: 'null',
    expect: 'repair',
    break: [
      {
        file: 'src/auth/roles.guard.ts',
        find: "    if (session === null) throw new UnauthorizedException('log in first');\n    if (!this.roles.includes(session.role))",
        replace: '    if (!this.roles.includes(session!.role))',
      },
    ],
    trigger: { requests: ['GET /auth/me'] },
  },
  {
    id: 'arena-session-not-applied',
    cause: 'middleware',
    expect: 'repair',
    history: true,
    break: [
      { file: 'src/app.module.ts', find: ".forRoutes('auth/me', 'admin/*path')", replace: ".forRoutes('auth/me')" },
    ],
    trigger: { requests: ['GET /admin/overview'], headers: lena },
  },
  {
    id: 'arena-body-decorator',
    cause: 'other',
    expect: 'repair',
    break: [
      { file: 'src/auth/auth.controller.ts', find: 'async login(@Body() body: Login)', replace: 'async login(body: Login)' },
    ],
    trigger: { requests: ['POST /auth/login {"id":"rosa","pin":"1357"}'] },
  },
  {
    id: 'arena-sum-of-nothing',
    cause: 'logic',
    expect: 'repair',
    break: [
      {
        file: 'src/matches/matches.service.ts',
        find: 'return matches.reduce((sum, { seconds }) => sum + seconds, 0);',
        replace: 'return matches.map(({ seconds }) => seconds).reduce((sum, seconds) => sum + seconds);',
      },
    ],
    trigger: { requests: ['GET /matches/of/sam'] },
  },
  {
    id: 'arena-keys-moved',
    cause: 'path',
    expect: 'repair',
    break: [{ move: ['src/store/keys.ts', 'src/common/keys.ts'] }],
    trigger: { boot: true },
  },
  {
    id: 'arena-tokens-one-folder-off',
    cause: 'path',
    expect: 'repair',
    break: [
      { file: 'src/matches/matches.service.ts', find: "from '../store/tokens.ts'", replace: "from './store/tokens.ts'" },
    ],
    trigger: { boot: true },
  },
  {
    id: 'arena-decorators-off',
    cause: 'config',
    expect: 'ask',
    break: [{ file: 'tsconfig.json', find: '    "experimentalDecorators": true,\n', replace: '' }],
    trigger: { boot: true },
  },
  {
    id: 'arena-list-not-closed',
    cause: 'syntax',
    expect: 'repair',
    history: true,
    break: [{ file: 'src/app.module.ts', find: '    AdminController,\n  ],\n', replace: '    AdminController,\n' }],
    trigger: { boot: true },
  },
  {
    id: 'arena-redis-down',
    cause: 'outage',
    expect: 'ask',
    env: { REDIS_URL: 'redis://{closed}' },
    trigger: { requests: ['GET /players/rosa'] },
  },
  {
    id: 'arena-redis-password',
    cause: 'credential',
    expect: 'ask',
    trigger: {
      stderr: `ReplyError: NOAUTH Authentication required.
    at parseError (/srv/arena/node_modules/redis-parser/lib/parser.js:179:12)
    at parseType (/srv/arena/node_modules/redis-parser/lib/parser.js:302:14) {
  command: { name: 'hgetall', args: [ 'player:rosa' ] }
}
`,
    },
  },
  {
    id: 'arena-replica',
    cause: 'outage',
    expect: 'ask',
    trigger: {
      stderr: `ReplyError: READONLY You can't write against a read only replica.
    at parseError (/srv/arena/node_modules/redis-parser/lib/parser.js:179:12)
    at parseType (/srv/arena/node_modules/redis-parser/lib/parser.js:302:14) {
  command: { name: 'setex', args: [ 'session:4f1c', '3600', '{"player":"rosa","role":"player"}' ] }
}
`,
    },
  },
  {
    id: 'arena-class-validator',
    cause: 'undeclared',
    expect: 'ask',
    history: true,
    break: [
      {
        file: 'src/auth/auth.controller.ts',
        find: "import { PlayersService } from '../players/players.service.ts';\n",
        replace: "import { IsString } from 'class-validator';\nimport { PlayersService } from '../players/players.service.ts';\n",
      },
      {
        file: 'src/auth/auth.controller.ts',
        find: 'interface Login {\n  id?: string;\n  pin?: string;\n}',
        replace: 'class Login {\n  @IsString()\n  id?: string;\n\n  @IsString()\n  pin?: string;\n}',
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'arena-port-taken',
    cause: 'port',
    expect: 'ask',
    occupy: true,
    trigger: {
      boot: true,
      stderr: `[Nest] 4121  - 03/02/2026, 9:14:02 AM   ERROR [NestApplication] Error: listen EADDRINUSE: address already in use :::{port}
Error: listen EADDRINUSE: address already in use :::{port}
    at Server.setupListenHandle [as _listen2] (node:net:1940:16)
    at listenInCluster (node:net:1997:12)
    at ExpressAdapter.listen (/srv/arena/node_modules/@nestjs/platform-express/adapters/express-adapter.js:95:32)
    at <anonymous> (/srv/arena/src/main.ts:9:11) {
  code: 'EADDRINUSE',
  errno: -98,
  syscall: 'listen',
  address: '::',
  port: {port}
}
`,
    },
  },
  {
    id: 'arena-refusals',
    cause: 'client',
    expect: 'none',
    history: true,
    trigger: {
      requests: [
        'GET /admin/overview',
        'GET /players/nobody',
        'GET /ladder?count=many',
        'POST /auth/login {"id":"rosa","pin":"0000"}',
        'POST /auth/login {"id":',
        'GET /players',
      ],
      headers: { ...rosa, 'content-type': 'application/json' },
    },
  },
  {
    id: 'arena-noisy-log',
    cause: 'log',
    expect: 'none',
    trigger: {
      requests: ['GET /ladder', 'GET /matches'],
      stderr: `redis: read ECONNRESET
[Nest] 4121  - 03/02/2026, 9:14:02 AM    WARN [Anticheat] Error margin of match 6 is 0.4%, below the limit
`,
    },
  },
];

export default {
  server: 'arena',
  half: 'dev',
  entry: 'src/main.ts',
  services: ['redis'],
  seed: { redis },
  env: { REDIS_URL: 'redis://{redis}' },
  checks,
  cases,
};
