import assert from 'node:assert/strict';
import test from 'node:test';
import { contextOf, historyOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { configPlaces } from './config-places.ts';

const manifest = (start: string): string => `{\n  "scripts": {\n    "start": "${start}"\n  }\n}\n`;

function asked(message: string, start: string, more: Partial<Case> = {}): Promise<string | null> {
  const files = { 'package.json': manifest(start), 'bin/www.js': '', ...more.files };
  const given: Case = { name: '', class: 'missing_module', message, first: null, ...more, files };
  return configPlaces.question?.(contextOf(given)) ?? Promise.resolve(null);
}

test('REP-8 a start script that names a file which is not there: the line, and the file of that name', async () => {
  const gone = (file: string): string => `Error: Cannot find module '/srv/project/${file}'`;
  assert.equal(
    await asked(gone('www.js'), 'node www.js'),
    'package.json:3: www.js is not there, bin/www.js is: correct the path',
  );
  assert.equal(
    await asked(gone('bin/wwww.js'), 'node ./bin/wwww'),
    'package.json:3: bin/wwww.js is not there, bin/www.js is: correct the path',
  );
  assert.equal(
    await asked(gone('server.js'), 'node server.js'),
    'package.json:3: server.js is not there: correct the path',
  );
});

test('REP-8 what a source imports, what git has and what no script names is no question of the start', async () => {
  const gone = "Error: Cannot find module '/srv/project/www.js'";
  assert.equal(await asked(gone, 'node bin/www.js'), null);
  assert.equal(await asked(gone, 'node www.js', { at: [['bin/www.js', '‸x']], files: { 'bin/www.js': 'x' } }), null);
  const git = historyOf({ lost: { 'www.js': 'x' } });
  assert.equal(await asked(gone, 'node www.js', { context: { git } }), null);
});

test('REP-8 a file of settings that node is to load: its example is named', async () => {
  const given = { class: 'missing_file' as const, outside: { '.env.example': 'A=1\n' } };
  assert.match(
    (await asked('node: .env: not found', 'node --env-file=.env bin/www.js', given)) ?? '',
    /^\.env is not there, and \.env\.example is \(package\.json:3 loads it\)/,
  );
  const other = { class: 'missing_file' as const, outside: { '.env': 'A=1\n' } };
  assert.match(
    (await asked('node: config/.env: not found', 'node --env-file=config/.env bin/www.js', other)) ?? '',
    /^package\.json:3: config\/\.env is not there, \.env is: correct/,
  );
});

test('REP-8 a program that a compiler writes: from which source, and where to', async () => {
  const at = (options: string, file: string, outside = {}): Promise<string | null> =>
    asked(`Error: Cannot find module '/srv/project/${file}'`, `node ${file}`, {
      outside,
      files: {
        'package.json': `{\n  "scripts": {\n    "start": "node ${file}",\n    "build": "tsc -p ."\n  }\n}\n`,
        'tsconfig.json': `{\n  // to run\n  "compilerOptions": { ${options} }\n}\n`,
        'src/server.ts': '',
        'src/lib/a.ts': '',
        'src/lib/a.test.ts': '',
      },
    });
  const dist = '"outDir": "./dist", "rootDir": "src"';
  assert.match((await at(dist, 'dist/server.js')) ?? '', /^package\.json:3: .*src\/server\.ts.*`npm run build`$/);
  assert.match((await at('"outDir": "dist"', 'dist/sever.js')) ?? '', /dist\/server\.js is what src\/server\.ts/);
  assert.match(
    (await at(dist.replace('src', '.'), 'dist/server.js')) ?? '',
    /to dist\/src\/server\.js \(tsconfig\.json:3\)/,
  );
  assert.match((await at(dist.replace('dist', 'build'), 'dist/server.js')) ?? '', /compiled to build\/server\.js/);
  assert.match((await at(dist, 'dist/src/server.js', { 'dist/server.js': '' })) ?? '', /there, dist\/server\.js is,/);
  assert.equal(await at(dist, 'dist/worker.js'), 'package.json:3: dist/worker.js is not there: correct the path');
  assert.doesNotMatch((await at('"strict": true', 'dist/server.js')) ?? '', /compiled/);
});

test('REP-8 a command of a script that no package brings: the line, and the one that is called almost so', async () => {
  const gone = (word: string): Promise<string | null> =>
    asked(`sh: 1: ${word}: not found`, `${word} -p . && node bin/www.js`, {
      class: 'unknown',
      outside: { 'node_modules/.bin/tsc': '', 'node_modules/.bin/tsx': '' },
    });
  assert.equal(await gone('tcs'), 'package.json:3: there is no command tcs; tsc is one: correct the script');
  assert.match((await gone('webpack')) ?? '', /^package\.json:3: there is no command webpack; install/);
  assert.equal(
    await asked('sh: 1: curl: not found', 'node bin/www.js', { class: 'unknown' }),
    null,
    'the server runs it',
  );
});

test('REP-8 a start script that names a file which is not there: the one program of its folder that nobody imports', async () => {
  const gone = "Error: Cannot find module '/srv/project/src/main.js'";
  const files = {
    'src/server.js': "import { port } from './settings.js';\nlisten(port);\n",
    'src/settings.js': 'export const port = 1;\n',
  };
  assert.equal(
    await asked(gone, 'node src/main.js', { files }),
    'package.json:3: src/main.js is not there, src/server.js is: correct the path',
  );
  const more = { ...files, 'src/worker.js': "import { port } from './settings.js';\nwork(port);\n" };
  assert.equal(
    await asked(gone, 'node src/main.js', { files: more }),
    'package.json:3: src/main.js is not there: correct the path',
  );
});

test('REP-8 a script that is not there: what is called almost so, or the one that starts the program', async () => {
  const lacking = (scripts: string, message = 'npm error Missing script: "start"'): Promise<string | null> =>
    asked(message, '', {
      class: 'unknown',
      files: { 'package.json': `{\n  "scripts": {\n    ${scripts}\n  }\n}\n`, 'src/main.ts': '' },
    });
  const serve = '"serve": "node --import tsx src/main.ts"';
  assert.equal(
    await lacking(`${serve}, "typecheck": "tsc --noEmit"`),
    'package.json:3: there is no script "start"; "serve" runs node --import tsx src/main.ts: rename it, or start that',
  );
  assert.match((await lacking(`${serve}, "strat": "node a.js"`)) ?? '', /; "strat" runs node a\.js: rename it/);
  assert.match((await lacking(serve, 'error Command "start" not found.')) ?? '', /no script "start"; "serve" runs/);
  assert.match((await lacking(`${serve}, "work": "node src/main.ts"`)) ?? '', /no script "start": write it/);
  assert.equal(await lacking('"start": "node src/main.ts"'), null);
  assert.equal(await lacking(serve, 'Error: Command "start" not found'), null);
});

test('REP-8 a loader that a script names and nobody declares: the line, and the loader that is declared', async () => {
  const lacking = (start: string, dependencies: string): Promise<string | null> =>
    asked("Error: Cannot find package 'ts-node' imported from /srv/project/", start, {
      named: { module: 'ts-node', importer: '/srv/project/' },
      files: {
        'package.json': `{\n  "scripts": { "start": "${start}" },\n  "devDependencies": { ${dependencies} }\n}\n`,
      },
    });
  const start = 'node --loader ts-node/esm src/main.ts';
  assert.equal(
    await lacking(start, '"tsx": "4"'),
    'package.json:2: the script loads ts-node, which nobody declares; tsx is declared: "--import tsx" loads it',
  );
  assert.match((await lacking(start, '')) ?? '', /declare and install it, or correct the script$/);
  assert.equal(await lacking(start, '"ts-node": "10"'), null);
  assert.equal(await lacking('node src/main.ts', '"tsx": "4"'), null);
});
