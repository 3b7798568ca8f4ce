import { check } from '../cases.test-helper.ts';
import { listedNeeds } from '../calls/listed-needs.ts';
import { ownRegistry } from './own-registry.ts';

const kernel = {
  'kernel.js':
    "class Kernel {\n  #services = new Map();\n  constructor(config) {\n    this.provide('config', config);\n    this.provide('db', open());\n  }\n" +
    '  provide(name, service) {\n    this.#services.set(name, service);\n  }\n' +
    '  service(name) {\n    if (!this.#services.has(name)) throw new Error(`no service ${name}`);\n    return this.#services.get(name);\n  }\n' +
    '  load({ provides }) {\n    for (const [key, service] of Object.entries(provides)) this.provide(key, service);\n  }\n}\nmodule.exports = Kernel;\n',
};
const refused = (word: string) =>
  ({
    class: 'unknown',
    message: `Error: no service ${word}`,
    at: [['kernel.js', 'throw ‸new Error', 'Kernel.service']],
  }) as const;

const handlers =
  'const handlers = {\n  TakenOut(state, { boat }) {},\n  DamageReported(state, { boat, text }) {},\n  Cleaned(state, { boat }) {},\n  Returned(state, { boat, km }) {},\n};\n' +
  'exports.apply = (state, { type, data }) => handlers[type](state, data);\n';
const appending = (type: string) =>
  `exports.go = (journal, boat, km) => {\n  journal.append('TakenOut', { boat });\n  journal.append('DamageReported', { boat, text: '' });\n  journal.append('${type}', { boat, km });\n};\n`;
const events = {
  class: 'type' as const,
  message: 'handlers[type] is not a function',
  at: [['state.js', '‸handlers[type]', 'apply']] as const,
};

check(ownRegistry, [
  ...(['name', 'String(name)', 'name.toString()'] as const).map((told) => ({
    name: `the near entry, where the error tells \`${told}\``,
    class: 'unknown' as const,
    message: 'Error: Nothing is registered for feeService',
    files: {
      'container.js': `class Container {\n  made = new Map();\n  register(name, make) {\n    this.made.set(name, make);\n  }\n  resolve(name) {\n    const make = this.made.get(name);\n    if (!make) throw new Error(\`Nothing is registered for \${${told}}\`);\n    return make();\n  }\n}\nmodule.exports = { Container };\n`,
      'tokens.js': "module.exports = { FEES: 'feeService', BOATS: 'boatStore' };\n",
      'a.js': `const { Container } = require('./container');\nconst TOKENS = require('./tokens');\nconst made = new Container();\nmade.register(TOKENS.BOATS, () => 1);\nmade.register('fees', () => 2);\nexports.fees = made.resolve(TOKENS.FEES);\n`,
    },
    at: [['container.js', '‸new Error']] as const,
    first: { 'tokens.js': "module.exports = { FEES: 'fees', BOATS: 'boatStore' };\n" },
  })),
  ...(
    [
      [
        'Object.values(EVENTS)',
        "{ BOOKED: 'stay:booked', COMPLETED: 'stay:completed' }",
        'stay:complete',
        'stay:completed',
      ],
      ['EVENTS', "['stay:booked', 'stay:completed']", 'stay:complete', 'stay:completed'],
      ['EVENTS', "['stay:booked', 'stay:completed']", 'guest:gone', null],
      ['EVENTS', "['stay:booked', read('completed')]", 'stay:bookd', null],
    ] as const
  ).map(([list, held, said, meant]) => ({
    name: `a text that a list of its own lacks: \`${said}\`, where ${list} is ${held}`,
    class: 'type' as const,
    message: `TypeError: Unknown event: ${said}`,
    files: {
      'bus.js': `const EVENTS = Object.freeze(${held});\nclass Bus {\n  publish(name, payload) {\n    if (!${list}.includes(name)) throw new TypeError(\`Unknown event: \${name}\`);\n    this.emit(name, payload);\n  }\n}\nmodule.exports = { Bus, EVENTS };\n`,
      'a.js': `exports.done = (bus, stay) => bus.publish('${said}', { stay });\n`,
    },
    at: [['bus.js', '‸new TypeError']] as const,
    first: meant === null ? null : { 'a.js': `exports.done = (bus, stay) => bus.publish('${meant}', { stay });\n` },
  })),
  {
    name: 'the near name of what is registered',
    ...refused('database'),
    files: {
      ...kernel,
      'seats.js': "module.exports = (kernel) => [kernel.service('database'), kernel.service('config')];\n",
    },
    first: { 'seats.js': "module.exports = (kernel) => [kernel.service('db'), kernel.service('config')];\n" },
  },
  ...(
    [
      ['{ kind, tries: 0 }', /only you know by which/],
      ['handler', null],
    ] as const
  ).map(([kept, ask]) => ({
    name: `the near name, where the one that was asked for is ${ask === null ? 'not ' : ''}kept`,
    class: 'unknown' as const,
    message: 'Error: No handler for confirmation',
    files: {
      'queue.js': `class Queue {\n  #handlers = new Map();\n  define(kind, handler) {\n    this.#handlers.set(kind, handler);\n  }\n  add(kind) {\n    const handler = this.#handlers.get(kind);\n    if (!handler) throw new Error(\`No handler for \${kind}\`);\n    return ${kept};\n  }\n}\nexports.queue = new Queue();\n`,
      'jobs.js': "const { queue } = require('./queue');\nqueue.define('confirm', () => 1);\n",
      'book.js': "const { queue } = require('./queue');\nexports.book = () => queue.add('confirmation');\n",
    },
    at: [['queue.js', 'throw ‸new Error', 'Queue.add']] as const,
    first: { 'book.js': "const { queue } = require('./queue');\nexports.book = () => queue.add('confirm');\n" },
    ask,
  })),
  {
    name: 'the one entry that nobody asks for',
    ...refused('seating'),
    files: {
      ...kernel,
      'seats.js': 'exports.create = (seating) => ({ provides: { places: seating } });\n',
      'sales.js': "exports.needs = ['db', 'config', 'seating'];\n",
    },
    first: { 'seats.js': 'exports.create = (seating) => ({ provides: { seating } });\n' },
  },
  {
    name: 'of two entries that nobody asks for the one whose value is called so',
    ...refused('seating'),
    files: {
      ...kernel,
      'seats.js': 'exports.create = (seating, rows) => ({ provides: { rows, places: seating } });\n',
      'sales.js': "exports.needs = ['db', 'config', 'seating'];\n",
    },
    first: { 'seats.js': 'exports.create = (seating, rows) => ({ provides: { rows, seating } });\n' },
  },
  {
    name: 'the near name, of a container that keeps what it made of the others',
    class: 'unknown',
    message: 'Error: Nothing is registered as "programme"',
    files: {
      'container.js':
        'class Container {\n  made = new Map();\n  makers = new Map();\n  register(name, maker) {\n    this.makers.set(name, maker);\n    return this;\n  }\n' +
        '  resolve(name) {\n    if (this.made.has(name)) return this.made.get(name);\n    const maker = this.makers.get(name);\n    if (!maker) throw new Error(`Nothing is registered as "${name}"`);\n    const value = maker(this);\n    this.made.set(name, value);\n    return value;\n  }\n}\nmodule.exports = Container;\n',
      'app.js':
        "const all = new Container()\n  .register('clock', () => new Clock())\n  .register('program', () => new Programme())\n  .register('acts', (c) => new Acts(c.resolve('clock'), c.resolve('programme')));\nexports.names = () => all.resolve('programme').names(all.resolve('acts'));\n",
    },
    at: [['container.js', 'throw ‸new Error', 'Container.resolve']],
    first: { 'app.js': /c\.resolve\('program'\)\)\);\nexports\.names = \(\) => all\.resolve\('program'\)/ },
    ask: null,
  },
  {
    name: 'a format of a table',
    class: 'range',
    message: 'RangeError: unknown format csvv',
    files: {
      'formats.js':
        'const formats = { csv: 1, json: 2 };\nexports.pick = (format) => {\n  if (!(format in formats)) throw new RangeError(`unknown format ${format}`);\n  return formats[format];\n};\n',
      'a.js': "const { pick } = require('./formats');\npick('csvv');\n",
    },
    at: [['formats.js', 'throw ‸new RangeError', 'pick']],
    first: { 'a.js': "const { pick } = require('./formats');\npick('csv');\n" },
  },
  {
    name: 'a table that is read from a folder, of which the error tells what there is',
    class: 'unknown',
    message: 'Error: no letter "reminder" (there are reminders, welcome)',
    files: {
      'letters.js':
        'class Letters {\n  all = new Map();\n  render(name) {\n    const letter = this.all.get(name);\n    if (!letter) throw new Error(`no letter "${name}" (there are ${[...this.all.keys()].join()})`);\n    return letter;\n  }\n}\n',
      'a.js': "letters.render('reminder');\n",
    },
    at: [['letters.js', 'throw ‸new Error', 'Letters.render']],
    first: { 'a.js': "letters.render('reminders');\n" },
  },
  {
    name: 'a handler of events whose name others say in another order',
    ...events,
    files: { 'state.js': handlers, 'a.js': appending('ReportedDamage') },
    first: { 'a.js': appending('DamageReported') },
  },
  {
    name: 'the one handler that takes what is handed over, of those of which nobody speaks',
    ...events,
    files: { 'state.js': handlers, 'a.js': appending('BroughtBack') },
    first: { 'state.js': handlers.replace('Returned(', 'BroughtBack(') },
  },
  {
    name: 'an event that no handler takes',
    ...events,
    files: { 'state.js': handlers.replace(', km }', ' }'), 'a.js': appending('BroughtBack') },
    first: null,
  },
  {
    name: 'two entries that nobody asks for, none of them near',
    ...refused('seating'),
    files: {
      ...kernel,
      'seats.js': 'exports.create = (a, b) => ({ provides: { places: a, rows: b } });\n',
      'sales.js': "exports.needs = ['db', 'config', 'seating'];\n",
    },
    first: null,
  },
  {
    name: 'a name that a request brought',
    ...refused('dbb'),
    files: { ...kernel, 'a.js': 'module.exports = (kernel, req) => kernel.service(req.query.name);\n' },
    first: null,
  },
]);

const agreeing = {
  'a.js': "module.exports = { needs: ['db', 'log'], create({ db, log }) {} };\n",
  'b.js': "module.exports = { needs: ['db', 'shows'], create({ db, shows }) {} };\n",
};
const lacking = {
  class: 'type',
  message: "Cannot read properties of undefined (reading 'fee')",
  named: { property: 'fee', nullish: 'undefined' },
} as const;

check(listedNeeds, [
  {
    name: 'one that the list lacks',
    ...lacking,
    files: {
      ...agreeing,
      'c.js':
        "module.exports = {\n  needs: ['db'],\n  create({ db, pricing }) {\n    return () => pricing.fee(db);\n  },\n};\n",
    },
    at: [['c.js', 'pricing.‸fee']],
    first: { 'c.js': /needs: \['db', 'pricing'\],/ },
  },
  {
    name: 'one that is called otherwise',
    class: 'unknown',
    message: 'Error: no service store',
    files: { ...agreeing, 'c.js': "module.exports = { needs: ['store', 'log'], create({ db, log }) {} };\n" },
    at: [],
    first: { 'c.js': "module.exports = { needs: ['db', 'log'], create({ db, log }) {} };\n" },
  },
  {
    name: 'another value that is missing',
    ...lacking,
    files: {
      ...agreeing,
      'c.js': "module.exports = { needs: ['db'], create({ db, pricing }) { return () => db.prices.fee; } };\n",
    },
    at: [['c.js', 'db.prices.‸fee']],
    first: null,
  },
  {
    name: 'lists that do not agree elsewhere either',
    ...lacking,
    files: {
      'a.js': "module.exports = { tags: ['one', 'two'], create({ db, log }) {} };\n",
      'b.js': "module.exports = { tags: ['db'], create({ db }) {} };\n",
      'c.js': "module.exports = { tags: ['db'], create({ db, pricing }) { return () => pricing.fee(db); } };\n",
    },
    at: [['c.js', 'pricing.‸fee']],
    first: null,
  },
]);

const mails = (...said: string[]) => ({
  'mails/welcome.hbs': 'a',
  'mails/cancelled.hbs': 'b',
  'mails/reminder.hbs': 'c',
  'mail.js':
    'for (const file of readdirSync(folder)) compiled.set(stem(file), compile(file));\nexports.send = (name) => compiled.get(name)();\n',
  'a.js': said.map((each) => `send('${each}');\n`).join(''),
});
const noMail = {
  class: 'type',
  message: 'TypeError: compiled.get(...) is not a function',
  at: [['mail.js', '‸compiled.get(name)()']],
} as const;

check(ownRegistry, [
  {
    name: 'a file of a folder that is listed, where its like name the others',
    ...noMail,
    files: mails('welcom', 'cancelled', 'reminder'),
    first: { 'a.js': "send('welcome');\nsend('cancelled');\nsend('reminder');\n" },
  },
  {
    name: 'of a folder of which only one other is named nothing is known',
    ...noMail,
    files: mails('welcom', 'cancelled'),
    first: null,
  },
]);
