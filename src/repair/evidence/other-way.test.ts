import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureClass, Named, ValueFacts } from '../../incident/nouns.ts';
import { contextOf } from '../recipes/cases.test-helper.ts';
import { wholeChange } from '../recipes/revert.ts';
import { isOtherWay } from './other-way.ts';

interface Change {
  readonly what: string;
  readonly was: string;
  readonly is: string;
  /** A part of `is`, with `‸` where it failed. */
  readonly at: string;
  readonly message: string;
  readonly named?: Named;
  readonly facts?: Readonly<Record<string, Partial<ValueFacts>>>;
  readonly manifests?: readonly [was: string, is: string];
  readonly kind?: FailureClass;
  readonly expected: boolean;
}

const yaml = "const YAML = require('yaml');\n";
const noFunction = (name: string): string => `TypeError: ${name} is not a function`;
const ofClass = (className: string): Partial<ValueFacts> => ({ type: 'object', className });
const query = 'exports.all = (sql, given) => db.query(sql, given).rows;\n';
const prepare = 'exports.all = (sql, given) => db.prepare(sql).all(...given);\n';
const made = "const Database = require('libsql');\nconst db = new Database(':memory:');\n";
const checked =
  'function read(schema, body) {\n  const result = schema.safeParse(body);\n  if (!result.success) throw new Refused(result.error);\n  return result.data;\n}\n';
const validated =
  'function read(schema, body) {\n  const result = schema.validate(body);\n  if (result.error) throw new Refused(result.error);\n  return result.value;\n}\n';

const changes: readonly Change[] = [
  {
    ...{ what: 'another function of a package', expected: true },
    ...{ was: `${yaml}exports.read = (text) => YAML.parse(text);\n` },
    ...{
      is: `${yaml}exports.read = (text) => YAML.safeLoad(text);\n`,
      at: '‸safeLoad',
      message: noFunction('YAML.safeLoad'),
    },
  },
  {
    ...{ what: 'taken otherwise as well', expected: true },
    ...{ was: `${yaml}exports.read = (text) => YAML.parse(text);\n` },
    ...{ is: "const { load } = require('yaml');\nexports.read = (text) => load(text);\n", at: '‸load(text)' },
    message: noFunction('load'),
  },
  {
    ...{ what: 'an object that a package made', expected: true },
    ...{ was: made + prepare, is: made + query, at: '‸query', message: noFunction('db.query') },
    facts: { db: ofClass('Database') },
  },
  {
    ...{ what: 'what its call gives is read as it would be then', expected: true },
    ...{ was: checked, is: validated, at: '‸validate', message: noFunction('schema.validate') },
    facts: { schema: ofClass('ZodObject') },
  },
  {
    ...{ what: 'a chain of calls', expected: true },
    ...{ was: "const { z } = require('zod');\nexports.day = z.string().regex(/^\\d+$/);\n" },
    ...{ is: "const { z } = require('zod');\nexports.day = z.string().pattern(/^\\d+$/);\n", at: '‸pattern' },
    message: noFunction('z.string(...).pattern'),
  },
  {
    ...{ what: 'one line in place of two', expected: true },
    ...{ was: "const express = require('express');\napp.use(express.json());\napp.use(express.urlencoded());\n" },
    ...{ is: "const express = require('express');\napp.use(express.bodyParser());\n", at: '‸bodyParser' },
    message: noFunction('express.bodyParser'),
  },
  {
    ...{ what: 'what a framework hands to who answers', expected: true },
    ...{
      was: "const find = (ctx) => ctx.throw(404, 'none');\n",
      is: "const find = (ctx) => ctx.abort(404, 'none');\n",
    },
    ...{ at: '‸abort', message: noFunction('ctx.abort'), facts: { ctx: ofClass('Object') } },
  },
  {
    ...{ what: 'a call of it gave nothing', expected: true },
    ...{ was: "const none = (ctx) => ctx.json({ error: 'none' }, 404);\n" },
    ...{ is: "const none = (ctx) => ctx.status(404).json({ error: 'none' });\n", at: '‸json' },
    message: "TypeError: Cannot read properties of undefined (reading 'json')",
    named: { property: 'json', nullish: 'undefined' },
  },
  {
    ...{ what: "what lies on it is the project's own", expected: false },
    ...{ was: 'const who = (ctx) => ctx.user.id;\n', is: 'const who = (ctx) => ctx.member.id;\n', at: '‸id' },
    message: "TypeError: Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
  },
  {
    ...{ what: 'a part that the package has not', expected: true, kind: 'missing_module' },
    ...{ was: "import { Ajv } from 'ajv';\nexport const ajv = new Ajv();\n", at: '‸ajv/dist' },
    is: "import * as Ajv from 'ajv/dist/main.js';\nexport const ajv = new Ajv();\n",
    message: "Error: Cannot find module 'ajv/dist/main.js'",
    named: { module: 'ajv/dist/main.js' },
  },
  {
    ...{ what: 'a package that nobody declares may have to be', expected: false, kind: 'missing_module' },
    ...{ was: "import { z } from 'zod';\nexport const day = z.string();\n", at: '‸valibot' },
    is: "import { v } from 'valibot';\nexport const day = v.string();\n",
    message: "Error: Cannot find package 'valibot'",
    named: { module: 'valibot' },
  },
  {
    ...{ what: 'a part that Node gives out', expected: true },
    ...{ was: "const fs = require('node:fs');\nexports.has = (file) => fs.promises.access(file);\n", at: '‸exists' },
    is: "const fs = require('node:fs');\nexports.has = (file) => fs.promises.exists(file);\n",
    message: noFunction('fs.promises.exists'),
  },
  {
    ...{ what: 'settings that a package hands out are data', expected: false },
    ...{ was: "const config = require('config');\nexports.port = config.server.port;\n", at: '‸port;' },
    is: "const config = require('config');\nexports.port = config.http.port;\n",
    message: "TypeError: Cannot read properties of undefined (reading 'port')",
    named: { property: 'port', nullish: 'undefined' },
  },
  {
    ...{ what: 'a variable of the environment has another name', expected: false },
    ...{ was: "const process = require('process');\nexports.hosts = process.env.HOSTS.split(',');\n", at: '‸split' },
    is: "const process = require('process');\nexports.hosts = process.env.PEERS.split(',');\n",
    message: "TypeError: Cannot read properties of undefined (reading 'split')",
    named: { property: 'split', nullish: 'undefined' },
  },
  {
    ...{ what: 'another version is declared by the same change', expected: false },
    ...{ was: `${yaml}exports.read = (text) => YAML.parse(text);\n` },
    ...{
      is: `${yaml}exports.read = (text) => YAML.safeLoad(text);\n`,
      at: '‸safeLoad',
      message: noFunction('YAML.safeLoad'),
    },
    manifests: ['^2.8.0', '^3.0.0'],
  },
  {
    ...{ what: 'an object of the project itself', expected: false },
    ...{ was: `class Database {\n  prepare() {}\n}\n${prepare}`, is: `class Database {\n  prepare() {}\n}\n${query}` },
    ...{ at: '‸query', message: noFunction('db.query'), facts: { db: ofClass('Database') } },
  },
  {
    ...{ what: 'a list', expected: false },
    ...{ was: 'exports.sum = (rows) => rows.reduce(add);\n', is: 'exports.sum = (rows) => rows.fold(add);\n' },
    ...{ at: '‸fold', message: noFunction('rows.fold'), facts: { rows: ofClass('Array') } },
  },
  {
    ...{ what: 'what was read of an answer is no part of a package', expected: false },
    ...{ was: "const got = require('got');\nexports.names = (of) => got(of).results.map(name);\n" },
    ...{ is: "const got = require('got');\nexports.names = (of) => got(of).items.map(name);\n", at: '‸map' },
    message: "TypeError: Cannot read properties of undefined (reading 'map')",
    named: { property: 'map', nullish: 'undefined' },
  },
  {
    ...{ what: 'a number was chosen as well', expected: false },
    ...{ was: `${yaml}exports.read = (text) => YAML.parse(text, { maxAliasCount: 10 });\n` },
    ...{ is: `${yaml}exports.read = (text) => YAML.load(text, { maxAliasCount: 90 });\n`, at: '‸load' },
    message: noFunction('YAML.load'),
  },
  {
    ...{ what: 'an option came as well', expected: false },
    ...{ was: "const set = (req, res) => res.cookie('id', req.id);\n", at: '‸safeCookie' },
    is: "const set = (req, res) => res.safeCookie('id', req.id, { httpOnly: true });\n",
    message: noFunction('res.safeCookie'),
    facts: { res: ofClass('ServerResponse') },
  },
  {
    ...{ what: 'a share was chosen as well', expected: false },
    ...{ was: 'const set = (req, res) => res.vary(req.share, 0.5);\n', at: '‸weigh' },
    is: 'const set = (req, res) => res.weigh(req.share, 0.7);\n',
    message: noFunction('res.weigh'),
    facts: { res: ofClass('ServerResponse') },
  },
  {
    ...{ what: 'a text was chosen as well', expected: false },
    ...{ was: `${yaml}exports.read = (text) => YAML.parse(text, { schema: 'core' });\n` },
    ...{ is: `${yaml}exports.read = (text) => YAML.load(text, { schema: 'json' });\n`, at: '‸load' },
    message: noFunction('YAML.load'),
  },
  {
    ...{ what: 'another function of the project is called as well', expected: false },
    ...{ was: `${yaml}exports.read = (text) => YAML.parse(text);\n` },
    ...{
      is: `${yaml}exports.read = (text) => YAML.load(plain(text));\n`,
      at: '‸load',
      message: noFunction('YAML.load'),
    },
  },
  {
    ...{ what: 'a condition came as well', expected: false },
    ...{ was: `${yaml}exports.read = (text) => {\n  run(YAML.parse(text));\n};\n` },
    ...{
      is: `${yaml}exports.read = (text) => {\n  if (YAML.isSafe(text)) run(YAML.parse(text));\n};\n`,
      at: '‸isSafe',
    },
    message: noFunction('YAML.isSafe'),
  },
  {
    ...{ what: 'one of two numbers was chosen as well', expected: false },
    ...{ was: `${yaml}exports.read = (text, deep) => YAML.parse(text, { depth: deep ? 50 : 10 });\n` },
    ...{ is: `${yaml}exports.read = (text, deep) => YAML.load(text, { depth: deep ? 90 : 10 });\n`, at: '‸load' },
    message: noFunction('YAML.load'),
  },
  {
    ...{ what: 'a line of something else was altered', expected: false },
    ...{ was: `${yaml}exports.read = (text) => YAML.parse(text);\nexports.limit = (of) => of.least;\n` },
    ...{ is: `${yaml}exports.read = (text) => YAML.load(text);\nexports.limit = (of) => of.most;\n`, at: '‸load' },
    message: noFunction('YAML.load'),
  },
  {
    ...{ what: 'a call more of the package came with it', expected: false },
    ...{ was: "const express = require('express');\napp.use(express.json());\n", at: '‸bodyParser' },
    is: "const express = require('express');\napp.use(express.bodyParser());\napp.use(express.text());\n",
    message: noFunction('express.bodyParser'),
  },
  {
    ...{ what: 'what is missing is not what the change wrote', expected: false },
    ...{ was: `${yaml}exports.read = (text) => YAML.load(text);\nexports.all = (text) => YAML.parse(text);\n` },
    ...{
      is: `${yaml}exports.read = (text) => YAML.load(text);\nexports.all = (text) => YAML.parseAll(text);\n`,
      at: '‸load',
    },
    message: noFunction('YAML.load'),
  },
];

for (const { what, was, is, at, message, named, facts, manifests, kind = 'type', expected } of changes) {
  test(`REP-3 nothing but a package's calls was altered, in a way that it does not have? ${what}: ${expected ? 'yes' : 'no'}`, () => {
    const manifest = (version: string): string =>
      JSON.stringify({ dependencies: { yaml: version, ajv: '8', express: '5', koa: '3', zod: '4' } });
    const [then, now] = manifests ?? ['^2.8.0', '^2.8.0'];
    const context = contextOf({
      ...{ name: '', class: kind, message, first: null, at: [['a.js', at]] },
      files: { 'a.js': is, 'package.json': manifest(now) },
      lastGood: { 'a.js': was, 'package.json': manifest(then) },
      ...(named === undefined ? {} : { named }),
      ...(facts === undefined ? {} : { facts }),
    });
    const edits = wholeChange(context)?.edits.filter(({ path }) => path === 'a.js') ?? [];
    assert.equal(isOtherWay(context, edits), expected);
  });
}

test('REP-3 a line that nobody wrote by hand is not looked through, however its quotes stand', () => {
  const long = `const load = (text) => YAML.load(text, '${"\\'".repeat(300_000)}');\n`;
  const [was, is] = [`${yaml}${long.replace('load(text, ', 'parse(text, ')}`, `${yaml}${long}`];
  const manifest = JSON.stringify({ dependencies: { yaml: '2' } });
  const context = contextOf({
    ...{ name: '', class: 'type', message: noFunction('YAML.load'), first: null, at: [['a.js', 'YAML.‸load']] },
    files: { 'a.js': is, 'package.json': manifest },
    lastGood: { 'a.js': was, 'package.json': manifest },
  });
  assert.equal(isOtherWay(context, wholeChange(context)?.edits ?? []), false);
});
