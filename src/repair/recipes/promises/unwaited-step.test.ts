import { check } from '../cases.test-helper.ts';
import { unwaitedStep } from './unwaited-step.ts';

const orm = {
  'node_modules/orm/package.json': '{"name":"orm","main":"index.js"}',
  'node_modules/orm/index.js': 'throw new Error(text);\n',
  'node_modules/orm/index.d.ts': 'export class Source {\n  initialize(): Promise<this>;\n  close(): void;\n}\n',
};
const source = "import { Source } from 'orm';\nexport const source = new Source();\n";
const seed = 'export const seed = async () => source.count();\n';
const failed = { class: 'unknown', message: 'No metadata for "Book" was found.', outside: orm } as const;
const main = (steps: string): string =>
  `import { source } from './source.js';\nimport { seed } from './seed.js';\nasync function main() {\n  ${steps}\n}\nmain();\n`;
const manifest = { 'package.json': '{"type":"module"}', 'source.js': source, 'seed.js': seed };

check(unwaitedStep, [
  {
    name: 'a connection that a package opens, before what needs it',
    ...failed,
    files: { ...manifest, 'main.js': main('source.initialize();\n  await seed();') },
    at: [
      ['seed.js', '‸source.count'],
      ['main.js', 'await ‸seed()'],
    ],
    first: { 'main.js': main('await source.initialize();\n  await seed();') },
  },
  {
    name: 'what is awaited, gives no promise, or comes behind what failed is none',
    ...failed,
    files: { ...manifest, 'main.js': main('source.close();\n  await seed();\n  source.initialize();') },
    at: [
      ['seed.js', '‸source.count'],
      ['main.js', 'await ‸seed()'],
    ],
    first: null,
  },
  {
    name: 'a migration of the project, where the driver lost who asked it',
    ...failed,
    class: 'database',
    message: 'no such table: books',
    files: {
      'package.json': '{"type":"module"}',
      'migrate.js': 'export async function migrate() {\n  await open();\n}\n',
      'main.js': "import { migrate } from './migrate.js';\nmigrate();\nawait list();\n",
    },
    at: [],
    first: { 'main.js': "import { migrate } from './migrate.js';\nawait migrate();\nawait list();\n" },
  },
  {
    name: 'in a function that cannot wait it stays as it is',
    ...failed,
    files: {
      ...manifest,
      'main.js':
        "import { source } from './source.js';\nfunction main() {\n  source.initialize();\n  source.count();\n}\nmain();\n",
    },
    at: [['main.js', '‸source.count']],
    first: null,
  },
  {
    name: 'a module that is loaded and not waited for',
    class: 'type',
    message: 'load is not a function',
    files: {
      'package.json': '{"type":"module"}',
      'load.js': 'export async function load() {}\n',
      'main.js': "import fs from 'node:fs';\nconst { load } = import('./load.js');\nawait load(fs);\n",
    },
    at: [['main.js', 'await ‸load(']],
    first: { 'main.js': /const \{ load \} = await import/ },
  },
  {
    name: 'a module that is waited for later',
    class: 'type',
    message: 'other is not a function',
    files: {
      'package.json': '{"type":"module"}',
      'load.js': 'export async function load() {}\n',
      'main.js': "const loading = import('./load.js');\nother();\nexport const { load } = await loading;\n",
    },
    at: [['main.js', '‸other(']],
    first: null,
  },
]);
