import { check } from './cases.test-helper.ts';
import { routeParam } from './route-param.ts';

const missing = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'name')",
  named: { property: 'name', nullish: 'undefined' as const },
};
const app = (handler: string): string => `const express = require('express');\nconst app = express();\n${handler}\n`;
const plain = (path: string, read: string): string =>
  app(`app.get('${path}', (req, res) => {\n  const user = users[${read}];\n  res.json(user.name);\n});`);

check(routeParam, [
  {
    name: 'the only parameter',
    ...missing,
    files: { 'a.js': plain('/u/:userId', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': plain('/u/:userId', 'req.params.userId') },
  },
  {
    name: 'another word, but the only one',
    ...missing,
    files: { 'a.js': plain('/u/:slug', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': plain('/u/:slug', 'req.params.slug') },
  },
  {
    name: 'the near one of two',
    ...missing,
    files: { 'a.js': plain('/t/:team/u/:userId', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': plain('/t/:team/u/:userId', 'req.params.userId') },
  },
  {
    name: 'two that are equally near',
    ...missing,
    files: { 'a.js': plain('/t/:teamId/u/:userId', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
  {
    name: 'a parameter that is there',
    ...missing,
    files: { 'a.js': plain('/u/:id', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
  {
    name: 'a route without parameters',
    ...missing,
    files: { 'a.js': plain('/u', 'req.params.id') },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
  {
    name: 'taken apart',
    ...missing,
    files: {
      'a.js': app(
        "app.get('/u/:userId', (req, res) => {\n  const { id } = req.params;\n  res.json(users[id].name);\n});",
      ),
    },
    at: [['a.js', 'users[id].‸name']],
    first: {
      'a.js': app(
        "app.get('/u/:userId', (req, res) => {\n  const { userId: id } = req.params;\n  res.json(users[id].name);\n});",
      ),
    },
  },
  {
    name: 'Hono',
    ...missing,
    outside: { 'package.json': '{"dependencies":{"hono":"^4"}}' },
    files: {
      'a.js':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/u/:userId', (c) => {\n  const user = users.get(c.req.param('id'));\n  return c.json(user.name);\n});\n",
    },
    at: [['a.js', 'user.‸name']],
    first: { 'a.js': /c\.req\.param\('userId'\)/ },
  },
  {
    name: 'a path that is not written out',
    ...missing,
    files: { 'a.js': plain('/u', 'req.params.id').replace("'/u'", 'path') },
    at: [['a.js', 'user.‸name']],
    first: null,
  },
]);
