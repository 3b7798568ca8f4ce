import { check } from '../cases.test-helper.ts';
import { enumMember } from './enum-member.ts';

const reading = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'toLowerCase')",
  named: { property: 'toLowerCase', nullish: 'undefined' as const },
};
const status = "export enum Status {\n  Open = 'OPEN',\n  Paid = 'PAID',\n}\n";
const show = "import { Status } from './status.js';\nexport const show = (one) => one.status.toLowerCase();\n";

check(enumMember, [
  {
    name: 'the member that is called as the parameter is typed',
    class: 'unknown',
    message: 'Error: Nothing registered for undefined',
    files: {
      'tokens.ts':
        "export const TOKENS = { CustomerRepository: Symbol('c'), BookingRepository: Symbol('b'), EventBus: Symbol('e') } as const;\n",
      'service.ts':
        'export class Bookings {\n  constructor(\n    private readonly bookings: BookingRepository,\n    private readonly customers: CustomerRepository,\n  ) {}\n}\n',
      'a.ts':
        "import { TOKENS } from './tokens.ts';\nimport { Bookings } from './service.ts';\nexport const names = (c) => c.resolve(TOKENS.CustomerRepository).names();\nexport const make = (c) => new Bookings(c.resolve(TOKENS.BookingRepository), c.resolve(TOKENS.Customers));\n",
    },
    at: [['a.ts', '‸TOKENS.Customers)']],
    first: { 'a.ts': /c\.resolve\(TOKENS\.CustomerRepository\)\);/ },
  },

  {
    name: 'a member that was renamed and kept its text',
    ...reading,
    files: {
      'mode.ts': "export enum Mode {\n  Tram = 'tram',\n  NightBus = 'bus',\n}\n",
      'count.ts': "import { Mode } from './mode.js';\nexport const none = { [Mode.Tram]: 0, [Mode.Bus]: 0 };\n",
      'show.ts': show,
    },
    at: [['show.ts', 'one.status.‸toLowerCase']],
    first: { 'count.ts': /\[Mode\.NightBus\]: 0/ },
    ask: null,
  },
  {
    name: 'a member of an enum that another file hands on',
    ...reading,
    files: {
      'domain/mode.ts': "enum Mode {\n  Tram = 'tram',\n  NightBus = 'bus',\n}\nexport { Mode };\n",
      'domain/index.ts': "export { Mode } from './mode.js';\n",
      'count.ts': "import { Mode } from './domain/index.js';\nexport const none = { [Mode.Tram]: 0, [Mode.Bus]: 0 };\n",
      'show.ts': show,
    },
    at: [['show.ts', 'one.status.‸toLowerCase']],
    first: { 'count.ts': /\[Mode\.NightBus\]: 0/ },
    ask: null,
  },
  {
    name: 'the one member that a record of all of them has no key for',
    ...reading,
    files: {
      'status.ts': "export enum Status {\n  Open = 'open',\n  Done = 'done',\n}\n",
      'next.ts':
        "import { Status } from './status.js';\nexport const next = { [Status.Open]: [Status.Done], [Status.Closed]: [] };\n",
      'show.ts': show,
    },
    at: [['show.ts', 'one.status.‸toLowerCase']],
    first: { 'next.ts': /\[Status\.Done\]: \[\] }/ },
    ask: null,
  },
  {
    name: 'the near one, far from where nothing is read',
    ...reading,
    files: {
      'status.ts': status,
      'make.ts': "import { Status } from './status.js';\nexport const make = () => ({ status: Status.Opened });\n",
      'show.ts': show,
    },
    at: [['show.ts', 'one.status.‸toLowerCase']],
    first: { 'make.ts': /status: Status\.Open \}/ },
  },
  {
    name: 'a constant that is used like an enum',
    ...reading,
    files: {
      'status.ts': "export const Status = { Open: 'OPEN', Paid: 'PAID' } as const;\n",
      'make.ts': "import { Status } from './status.js';\nexport const make = () => ({ status: Status.Opened });\n",
      'show.ts': show,
    },
    at: [['show.ts', 'one.status.‸toLowerCase']],
    first: { 'make.ts': /status: Status\.Open \}/ },
  },
  {
    name: 'a namespace of that name may have it',
    ...reading,
    files: {
      'status.ts': `${status}export namespace Status {\n  export const Opened = 'OPEN';\n}\n`,
      'make.ts': "import { Status } from './status.js';\nexport const make = () => ({ status: Status.Opened });\n",
      'show.ts': show,
    },
    at: [['show.ts', 'one.status.‸toLowerCase']],
    first: null,
  },
  {
    name: 'nothing near',
    ...reading,
    files: {
      'status.ts': status,
      'make.ts': "import { Status } from './status.js';\nexport const make = () => ({ status: Status.Cancelled });\n",
      'show.ts': show,
    },
    at: [['show.ts', 'one.status.‸toLowerCase']],
    first: null,
  },
]);

const topics = "export const Topics = Object.freeze({ ENROLLED: 'enrolled', REMINDER_DUE: 'due', PAID: 'paid' });\n";
const strange = {
  class: 'unknown',
  message: 'Error: unknown topic undefined',
  at: [['mail.js', '‸bus.on(Topics.REMINDER']],
} as const;
const listening = (name: string, more = ''): string =>
  `import { Topics } from './bus.js';\nbus.on(Topics.${name}, send);\n${more}`;

check(enumMember, [
  {
    name: 'the one member that has the word, where another file reads it, too',
    ...strange,
    files: {
      'bus.js': topics,
      'jobs.js':
        "import { Topics } from './bus.js';\nbus.publish(Topics.REMINDER_DUE, Topics.ENROLLED, Topics.PAID);\n",
      'mail.js': listening('REMINDER'),
    },
    first: { 'mail.js': listening('REMINDER_DUE') },
  },
  {
    name: 'a member that the file reads already is not what it means',
    ...strange,
    files: {
      'bus.js': topics,
      'jobs.js': "import { Topics } from './bus.js';\nbus.publish(Topics.ENROLLED, Topics.PAID);\n",
      'mail.js': listening('REMINDER', 'bus.on(Topics.REMINDER_DUE, keep);\n'),
    },
    first: null,
  },
]);

const moves = (last: string): string =>
  `const next = new Map([\n  [State.PACKED, [State.COLLECTED]],\n  [${last}, []],\n]);\nexports.next = (state) => next.get(state).map(String);\n`;
const none = {
  class: 'type',
  message: "Cannot read properties of undefined (reading 'map')",
  named: { property: 'map', nullish: 'undefined' },
  at: [['next.js', 'next.get(state).‸map']],
} as const;
const words = "const State = { PACKED: 'packed', COLLECTED: 'collected' };\n";
const factors = (last: string): string =>
  `import { Level } from './level.js';\nexport const factors = { [Level.EASY]: 1, [${last}]: 2 };\n`;
const refused = {
  class: 'database',
  message: 'ReplyError: ERR value is not a valid float',
  at: [['factors.js', '‸Level.EASY']],
} as const;

check(enumMember, [
  {
    name: 'the one state that the pairs of a Map lack, of a constant that another file of CommonJS gives out',
    ...none,
    files: {
      'state.js': `${words}module.exports = { State };\n`,
      'next.js': `const { State } = require('./state');\n${moves('State.DELIVERED')}`,
    },
    first: { 'next.js': /\[State\.COLLECTED, \[\]\]/ },
    ask: null,
  },
  {
    name: 'a constant that was renamed and kept its text, in its own file and in another',
    ...none,
    files: {
      'next.js': `${words.replace('COLLECTED', 'FETCHED')}${moves('State.COLLECTED')}exports.State = State;\n`,
      'late.js':
        "const { State: ParcelState } = require('./next');\nexports.late = (state) => state !== ParcelState.COLLECTED;\n",
    },
    first: {
      'next.js': /\[State\.PACKED, \[State\.FETCHED\]\],\n {2}\[State\.FETCHED, /,
      'late.js': /ParcelState\.FETCHED/,
    },
    ask: null,
  },
  {
    name: 'a renamed constant that somebody reads of what nobody can follow: a person is asked',
    ...none,
    files: {
      'next.js': `${words.replace('COLLECTED', 'FETCHED')}${moves('State.COLLECTED')}exports.State = State;\n`,
      'late.js':
        "const States = require('./all')('next').State;\nexports.late = (state) => state !== States.COLLECTED;\n",
    },
    first: { 'next.js': /\[State\.FETCHED, / },
    ask: /read of something else/,
  },
  {
    name: 'a key that a record of plain constants lacks, where the database refuses what comes of it',
    ...refused,
    files: {
      'level.js': "export const Level = { EASY: 'easy', HARD: 'hard' };\n",
      'factors.js': factors('Level.DIFFICULT'),
    },
    first: { 'factors.js': factors('Level.HARD') },
    ask: null,
  },
  {
    name: 'two members that have no key there: either may be meant',
    ...refused,
    files: {
      'level.js': "export const Level = { EASY: 'easy', HARD: 'hard', EXPERT: 'expert' };\n",
      'factors.js': factors('Level.DIFFICULT'),
    },
    first: null,
  },
  {
    name: 'a constant that takes more members elsewhere',
    ...refused,
    files: {
      'level.js': "export const Level = { EASY: 'easy', HARD: 'hard' };\nLevel.DIFFICULT = 'difficult';\n",
      'factors.js': factors('Level.DIFFICULT'),
    },
    first: null,
  },
  {
    name: 'an object whose values are made is no closed set',
    ...refused,
    files: {
      'level.js': "export const Level = { EASY: levelOf('easy'), HARD: levelOf('hard') };\n",
      'factors.js': factors('Level.DIFFICULT'),
    },
    first: null,
  },
]);
