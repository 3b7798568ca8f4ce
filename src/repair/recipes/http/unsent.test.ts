/** Handlers of Express that give their answer back, and a `next` that is named and not called. */
import { check } from '../cases.test-helper.ts';
import { nextForgotten } from './middleware.ts';
import { unendedAnswer } from './unended.ts';

const hung = {
  class: 'timeout' as const,
  message: 'no answer',
  context: { signal: { kind: 'timeout' } as never },
};
const express = { 'package.json': '{"dependencies":{"express":"5"}}' };
const app = "const app = require('express')();\n";
const routed = (...lines: string[]) => ({ ...express, 'a.js': `${app}${lines.join('\n')}\n` });

check(unendedAnswer, [
  {
    name: 'a list that is made of what was waited for',
    ...hung,
    files: routed(
      "app.get('/zones', async (req, res) => {",
      '  const zones = await load();',
      '  return zones.map(({ name }) => name);',
      '});',
    ),
    first: { 'a.js': /return res\.json\(zones\.map\(\(\{ name \}\) => name\)\);/ },
  },
  {
    name: 'a promise, of a controller in another file, which is waited for; and text',
    ...hung,
    files: {
      ...express,
      'a.js': `${app}const zones = require('./zones');\napp.get('/zones', check, zones.list);\n`,
      'zones.js':
        "async function load() {\n  return [];\n}\nexports.list = async (req, res) => {\n  if (req.query.plain) return 'none';\n  return load();\n};\n",
    },
    first: { 'zones.js': /return res\.send\('none'\);\n {2}return res\.json\(await load\(\)\);/ },
  },
  {
    name: 'written as an expression, in TypeScript',
    ...hung,
    files: {
      ...express,
      'a.ts':
        "import express from 'express';\nimport type { Request, Response } from 'express';\nconst app = express();\napp.get('/', (req: Request, res: Response) => ({ shop: 'Lane' }));\n",
    },
    first: { 'a.ts': /=> \(res\.json\(\{ shop: 'Lane' \}\)\)/ },
  },
  {
    name: 'not where the response is handed on, or used on any way',
    ...hung,
    files: routed(
      "app.get('/', (req, res) => {",
      "  if (req.query.x) return 'x';",
      '  return stream(req, res);',
      '});',
    ),
    first: null,
  },
  {
    name: 'not of a middleware, which another handler follows',
    ...hung,
    files: routed(
      "app.get('/', (req, res) => {",
      '  return check(req);',
      '}, show);',
      'app.use((req, res) => {',
      '  return check(req);',
      '});',
    ),
    first: null,
  },
  {
    name: 'not where it passes on',
    ...hung,
    files: routed("app.get('/', (req, res, next) => {", '  if (!req.user) return next();', '  return [1];', '});'),
    first: null,
  },
  {
    name: 'not in Fastify, which sends what is given back',
    ...hung,
    files: {
      'package.json': '{"dependencies":{"fastify":"5"}}',
      'a.js': "const app = require('fastify')();\napp.get('/', async (request, reply) => {\n  return [1];\n});\n",
    },
    first: null,
  },
  {
    name: 'not what gives nothing back',
    ...hung,
    files: routed(
      "app.get('/', (req, res) => {",
      '  return;',
      '});',
      "app.get('/b', (req, res) => {",
      '  return undefined;',
      '});',
    ),
    first: null,
  },
]);

check(nextForgotten, [
  {
    name: '`next` as a statement',
    ...hung,
    files: routed('app.use((req, res, next) => {', '  req.at = Date.now();', '  next;', '});'),
    first: { 'a.js': /\n {2}next\(\);\n/ },
  },
  {
    name: '`next` given back by a guard',
    ...hung,
    files: routed(
      'app.use((req, res, next) => {',
      "  if (!req.user) return res.status(401).json({ error: 'Who?' });",
      '  return next;',
      '});',
    ),
    first: { 'a.js': /\n {2}return next\(\);\n/ },
  },
  {
    name: 'not one that is handed on, too',
    ...hung,
    files: routed('app.use((req, res, next) => {', '  load(req).then(() => next(), next);', '  return next;', '});'),
    first: null,
  },
]);
