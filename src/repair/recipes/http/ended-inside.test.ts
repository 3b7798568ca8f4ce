/** Answers behind what has answered already. */
import { check } from '../cases.test-helper.ts';
import { doubleSend } from './replies.ts';

const twice = {
  class: 'unknown' as const,
  message: 'Cannot write headers after they are sent to the client',
  named: { code: 'ERR_HTTP_HEADERS_SENT' },
};
const cors =
  "export async function cors(context, next) {\n  if (context.req.method === 'OPTIONS') {\n    context.res.writeHead(204).end();\n    return;\n  }\n  await next();\n}\n";

check(doubleSend, [
  {
    name: 'a chain of middleware of the project, of which one ends the answer',
    ...twice,
    files: {
      'cors.js': cors,
      'app.js':
        "import { cors } from './cors.js';\nconst run = compose([cors]);\nexport const handler = async (req, res) => {\n  const context = { req, res, status: 200 };\n  await run(context);\n  const text = JSON.stringify(context.body);\n  res.writeHead(context.status);\n  res.end(text);\n};\n",
    },
    at: [['app.js', 'res.‸writeHead(context']],
    first: { 'app.js': /await run\(context\);\n {2}if \(res\.headersSent\) return;\n {2}const text/ },
  },
  {
    name: 'a check that refuses, in Express, in a script',
    ...twice,
    message: 'Cannot set headers after they are sent to the client',
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js':
        'async function check(req, res) {\n  if (!req.user) {\n    res.status(401).json({});\n  }\n}\nexports.show = async (req, res) => {\n  await check(req, res);\n  res.json({ ok: true });\n};\n',
    },
    at: [['a.js', 'res.‸json({ ok']],
    first: { 'a.js': /await check\(req, res\);\n {2}if \(res\.headersSent\) return;/ },
  },
  {
    name: 'as the project asks elsewhere, in TypeScript, of a value that comes with it',
    class: 'unknown',
    message: 'write after end',
    named: { code: 'ERR_STREAM_WRITE_AFTER_END' },
    files: {
      'a.ts':
        "import http from 'node:http';\nasync function body(req: Req, res: Res) {\n  try {\n    return await read(req);\n  } catch {\n    res.end('bad');\n  }\n}\nexport const late = (res: Res) => {\n  if (!res.writableEnded) res.end();\n};\nhttp.createServer(async (req, res) => {\n  const given = await body(req, res);\n  res.write(String(given));\n});\n",
    },
    at: [['a.ts', 'res.‸write(String']],
    first: { 'a.ts': /await body\(req, res\);\n {2}if \(res\.writableEnded\) return;/ },
  },
  {
    name: 'a reply of Fastify',
    class: 'unknown',
    message: 'Reply was already sent, did you forget to "return reply" in "/" (GET)?',
    files: {
      'package.json': '{"dependencies":{"fastify":"5"}}',
      'a.js':
        'async function check(request, reply) {\n  if (!request.user) {\n    await reply.code(401).send({});\n  }\n}\nexports.show = async (request, reply) => {\n  await check(request, reply);\n  reply.send({ ok: true });\n};\n',
    },
    at: [['a.js', 'reply.‸send({ ok']],
    first: { 'a.js': /await check\(request, reply\);\n {2}if \(reply\.sent\) return reply;/ },
  },
  {
    name: 'two answers that always go out: one is one too many, and which nobody knows',
    ...twice,
    files: {
      'a.js':
        "import http from 'node:http';\nconst put = (res, value) => res.end(JSON.stringify(value));\nhttp.createServer(async (req, res) => {\n  put(res, 1);\n  res.writeHead(200);\n});\n",
    },
    at: [['a.js', 'res.‸writeHead']],
    first: null,
  },
  {
    name: 'what was waited for has never seen the response',
    ...twice,
    files: {
      'cors.js': cors,
      'a.js':
        "import http from 'node:http';\nhttp.createServer(async (req, res) => {\n  res.end('1');\n  await load(req.url);\n  res.writeHead(200);\n});\n",
    },
    at: [['a.js', 'res.‸writeHead']],
    first: null,
  },
  {
    name: 'it looks already',
    ...twice,
    files: {
      'cors.js': cors,
      'app.js':
        'export const handler = async (req, res) => {\n  await run({ req, res });\n  if (res.finished) log();\n  res.writeHead(200);\n};\n',
    },
    at: [['app.js', 'res.‸writeHead(200']],
    first: null,
  },
  {
    name: 'nobody else answers',
    ...twice,
    files: {
      'app.js': 'export const handler = async (req, res) => {\n  await run({ req, res });\n  res.writeHead(200);\n};\n',
    },
    at: [['app.js', 'res.‸writeHead(200']],
    first: null,
  },
]);
