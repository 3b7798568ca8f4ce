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
