/** Decorators that a container of classes reads: lost, not called, and what has to be loaded before them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { classDecorator } from './class-decorator.ts';
import { nestInject } from './nest-inject.ts';

const manifest = { 'package.json': '{"dependencies":{"tsyringe":"4","reflect-metadata":"0.2"}}' };
const bills = "import { injectable } from 'tsyringe';\n\n@injectable()\nexport class Bills {}\n";
const orders = (decorator: string): string =>
  `import { injectable } from 'tsyringe';\nimport { Bills } from './bills';\n\n${decorator}export class Orders {\n  constructor(readonly bills: Bills) {}\n}\n`;
const unknown = { class: 'unknown' as const, message: 'TypeInfo not known for "Orders"' };

check(classDecorator, [
  {
    name: 'the class that is named lost the decorator that its file imports',
    ...unknown,
    files: { ...manifest, 'src/bills.ts': bills, 'src/orders.ts': orders('') },
    first: { 'src/orders.ts': orders('@injectable()\n') },
  },
  {
    name: 'no decorator of which others say more than one thing',
    ...unknown,
    files: {
      ...manifest,
      'src/bills.ts': bills,
      'src/rooms.ts':
        "import { injectable } from 'tsyringe';\n@injectable({ token: 'rooms' })\nexport class Rooms {}\n",
      'src/orders.ts': orders(''),
    },
    first: null,
  },
  {
    name: 'a class that another one names is left alone',
    ...unknown,
    message: 'TypeInfo not known for "Others"',
    files: { ...manifest, 'src/bills.ts': bills, 'src/orders.ts': orders('') },
    first: null,
  },
  {
    name: 'a decorator that is not called, as all others are',
    ...unknown,
    message: 'TypeInfo not known for ""',
    files: { ...manifest, 'src/bills.ts': bills, 'src/orders.ts': orders('@injectable\n') },
    first: { 'src/orders.ts': orders('@injectable()\n') },
  },
  {
    name: 'a decorator that no class calls is none to be called',
    ...unknown,
    message: 'TypeInfo not known for ""',
    files: { ...manifest, 'src/bills.ts': bills.replace('()', ''), 'src/orders.ts': orders('@injectable\n') },
    first: null,
  },
  {
    name: 'what must be loaded first is imported where all begins',
    class: 'unknown',
    message: `tsyringe requires a reflect polyfill. Please add 'import "reflect-metadata"' to the top of your entry point.`,
    at: [['src/bills.ts', '‸import']],
    files: {
      ...manifest,
      'index.js': "require('./src/main');\n",
      'src/main.ts': "import express from 'express';\nimport { Bills } from './bills';\nnew Bills();\n",
      'src/bills.ts': bills,
    },
    first: {
      'src/main.ts':
        "import 'reflect-metadata';\nimport express from 'express';\nimport { Bills } from './bills';\nnew Bills();\n",
    },
  },
  {
    name: 'what nobody declared is not imported',
    class: 'unknown',
    message: `Please add 'import "left-pad"' to the top of your entry point.`,
    at: [['src/bills.ts', '‸import']],
    files: { ...manifest, 'src/bills.ts': bills },
    first: null,
  },
]);

check(nestInject, [
  {
    name: 'a class that is asked for by its type and not imported',
    class: 'unknown',
    message:
      'Cannot inject the dependency "bills" at position #0 of "Orders" constructor. Reason:\n    TypeInfo not known for "Object"',
    files: {
      ...manifest,
      'src/bills.ts': bills,
      'src/main.ts': "import { Orders } from './orders';\nnew Orders();\n",
      'src/orders.ts': orders('@injectable()\n').replace("import { Bills } from './bills';\n", ''),
    },
    first: { 'src/orders.ts': /^import \{ Bills \} from '\.\/bills';$/m },
  },
  {
    name: 'a class of which `import type` leaves nothing, in a container that is not of Nest',
    class: 'unknown',
    message:
      'Cannot inject the dependency "orders" at position #1 of "Desk" constructor. Reason:\n    Cannot inject the dependency "bills" at position #0 of "Orders" constructor. Reason:\n        TypeInfo not known for "Object"',
    files: {
      ...manifest,
      'src/bills.ts': bills,
      'src/orders.ts': orders('@injectable()\n').replace('import { Bills }', 'import type { Bills }'),
    },
    first: { 'src/orders.ts': orders('@injectable()\n') },
  },
]);

test('REP-2 class-decorator: the class that the second line of the message names', async () => {
  const files = { ...manifest, 'src/bills.ts': bills, 'src/orders.ts': orders('') };
  const first = 'Cannot inject the dependency "orders" at position #1 of "Desk" constructor. Reason:';
  const context = contextOf({ ...unknown, name: '', message: first, files, first: null });
  const { error } = context.signal;
  assert.ok(error !== null);
  const signal = { ...context.signal, error: { ...error, message: `${first}\n    ${unknown.message}` } };
  const [found] = await classDecorator.ideas({ ...context, signal });
  assert.equal(found?.edits[0]?.after, orders('@injectable()\n'));
});
