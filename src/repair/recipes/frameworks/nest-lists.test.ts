/** Lists of NestJS modules that hold what is not to stand there. */
import { check } from '../cases.test-helper.ts';
import { nestInject } from './nest-inject.ts';
import { nestLists } from './nest-lists.ts';
import { nestProvider } from './nest-provider.ts';

const nest = "import { Module } from '@nestjs/common';\n";
const parts = {
  'src/parts/parts.service.ts': '@Injectable()\nexport class PartsService {}\n',
  'src/parts/parts.module.ts': `${nest}import { PartsService } from './parts.service';\n@Module({ providers: [PartsService], exports: [PartsService] })\nexport class PartsModule {}\n`,
};
const jobs = (head: string, lists: string): string =>
  `${nest}${head}@Module({ ${lists} })\nexport class JobsModule {}\n`;
const service = "import { PartsService } from '../parts/parts.service';\n";
const module = "import { PartsModule } from '../parts/parts.module';\n";
const exported =
  'Nest cannot export a provider/module that is not a part of the currently processed module (JobsModule). Please verify whether the exported PartsService is available in this particular context.';

check(nestLists, [
  {
    name: 'a service that another module has and exports goes from the exports, with its import',
    class: 'unknown',
    message: exported,
    files: {
      ...parts,
      'src/jobs/jobs.module.ts': jobs(
        `${module}${service}`,
        'imports: [PartsModule], exports: [JobsService, PartsService]',
      ),
    },
    first: { 'src/jobs/jobs.module.ts': jobs(module, 'imports: [PartsModule], exports: [JobsService]') },
  },
  {
    name: 'where somebody else needs it, the module of it is handed on',
    class: 'unknown',
    message: exported,
    files: {
      ...parts,
      'src/jobs/jobs.module.ts': jobs(`${module}${service}`, 'imports: [PartsModule], exports: [PartsService]'),
      'src/app.controller.ts': "import { PartsService } from './parts/parts.service';\nexport class AppController {}\n",
      'src/app.module.ts': `${nest}import { AppController } from './app.controller';\nimport { JobsModule } from './jobs/jobs.module';\n@Module({ imports: [JobsModule], controllers: [AppController] })\nexport class AppModule {}\n`,
    },
    first: { 'src/jobs/jobs.module.ts': jobs(module, 'imports: [PartsModule], exports: [PartsModule]') },
  },
  {
    name: 'what no module provides this one does',
    class: 'unknown',
    message: exported,
    files: {
      'src/parts/parts.service.ts': parts['src/parts/parts.service.ts'],
      'src/jobs/jobs.module.ts': jobs(service, 'providers: [], exports: [PartsService]'),
    },
    first: { 'src/jobs/jobs.module.ts': jobs(service, 'providers: [PartsService], exports: [PartsService]') },
  },
  {
    name: 'a service among the imports is the module that gives it out',
    class: 'unknown',
    message:
      '"PartsService" is decorated with @Injectable() and cannot appear in the "imports" array of a module. Please move "PartsService" to the "providers" array of the importing module instead.',
    files: { ...parts, 'src/jobs/jobs.module.ts': jobs(service, 'imports: [PartsService]') },
    first: { 'src/jobs/jobs.module.ts': jobs(module, 'imports: [PartsModule]') },
  },
  {
    name: 'a class that is asked for and that no module provides: the module of its folder',
    class: 'unknown',
    message: 'Nest could not find PartsService element (this provider does not exist in the current context)',
    files: {
      'src/parts/parts.service.ts': parts['src/parts/parts.service.ts'],
      'src/parts/parts.module.ts': `${nest}@Module({ providers: [] })\nexport class PartsModule {}\n`,
      'src/main.ts': "import { PartsModule } from './parts/parts.module';\n",
    },
    first: {
      'src/parts/parts.module.ts': `${nest}import { PartsService } from './parts.service';\n@Module({ providers: [PartsService] })\nexport class PartsModule {}\n`,
    },
  },
  {
    name: 'two modules of a folder do not tell which is meant',
    class: 'unknown',
    message: 'Nest could not find PartsService element (this provider does not exist in the current context)',
    files: {
      'src/parts.service.ts': parts['src/parts/parts.service.ts'],
      'src/a.module.ts': `${nest}@Module({ providers: [] })\nexport class AModule {}\n`,
      'src/b.module.ts': `${nest}@Module({ providers: [] })\nexport class BModule {}\n`,
    },
    first: null,
  },
]);

const circle =
  'Nest cannot create the OrdersModule instance.\nThe module at index [0] of the OrdersModule "imports" array is undefined.\n\nPotential causes:\n- A circular dependency between modules. Use forwardRef() to avoid it.\n';
const ordersOf = (imports: string, kit = 'Module'): string =>
  `import { ${kit} } from '@nestjs/common';\nimport { PartsModule } from './parts.module';\nimport { OrdersService } from './orders.service';\n@Module({ imports: [${imports}], providers: [OrdersService] })\nexport class OrdersModule {}\n`;
const partsOf = (head: string, imports: string, kit = 'Module'): string =>
  `import { ${kit} } from '@nestjs/common';\n${head}import { PartsService } from './parts.service';\n@Module({ ${imports}providers: [PartsService] })\nexport class PartsModule {}\n`;
const ordersImport = "import { OrdersModule } from './orders.module';\n";
const both = {
  'orders.service.ts': "import { PartsService } from './parts.service';\nexport class OrdersService {}\n",
  'parts.service.ts': 'export class PartsService {}\n',
  'orders.module.ts': ordersOf('PartsModule'),
  'parts.module.ts': partsOf(ordersImport, 'imports: [OrdersModule], '),
  'app.module.ts': `${nest}${ordersImport}import { PartsModule } from './parts.module';\n@Module({ imports: [OrdersModule, PartsModule] })\nexport class AppModule {}\n`,
};

check(nestLists, [
  {
    name: 'a module that imports one that imports it, and takes nothing of it',
    class: 'unknown',
    message: circle,
    files: both,
    first: { 'parts.module.ts': partsOf('', 'imports: [], ') },
  },
  {
    name: 'two modules that take of each other',
    class: 'unknown',
    message: circle,
    files: {
      ...both,
      'parts.service.ts': "import { OrdersService } from './orders.service';\nexport class PartsService {}\n",
    },
    first: {
      'orders.module.ts': ordersOf('forwardRef(() => PartsModule)', 'forwardRef, Module'),
      'parts.module.ts': partsOf(ordersImport, 'imports: [forwardRef(() => OrdersModule)], ', 'forwardRef, Module'),
    },
  },
  {
    name: 'a module that nobody else imports stays where it is: its routes would be gone',
    class: 'unknown',
    message: circle,
    files: {
      ...both,
      'app.module.ts': `${nest}import { PartsModule } from './parts.module';\n@Module({ imports: [PartsModule] })\nexport class AppModule {}\n`,
    },
    first: {
      'orders.module.ts': ordersOf('forwardRef(() => PartsModule)', 'forwardRef, Module'),
      'parts.module.ts': partsOf(ordersImport, 'imports: [forwardRef(() => OrdersModule)], ', 'forwardRef, Module'),
    },
  },
]);

const kit = '{"dependencies":{"@nestjs/common":"11"}}';
const types = "export interface File {\n  a: number;\n}\nexport const FILE = 'FILE';\n";
const asking = (taken: string, parameter: string): string =>
  `import { Inject, Injectable } from '@nestjs/common';\nimport { ${taken} } from './types';\n@Injectable()\nexport class Settings {\n  constructor(${parameter}) {}\n}\n`;
const nameless =
  "Nest can't resolve dependencies of the Settings (?). Please make sure that the argument at index [0] is available in the current module.";
const provided = "import { FILE } from './types';\nexport const providers = [{ provide: FILE, useValue: {} }];\n";

check(nestInject, [
  {
    name: 'a parameter of a type that is no class: the token that is imported and not used',
    class: 'unknown',
    message: nameless,
    files: {
      'package.json': kit,
      'types.ts': types,
      'module.ts': provided,
      'settings.ts': asking('File, FILE', 'private readonly file: File'),
    },
    first: { 'settings.ts': asking('File, FILE', '@Inject(FILE) private readonly file: File') },
  },
  {
    name: 'a parameter of a type that is no class, and no token that speaks for itself',
    class: 'unknown',
    message: nameless,
    files: {
      'package.json': kit,
      'types.ts': types,
      'module.ts': provided,
      'settings.ts': asking('File', 'private readonly file: File'),
    },
    first: null,
  },
]);

check(nestProvider, [
  {
    name: 'a token that nobody provides, and one that nobody asks for',
    class: 'unknown',
    message:
      'Nest can\'t resolve dependencies of the Settings (?). Please make sure that the argument "FILE" at index [0] is available in the SettingsModule module.',
    files: {
      'package.json': kit,
      'types.ts': types,
      'settings.ts': asking('File, FILE', '@Inject(FILE) private readonly file: File'),
      'settings.module.ts': `${nest}import { Settings } from './settings';\n@Module({ providers: [{ provide: 'SETTINGS', useValue: {} }, Settings] })\nexport class SettingsModule {}\n`,
    },
    first: {
      'settings.module.ts': `${nest}import { Settings } from './settings';\nimport { FILE } from './types';\n@Module({ providers: [{ provide: FILE, useValue: {} }, Settings] })\nexport class SettingsModule {}\n`,
    },
  },
]);

const clock = (key: string): string =>
  `${nest}@Module({ providers: [{ provide: 'CLOCK', ${key}: () => Date }, { provide: 'A', useClass: A, factry: 1 }] })\nexport class ClockModule {}\n`;
const undefinedType = "Cannot read properties of undefined (reading 'metatype')";
const refused = "Invalid property 'provider' passed into the @Module() decorator.";

check(nestLists, [
  {
    name: 'a provider that gives nothing, since its key is misspelt',
    class: 'type',
    message: undefinedType,
    files: { 'a.ts': clock('useFactry') },
    first: { 'a.ts': clock('useFactory') },
  },
  {
    name: 'a key that is near none of those there are',
    class: 'type',
    message: undefinedType,
    files: { 'a.ts': clock('make') },
    first: null,
  },
  {
    name: 'a key that is as near to two of them',
    class: 'type',
    message: undefinedType,
    files: { 'a.ts': clock('use') },
    first: null,
  },
  {
    name: 'an object of another framework',
    class: 'type',
    message: undefinedType,
    files: { 'a.ts': clock('useFactry').replace('@nestjs/common', 'other') },
    first: null,
  },
  {
    name: 'a list of a module that is misspelt',
    class: 'unknown',
    message: refused,
    files: { 'a.ts': `${nest}@Module({ provider: [A], exports: [A] })\nexport class AModule {}\n` },
    first: { 'a.ts': `${nest}@Module({ providers: [A], exports: [A] })\nexport class AModule {}\n` },
  },
  {
    name: 'a list that the module has already is not written twice',
    class: 'unknown',
    message: refused,
    files: { 'a.ts': `${nest}@Module({ provider: [A], providers: [B] })\nexport class AModule {}\n` },
    first: null,
  },
]);
