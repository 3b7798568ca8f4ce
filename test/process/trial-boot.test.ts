/** Starts that fail, starts that are slow and servers without a port are told apart, however busy the machine is (SPEC TRY-3, CLI-6). */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import test from 'node:test';
import type { Baseline } from '../../src/verify/baseline.ts';
import { onStage, type Setup } from '../fixtures/stage.ts';

interface Case extends Setup {
  readonly name: string;
  readonly error: RegExp;
}

const tsx = ['node', '--import', 'tsx'];
const nest = (name: string): string => `import 'reflect-metadata';
import { Module, Injectable, Inject } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
@Injectable() class Store {}
@Injectable() class Orders { constructor(@Inject(Store) private readonly store: Store) {} }
@Module({ providers: [${name}] }) class OrdersModule {}
const app = await NestFactory.create(OrdersModule);
await app.listen(3000);
`;
const decorators = '{ "compilerOptions": { "experimentalDecorators": true } }';

const cases: readonly Case[] = [
  {
    name: 'NestJS in TypeScript, a dependency that nobody provides',
    packages: true,
    argv: [...tsx, 'main.ts'],
    files: { 'main.ts': nest('Orders'), 'package.json': '{ "type": "module" }', 'tsconfig.json': decorators },
    error: /Nest can't resolve dependencies of the Orders \(\?\)/,
  },
  {
    name: 'TypeScript as CommonJS, a name that is not there',
    packages: true,
    argv: [...tsx, 'main.ts'],
    files: {
      'main.ts':
        "import http from 'node:http';\nimport { answer } from './lib/answer';\nhttp.createServer(answer).listen(3000);\n",
      'lib/answer.ts': 'export const answer = reply as never;\n',
    },
    error: /reply is not defined/,
  },
  {
    name: 'TypeScript as ESM, a syntax error',
    packages: true,
    argv: [...tsx, 'main.ts'],
    files: {
      'main.ts':
        "import http from 'node:http';\nimport { answer } from './answer.js';\nhttp.createServer(answer).listen(3000);\n",
      'answer.ts': "export const answer = (q, r) => { r.end('ok' };\n",
      'package.json': '{ "type": "module" }',
    },
    error: /ERROR: Expected "\)"/,
  },
  {
    name: 'TypeScript behind npm start, a missing module',
    packages: true,
    argv: ['npm', 'start'],
    files: {
      'main.ts':
        "import './settings';\nimport http from 'node:http';\nhttp.createServer((q, r) => r.end('ok')).listen(3000);\n",
      'package.json': '{ "scripts": { "start": "tsx main.ts" } }',
    },
    error: /Cannot find module '[^']*settings/,
  },
];

function textOf({ failure }: Baseline): string {
  return `${failure?.error?.message ?? ''}\n${failure?.stderr ?? ''}`;
}

for (const { name, error, ...setup } of cases) {
  test(`TRY-3 CLI-6 seen twice without a request: ${name}`, async () => {
    await onStage({ ...setup, stage: { bootTimeoutMs: 30_000 } }, async ({ trials }) => {
      const base = await trials.baseline(null, [], { times: 2 });
      assert.deepEqual([base.setup, base.reproduced], [null, 'always']);
      assert.deepEqual([base.failure?.kind, base.failure?.beforeReady], ['crash', true]);
      assert.match(textOf(base), error);
    });
  });
}

const late = (how: string): string => `const end = Date.now() + 2_600;
${how}
throw new Error('the settings are broken');
`;

/** Ways to be slow: at work, at work in a child, and waiting for a process of one's own that is. */
const slow: readonly [name: string, text: string][] = [
  ['it computes', late('while (Date.now() < end);')],
  [
    'a child of it computes',
    late(
      "require('node:child_process').execFileSync('node', ['-e', 'const e = Date.now() + 2_600; while (Date.now() < e);']);",
    ),
  ],
];

for (const [name, text] of slow) {
  test(`TRY-3 a slow start on a busy machine is waited for: ${name}`, async () => {
    await busy(6, () =>
      onStage({ files: { 'server.js': text }, stage: { bootTimeoutMs: 30_000 } }, async ({ trials }) => {
        const base = await trials.baseline(null, [], { times: 2 });
        assert.deepEqual([base.reproduced, base.failure?.error?.message], ['always', 'the settings are broken']);
      }),
    );
  });
}

test('CLI-6 a server that listens nowhere and rests is up', async () => {
  await onStage({ files: { 'server.js': 'setInterval(() => undefined, 50);' } }, async ({ trials }) => {
    const base = await trials.baseline(null, [], { times: 1 });
    assert.deepEqual([base.setup, base.reproduced], [null, 'never']);
  });
});

test('TRY-3 looking at values goes past what loaders try and catch, and at the exception that counts', async () => {
  const files = {
    'server.js': `const wanted = { port: 1 };
for (let at = 0; at < 300; at += 1) try { require('./not-there-' + at); } catch {}
wanted.prot.toString();
`,
  };
  await onStage({ files }, async ({ trials }) => {
    const base = await trials.baseline(null, [], { times: 2 });
    assert.equal(base.reproduced, 'always');
    assert.deepEqual(base.facts?.frames[0]?.expressions['wanted']?.keys, ['port']);
  });
});

async function busy(count: number, work: () => Promise<void>): Promise<void> {
  const loops = Array.from({ length: count }, (): ChildProcess =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}
