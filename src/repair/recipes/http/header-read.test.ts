import { check } from '../cases.test-helper.ts';
import { headerRead } from './header-read.ts';

const hono = (read: string) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'get')",
  named: { property: 'get', nullish: 'undefined' as const },
  files: {
    'package.json': '{ "dependencies": { "hono": "4" } }',
    'a.js': `export const who = async (c, next) => {\n  c.set('email', ${read});\n  await next();\n};\n`,
  },
  at: [['a.js', `‸${read}`]] as const,
});
const node = (read: string) => ({
  class: 'type' as const,
  message: 'req.headers.get is not a function',
  named: { receiver: 'req.headers', property: 'get' },
  files: {
    'package.json': '{ "dependencies": { "express": "5" } }',
    'a.js': `exports.who = (req, res) => res.json(${read});\n`,
  },
  at: [['a.js', `‸${read}`]] as const,
});

check(headerRead, [
  ...(
    [
      ["c.req.headers.get('X-Guest')", "c.req.header('X-Guest')"],
      ["c.req.headers['x-guest']", "c.req.header('x-guest')"],
      ['c.req.headers.authorization', "c.req.header('authorization')"],
    ] as const
  ).map(([read, own]) => ({
    name: `Hono: ${read}`,
    ...hono(read),
    first: {
      'a.js': `export const who = async (c, next) => {\n  c.set('email', ${own});\n  await next();\n};\n`,
    },
  })),
  {
    name: 'a request of Node has its headers in lower case',
    ...node("req.headers.get('X-Guest')"),
    first: { 'a.js': "exports.who = (req, res) => res.json(req.headers['x-guest']);\n" },
  },
  { name: 'what the web calls a request has a `get`', ...hono("c.req.raw.headers.get('X-Guest')"), first: null },
  { name: 'a name that is no text', ...node('req.headers.get(key)'), first: null },
  { name: 'an answer of `fetch`', ...node("answer.headers.get('x')"), first: null },
  { name: 'another method of headers', ...hono('c.req.headers.entries()'), first: null },
]);
