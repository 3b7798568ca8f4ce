/** Repositories of several packages: a fault in a sibling of the server's package is repaired there, and taken back. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { installModules } from '../../src/release/modules.ts';
import { statePaths } from '../../src/kit/paths.ts';
import { jsonOf, placeOf } from './place.ts';
import { placeOf as runningPlace } from './running.ts';

interface Heal {
  readonly outcome: string;
  readonly repair: { readonly proof: string; readonly files: readonly string[] } | null;
}

const server = `const http = require('node:http');
const { names } = require('@acme/shared');
http.createServer((request, response) => response.end(request.url === '/' ? 'up' : names(['b', 'a']))).listen(process.env.PORT || 0);
`;
const broken = "exports.names = (all) => all.jion(', ');\n";
const mended = "exports.names = (all) => all.join(', ');\n";

const files = {
  'package.json': '{"private":true,"workspaces":["apps/*","packages/*"]}',
  'apps/api/package.json': '{"name":"api","dependencies":{"@acme/shared":"*"}}',
  'apps/api/server.js': server,
  'packages/shared/package.json': '{"name":"@acme/shared","main":"lib/names.js"}',
  'packages/shared/lib/names.js': broken,
};

/** npm links at the root, pnpm beside the package that asks. */
function link(project: string, modules: string): void {
  const scope = path.join(project, modules, '@acme');
  mkdirSync(scope, { recursive: true });
  symlinkSync(path.relative(scope, path.join(project, 'packages/shared')), path.join(scope, 'shared'));
}

const heal = ['heal', 'server.js', '--json', '--apply', '--request', 'GET /names'];

for (const { name, modules, more } of [
  { name: 'npm', modules: 'node_modules', more: {} },
  {
    name: 'pnpm',
    modules: 'apps/api/node_modules',
    more: { 'package.json': '{}', 'pnpm-workspace.yaml': "packages:\n  - 'apps/*'\n  - packages/*\n" },
  },
])
  test(`CFG-1 REP-2 TRY-1 PRO-6 a fault in a sibling package is repaired there and taken back, linked as by ${name}`, async (t) => {
    const place = placeOf(t, { ...files, ...more });
    link(place.project, modules);
    const cwd = path.join(place.project, 'apps/api');
    const at = path.join(place.project, 'packages/shared/lib/names.js');
    const healed = jsonOf<Heal>(await place.run(heal, { cwd }), 0);
    assert.deepEqual([healed.outcome, healed.repair?.proof], ['healed', 'replayed']);
    assert.deepEqual(healed.repair?.files, ['packages/shared/lib/names.js']);
    assert.equal(readFileSync(at, 'utf8'), mended);
    for (const folder of [cwd, place.project])
      assert.equal(jsonOf<unknown[]>(await place.run('incidents --json', { cwd: folder })).length, 1);
    assert.equal((await place.run('backup undo', { cwd })).code, 0);
    assert.equal(readFileSync(at, 'utf8'), broken);
    assert.equal(existsSync(path.join(cwd, '.kintsugi')), false);
  });

test('CFG-1 POL-3 what the root does not declare, and a package with settings of its own, stay projects of their own', async (t) => {
  for (const more of [
    { 'package.json': '{"workspaces":["packages/*"]}' },
    { 'apps/api/kintsugi.config.json': '{}' },
  ] as const) {
    const place = placeOf(t, { ...files, ...more });
    link(place.project, 'node_modules');
    const result = await place.run(heal, { cwd: path.join(place.project, 'apps/api') });
    assert.notEqual(result.code, 0);
    assert.equal(readFileSync(path.join(place.project, 'packages/shared/lib/names.js'), 'utf8'), broken);
    assert.ok(existsSync(path.join(place.project, 'apps/api/.kintsugi')));
  }
});

test('CFG-1 REP-2 PRO-1 under run a fault in a sibling package is repaired and answered', async (t) => {
  const place = await runningPlace(t, files);
  link(place.app, 'node_modules');
  await place.up(['apps/api/server.js']);
  assert.notEqual((await place.ask('/names')).status, 200);
  const endMs = Date.now() + 60_000;
  let body = '';
  while (body !== 'b, a' && Date.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    body =
      (await place.ask('/')).status === 200 && readNames(place.app) === mended ? (await place.ask('/names')).body : '';
  }
  assert.equal(body, 'b, a');
});

function readNames(app: string): string {
  return readFileSync(path.join(app, 'packages/shared/lib/names.js'), 'utf8');
}

test('REP-1 one install of several packages is for its owner to run: nothing is exchanged', async (t) => {
  const place = placeOf(t, { ...files, 'node_modules/x/package.json': '{}' });
  const install = { paths: statePaths(place.project, place.env), argv: ['npm', 'ci'], env: place.env };
  await assert.rejects(installModules(install), /run `npm ci` yourself/);
  assert.ok(existsSync(path.join(place.project, 'node_modules/x')));
});
