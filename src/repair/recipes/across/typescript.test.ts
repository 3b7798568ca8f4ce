/** What TypeScript projects are made of: names handed on by files between, types beside values, checks of their own that throw. */
import { check } from '../cases.test-helper.ts';
import { halfRenamed } from '../names/half-renamed.ts';
import { identifier } from '../names/identifier.ts';
import { importCycle } from '../modules/import-cycle.ts';
import { importExport } from '../modules/import-export.ts';
import { missingModule } from '../modules/missing-module.ts';
import { missingReturn } from '../calls/missing-return.ts';
import { property } from '../names/property.ts';

check(identifier, [
  {
    name: 'a name of a file of which another name is taken that is only a type',
    class: 'reference',
    message: 'Patch is not defined',
    named: { identifier: 'Patch' },
    files: {
      'routing.ts': 'export interface Call { id: string }\nexport const Get = 1;\nexport const Patch = 2;\n',
      'a.ts': "import { Get, type Call } from './routing';\nexport const all = (call: Call) => [Get, Patch, call];\n",
    },
    at: [['a.ts', 'Get, ‸Patch,']],
    first: { 'a.ts': /import \{ Get, type Call, Patch \}|import \{ Patch \} from '\.\/routing'/ },
  },
]);

const days = 'export const today = () => 1;\nexport const later = () => 2;\n';
const lacksDates = {
  class: 'import_export' as const,
  message: "The requested module './shared/index.ts' does not provide an export named 'dates'",
  named: { module: './shared/index.ts', exportName: 'dates', importer: 'a.ts' },
};

check(importExport, [
  {
    name: 'a file whose names are handed on one by one, where they are read of it as a whole',
    ...lacksDates,
    files: {
      'shared/index.ts': "export * from './money.ts';\nexport * from './dates.ts';\n",
      'shared/dates.ts': days,
      'shared/money.ts': 'export const euro = 1;\n',
      'a.ts': "import { dates } from './shared/index.ts';\nexport const a = dates.today();\n",
    },
    first: { 'shared/index.ts': "export * from './money.ts';\nexport * as dates from './dates.ts';\n" },
  },
  {
    name: 'not where somebody takes one of them by its own name',
    ...lacksDates,
    files: {
      'shared/index.ts': "export * from './dates.ts';\n",
      'shared/dates.ts': days,
      'a.ts': "import { dates } from './shared/index.ts';\nexport const a = dates.today();\n",
      'b.ts': "import { later } from './shared/index.ts';\nexport const b = later();\n",
    },
    first: null,
  },
]);

const late = {
  class: 'reference' as const,
  message: "Cannot access 'Problem' before initialization",
  named: { identifier: 'Problem' },
};
const problems = 'export class Problem extends Error {}\nexport const codes = [];\n';

check(importCycle, [
  {
    name: 'a parent that the file between has not come to yet',
    ...late,
    files: {
      'index.ts': "export * from './late.ts';\nexport * from './problems.ts';\n",
      'problems.ts': problems,
      'late.ts':
        "import { codes, Problem } from './index.ts';\nexport class Late extends Problem {\n  all = codes;\n}\n",
    },
    at: [['late.ts', 'Late extends ‸Problem']],
    first: {
      'late.ts':
        "import { codes } from './index.ts';\nimport { Problem } from './problems.ts';\nexport class Late extends Problem {\n  all = codes;\n}\n",
    },
  },
  {
    name: 'not where it is declared in the very file that loads this one',
    ...late,
    files: {
      'index.ts': "export * from './late.ts';\nexport class Problem extends Error {}\n",
      'late.ts': "import { Problem } from './index.ts';\nexport class Late extends Problem {}\n",
    },
    at: [['late.ts', 'Late extends ‸Problem']],
    first: null,
  },
]);

const noSum = {
  class: 'type' as const,
  message: 'Money.sum is not a function',
  named: { receiver: 'Money', property: 'sum' },
  at: [['order.ts', 'Money.‸sum']] as const,
};
const money = (second: string): Record<string, string> => ({
  'index.ts': "export { Money } from './money.ts';\n",
  'money.ts': `export class Money {\n  static of(cents: number) {\n    return new Money();\n  }\n\n  static ${second} {\n    return new Money();\n  }\n}\n`,
  'order.ts':
    "import { Money } from './index.ts';\nexport const goods = (lines: Money[]) => ({ total: Money.sum(lines), one: Money.of(1) });\n",
});

check(property, [
  {
    name: 'a method of a class that a file between hands on',
    ...noSum,
    files: money('total(parts: Money[])'),
    first: { 'order.ts': /Money\.total\(lines\)/ },
  },
]);

check(halfRenamed, [
  {
    name: 'a method that others have as a field',
    ...noSum,
    files: money('goods(parts: Money[])'),
    first: { 'order.ts': /Money\.goods\(lines\)/ },
    ask: /nobody uses it/,
  },
  {
    name: 'not a method of another class that has a field of that name',
    ...noSum,
    files: {
      ...money('of2()'),
      'other.ts': 'export class Other {\n  static goods(parts: unknown[]) {\n    return parts;\n  }\n}\n',
    },
    first: null,
  },
]);

const days2 = {
  'dates.ts':
    'export const iso = (date: Date) => date.toISOString();\nexport const add = (day: string, count: number) => iso(new Date(Date.parse(day) + count * 864e5));\n',
  'view.ts':
    "import { add } from './dates.ts';\nconst settings = { paymentDays: 14, name: 'x' };\nexport const due = (on: string) => add(on, settings.paymentDyas);\n",
};

check(property, [
  {
    name: 'a number that is none, behind a sum and a date that it was put into',
    class: 'range',
    message: 'Invalid time value',
    files: days2,
    at: [
      ['dates.ts', 'date.‸toISOString()', 'iso'],
      ['dates.ts', '‸iso(new Date(', 'add'],
      ['view.ts', '‸add(on,', 'due'],
    ],
    first: { 'view.ts': /settings\.paymentDays\)/ },
  },
  {
    name: 'a number that is none, which a check of the project refused',
    class: 'range',
    message: 'NaN is not a whole number',
    files: {
      'money.ts':
        'export function of(cents: number) {\n  if (!Number.isInteger(cents)) throw new RangeError(`${cents} is not a whole number`);\n  return cents;\n}\n',
      'ship.ts':
        "import { of } from './money.ts';\nconst zone = { baseCents: 690, perBottle: 40 };\nexport const fee = (count: number) => of(zone.bsaeCents + zone.perBottle * count);\n",
    },
    at: [
      ['money.ts', 'throw new ‸RangeError', 'of'],
      ['ship.ts', '‸of(zone', 'fee'],
    ],
    facts: { cents: { type: 'number', preview: 'NaN' } },
    first: { 'ship.ts': /zone\.baseCents \+/ },
  },
  {
    name: 'not where the check refused a number that is one',
    class: 'range',
    message: '1.5 is not a whole number, nor is NaN',
    files: {
      'money.ts':
        'export function of(cents: number) {\n  if (!Number.isInteger(cents)) throw new RangeError(`${cents} is not a whole number`);\n  return cents;\n}\n',
      'ship.ts':
        "import { of } from './money.ts';\nconst zone = { baseCents: 690, perBottle: 40 };\nexport const fee = (count: number) => of(zone.bsaeCents + zone.perBottle * count);\n",
    },
    at: [
      ['money.ts', 'throw new ‸RangeError', 'of'],
      ['ship.ts', '‸of(zone', 'fee'],
    ],
    facts: { cents: { type: 'number', preview: '1.5' } },
    first: null,
  },
]);

const noBuiltin = {
  class: 'missing_module' as const,
  message: 'No such built-in module: node:fs/sync',
  named: { code: 'ERR_UNKNOWN_BUILTIN_MODULE', module: 'node:fs/sync' },
};

check(missingModule, [
  {
    name: 'a part of Node that it does not have, by what is taken from there',
    ...noBuiltin,
    files: { 'a.ts': "import { existsSync } from 'node:fs/sync';\nexport const a = existsSync('.');\n" },
    first: { 'a.ts': "import { existsSync } from 'node:fs';\nexport const a = existsSync('.');\n" },
  },
  {
    name: 'not where Node has what is taken in two places, or in none',
    ...noBuiltin,
    files: { 'a.ts': "import { readFile } from 'node:fs/sync';\nexport const a = readFile;\n" },
    first: null,
  },
]);

const reduced = { class: 'range' as const, message: 'NaN', facts: { total: { type: 'undefined' as const } } };
const used = 'export const half = (lines) => {\n  const total = ';

check(missingReturn, [
  {
    name: 'what `reduce` computes and does not keep is what is given back, not what it began with',
    ...reduced,
    class: 'type',
    message: "Cannot read properties of undefined (reading 'toFixed')",
    named: { nullish: 'undefined', property: 'toFixed' },
    files: {
      'a.js': `${used}lines.reduce((sum, { count }) => {\n    sum + count;\n  }, 0);\n  return total.toFixed(2);\n};\n`,
    },
    at: [['a.js', 'total.‸toFixed']],
    first: { 'a.js': /\n {4}return sum \+ count;\n/ },
  },
  {
    name: 'what it puts into the first is there',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'toFixed')",
    named: { nullish: 'undefined', property: 'toFixed' },
    facts: { total: { type: 'undefined' } },
    files: {
      'a.js': `${used}lines.reduce((sum, { count }) => {\n    sum += count;\n  }, 0);\n  return total.toFixed(2);\n};\n`,
    },
    at: [['a.js', 'total.‸toFixed']],
    first: { 'a.js': /sum \+= count;\n {4}return sum;\n/ },
  },
]);
