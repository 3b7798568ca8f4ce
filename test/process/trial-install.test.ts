/** An install is carried out in the copy, with no program of the project's choosing, and its result is what boots. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import type { Idea } from '../../src/incident/nouns.ts';
import { ask, onStage } from '../fixtures/stage.ts';

const install: Idea = {
  ...{ recipe: 'missing-module', kind: 'operational', title: 'install', edits: [], ask: null, rank: 0 },
  operations: [
    {
      op: 'install',
      manager: 'npm',
      argv: ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--offline'],
    },
  ],
};

const files = {
  'server.js': "const dep = require('dep');\nrequire('node:http').createServer((q, r) => r.end(dep)).listen(3000);\n",
  'package.json': '{"dependencies":{"dep":"file:./vendor/dep"}}',
  'vendor/dep/package.json': '{"name":"dep","version":"1.0.0","scripts":{"postinstall":"touch ../../../ran-dep"}}',
  'vendor/dep/index.js': "module.exports = 'from dep';",
  '.npmrc': 'git=./evil.sh\nscript-shell=./evil.sh\nignore-scripts=false\n',
  'evil.sh': '#!/bin/sh\ntouch ran-evil\n',
};

test('TRY-4 REP-1 a missing package is installed in the copy and proven there; the live tree stays as it is', async () => {
  await onStage({ files }, async ({ trials, project }) => {
    const base = await trials.baseline(null, [ask('GET /')], { times: 2 });
    assert.deepEqual([base.setup, base.failure?.error?.code], [null, 'MODULE_NOT_FOUND']);
    const shown = await trials.tryOut(base, install, { fresh: 1 });
    assert.deepEqual([shown.passed, shown.proof], [true, 'replayed'], JSON.stringify(shown));
    assert.equal(existsSync(path.join(project, 'node_modules')), false);
    const after = await trials.baseline(null, [ask('GET /')], { times: 1 });
    assert.equal(after.failure?.error?.code, 'MODULE_NOT_FOUND', 'the next candidate starts without it');
  });
});

test('TRY-4 without confinement an install is not tried', async () => {
  await onStage({ files, stage: { sandbox: 'off' } }, async ({ trials }) => {
    const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
    const shown = await trials.tryOut(base, install, { fresh: 1 });
    assert.match(shown.inconclusive ?? '', /only under confinement/);
    const written = await trials.tryOut(base, { ...install, operations: [] }, { fresh: 1, mustConfine: true });
    assert.match(written.inconclusive ?? '', /only under confinement/);
  });
});

const broken =
  "const fs = require('node:fs');\nfs.writeFileSync('data/log.txt', 'x');\nfs.readFileSync('conf.txt');\nrequire('node:http').createServer((q, r) => r.end('ok')).listen(3000);\n";

test('REP-1 a folder is made and a bit is given in the copy only', async () => {
  await onStage({ files: { 'server.js': broken, 'conf.txt': 'c' } }, async ({ trials, project }) => {
    const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
    const operations = [
      { op: 'mkdir', path: 'data' },
      { op: 'chmod', path: 'conf.txt', addBits: 0o400 },
    ] as const;
    const shown = await trials.tryOut(base, { ...install, operations }, { fresh: 1 });
    assert.deepEqual([shown.passed, shown.proof], [true, 'replayed'], JSON.stringify(shown));
    assert.equal(existsSync(path.join(project, 'data')), false);
    for (const wrong of [
      { op: 'mkdir', path: '../data' },
      { op: 'chmod', path: '/etc/hosts', addBits: 0o777 },
    ] as const) {
      const refused = await trials.tryOut(base, { ...install, operations: [wrong] }, { fresh: 1 });
      assert.deepEqual(
        [refused.passed, refused.checks.at(-1)?.name, refused.checks.at(-1)?.ok],
        [false, 'operation', false],
      );
    }
  });
});
