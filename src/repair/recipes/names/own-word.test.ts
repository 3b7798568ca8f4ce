import { check } from '../cases.test-helper.ts';
import { renamedExport } from '../modules/renamed-export.ts';
import { halfRenamed } from './half-renamed.ts';
import { property } from './property.ts';

/** A member that is not there, of an order of which the debugger saw the keys; the project looks orders up by the first. */
const of = (owner: string, word: string, keys: readonly string[]) => {
  const record = (value: number): string => `{ ${keys.map((key) => `${key}: ${value}`).join(', ')} }`;
  return {
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'toString')",
    named: { property: 'toString', nullish: 'undefined' as const },
    files: {
      'a.js': `const { find } = require('./store');\nexports.one = (given) => {\n  const ${owner} = find(given);\n  return ${owner}.${word}.toString();\n};\n`,
      'store.js': `const orders = [${record(1)}, ${record(2)}];\nexports.find = (key) => orders.find((each) => each.${keys[0]} === key);\n`,
    },
    at: [['a.js', `${owner}.‸${word}`]] as const,
    facts: { [owner]: { className: 'Object', keys: [...keys] } },
    together: true,
  };
};

check(property, [
  ...(
    [
      ['order', 'orderId', ['id', 'total'], 'id'],
      ['order', 'orderTotal', ['id', 'total'], 'total'],
      ['order', 'id', ['orderId', 'total'], 'orderId'],
      ['order', 'order_id', ['id', 'total'], 'id'],
      ['o', 'orderId', ['id', 'total'], 'id'],
      ['lastOrder', 'orderId', ['id', 'total'], 'id'],
      ['req', 'requestId', ['id', 'total'], 'id'],
      ['order', 'created', ['id', 'createdAt', 'total', 'paidAt'], 'createdAt'],
      ['order', 'createdOn', ['id', 'createdAt', 'total'], 'createdAt'],
      ['order', 'created', ['id', 'created_at', 'total'], 'created_at'],
    ] as const
  ).map(([owner, word, keys, meant]) => ({
    name: `\`${owner}.${word}\` of what has ${keys.join(', ')} is \`${meant}\`, and not what nobody reads`,
    ...of(owner, word, keys),
    first: { 'a.js': new RegExp(`${owner}\\.${meant}\\.`) },
    ask: null,
  })),
  {
    name: 'the day of a thing is not its hour',
    ...of('order', 'startDate', ['id', 'startTime', 'total']),
    first: null,
  },
  {
    name: 'what another thing is called by is not meant for sure',
    ...of('order', 'customerId', ['id', 'total']),
    first: { 'a.js': /order\.total\./ },
    ask: /`customerId` may be `id` as well as `total`/,
  },
]);

const orders = `const all = new Map();
exports.find = (id) => all.get(id);
exports.byStatus = (status) => [...all.values()].filter((order) => order.status === status);
exports.create = (input) => all.set(input.id, { ...input });
exports.remove = (id) => all.delete(id);
exports.totalOf = (order) => order.items.length;
`;

/** A function of a module of orders that is called otherwise; the second is not asked for by anybody. */
const called = (word: string) => ({
  class: 'type' as const,
  message: `orders.${word} is not a function`,
  named: { property: word, receiver: 'orders' },
  files: {
    'store.js': orders,
    'a.js': `const orders = require('./store');\nexports.one = (given) => {\n  return orders.${word}(given);\n};\n`,
    'b.js': "const orders = require('./store');\nexports.two = (id) => [orders.find(id), orders.byStatus('open')];\n",
  },
  at: [['a.js', `orders.‸${word}`]] as const,
  facts: { orders: { className: 'Object', keys: ['find', 'byStatus', 'create', 'remove', 'totalOf'] } },
  together: true,
});

check(property, [
  ...(
    [
      ['findOrder', 'find'],
      ['removeOrder', 'remove'],
      ['createOrder', 'create'],
      ['listByStatus', 'byStatus'],
      ['filterByStatus', 'byStatus'],
    ] as const
  ).map(([word, meant]) => ({
    name: `\`orders.${word}()\` of a module that has \`${meant}\``,
    ...called(word),
    first: { 'a.js': new RegExp(`orders\\.${meant}\\(`) },
    ask: null,
  })),
  {
    name: 'a function of another thing is asked about',
    ...called('removeUser'),
    first: { 'a.js': /./ },
    ask: /speaks for/,
  },
]);

const storeOf = `export const findOrder = (id) => orders.get(id);
export const listOrders = () => [...orders.values()];
export function createOrder(input) { orders.set(input.id, input); return input; }
export const orderTotal = (order) => order.items.length;
const orders = new Map();
`;

/** An import of what a module of orders does not give out; others take \`findOrder\`. */
const imported = (word: string, given: string) => ({
  class: 'import_export' as const,
  message: `The requested module './orders.js' does not provide an export named '${word}'`,
  named: { exportName: word, module: './orders.js' },
  files: {
    'package.json': '{"type":"module"}',
    'orders.js': storeOf,
    'a.js': `import { ${word} } from './orders.js';\nexport const one = (given) => ${word}(${given});\n`,
    'b.js': "import { findOrder } from './orders.js';\nexport const two = (id) => findOrder(id);\n",
  },
  at: [['a.js', `import { ‸${word}`]] as const,
  together: true,
});

check(renamedExport, [
  ...(
    [
      ['find', 'given', 'findOrder'],
      ['create', 'given', 'createOrder'],
      ['totalOf', 'given', 'orderTotal'],
      ['addOrder', 'given', 'createOrder'],
    ] as const
  ).map(([word, given, meant]) => ({
    name: `\`${word}\` of a module that gives out \`${meant}\``,
    ...imported(word, given),
    first: { 'a.js': new RegExp(`import \\{ ${meant} (?:as ${word} )?\\}`) },
    ask: null,
  })),
  ...(['deleteOrder', 'countOrders', 'orderCount', 'formatOrder'] as const).map((word) => ({
    name: `\`${word}\` is none of those that a module of orders gives out`,
    ...imported(word, word === 'countOrders' ? '' : 'given'),
    first: null,
  })),
  {
    name: 'what shares no word but with the place is asked about',
    ...imported('priceOf', 'given'),
    first: { 'a.js': /./ },
    ask: /speaks for/,
  },
]);

check(property, [
  ...(
    [
      ['paging.pageSize', /out: config\.pagination\.pageSize/, null],
      ['smtp.sender', /out: config\.mail\.sender/, /nothing but that it has a `sender`/],
    ] as const
  ).map(([read, first, ask]) => ({
    name: `a section that is called otherwise than in the settings: ${read}`,
    class: 'type' as const,
    message: `Cannot read properties of undefined (reading '${read.split('.')[1]}')`,
    named: { property: read.split('.')[1] ?? '', nullish: 'undefined' as const },
    files: {
      'config.json': '{ "pagination": { "pageSize": 20 }, "mail": { "sender": "a" }, "port": 3 }\n',
      'a.js': `const config = require('./config.json');\nexports.one = () => ({ out: config.${read}.at(0), port: config.port });\n`,
      'b.js':
        "const { mail, pagination } = require('./config.json');\nexports.two = [mail.sender, pagination.pageSize];\n",
    },
    at: [['a.js', `config.${read.split('.')[0]}.‸`]] as const,
    facts: { config: { className: 'Object', keys: ['pagination', 'mail', 'port'] } },
    first: { 'a.js': first },
    ask,
  })),
]);

const orderClass = (call: string): string => `class Orders {
  all = new Map();
  find(id) {
    return this.all.get(id);
  }
  cancel(id) {
    this.find(id).cancelled = true;
  }
  totalOf(order) {
    return order.lines.reduce((sum, line) => sum + line.cents, 0);
  }
  isOpen(order) {
    return !order.cancelled;
  }
  show(id, order) {
    return { id, out: ${call} };
  }
}
exports.open = (orders) => [...orders.all.values()].filter((order) => orders.isOpen(order)).map((order) => orders.show(order.id, order));
`;

/** A method of one's own class that is not there. */
const own = (call: string) => {
  const word = /^this\.(\w+)/.exec(call)?.[1] ?? '';
  return {
    class: 'type' as const,
    message: `this.${word} is not a function`,
    named: { property: word, receiver: 'this' },
    files: { 'orders.js': orderClass(call) },
    at: [['orders.js', `out: this.‸${word}`, 'Orders.show']] as const,
    facts: { this: { className: 'Orders', keys: ['all', 'find', 'cancel', 'totalOf', 'isOpen', 'show'] } },
    together: true,
  };
};

check(halfRenamed, [
  ...(
    [
      ['this.orderTotal(order)', 'totalOf'],
      ['this.cancelOrder(id)', 'cancel'],
      ['this.findOne(id)', 'find'],
    ] as const
  ).map(([call, meant]) => ({
    name: `\`${call}\` is \`${meant}\` of the class`,
    ...own(call),
    first: { 'orders.js': new RegExp(`out: this\\.${meant}\\(`) },
    ask: null,
  })),
  ...(['this.isClosed(order)', 'this.canceled(id)'] as const).map((call) => ({
    name: `\`${call}\` is none of the class`,
    ...own(call),
    first: null,
  })),
  ...(['this.validate(order)', 'this.format(order)', 'this.discountOf(order)'] as const).map((call) => ({
    name: `\`${call}\`, which is handed what others are handed, is asked about at most`,
    ...own(call),
    first: { 'orders.js': /./ },
    ask: /speaks for/,
  })),
]);

/** A method that its own class calls by a name that it does not have; nothing else calls `findById`, `isOpen` or `totalOf`. */
const ownMethod = (word: string, given: string) => ({
  class: 'type' as const,
  message: `this.${word} is not a function`,
  named: { property: word, receiver: 'this' },
  files: {
    'a.js': `class OrderService {
  constructor(all) { this.all = all; }
  findById(id) { return this.all.get(id); }
  isOpen(order) { return order.status === 'open'; }
  totalOf(order) { return order.items.length; }
  handle(id, order) { return this.${word}(${given}); }
}
module.exports = { OrderService };
`,
  },
  at: [['a.js', `this.‸${word}(${given})`]] as const,
  facts: { this: { className: 'OrderService', keys: ['all'] } },
  together: true,
});

check(property, [
  ...(
    [
      ['getOrder', 'id', 'findById'],
      ['getTotal', 'order', 'totalOf'],
      ['open', 'order', 'isOpen'],
    ] as const
  ).map(([word, given, meant]) => ({
    name: `\`this.${word}(${given})\` of a class of orders is \`${meant}\``,
    ...ownMethod(word, given),
    first: { 'a.js': new RegExp(`return this\\.${meant}\\(${given}\\)`) },
    ask: null,
  })),
  ...(
    [
      ['getPage', 'id'],
      ['hasItems', 'order'],
      ['canCancel', 'order'],
    ] as const
  ).map(([word, given]) => ({
    name: `\`this.${word}(${given})\` is done as another thing is, and may be something else`,
    ...ownMethod(word, given),
    first: { 'a.js': /./ },
    ask: /speaks for/,
  })),
]);
