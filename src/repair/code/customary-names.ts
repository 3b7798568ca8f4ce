/** What people call Node's own modules, what those give out, and well-known packages. */
import type { Wanted } from './insert.ts';

export const builtinDefaults = new Set(
  'fs path os url util http https http2 net tls dns zlib stream events assert querystring readline cluster worker_threads child_process timers perf_hooks string_decoder v8 buffer async_hooks'.split(
    ' ',
  ),
);
export const builtinNamed: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    events: 'EventEmitter',
    util: 'promisify inspect',
    url: 'fileURLToPath pathToFileURL',
    crypto: 'randomUUID randomBytes createHash createHmac timingSafeEqual scryptSync',
    http: 'createServer',
    stream: 'Readable Writable Transform PassThrough',
    async_hooks: 'AsyncLocalStorage',
    module: 'createRequire',
    worker_threads: 'Worker',
    path: 'join dirname basename extname',
    fs: 'createReadStream createWriteStream readFileSync writeFileSync existsSync mkdirSync readdirSync statSync unlinkSync appendFileSync',
  }).flatMap(([module, names]) => names.split(' ').map((name) => [name, module])),
);
export const builtinRenamed: Readonly<Record<string, string>> = {
  fsp: 'fs/promises',
  fsPromises: 'fs/promises',
  childProcess: 'child_process',
  workerThreads: 'worker_threads',
  perfHooks: 'perf_hooks',
};

/** `name package` → how people take in a package that is called otherwise. */
export const packageNames: Readonly<Record<string, Wanted>> = Object.fromEntries(
  (
    [
      ['_', 'default', 'lodash'],
      ['jwt', 'default', 'jsonwebtoken'],
      ['bcrypt', 'default', 'bcrypt'],
      ['bcrypt', 'default', 'bcryptjs'],
      ['z', 'z', 'zod'],
      ['Joi', 'default', 'joi'],
      ['uuid', '*', 'uuid'],
      ['uuidv4', 'v4', 'uuid'],
      ['dayjs', 'default', 'dayjs'],
      ['Koa', 'default', 'koa'],
      ['Router', 'default', '@koa/router'],
      ['Router', 'Router', 'express'],
      ['Fastify', 'default', 'fastify'],
      ['Hono', 'Hono', 'hono'],
      ['serve', 'serve', '@hono/node-server'],
      ['WebSocket', 'default', 'ws'],
      ['WebSocketServer', 'WebSocketServer', 'ws'],
      ['Database', 'default', 'better-sqlite3'],
      ['nanoid', 'nanoid', 'nanoid'],
      ['PrismaClient', 'PrismaClient', '@prisma/client'],
      ['Redis', 'default', 'ioredis'],
      ['Pool', 'Pool', 'pg'],
      ['dotenv', 'default', 'dotenv'],
      ['Injectable', 'Injectable', '@nestjs/common'],
      ['Controller', 'Controller', '@nestjs/common'],
      ['Module', 'Module', '@nestjs/common'],
      ['Get', 'Get', '@nestjs/common'],
      ['Post', 'Post', '@nestjs/common'],
      ['Put', 'Put', '@nestjs/common'],
      ['Patch', 'Patch', '@nestjs/common'],
      ['Delete', 'Delete', '@nestjs/common'],
      ['Param', 'Param', '@nestjs/common'],
      ['Body', 'Body', '@nestjs/common'],
      ['Query', 'Query', '@nestjs/common'],
      ['NotFoundException', 'NotFoundException', '@nestjs/common'],
      ['BadRequestException', 'BadRequestException', '@nestjs/common'],
      ['HttpException', 'HttpException', '@nestjs/common'],
      ['Inject', 'Inject', '@nestjs/common'],
      ['NestFactory', 'NestFactory', '@nestjs/core'],
    ] as const
  ).map(([local, imported, specifier]) => [`${local} ${specifier}`, { local, imported, specifier }]),
);

/** `jwt` is what people call the whole of `jsonwebtoken`. */
export function isCustomary(name: string, specifier: string): boolean {
  return packageNames[`${name} ${specifier}`]?.imported === 'default';
}
