/** Servers that run what TypeScript wrote: the author's file is repaired, and with it what the project's own compiler makes of it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { sample } from '../project.ts';
import { root } from '../syntax.ts';
import { jsonOf, placeOf } from './place.ts';

interface Heal {
  readonly outcome: string;
  readonly repair: { kind: string; proof: string; files: string[] } | null;
}

interface Told {
  readonly class: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

const config = (more: object): string =>
  JSON.stringify({
    compilerOptions: {
      ...{ module: 'nodenext', target: 'es2022', outDir: './dist', rootDir: './src', types: ['node'] },
      ...{ lib: ['es2022'], skipLibCheck: true }, // a compile takes a fifth of the time
      ...more,
    },
    include: ['src'],
  });

const sources = {
  '.gitignore': 'node_modules\ndist\n',
  'package.json': '{"name":"shop","private":true,"scripts":{"build":"tsc","start":"node dist/main.js"}}',
  'src/main.ts': `import { createServer } from 'node:http';
import { listed, type Item } from './items';

const items: Item[] = [{ name: 'tin', size: 2 }, { name: 'box', size: 5 }];

createServer((request, response) => {
  response.end(listed(items, request.url ?? '/'));
}).listen(process.env.PORT ?? 0);
`,
  'src/items.ts': `import { Unit } from './unit';

export interface Item {
  readonly name: string;
  readonly size: number;
}

export function listed(items: readonly Item[], url: string): string {
  const all: any = items.map(({ name, size }) => name + ': ' + size + ' ' + Unit.Long);
  return url === '/count' ? String(all.length) : all.jion(', ');
}
`,
  'src/unit.ts': "export enum Unit {\n  Long = 'm',\n  Heavy = 'kg',\n}\n",
};

interface Compiled extends ReturnType<typeof placeOf> {
  read(file: string): string;
  compile(): void;
}

function compiled(t: TestContext, files: Readonly<Record<string, string>>): Compiled {
  const place = placeOf(t, { ...sources, ...files });
  const at = (file: string): string => path.join(place.project, file);
  symlinkSync(path.join(root, 'node_modules'), at('node_modules'));
  const compile = (): void =>
    void execFileSync(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: place.project, stdio: 'pipe' });
  compile();
  const git = (...words: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', ...words], {
      cwd: place.project,
      stdio: 'pipe',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'First');
  return { ...place, compile, read: (file) => readFileSync(at(file), 'utf8') };
}

const heal = ['heal', 'dist/main.js', '--json', '--apply', '--request', 'GET /all'];

const kinds = [
  { name: 'without maps', files: { 'tsconfig.json': config({}) }, map: false },
  {
    name: 'with maps, and an enum that is put in where it is used',
    files: {
      'tsconfig.json': config({ sourceMap: true }),
      'src/unit.ts': sources['src/unit.ts'].replace('enum', 'const enum'),
    },
    map: true,
  },
];

for (const { name, files, map } of sample(kinds, 2)) {
  test(`TRI-2 REP-2 TRY-2 PRO-6 what is compiled ${name} is repaired in its source`, async (t) => {
    const place = compiled(t, files);
    const healed = jsonOf<Heal>(await place.run(heal), 0);
    const changed = ['src/items.ts', 'dist/items.js'];
    assert.deepEqual([healed.outcome, healed.repair?.proof], ['healed', 'replayed']);
    assert.deepEqual(
      healed.repair?.files.filter((file) => !file.endsWith('.map')),
      changed,
    );
    assert.match(place.read('src/items.ts'), /all\.join\(', '\)/);
    const made = ['dist/items.js', ...(map ? ['dist/items.js.map'] : [])].map((file) => [file, place.read(file)]);
    place.compile();
    for (const [file = '', text] of made) assert.equal(place.read(file), text, `${file} is as the compiler makes it`);
    const branch = execFileSync('git', ['show', '--stat', '--format=', 'kintsugi/1'], {
      cwd: place.project,
    }).toString();
    assert.match(branch, /src\/items\.ts/);
    assert.doesNotMatch(branch, /dist/);
    const back = await place.run('backup list --json');
    assert.equal(back.code, 0, back.stderr);
  });
}

test('REP-2 TRY-2 a source that was lost comes back with what is made of it', async (t) => {
  const place = compiled(t, {
    'tsconfig.json': config({}),
    'src/items.ts': sources['src/items.ts'].replace('jion', 'join'),
  });
  for (const file of ['src/unit.ts', 'dist/unit.js']) rmSync(path.join(place.project, file));
  const healed = jsonOf<Heal>(await place.run('heal dist/main.js --json --apply'), 0);
  assert.deepEqual([healed.outcome, healed.repair?.files], ['healed', ['src/unit.ts', 'dist/unit.js']]);
  const made = place.read('dist/unit.js');
  place.compile();
  assert.equal(place.read('dist/unit.js'), made);
});

test('TRI-2 TRI-3 REP-2 what the compiler refuses when the start compiles first is told, and repaired in its source', async (t) => {
  const place = placeOf(t, {
    ...sources,
    'tsconfig.json': config({}),
    'package.json': '{"name":"shop","private":true,"scripts":{"start":"tsc && node dist/main.js"}}',
    'src/items.ts': sources['src/items.ts'].replace('Unit.Long', 'Unit.Lnog').replace('all.jion', 'all.join'),
  });
  symlinkSync(path.join(root, 'node_modules'), path.join(place.project, 'node_modules'));
  const healed = jsonOf<Heal & Told>(await place.run([...heal.slice(0, 1), ...heal.slice(2), '--', 'npm', 'start']), 0);
  const repair = [healed.outcome, healed.repair?.proof, healed.repair?.files];
  assert.deepEqual(repair, ['healed', 'replayed', ['src/items.ts']]);
  assert.deepEqual([healed.class, healed.file, healed.line], ['type', 'src/items.ts', 9]);
  assert.match(healed.message, /^TS\d+: Property .Lnog. does not exist/);
  assert.match(readFileSync(path.join(place.project, 'src/items.ts'), 'utf8'), /Unit\.Long/);
});

test('TRI-2 REP-2 TRY-2 PRO-8 what the build of the project puts into one file is made again by that build, and goes back whole', async (t) => {
  const manifest = {
    name: 'shop',
    private: true,
    scripts: {
      build: 'esbuild src/main.ts --bundle --platform=node --sourcemap --outfile=lib/shop.js',
      start: 'node lib/shop.js',
    },
  };
  const place = placeOf(t, {
    ...sources,
    'package.json': JSON.stringify(manifest),
    '.gitignore': 'node_modules\nlib\n',
  });
  symlinkSync(path.join(root, 'node_modules'), path.join(place.project, 'node_modules'));
  const build = (): Buffer => execFileSync('npm', ['run', 'build'], { cwd: place.project, stdio: 'pipe' });
  build();
  const read = (file: string): string => readFileSync(path.join(place.project, file), 'utf8');
  const files = ['src/items.ts', 'lib/shop.js', 'lib/shop.js.map'];
  const before = files.map(read);
  const healed = jsonOf<Heal>(await place.run(['heal', 'lib/shop.js', ...heal.slice(2)]), 0);
  assert.deepEqual([healed.outcome, healed.repair?.proof], ['healed', 'replayed']);
  assert.deepEqual(healed.repair?.files, files);
  const made = files.map(read);
  build();
  assert.deepEqual(files.map(read), made);
  const undone = await place.run('backup undo');
  assert.equal(undone.code, 0, undone.stderr);
  assert.deepEqual(files.map(read), before);
});

test('TRI-2 what somebody else compiled is left alone', async (t) => {
  const place = compiled(t, { 'tsconfig.json': config({ sourceMap: true }) });
  const file = path.join(place.project, 'dist/items.js');
  const other = `${readFileSync(file, 'utf8')}// put together by another program\n`;
  writeFileSync(file, other);
  const told = jsonOf<Heal>(await place.run(heal), 1);
  assert.notEqual(told.outcome, 'healed');
  assert.deepEqual([place.read('dist/items.js'), place.read('src/items.ts')], [other, sources['src/items.ts']]);
});
