/** Lists of NestJS modules that hold what is not to stand there. */
import { check } from './cases.test-helper.ts';
import { nestInject } from './nest-inject.ts';
import { nestLists } from './nest-lists.ts';

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
