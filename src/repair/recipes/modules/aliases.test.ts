/** Imports by the aliases of tsconfig.json: they lead to files of the project, and what leads nowhere is written as it was meant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf, historyOf } from '../cases.test-helper.ts';
import { identifier } from '../names/identifier.ts';
import { configPlaces } from '../settings/config-places.ts';
import { importExport } from './import-export.ts';
import { importPath } from './import-path.ts';
import { missingModule } from './missing-module.ts';

const project = {
  'package.json': '{"type":"module","dependencies":{"fastify":"5"}}',
  'tsconfig.json':
    '{\n  // short names\n  "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"], "@data/*": ["data/*"], }, },\n}\n',
  'data/fares.json': '{"day": 2}\n',
  'src/domain/fares.ts': 'export const fareOf = (days: number): number => days * 2;\n',
  'src/domain/errors.ts': 'export class Gone extends Error {}\n',
};

const lost = (module: string) => ({
  class: 'missing_module' as const,
  message: `Cannot find package '${module}' imported from /srv/project/src/app.ts`,
  named: { module, importer: '/srv/project/src/app.ts' },
  at: [['src/app.ts', '‸import']] as const,
});

check(importPath, [
  {
    name: 'a folder that is misspelt behind an alias',
    ...lost('@/domains'),
    files: { ...project, 'src/app.ts': "import { fareOf } from '@/domains/fares';\nfareOf(2);\n" },
    first: { 'src/app.ts': "import { fareOf } from '@/domain/fares';\nfareOf(2);\n" },
  },
  {
    name: 'a data file that is misspelt behind an alias',
    ...lost('@data/fare.json'),
    files: { ...project, 'src/app.ts': "import fares from '@data/fare.json' with { type: 'json' };\nfares.day;\n" },
    first: { 'src/app.ts': "import fares from '@data/fares.json' with { type: 'json' };\nfares.day;\n" },
  },
  {
    name: 'a file that moved, of which a bundle alone says by the first part of its name that it is not there',
    class: 'missing_module',
    message: "Cannot find package '~' imported from /srv/project/build/server.js",
    named: { module: '~', importer: '/srv/project/build/server.js' },
    files: {
      ...project,
      'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }\n',
      'src/app.ts': "import { fareOf } from '~/shared/fares';\nfareOf(2);\n",
      'src/more.ts': "import { fareOf } from '~/shared/fares';\nfareOf(3);\n",
    },
    outside: { 'build/server.js': "import { fareOf } from '~/shared/fares';\n" },
    first: {
      'src/app.ts': "import { fareOf } from '~/domain/fares';\nfareOf(2);\n",
      'src/more.ts': "import { fareOf } from '~/domain/fares';\nfareOf(3);\n",
    },
  },
  {
    name: 'an alias that was left out',
    ...lost('domain'),
    files: { ...project, 'src/app.ts': "import { fareOf } from 'domain/fares';\nfareOf(2);\n" },
    first: { 'src/app.ts': "import { fareOf } from '@/domain/fares';\nfareOf(2);\n" },
  },
  {
    name: 'a file that was renamed: whoever imports it, by its alias or beside it',
    ...lost('@/domain/error'),
    files: {
      ...project,
      'src/app.ts': "import { Gone } from '@/domain/error';\nthrow new Gone();\n",
      'src/domain/store.ts': "import { Gone } from './error';\nexport const gone = (): Gone => new Gone();\n",
    },
    first: {
      'src/app.ts': "import { Gone } from '@/domain/errors';\nthrow new Gone();\n",
      'src/domain/store.ts': "import { Gone } from './errors';\nexport const gone = (): Gone => new Gone();\n",
    },
  },
  {
    name: 'an alias that a tsconfig inherits',
    ...lost('@/domains'),
    files: {
      ...project,
      'tsconfig.json': '{ "extends": "./tsconfig.base.json", "compilerOptions": { "strict": true } }',
      'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'src/app.ts': "import { fareOf } from '@/domains/fares';\nfareOf(2);\n",
    },
    first: { 'src/app.ts': "import { fareOf } from '@/domain/fares';\nfareOf(2);\n" },
  },
  {
    name: 'an alias that is misspelt',
    ...lost('@dat/fares.json'),
    files: { ...project, 'src/app.ts': "import fares from '@dat/fares.json' with { type: 'json' };\nfares.day;\n" },
    first: { 'src/app.ts': "import fares from '@data/fares.json' with { type: 'json' };\nfares.day;\n" },
  },
  {
    name: 'an alias of one file that is misspelt',
    ...lost('@error'),
    files: {
      ...project,
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@errors": ["./src/domain/errors.ts"] } } }',
      'src/app.ts': "import { Gone } from '@error';\nthrow new Gone();\n",
    },
    first: { 'src/app.ts': "import { Gone } from '@errors';\nthrow new Gone();\n" },
  },
  {
    name: 'a name that is as near to two aliases',
    ...lost('@dato/fares.json'),
    files: {
      ...project,
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@data/*": ["./data/*"], "@date/*": ["./date/*"] } } }',
      'date/fares.json': '{"day": 3}\n',
      'src/app.ts': "import fares from '@dato/fares.json' with { type: 'json' };\nfares.day;\n",
    },
    first: null,
  },
  {
    name: 'no alias in JavaScript, which Node reads without tsconfig.json',
    class: 'missing_module',
    message: "Cannot find package '@/domains' imported from /srv/project/src/app.js",
    named: { module: '@/domains', importer: '/srv/project/src/app.js' },
    at: [['src/app.js', '‸import']],
    files: { ...project, 'src/app.js': "import { fareOf } from '@/domains/fares';\nfareOf(2);\n" },
    first: null,
  },
]);

check(missingModule, [
  {
    name: 'what is a file by an alias is not installed',
    ...lost('@data/fare.json'),
    files: { ...project, 'src/app.ts': "import fares from '@data/fare.json' with { type: 'json' };\nfares.day;\n" },
    first: null,
  },
]);

check(importExport, [
  {
    name: 'a name that a file behind an alias does not give out',
    class: 'import_export',
    message: "The requested module '@/domain/fares' does not provide an export named 'fareOff'",
    named: { module: '@/domain/fares', exportName: 'fareOff' },
    at: [['src/app.ts', '‸import']],
    files: { ...project, 'src/app.ts': "import { fareOff } from '@/domain/fares';\nfareOff(2);\n" },
    first: { 'src/app.ts': "import { fareOf } from '@/domain/fares';\nfareOf(2);\n" },
  },
]);

check(identifier, [
  {
    name: 'an import that is missing is written by the alias that the file has',
    class: 'reference',
    message: 'fareOf is not defined',
    named: { identifier: 'fareOf' },
    at: [['src/http/app.ts', 'console.log(‸fareOf']],
    files: {
      ...project,
      'src/http/app.ts': "import { Gone } from '@/domain/errors';\nconsole.log(fareOf(2), Gone);\n",
    },
    first: {
      'src/http/app.ts':
        "import { Gone } from '@/domain/errors';\nimport { fareOf } from '@/domain/fares';\nconsole.log(fareOf(2), Gone);\n",
    },
  },
]);

test('POL-3 config-places tells which alias of tsconfig.json leads nowhere, and which nobody imports by', async () => {
  const app =
    "import { fareOf } from '@domain/fares';\nimport { Gone } from '@domain/errors';\nexport const a = [fareOf, Gone];\n";
  const told = async (paths: string, lost: Record<string, string> = {}): Promise<string | null> => {
    const action = await configPlaces.outside?.(
      contextOf({
        ...{ name: '', class: 'missing_module', message: "Cannot find package '@domain/fares'", first: null },
        named: { module: '@domain/fares' },
        files: {
          ...project,
          'src/app.ts': app,
          'tsconfig.json': `{\n  "compilerOptions": {\n    "paths": { ${paths} }\n  }\n}\n`,
        },
        context: { git: historyOf({ lost }) },
      }),
    );
    return action?.why ?? null;
  };
  const dead = '"@domain/*": ["./src/domains/*"]';
  assert.equal(
    await told(dead),
    'tsconfig.json:3: "@domain/*" leads to src/domains, which is not there; what is imported by it is in src/domain: correct the path',
  );
  assert.equal(await told(dead, { 'src/domains/fares.ts': '' }), null);
  assert.match(
    (await told('"~domain/*": ["src/domain/*"]')) ?? '',
    /nobody imports by "~domain\/\*".*correct the name/,
  );
  assert.equal(await told('"~domain/*": ["src/*"]'), null);
});

test('POL-3 config-places tells which alias tsconfig.json lacks, as the others beside it show', async () => {
  const told = async (module: string, paths: string, more: Record<string, string> = {}): Promise<string | null> => {
    const action = await configPlaces.outside?.(
      contextOf({
        ...{ name: '', class: 'missing_module', message: `Cannot find package '${module}'`, first: null },
        named: { module },
        files: {
          'package.json': '{"dependencies":{"@scope/repos":"1"}}',
          'tsconfig.json': `{\n  "compilerOptions": {\n    "paths": { ${paths} }\n  }\n}\n`,
          'src/app.ts': `import { climbs } from '${module}';\nimport { guide } from '@services';\nguide(climbs);\n`,
          'src/services/index.ts': 'export const guide = () => 1;\n',
          'src/repos/index.ts': 'export const climbs = [];\n',
          ...more,
        },
      }),
    );
    return action?.why ?? null;
  };
  const whole = '"@services": ["src/services/index.ts"]';
  const below = '"@services/*": ["./src/services/*"]';
  assert.equal(
    await told('@repos', whole),
    'tsconfig.json:3: "paths" say nothing of "@repos": beside "@services", add "@repos": ["src/repos/index.ts"]',
  );
  assert.match((await told('@repos/index', below)) ?? '', /add "@repos\/\*": \["\.\/src\/repos\/\*"\]$/);
  // No such folder; a package that is declared; a name that is there; two ways that the others show.
  assert.equal(await told('@repo', whole), null);
  assert.equal(await told('@scope/repos', '"@scope/services": ["src/services/index.ts"]'), null);
  assert.equal(await told('@repos', `${whole}, "@repos": ["src/repo/index.ts"]`), null);
  const other = { 'src/repos/main.ts': 'export const climbs = [];\n' };
  assert.equal(await told('@repos', `${whole}, "@guides": ["src/guides/main.ts"]`, other), null);
});

const hashed = {
  'package.json': '{ "type": "module", "imports": { "#lib/*": "./src/lib/*.ts" }, "dependencies": { "tsx": "4" } }',
  'src/lib/prices.ts': 'export const money = (n: number) => n.toFixed(2);\n',
};
const taking = (from: string): string => `import { money } from '${from}';\nexport const row = money(3);\n`;

check(importPath, [
  {
    name: 'a slip behind a name of `imports`: it is led to by that name',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/src/lib/price.ts' imported from /srv/project/src/routes/rows.ts",
    named: {
      module: '/srv/project/src/lib/price.ts',
      importer: '/srv/project/src/routes/rows.ts',
      code: 'ERR_MODULE_NOT_FOUND',
    },
    files: { ...hashed, 'src/routes/rows.ts': taking('#lib/price') },
    first: { 'src/routes/rows.ts': taking('#lib/prices') },
  },
  {
    name: 'a slip in a plain path stays a plain path',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/src/lib/price.ts' imported from /srv/project/src/routes/rows.ts",
    named: {
      module: '/srv/project/src/lib/price.ts',
      importer: '/srv/project/src/routes/rows.ts',
      code: 'ERR_MODULE_NOT_FOUND',
    },
    files: { ...hashed, 'src/routes/rows.ts': taking('../lib/price.ts') },
    first: { 'src/routes/rows.ts': taking('../lib/prices.ts') },
  },
]);

check(importPath, [
  {
    name: 'an alias that nobody set up, in a package of a workspace: below the sources of that package',
    class: 'missing_module',
    message: "Cannot find package '@/lib' imported from /srv/project/apps/api/src/routes/rows.ts",
    named: { module: '@/lib', importer: '/srv/project/apps/api/src/routes/rows.ts', code: 'ERR_MODULE_NOT_FOUND' },
    files: {
      'package.json': '{ "type": "module", "workspaces": ["apps/*"] }',
      'apps/api/package.json': '{ "name": "api", "type": "module" }',
      'apps/api/src/lib/prices.ts': 'export const money = (n: number) => n.toFixed(2);\n',
      'apps/web/package.json': '{ "name": "web", "type": "module" }',
      'apps/web/src/lib/prices.ts': 'export const money = (n: number) => n;\n',
      'apps/api/src/routes/rows.ts': taking('@/lib/prices.js'),
    },
    first: { 'apps/api/src/routes/rows.ts': taking('../lib/prices.js') },
  },
]);
