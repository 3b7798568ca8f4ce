/** Modules of NestJS that do not list what they need: who provides it, who exports it, who imports it. */
import { check } from '../cases.test-helper.ts';
import { nestInject } from './nest-inject.ts';
import { nestProvider } from './nest-provider.ts';

const missing = (module: string): string =>
  `Nest can't resolve dependencies of the UsersController (?). Please make sure that the argument UsersService at index [0] is available in the ${module} module.`;
const service = '@Injectable()\nexport class UsersService {}\n';
const nest = "import { Module } from '@nestjs/common';\nimport { limits } from './limits';\n";
const usersImport = "import { UsersService } from './users.service';\n";
const moduleImport = "import { UsersModule } from './users.module';\n";

check(nestProvider, [
  {
    name: 'what several modules take in, and only the module of all imports, is for all',
    class: 'unknown',
    message: missing('OrdersModule'),
    files: {
      'src/users.service.ts': service,
      'src/users.module.ts': `${nest}${usersImport}@Module({ providers: [UsersService], exports: [UsersService] })\nexport class UsersModule {}\n`,
      'src/orders.controller.ts': `${usersImport}export class OrdersController {}\n`,
      'src/bills.service.ts': `${usersImport}export class BillsService {}\n`,
      'src/orders.module.ts':
        "import { Module } from '@nestjs/common';\nimport { OrdersController } from './orders.controller';\n@Module({ controllers: [OrdersController] })\nexport class OrdersModule {}\n",
      'src/bills.module.ts':
        "import { Module } from '@nestjs/common';\nimport { BillsService } from './bills.service';\n@Module({ providers: [BillsService] })\nexport class BillsModule {}\n",
      'src/app.module.ts': `${nest}${moduleImport}@Module({ imports: [UsersModule] })\nexport class AppModule {}\n`,
    },
    first: {
      'src/users.module.ts': `${nest.replace('{ Module', '{ Global, Module')}${usersImport}@Global()\n@Module({ providers: [UsersService], exports: [UsersService] })\nexport class UsersModule {}\n`,
    },
  },
  {
    name: 'a service that no module lists is provided',
    class: 'unknown',
    message: missing('UsersModule'),
    files: {
      'src/users.service.ts': service,
      'src/users.module.ts': `${nest}@Module({ controllers: [] })\nexport class UsersModule {}\n`,
    },
    first: {
      'src/users.module.ts': `${nest}${usersImport}@Module({ providers: [UsersService], controllers: [] })\nexport class UsersModule {}\n`,
    },
  },
  {
    name: 'the imported module that provides it exports it',
    class: 'unknown',
    message: missing('OrdersModule'),
    files: {
      'src/users.service.ts': service,
      'src/users.module.ts': `${nest}${usersImport}@Module({\n  providers: [UsersService],\n})\nexport class UsersModule {}\n`,
      'src/orders.module.ts': `${nest}${moduleImport}@Module({ imports: [UsersModule] })\nexport class OrdersModule {}\n`,
    },
    first: {
      'src/users.module.ts': `${nest}${usersImport}@Module({\n  exports: [UsersService],\n  providers: [UsersService],\n})\nexport class UsersModule {}\n`,
    },
  },
  {
    name: 'the module that exports it is imported, not its service provided a second time',
    class: 'unknown',
    message: missing('OrdersModule'),
    files: {
      'src/users.service.ts': service,
      'src/users.module.ts': `${nest}${usersImport}@Module({ providers: [UsersService], exports: [UsersService] })\nexport class UsersModule {}\n`,
      'src/orders.module.ts': `${nest}@Module({\n  controllers: [],\n})\nexport class OrdersModule {}\n`,
    },
    first: {
      'src/orders.module.ts': `${nest}${moduleImport}@Module({\n  imports: [UsersModule],\n  controllers: [],\n})\nexport class OrdersModule {}\n`,
    },
  },
  {
    name: 'neither exported nor imported: both',
    class: 'unknown',
    message: missing('OrdersModule'),
    files: {
      'src/users.service.ts': service,
      'src/users.module.ts': `${nest}${usersImport}@Module({ providers: [UsersService], exports: [] })\nexport class UsersModule {}\n`,
      'src/orders.module.ts': `${nest}@Module({ imports: [] })\nexport class OrdersModule {}\n`,
    },
    first: {
      'src/users.module.ts': `${nest}${usersImport}@Module({ providers: [UsersService], exports: [UsersService] })\nexport class UsersModule {}\n`,
      'src/orders.module.ts': `${nest}${moduleImport}@Module({ imports: [UsersModule] })\nexport class OrdersModule {}\n`,
    },
  },
  {
    name: 'a class that nobody has',
    class: 'unknown',
    message: missing('UsersModule'),
    files: { 'a.ts': `${nest}@Module({})\nexport class UsersModule {}\n` },
    first: null,
  },
]);

const unresolved = (argument: string, of: string, module: string) => ({
  class: 'unknown' as const,
  message: `Nest can't resolve dependencies of the ${of} (Symbol(STORE), ?, SettingsService). Please make sure that the argument "${argument}" at index [1] is available in the ${module} module.`,
});
const common = "import { Module } from '@nestjs/common';\n";
const tools = {
  'package.json': '{"dependencies":{"@nestjs/common":"11"}}',
  'src/tools.ts':
    "export const TOOLS = 'TOOLS';\nexport const toolsProvider = { provide: TOOLS, useFactory: () => ({}) };\n",
  'src/store.ts':
    "export const STORE = Symbol('STORE');\nexport const CLOCK = 'CLOCK';\nexport class MemoryStore {}\nexport class Clock {}\n",
  'src/reports.service.ts':
    "import { Inject } from '@nestjs/common';\nimport { TOOLS } from './tools';\nimport { STORE } from './store';\nexport class ReportsService {\n  constructor(@Inject(STORE) private store, @Inject(TOOLS) private tools) {}\n}\n",
  'src/reports.module.ts': `${common}import { SlotsModule } from './slots.module';\nimport { ReportsService } from './reports.service';\n@Module({ imports: [SlotsModule], providers: [ReportsService] })\nexport class ReportsModule {}\n`,
};
const slots = (list: string, head = ''): string =>
  `${common}import { MemoryStore, STORE } from './store';\nimport { SlotsService } from './slots.service';\n${head}@Module({ ${list} })\nexport class SlotsModule {}\n`;
const stored = 'providers: [SlotsService, { provide: STORE, useClass: MemoryStore }';

check(nestProvider, [
  {
    name: 'a provider by a token that no module lists: for the module and for those that take it from there',
    ...unresolved('TOOLS', 'SlotsService', 'SlotsModule'),
    files: { ...tools, 'src/slots.module.ts': slots(`${stored}], exports: [STORE]`) },
    first: {
      'src/slots.module.ts': slots(
        `${stored}, toolsProvider], exports: [STORE, toolsProvider]`,
        "import { toolsProvider } from './tools';\n",
      ),
    },
  },
  {
    name: 'a symbol that the module which provides it does not export',
    ...unresolved('Symbol(STORE)', 'ReportsService', 'ReportsModule'),
    files: { ...tools, 'src/slots.module.ts': slots(`${stored}], exports: [SlotsService]`) },
    first: { 'src/slots.module.ts': slots(`${stored}], exports: [SlotsService, STORE]`) },
  },
  {
    name: 'a class that is provided under a token gets no second instance',
    ...unresolved('MemoryStore', 'SlotsService', 'SlotsModule'),
    files: { ...tools, 'src/slots.module.ts': slots(`${stored}], exports: [STORE]`) },
    first: null,
  },
]);

const asking = (given: string, head: string): string =>
  `import { Inject } from '@nestjs/common';\n${head}export class SlotsService {\n  constructor(@Inject(${given}) private readonly it) {}\n}\n`;

check(nestInject, [
  {
    name: 'a token that nobody provides, where others ask by its type for another',
    ...unresolved('SEED', 'LotsService', 'LotsModule'),
    files: {
      ...tools,
      'src/lots.service.ts':
        "import { Inject } from '@nestjs/common';\nimport { STORE, MemoryStore } from './store';\nexport class LotsService {\n  constructor(@Inject('SEED') private readonly kept: MemoryStore) {}\n}\n",
      'src/pickers.service.ts':
        "import { Inject } from '@nestjs/common';\nimport { STORE, MemoryStore } from './store';\nexport class PickersService {\n  constructor(@Inject(STORE) private readonly kept: MemoryStore) {}\n}\n",
      'src/common.module.ts': `${common}import { STORE } from './store';\n@Module({ providers: [{ provide: STORE, useFactory: () => 1 }] })\nexport class CommonModule {}\n`,
    },
    first: { 'src/lots.service.ts': /@Inject\(STORE\) private readonly kept: MemoryStore/ },
    ask: null,
  },
  {
    name: 'a class that is asked for by its type, of which a type alone is imported',
    ...unresolved('Function', 'LotsService', 'LotsModule'),
    files: {
      ...tools,
      'src/lots.service.ts':
        "import { Clock } from './store';\nimport type { PickersService } from './pickers.service';\nexport class LotsService {\n  constructor(private readonly clock: Clock, private readonly pickers: PickersService) {}\n}\n",
      'src/pickers.service.ts': 'export class PickersService {}\n',
    },
    first: { 'src/lots.service.ts': /^import \{ PickersService \} from '\.\/pickers\.service';$/m },
    ask: null,
  },
  {
    name: 'a class that is provided under a token is asked for by it',
    ...unresolved('MemoryStore', 'SlotsService', 'SlotsModule'),
    files: {
      ...tools,
      'src/slots.module.ts': slots(`${stored}]`),
      'src/slots.service.ts': asking('MemoryStore', "import { MemoryStore, STORE } from './store';\n"),
    },
    first: { 'src/slots.service.ts': asking('STORE', "import { MemoryStore, STORE } from './store';\n") },
  },
  {
    name: 'a text beside the token of that name',
    ...unresolved('Clok', 'SlotsService', 'SlotsModule'),
    files: {
      ...tools,
      'src/slots.module.ts': slots('providers: [SlotsService, { provide: CLOCK, useValue: 1 }]'),
      'src/slots.service.ts': asking("'Clok'", "import { CLOCK } from './store';\n"),
    },
    first: { 'src/slots.service.ts': asking('CLOCK', "import { CLOCK } from './store';\n") },
  },
]);
