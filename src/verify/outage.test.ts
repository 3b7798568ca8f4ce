import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import test from 'node:test';
import type { ErrorReport, Signal } from '../incident/nouns.ts';
import { triage } from '../triage/triage.ts';
import type { Failure } from './failure.ts';
import { outageOf, withOutage } from './outage.ts';
import type { Run } from './replay.ts';
import type { StageOutcome } from './stage.ts';

const own = (message: string): ErrorReport => failed('Error', message);

function failed(
  name: string,
  message: string,
  stack = `${name}: ${message}\n    at load (/app/src/rates.js:7:11)`,
): ErrorReport {
  return { name, message, code: null, stack, cause: null };
}

function failure(error: ErrorReport | null): Failure {
  const answer = { status: 500, error: null, ms: 1 } as const;
  return { kind: 'error', beforeReady: false, error, stderr: '', answer, request: 0, exit: null, exitMs: null };
}

function run(...outcomes: StageOutcome[]): Run {
  const none = {
    setup: null,
    exit: null,
    exitMs: null,
    refused: null,
    culprit: null,
    probe: null,
    lastError: null,
    lost: { asked: [], before: [] },
    facts: null,
    early: null,
    ...{ quiet: null, unrouted: null },
  };
  const lists = { ports: [], answers: [], good: [], reports: [] };
  return {
    ...none,
    ...lists,
    ready: true,
    bootMs: 1,
    frozen: false,
    stderr: '',
    stdout: '',
    targets: outcomes.map((one) => one.target),
    ownTargets: outcomes.map((one) => one.target),
    outcomes,
  };
}

const answered = (status: number): StageOutcome => ({ target: 'api.example.com:443', status, code: null });

function classOf(failing: Failure): { class: string; personOnly: boolean } {
  const signal: Signal = {
    ...{
      id: '',
      subject: 'main',
      kind: 'error',
      at: '',
      stderr: '',
      error: failing.error,
      exit: null,
      beforeReady: false,
    },
    ...{ request: null, requestRef: null, route: null, status: 500, release: null, count: 1 },
  };
  return triage(signal, { subject: 'main', project: '/app' });
}

test('TRI-4 the status that somebody else answered with decides, whatever the app says of it', async () => {
  const cases: readonly [status: number, name: string][] = [
    [401, 'auth'],
    [402, 'billing'],
    [403, 'auth'],
    [429, 'rate_limited'],
    [500, 'connection'],
    [503, 'connection'],
  ];
  const errors = [
    own('Tracking is not available'),
    failed('TypeError', "Cannot read properties of undefined (reading 'url')"),
    failed(
      'SyntaxError',
      'Unexpected token < in JSON at position 0',
      'SyntaxError: x\n    at JSON.parse (<anonymous>)',
    ),
    null,
  ];
  for (const [status, name] of cases)
    for (const error of errors) {
      const outage = await outageOf(failure(error), run(answered(200), answered(status)));
      assert.equal(outage?.sure, true, `${status} ${error?.message}`);
      const { class: found, personOnly } = classOf(withOutage(failure(error), outage));
      assert.deepEqual([found, personOnly], [name, true], `${status} ${error?.message}`);
    }
});

test('TRI-4 a slip of the code is none of an upstream, and what was asked wrongly is not sure', async () => {
  const slip = failure(failed('ReferenceError', 'ratse is not defined'));
  const after = await outageOf(slip, run(answered(503)));
  assert.equal(after?.sure, false);
  assert.equal(withOutage(slip, after), slip);
  assert.equal((await outageOf(failure(own('not found')), run(answered(404))))?.sure, false);
  assert.equal(
    await outageOf(failure(own('not found')), run(answered(503), answered(200))),
    null,
    'it was asked again',
  );
  assert.equal(await outageOf(failure(own('not found')), run()), null);
});

test('TRI-4 what did not answer in time, or answered no JSON, is what is left where no repair helps', async () => {
  const asked: StageOutcome = { target: 'api.example.com:443', status: null, code: null };
  const hung: Failure = { ...failure(null), kind: 'timeout' };
  const outage = await outageOf(hung, run(answered(200), asked));
  assert.deepEqual([outage?.what, outage?.sure], ['did not answer in time', false]);
  assert.equal(await outageOf(hung, run(asked, answered(200))), null, 'it did');
  assert.equal(await outageOf(failure(own('x')), run(asked)), null, 'an error was answered');
  assert.equal((await outageOf(failure(own('down')), run(answered(503), asked)))?.what, 'answered 503');
  const page = {
    ...failed('SyntaxError', 'Unexpected token <'),
    stack: 'SyntaxError: x\n    at parseJSONFromBytes (node:internal/deps/undici/undici:5731:19)',
  };
  const said = await outageOf(failure(page), run(asked, answered(200)));
  assert.deepEqual([said?.what, said?.sure], ['answered what is no JSON', false]);
  assert.equal(await outageOf(failure({ ...page, stack: page.message }), run(asked, answered(200))), null);
});

test('TRI-4 a port of this machine that refused the trial and refuses this machine is the cause of what the app says', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const refused: StageOutcome = { target: `127.0.0.1:${port}`, status: null, code: 'ECONNREFUSED' };
  assert.equal(await outageOf(failure(own('No covers today')), run(refused)), null, 'only the trial cannot reach it');
  await new Promise((resolve) => server.close(resolve));
  const outage = await outageOf(failure(own('No covers today')), run(refused));
  assert.equal(outage?.code, 'ECONNREFUSED');
  const { class: found, personOnly } = classOf(withOutage(failure(own('No covers today')), outage));
  assert.deepEqual([found, personOnly], ['connection', true]);
  assert.equal(await outageOf(failure(failed('TypeError', 'x is not a function')), run(refused)), null);
});
