/** Modules of NestJS that do not list what they need: who provides it, who exports it, who imports it. */
import { check } from './cases.test-helper.ts';
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
