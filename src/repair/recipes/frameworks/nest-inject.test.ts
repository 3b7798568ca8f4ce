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

const shop = (given: string, more = ''): Record<string, string> => ({
  'package.json': files['package.json'],
  'src/settings.ts': "export const SETTINGS = Symbol('SETTINGS');\nexport interface Settings {\n  page: number;\n}\n",
  'src/settings.module.ts':
    "import { Module } from '@nestjs/common';\nimport { SETTINGS } from './settings';\n@Module({ providers: [{ provide: SETTINGS, useFactory: () => ({ page: 1 }) }], exports: [SETTINGS] })\nexport class SettingsModule {}\n",
  'src/clock.ts': 'export class Clock {}\n',
  'src/pages.ts':
    "import { Inject, Injectable } from '@nestjs/common';\nimport { SETTINGS, type Settings } from './settings';\nimport { Clock } from './clock';\n@Injectable()\nexport class Pages {\n  constructor(@Inject(SETTINGS) private readonly settings: Settings, @Inject(Clock) private readonly clock: Clock) {}\n}\n",
  'src/rows.ts': `import { Inject, Injectable } from '@nestjs/common';\nimport { SETTINGS, type Settings } from './settings';\n${more}@Injectable()\nexport class Rows {\n  constructor(${given}private readonly settings: Settings) {}\n  size() {\n    return this.settings.page;\n  }\n}\n`,
});
const unset = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'page')",
  named: { property: 'page', nullish: 'undefined' as const },
  at: [['src/rows.ts', 'this.settings.‸page']] as const,
};

check(nestInject, [
  {
    ...unset,
    name: 'a shape, of which nothing is left at run time, is asked for by its token',
    files: shop(''),
    first: { 'src/rows.ts': shop('@Inject(SETTINGS) ')['src/rows.ts'] ?? '' },
  },
  {
    ...unset,
    name: 'a shape, where two tokens are at hand that nothing asks for',
    files: {
      ...shop('', "import { OTHERS } from './others';\n"),
      'src/others.ts':
        "import { Module } from '@nestjs/common';\nexport const OTHERS = 'OTHERS';\n@Module({ providers: [{ provide: OTHERS, useValue: {} }] })\nexport class OthersModule {}\n",
    },
    first: null,
  },
]);

const undefinedToken = {
  class: 'unknown' as const,
  message:
    "Nest can't resolve dependencies of the Pages (?). Please make sure that the argument at index [0] is available in the current module.",
};
const pages = (line: string, how: string): string =>
  `import { Inject, Injectable } from '@nestjs/common';\n${line}\n@Injectable()\nexport class Pages {\n  constructor(${how}private readonly clock: Clock) {}\n}\n`;

check(nestInject, [
  ...['', '@Inject(Clock) '].map((how) => ({
    ...undefinedToken,
    name: `a class that is taken as the default of a file that has none, asked for ${how === '' ? 'by its type' : 'by its token'}`,
    files: {
      'package.json': '{"dependencies":{"@nestjs/common":"11"}}',
      'src/clock.ts': 'export class Clock {}\n',
      'src/pages.ts': pages("import Clock from './clock';", how),
    },
    first: { 'src/pages.ts': pages("import { Clock } from './clock';", how) },
  })),
  {
    ...undefinedToken,
    name: 'a class that is taken as a default, as an older Nest says it',
    message: undefinedToken.message.replace('argument at', 'argument dependency at'),
    files: {
      'package.json': '{"dependencies":{"@nestjs/common":"11"}}',
      'src/clock.ts': 'export class Clock {}\n',
      'src/pages.ts': pages("import Clock from './clock';", ''),
    },
    first: { 'src/pages.ts': pages("import { Clock } from './clock';", '') },
  },
  {
    ...undefinedToken,
    name: 'a default that is there and undefined for another reason',
    files: {
      'package.json': '{"dependencies":{"@nestjs/common":"11"}}',
      'src/clock.ts': 'export class Clock {}\nexport default Clock;\n',
      'src/pages.ts': pages("import Clock from './clock';", ''),
    },
    first: null,
  },
]);
