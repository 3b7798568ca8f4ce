import assert from 'node:assert/strict';
import test from 'node:test';
import { checkFolder, checkPath } from './paths.ts';
import { defaultPolicy } from './settings.ts';

const table: Readonly<Record<string, readonly string[]>> = {
  writable: [
    'server.js',
    'src/routes/users.ts',
    'lib/a b.js',
    'config.json',
    'config/default.json',
    'views/index.ejs',
    'app/[id]/page.tsx'.replace('[id]', 'id'),
    'src/testing.js',
    'src/latest/x.js',
    'src/contest.js',
    'src/environment.js',
    'src/database.js',
    'migrations/001.sql',
    'größe.js',
    'src/spec.js',
    'src/compose.js',
    'config/app.yaml',
    'services/api/config/app.yaml',
  ],
  'path-form': [
    '',
    '/etc/passwd',
    '../x.js',
    'a/../b.js',
    './a.js',
    'a//b.js',
    'a/',
    'C:/x.js',
    'a.js:stream',
    '~/x.js',
    'a\\b.js',
    'a\u0000.js',
    'a\u202e.js',
    'a\u200b.js',
    'a.js ',
    'a.js.',
    'GIT~1/config.js',
    'a\n.js',
    'a|b.js',
    'e\u0301.js',
    `${'a/'.repeat(300)}x.js`,
  ],
  'path-protected': [
    '.git/config',
    '.GIT/hooks/x.js',
    '.gitignore',
    '.env',
    '.Env.local',
    'apps/api/.env',
    '.npmrc',
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    'src/.hidden/x.js',
    'node_modules/express/index.js',
    'packages/a/node_modules/b/index.js',
    'Node_Modules/x.js',
    'package.json',
    'packages/a/package.json',
    'PACKAGE.JSON',
    'package-lock.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'bun.lockb',
    'Dockerfile',
    'Dockerfile.prod',
    'api.dockerfile',
    'docker-compose.yml',
    'docker-compose.override.yaml',
    'compose.yaml',
    'app.yaml',
    'services/api/app.yaml',
    'render.yaml',
    'Jenkinsfile',
    'Makefile',
    'tsconfig.json',
    'tsconfig.build.json',
    'jsconfig.json',
    'kintsugi.config.mjs',
    'Kintsugi.Config.JSON',
    '.kintsugi/journal/1.jsonl',
    'jest.config.js',
    'ecosystem.config.js',
    'azure-pipelines.yml',
    '__mocks__/x.js',
    'ｐackage.json',
  ],
  'path-test': ['test/a.js', 'tests/unit/a.js', 'Test/a.js', 'src/a.test.js', 'src/a.spec.ts', 'e2e/a.js'],
  'path-outside': ['run.sh', 'bin/start', 'a.exe', 'data.sqlite', 'app.db', 'LICENSE', 'photo.png', 'x.node', 'x.wasm'],
  'path-owner': ['src/db.js', 'settings.json', 'config/settings.ts', 'lib/redis.js', 'DB.ts'],
};

test('POL-3 PRO-6 which files a repair may write', () => {
  const wanted = Object.entries(table).flatMap(([rule, paths]) => paths.map((path) => ({ path, rule })));
  const got = wanted.map(({ path }) => ({ path, rule: checkPath(path, defaultPolicy)?.rule ?? 'writable' }));
  assert.deepEqual(got, wanted);
});

test('PRO-6 an owner may protect more, and a folder follows the same rules', () => {
  const more = { protected: ['src/billing/**'] };
  assert.equal(checkPath('src/billing/a.js', more)?.rule, 'path-owner');
  assert.equal(checkPath('src/billing/a.js', more, ['/srv/app/src/billing/a.js']), null);
  assert.equal(checkPath('src/a.js', more), null);
  assert.equal(checkFolder('data/uploads'), null);
  for (const folder of ['../x', '.git/hooks', 'node_modules/x', '/tmp/x', 'a/..', 'test/x']) {
    assert.notEqual(checkFolder(folder), null, folder);
  }
});

test('POL-3 a program without an ending is written only where it is what failed', () => {
  assert.equal(checkPath('bin/www', defaultPolicy, ['bin/www']), null);
  assert.equal(checkPath('bin/www', defaultPolicy, ['bin/start'])?.rule, 'path-outside');
  assert.equal(checkPath('scripts/www', defaultPolicy, ['scripts/www'])?.rule, 'path-outside');
});
