import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorReport } from '../incident/nouns.ts';
import { bySuspicion, explain, type Cause, type Remains } from './deaths.ts';

const nothing: Remains = {
  exit: { code: null, signal: null, spawnError: null },
  words: null,
  tail: '',
  asked: null,
  oomKilled: false,
  holder: null,
};
const code = (value: number): Partial<Remains> => ({ exit: { ...nothing.exit, code: value } });
const signal = (value: string): Partial<Remains> => ({ exit: { ...nothing.exit, signal: value } });
const error: ErrorReport = {
  name: 'TypeError',
  message: 'boom for client 77',
  code: null,
  stack: 'TypeError: boom for client 77\n    at node:internal/x:1:1\n    at handler (/app/a.js:3:7)',
  cause: null,
};
const words = { ppid: 1, code: 1, error, requests: [], good: [] };

interface Case {
  readonly name: string;
  readonly remains: Partial<Remains>;
  readonly expect: Partial<Cause>;
}

test('SEN-1 SUP-5 what a death means', () => {
  const stack = 'Error: x\n    at f (/app/a.js:1:1)\n';
  const cases: Case[] = [
    { name: 'a report', remains: { ...code(1), words }, expect: { kind: 'crash', foreign: false } },
    { name: 'a stack', remains: { ...code(1), tail: stack }, expect: { kind: 'crash', foreign: false } },
    {
      name: 'under 10 characters',
      remains: { ...code(1), tail: ' a b c d\ne f g h i ' },
      expect: { kind: null, foreign: false },
    },
    {
      name: 'npm has news, and the log of itself',
      remains: {
        ...code(1),
        tail: 'npm notice\nnpm notice New minor version of npm available! 11.1.0 -> 11.2.0\nnpm error path /app\n',
      },
      expect: { kind: null, foreign: false },
    },
    {
      name: 'npm knows why',
      remains: { ...code(1), tail: 'npm error Missing script: "start"' },
      expect: { kind: 'crash' },
    },
    { name: '10 characters', remains: { ...code(1), tail: 'abcdefghij' }, expect: { kind: 'crash' } },
    {
      name: 'SIGSEGV with text',
      remains: { ...signal('SIGSEGV'), tail: stack },
      expect: { kind: 'crash', foreign: false },
    },
    { name: 'SIGSEGV without', remains: signal('SIGSEGV'), expect: { kind: null, foreign: false } },
    {
      name: 'SIGKILL, however chatty',
      remains: { ...signal('SIGKILL'), tail: stack },
      expect: { kind: null, foreign: true },
    },
    { name: 'SIGTERM', remains: signal('SIGTERM'), expect: { kind: null, foreign: true } },
    { name: 'a shell says 137', remains: { ...code(137), tail: stack }, expect: { kind: null, foreign: true } },
    { name: 'the app itself says 137', remains: { ...code(137), words }, expect: { kind: 'crash', foreign: false } },
    { name: 'adopted, no word', remains: {}, expect: { kind: null, foreign: true } },
    { name: 'adopted, last words', remains: { words }, expect: { kind: 'crash', foreign: false } },
    {
      name: 'the kernel',
      remains: { ...signal('SIGKILL'), oomKilled: true },
      expect: { kind: 'memory', foreign: false },
    },
    {
      name: 'V8',
      remains: {
        ...signal('SIGABRT'),
        tail: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
      },
      expect: { kind: 'memory', foreign: false },
    },
    {
      name: 'exit 0',
      remains: { ...code(0), tail: stack },
      expect: { kind: null, foreign: false, text: 'ended by itself with exit code 0' },
    },
    {
      name: 'not there',
      remains: { exit: { ...nothing.exit, spawnError: 'ENOENT' } },
      expect: { kind: 'spawn', foreign: false },
    },
    {
      name: 'our freeze',
      remains: { ...signal('SIGKILL'), asked: 'freeze' },
      expect: { kind: 'freeze', foreign: false },
    },
    { name: 'our swap', remains: { ...signal('SIGTERM'), asked: 'swap' }, expect: { kind: null, foreign: false } },
  ];
  for (const { name, remains, expect } of cases) {
    const cause = explain({ ...nothing, ...remains });
    for (const [key, value] of Object.entries(expect))
      assert.equal(cause[key as keyof Cause], value, `${name}: ${key}`);
  }
});

test('SEN-3 of the requests in flight the one that the stack speaks of comes first, else the newest', () => {
  const ask = (url: string) =>
    ({ method: 'GET', url, headers: {}, body: null, bodyEncoding: 'utf8', truncated: false }) as const;
  const [slow, users, orders] = [ask('/slow?users=1'), ask('/users/7'), ask('/api/orders')];
  const at = (...frames: string[]) => ({
    ...error,
    stack: ['TypeError: /slow', ...frames.map((one) => `    at ${one}`)].join('\n'),
  });
  const cases: [name: string, error: ReturnType<typeof at> | null, first: string][] = [
    ['no error', null, slow.url],
    ['nothing fits', at('run (/app/server.js:3:1)'), slow.url],
    ['the file', at('run (/app/routes/user.js:3:1)'), users.url],
    ['the function', at('listOrders (/app/server.js:3:1)'), orders.url],
    ['only in a package', at('users (/app/node_modules/x/users.js:3:1)'), slow.url],
  ];
  for (const [name, seen, first] of cases) assert.equal(bySuspicion([slow, users, orders], seen)[0]?.url, first, name);
  assert.deepEqual(bySuspicion([slow, users, orders], null), [slow, users, orders]);
});

test('SUP-2 a client cannot choose the signature of a death', () => {
  const other = {
    ...words,
    error: { ...error, message: 'boom for client 78', stack: error.stack.replace('77', '78') },
  };
  const elsewhere = { ...words, error: { ...error, stack: error.stack.replace('a.js:3', 'b.js:9') } };
  const signatureOf = (one: typeof words): string => explain({ ...nothing, ...code(1), words: one }).signature;
  assert.equal(signatureOf(words), signatureOf(other));
  assert.notEqual(signatureOf(words), signatureOf(elsewhere));
});
