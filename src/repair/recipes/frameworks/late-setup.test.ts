import { check } from '../cases.test-helper.ts';
import { lateSetup } from './late-setup.ts';

const head = "import Fastify from 'fastify';\nconst app = Fastify();\n";
const listening = {
  class: 'unknown' as const,
  message: 'FastifyError: Fastify instance is already listening. Cannot call "setErrorHandler"!',
};
const handler = 'app.setErrorHandler((error, request, reply) => {\n  reply.code(500).send();\n});\n';

check(lateSetup, [
  {
    name: 'an error handler behind listen',
    ...listening,
    at: [['main.js', '‸app.setErrorHandler']],
    files: { 'main.js': `${head}await app.listen({ port: 1 });\n${handler}` },
    first: { 'main.js': `${head}${handler}await app.listen({ port: 1 });\n` },
  },
  {
    name: 'routes of another file, in a function that starts the server',
    ...listening,
    at: [
      ['routes.js', "app.‸get('/'"],
      ['main.js', '‸routes(app)'],
    ],
    files: {
      'routes.js': "export const routes = (app) => {\n  app.get('/', () => 'ok');\n};\n",
      'main.js':
        "import { routes } from './routes.js';\nexport async function start(app) {\n  await app.listen({ port: 1 });\n  routes(app);\n}\n",
    },
    first: {
      'main.js':
        "import { routes } from './routes.js';\nexport async function start(app) {\n  routes(app);\n  await app.listen({ port: 1 });\n}\n",
    },
  },
  {
    name: 'a plugin behind ready',
    class: 'unknown',
    message: 'AvvioError: Root plugin has already booted',
    at: [['main.js', "app.‸register('x')"]],
    files: { 'main.js': `${head}await app.ready();\napp.register('x');\nawait app.listen({ port: 1 });\n` },
    first: { 'main.js': `${head}app.register('x');\nawait app.ready();\nawait app.listen({ port: 1 });\n` },
  },
  {
    name: 'what it needs is made behind listen as well',
    ...listening,
    at: [['main.js', '‸app.get']],
    files: {
      'main.js': `${head}await app.listen({ port: 1 });\nconst address = app.server.address();\napp.get('/', () => address);\n`,
    },
    first: null,
  },
  {
    name: 'a route that a request adds',
    ...listening,
    at: [['main.js', "app.‸get('/new'"]],
    files: {
      'main.js': `${head}app.post('/', () => {\n  app.get('/new', () => 1);\n});\nawait app.listen({ port: 1 });\n`,
    },
    first: null,
  },
  {
    name: 'another instance than the one that listens',
    ...listening,
    at: [['main.js', '‸app.get']],
    files: { 'main.js': `${head}await admin.listen({ port: 1 });\napp.get('/', () => 1);\n` },
    first: null,
  },
  {
    name: 'where it listens later',
    ...listening,
    at: [['main.js', '‸app.get']],
    files: { 'main.js': `${head}process.once('message', () => app.listen({ port: 1 }));\napp.get('/', () => 1);\n` },
    first: null,
  },
]);
