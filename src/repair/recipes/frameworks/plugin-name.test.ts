import { check } from '../cases.test-helper.ts';
import { fastifyScope } from './fastify-scope.ts';

const lost = {
  class: 'unknown' as const,
  message: "FastifyError: The dependency 'store' of plugin 'alerts' is not registered",
};
const fp = "const fp = require('fastify-plugin');\n";
const needing = (name: string, needed: string): string =>
  `${fp}module.exports = fp(async (app) => app.store.all(), { name: '${name}', dependencies: ['${needed}'] });\n`;
const giving = (before: string, behind: string): string =>
  `${fp}module.exports = ${before}async function (app) {\n  app.decorate('store', { all: () => [] });\n}${behind};\n`;
const project = (store: string): Record<string, string> => ({
  'package.json': '{ "dependencies": { "fastify": "5" } }',
  'plugins/alerts.js': needing('alerts', 'store'),
  'plugins/store.js': store,
});

check(fastifyScope, [
  {
    ...lost,
    name: 'a plugin that was renamed: all that need it follow',
    files: { ...project(giving('fp(', ", { name: 'buoy-store' })")), 'plugins/more.js': needing('more', 'store') },
    first: {
      'plugins/alerts.js': needing('alerts', 'buoy-store'),
      'plugins/more.js': needing('more', 'buoy-store'),
    },
  },
  {
    ...lost,
    name: 'a plugin whose name slipped',
    files: project(giving('fp(', ", { name: 'stroe' })")),
    first: { 'plugins/store.js': giving('fp(', ", { name: 'store' })") },
  },
  {
    ...lost,
    name: 'a plugin that lost its name, beside other options',
    files: project(giving('fp(', ", { fastify: '5.x' })")),
    first: { 'plugins/store.js': giving('fp(', ", { name: 'store', fastify: '5.x' })") },
  },
  {
    ...lost,
    name: 'a plugin that is wrapped no longer, a function without a name',
    files: project(giving('', '')),
    first: { 'plugins/store.js': giving('fp(', ", { name: 'store' })") },
  },
  {
    ...lost,
    name: 'a declared plugin that is wrapped no longer',
    files: project(
      "import fp from 'fastify-plugin';\nexport default async function store(app) {\n  app.decorate('rows', []);\n}\n",
    ),
    first: {
      'plugins/store.js':
        "import fp from 'fastify-plugin';\nexport default fp(async function store(app) {\n  app.decorate('rows', []);\n}, { name: 'store' })\n",
    },
  },
  {
    ...lost,
    name: 'two plugins that could be meant',
    files: {
      ...project(giving('fp(', ", { name: 'buoy-store' })")),
      'plugins/other.js': giving('fp(', ", { name: 'other-store' })"),
    },
    first: null,
  },
  {
    ...lost,
    name: 'a plugin that gives something else, and a word of its name is the one',
    files: {
      ...project(giving('fp(', ", { name: 'buoy-store' })").replace("'store'", "'levels'")),
      'plugins/store.js': '',
      'plugins/levels.js': giving('fp(', ", { name: 'store-levels' })").replace("'store'", "'levels'"),
    },
    first: null,
  },
  {
    ...lost,
    name: 'a plugin that gives it and that others know by its own name',
    files: {
      ...project(giving('fp(', ", { name: 'buoy-store' })")),
      'plugins/more.js': needing('more', 'buoy-store'),
    },
    first: { 'plugins/alerts.js': needing('alerts', 'buoy-store') },
  },
  {
    ...lost,
    message: "The dependency 'fastify-cookie' of plugin 'alerts' is not registered",
    name: 'a plugin of a package by the name that it had',
    files: {
      ...project(`const cookie = require('@fastify/cookie');\nexports.add = (app) => app.register(cookie);\n`),
      'plugins/alerts.js': needing('alerts', 'fastify-cookie'),
    },
    outside: {
      'node_modules/@fastify/cookie/package.json': '{ "name": "@fastify/cookie", "main": "plugin.js" }',
      'node_modules/@fastify/cookie/plugin.js': `${fp}function plugin() {}\nmodule.exports = fp(plugin, {\n  fastify: '5.x',\n  name: '@fastify/cookie'\n});\n`,
    },
    first: { 'plugins/alerts.js': needing('alerts', '@fastify/cookie') },
  },
]);

const old = {
  class: 'unknown' as const,
  message: "FastifyError: fastify-plugin: alerts - expected '4.x' fastify version, '5.12.8' is installed",
};
const ofVersion = (range: string): string =>
  `${fp}module.exports = fp(async (app) => app.get('/alerts', list), { name: 'alerts', fastify: '${range}' });\n`;

check(fastifyScope, [
  {
    ...old,
    name: 'plugins that say they are of the Fastify before, in a project of the one that is there',
    files: {
      'package.json': '{ "dependencies": { "fastify": "^5.12.0" } }',
      'plugins/alerts.js': ofVersion('4.x'),
      'plugins/more.js': ofVersion('4.x'),
    },
    first: { 'plugins/alerts.js': ofVersion('5.x'), 'plugins/more.js': ofVersion('5.x') },
  },
  {
    ...old,
    name: 'another way to say it',
    message: old.message.replace('4.x', '^4.24.1'),
    files: { 'package.json': '{ "dependencies": { "fastify": "5" } }', 'plugins/alerts.js': ofVersion('^4.24.1') },
    first: { 'plugins/alerts.js': ofVersion('^5.0.0') },
  },
  {
    ...old,
    name: 'a project that asks for the Fastify before has the wrong one',
    files: { 'package.json': '{ "dependencies": { "fastify": "^4.29.0" } }', 'plugins/alerts.js': ofVersion('4.x') },
    first: null,
  },
  {
    ...old,
    name: 'a plugin that somebody else wrote',
    files: {
      'package.json': '{ "dependencies": { "fastify": "^5.12.0" } }',
      'app.js': "app.register(require('x'));\n",
    },
    outside: { 'node_modules/x/index.js': ofVersion('4.x') },
    first: null,
  },
  {
    ...old,
    name: 'a range of several is no slip',
    message: old.message.replace('4.x', '3.x || 4.x'),
    files: {
      'package.json': '{ "dependencies": { "fastify": "^5.12.0" } }',
      'plugins/alerts.js': ofVersion('3.x || 4.x'),
    },
    first: null,
  },
]);
