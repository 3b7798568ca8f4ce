import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { compilerOptions } from './compiler-options.ts';

const manifest = '{ "dependencies": { "@nestjs/common": "11", "typescript": "5" } }';
const outside = { 'node_modules/typescript/bin/tsc': '' };

const told = async (given: Omit<Case, 'name' | 'first'>): Promise<string> =>
  (await compilerOptions.outside?.(contextOf({ ...given, name: '', outside, first: null })))?.why ?? '';

const service = (name: string): string =>
  `import { Clock } from './clock';\n@Injectable()\nexport class ${name} {\n  constructor(private readonly clock: Clock) {}\n  late() {\n    return this.clock.now();\n  }\n}\n`;

test('POL-3 that the compiler is not told to leave types at run time is for a person', async () => {
  const options = (more = ''): string => `{ "compilerOptions": { "experimentalDecorators": true${more} } }\n`;
  const failing = (more: Readonly<Record<string, string>>): Promise<string> =>
    told({
      class: 'type',
      message: "Cannot read properties of undefined (reading 'now')",
      named: { property: 'now', nullish: 'undefined' },
      at: [['lots.ts', 'this.clock.‸now']],
      files: { 'package.json': manifest, 'clock.ts': 'export class Clock {}\n', 'lots.ts': service('Lots'), ...more },
    });
  const rows = { 'rows.ts': service('Rows') };
  assert.match(await failing({ ...rows, 'tsconfig.json': options() }), /set "emitDecoratorMetadata": true/);
  assert.equal(await failing({ 'tsconfig.json': options() }), '', 'it is the only class that asks so');
  assert.equal(
    await failing({ ...rows, 'tsconfig.json': options(', "emitDecoratorMetadata": true') }),
    '',
    'it is told',
  );
  assert.equal(await failing({ ...rows, 'tsconfig.json': '{ "extends": "@acme/base" }\n' }), '', 'another may tell it');
  const byLoader = { 'package.json': manifest.replace('typescript', 'tsx'), 'tsconfig.json': options() };
  assert.equal(await failing({ ...rows, ...byLoader }), '', 'a loader never leaves them');
});

test('POL-3 that packages have no default for the compiler is for a person, where that is how all of them are imported', async () => {
  const failing = (more: Readonly<Record<string, string>>): Promise<string> =>
    told({
      class: 'type',
      message: "Cannot read properties of undefined (reading 'join')",
      named: { property: 'join', nullish: 'undefined' },
      at: [['a.ts', 'path.‸join']],
      files: {
        'package.json': manifest,
        'tsconfig.json': '{ "compilerOptions": { "module": "CommonJS" } }\n',
        'a.ts': "import path from 'node:path';\nexport const file = path.join(__dirname, 'data.json');\n",
        'b.ts': "import fs from 'node:fs';\nexport const read = () => fs.readFileSync('a');\n",
        ...more,
      },
    });
  assert.match(await failing({}), /set "esModuleInterop": true/);
  assert.equal(await failing({ 'b.ts': "import * as fs from 'node:fs';\nfs.statSync('a');\n" }), '', 'the other way');
  const isOn = '{ "compilerOptions": { "module": "CommonJS", "esModuleInterop": true } }\n';
  assert.equal(await failing({ 'tsconfig.json': isOn }), '', 'it is on');
});

test('POL-3 the option for decorators that a loader asks for is told', async () => {
  const message = 'Parameter decorators only work when experimental decorators are enabled';
  const files = { 'tsconfig.json': '{}\n', 'a.ts': 'export const a = 1;\n' };
  assert.match(await told({ class: 'syntax', message, files }), /"experimentalDecorators": true/);
  assert.equal(await told({ class: 'syntax', message, files: { 'a.ts': files['a.ts'] } }), '', 'there are no settings');
});

test('POL-3 modules that package.json and tsconfig.json call differently are for a person', async () => {
  const meta =
    "TS1343: The 'import.meta' meta-property is only allowed when the '--module' option is 'es2020' or 'nodenext'.";
  const failing = (kind: string, type: string, message = meta): Promise<string> =>
    told({
      class: 'syntax',
      message,
      at: [['a.ts', '‸import.meta']],
      files: {
        'package.json': `{ ${type} "devDependencies": { "typescript": "5" } }`,
        'tsconfig.json': `{\n  "compilerOptions": {\n    "module": "${kind}"\n  }\n}\n`,
        'a.ts': 'export const here = import.meta.url;\n',
      },
    });
  const type = '"type": "module",';
  assert.match(await failing('commonjs', type), /^tsconfig\.json:3: "module" is "commonjs".*"nodenext"/);
  const run = 'exports is not defined in ES module scope';
  assert.match(await failing('CommonJS', type, run), /^tsconfig\.json:3/);
  const built =
    "TS1470: The 'import.meta' meta-property is not allowed in files which will build into CommonJS output.";
  assert.match(await failing('nodenext', '', built), /^package\.json: .*"type": "module"/);
  // One file that is written for the other kind says nothing of the project.
  assert.equal(await failing('commonjs', ''), '');
  assert.equal(await failing('nodenext', type, run), '');
});

test('POL-3 what the compiler refuses of its own settings is for a person, with the line', async () => {
  const failing = (message: string, at: string): Promise<string> =>
    told({
      class: 'config',
      message,
      at: [['tsconfig.json', at]],
      files: { 'tsconfig.json': '{\n  "compilerOptions": {\n    "outDri": "dist",\n    "types": ["nodes"]\n  }\n}\n' },
    });
  assert.equal(
    await failing("TS5023: Unknown compiler option 'outDri'.", '‸"outDri"'),
    "tsconfig.json:3: Unknown compiler option 'outDri'.",
  );
  assert.match(
    await failing("TS2688: Cannot find type definition file for 'nodes'.", '‸{'),
    /^tsconfig\.json:4: Cannot/,
  );
  assert.equal(await failing('Unexpected token', '‸{'), '', 'no compiler says so');
});
