import { check } from '../cases.test-helper.ts';
import { containerName } from './container-name.ts';

const outside = { 'node_modules/awilix/index.js': 'function resolve() {}\n' };
const thrown = ['node_modules/awilix/index.js', 'function ‸resolve'] as const;
const container = `const { asClass, asFunction, asValue } = require('awilix');
const { Orders } = require('./orders');
const { createPricing } = require('./pricing');
const config = { vat: 0.2 };
box.register({
  config: asValue(config),
  orders: asClass(Orders).singleton(),
  pricing: asFunction(createPricing).singleton(),
});
`;
const files = {
  'box.js': container,
  'orders.js':
    'class Orders {\n  constructor({ pricing, config }) {\n    this.pricing = pricing;\n  }\n}\nmodule.exports = { Orders };\n',
  'pricing.js':
    'function createPricing({ config }) {\n  return { of: (n) => n * config.vat };\n}\nmodule.exports = { createPricing };\n',
  'app.js': "exports.list = (box) => box.cradle.orders.list();\nexports.one = (box) => box.resolve('orders').one();\n",
};
const unknown = (missing: string) =>
  ({
    class: 'unknown',
    message: `AwilixResolutionError: Could not resolve '${missing}'.\n\nResolution path: ${missing}`,
    outside,
    at: [thrown],
  }) as const;

check(containerName, [
  {
    name: 'a registration whose name all who ask spell otherwise',
    ...unknown('orders'),
    files: { ...files, 'box.js': container.replace('orders:', 'order:') },
    first: { 'box.js': container },
    together: true,
  },
  {
    name: 'one place that asks for a name as nobody else does',
    ...unknown('pricng'),
    files: { ...files, 'orders.js': files['orders.js'].replace('{ pricing, config }', '{ pricng, config }') },
    first: { 'orders.js': /constructor\({ pricing: pricng, config }\)/ },
  },
  {
    name: 'a name taken out of the cradle',
    ...unknown('ordres'),
    files: {
      ...files,
      'app.js': 'exports.list = (ctx) => {\n  const { ordres } = ctx.state.box.cradle;\n  return ordres.list();\n};\n',
    },
    first: { 'app.js': /const { orders } = ctx\.state\.box\.cradle;\n {2}return orders\.list/ },
  },
  {
    name: 'a class that nobody registers, beside its siblings',
    ...unknown('invoices'),
    files: {
      ...files,
      'invoices.js': 'class Invoices {}\nmodule.exports = { Invoices };\n',
      'app.js': `${files['app.js']}exports.bill = (box) => box.resolve('invoices');\n`,
    },
    first: {
      'box.js': container
        .replace("require('./pricing');\n", "require('./pricing');\nconst { Invoices } = require('./invoices');\n")
        .replace('(createPricing).singleton()', '(createPricing).singleton()')
        .replace(
          'orders: asClass(Orders).singleton(),\n',
          'orders: asClass(Orders).singleton(),\n  invoices: asClass(Invoices).singleton(),\n',
        ),
    },
  },
  {
    name: 'what is handed over as a parameter that is called like a registration',
    ...unknown('settings'),
    files: {
      ...files,
      'app.js': "function routes(config) {}\nexports.app = (box) => routes(box.resolve('settings'));\n",
    },
    first: { 'app.js': "function routes(config) {}\nexports.app = (box) => routes(box.resolve('config'));\n" },
  },
  {
    name: 'what nothing of the project is called by is no slip',
    ...unknown('mailer'),
    files: { ...files, 'app.js': "exports.send = (box) => box.resolve('mailer');\n" },
    first: null,
  },
  {
    name: 'a cycle is no lost name',
    ...{
      class: 'unknown',
      message: "Could not resolve 'orders'. Cyclic dependencies detected.\n",
      outside,
      at: [thrown],
    },
    files,
    first: null,
  },
  {
    name: 'a class that is to be called as a function',
    ...{ class: 'type', message: "Class constructor Orders cannot be invoked without 'new'", outside, at: [thrown] },
    files: { ...files, 'box.js': container.replace('asClass(Orders)', 'asFunction(Orders)') },
    first: { 'box.js': container },
  },
  {
    name: 'a value that is to be made by a function',
    ...{
      class: 'unknown',
      message: 'asFunction: expected fn to be function, but got [object Object].',
      outside,
      at: [thrown],
    },
    files: { ...files, 'box.js': container.replace('asValue(config)', 'asFunction(config)') },
    first: { 'box.js': container },
  },
]);
