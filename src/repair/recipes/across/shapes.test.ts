import { check } from '../cases.test-helper.ts';
import { nestInject } from '../frameworks/nest-inject.ts';
import { resultShape } from '../calls/result-shape.ts';

const service =
  'export class Products {\n  many(skus) {\n    const products = skus.map((sku) => ({ sku }));\n    return { products };\n  }\n}\n';
const notAFunction = {
  class: 'type' as const,
  message: 'found.map is not a function',
  named: { receiver: 'found', property: 'map' },
};
const caller = (rest = ''): string =>
  `export function best(products, skus) {\n  const found = products.many(skus);\n  return found.map(({ sku }) => sku);\n}\n${rest}`;

check(resultShape, [
  {
    ...notAFunction,
    name: 'nobody reads the key: the function returns the list',
    files: { 'service.js': service, 'a.js': caller() },
    at: [['a.js', 'found.‸map']],
    first: { 'service.js': /return products;/ },
  },
  {
    ...notAFunction,
    name: 'others read the key: so does this one',
    files: {
      'service.js': service,
      'a.js': caller('export const count = (products, skus) => products.many(skus).products.length;\n'),
    },
    at: [['a.js', 'found.‸map']],
    first: { 'a.js': /const found = products\.many\(skus\)\.products;/ },
  },
  {
    ...notAFunction,
    name: 'it is an answer elsewhere, which stays as it is',
    files: { 'service.js': service, 'a.js': caller('export const all = (products, skus) => products.many(skus);\n') },
    at: [['a.js', 'found.‸map']],
    first: { 'a.js': /const found = products\.many\(skus\)\.products;/ },
  },
  {
    name: 'a list out of which a key is taken',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'map')",
    named: { property: 'map', nullish: 'undefined' },
    files: {
      'service.js': 'export class Products {\n  many(skus) {\n    return skus.map((sku) => ({ sku }));\n  }\n}\n',
      'a.js':
        'export function best(products, skus) {\n  const { items } = products.many(skus);\n  return items.map(({ sku }) => sku);\n}\n',
    },
    at: [['a.js', 'items.‸map']],
    first: { 'a.js': /const items = products\.many\(skus\);/ },
  },
  {
    ...notAFunction,
    name: 'an object of more than one key',
    files: { 'service.js': service.replace('{ products }', '{ products, count: 1 }'), 'a.js': caller() },
    at: [['a.js', 'found.‸map']],
    first: null,
  },
]);

const nest = '{"dependencies":{"@nestjs/common":"11"}}';
const unresolved = (token: string) => ({
  class: 'unknown' as const,
  message: `Nest can't resolve dependencies of the Orders (?). Please make sure that the argument "${token}" at index [0] is available in the OrdersModule module.`,
});
const orders = (token: string): string =>
  `import { Inject, Injectable } from '@nestjs/common';\nimport { Store } from './store';\n@Injectable()\nexport class Orders {\n  constructor(@Inject(${token}) private readonly store: Store) {}\n  list() {\n    return this.store.orders;\n  }\n}\n`;

check(nestInject, [
  {
    ...unresolved('Store'),
    name: 'a class that is asked for by a text',
    files: { 'package.json': nest, 'store.ts': 'export class Store {}\n', 'orders.ts': orders("'Store'") },
    first: { 'orders.ts': orders('Store') },
  },
  {
    ...unresolved('STORES'),
    name: 'a token that is written almost so',
    files: {
      'package.json': nest,
      'store.ts': 'export class Store {}\n',
      'orders.ts': orders("'STORES'"),
      'module.ts': "export const providers = [{ provide: 'STORE', useValue: 1 }];\n",
    },
    first: { 'orders.ts': orders("'STORE'") },
  },
  {
    name: 'a parameter without what its siblings have',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'orders')",
    named: { property: 'orders', nullish: 'undefined' },
    files: {
      'package.json': nest,
      'store.ts': 'export class Store {}\n',
      'other.ts': orders('Store').replaceAll('Orders', 'Other'),
      'orders.ts': orders('Store').replace('@Inject(Store) ', '').replace('Inject, ', ''),
    },
    at: [['orders.ts', 'this.store.‸orders']],
    first: { 'orders.ts': orders('Store') },
  },
  {
    ...unresolved('CACHE'),
    name: 'nothing that is called so',
    files: { 'package.json': nest, 'store.ts': 'export class Store {}\n', 'orders.ts': orders("'CACHE'") },
    first: null,
  },
]);
