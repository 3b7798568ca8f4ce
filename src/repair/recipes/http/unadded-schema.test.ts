/** Schemas that are there, that others speak of, and that nobody added. */
import { check } from '../cases.test-helper.ts';
import { schemaReference } from './schema-reference.ts';

const failure = (id: string) => ({
  class: 'config' as const,
  message: `Failed building the serialization schema for GET: /items, due to error Cannot resolve ref "${id}#". Schema with id "${id}" is not found.`,
});
const item = "{\n  $id: 'item',\n  type: 'object',\n  properties: { sku: { type: 'string' } },\n}";
const routes = { 'routes.js': "export const list = { type: 'array', items: { $ref: 'item#' } };\n" };
const price = "export const priceSchema = { $id: 'price', type: 'number' };\n";

check(schemaReference, [
  {
    name: 'imported and used nowhere: behind what makes the registry',
    ...failure('item'),
    files: {
      ...routes,
      'item.js': `export const itemSchema = ${item};\n`,
      'app.js':
        "import Fastify from 'fastify';\nimport { itemSchema } from './item.js';\n\nexport async function build() {\n  const app = Fastify({ logger: true });\n  await app.register(routes);\n  return app;\n}\n",
    },
    first: { 'app.js': /logger: true \}\);\n {2}app\.addSchema\(itemSchema\);\n {2}await app\.register/ },
  },
  {
    name: 'beside the others, in a script',
    ...failure('item'),
    files: {
      ...routes,
      'item.js': `module.exports = ${item};\n`,
      'price.js': "module.exports = { $id: 'price', type: 'number' };\n",
      'app.js':
        "const price = require('./price');\nconst item = require('./item');\nmodule.exports = (app, options, done) => {\n  app.addSchema(price);\n  done();\n};\n",
    },
    first: { 'app.js': /app\.addSchema\(price\);\n {2}app\.addSchema\(item\);\n {2}done/ },
  },
  {
    name: 'Ajv, and a schema of a JSON file',
    class: 'config',
    message: "can't resolve reference item# from id order",
    files: {
      'item.json': '{ "$id": "item", "type": "object", "properties": { "sku": { "type": "string" } } }\n',
      'check.ts':
        "import Ajv from 'ajv';\nimport item from './item.json' with { type: 'json' };\n\nconst ajv = new Ajv();\nexport const check = ajv.compile({ $id: 'order', type: 'array', items: { $ref: 'item#' } });\n",
    },
    first: { 'check.ts': /new Ajv\(\);\najv\.addSchema\(item\);\nexport const check/ },
  },
  {
    name: 'the one that is not in the list of them, in TypeScript',
    ...failure('item'),
    files: {
      ...routes,
      'schemas.ts': `const item = ${item} as const;\nconst price = { $id: 'price', type: 'number' } as const;\nconst order = { $id: 'order', type: 'object' } as const;\nexport { item, price, order };\n`,
      'app.ts':
        "import { item, order, price } from './schemas.ts';\nfor (const schema of [price, order]) app.addSchema(schema);\n",
    },
    first: { 'app.ts': /of \[price, order, item\]\)/ },
  },
  {
    name: 'one that stands beside the list of them',
    ...failure('item'),
    files: {
      ...routes,
      'schemas.js': `const item = ${item};\nconst price = { $id: 'price', type: 'number' };\nexports.all = [price];\n`,
    },
    first: { 'schemas.js': /exports\.all = \[price, item\];/ },
  },
  {
    name: 'one that somebody uses: where it was added, it is not seen from here',
    ...failure('item'),
    files: {
      ...routes,
      'item.js': `export const itemSchema = ${item};\n`,
      'items.js':
        "import { itemSchema } from './item.js';\nexport default async (app) => {\n  app.addSchema(itemSchema);\n};\n",
      'app.js': "import Fastify from 'fastify';\nimport { itemSchema } from './item.js';\nconst app = Fastify();\n",
    },
    first: null,
  },
  {
    name: 'two schemas of that name',
    ...failure('item'),
    files: {
      ...routes,
      'item.js': `export const itemSchema = ${item};\nexport const itemSchema2 = ${item};\n`,
      'app.js': "import Fastify from 'fastify';\nimport { itemSchema } from './item.js';\nconst app = Fastify();\n",
    },
    first: null,
  },
  {
    name: 'another export of that file is what nobody uses',
    ...failure('item'),
    files: {
      ...routes,
      'item.js': `export const itemSchema = ${item};\n${price}`,
      'app.js': "import Fastify from 'fastify';\nimport { priceSchema } from './item.js';\nconst app = Fastify();\n",
    },
    first: null,
  },
  {
    name: 'all others are added under names of their own',
    ...failure('item'),
    files: {
      ...routes,
      'item.js': `export const itemSchema = ${item};\n${price}`,
      'check.js':
        "import { itemSchema, priceSchema } from './item.js';\nexport const set = (registry) => {\n  registry.addSchema(priceSchema, '/price');\n};\n",
    },
    first: null,
  },
  {
    name: 'one of the others is added under a name of its own',
    ...failure('item'),
    files: {
      ...routes,
      'item.js': `export const itemSchema = ${item};\n${price}export const taxSchema = { $id: 'tax', type: 'number' };\n`,
      'check.js':
        "import { itemSchema, priceSchema, taxSchema } from './item.js';\nexport const set = (registry) => {\n  registry.addSchema(priceSchema);\n  registry.addSchema(taxSchema, '/tax');\n};\n",
    },
    first: null,
  },
  {
    name: 'two registries in one file',
    ...failure('item'),
    files: {
      ...routes,
      'item.js': `export const itemSchema = ${item};\n`,
      'app.js':
        "import Fastify from 'fastify';\nimport { itemSchema } from './item.js';\nconst app = Fastify();\nconst admin = Fastify();\n",
    },
    first: null,
  },
]);
