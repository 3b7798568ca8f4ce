import { check } from '../cases.test-helper.ts';
import { nestInject } from './nest-inject.ts';

const rows =
  "import { Injectable } from '@nestjs/common';\nimport { Clock } from './clock';\n@Injectable()\nexport class RowsService {\n  constructor(private readonly clock: Clock) {}\n}\n";
const lots = (given: string): string =>
  `import { Inject, Injectable } from '@nestjs/common';\nimport { Clock } from './clock';\nimport { Table } from './table';\nimport { LOTS } from './tokens';\n@Injectable()\nexport class LotsService {\n  constructor(@Inject(LOTS) private readonly table: Table, ${given}) {}\n  late() {\n    return this.clock.now();\n  }\n}\n`;
const bare = lots('private readonly clock: Clock');
const files = {
  'package.json': '{ "dependencies": { "@nestjs/common": "11" } }',
  'src/clock.ts': 'export class Clock {}\n',
  'src/table.ts': 'export class Table {}\n',
  'src/tokens.ts': "export const LOTS = 'LOTS';\n",
  'src/lots.service.ts': bare,
  'src/rows.service.ts': rows,
  'src/lots.module.ts':
    "import { Module } from '@nestjs/common';\nimport { LOTS } from './tokens';\n@Module({ providers: [{ provide: LOTS, useValue: 1 }] })\nexport class LotsModule {}\n",
};
const unread = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'now')",
  named: { property: 'now', nullish: 'undefined' as const },
  at: [['src/lots.service.ts', 'this.clock.‸now']] as const,
};

check(nestInject, [
  {
    ...unread,
    name: 'a class that is asked for by its type, where another one is, too, though tokens are asked for by `@Inject`',
    files,
    first: null,
  },
  {
    ...unread,
    name: 'a class that is asked for by its type, where all others are by `@Inject`',
    files: { ...files, 'src/rows.service.ts': rows.replace('(private', '(@Inject(Clock) private') },
    first: { 'src/lots.service.ts': lots('@Inject(Clock) private readonly clock: Clock') },
  },
  {
    name: 'a class that nothing provides, and a token that is imported and not asked for',
    class: 'unknown',
    message:
      "Nest can't resolve dependencies of the LotsService (?, Clock). Please make sure that the argument Table at index [0] is available in the LotsModule module.",
    files: { ...files, 'src/lots.service.ts': bare.replace('@Inject(LOTS) ', '') },
    first: { 'src/lots.service.ts': bare },
  },
]);
